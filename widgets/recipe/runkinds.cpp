// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/runkinds.h"

#include "widgets/common/theme.h"
#include "widgets/recipe/recipepage.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/targets/targetsedit.h"

#include <QBoxLayout>
#include <QStackedWidget>
#include <QTabBar>

namespace podium::ui {

namespace {

enum Kind { Commands, Recipes };

} // namespace

RunKinds::RunKinds(RunPage *commands, RecipePage *recipes, QWidget *parent)
    : QWidget(parent)
    , m_commands(commands)
    , m_recipes(recipes)
    , m_bar(new QTabBar)
    , m_stack(new QStackedWidget)
{
    m_bar->addTab(tr("Command or script"));
    m_bar->addTab(tr("Recipe"));
    m_bar->setAccessibleName(tr("What to run"));
    m_bar->setDrawBase(false);
    m_bar->setExpanding(false);
    m_bar->setDocumentMode(true);
    m_stack->addWidget(m_commands);
    m_stack->addWidget(m_recipes);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(Grid * 2, Grid, Grid * 2, 0);
    row->addWidget(m_bar);
    row->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_commands);
    connect(m_bar, &QTabBar::currentChanged, this, &RunKinds::show);
    connect(m_commands, &RunPage::runStarted, this, &RunKinds::showCommands);
}

void RunKinds::show(int kind)
{
    const auto *targets = m_commands->findChild<TargetsEdit *>();
    if (kind == Recipes && m_recipes->targets().isEmpty() && targets) {
        m_recipes->setTargets(targets->words());
    } else if (kind == Commands && targets && targets->words().isEmpty()) {
        m_commands->setTargets(m_recipes->targets());
    }
    m_stack->setCurrentIndex(kind);
    setFocusProxy(m_stack->currentWidget());
}

void RunKinds::showCommands()
{
    m_bar->setCurrentIndex(Commands);
}

void RunKinds::showRecipes()
{
    m_bar->setCurrentIndex(Recipes);
}

bool RunKinds::showsRecipes() const
{
    return m_bar->currentIndex() == Recipes;
}

} // namespace podium::ui
