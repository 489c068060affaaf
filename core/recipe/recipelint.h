// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipe.h"

#include <QStringList>

namespace podium::recipe {

/// What is known to go wrong on TPU VMs, as sentences that name the step. Pure.
[[nodiscard]] QStringList lint(const Recipe &recipe);

/// Whether one of its steps calls sudo, whatever it is run as. Pure.
[[nodiscard]] bool usesSudo(const Recipe &recipe);

} // namespace podium::recipe
