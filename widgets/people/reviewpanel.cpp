// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/reviewpanel.h"

#include "core/ssh/plaintext.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QBrush>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>

#include <algorithm>

namespace podium::ui {

using namespace podium::people;

namespace {

constexpr int MostLinesAtOnce = 1000;

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

void addAccount(
    QList<QTreeWidgetItem *> &items, const AccountPlan &account, const QBrush &noteColour)
{
    const QString login = ssh::plainText(account.login.toUtf8(), 40);
    for (const PlanStep &step : account.steps) {
        items << new QTreeWidgetItem({login, step.text});
    }
    for (const PlanNote &note : account.notes) {
        items << new QTreeWidgetItem(
            {login, QString(signOf(note.kind) + QLatin1Char(' ') + note.text)});
        items.last()->setForeground(1, noteColour);
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
    m_tree->header()->setResizeContentsPrecision(0); // what is seen is enough
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    setPrimary(m_apply);
    auto *back = new QPushButton(tr("Back"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->setSpacing(Grid);
    head->addWidget(m_title);
    m_hint->setWordWrap(true); // else it would widen the window
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
    connect(m_apply, &QPushButton::clicked, this, [this] {
        m_isForKeeping ? emit keepingConfirmed() : emit applyRequested();
    });
    connect(m_tree, &QTreeWidget::itemExpanded, this, &ReviewPanel::fill);
    connect(&m_service, &PeopleService::rosterChanged, this, [this] {
        m_isOutdated = true;
        tell();
    });
    connect(&m_service, &PeopleService::planned, this, [this] {
        m_isOutdated = m_isOutdated && m_service.isPlanning();
        if (isVisible()) {
            follow();
        }
    });
}

void ReviewPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_planning && m_planning != m_service.planning()) {
        follow();
    }
}

void ReviewPanel::follow()
{
    QHash<QString, bool> wasOpen;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *item = m_tree->topLevelItem(i);
        wasOpen.insert(item->text(0), item->isExpanded());
    }
    const QTreeWidgetItem *current = m_tree->currentItem();
    const QTreeWidgetItem *worker = current && current->parent() ? current->parent() : current;
    const QString name = worker ? worker->text(0) : QString(); // the items go
    const int scrolled = m_tree->verticalScrollBar()->value();
    refresh();
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = m_tree->topLevelItem(i);
        item->setExpanded(wasOpen.value(item->text(0), item->isExpanded()));
        if (item->text(0) == name) {
            m_tree->setCurrentItem(item);
        }
    }
    m_tree->doItemsLayout(); // else there is nothing to scroll yet
    m_tree->verticalScrollBar()->setValue(scrolled);
}

void ReviewPanel::start(bool isForKeeping)
{
    m_isForKeeping = isForKeeping;
    refresh();
}

void ReviewPanel::refresh()
{
    m_unfilled.clear();
    m_tree->clear();
    m_planning = m_service.planning();
    int lines = 0;
    QList<QTreeWidgetItem *> items;
    for (const WorkerPlan &plan : m_planning->plans) {
        if (!plan.accounts.empty()) {
            items << itemOf(plan);
            for (const AccountPlan &account : plan.accounts) {
                lines += account.steps.size() + account.notes.size();
            }
        }
    }
    m_tree->addTopLevelItems(items);
    // A few are all shown at once; many are opened one by one.
    if (m_tree->topLevelItemCount() <= 12 && lines <= MostLinesAtOnce) {
        for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
            fill(m_tree->topLevelItem(i));
        }
        m_tree->expandAll();
    }
    tell();
}

QTreeWidgetItem *ReviewPanel::itemOf(const WorkerPlan &plan)
{
    const int count = plan.stepCount();
    auto *item = new QTreeWidgetItem(
        {plan.worker.text(), count == 0   ? tr("nothing to do")
                             : count == 1 ? tr("1 step")
                                          : tr("%1 steps").arg(count)});
    item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    m_unfilled.insert(item, &plan);
    return item;
}

/// The steps of a worker, once somebody wants to see them.
void ReviewPanel::fill(QTreeWidgetItem *item)
{
    if (const WorkerPlan *plan = m_unfilled.take(item)) {
        QList<QTreeWidgetItem *> items;
        for (const AccountPlan &account : plan->accounts) {
            addAccount(items, account, palette().placeholderText());
        }
        item->addChildren(items);
    }
}

void ReviewPanel::tell()
{
    if (!m_planning) {
        return; // nobody has asked for it yet
    }
    const PlanCounts &counts = m_planning->counts;
    if (m_isForKeeping) {
        tellOfKeeping(counts);
        return;
    }
    const int workers = counts.changedWorkers;
    m_title->setText(
        counts.steps == 0   ? tr("Nothing to do")
        : counts.steps == 1 ? tr("1 step on 1 worker")
        : workers == 1      ? tr("%1 steps on 1 worker").arg(counts.steps)
                            : tr("%1 steps on %2 workers").arg(counts.steps).arg(workers));
    m_hint->setText(
        m_isOutdated                 ? tr("The roster has changed since; the steps follow.")
        : counts.unknownWorkers == 0 ? QString()
        : counts.unknownWorkers == 1 ? tr("1 worker was not checked; nothing is changed there.")
                                     : tr("%1 workers were not checked; nothing is changed there.")
                                           .arg(counts.unknownWorkers));
    m_apply->setEnabled(counts.steps > 0 && !m_isOutdated);
    m_apply->setText(workers > 1 ? tr("Apply on %1 workers").arg(workers) : tr("Apply"));
}

int ReviewPanel::checkingCount() const
{
    const auto isChecking = [this](const WorkerPlan &plan) {
        const WorkerCheck *check = m_service.check(plan.worker);
        return check && check->isLooking;
    };
    return int(std::count_if(m_planning->plans.begin(), m_planning->plans.end(), isChecking));
}

void ReviewPanel::tellOfKeeping(const PlanCounts &counts)
{
    const int checking = checkingCount();
    m_title->setText(
        counts.steps == 0 ? tr("Changes are made without asking")
        : counts.steps == 1
            ? tr("1 pending change is made now, later ones without asking")
            : tr("%1 pending changes are made now, later ones without asking").arg(counts.steps));
    m_hint->setText(
        m_isOutdated                 ? tr("The roster has changed since; the steps follow.")
        : checking == 1              ? tr("Checking 1 worker first…")
        : checking > 1               ? tr("Checking %1 workers first…").arg(checking)
        : counts.unknownWorkers == 0 ? QString()
        : counts.unknownWorkers == 1
            ? tr("1 worker could not be checked: what it needs is made without asking, too.")
            : tr("%1 workers could not be checked: what they need is made without asking, too.")
                  .arg(counts.unknownWorkers));
    m_apply->setEnabled(!m_isOutdated && checking == 0);
    m_apply->setText(tr("Apply automatically"));
}

} // namespace podium::ui
