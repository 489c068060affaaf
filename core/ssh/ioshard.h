// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/agentbroker.h"
#include "core/ssh/eventqueue.h"
#include "core/ssh/hostkeystore.h"
#include "core/ssh/idleconnections.h"
#include "core/ssh/ioloop.h"
#include "core/ssh/libsshsession.h"
#include "core/ssh/privatekeys.h"

#include <memory>
#include <unordered_map>

namespace podium::ssh {

/// One I/O thread and the sessions on it. Its public functions are for the transport's thread.
class IoShard final
{
public:
    /// All references must outlive this.
    IoShard(
        HostKeyStore &hostKeys, AgentBroker &agent, EventQueue &queue,
        IdleConnections::Limits idleLimits);
    /// Closes the connections; what runs on the workers runs on.
    ~IoShard();
    IoShard(const IoShard &) = delete;
    IoShard &operator=(const IoShard &) = delete;

    void begin(CommandId id, const CommandRequest &request);
    void stop(CommandId id, StopKind kind);
    void resumeReading();
    void closeIdle();
    [[nodiscard]] std::chrono::milliseconds busyFor() const { return m_loop.busyFor(); }
    void breakCurrent() { m_loop.breakCurrent(); }

private:
    void drop(CommandId id);

    EventQueue &m_queue;
    PrivateKeys m_privateKeys;
    IoLoop m_loop;
    IdleConnections m_idle;
    SessionWorld m_world;
    std::unordered_map<CommandId, std::unique_ptr<LibsshSession>> m_sessions; ///< the thread's
};

} // namespace podium::ssh
