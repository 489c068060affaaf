// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/workerload.h"

#include <vector>

namespace podium::tpu {

/// The workers of one node; none null. They are to live as long as it is used.
using NodeWorkers = std::vector<const WorkerLoad *>;

/// A value of a worker that is unlike that of the others of its node.
struct Oddity
{
    LoadValue value = LoadValue::DutyCycle;
    std::optional<double> own; ///< none: no program tells of a use of the TPU
    double others = 0;         ///< the middle one of the node
    bool operator==(const Oddity &) const = default;
};

/// What is looked at beside duty cycle, TPU memory, CPU and memory.
struct ShownValue
{
    LoadValue value = LoadValue::DutyCycle;
    double most = 1; ///< that a picture shows; a fifth of it is far apart
};

/// For each worker in what it is odd; a worker that does not answer is in nothing. No workload
/// counts as a TPU that does nothing, as the others of its node tell what it should do. Nobody is
/// odd among fewer than four that are known. Pure.
[[nodiscard]] std::vector<std::vector<Oddity>>
oddities(const NodeWorkers &workers, const ShownValue &shown);

/// The same of workers of some nodes, each compared with those of its own. Pure.
[[nodiscard]] std::vector<std::vector<Oddity>>
odditiesInNodes(const std::vector<WorkerLoad> &workers, const ShownValue &shown);

/// What is said of a node as a whole.
struct NodeLoad
{
    int workers = 0;
    int idle = 0;               ///< their TPU does nothing, at the last look
    int known = 0;              ///< workers whose value is known
    int noData = 0;             ///< nothing is known of their TPU: no answer, or none of use
    std::optional<double> mean; ///< of the known ones
    bool operator==(const NodeLoad &) const = default;
};

/// Pure.
[[nodiscard]] NodeLoad nodeLoad(const NodeWorkers &workers, LoadValue shown);

} // namespace podium::tpu
