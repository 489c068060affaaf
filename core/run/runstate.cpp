// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runstate.h"

#include <algorithm>

namespace podium::run {

namespace {

int &countOf(RunSummary &summary, EndingClass ending)
{
    switch (ending) {
    case EndingClass::Ok:
        return summary.ok;
    case EndingClass::Failed:
        return summary.failed;
    case EndingClass::Unreachable:
        return summary.unreachable;
    case EndingClass::Stopped:
        break;
    }
    return summary.stopped;
}

} // namespace

Error noAddressError(const ssh::Endpoint &endpoint, const WorkerRef &worker)
{
    const QString why = endpoint.unreachable.isEmpty()
                            ? QStringLiteral("The worker has no address.")
                            : endpoint.unreachable;
    return {ErrorKind::Unavailable, why, {}, {}, worker.text()};
}

bool WorkerState::hasFailed() const
{
    return ending && endingClass(*ending) != EndingClass::Ok;
}

/// Over `ssh` no signal has a name.
static bool isStop(const WorkerEnding &ending, const WorkerState &worker)
{
    const auto *signalled = std::get_if<ssh::Signalled>(&ending);
    return signalled && (signalled->signal == QLatin1String("TERM") ||
                         (signalled->signal.isEmpty() && worker.stopping));
}

qint64 WorkerState::elapsedMs(qint64 nowMs) const
{
    if (startedMs < 0 || tookMs >= 0) {
        return startedMs < 0 ? -1 : tookMs;
    }
    return (endedMs >= 0 ? endedMs : nowMs) - startedMs + earlierMs;
}

RunState::RunState(const RunSpec &spec)
    : m_isDetached(!spec.detachedId.isEmpty())
    , m_endsTogether(spec.endTogether)
{
    m_workers.reserve(spec.workers.size());
    for (const WorkerRef &worker : spec.workers) {
        m_workers.push_back({.worker = worker, .ending = {}, .route = {}, .unguarded = {}});
    }
    m_summary.waiting = int(m_workers.size());
}

void RunState::start(int slot, qint64 nowMs)
{
    WorkerState &worker = m_workers.at(std::size_t(slot));
    if (worker.startedMs >= 0 || worker.ending) {
        return;
    }
    worker.startedMs = std::max<qint64>(0, nowMs);
    worker.phase = ssh::Phase::Connecting;
    --m_summary.waiting;
    ++m_summary.running;
}

void RunState::setSent(int slot, const std::vector<RunTimes> &all, const QDateTime &now)
{
    m_workers.at(std::size_t(slot)).isSent = true;
    if (all.empty()) {
        return;
    }
    const RunTimes &times = all.at(std::size_t(slot));
    WorkerState &worker = m_workers.at(std::size_t(slot));
    if (times.startedAt.isValid()) {
        worker.earlierMs = std::max<qint64>(0, times.startedAt.msecsTo(now)); // two clocks
    }
    if (times.startedAt.isValid() && times.endedAt.isValid()) {
        worker.tookMs = std::max<qint64>(0, times.startedAt.msecsTo(times.endedAt));
    }
}

void RunState::setPhase(int slot, ssh::Phase phase)
{
    WorkerState &worker = m_workers.at(std::size_t(slot));
    if (worker.isRunning()) {
        worker.phase = phase;
    }
}

void RunState::setRoute(int slot, ssh::Route route)
{
    m_workers.at(std::size_t(slot)).route = std::move(route);
}

void RunState::setAgentWait(int slot, ssh::AgentWait wait)
{
    WorkerState &worker = m_workers.at(std::size_t(slot));
    if (worker.isRunning()) {
        worker.agentWait = wait;
    }
}

void RunState::setStopping(int slot)
{
    WorkerState &worker = m_workers.at(std::size_t(slot));
    if (worker.isRunning()) {
        worker.stopping = true;
    }
}

void RunState::setUnguarded(int slot, ssh::Unguarded::Why why)
{
    m_workers.at(std::size_t(slot)).unguarded = why;
}

bool RunState::note(int slot, const decltype(ssh::TransportEvent::what) &what)
{
    if (const auto *waited = std::get_if<ssh::AgentWaited>(&what)) {
        setAgentWait(slot, waited->wait);
        return true;
    }
    const auto *unguarded = std::get_if<ssh::Unguarded>(&what);
    if (unguarded) {
        setUnguarded(slot, unguarded->why);
    }
    return unguarded;
}

void RunState::end(int slot, WorkerEnding ending, qint64 nowMs)
{
    WorkerState &worker = m_workers.at(std::size_t(slot));
    if (worker.ending) {
        return;
    }
    if (m_isDetached && isStop(ending, worker)) {
        ending = ssh::Stopped{.gone = true};
    }
    --(worker.startedMs >= 0 ? m_summary.running : m_summary.waiting);
    ++countOf(m_summary, endingClass(ending));
    m_summary.hostKey += isHostKeyProblem(ending) ? 1 : 0;
    if (endingClass(ending) == EndingClass::Unreachable) { // for how long, nobody has seen
        worker.earlierMs = 0;
        worker.tookMs = -1;
    }
    worker.ending = std::move(ending);
    worker.stopping = false;
    if (worker.startedMs >= 0) {
        worker.endedMs = std::max(worker.startedMs, nowMs);
    }
}

QString describeEnding(const WorkerState &worker)
{
    const auto *timedOut = std::get_if<ssh::TimedOut>(&*worker.ending);
    return timedOut && worker.agentWait != ssh::AgentWait::None
               ? QStringLiteral("timed out waiting for the ssh agent")
               : describeEnding(*worker.ending);
}

int unsentWorkers(const RunState &state)
{
    const auto &workers = state.workers();
    return int(std::count_if(workers.begin(), workers.end(), [](const WorkerState &worker) {
        return !worker.ending && !worker.isSent;
    }));
}

int loginsUnderWay(const RunState &state)
{
    const auto &workers = state.workers();
    return int(std::count_if(workers.begin(), workers.end(), [](const WorkerState &worker) {
        return !worker.ending && worker.isSent && worker.phase < ssh::Phase::Running;
    }));
}

QString describeAgentWait(const RunState &state)
{
    const auto countOf = [&state](ssh::AgentWait wait) {
        return std::count_if(
            state.workers().begin(), state.workers().end(), [wait](const WorkerState &worker) {
                return worker.isRunning() && worker.agentWait == wait;
            });
    };
    const auto waiting = countOf(ssh::AgentWait::Turn);
    if (countOf(ssh::AgentWait::Answer) == 0) {
        return waiting == 0 ? QString() : QStringLiteral("waiting for your ssh agent");
    }
    const QString text = QStringLiteral("touch your key, or answer your ssh agent");
    return waiting == 0 ? text
                        : QStringLiteral("%1 (%2 more wait for their turn)").arg(text).arg(waiting);
}

QString unguardedText(ssh::Unguarded::Why why)
{
    using Why = ssh::Unguarded::Why;
    const auto text = [](const char *reason) {
        return QStringLiteral("Cannot end the run if cut off: %1.").arg(QLatin1String(reason));
    };
    switch (why) {
    case Why::NoSecondSession:
        return text("it gives no second session");
    case Why::NoTimeout:
        return text("it has no timeout (coreutils)");
    case Why::CommandNotFound:
        return text("the command is not found among what its sshd runs");
    case Why::NotStarted:
        break;
    }
    return text("what is to see to it did not start");
}

QString describeIgnored(const ssh::Route &route)
{
    return route.ignored.isEmpty() ? QString()
                                   : QStringLiteral("not used from your ssh config: %1")
                                         .arg(route.ignored.join(QStringLiteral(", ")));
}

QString transportName(const ssh::Route &route)
{
    return route.by == ssh::Route::By::Libssh ? QStringLiteral("libssh") : QStringLiteral("ssh");
}

std::vector<WorkerRef> hostKeyProblems(const RunState &state)
{
    std::vector<WorkerRef> workers;
    for (const WorkerState &worker : state.workers()) {
        if (worker.ending && isHostKeyProblem(*worker.ending)) {
            workers.push_back(worker.worker);
        }
    }
    return workers;
}

QString recipeFor(const RunState &state)
{
    for (const WorkerState &worker : state.workers()) {
        const auto *refused = worker.ending ? std::get_if<ssh::Refused>(&*worker.ending) : nullptr;
        if (refused && !refused->error.recipe.isEmpty()) {
            return refused->error.recipe;
        }
    }
    return {};
}

int exitCode(const RunState &state)
{
    const auto any = [&state](auto predicate) {
        return std::any_of(
            state.workers().begin(), state.workers().end(),
            [&predicate](const WorkerState &w) { return w.ending && predicate(*w.ending); });
    };
    const bool isStopped =
        any([](const WorkerEnding &e) { return std::holds_alternative<ssh::Stopped>(e); });
    if (isStopped && !state.endsTogether()) { // there the failure has stopped them
        return 130;
    }
    if (state.summary().unreachable > 0) {
        return 3;
    }
    if (state.summary().failed > 0) {
        return 1;
    }
    // Without a failure, only the person can have kept workers from starting.
    return state.summary().stopped > 0 ? 130 : 0;
}

} // namespace podium::run
