// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/connectspread.h"

#include <algorithm>
#include <utility>

namespace podium::ssh {

std::chrono::milliseconds ConnectSpread::delay()
{
    const int longest = std::min(m_connecting, int(Longest.count()));
    return std::chrono::milliseconds(std::uniform_int_distribution(0, longest)(m_random));
}

ConnectSpread::Place::Place(ConnectSpread &spread, std::function<void()> onTurn)
    : m_spread(spread)
    , m_onTurn(std::move(onTurn))
    , m_token(spread.m_loop.add(this))
{
    const std::chrono::milliseconds delay = spread.delay();
    ++spread.m_connecting;
    if (delay > std::chrono::milliseconds::zero()) {
        m_hasToWait = true;
        spread.m_loop.setDeadline(m_token, IoLoop::Clock::now() + delay);
    }
}

ConnectSpread::Place::~Place()
{
    --m_spread.m_connecting;
    m_spread.m_loop.remove(m_token);
}

void ConnectSpread::Place::onDeadline()
{
    m_hasToWait = false;
    m_onTurn();
}

} // namespace podium::ssh
