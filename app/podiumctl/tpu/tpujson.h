// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/tpu/tpusession.h"

#include <vector>

namespace podium::ctl {

[[nodiscard]] Json tpuHoldersJson(const tpu::WorkerTpu &worker);
[[nodiscard]] Json tpuFreeJson(const tpu::WorkerTpu &worker);
[[nodiscard]] Json tpuCheckJson(const tpu::WorkerTpu &worker);

/// The same as lines and tables on stdout.
void printTpuHolders(const std::vector<tpu::WorkerTpu> &workers);
void printTpuPlan(const std::vector<tpu::WorkerTpu> &workers);
void printTpuOutcomes(const std::vector<tpu::WorkerTpu> &workers);
void printTpuCheck(const std::vector<tpu::WorkerTpu> &workers);

} // namespace podium::ctl
