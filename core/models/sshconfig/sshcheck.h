// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/workprogress.h"
#include "core/sshconfig/writer/configservice.h"

#include <QDateTime>
#include <QObject>

#include <functional>
#include <memory>

namespace podium::inventory {
class Inventory;
}

namespace podium::models {

/// What a check of the ssh config found, counted.
struct CheckCounts
{
    int good = 0;      ///< read as it should be
    int loggedIn = 0;  ///< of those, let in as well
    int differing = 0; ///< ssh takes something else, or cannot be asked
    int notWritten = 0;
    int noLogin = 0;
    int inactive = 0;
};
[[nodiscard]] CheckCounts countChecks(const std::vector<sshconfig::AliasCheck> &checks);

/// One check of all aliases at a time: its progress, and what it found. GUI thread.
class SshCheck final : public QObject
{
    Q_OBJECT

public:
    using OptionsOf = std::function<sshconfig::ConfigOptions()>;

    /// All references must outlive it.
    SshCheck(
        const inventory::Inventory &inventory, sshconfig::ConfigService &service, OptionsOf options,
        const Clock &clock, QObject *parent = nullptr);
    ~SshCheck() override;

    /// Nothing while one is running.
    void start(bool login);
    /// Ends after what is under way; what was found until then counts.
    void stop();

    [[nodiscard]] bool isRunning() const { return m_progress != nullptr; }
    [[nodiscard]] bool isStopping() const;
    [[nodiscard]] int done() const;
    [[nodiscard]] int total() const;
    /// See workText(): empty in the first second.
    [[nodiscard]] QString workText() const { return m_work.text(); }
    /// Of the last check that ended.
    [[nodiscard]] const std::vector<sshconfig::AliasCheck> &checks() const { return m_checks; }
    [[nodiscard]] bool wasStopped() const { return m_wasStopped; }
    [[nodiscard]] const QDateTime &endedAt() const { return m_endedAt; } ///< UTC; invalid: none has

signals:
    /// Begun, gone on a bit, or ended.
    void changed();
    void finished();
    void failed(const podium::Error &error);

private:
    void end(const Result<std::vector<sshconfig::AliasCheck>> &checks);

    const inventory::Inventory &m_inventory;
    sshconfig::ConfigService &m_service;
    OptionsOf m_options;
    const Clock &m_clock;
    std::shared_ptr<sshconfig::CheckProgress> m_progress; ///< null: none is running
    std::vector<sshconfig::AliasCheck> m_checks;
    QDateTime m_endedAt;
    WorkMeter m_work;
    bool m_wasStopped = false;
};

} // namespace podium::models
