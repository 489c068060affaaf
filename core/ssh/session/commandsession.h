// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/eventqueue.h"
#include "core/ssh/io/ioloop.h"
#include "core/ssh/session/commandinput.h"
#include "core/ssh/session/commandtimer.h"
#include "core/ssh/session/connectionwatchdog.h"
#include "core/ssh/session/keptconnection.h"
#include "core/ssh/session/loginwatch.h"
#include "core/ssh/session/remotestop.h"
#include "core/ssh/transport.h"

#include <functional>
#include <memory>
#include <optional>

namespace podium::ssh {

class IdleConnections;

/// What the sessions of one I/O thread share. Not owned.
struct SessionWorld
{
    IoLoop &loop;
    IdleConnections &idle; ///< this thread's own
    const ConnectionMaker &connect;
};

/// One command on one worker from the first packet to its one ending. Lives on an I/O thread.
///
/// Takes a connection that is open already where there is one. Such a one may be dead: until the
/// worker has opened a channel on it nothing is sent, and where that fails or takes too long, a new
/// connection is made instead. Once the command may have been sent it is never sent again; a text
/// for a kept shell, once the worker has begun with it.
class CommandSession final : public IoClient
{
public:
    /// `onEnded` is called once, after the ending is queued; the session may be destroyed from
    /// then on, but not inside the call.
    CommandSession(
        CommandId id, CommandRequest request, CommandInput::Taken taken, SessionWorld world,
        EventQueue &queue, std::function<void(CommandId)> onEnded);
    ~CommandSession();
    CommandSession(const CommandSession &) = delete;
    CommandSession &operator=(const CommandSession &) = delete;

    void start();
    void stop(StopKind kind);
    void leaveRunning();
    /// Types, ends or resizes.
    void give(const std::function<void(CommandInput &, CommandChannel *)> &what);
    /// The reader of the events has caught up.
    void resumeReading();

    void onReady(std::uint32_t) override { advance(); }
    void onDeadline() override;

private:
    using Clock = IoLoop::Clock;
    void advance();
    void connect(bool mayReuse);
    [[nodiscard]] bool replaceDeadConnection();
    void connectAgain();
    void keepConnection();
    void advanceConnection();
    void openCommand();
    void advanceCommand();
    void finishCommand();
    void finishBroken();
    void finishStop(RemoteStop::Verdict verdict);
    void endStopped(bool isGone);
    void endAtOnce(const Ending &ending);
    void setPhase(Phase phase);
    void end(Ending ending);
    void updateWatch();
    void updateDeadline();
    [[nodiscard]] bool passLimit(Clock::time_point now);
    void beginStop(StopKind kind, Clock::time_point now);
    void unwatch();
    [[nodiscard]] bool isSent() const { return m_exec && m_exec->isSent(); }
    [[nodiscard]] bool hasProcess() const { return isSent() && !m_request.isForward(); }

    const CommandId m_id;
    const CommandRequest m_request;
    SessionWorld m_world;
    EventQueue &m_queue;
    std::function<void(CommandId)> m_onEnded;
    IoLoop::Token m_token;
    std::optional<Phase> m_phase;
    bool m_hasEnded = false;
    bool m_isPaused = false;
    CommandTimer m_timer;
    LoginWatch m_login;
    CommandInput m_input;
    std::optional<Clock::time_point> m_addressDeadline;
    std::optional<Clock::time_point> m_proofDeadline; ///< for a reused connection to open a channel
    std::optional<Clock::time_point> m_killDeadline;  ///< after a limit of the running command
    std::optional<TimedOut> m_timedOut;
    bool m_isStopped = false;
    bool m_isReused = false;
    KeptConnection m_connection;            ///< null before the start and after the end
    std::unique_ptr<CommandChannel> m_exec; ///< freed before the connection
    std::unique_ptr<RemoteStop> m_stop;
    ConnectionWatchdog m_guard;
};

} // namespace podium::ssh
