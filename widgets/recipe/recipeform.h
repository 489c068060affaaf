// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipe.h"
#include "core/secret/placing.h"
#include "widgets/recipe/bucketfield.h"

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
    /// What `askBucketPlace` refers to must outlive it.
    explicit RecipeForm(AskBucketPlace askBucketPlace, QWidget *parent = nullptr);

    /// The same one again changes nothing. Of one that was edited, what was given for parameters of
    /// the same name stays, but for secrets and choices.
    void setRecipe(const recipe::Recipe &recipe);
    /// Where it is to be brought.
    void setNodes(const std::set<NodeRef> &nodes);
    /// The stored secrets that there are to choose from.
    void setSecretNames(const std::vector<secret::SecretName> &names);
    /// What is filled in, completed by defaults; an Error says what is missing. Parameters of
    /// uses() are empty.
    [[nodiscard]] Result<recipe::Values> values() const;
    /// Which stored secrets are chosen.
    [[nodiscard]] secret::SecretUses uses() const;
    /// The fields of secrets become empty.
    void forgetSecrets();
    /// Where something is to be put right.
    void focusField(const QString &parameter);

private:
    [[nodiscard]] QWidget *fieldFor(const recipe::Parameter &parameter);
    [[nodiscard]] QString textOf(const QString &parameter) const;

    const AskBucketPlace m_askBucketPlace;
    std::set<NodeRef> m_nodes;
    recipe::Recipe m_recipe;
    QFormLayout *m_form = nullptr;
    QMap<QString, QWidget *> m_fields;
    std::vector<secret::SecretName> m_secretNames;
};

} // namespace podium::ui
