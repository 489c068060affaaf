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
    QString file; ///< of a folder its recipe.sh; empty: it comes with Podium
};

/// Those that come with Podium, by name.
[[nodiscard]] const std::vector<StoredRecipe> &builtInRecipes();

struct RecipeList
{
    std::vector<StoredRecipe> recipes; ///< by name; the person's own go before built-in ones
    std::vector<Error> errors;         ///< files that are none
};
/// The files *.sh of a folder, its folders that have a recipe.sh, and the built-in ones. Blocks.
[[nodiscard]] RecipeList listRecipes(const QString &folder);
constexpr int MostFiles = 50;            ///< beside the recipe.sh of a folder
constexpr int LongestFiles = 256 * 1024; ///< bytes of them, all in all

/// By its name, or the path of a file or a folder. Of a folder all files come along, but for hidden
/// ones and those that end with '~'; Refused where one of them is none (a folder, a link), is named
/// otherwise than RecipeFile::name allows, or where they are too many or too large. Blocks.
[[nodiscard]] Result<StoredRecipe> loadRecipe(const QString &folder, const QString &nameOrFile);

/// A new recipe to begin with. Pure.
[[nodiscard]] QByteArray recipeTemplate(const QString &name);
/// Writes it into the folder; AlreadyExists where there is one. Its path. Blocks.
[[nodiscard]] Result<QString>
newRecipe(const QString &folder, const QString &name, const QByteArray &text);

} // namespace podium::recipe
