// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/forwardsockets.h"

#include <utility>

namespace podium::ssh {

void ForwardSockets::add(Descriptor socket)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(socket));
    if (m_wake) {
        m_wake();
    }
}

ForwardSockets::Counts ForwardSockets::counts() const
{
    const std::lock_guard lock(m_mutex);
    return m_counts;
}

std::size_t ForwardSockets::waiting() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiting.size();
}

void ForwardSockets::closeWaiting()
{
    const std::lock_guard lock(m_mutex);
    m_waiting.clear();
}

void ForwardSockets::setWake(std::function<void()> wake)
{
    const std::lock_guard lock(m_mutex);
    m_wake = std::move(wake);
}

std::vector<Descriptor> ForwardSockets::take(std::size_t most)
{
    const std::lock_guard lock(m_mutex);
    std::vector<Descriptor> taken;
    while (!m_waiting.empty() && taken.size() < most) {
        taken.push_back(std::move(m_waiting.front()));
        m_waiting.pop_front();
    }
    return taken;
}

void ForwardSockets::giveBack(Descriptor socket)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.push_front(std::move(socket));
}

void ForwardSockets::noteOpened()
{
    const std::lock_guard lock(m_mutex);
    ++m_counts.open;
    ++m_counts.served;
    m_counts.lastRefusal.reset();
}

void ForwardSockets::noteClosed()
{
    const std::lock_guard lock(m_mutex);
    --m_counts.open;
}

void ForwardSockets::noteRefused(const Error &error)
{
    const std::lock_guard lock(m_mutex);
    ++m_counts.refused;
    m_counts.lastRefusal = error;
}

void ForwardSockets::noteBytes(qint64 up, qint64 down)
{
    const std::lock_guard lock(m_mutex);
    m_counts.up += up;
    m_counts.down += down;
}

} // namespace podium::ssh
