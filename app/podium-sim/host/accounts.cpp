// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/accounts.h"

#include "app/podium-sim/host/system.h"

#include <cstdlib>
#include <set>
#include <sstream>
#include <vector>

namespace podium::sim {

constexpr int firstPerson = 1000;
constexpr int afterLastPerson = 60000;
constexpr int shadowGroup = 42;

static std::vector<std::vector<std::string>> rows(const std::filesystem::path &file)
{
    std::vector<std::vector<std::string>> result;
    std::istringstream lines(readFile(file));
    for (std::string line; std::getline(lines, line);) {
        std::vector<std::string> fields;
        std::istringstream parts(line);
        for (std::string field; std::getline(parts, field, ':');)
            fields.push_back(field);
        if (fields.size() >= 3)
            result.push_back(std::move(fields));
    }
    return result;
}

static bool isPerson(const std::string &number)
{
    const int id = std::atoi(number.c_str());
    return id >= firstPerson && id < afterLastPerson;
}

void writeAccounts(const std::filesystem::path &etc, const std::string &user)
{
    std::ostringstream passwd;
    std::ostringstream shadow;
    for (auto fields : rows("/etc/passwd")) {
        fields.resize(7);
        if (isPerson(fields[2]) || fields[0] == user)
            continue;
        passwd << fields[0] << ":x:" << fields[2] << ':' << fields[3] << ':' << fields[4] << ':'
               << fields[5] << ':' << (fields[0] == "root" ? "/bin/bash" : fields[6]) << '\n';
        shadow << fields[0] << ":*:19000:0:99999:7:::\n";
    }
    passwd << user << ":x:1000:1000::/home/" << user << ":/bin/bash\n";
    shadow << user << ":*:19000:0:99999:7:::\n";

    std::ostringstream group;
    std::ostringstream gshadow;
    std::set<std::string> taken;
    for (const auto &fields : rows("/etc/group")) {
        if (isPerson(fields[2]) || fields[0] == user || fields[0] == "google-sudoers")
            continue;
        taken.insert(fields[2]);
        group << fields[0] << ":x:" << fields[2] << ":\n";
        gshadow << fields[0] << ":*::\n";
    }
    int sudoers = firstPerson - 1;
    while (taken.count(std::to_string(sudoers)) != 0)
        --sudoers;
    group << user << ":x:1000:\ngoogle-sudoers:x:" << sudoers << ':' << user << '\n';
    gshadow << user << ":!::\ngoogle-sudoers:!::" << user << '\n';

    writeFile(etc / "passwd", passwd.str());
    writeFile(etc / "group", group.str());
    writeFile(etc / "shadow", shadow.str(), 0640, 0, shadowGroup);
    writeFile(etc / "gshadow", gshadow.str(), 0640, 0, shadowGroup);
}

} // namespace podium::sim
