// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipe.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace podium::recipe {

/// Where recipes are looked for, in this order; those that come with Podium are last. Of several
/// with one name the first counts.
struct RecipeFolders
{
    RecipeFolders(QString ownFolder, QStringList furtherFolders = {})
        : own(std::move(ownFolder))
        , further(std::move(furtherFolders))
    {}
    bool operator==(const RecipeFolders &) const = default;

    QString own;         ///< the person's; need not exist
    QStringList further; ///< whole paths, as of a lab's checkout; other scripts may lie there, too
};

/// A recipe and where it is from.
struct StoredRecipe
{
    Recipe recipe;
    QByteArray text;
    QString file;            ///< of a folder its recipe.sh; empty: it comes with Podium
    QStringList insteadOf{}; ///< of listRecipes(): as `file`, of those that have its name
};

/// Those that come with Podium, by name.
[[nodiscard]] const std::vector<StoredRecipe> &builtInRecipes();

struct RecipeList
{
    std::vector<StoredRecipe> recipes; ///< by name, each name once
    std::vector<Error> errors;         ///< files that are none, further folders that cannot be read
};
/// The files *.sh of the folders, their folders that have a recipe.sh, and the built-in ones.
/// Blocks.
[[nodiscard]] RecipeList listRecipes(const RecipeFolders &folders);
constexpr int MostFiles = 50;            ///< beside the recipe.sh of a folder
constexpr int LongestFiles = 256 * 1024; ///< bytes of them, all in all

/// By its name, or the path of a file or a folder. Io where a further folder that comes before one
/// of that name cannot be read: it may have another one. Of a folder all files come along, but for
/// hidden ones and those that end with '~'; Refused where one of them is none (a folder, a link),
/// is named otherwise than RecipeFile::name allows, or where they are too many or too large.
/// Blocks.
[[nodiscard]] Result<StoredRecipe>
loadRecipe(const RecipeFolders &folders, const QString &nameOrFile);

/// A new recipe to begin with. Pure.
[[nodiscard]] QByteArray recipeTemplate(const QString &name);
/// Writes it into the person's own folder; AlreadyExists where there is one. Its path. Blocks.
[[nodiscard]] Result<QString>
newRecipe(const QString &folder, const QString &name, const QByteArray &text);

} // namespace podium::recipe
