// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"
#include "app/podium-sim/cloud/jwt.h"

#include <ctime>

namespace podium::sim {

using nlohmann::json;

constexpr long longestAssertion = 3600;
constexpr long clockSkew = 300;
constexpr const char *bearerGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer";

static Response refused(Cloud &cloud, const char *error, const std::string &description)
{
    ++cloud.oauth.refusals;
    return jsonResponse({{"error", error}, {"error_description", description}}, 400);
}

static Response granted(Cloud &cloud, const std::string &scope)
{
    const long seconds = cloud.settings.tokenSeconds;
    return jsonResponse(
        {{"access_token", cloud.tokens.issue(std::chrono::seconds(seconds))},
         {"expires_in", seconds},
         {"scope", scope},
         {"token_type", "Bearer"}});
}

/// A refresh token that begins with "revoked" is one that the user has withdrawn.
static Response refresh(Cloud &cloud, const Request &form)
{
    const std::string token = form.queryValue("refresh_token");
    if (token.empty() || form.queryValue("client_id").empty())
        return refused(cloud, "invalid_request", "Missing required parameter: refresh_token");
    if (token.rfind("revoked", 0) == 0)
        return refused(cloud, "invalid_grant", "Token has been expired or revoked.");
    ++cloud.oauth.refreshes;
    return granted(
        cloud, form.queryValue("scope", "https://www.googleapis.com/auth/cloud-platform"));
}

/// What is wrong with an assertion; empty for a good one. A cloud that knows no service account
/// takes any that is well formed.
static std::string faultOf(const Cloud &cloud, const Jwt &jwt)
{
    const std::string issuer = jwt.claims.value("iss", "");
    const auto account = cloud.oauth.serviceAccounts.find(issuer);
    if (account == cloud.oauth.serviceAccounts.end()) {
        if (issuer.empty() || !cloud.oauth.serviceAccounts.empty())
            return "Invalid grant: account not found";
    } else if (!verifyJwt(jwt, account->second)) {
        return "Invalid JWT Signature.";
    }
    const long now = static_cast<long>(std::time(nullptr));
    const long issued = jwt.claims.value("iat", 0L);
    const long expires = jwt.claims.value("exp", 0L);
    if (issued > now + clockSkew || expires < now - clockSkew ||
        expires - issued > longestAssertion)
        return "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable "
               "timeframe. Check your iat and exp values in the JWT claim.";
    if (jwt.claims.value("aud", "").empty())
        return "Invalid JWT: Failed audience check.";
    return {};
}

static Response assertion(Cloud &cloud, const Request &form)
{
    const auto jwt = parseJwt(form.queryValue("assertion"));
    if (!jwt)
        return refused(cloud, "invalid_grant", "Bad Request");
    const std::string fault = faultOf(cloud, *jwt);
    if (!fault.empty())
        return refused(cloud, "invalid_grant", fault);
    ++cloud.oauth.assertions;
    if (jwt->claims.contains("target_audience"))
        return jsonResponse({{"id_token", form.queryValue("assertion")}});
    const std::string scope = jwt->claims.value("scope", "");
    if (scope.empty())
        return refused(
            cloud, "invalid_scope", "Invalid OAuth scope or ID token audience provided.");
    return granted(cloud, scope);
}

void addOauthRoutes(Router &router, Cloud &cloud)
{
    // The form's fields come as query values: the HTTP side reads them so.
    router.add("POST", "/token", [&cloud](const Request &form) {
        const std::string grant = form.queryValue("grant_type");
        if (grant == "refresh_token")
            return refresh(cloud, form);
        if (grant == bearerGrant)
            return assertion(cloud, form);
        return refused(cloud, "unsupported_grant_type", "Invalid grant_type: " + grant);
    });
}

} // namespace podium::sim
