// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace podium::sim {

/// What a partial response has: `fields` as Google's APIs take it, "a,b(c,d/e)". Throws ApiError
/// 400 for a mask that is none.
nlohmann::json masked(const nlohmann::json &value, const std::string &fields);

} // namespace podium::sim
