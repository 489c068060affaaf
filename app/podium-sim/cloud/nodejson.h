// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/cloud/values.h"

#include <nlohmann/json.hpp>

namespace podium::sim {

/// The node as the Cloud TPU API of `version` ("v2", "v2alpha1") shows it.
nlohmann::json nodeJson(const Node &node, const std::string &version);

/// One worker's entry of getGuestAttributes.
nlohmann::json guestAttributesJson(const Node &node, size_t worker, const std::string &queryPath);

} // namespace podium::sim
