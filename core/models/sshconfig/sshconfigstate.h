// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/sshconfig/sshcheck.h"
#include "core/sshconfig/writer/configservice.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace podium::inventory {
class Inventory;
}

namespace podium::models {

/// How the ssh config stands against the inventory: planned anew whenever the nodes
/// change, so that the page, the rail's badge and the status line say the same. GUI thread.
class SshConfigState final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Unknown,  ///< nothing known of the nodes yet, or the first look is under way
        UpToDate, ///< the files are as they should be
        Waiting,  ///< a write would change them
        Refused,  ///< Podium must not touch the file; error() says why
        Failed,   ///< the look failed; error() says why
    };

    using OptionsOf = std::function<sshconfig::ConfigOptions()>;

    /// All references must outlive it. `options` gives those in use now.
    SshConfigState(
        const inventory::Inventory &inventory, sshconfig::ConfigService &service, OptionsOf options,
        const Clock &clock, QObject *parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isWriting() const { return m_writing; }
    /// Of the write under way; see workText().
    [[nodiscard]] QString writingText() const { return m_work.text(); }
    /// Nodes, options or files may be others than those that plan() is of.
    [[nodiscard]] bool isPlanning() const { return m_planning; }
    [[nodiscard]] const sshconfig::ConfigPlan &plan() const { return m_plan; }
    [[nodiscard]] const Error &error() const { return m_error; }
    /// Of which time the nodes are that it is compared with. UTC.
    [[nodiscard]] QDateTime nodesAsOf() const;
    /// Those in use now, completed from the settings of runs.
    [[nodiscard]] sshconfig::ConfigOptions options() const { return m_options(); }
    /// Checks of the aliases, by the same nodes and options.
    [[nodiscard]] SshCheck &check() { return m_check; }
    /// The newest first.
    [[nodiscard]] const std::vector<sshconfig::ConfigVersion> &versions() const
    {
        return m_versions;
    }

    /// Another number whenever the files, or what would be in them, are others.
    [[nodiscard]] int revision() const { return m_revision; }

    /// Compares again: after the options or the files have changed.
    void replan();
    /// What plan() said at that revision(); where that is not what a write would do any more,
    /// failed(), and nothing is written. `mayLoseMost`: also where plan().losesMost().
    void writeAsPlanned(int revision, bool mayLoseMost = false);
    void restore(int number);

signals:
    void changed();
    void planningBegan();
    void written(const podium::sshconfig::WriteReport &report, bool restored);
    /// What the person just asked for did not work.
    void failed(const podium::Error &error);

private:
    using SharedSnapshot = std::shared_ptr<const inventory::Snapshot>;

    struct Done
    {
        sshconfig::WriteReport report;
        bool restored = false;
    };

    void setWriting(bool writing);
    void planned(Result<sshconfig::ConfigPlan> result);
    void setPlan(Result<sshconfig::ConfigPlan> result);
    void begin(
        const SharedSnapshot &snapshot, const sshconfig::ConfigOptions &options,
        const sshconfig::WriteOptions &how);
    void writeIfSame(
        Result<sshconfig::ConfigPlan> now, const SharedSnapshot &snapshot,
        const sshconfig::ConfigOptions &options, const sshconfig::WriteOptions &how);
    void refuseAsOther();
    void finished(const Result<sshconfig::WriteReport> &result, bool restored);
    void loadVersions();

    const inventory::Inventory &m_inventory;
    sshconfig::ConfigService &m_service;
    OptionsOf m_options;
    SshCheck m_check;
    State m_state = State::Unknown;
    sshconfig::ConfigPlan m_plan;
    Error m_error;
    std::vector<sshconfig::ConfigVersion> m_versions;
    int m_revision = 0;
    bool m_planning = false;
    bool m_planAgain = false;
    bool m_writing = false;
    WorkMeter m_work;           ///< the write
    std::optional<Done> m_done; ///< a write that is over, while its effect is looked at
};

} // namespace podium::models
