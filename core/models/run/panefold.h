// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"
#include "core/run/output/outputfold.h"

#include <QVector>

namespace podium::models {

/// Workers of `shown` with the same output that also ended the same way, or are equally far; the
/// odd ones first. Cheap enough for every frame.
[[nodiscard]] run::Fold foldPanes(const RunModel &model, const QVector<int> &shown);

/// Those of `shown` that differ from most; none where there is no majority.
[[nodiscard]] QVector<int> differentSlots(const RunModel &model, const QVector<int> &shown);

} // namespace podium::models
