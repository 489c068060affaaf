// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/commandsession.h"

#include "core/ssh/failures.h"
#include "core/ssh/session/forwardbundle.h"
#include "core/ssh/session/idleconnections.h"

#include <utility>

#include <sys/epoll.h>

namespace podium::ssh {

using namespace std::chrono_literals;

namespace {

/// From TERM to KILL when the total limit has passed.
constexpr auto TimeoutGrace = 2s;
/// For one of several addresses of a name.
constexpr auto AddressLimit = 3s;

} // namespace

CommandSession::CommandSession(
    CommandId id, CommandRequest request, CommandInput::Taken taken, SessionWorld world,
    EventQueue &queue, std::function<void(CommandId)> onEnded)
    : m_id(id)
    , m_request(std::move(request))
    , m_world(world)
    , m_queue(queue)
    , m_onEnded(std::move(onEnded))
    , m_token(world.loop.add(this))
    , m_timer(m_request)
    , m_login(
          m_timer,
          [this](AgentWait wait) {
              m_queue.push({m_id, AgentWaited{wait}});
          })
    , m_input(m_request, std::move(taken))
    , m_guard(m_request.lossLimit)
{}

CommandSession::~CommandSession()
{
    unwatch();
    m_world.loop.remove(m_token);
}

void CommandSession::unwatch()
{
    m_world.loop.unwatch(m_token, m_connection && m_connection->descriptor() >= 0);
}

void CommandSession::start()
{
    m_timer.start(Clock::now());
    setPhase(Phase::Connecting);
    if (!CommandInput::canBeSent(m_request)) {
        return end(Refused{cannotBeSent(m_request.endpoint, CommandInput::LongestCommand)});
    }
    connect(!m_request.freshLogin && !m_request.sockets);
    advance();
}

void CommandSession::connect(bool mayReuse)
{
    m_connection.shell.reset();
    m_connection = mayReuse ? m_world.idle.take(m_request, m_token) : KeptConnection();
    m_isReused = bool(m_connection);
    m_proofDeadline.reset();
    if (m_isReused) {
        const auto now = Clock::now();
        m_proofDeadline = now + m_connection.proofLimit(m_request);
        m_timer.enter(CommandTimer::Step::Login, now); // as far as it is
        m_connection->setProgress([this] { advance(); });
    } else {
        m_connection.connection = m_world.connect(m_request.endpoint, [this] { advance(); });
    }
}

bool CommandSession::replaceDeadConnection()
{
    if (!m_isReused || isSent()) {
        return false;
    }
    unwatch();
    m_exec.reset();
    connect(false);
    advanceConnection();
    return true;
}

void CommandSession::keepConnection()
{
    m_exec.reset();
    m_connection.stepShell();
    m_world.idle.keep(std::move(m_connection), m_token);
}

void CommandSession::resumeReading()
{
    if (std::exchange(m_isPaused, false)) {
        m_timer.setReaderIsSlow(false, Clock::now());
        advance();
    }
}

void CommandSession::advance()
{
    if (m_hasEnded) {
        return;
    }
    if (m_connection->state() != Connection::State::Ready) {
        advanceConnection();
    }
    if (!m_hasEnded && m_connection->state() == Connection::State::Ready) {
        advanceCommand();
    }
    if (!m_hasEnded) {
        updateWatch();
        updateDeadline();
    }
}

void CommandSession::advanceConnection()
{
    if (m_connection->state() == Connection::State::Connecting) {
        // A failed attempt closes its descriptor, and the next may get the same number.
        m_world.loop.unwatch(m_token);
    }
    const auto state = m_connection->step();
    if (m_hasEnded) {
        return;
    }
    if (state == Connection::State::Failed) {
        return m_login.beginsAgain(*m_connection, Clock::now()) ? connectAgain()
                                                                : end(m_connection->failure());
    }
    m_login.look(*m_connection, Clock::now());
    setPhase(m_timer.phase());
    m_addressDeadline = m_connection->hasMoreAddresses()
                            ? std::optional(Clock::now() + AddressLimit)
                            : std::nullopt;
}

void CommandSession::connectAgain()
{
    unwatch();
    // This may be inside a call of its own.
    m_world.loop.defer(
        [dropped = std::shared_ptr<Connection>(std::move(m_connection.connection))] {});
    connect(false);
    advanceConnection();
}

void CommandSession::openCommand()
{
    if (m_request.sockets) {
        m_exec = ForwardBundle::make(*m_connection, m_world.loop, m_request, [this] { advance(); });
        return;
    }
    auto output = [this](OutputStream stream, const char *data, std::size_t size) {
        m_timer.noteOutput(Clock::now());
        m_queue.pushOutput(m_id, stream, data, size);
    };
    m_exec = m_connection.open(m_request, std::move(output), m_input.terminal());
    m_input.giveTo(*m_exec);
}

void CommandSession::give(const std::function<void(CommandInput &, CommandChannel *)> &what)
{
    what(m_input, m_exec.get());
    advance();
}

void CommandSession::advanceCommand()
{
    if (m_exec) {
        m_connection->pump();
    } else {
        openCommand();
    }
    const auto state = m_exec->step();
    m_connection.stepShell();
    m_input.noteTaken(*m_exec);
    if (isSent()) {
        m_timer.enter(CommandTimer::Step::Running, Clock::now());
        setPhase(Phase::Running);
    }
    m_guard.step(*m_connection, *m_exec, Clock::now());
    if (const auto unguarded = m_guard.handleFailure(*m_exec)) {
        m_queue.push({m_id, *unguarded});
    }
    m_world.loop.hold(m_token, m_guard.isLeaving());
    if (m_stop) {
        const auto verdict = m_stop->step(Clock::now());
        if (verdict != RemoteStop::Verdict::Going) {
            return finishStop(verdict);
        }
    }
    const bool isBroken = m_connection->isBroken() || m_exec->isCutOff();
    // Where a forward is denied the worker has answered: its connection is well.
    const bool mayBeDead =
        isBroken || (state == CommandChannel::State::OpenDenied && !m_request.forward);
    if (mayBeDead && replaceDeadConnection()) {
        return;
    }
    const bool hasFinished =
        (state == CommandChannel::State::Closed && !m_exec->isCutOff()) || m_exec->isDenied();
    if (hasFinished && !(isBroken && state == CommandChannel::State::OpenDenied) && !m_stop) {
        finishCommand();
    } else if (isBroken) {
        finishBroken();
    }
}

void CommandSession::finishCommand()
{
    const Endpoint &endpoint = m_request.endpoint;
    if (m_exec->state() == CommandChannel::State::TerminalDenied && m_exec->isSent()) {
        return end(Lost{m_exec->denial(endpoint)});
    }
    if (m_exec->isDenied()) {
        const Refused refused{m_exec->denial(endpoint)};
        return m_request.forward ? endAtOnce(refused) : end(refused);
    }
    if (m_guard.hasFired()) {
        return end(Lost{endedWhileCutOff(endpoint)});
    }
    const auto natural = m_exec->ending();
    if (natural && !m_stop && m_guard.close()) {
        keepConnection();
    }
    end(natural.value_or(Lost{endedWithoutStatus(endpoint)}));
}

void CommandSession::finishBroken()
{
    const QString text = m_connection->lastProblem();
    if (m_stop) {
        return endStopped(m_stop->wasSeenGone());
    }
    if (!isSent()) {
        return end(Unreachable{brokeBeforeCommand(m_request.endpoint, text)});
    }
    // All output has come and the status too: only the goodbye is missing.
    const auto natural = m_exec->ending();
    if (natural && m_exec->hasSeenEof()) {
        return end(*natural);
    }
    end(Lost{lostConnection(m_request.endpoint, text, m_guard.isWatching())});
}

void CommandSession::finishStop(RemoteStop::Verdict verdict)
{
    const bool isOver = verdict == RemoteStop::Verdict::NotNeeded;
    const bool isGone = verdict == RemoteStop::Verdict::Gone || (isOver && m_exec->ending());
    isOver && !m_timedOut ? finishCommand() : endStopped(isGone);
}

void CommandSession::endStopped(bool isGone)
{
    end(m_timedOut ? Ending(TimedOut{m_timedOut->phase, m_timedOut->silence, isGone})
                   : Ending(Stopped{isGone}));
}

/// Where nothing is to be ended on the worker: nothing was sent, or it is a forward.
void CommandSession::endAtOnce(const Ending &ending)
{
    if (m_exec && !m_request.sockets && (isSent() || m_exec->isDenied())) {
        keepConnection();
    }
    end(ending);
}

void CommandSession::leaveRunning()
{
    m_guard.release();
    advance();
}

void CommandSession::stop(StopKind kind)
{
    if (m_hasEnded) {
        return;
    }
    m_isStopped = true;
    if (!hasProcess()) {
        return endAtOnce(Stopped{true});
    }
    beginStop(kind, Clock::now());
    m_isPaused = false;
    advance();
}

void CommandSession::beginStop(StopKind kind, Clock::time_point now)
{
    if (!m_stop) {
        m_stop = std::make_unique<RemoteStop>(
            *m_connection, *m_exec, m_isReused ? Reach::Running : Reach::LeftBehindToo);
    }
    m_stop->order(kind, now);
}

void CommandSession::onDeadline()
{
    const auto now = Clock::now();
    if (m_hasEnded || passLimit(now)) {
        return;
    }
    if (m_addressDeadline && *m_addressDeadline <= now && m_connection->hasMoreAddresses()) {
        m_world.loop.unwatch(m_token);
        m_connection->skipAddress();
    }
    if (m_proofDeadline && *m_proofDeadline <= now && replaceDeadConnection() && m_hasEnded) {
        return;
    }
    advance();
}

bool CommandSession::passLimit(Clock::time_point now)
{
    if (m_killDeadline && *m_killDeadline <= now) {
        m_killDeadline.reset();
        m_stop->order(StopKind::Kill, now);
        return false;
    }
    if (m_connection->state() != Connection::State::Ready) {
        m_login.look(*m_connection, now); // the agent may have answered others
    }
    const auto timedOut = m_timer.passed(now);
    if (!timedOut || m_isStopped || m_timedOut) {
        return false;
    }
    if (!hasProcess()) {
        endAtOnce(*timedOut);
        return true;
    }
    m_timedOut = timedOut;
    beginStop(StopKind::Polite, now);
    m_killDeadline = now + TimeoutGrace;
    return false;
}

void CommandSession::setPhase(Phase phase)
{
    if (!m_phase || *m_phase < phase) { // connecting again is not told
        m_phase = phase;
        m_queue.push({m_id, PhaseChanged{phase}});
    }
}

void CommandSession::end(Ending ending)
{
    if (std::exchange(m_hasEnded, true)) {
        return;
    }
    unwatch();
    m_world.loop.setDeadline(m_token, std::nullopt);
    m_queue.push({m_id, std::move(ending)});
    m_onEnded(m_id);
}

void CommandSession::updateWatch()
{
    const int fd = m_connection->descriptor();
    if (fd < 0) {
        m_world.loop.unwatch(m_token, m_connection->state() == Connection::State::Connecting);
        return;
    }
    if (m_exec && m_queue.isFull() && !m_stop && !m_request.sockets) {
        m_isPaused = true;
        m_timer.setReaderIsSlow(true, Clock::now());
        m_world.loop.unwatch(m_token);
        return;
    }
    std::uint32_t events = m_connection->wantedEvents();
    if ((m_exec && m_exec->wantsToWrite()) || (m_stop && m_stop->wantsToWrite()) ||
        m_guard.wantsToWrite()) {
        events |= EPOLLOUT;
    }
    m_connection->expectAnswer();
    m_world.loop.watch(m_token, fd, events);
}

void CommandSession::updateDeadline()
{
    using Moment = std::optional<Clock::time_point>;
    const bool isLimited = !m_isStopped && !m_timedOut;
    m_world.loop.setDeadline(
        m_token,
        earliest(
            {isSent() ? Moment() : m_addressDeadline, isSent() ? Moment() : m_proofDeadline,
             isSent() ? Moment() : m_login.next(), isLimited ? m_timer.next() : Moment(),
             m_killDeadline, m_stop ? m_stop->deadline() : Moment(), m_guard.deadline()}));
}

} // namespace podium::ssh
