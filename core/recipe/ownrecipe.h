// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"

namespace podium::recipe {

/// Whether one of this name comes with Podium: the person's own goes before it. Pure.
[[nodiscard]] bool isBuiltIn(const QString &name);

/// The same recipe under another name. Pure.
[[nodiscard]] QByteArray renamedRecipe(const StoredRecipe &recipe, const QString &name);

/// Takes a recipe that was just begun away again. Refused where it is not the text of then any
/// more: somebody's work is in it. Blocks.
[[nodiscard]] Result<> takeAway(const QString &file, const QByteArray &text);

/// A recipe that is not listed any more, and where it was.
struct Aside
{
    QString from;
    QString to;
};
/// Moves one's own, with what comes along, below ".aside" in its folder: nothing is lost.
/// Refused where it is in another folder: that is not the person's alone. Blocks.
[[nodiscard]] Result<Aside> putAside(const QString &folder, const StoredRecipe &own);
/// AlreadyExists where there is another one by now. Blocks.
[[nodiscard]] Result<> putBack(const Aside &aside);

} // namespace podium::recipe
