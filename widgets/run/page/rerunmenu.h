// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runmodel.h"

#include <QString>
#include <QVector>

#include <functional>
#include <vector>

class QMenu;

namespace podium::ui {

/// Workers of a run worth running on again, and what they have in common.
struct RerunChoice
{
    QString name; ///< "the 3 that failed"
    QVector<int> slotNumbers;
};

/// All, failed, unreachable (nothing ran there), lost (it may have run), stopped, silent (ok
/// without output), different from most; only those that name anyone.
[[nodiscard]] std::vector<RerunChoice> rerunChoices(const models::RunModel &model);

/// Offers them in a menu, instead of what was in it; `chosen` gets the workers of one.
void fillRerunMenu(
    QMenu &menu, const models::RunModel &model,
    const std::function<void(const std::vector<WorkerRef> &)> &chosen);

} // namespace podium::ui
