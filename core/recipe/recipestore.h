// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipe.h"

#include <QString>

#include <vector>

namespace podium::recipe {

/// A recipe and where it is from.
struct StoredRecipe
{
    Recipe recipe;
    QByteArray text;
    QString file; ///< empty: it comes with Podium
};

/// Those that come with Podium, by name.
[[nodiscard]] const std::vector<StoredRecipe> &builtInRecipes();

struct RecipeList
{
    std::vector<StoredRecipe> recipes; ///< by name; the person's own go before built-in ones
    std::vector<Error> errors;         ///< files that are none
};
/// The files *.sh of a folder, and the built-in ones. Blocks.
[[nodiscard]] RecipeList listRecipes(const QString &folder);
/// By its name, or the path of a file. Blocks.
[[nodiscard]] Result<StoredRecipe> loadRecipe(const QString &folder, const QString &nameOrFile);

/// A new recipe to begin with. Pure.
[[nodiscard]] QByteArray recipeTemplate(const QString &name);
/// Writes it into the folder; AlreadyExists where there is one. Its path. Blocks.
[[nodiscard]] Result<QString>
newRecipe(const QString &folder, const QString &name, const QByteArray &text);

} // namespace podium::recipe
