// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipe.h"

#include <QString>

namespace podium::ui {

/// What a recipe is for, and what a person should know before it is run: on which workers, with
/// which files, as whom.
[[nodiscard]] QString recipePurpose(const recipe::Recipe &recipe);

} // namespace podium::ui
