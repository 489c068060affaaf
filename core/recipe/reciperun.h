// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/recipe/recipe.h"
#include "core/remote/record.h"

#include <QByteArrayList>

#include <vector>

namespace podium::recipe {

enum class Errand {
    CarryOut,
    Check, ///< nothing is done: which steps are not so yet
};
/// The constant script that carries out a recipe's steps, with its rights and limit.
[[nodiscard]] remote::Script recipeScript(const Recipe &recipe, Errand errand = Errand::CarryOut);
/// Its data; `values` must be complete. The same for each worker.
[[nodiscard]] std::vector<remote::Record>
recipeData(const Recipe &recipe, const Values &values, Errand errand = Errand::CarryOut);
/// Of these, the ones that the recipe is for. Pure.
[[nodiscard]] std::vector<WorkerRef>
workersOf(const Recipe &recipe, const std::vector<WorkerRef> &workers);

/// What a recipe is given that is run where an account was made: the login, if it asks for it by a
/// parameter of the name "login". Pure.
[[nodiscard]] Values valuesForAccount(const Recipe &recipe, const QString &login);

/// What nobody is to see of its secrets, also where a worker sends back what was sent to it: each
/// as a whole, its lines where it has several, and as it goes over stdin. Pure.
[[nodiscard]] QByteArrayList hiddenTexts(const Recipe &recipe, const Values &values);

/// The verdicts of a worker, one for each step, in their order: what it did not say is Unknown.
/// Secret values are taken out of the details, and each line of those that have several. Pure.
[[nodiscard]] std::vector<remote::Step>
verdictsOf(const Recipe &recipe, const Values &values, const remote::Answer &answer);
/// All is as it should be.
[[nodiscard]] bool isAllGood(const std::vector<remote::Step> &verdicts);

} // namespace podium::recipe
