// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/proxyloginlimiter.h"

#include <algorithm>

namespace podium::ssh {

bool ProxyLoginLimiter::enter(CommandId id, const QString &proxyId)
{
    if (proxyId.isEmpty()) {
        return true;
    }
    Queue &queue = m_queues[proxyId];
    m_proxyOf.insert(id, proxyId);
    if (queue.inside < m_most) {
        ++queue.inside;
        return true;
    }
    queue.waiting.push_back(id);
    return false;
}

std::optional<CommandId> ProxyLoginLimiter::leave(CommandId id)
{
    const auto known = m_proxyOf.find(id);
    if (known == m_proxyOf.end()) {
        return std::nullopt;
    }
    const auto proxyId = m_queues.find(*known);
    m_proxyOf.erase(known);
    std::deque<CommandId> &waiting = proxyId->waiting;
    if (const auto found = std::find(waiting.begin(), waiting.end(), id); found != waiting.end()) {
        waiting.erase(found);
        return std::nullopt;
    }
    if (waiting.empty()) {
        if (--proxyId->inside == 0) {
            m_queues.erase(proxyId);
        }
        return std::nullopt;
    }
    const CommandId next = waiting.front();
    waiting.pop_front();
    return next;
}

} // namespace podium::ssh
