// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/ioshard.h"

#include <utility>

namespace podium::ssh {

IoShard::IoShard(
    const MakerFor &makerFor, EventQueue &queue, IdleConnections::Limits idleLimits,
    IoLoop::Now busyClock)
    : m_queue(queue)
    , m_loop(std::move(busyClock))
    , m_connect(makerFor(m_loop))
    , m_idle(m_loop, idleLimits)
    , m_world{m_loop, m_idle, m_connect}
{
    m_loop.start();
}

IoShard::~IoShard()
{
    m_loop.stop();
}

void IoShard::endSoon()
{
    m_loop.stopSoon();
}

void IoShard::begin(CommandId id, const CommandRequest &request, const CommandInput::Taken &taken)
{
    m_loop.inbox()->post([this, id, request, taken] {
        auto &session = m_sessions[id];
        session = std::make_unique<CommandSession>(
            id, request, taken, m_world, m_queue, [this](CommandId ended) { drop(ended); });
        session->start();
    });
}

void IoShard::tell(CommandId id, std::function<void(CommandSession &)> what)
{
    m_loop.inbox()->post([this, id, what = std::move(what)] {
        const auto found = m_sessions.find(id);
        if (found != m_sessions.end()) {
            what(*found->second);
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
    m_loop.defer([this, id] { m_sessions.erase(id); });
}

} // namespace podium::ssh
