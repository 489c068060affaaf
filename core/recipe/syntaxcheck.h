// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/recipe/recipe.h"

namespace podium::recipe {

/// Whether a shell can read the steps, by `sh -n` of this machine: nothing of them is run.
void checkSyntax(const Recipe &recipe, const Callback<Result<>> &callback);

} // namespace podium::recipe
