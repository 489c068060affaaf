// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/api/cloud.h"

#include <cctype>

namespace podium::sim {

using nlohmann::json;

/// The login name that OS Login makes of an e-mail address.
static std::string posixName(const std::string &email)
{
    std::string name = email;
    for (char &c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
            c = '_';
    }
    return name.substr(0, 32);
}

static json profile(const std::string &email)
{
    const std::string name = posixName(email);
    return {
        {"name", "100000000000000000002"},
        {"posixAccounts",
         {{{"primary", true},
           {"username", name},
           {"uid", "2000000001"},
           {"gid", "2000000001"},
           {"homeDirectory", "/home/" + name},
           {"shell", "/bin/bash"},
           {"operatingSystemType", "LINUX"},
           {"accountId", "users/" + email}}}}};
}

static Response importKey(Cloud &cloud, const Request &request)
{
    const std::string &email = request.part("email");
    const std::string key = request.json().value("key", "");
    if (key.empty())
        throw invalidArgument("Login profile key is required.");
    cloud.fleet.osLoginKeys += posixName(email) + ':' + key + '\n';
    for (const Project &project : cloud.fleet.projects())
        cloud.fleet.syncProjectSshKeys(project.id);
    return jsonResponse({{"loginProfile", profile(email)}});
}

void addOsLoginRoutes(Router &router, Cloud &cloud)
{
    for (const std::string api : {"/v1", "/v1beta", "/v1alpha"}) {
        router.add("GET", api + "/users/{email}/loginProfile", [](const Request &request) {
            return jsonResponse(profile(request.part("email")));
        });
        router.add(
            "POST", api + "/users/{email}:importSshPublicKey",
            [&cloud](const Request &request) { return importKey(cloud, request); });
    }
}

} // namespace podium::sim
