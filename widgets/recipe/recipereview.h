// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipe.h"
#include "core/secret/placing.h"

#include <QDialog>

namespace podium::ui {

/// A recipe before anything is sent: what it is for, as whom, where, with which values, and its
/// steps. Accepted: it is to be applied.
class RecipeReview final : public QDialog
{
    Q_OBJECT

public:
    /// A recipe, and what it would be run with.
    struct Subject
    {
        recipe::Recipe recipe;
        recipe::Values values;   ///< secrets among them are not shown
        secret::SecretUses uses; ///< stored secrets, shown by their names
        QString where;           ///< the workers, named
        int workers = 0;         ///< how many they are
    };

    explicit RecipeReview(const Subject &subject, QWidget *parent = nullptr);
};

} // namespace podium::ui
