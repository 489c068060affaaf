// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/recipe/recipestore.h"

#include <QStringList>

namespace podium::app {

/// The person's own folder and the further ones of the settings, whole where they begin with "~/".
[[nodiscard]] recipe::RecipeFolders
recipeFolders(const Paths &paths, const QStringList &furtherFolders);

} // namespace podium::app
