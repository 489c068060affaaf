// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"

namespace podium::recipe {

/// Whether it can be run when nobody is there to be asked: it is found, and what it needs to know
/// it has. Blocks.
[[nodiscard]] Result<> canRunUnattended(const RecipeFolders &folders, const QString &nameOrFile);
/// The names of those that can. Blocks.
[[nodiscard]] QStringList unattendedRecipes(const RecipeFolders &folders);

} // namespace podium::recipe
