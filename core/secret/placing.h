// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/recipe/recipesession.h"
#include "core/secret/secretbook.h"

#include <QMap>

#include <vector>

namespace podium::secret {

/// Which stored secret a parameter of a recipe takes.
using SecretUses = QMap<QString, SecretName>;

/// "@NAME", as a value of a secret parameter. Nothing: it is none. Pure.
[[nodiscard]] std::optional<SecretName> namedSecret(const QString &value);

/// A worker as a recipe finds it.
struct PlacedOn
{
    WorkerRef worker;
    QString nodeId; ///< may be empty
    QString login;
};

/// Where a recipe will put the stored secrets that it is given, to be written down before it is
/// run. `values` must be complete. InvalidArgument where the recipe names a place that cannot be.
/// Pure, but for the salts.
[[nodiscard]] Result<std::vector<Placement>> placementsFor(
    const recipe::Recipe &recipe, const recipe::Values &values, const SecretUses &uses,
    const std::vector<PlacedOn> &workers, const QDateTime &now);

/// Those of them that are on one of these workers. Pure.
[[nodiscard]] std::vector<Placement>
placementsOn(const std::vector<Placement> &placements, const std::vector<WorkerRef> &workers);

/// Of these, the ids of those that are there for certain: on workers where all steps hold. Pure.
[[nodiscard]] std::vector<QByteArray> certainOf(
    const std::vector<Placement> &placements, const std::vector<recipe::WorkerVerdicts> &workers);

} // namespace podium::secret
