// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipeview.h"

#include "core/recipe/recipelint.h"
#include "core/recipe/shellcheck.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/recipeform.h"
#include "widgets/recipe/recipepurpose.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QScrollArea>

#include <utility>

namespace podium::ui {

RecipeView::RecipeView(AskBucketPlace askBucketPlace, QWidget *parent)
    : QStackedWidget(parent)
    , m_form(new RecipeForm(std::move(askBucketPlace)))
    , m_title(headingLabel())
    , m_origin(wrappedLabel())
    , m_purpose(wrappedLabel())
    , m_warnings(new MarkLabel(models::Mark::Warning))
    , m_oneByOne(new QCheckBox(tr("Each after the other")))
{
    addWidget(new EmptyState(
        QStringLiteral("check"), tr("No recipe chosen"),
        tr("Each step is checked first, carried out only where needed, and checked again. A worker "
           "stops at its first failed step and resumes there next time.")));
    addWidget(buildRecipe());
    fitCurrentPage(this);
}

QScrollArea *RecipeView::buildRecipe()
{
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(Grid * 2, 0, Grid, 0);
    column->setSpacing(Grid);
    m_warnings->setAccessibleName(tr("Warnings"));
    column->addWidget(m_title);
    m_origin->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_origin);
    column->addWidget(m_purpose);
    column->addWidget(m_warnings);
    column->addWidget(m_form);
    m_oneByOne->setToolTip(
        tr("The next worker begins once the one before is as it should be; after one that is not, "
           "no other begins"));
    column->addWidget(m_oneByOne);
    column->addStretch();
    auto *area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

void RecipeView::setRecipe(const recipe::StoredRecipe *stored)
{
    m_stored = stored ? *stored : recipe::StoredRecipe();
    setCurrentIndex(stored ? 1 : 0);
    if (!stored) {
        return;
    }
    m_title->setText(stored->recipe.name);
    m_origin->setText(recipeOrigin(*stored));
    m_oneByOne->setVisible(!stored->recipe.oneByOne);
    m_purpose->setText(recipePurpose(stored->recipe));
    const QStringList warnings = recipe::lint(stored->recipe);
    showWarnings(warnings);
    m_form->setRecipe(stored->recipe);
    if (!stored->file.isEmpty()) {
        recipe::askShellcheck(
            this, *stored,
            {this, [this, warnings, text = stored->text](const QStringList &findings) {
                 if (m_stored.text == text) { // neither another one nor edited
                     showWarnings(warnings + findings);
                 }
             }});
    }
}

void RecipeView::showWarnings(const QStringList &warnings)
{
    m_warnings->setText(warnings.join(QLatin1Char('\n')));
    m_warnings->setVisible(!warnings.isEmpty());
}

bool RecipeView::isOneByOne() const
{
    return m_stored.recipe.oneByOne || m_oneByOne->isChecked();
}

} // namespace podium::ui
