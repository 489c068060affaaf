// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace podium::sim {

struct Request
{
    std::string method;
    std::string path; ///< percent-decoded
    std::map<std::string, std::string> query;
    std::map<std::string, std::string> parts; ///< what the route's {names} matched
    std::string body;
    std::string authorization;
    std::string userAgent;
    std::string host;
    std::string metadataFlavor; ///< Metadata-Flavor
    std::string origin;         ///< of the web page that makes the call; others send none

    [[nodiscard]] const std::string &part(const char *name) const { return parts.at(name); }
    [[nodiscard]] std::string queryValue(const char *name, const std::string &otherwise = {}) const;
    /// The body as a JSON object; throws ApiError 400 when it is anything else.
    [[nodiscard]] nlohmann::json json() const;
};

struct Response
{
    int status = 200;
    std::string body;
    std::string contentType = "application/json; charset=UTF-8";
};

Response jsonResponse(const nlohmann::json &value, int status = 200);

/// A call's end as Google's APIs say it: {"error": {code, message, status, details}}.
struct ApiError
{
    int code = 500;
    std::string status; ///< canonical: "NOT_FOUND"
    std::string message;
    nlohmann::json details = nlohmann::json::array();

    [[nodiscard]] Response response() const;
};

ApiError invalidArgument(const std::string &message);
ApiError notFound(const std::string &resource);
ApiError permissionDenied(const std::string &permission, const std::string &resource);

/// Finds the handler of a call. Patterns are paths with {names}, each one segment; a verb after ':'
/// belongs to the last segment: "/v2/projects/{project}/locations/{zone}/nodes/{node}:start".
class Router final
{
public:
    using Handler = std::function<Response(const Request &)>;

    void add(const std::string &method, const std::string &pattern, Handler handler);

    /// Called before each handler.
    std::function<void()> beforeEach;

    /// Throws ApiError 404 when no pattern matches.
    [[nodiscard]] Response dispatch(Request &request) const;

private:
    struct Route
    {
        std::string method;
        std::vector<std::string> segments;
        std::string verb;
        Handler handler;
    };

    std::vector<Route> m_routes;
};

} // namespace podium::sim
