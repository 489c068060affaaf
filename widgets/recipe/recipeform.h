// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipe.h"

#include <QMap>
#include <QWidget>

class QFormLayout;
class QLabel;

namespace podium::ui {

/// A field for each parameter of a recipe: a choice, a text, or one that nobody reads over the
/// shoulder.
class RecipeForm final : public QWidget
{
    Q_OBJECT

public:
    explicit RecipeForm(QWidget *parent = nullptr);

    /// What was given for parameters of the same name stays, but for secrets.
    void setRecipe(const recipe::Recipe &recipe);
    /// What is filled in, completed by defaults; an Error says what is missing.
    [[nodiscard]] Result<recipe::Values> values() const;
    /// The fields of secrets become empty.
    void forgetSecrets();

private:
    [[nodiscard]] QWidget *fieldFor(const recipe::Parameter &parameter);
    [[nodiscard]] QString textOf(const QString &parameter) const;

    recipe::Recipe m_recipe;
    QFormLayout *m_form = nullptr;
    QMap<QString, QWidget *> m_fields;
};

} // namespace podium::ui
