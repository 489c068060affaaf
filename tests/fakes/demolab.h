// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fakes/nodes.h"

#include <vector>

namespace podium::tests {

inline std::vector<NodeSketch> speechNodes()
{
    using cloud::NodeHealth;
    using cloud::NodeState;
    return {
        {.name = "tpu1", .ageHours = 49},
        {.zone = "us-central2-b",
         .name = "pod-v4",
         .type = "v4-64",
         .workers = 8,
         .spot = true,
         .ageHours = 9,
         .number = 2},
        {.zone = "us-east5-a",
         .name = "night",
         .type = "v5p-128",
         .workers = 0,
         .state = NodeState::Creating,
         .health = NodeHealth::Unspecified,
         .ageHours = 0,
         .number = 3},
        {.zone = "europe-west4-a",
         .name = "old",
         .type = "v2-8",
         .state = NodeState::Preempted,
         .health = NodeHealth::Unspecified,
         .spot = true,
         .externalIps = false,
         .ageHours = 41 * 24,
         .number = 4},
    };
}

inline std::vector<NodeSketch> visionNodes()
{
    using cloud::NodeHealth;
    using cloud::NodeState;
    return {
        {.project = "lab-vision",
         .zone = "us-central1-a",
         .name = "eval-2",
         .ageHours = 300,
         .number = 5},
        {.project = "lab-vision",
         .zone = "us-central1-a",
         .name = "eval-10",
         .state = NodeState::Stopped,
         .health = NodeHealth::Unspecified,
         .externalIps = false,
         .ageHours = 800,
         .number = 6},
        {.project = "lab-vision",
         .zone = "us-east1-d",
         .name = "big-v3",
         .type = "v3-512",
         .workers = 64,
         .ageHours = 30,
         .number = 7},
        {.project = "lab-vision",
         .zone = "us-east1-d",
         .name = "sick",
         .health = NodeHealth::UnhealthyMaintenance,
         .ageHours = 77,
         .number = 8},
    };
}

inline std::vector<NodeSketch> sharedNodes()
{
    using cloud::NodeState;
    return {
        {.project = "trc-shared",
         .zone = "us-west4-a",
         .name = "inside-only",
         .type = "v5e-8",
         .externalIps = false,
         .ageHours = 12,
         .number = 9},
        {.project = "trc-shared",
         .zone = "us-south1-a",
         .name = "far",
         .type = "v5e-16",
         .workers = 4,
         .stale = true,
         .ageHours = 90,
         .number = 10},
        {.project = "trc-shared",
         .zone = "us-west4-a",
         .name = "<b>a-very-long-name-that-somebody-made-with-a-script-2026-02-28",
         .state = NodeState::Restarting,
         .ageHours = 3,
         .number = 11},
    };
}

/// A lab as labs are: three projects, nodes of all kinds and moods, one zone that is silent.
inline inventory::Snapshot demoLab()
{
    std::vector<NodeSketch> all = speechNodes();
    for (const auto &more : {visionNodes(), sharedNodes()}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    inventory::Snapshot snapshot = snapshotOf(all);
    snapshot.problems = {zoneProblem("trc-shared", "us-south1-a")};
    return snapshot;
}

} // namespace podium::tests
