// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/activity.h"
#include "core/recipe/recipesession.h"
#include "core/tpu/tpusession.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace podium::models {

/// A recipe that was run and has ended; its parts are its workers, at least one. What they printed
/// is not in it.
[[nodiscard]] ActivityEntry
activityOfRecipe(const store::PastRun &run, const std::vector<recipe::WorkerVerdicts> &workers);

/// A plan of freeing TPUs that was carried out; its parts are the workers that it was about.
/// Nothing where there are none.
[[nodiscard]] std::optional<ActivityEntry>
activityOfFreedTpu(const std::vector<tpu::WorkerTpu> &workers, const QDateTime &time);

} // namespace podium::models
