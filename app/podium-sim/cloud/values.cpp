// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/values.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace podium::sim {

bool Node::hasExternalIps() const
{
    const auto network = body.find("networkConfig");
    return network != body.end() && network->value("enableExternalIps", false);
}

bool Node::isSpot() const
{
    const auto scheduling = body.find("schedulingConfig");
    return scheduling != body.end() &&
           (scheduling->value("spot", false) || scheduling->value("preemptible", false));
}

std::string Project::metadataValue(const std::string &key) const
{
    for (const auto &item : metadata) {
        if (item.value("key", "") == key)
            return item.value("value", "");
    }
    return {};
}

std::string timestamp(long seconds)
{
    using namespace std::chrono;
    const auto now = system_clock::now() + std::chrono::seconds(seconds);
    const auto whole = floor<std::chrono::seconds>(now);
    const std::time_t time = system_clock::to_time_t(whole);
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::array<char, 16> fraction{};
    const long nanos = static_cast<long>(duration_cast<nanoseconds>(now - whole).count());
    std::snprintf(fraction.data(), fraction.size(), ".%09ldZ", nanos);
    return std::string(date.data()) + fraction.data();
}

} // namespace podium::sim
