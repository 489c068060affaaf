// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/recipe/recipestore.h"

#include <QStringList>

namespace podium::recipe {

/// The steps as one script for shellcheck: each line where it is in the file, the parameters set,
/// each check and act in a shell of its own. Pure.
[[nodiscard]] QByteArray shellcheckInput(const StoredRecipe &stored);
/// What shellcheck answered (its format json1), as sentences that name the line. Pure.
[[nodiscard]] QStringList shellcheckFindings(const QByteArray &json);

/// What shellcheck of this machine finds in the steps, which are not run; nothing where it is not
/// installed or does not answer in time. It ends with `owner`.
void askShellcheck(
    QObject *owner, const StoredRecipe &stored, const Callback<QStringList> &callback);

} // namespace podium::recipe
