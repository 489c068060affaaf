// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace podium::sim {

/// The access tokens that calls may carry. Any thread.
class Tokens final
{
public:
    /// A new token that is good for so long, or until it is revoked.
    [[nodiscard]] std::string issue(std::chrono::seconds lifetime);
    /// Makes all tokens worthless that were issued so far.
    void revokeAll();
    /// Whether a call with this Authorization header is let in.
    [[nodiscard]] bool accepts(const std::string &authorization) const;

private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::chrono::steady_clock::time_point> m_good;
};

} // namespace podium::sim
