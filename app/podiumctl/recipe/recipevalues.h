// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/recipe/recipearguments.h"
#include "core/recipe/recipe.h"
#include "core/secret/secretservice.h"

#include <QObject>

namespace podium::ctl {

/// What a command line says of a recipe's parameters.
struct GivenValues
{
    recipe::Values values;   ///< not complete; without stored secrets
    secret::SecretUses uses; ///< parameters that take a stored secret
};

/// Reads the files that --set-file names. Refused for a secret in the command line. Blocks.
[[nodiscard]] Result<GivenValues>
readGivenValues(const recipe::Recipe &recipe, const RecipeArguments &arguments);

/// Gets the stored secrets, one after the other: where no keyring runs, they are asked for at the
/// terminal, each time. Then all values, complete.
class RecipeValues final : public QObject
{
    Q_OBJECT

public:
    /// Both references must outlive it.
    RecipeValues(
        const recipe::Recipe &recipe, secret::SecretService &secrets, GivenValues given,
        QObject *parent = nullptr);
    void complete(const Callback<Result<recipe::Values>> &done);

private:
    void onSecret(
        const QString &parameter, const Result<QString> &value,
        const Callback<Result<recipe::Values>> &done);

    const recipe::Recipe &m_recipe;
    secret::SecretService &m_secrets;
    GivenValues m_given;
};

} // namespace podium::ctl
