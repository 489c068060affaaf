// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/ioshard.h"

namespace podium::ssh {

IoShard::IoShard(
    HostKeyStore &hostKeys, AgentBroker &agent, EventQueue &queue,
    IdleConnections::Limits idleLimits)
    : m_queue(queue)
    , m_idle(m_loop, idleLimits)
    , m_world{m_loop, hostKeys, m_privateKeys, agent, m_idle}
{
    m_loop.start();
}

IoShard::~IoShard()
{
    m_loop.stop();
}

void IoShard::begin(CommandId id, const CommandRequest &request)
{
    m_loop.inbox()->post([this, id, request] {
        auto &session = m_sessions[id];
        session = std::make_unique<LibsshSession>(
            id, request, m_world, m_queue, [this](CommandId ended) { drop(ended); });
        session->start();
    });
}

void IoShard::stop(CommandId id, StopKind kind)
{
    m_loop.inbox()->post([this, id, kind] {
        const auto found = m_sessions.find(id);
        if (found != m_sessions.end()) {
            found->second->stop(kind);
        }
    });
}

void IoShard::resumeReading()
{
    m_loop.inbox()->post([this] {
        for (const auto &[id, session] : m_sessions) {
            session->resumeReading();
        }
    });
}

void IoShard::closeIdle()
{
    m_loop.inbox()->post([this] { m_idle.closeAll(); });
}

void IoShard::drop(CommandId id)
{
    // Later: the session is still inside a call of its own.
    m_loop.inbox()->post([this, id] { m_sessions.erase(id); });
}

} // namespace podium::ssh
