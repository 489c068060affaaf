// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"

#include <QString>

namespace podium::ui {

/// What a recipe is for, and what a person should know before it is run: on which workers, with
/// which files, as whom.
[[nodiscard]] QString recipePurpose(const recipe::Recipe &recipe);

/// Where it is from, and which others of its name do not count.
[[nodiscard]] QString recipeOrigin(const recipe::StoredRecipe &stored);

} // namespace podium::ui
