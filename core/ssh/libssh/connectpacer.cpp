// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/connectpacer.h"

#include <algorithm>
#include <utility>

namespace podium::ssh {

std::chrono::milliseconds ConnectPacer::delay()
{
    const int longest = std::min(m_connecting, int(Longest.count()));
    return std::chrono::milliseconds(std::uniform_int_distribution(0, longest)(m_random));
}

ConnectPacer::Slot::Slot(ConnectPacer &pacer, std::function<void()> onTurn)
    : m_pacer(pacer)
    , m_onTurn(std::move(onTurn))
    , m_token(pacer.m_loop.add(this))
{
    const std::chrono::milliseconds delay = pacer.delay();
    ++pacer.m_connecting;
    if (delay > std::chrono::milliseconds::zero()) {
        m_hasToWait = true;
        pacer.m_loop.setDeadline(m_token, IoLoop::Clock::now() + delay);
    }
}

ConnectPacer::Slot::~Slot()
{
    --m_pacer.m_connecting;
    m_pacer.m_loop.remove(m_token);
}

void ConnectPacer::Slot::onDeadline()
{
    m_hasToWait = false;
    m_onTurn();
}

} // namespace podium::ssh
