// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/run/detached/detachedrun.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace podium::run {

/// Runs that go on without us: which there are, reading on, ending and forgetting them. One look,
/// end or forget at a time. Lives on one thread; never blocks it.
class DetachedRuns final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it. `folder`: where this machine keeps what it remembers.
    DetachedRuns(
        ssh::Transport &transport, Run::EndpointOf endpointOf, const Clock &clock, QString folder,
        QObject *parent = nullptr);
    ~DetachedRuns() override;

    [[nodiscard]] const std::vector<DetachedRun> &runs() const { return m_runs; }
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    /// Workers that did not answer the last look.
    [[nodiscard]] const std::vector<WorkerRef> &silent() const { return m_silent; }

    /// Shows what this machine remembers, without asking anybody.
    void loadKnown();
    /// Asks these workers, whoever has started something there, and those that this machine
    /// remembers. While another look is under way: after that.
    void look(const std::vector<WorkerRef> &workers = {});
    /// TERM to all of it, or KILL; then looks again.
    void end(const DetachedRun &detached, bool isKill);
    /// Takes away what is kept of it on its workers and here; then looks again. Of a run that
    /// nobody was asked about, workers that have no address (any more) keep nothing. Not while it
    /// is being launched. While something else is under way: after that.
    void forget(const DetachedRun &detached);
    /// The same of what is kept of it here, alone: its workers may never answer again.
    void forgetHere(DetachedRun detached);
    /// Remembers a run that is about to be started; `done` gets what is to be held until it has
    /// been, or why it cannot be.
    using Held = Result<std::shared_ptr<LaunchHold>>;
    void remember(const DetachedRecord &record, std::function<void(const Held &)> done);
    /// Keeps on the workers how far a run has been read; `done` when they know, or cannot.
    void keepMarks(
        const std::vector<WorkerRef> &workers, const QString &id,
        const std::vector<ReadMark> &marks, std::function<void()> done = {});

signals:
    void changed();
    /// What a person has asked for could not be done.
    void failed(const podium::Error &error);

private:
    using Done = std::function<void(const Run &run)>;
    void start(RunSpec spec, Done done);
    void ask(const std::vector<DetachedRecord> &records);
    void goOn(bool looks);
    void forgetOnWorkers(const DetachedRun &detached);
    void drop(const QString &id, const std::vector<WorkerRef> &workers);
    void tellFailures(const RunState &endings, const QString &what);
    [[nodiscard]] bool isNowhere(const WorkerRef &worker) const;

    ssh::Transport &m_transport;
    const Run::EndpointOf m_endpointOf;
    const Clock &m_clock;
    const QString m_folder;
    std::vector<DetachedRun> m_runs;
    std::vector<WorkerRef> m_asked; ///< besides those that are remembered
    std::vector<WorkerRef> m_silent;
    bool m_isBusy = false;
    bool m_looksAgain = false; ///< when it is no longer busy
    std::vector<DetachedRun> m_toForget;
};

/// How far a run that reads a detached one has come; goes with it.
class ReadMarks final : public QObject
{
    Q_OBJECT

public:
    /// `from`: where it began, one a worker; empty: at the beginning.
    ReadMarks(Run &run, std::vector<ReadMark> from);
    [[nodiscard]] const std::vector<ReadMark> &marks() const { return m_marks; }

private:
    std::vector<ReadMark> m_marks;
};

} // namespace podium::run
