// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/tpu/tpusession.h"

#include <functional>
#include <vector>

namespace podium::ctl {

[[nodiscard]] Json tpuHoldersJson(const tpu::WorkerTpu &worker);
[[nodiscard]] Json tpuFreeJson(const tpu::WorkerTpu &worker);
[[nodiscard]] Json tpuCheckJson(const tpu::WorkerTpu &worker);

/// What a person calls a worker.
using WorkerName = std::function<QString(const WorkerRef &)>;

/// The same as lines and tables on stdout.
void printTpuHolders(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf);
void printTpuPlan(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf);
void printTpuOutcomes(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf);
void printTpuCheck(const std::vector<tpu::WorkerTpu> &workers, const WorkerName &nameOf);

} // namespace podium::ctl
