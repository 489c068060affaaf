// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"
#include "core/run/workerending.h"
#include "core/ssh/transport.h"

#include <QDateTime>

#include <optional>
#include <variant>
#include <vector>

namespace podium::run {

/// Why nothing can be sent to an endpoint that has no address. Pure.
[[nodiscard]] Error noAddressError(const ssh::Endpoint &endpoint, const WorkerRef &worker);

/// One worker's part of a run.
struct WorkerState
{
    WorkerRef worker;
    ssh::Phase phase = ssh::Phase::Waiting; ///< while there is no ending
    std::optional<WorkerEnding> ending;
    ssh::Route route; ///< how the transport went there
    /// What its login waits for; once it has ended, what it waited for then.
    ssh::AgentWait agentWait = ssh::AgentWait::None;
    bool stopping = false;
    bool isSent = false; ///< handed to the transport; not yet in the round of logins before that
    /// RunSpec::lossLimit is asked for, and cannot be had there.
    std::optional<ssh::Unguarded::Why> unguarded;
    qint64 startedMs = -1; ///< monotonic; -1: not yet
    qint64 endedMs = -1;
    qint64 earlierMs = 0; ///< for so long it had run before startedMs, unseen by this run
    qint64 tookMs = -1;   ///< in all, as the worker tells of what had ended by then; -1: it has not
    /// For how long it has run, or ran; -1: not started.
    [[nodiscard]] qint64 elapsedMs(qint64 nowMs) const;
    [[nodiscard]] bool isRunning() const { return startedMs >= 0 && !ending; }
    /// Ended, and not with exit status 0.
    [[nodiscard]] bool hasFailed() const;
};

/// A run's numbers; they add up to the number of workers.
struct RunSummary
{
    int ok = 0;
    int failed = 0;      ///< exited non-zero, signalled, timed out while running
    int unreachable = 0; ///< unreachable, refused, lost, timed out before running
    int stopped = 0;     ///< stopped or never started
    int running = 0;
    int waiting = 0;
    int hostKey = 0; ///< of the unreachable ones: those that showed another host key
    bool operator==(const RunSummary &) const = default;
    [[nodiscard]] bool isFinished() const { return running == 0 && waiting == 0; }
};

/// The state of a run: slots in the order of RunSpec::workers. A value with pure transitions.
class RunState final
{
public:
    RunState() = default;
    explicit RunState(const RunSpec &spec);

    [[nodiscard]] const std::vector<WorkerState> &workers() const { return m_workers; }
    [[nodiscard]] const RunSummary &summary() const { return m_summary; }
    [[nodiscard]] bool endsTogether() const { return m_endsTogether; }

    void start(int slot, qint64 nowMs);
    /// It is in the transport's hands. Of what was begun before this run: by the times that its
    /// workers tell; none: it begins now.
    void setSent(int slot, const std::vector<RunTimes> &all, const QDateTime &now);
    void setPhase(int slot, ssh::Phase phase);
    void setRoute(int slot, ssh::Route route);
    void setAgentWait(int slot, ssh::AgentWait wait);
    void setStopping(int slot);
    void setUnguarded(int slot, ssh::Unguarded::Why why);
    /// Takes up what is told besides phases: AgentWaited and Unguarded; false for any other.
    bool note(int slot, const decltype(ssh::TransportEvent::what) &what);
    /// Only the first ending of a slot counts. A run that goes on without us tells by a signal that
    /// somebody has stopped it: see detachedFollow().
    void end(int slot, WorkerEnding ending, qint64 nowMs);

private:
    std::vector<WorkerState> m_workers;
    RunSummary m_summary;
    bool m_isDetached = false;   ///< goes on without us
    bool m_endsTogether = false; ///< see RunSpec::endTogether
};

/// describeEnding() of a worker that has ended, which may know more: "timed out waiting for the ssh
/// agent".
[[nodiscard]] QString describeEnding(const WorkerState &worker);
/// "touch your key, or answer your ssh agent (3 more wait for their turn)": what the logins of a
/// run wait for the person for; empty where they do not.
[[nodiscard]] QString describeAgentWait(const RunState &state);
/// "not used from your ssh config: LocalForward 8080, …"; empty where nothing was passed over.
[[nodiscard]] QString describeIgnored(const ssh::Route &route);
/// How many are in no transport's hands yet, and would never be if the run were let go.
[[nodiscard]] int unsentWorkers(const RunState &state);
/// How many are on their way to a login, in the transport's hands.
[[nodiscard]] int loginsUnderWay(const RunState &state);
/// What it means that a worker is unguarded, and why it is. A sentence without its name.
[[nodiscard]] QString unguardedText(ssh::Unguarded::Why why);
/// A stable word for scripts: "libssh", "ssh".
[[nodiscard]] QString transportName(const ssh::Route &route);
/// Workers of a run whose ending isHostKeyProblem(), in their order.
[[nodiscard]] std::vector<WorkerRef> hostKeyProblems(const RunState &state);
/// The recipe that sets up what a gateway lacks (Error::recipe), by what a worker's ending says;
/// empty: nothing does.
[[nodiscard]] QString recipeFor(const RunState &state);
/// The contract of podiumctl: 0, 1 (some command failed), 3 (some worker unreachable or lost),
/// 130 (stopped by the person).
[[nodiscard]] int exitCode(const RunState &state);

} // namespace podium::run
