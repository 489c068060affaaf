// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/faults.h"

#include <chrono>

namespace podium::sim {

using nlohmann::json;

void Faults::add(const json &description)
{
    Fault fault;
    fault.pattern = description.value("path", ".*");
    try {
        fault.path = std::regex(fault.pattern);
    } catch (const std::regex_error &error) {
        throw invalidArgument("path is no regular expression: " + std::string(error.what()));
    }
    fault.method = description.value("method", "");
    if (description.contains("status"))
        fault.status = description["status"].get<int>();
    if (description.contains("body")) {
        const json &body = description["body"];
        fault.body = body.is_string() ? body.get<std::string>() : body.dump();
    }
    fault.delayMs = description.value("delayMs", 0);
    if (description.contains("cutAt"))
        fault.cutAt = description["cutAt"].get<size_t>();
    if (description.contains("retryAfter"))
        fault.retryAfter = description["retryAfter"].get<int>();
    fault.count = description.value("count", -1);
    const std::scoped_lock lock(m_mutex);
    m_faults.push_back(std::move(fault));
}

void Faults::clear()
{
    const std::scoped_lock lock(m_mutex);
    m_faults.clear();
}

json Faults::list() const
{
    const std::scoped_lock lock(m_mutex);
    json result = json::array();
    for (const Fault &fault : m_faults)
        result.push_back(
            {{"path", fault.pattern}, {"method", fault.method}, {"count", fault.count}});
    return result;
}

std::optional<Fault> Faults::take(const std::string &method, const std::string &path)
{
    const std::scoped_lock lock(m_mutex);
    for (auto fault = m_faults.begin(); fault != m_faults.end(); ++fault) {
        if ((!fault->method.empty() && fault->method != method) ||
            !std::regex_search(path, fault->path))
            continue;
        Fault taken = *fault;
        if (fault->count > 0 && --fault->count == 0)
            m_faults.erase(fault);
        return taken;
    }
    return std::nullopt;
}

void Faults::wait(const Fault &fault)
{
    std::unique_lock lock(m_mutex);
    m_stopping.wait_for(
        lock, std::chrono::milliseconds(fault.delayMs), [this] { return m_stopped; });
}

void Faults::stop()
{
    const std::scoped_lock lock(m_mutex);
    m_stopped = true;
    m_stopping.notify_all();
}

struct UsualError
{
    int code;
    const char *status;
    const char *message;
};

constexpr UsualError usualErrors[] = {
    {400, "INVALID_ARGUMENT", "Request contains an invalid argument."},
    {401, "UNAUTHENTICATED",
     "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie "
     "or other valid authentication credential. See "
     "https://developers.google.com/identity/sign-in/web/devconsole-project."},
    {403, "PERMISSION_DENIED", "The caller does not have permission"},
    {404, "NOT_FOUND", "Requested entity was not found."},
    {409, "ALREADY_EXISTS", "Requested entity already exists"},
    {429, "RESOURCE_EXHAUSTED",
     "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute' of "
     "service 'tpu.googleapis.com'."},
    {500, "INTERNAL", "Internal error encountered."},
    {503, "UNAVAILABLE", "The service is currently unavailable."}};

Response faultResponse(const Fault &fault)
{
    const int status = fault.status.value_or(200);
    if (fault.body)
        return {status, *fault.body, "application/json; charset=UTF-8"};
    for (const UsualError &usual : usualErrors) {
        if (usual.code == status)
            return ApiError{usual.code, usual.status, usual.message, json::array()}.response();
    }
    return ApiError{status, "UNKNOWN", "Error " + std::to_string(status), json::array()}.response();
}

} // namespace podium::sim
