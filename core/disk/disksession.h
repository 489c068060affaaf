// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/disk/workoutcome.h"
#include "core/remote/remoterun.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace podium::disk {

/// What is known of the disks of one worker, and what is done with one.
struct WorkerDisks
{
    WorkerRef worker;
    std::optional<Error> error{}; ///< it gave no answer to what was asked last
    DisksFound found{};
    WorkPlan plan{};
    std::optional<WorkOutcome> outcome{};
};

/// A data disk on the workers that have it: looked at, planned for, carried out; one thing at a
/// time. What window and podiumctl show is its workers().
class DiskSession final : public QObject
{
    Q_OBJECT

public:
    /// What `service` refers to must outlive it.
    DiskSession(run::RunService service, std::vector<WorkerRef> workers, QObject *parent = nullptr);
    ~DiskSession() override;

    [[nodiscard]] const std::vector<WorkerDisks> &workers() const { return m_workers; }
    [[nodiscard]] bool isBusy() const;
    /// Some worker's plan can be carried out, and has not been.
    [[nodiscard]] bool hasWork() const;
    /// Some of them would be given a file system.
    [[nodiscard]] bool formats() const;
    /// How many workers what was begun last is of, and how many of them have answered.
    [[nodiscard]] int asked() const { return m_asked; }
    [[nodiscard]] int told() const { return m_told; }

    /// What disks there are now, so that the next look() tells which one has come since.
    void remember();
    /// One may come from now on: what a worker has not told yet is not remembered.
    void stopRemembering() { m_remembers = false; }
    /// Looks, and plans. Neither while it is busy.
    void look(const WorkRequest &request);
    /// Carries out the plans that can be.
    void carryOut();
    /// Ends what is under way; see RemoteRun::stop(). What has begun to be formatted or unmounted
    /// may be so or not: look again.
    void stop();

signals:
    /// A worker has answered, or all were forgotten.
    void changed();
    /// What could not be sent to all at once; for the person.
    void narrowed(const QString &text);
    void done();

private:
    using OnAnswer = std::function<void(WorkerDisks &, const remote::Answer &)>;
    void send(
        const remote::Script &script, const std::vector<std::size_t> &places,
        const std::vector<std::vector<remote::Record>> &data, const OnAnswer &onAnswer);
    void take(const remote::Report &report, const OnAnswer &onAnswer);
    [[nodiscard]] std::vector<std::size_t> all() const;
    /// With what this worker had before.
    [[nodiscard]] WorkRequest ownRequest(const WorkRequest &request, const WorkerRef &worker) const;

    const run::RunService m_service;
    std::vector<WorkerDisks> m_workers;
    std::map<WorkerRef, QStringList> m_before; ///< see remember()
    bool m_remembers = false;
    std::unique_ptr<remote::RemoteRun> m_run;
    int m_asked = 0;
    int m_told = 0;
};

} // namespace podium::disk
