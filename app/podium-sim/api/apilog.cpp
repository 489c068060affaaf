// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/apilog.h"

#include "app/podium-sim/cloud/values.h"

#include <regex>

namespace podium::sim {

constexpr size_t kept = 10000;

void ApiLog::add(const Request &request, const std::string &target, int status)
{
    // What the token endpoint is told is all secrets.
    const bool secret = request.path == "/token";
    static const std::regex token("(access_token=)[^&]*");
    const std::string path = secret ? request.path : std::regex_replace(target, token, "$1");
    nlohmann::json call = {
        {"time", timestamp()},
        {"method", request.method},
        {"path", path},
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
