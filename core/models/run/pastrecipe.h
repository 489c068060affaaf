// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipesession.h"
#include "core/store/pastrun.h"

#include <QDateTime>
#include <QString>

#include <vector>

namespace podium::models {

/// A recipe as one of the runs that there were: how it stood on each worker and at each step, by
/// words of our own. Neither values of its parameters nor what workers printed, which may be
/// secret.

/// What is to be remembered of a recipe that begins now.
[[nodiscard]] store::PastRun
pastRunOf(const recipe::RecipeSession &session, const QString &program, const QDateTime &now);
/// The same of how its workers stand at its end.
void setEnd(
    store::PastRun &run, const std::vector<recipe::WorkerVerdicts> &workers, const QDateTime &now);
/// Its workers as they stood, in the order of their names. Of an error only its summary is known.
[[nodiscard]] std::vector<recipe::WorkerVerdicts> verdictsOf(const store::PastRun &run);
/// How one that has ended came out: runNumbers(), or of a recipe verdictSummary().
[[nodiscard]] QString pastRunNumbers(const store::PastRun &run);

} // namespace podium::models
