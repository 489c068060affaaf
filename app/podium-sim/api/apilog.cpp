// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/apilog.h"

#include "app/podium-sim/cloud/values.h"

namespace podium::sim {

constexpr size_t kept = 10000;

void ApiLog::add(const Request &request, const std::string &target, int status)
{
    // The token endpoint's body is all secrets.
    const bool secret = request.path == "/token";
    nlohmann::json call = {
        {"time", timestamp()},
        {"method", request.method},
        {"path", target},
        {"body", secret ? std::string() : request.body},
        {"userAgent", request.userAgent},
        {"authorized", !request.authorization.empty()},
        {"status", status}};
    const std::scoped_lock lock(m_mutex);
    call["number"] = ++m_seen;
    m_calls.push_back(std::move(call));
    if (m_calls.size() > kept)
        m_calls.pop_front();
}

nlohmann::json ApiLog::list() const
{
    const std::scoped_lock lock(m_mutex);
    return {{"seen", m_seen}, {"calls", nlohmann::json(m_calls)}};
}

void ApiLog::clear()
{
    const std::scoped_lock lock(m_mutex);
    m_calls.clear();
}

} // namespace podium::sim
