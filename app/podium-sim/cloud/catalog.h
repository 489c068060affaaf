// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace podium::sim {

/// What the cloud offers where. Provenance: the public tables of the accelerator types, topologies
/// and zones of Cloud TPU (cloud.google.com/tpu/docs).
struct AcceleratorType
{
    std::string name;     ///< "v4-64"
    std::string type;     ///< of acceleratorConfig: "V4"
    std::string topology; ///< "2x4x4", counted in chips
    int workers = 1;
    int chips = 1;
};

/// Every type that exists anywhere, by name.
std::optional<AcceleratorType> acceleratorByName(const std::string &name);

/// By acceleratorConfig.
std::optional<AcceleratorType>
acceleratorByTopology(const std::string &type, const std::string &topology);

/// The types of a zone; empty for a zone that is not known.
std::vector<AcceleratorType> acceleratorsIn(const std::string &zone);

/// Every zone with TPUs.
std::vector<std::string> knownZones();

std::vector<std::string> runtimeVersions();

/// What its jax calls such a device, and how many of them a worker has.
nlohmann::json jaxDevices(const AcceleratorType &type);

} // namespace podium::sim
