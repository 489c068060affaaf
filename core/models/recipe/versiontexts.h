// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/recipe/versions.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace podium::models {

// What is said of versions that were compared over workers. All pure.

/// "The same on 8 workers", or "Not the same: packages, commit".
[[nodiscard]] QString versionsSummary(const std::vector<recipe::VersionRow> &rows, int workers);
/// Unknown where nothing differs and something could not be told.
[[nodiscard]] Mark versionsMark(const std::vector<recipe::VersionRow> &rows);
/// A sentence for each worker that is not like the others: "packages of pod:3: jax 0.4.34 instead
/// of 0.4.35". At most so many, then how many more there are.
[[nodiscard]] QStringList oddVersions(const std::vector<recipe::VersionRow> &rows, int most);

} // namespace podium::models
