// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/tokens.h"

#include "app/podium-sim/cloud/sshkey.h"

namespace podium::sim {

constexpr int tokenBytes = 24;

std::string Tokens::issue(std::chrono::seconds lifetime)
{
    std::string token = "ya29.sim-" + randomHex(tokenBytes);
    const std::scoped_lock lock(m_mutex);
    m_good[token] = std::chrono::steady_clock::now() + lifetime;
    return token;
}

void Tokens::revokeAll()
{
    const std::scoped_lock lock(m_mutex);
    m_good.clear();
}

bool Tokens::accepts(const std::string &authorization) const
{
    constexpr std::string_view scheme = "Bearer ";
    if (authorization.compare(0, scheme.size(), scheme) != 0)
        return false;
    const std::scoped_lock lock(m_mutex);
    const auto found = m_good.find(authorization.substr(scheme.size()));
    return found != m_good.end() && std::chrono::steady_clock::now() < found->second;
}

} // namespace podium::sim
