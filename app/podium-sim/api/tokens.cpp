// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/tokens.h"

#include "app/podium-sim/cloud/sshkey.h"

namespace podium::sim {

constexpr int tokenBytes = 24;

std::string Tokens::issue()
{
    std::string token = "ya29.sim-" + randomHex(tokenBytes);
    const std::scoped_lock lock(m_mutex);
    m_good.insert(token);
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
    return m_good.count(authorization.substr(scheme.size())) != 0;
}

} // namespace podium::sim
