// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/logindoors.h"

#include <algorithm>

namespace podium::ssh {

bool LoginDoors::enter(CommandId id, const QString &door)
{
    if (door.isEmpty()) {
        return true;
    }
    Door &its = m_doors[door];
    m_doorOf.insert(id, door);
    if (its.inside < m_most) {
        ++its.inside;
        return true;
    }
    its.waiting.push_back(id);
    return false;
}

std::optional<CommandId> LoginDoors::leave(CommandId id)
{
    const auto known = m_doorOf.find(id);
    if (known == m_doorOf.end()) {
        return std::nullopt;
    }
    const auto door = m_doors.find(*known);
    m_doorOf.erase(known);
    std::deque<CommandId> &waiting = door->waiting;
    if (const auto its = std::find(waiting.begin(), waiting.end(), id); its != waiting.end()) {
        waiting.erase(its);
        return std::nullopt;
    }
    if (waiting.empty()) {
        if (--door->inside == 0) {
            m_doors.erase(door);
        }
        return std::nullopt;
    }
    const CommandId next = waiting.front();
    waiting.pop_front();
    return next;
}

} // namespace podium::ssh
