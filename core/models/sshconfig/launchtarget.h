// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/launch/launchprogram.h"
#include "core/sshconfig/plan/configplan.h"

namespace podium::models {

/// By what a program of this machine opens a worker: its entry of the ssh config. `user`: who logs
/// in where the entry says nobody. Network where there is no entry that ssh would see. Pure.
[[nodiscard]] Result<launch::LaunchTarget>
launchTarget(const sshconfig::ConfigPlan &plan, const WorkerRef &worker, const QString &user);

/// What is written of this worker is not what should be, or ssh does not read it: a program that
/// reads the ssh config would go wrong. Pure; for many workers it takes some milliseconds.
[[nodiscard]] bool isOutOfDate(const sshconfig::ConfigPlan &plan, const WorkerRef &worker);

} // namespace podium::models
