// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/distance.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace podium::sim {

static double numberOf(const nlohmann::json &object, const char *key, double most)
{
    const nlohmann::json value = object.value(key, nlohmann::json(0));
    if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > most)
        throw std::invalid_argument(
            std::string(key) + " must be a number from 0 to " +
            std::to_string(static_cast<long>(most)));
    return value.get<double>();
}

Distance distanceFromJson(const nlohmann::json &object)
{
    constexpr double longestMs = 60000;
    constexpr double fastest = 1e10;
    constexpr double mostLost = 50;
    Distance distance;
    distance.roundTrip =
        std::chrono::milliseconds(static_cast<long>(numberOf(object, "rtt", longestMs)));
    distance.rate = static_cast<double>(static_cast<long>(numberOf(object, "rate", fastest)));
    distance.loss =
        static_cast<double>(static_cast<long>(numberOf(object, "loss", mostLost) * 100));
    distance.loss /= 100;
    return distance;
}

std::string distanceText(const Distance &distance)
{
    return nlohmann::json({{"rtt", distance.roundTrip.count()},
                           {"rate", static_cast<long>(distance.rate)},
                           {"loss", distance.loss}})
        .dump();
}

} // namespace podium::sim
