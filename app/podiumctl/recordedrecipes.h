// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/models/run/reciperecorder.h"
#include "core/store/history.h"

namespace podium::ctl {

/// Keeps the recipes that podiumctl runs, for the window, too; belongs to `parent`. The database of
/// both and the clock must outlive it.
[[nodiscard]] models::RecipeRecorder *
recordRecipes(store::RunHistory runs, store::History history, const Clock &clock, QObject *parent);

/// To stdout: how each step stands; to stderr: why a worker says no more.
void printWorkerVerdicts(const recipe::WorkerVerdicts &worker, const QString &name);
/// {"worker","good","begun","steps":[{"step","state","detail"}],"error"}
[[nodiscard]] Json workerVerdictsJson(const recipe::WorkerVerdicts &worker);

} // namespace podium::ctl
