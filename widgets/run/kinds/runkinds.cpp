// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/kinds/runkinds.h"

#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/run/kinds/scriptsbar.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/targets/targetsedit.h"

#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace podium::ui {

RunKinds::RunKinds(RunPage *commands, ScriptsBar *scripts, QWidget *parent)
    : QWidget(parent)
    , m_commands(commands)
    , m_bar(new QTabBar)
    , m_stack(new QStackedWidget)
{
    m_bar->setAccessibleName(tr("What to run"));
    m_bar->setDrawBase(false);
    m_bar->setExpanding(false);
    m_bar->setDocumentMode(true);
    m_bar->setAcceptDrops(true);
    m_bar->setChangeCurrentOnDrag(true); // files are dragged to where they are copied from
    auto *row = new QHBoxLayout;
    row->setContentsMargins(Grid * 2, Grid, Grid * 2, 0);
    row->addWidget(m_bar);
    row->addStretch();
    auto *column = makeColumn(0, this);
    column->addLayout(row);
    column->addWidget(m_stack, 1);
    setFocusProxy(commands);
    const auto *targets = commands->findChild<TargetsEdit *>();
    add(
        {tr("Command or script"), commands, [targets] { return targets->words(); },
         [commands](const QStringList &words) { commands->setTargets(words); }});
    addScripts(scripts);
    connect(m_bar, &QTabBar::currentChanged, this, &RunKinds::onChanged);
    const auto showPanes = [this] {
        if (kind() != Scripts) { // which has them, too
            showCommands();
        }
    };
    connect(commands, &RunPage::runStarted, this, showPanes);
    connect(commands, &RunPage::pastRunShown, this, showPanes);
    connect(&commands->form(), &RunForm::filledIn, this, &RunKinds::showCommands);
}

void RunKinds::addScripts(ScriptsBar *scripts)
{
    RunForm &form = m_commands->form();
    form.setScripts(scripts);
    Page page = m_pages.front();
    page.title = tr("Project scripts");
    add(std::move(page));
    connect(scripts, &ScriptsBar::submitted, &form, &RunForm::submitScript);
    connect(scripts, &ScriptsBar::failed, &form, &RunForm::failed);
}

void RunKinds::add(Page page)
{
    m_pages.push_back(std::move(page));
    m_stack->addWidget(m_pages.back().widget);
    m_bar->addTab(m_pages.back().title);
}

void RunKinds::onChanged(int kind)
{
    const Page &from = m_pages.at(std::size_t(std::exchange(m_before, kind)));
    const Page &to = m_pages.at(std::size_t(kind));
    if (to.targets().isEmpty()) {
        to.setTargets(from.targets());
    }
    m_commands->form().showScripts(kind == Scripts);
    m_stack->setCurrentWidget(to.widget);
    setFocusProxy(to.widget);
}

void RunKinds::showKind(Kind kind)
{
    m_bar->setCurrentIndex(kind);
}

RunKinds::Kind RunKinds::kind() const
{
    return Kind(m_bar->currentIndex());
}

const RunKinds::Page &RunKinds::pageOnTop() const
{
    return m_pages.at(std::size_t(kind()));
}

bool RunKinds::showsPanes() const
{
    return pageOnTop().widget == m_commands;
}

void RunKinds::focusFilter()
{
    if (showsPanes()) {
        m_commands->focusFilter();
    } else if (pageOnTop().focusTargets) {
        pageOnTop().focusTargets();
    }
}

void RunKinds::showFind()
{
    if (showsPanes()) {
        m_commands->showFind();
        return;
    }
    const auto views = pageOnTop().widget->findChildren<RunView *>(); // of a recipe
    const auto seen = std::find_if(
        views.begin(), views.end(), [](const RunView *view) { return view->isVisible(); });
    seen != views.end() ? (*seen)->showFind() : focusFilter();
}

} // namespace podium::ui
