// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/catalog.h"

#include <map>

namespace podium::sim {

struct Size
{
    int number; ///< what stands after the dash
    const char *topology;
};

struct Generation
{
    const char *prefix;
    const char *type;
    const char *kind;
    int perChip;        ///< counted units of the name per chip
    int perWorker;      ///< counted units of the name per worker
    int devicesPerChip; ///< that jax shows
    const char *pciDevice;
    std::vector<Size> sizes;
};

static const std::vector<Size> flat = {{1, "1x1"},  {4, "2x2"},  {8, "2x4"},    {16, "4x4"},
                                       {32, "4x8"}, {64, "8x8"}, {128, "8x16"}, {256, "16x16"}};
static const std::vector<Size> cubes = {
    {8, "2x2x1"},   {16, "2x2x2"},  {32, "2x2x4"},   {64, "2x4x4"},    {128, "4x4x4"},
    {256, "4x4x8"}, {512, "4x8x8"}, {1024, "8x8x8"}, {2048, "8x8x16"}, {4096, "8x16x16"}};

static const std::vector<Generation> &generations()
{
    static const std::vector<Generation> all = {
        {"v2",
         "V2",
         "TPU v2",
         2,
         8,
         2,
         "0x0027",
         {{8, "2x2"}, {32, "4x4"}, {128, "8x8"}, {256, "8x16"}, {512, "16x16"}}},
        {"v3",
         "V3",
         "TPU v3",
         2,
         8,
         2,
         "0x0027",
         {{8, "2x2"},
          {32, "4x4"},
          {64, "4x8"},
          {128, "8x8"},
          {256, "8x16"},
          {512, "16x16"},
          {1024, "16x32"},
          {2048, "32x32"}}},
        {"v4", "V4", "TPU v4", 2, 8, 1, "0x005e", cubes},
        {"v5p", "V5P", "TPU v5", 2, 8, 1, "0x0062", cubes},
        {"v5litepod", "V5LITE_POD", "TPU v5 lite", 1, 4, 1, "0x0063", flat},
        {"v6e", "V6E", "TPU v6 lite", 1, 4, 1, "0x006f", flat}};
    return all;
}

/// Up to eight chips of a flat generation sit in one VM; more go four to a VM.
static int workersOf(const Generation &generation, int number)
{
    if (generation.perChip == 1 && number <= 8)
        return 1;
    return number / generation.perWorker;
}

static AcceleratorType accelerator(const Generation &generation, const Size &size)
{
    return {
        std::string(generation.prefix) + '-' + std::to_string(size.number), generation.type,
        size.topology, workersOf(generation, size.number), size.number / generation.perChip};
}

std::optional<AcceleratorType> acceleratorByName(const std::string &name)
{
    for (const Generation &generation : generations()) {
        for (const Size &size : generation.sizes) {
            const AcceleratorType candidate = accelerator(generation, size);
            if (candidate.name == name)
                return candidate;
        }
    }
    return std::nullopt;
}

std::optional<AcceleratorType>
acceleratorByTopology(const std::string &type, const std::string &topology)
{
    for (const Generation &generation : generations()) {
        for (const Size &size : generation.sizes) {
            if (generation.type == type && size.topology == topology)
                return accelerator(generation, size);
        }
    }
    return std::nullopt;
}

static const std::map<std::string, std::vector<std::string>> &zones()
{
    static const std::map<std::string, std::vector<std::string>> all = {
        {"asia-east1-c", {"v2"}},
        {"asia-northeast1-b", {"v6e"}},
        {"europe-west4-a", {"v2", "v3", "v5p", "v6e"}},
        {"europe-west4-b", {"v5litepod", "v5p"}},
        {"us-central1-a", {"v2", "v3", "v5litepod", "v5p"}},
        {"us-central1-b", {"v2", "v3", "v6e"}},
        {"us-central1-c", {"v2"}},
        {"us-central2-b", {"v4"}},
        {"us-east1-d", {"v6e"}},
        {"us-east5-a", {"v5litepod", "v5p", "v6e"}},
        {"us-east5-b", {"v5litepod", "v6e"}},
        {"us-south1-a", {"v5litepod"}},
        {"us-west1-c", {"v5litepod"}},
        {"us-west4-a", {"v5litepod"}}};
    return all;
}

std::vector<AcceleratorType> acceleratorsIn(const std::string &zone)
{
    std::vector<AcceleratorType> result;
    const auto offered = zones().find(zone);
    if (offered == zones().end())
        return result;
    for (const std::string &prefix : offered->second) {
        for (const Generation &generation : generations()) {
            if (generation.prefix != prefix)
                continue;
            for (const Size &size : generation.sizes)
                result.push_back(accelerator(generation, size));
        }
    }
    return result;
}

std::vector<std::string> knownZones()
{
    std::vector<std::string> names;
    for (const auto &[name, offered] : zones())
        names.push_back(name);
    return names;
}

std::vector<std::string> runtimeVersions()
{
    return {"tpu-ubuntu2204-base",   "tpu-vm-base",
            "tpu-vm-tf-2.17.0-pjrt", "tpu-vm-tf-2.17.0-pod-pjrt",
            "v2-alpha-tpuv5",        "v2-alpha-tpuv5-lite",
            "v2-alpha-tpuv6e"};
}

nlohmann::json jaxDevices(const AcceleratorType &type)
{
    for (const Generation &generation : generations()) {
        if (type.type == generation.type)
            return {
                {"kind", generation.kind},
                {"devicesPerWorker", type.chips / type.workers * generation.devicesPerChip},
                {"chips", type.chips / type.workers},
                {"pciDevice", generation.pciDevice}};
    }
    return {{"kind", "TPU"}, {"devicesPerWorker", 4}, {"chips", 4}};
}

} // namespace podium::sim
