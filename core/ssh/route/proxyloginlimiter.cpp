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
    Door &its = m_limiter[proxyId];
    m_doorOf.insert(id, proxyId);
    if (its.inside < m_most) {
        ++its.inside;
        return true;
    }
    its.waiting.push_back(id);
    return false;
}

std::optional<CommandId> ProxyLoginLimiter::leave(CommandId id)
{
    const auto known = m_doorOf.find(id);
    if (known == m_doorOf.end()) {
        return std::nullopt;
    }
    const auto proxyId = m_limiter.find(*known);
    m_doorOf.erase(known);
    std::deque<CommandId> &waiting = proxyId->waiting;
    if (const auto its = std::find(waiting.begin(), waiting.end(), id); its != waiting.end()) {
        waiting.erase(its);
        return std::nullopt;
    }
    if (waiting.empty()) {
        if (--proxyId->inside == 0) {
            m_limiter.erase(proxyId);
        }
        return std::nullopt;
    }
    const CommandId next = waiting.front();
    waiting.pop_front();
    return next;
}

} // namespace podium::ssh
