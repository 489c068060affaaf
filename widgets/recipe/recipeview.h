// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"
#include "widgets/recipe/bucketfield.h"

#include <QScrollArea>

class QCheckBox;
class QLabel;

namespace podium::ui {

class RecipeForm;

/// One recipe: where it is from, what it is for, what to look out for, and its form.
class RecipeView final : public QScrollArea
{
    Q_OBJECT

public:
    /// What `askBucketPlace` refers to must outlive it.
    explicit RecipeView(AskBucketPlace askBucketPlace, QWidget *parent = nullptr);

    void setRecipe(const recipe::StoredRecipe &stored);
    [[nodiscard]] RecipeForm &form() const { return *m_form; }
    /// That each worker comes after the other was chosen, or the recipe says it.
    [[nodiscard]] bool isOneByOne() const;

private:
    void showWarnings(const QStringList &warnings);

    recipe::StoredRecipe m_stored;
    RecipeForm *m_form = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_origin = nullptr;
    QLabel *m_purpose = nullptr;
    QLabel *m_warnings = nullptr;
    QCheckBox *m_oneByOne = nullptr;
};

} // namespace podium::ui
