// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"
#include "widgets/recipe/bucketfield.h"

#include <QStackedWidget>

class QCheckBox;
class QLabel;
class QScrollArea;

namespace podium::ui {

class RecipeForm;

/// The recipe that is chosen: where it is from, what it is for, what to look out for, its form.
class RecipeView final : public QStackedWidget
{
    Q_OBJECT

public:
    /// What `askBucketPlace` refers to must outlive it.
    explicit RecipeView(AskBucketPlace askBucketPlace, QWidget *parent = nullptr);

    /// Null: none is chosen.
    void setRecipe(const recipe::StoredRecipe *stored);
    [[nodiscard]] RecipeForm &form() const { return *m_form; }
    /// That each worker comes after the other was chosen, or the recipe says it.
    [[nodiscard]] bool isOneByOne() const;

private:
    [[nodiscard]] QScrollArea *buildRecipe();
    void showWarnings(const QStringList &warnings);

    recipe::StoredRecipe m_stored; ///< the one that is shown
    RecipeForm *m_form = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_origin = nullptr;
    QLabel *m_purpose = nullptr;
    QLabel *m_warnings = nullptr;
    QCheckBox *m_oneByOne = nullptr;
};

} // namespace podium::ui
