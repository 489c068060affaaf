// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <string>

namespace podium::sim {

/// What lies between who connects and a worker. As it is made: nothing.
struct Distance
{
    std::chrono::milliseconds roundTrip{0}; ///< half of it each way
    double rate = 0;                        ///< bytes a second, each way and connection; 0: any
    double loss = 0;                        ///< percent of the segments that come only again

    [[nodiscard]] bool isNear() const { return roundTrip.count() == 0 && rate == 0 && loss == 0; }
};

/// {"rtt": ms, "rate": bytes a second, "loss": percent}, each may be left out; throws
/// std::invalid_argument with a sentence where one cannot be.
[[nodiscard]] Distance distanceFromJson(const nlohmann::json &object);
/// The same back, in at most 63 characters.
[[nodiscard]] std::string distanceText(const Distance &distance);

} // namespace podium::sim
