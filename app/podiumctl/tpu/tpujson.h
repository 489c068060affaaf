// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/base/ids.h"
#include "core/tpu/freeplan.h"
#include "core/tpu/health.h"
#include "core/tpu/probe.h"

#include <map>
#include <optional>

namespace podium::ctl {

/// What is known of one worker's TPU, as far as it was asked.
struct TpuWorker
{
    WorkerRef worker;
    std::optional<Error> error; ///< it gave no answer
    tpu::WorkerHolders holders;
    tpu::Health health;
    std::optional<tpu::Probe> probe;
    tpu::FreePlan plan;
    std::optional<tpu::FreeOutcome> outcome;
};

[[nodiscard]] Json tpuHoldersJson(const TpuWorker &worker);
[[nodiscard]] Json tpuFreeJson(const TpuWorker &worker);
[[nodiscard]] Json tpuCheckJson(const TpuWorker &worker);

/// The same as lines and tables on stdout.
void printTpuHolders(const std::vector<TpuWorker> &workers);
void printTpuPlan(const std::vector<TpuWorker> &workers);
void printTpuOutcomes(const std::vector<TpuWorker> &workers);
void printTpuCheck(const std::vector<TpuWorker> &workers);

} // namespace podium::ctl
