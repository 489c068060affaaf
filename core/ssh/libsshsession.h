// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/connection.h"
#include "core/ssh/eventqueue.h"
#include "core/ssh/execchannel.h"
#include "core/ssh/remotestop.h"
#include "core/ssh/transport.h"

#include <functional>
#include <memory>
#include <optional>

namespace podium::ssh {

/// One command on one worker from the first packet to its one ending. Lives on an I/O thread.
class LibsshSession final : public IoClient
{
public:
    /// `onEnded` is called once, after the ending is queued; the session may be destroyed from
    /// then on, but not inside the call.
    LibsshSession(
        CommandId id, CommandRequest request, SessionWorld world, EventQueue &queue,
        std::function<void(CommandId)> onEnded);
    ~LibsshSession();
    LibsshSession(const LibsshSession &) = delete;
    LibsshSession &operator=(const LibsshSession &) = delete;

    void start();
    void stop(StopKind kind);
    /// The reader of the events has caught up.
    void resumeReading();

    void onReady(std::uint32_t events) override;
    void onDeadline() override;

private:
    using Clock = IoLoop::Clock;
    void advance();
    void advanceConnection();
    void advanceCommand();
    void finishCommand();
    void finishBroken();
    void finishStop(RemoteStop::Verdict verdict);
    void setPhase(Phase phase);
    void end(Ending ending);
    void updateWatch();
    void updateDeadline();
    [[nodiscard]] bool passConnectLimit(Clock::time_point now);
    [[nodiscard]] bool passTotalLimit(Clock::time_point now);
    [[nodiscard]] bool isSent() const;
    [[nodiscard]] std::optional<Ending> naturalEnding() const;

    const CommandId m_id;
    const CommandRequest m_request;
    SessionWorld m_world;
    EventQueue &m_queue;
    std::function<void(CommandId)> m_onEnded;
    IoLoop::Token m_token;
    std::optional<Phase> m_phase;
    bool m_hasEnded = false;
    bool m_isPaused = false;
    Clock::time_point m_connectDeadline;
    std::optional<Clock::time_point> m_totalDeadline;
    std::optional<Clock::time_point> m_addressDeadline;
    std::optional<Clock::time_point> m_killDeadline; ///< after the total limit
    bool m_isTimedOut = false;
    bool m_isStopped = false;
    Connection m_connection;
    std::unique_ptr<ExecChannel> m_exec; ///< freed before the connection
    std::unique_ptr<RemoteStop> m_stop;
};

} // namespace podium::ssh
