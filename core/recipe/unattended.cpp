// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/unattended.h"

namespace podium::recipe {

Result<> canRunUnattended(const RecipeFolders &folders, const QString &nameOrFile)
{
    const auto stored = loadRecipe(folders, nameOrFile);
    if (!stored) {
        return failure(stored.error());
    }
    const auto values = completeValues(stored->recipe, {});
    return values ? Result<>() : Result<>(failure(values.error()));
}

QStringList unattendedRecipes(const RecipeFolders &folders)
{
    QStringList names;
    for (const StoredRecipe &stored : listRecipes(folders).recipes) {
        if (completeValues(stored.recipe, {})) {
            names << stored.recipe.name;
        }
    }
    return names;
}

} // namespace podium::recipe
