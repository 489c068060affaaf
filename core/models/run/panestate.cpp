// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/panestate.h"

#include <QCoreApplication>
#include <QStringBuilder>

namespace podium::models {

namespace {

struct PaneStateWords
{
    Q_DECLARE_TR_FUNCTIONS(PaneState)
};

PaneState endedState(const run::WorkerEnding &ending)
{
    if (run::isHostKeyProblem(ending)) {
        return PaneState::HostKey;
    }
    switch (run::endingClass(ending)) {
    case run::EndingClass::Ok:
        return PaneState::Ok;
    case run::EndingClass::Failed:
        return PaneState::Failed;
    case run::EndingClass::Unreachable:
        return PaneState::Unreachable;
    case run::EndingClass::Stopped:
        break;
    }
    return PaneState::Stopped;
}

/// Of a command that ran, and whether it still does.
QString overtimeSentence(const ssh::TimedOut &ending)
{
    const QString now = ending.gone ? PaneStateWords::tr("It was ended there.")
                                    : PaneStateWords::tr("It may still run on the worker.");
    switch (ending.silence) {
    case ssh::Silence::NoFirstOutput:
        return PaneStateWords::tr("The command printed nothing within its limit.") %
               QLatin1Char(' ') % now;
    case ssh::Silence::NoMoreOutput:
        return PaneStateWords::tr("The command fell silent for longer than its limit.") %
               QLatin1Char(' ') % now;
    default:
        return PaneStateWords::tr("The command took longer than its limit.") % QLatin1Char(' ') %
               now;
    }
}

QString timedOutSentence(const ssh::TimedOut &ending)
{
    if (ending.silence == ssh::Silence::NoBanner) {
        return PaneStateWords::tr(
            "Something answers on the port for ssh, but it says nothing. sshd there may be "
            "overloaded or just starting.");
    }
    switch (ending.phase) {
    case ssh::Phase::Waiting:
    case ssh::Phase::Connecting:
        return PaneStateWords::tr(
            "The worker did not answer in time. Is the node running, and may this machine "
            "reach its port for ssh?");
    case ssh::Phase::KeyExchange:
    case ssh::Phase::Login:
        return PaneStateWords::tr("The worker answered, but the login was not finished in time.");
    case ssh::Phase::Running:
        break;
    }
    return overtimeSentence(ending);
}

struct SentenceOf
{
    QString operator()(const ssh::Exited &) const { return {}; }
    QString operator()(const ssh::Signalled &) const { return {}; }
    QString operator()(const ssh::TimedOut &ending) const { return timedOutSentence(ending); }
    QString operator()(const ssh::Refused &ending) const { return ending.error.text(); }
    QString operator()(const ssh::Unreachable &ending) const { return ending.error.text(); }
    QString operator()(const ssh::Lost &ending) const
    {
        const QString warning =
            PaneStateWords::tr("The command may have run, or still run, on the worker.");
        return ending.error.text() + QLatin1Char(' ') + warning;
    }
    QString operator()(const ssh::Stopped &ending) const
    {
        return ending.gone ? QString()
                           : PaneStateWords::tr("Stopped, but it may still run on the worker.");
    }
    QString operator()(const run::NeverStarted &ending) const
    {
        return ending.isAfterFailure
                   ? PaneStateWords::tr("Never started: it failed on another worker first.")
                   : PaneStateWords::tr("Never started: the run was stopped first.");
    }
};

QString agentWaitText(ssh::AgentWait wait)
{
    return wait == ssh::AgentWait::Answer
               ? PaneStateWords::tr("touch your key, or answer the ssh agent")
               : PaneStateWords::tr("waiting its turn with the ssh agent");
}

QString agentWaitSentence(ssh::AgentWait wait)
{
    return wait == ssh::AgentWait::Answer
               ? PaneStateWords::tr(
                     "Your ssh agent has been asked to sign the login and waits for you: touch "
                     "your "
                     "security key, or answer what the agent asks.")
               : PaneStateWords::tr(
                     "Your ssh agent signs one login after the other; others are before this one.");
}

QString phaseText(ssh::Phase phase)
{
    switch (phase) {
    case ssh::Phase::Waiting:
        return PaneStateWords::tr("waiting");
    case ssh::Phase::Connecting:
        return PaneStateWords::tr("connecting");
    case ssh::Phase::KeyExchange:
        return PaneStateWords::tr("checking the host key");
    case ssh::Phase::Login:
        return PaneStateWords::tr("logging in");
    case ssh::Phase::Running:
        return PaneStateWords::tr("running");
    }
    return {};
}

bool isWaitingForAgent(const run::WorkerState &worker)
{
    return worker.isRunning() && worker.agentWait != ssh::AgentWait::None;
}

} // namespace

PaneState paneState(const run::WorkerState &worker)
{
    if (worker.ending) {
        return endedState(*worker.ending);
    }
    if (worker.stopping) {
        return PaneState::Stopping;
    }
    if (worker.startedMs < 0 || worker.phase == ssh::Phase::Waiting) {
        return PaneState::Waiting;
    }
    return worker.phase == ssh::Phase::Running ? PaneState::Running : PaneState::Connecting;
}

bool isEnded(PaneState state)
{
    return state >= PaneState::Ok;
}

Mark paneMark(PaneState state)
{
    switch (state) {
    case PaneState::Waiting:
        return Mark::Unknown;
    case PaneState::Connecting:
    case PaneState::Running:
    case PaneState::Stopping:
        return Mark::Busy;
    case PaneState::Ok:
        return Mark::Good;
    case PaneState::Failed:
        return Mark::Bad;
    case PaneState::Unreachable:
        return Mark::Warning;
    case PaneState::HostKey:
        return Mark::Bad;
    case PaneState::Stopped:
        return Mark::Off;
    }
    return Mark::Unknown;
}

QString paneStateWord(PaneState state)
{
    switch (state) {
    case PaneState::Waiting:
        return PaneStateWords::tr("waiting");
    case PaneState::Connecting:
        return PaneStateWords::tr("connecting");
    case PaneState::Running:
        return PaneStateWords::tr("running");
    case PaneState::Stopping:
        return PaneStateWords::tr("stopping");
    case PaneState::Ok:
        return PaneStateWords::tr("ok");
    case PaneState::Failed:
        return PaneStateWords::tr("failed");
    case PaneState::Unreachable:
        return PaneStateWords::tr("unreachable");
    case PaneState::HostKey:
        return PaneStateWords::tr("host key changed");
    case PaneState::Stopped:
        return PaneStateWords::tr("stopped");
    }
    return {};
}

QString paneHeadline(const run::WorkerState &worker)
{
    if (worker.ending) {
        return run::describeEnding(worker);
    }
    if (worker.stopping) {
        return paneStateWord(PaneState::Stopping);
    }
    return isWaitingForAgent(worker) ? agentWaitText(worker.agentWait) : phaseText(worker.phase);
}

QString paneSentence(const run::WorkerState &worker)
{
    if (worker.ending) {
        return worker.agentWait != ssh::AgentWait::None &&
                       std::holds_alternative<ssh::TimedOut>(*worker.ending)
                   ? PaneStateWords::tr(
                         "Your ssh agent did not sign the login in time. Is there a key to be "
                         "touched, "
                         "or a question of the agent's on another screen?")
                   : std::visit(SentenceOf{}, *worker.ending);
    }
    if (isWaitingForAgent(worker)) {
        return agentWaitSentence(worker.agentWait);
    }
    return worker.unguarded ? run::unguardedText(*worker.unguarded) : QString();
}

QString paneRoute(const run::WorkerState &worker)
{
    QStringList lines;
    if (worker.route.by == ssh::Route::By::Openssh) {
        lines << PaneStateWords::tr("Through ssh: %1")
                     .arg(worker.route.why.join(QStringLiteral(", ")));
    }
    if (!worker.route.ignored.isEmpty()) {
        lines << PaneStateWords::tr("Not used from your ssh config: %1")
                     .arg(worker.route.ignored.join(QStringLiteral(", ")));
    }
    return lines.join(QLatin1Char('\n'));
}

QString emptyPaneText(const run::WorkerState &worker)
{
    if (const QString sentence = paneSentence(worker); !sentence.isEmpty()) {
        return sentence;
    }
    switch (paneState(worker)) {
    case PaneState::Waiting:
        return PaneStateWords::tr("Waits for its turn.");
    case PaneState::Connecting:
        return PaneStateWords::tr("Connecting…");
    case PaneState::Running:
        return PaneStateWords::tr("No output yet.");
    case PaneState::Stopping:
        return PaneStateWords::tr("Asked to stop; waiting for it to end.");
    case PaneState::Stopped:
        return PaneStateWords::tr("Stopped before it printed anything.");
    default:
        return PaneStateWords::tr("Ended without output.");
    }
}

QString durationText(qint64 milliseconds)
{
    if (milliseconds < 0) {
        return {};
    }
    if (milliseconds < 9950) {
        return PaneStateWords::tr("%1 s").arg(double(milliseconds) / 1000.0, 0, 'f', 1);
    }
    const qint64 seconds = (milliseconds + 500) / 1000;
    if (seconds < 60) {
        return PaneStateWords::tr("%1 s").arg(seconds);
    }
    const QChar zero = QLatin1Char('0');
    if (seconds < 3600) {
        return PaneStateWords::tr("%1m %2s").arg(seconds / 60).arg(seconds % 60, 2, 10, zero);
    }
    return PaneStateWords::tr("%1h %2m").arg(seconds / 3600).arg(seconds / 60 % 60, 2, 10, zero);
}

qint64 elapsedMs(const run::WorkerState &worker, qint64 nowMs)
{
    return worker.elapsedMs(nowMs);
}

} // namespace podium::models
