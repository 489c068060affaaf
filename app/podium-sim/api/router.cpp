// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/router.h"

#include <optional>
#include <utility>

namespace podium::sim {

std::string Request::queryValue(const char *name, const std::string &otherwise) const
{
    const auto found = query.find(name);
    return found == query.end() ? otherwise : found->second;
}

nlohmann::json Request::json() const
{
    if (body.empty())
        return nlohmann::json::object();
    auto value = nlohmann::json::parse(body, nullptr, false);
    if (!value.is_object())
        throw invalidArgument("Invalid JSON payload received. Expected an object.");
    return value;
}

Response jsonResponse(const nlohmann::json &value, int status)
{
    return {status, value.dump(1) + '\n', "application/json; charset=UTF-8"};
}

Response ApiError::response() const
{
    nlohmann::json error = {{"code", code}, {"message", message}, {"status", status}};
    if (!details.empty())
        error["details"] = details;
    return jsonResponse({{"error", std::move(error)}}, code);
}

ApiError invalidArgument(const std::string &message)
{
    return {400, "INVALID_ARGUMENT", message, nlohmann::json::array()};
}

ApiError notFound(const std::string &resource)
{
    return {
        404,
        "NOT_FOUND",
        "Resource '" + resource + "' was not found",
        {{{"@type", "type.googleapis.com/google.rpc.ResourceInfo"}, {"resourceName", resource}}}};
}

ApiError permissionDenied(const std::string &permission, const std::string &resource)
{
    return {
        403,
        "PERMISSION_DENIED",
        "Permission '" + permission + "' denied on '" + resource + "'",
        {{{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
          {"reason", "IAM_PERMISSION_DENIED"},
          {"domain", "tpu.googleapis.com"},
          {"metadata", {{"permission", permission}, {"resource", resource}}}}}};
}

struct Split
{
    std::vector<std::string> segments;
    std::string verb;
};

static Split split(const std::string &path)
{
    Split result;
    size_t start = path.empty() || path[0] != '/' ? 0 : 1;
    while (start <= path.size()) {
        const size_t end = std::min(path.find('/', start), path.size());
        result.segments.push_back(path.substr(start, end - start));
        start = end + 1;
    }
    std::string &last = result.segments.back();
    const size_t colon = last.rfind(':');
    if (colon != std::string::npos) {
        result.verb = last.substr(colon + 1);
        last.resize(colon);
    }
    return result;
}

void Router::add(const std::string &method, const std::string &pattern, Handler handler)
{
    Split parts = split(pattern);
    m_routes.push_back(
        {method, std::move(parts.segments), std::move(parts.verb), std::move(handler)});
}

static std::optional<std::map<std::string, std::string>>
match(const std::vector<std::string> &pattern, const std::vector<std::string> &path)
{
    if (pattern.size() != path.size())
        return std::nullopt;
    std::map<std::string, std::string> parts;
    for (size_t i = 0; i < pattern.size(); ++i) {
        if (!pattern[i].empty() && pattern[i].front() == '{')
            parts[pattern[i].substr(1, pattern[i].size() - 2)] = path[i];
        else if (pattern[i] != path[i])
            return std::nullopt;
    }
    return parts;
}

Response Router::dispatch(Request &request) const
{
    const Split path = split(request.path);
    for (const Route &route : m_routes) {
        if (route.method != request.method || route.verb != path.verb)
            continue;
        if (auto parts = match(route.segments, path.segments)) {
            request.parts = std::move(*parts);
            if (beforeEach)
                beforeEach();
            return route.handler(request);
        }
    }
    throw ApiError{
        404, "NOT_FOUND", "Requested entity was not found: " + request.method + ' ' + request.path,
        nlohmann::json::array()};
}

} // namespace podium::sim
