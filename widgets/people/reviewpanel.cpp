// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/reviewpanel.h"

#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

namespace podium::ui {

using namespace podium::people;

namespace {

QString signOf(PlanNote::Kind kind)
{
    switch (kind) {
    case PlanNote::Kind::Blocked:
        return QStringLiteral("!");
    case PlanNote::Kind::Warning:
        return QStringLiteral("!");
    case PlanNote::Kind::Info:
        break;
    }
    return QStringLiteral("·");
}

void addAccount(QTreeWidgetItem *parent, const AccountPlan &account)
{
    for (const PlanStep &step : account.steps) {
        new QTreeWidgetItem(parent, {account.login, step.text});
    }
    for (const PlanNote &note : account.notes) {
        auto *item = new QTreeWidgetItem(
            parent, {account.login, QString(signOf(note.kind) + QLatin1Char(' ') + note.text)});
        item->setForeground(1, item->treeWidget()->palette().placeholderText());
    }
}

} // namespace

ReviewPanel::ReviewPanel(PeopleService &service, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_title(headingLabel())
    , m_hint(mutedLabel())
    , m_tree(new QTreeWidget)
    , m_apply(new QPushButton(tr("Apply")))
{
    setAccessibleName(tr("Review"));
    prepareList(m_tree, tr("Steps on each worker"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Worker and account"), tr("What is done")});
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    setPrimary(m_apply);
    auto *back = new QPushButton(tr("Back"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->setSpacing(Grid);
    head->addWidget(m_title);
    head->addWidget(m_hint, 1);
    head->addWidget(back);
    head->addWidget(m_apply);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(m_tree, 1);
    connect(back, &QPushButton::clicked, this, &ReviewPanel::closed);
    connect(m_apply, &QPushButton::clicked, this, &ReviewPanel::applyRequested);
    connect(&m_service, &PeopleService::planned, this, [this] {
        if (isVisible()) {
            refresh();
        }
    });
}

void ReviewPanel::refresh()
{
    m_tree->clear();
    int steps = 0;
    int workers = 0;
    int unknown = 0;
    for (const WorkerPlan &plan : m_service.plans()) {
        unknown += plan.isKnown ? 0 : 1;
        if (plan.accounts.empty()) {
            continue;
        }
        const int count = plan.stepCount();
        steps += count;
        workers += count > 0 ? 1 : 0;
        auto *item = new QTreeWidgetItem(
            m_tree, {plan.worker.text(), count == 0   ? tr("nothing to do")
                                         : count == 1 ? tr("1 step")
                                                      : tr("%1 steps").arg(count)});
        for (const AccountPlan &account : plan.accounts) {
            addAccount(item, account);
        }
    }
    // A few are all shown at once; many are opened one by one.
    if (m_tree->topLevelItemCount() <= 12) {
        m_tree->expandAll();
    }
    m_title->setText(
        steps == 0 ? tr("Nothing to do") : tr("%1 steps on %2 workers").arg(steps).arg(workers));
    m_hint->setText(
        unknown == 0 ? QString()
                     : tr("%1 workers were not looked at; nothing is done there.").arg(unknown));
    m_apply->setEnabled(steps > 0);
    m_apply->setText(workers > 1 ? tr("Apply on %1 workers").arg(workers) : tr("Apply"));
}

} // namespace podium::ui
