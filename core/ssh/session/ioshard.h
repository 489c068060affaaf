// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/eventqueue.h"
#include "core/ssh/io/ioloop.h"
#include "core/ssh/session/commandsession.h"
#include "core/ssh/session/idleconnections.h"

#include <functional>
#include <memory>
#include <unordered_map>

namespace podium::ssh {

/// One I/O thread and the sessions on it. Its public functions are for the transport's thread.
class IoShard final
{
public:
    /// What makes the connections of one thread, given its loop.
    using MakerFor = std::function<ConnectionMaker(IoLoop &)>;

    /// `queue` must outlive this. `busyClock`: see IoLoop.
    IoShard(
        const MakerFor &makerFor, EventQueue &queue, IdleConnections::Limits idleLimits,
        IoLoop::Now busyClock);
    /// Closes the connections; what runs on the workers runs on.
    ~IoShard();
    /// Begins to end: see IoLoop::stopSoon().
    void endSoon();
    IoShard(const IoShard &) = delete;
    IoShard &operator=(const IoShard &) = delete;

    void begin(CommandId id, const CommandRequest &request, const CommandInput::Taken &taken);
    /// Does something with a command on the thread, unless it has ended there.
    void tell(CommandId id, std::function<void(CommandSession &)> what);
    void resumeReading();
    void closeIdle();
    [[nodiscard]] std::chrono::milliseconds busyFor() const { return m_loop.busyFor(); }
    void breakCurrent() { m_loop.breakCurrent(); }

private:
    void drop(CommandId id);

    EventQueue &m_queue;
    IoLoop m_loop;
    const ConnectionMaker m_connect;
    IdleConnections m_idle;
    SessionWorld m_world;
    std::unordered_map<CommandId, std::unique_ptr<CommandSession>> m_sessions; ///< the thread's
};

} // namespace podium::ssh
