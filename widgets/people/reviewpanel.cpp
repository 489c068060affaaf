// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/reviewpanel.h"

#include "core/inventory/inventory.h"
#include "core/inventory/targets.h"
#include "core/ssh/plaintext.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace podium::ui {

using models::ReviewGroup;
using namespace podium::people;

namespace {

constexpr int MostLinesAtOnce = 1000;
constexpr int MostOpen = 12; // groups

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

/// A line in the colour of secondary text.
void quieten(QTreeWidgetItem *item, const QPalette &colours)
{
    item->setForeground(1, tones(colours).muted);
}

QList<QTreeWidgetItem *> itemsOf(const AccountPlan &account, const QPalette &colours)
{
    QList<QTreeWidgetItem *> items;
    for (const PlanStep &step : account.steps) {
        items << new QTreeWidgetItem({QString(), step.text});
    }
    for (const PlanNote &note : account.notes) {
        items << new QTreeWidgetItem(
            {QString(), QString(signOf(note.kind) + QLatin1Char(' ') + note.text)});
        quieten(items.last(), colours);
    }
    return items;
}

QString countText(const ReviewGroup &group)
{
    const int steps = int(group.account->steps.size());
    const QString text = steps == 0   ? ReviewPanel::tr("nothing to do")
                         : steps == 1 ? ReviewPanel::tr("1 step")
                                      : ReviewPanel::tr("%1 steps").arg(steps);
    return group.workers.size() == 1
               ? ReviewPanel::tr("%1 on 1 worker").arg(text)
               : ReviewPanel::tr("%1 on %2 workers").arg(text).arg(group.workers.size());
}

} // namespace

ReviewPanel::ReviewPanel(
    PeopleService &service, const inventory::Inventory &inventory, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_inventory(inventory)
    , m_title(headingLabel())
    , m_hint(mutedLabel())
    , m_tree(new QTreeWidget)
    , m_apply(new QPushButton(tr("Apply")))
{
    setAccessibleName(tr("Review"));
    prepareList(m_tree, tr("Steps on each worker"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Account"), tr("What is done")});
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setResizeContentsPrecision(0); // what is seen is enough
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    setPrimary(m_apply);
    auto *back = new QPushButton(tr("Back"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->setSpacing(Grid);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(Grid / 2);
    for (QLabel *text : {m_title, m_hint}) {
        text->setWordWrap(true); // what is agreed to is read whole
        texts->addWidget(text);
    }
    head->addLayout(texts, 1);
    head->addWidget(back, 0, Qt::AlignTop);
    head->addWidget(m_apply, 0, Qt::AlignTop);
    auto *column = makeColumn(0, this);
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

/// Light becomes dark while it is open.
void ReviewPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) {
        return;
    }
    for (QTreeWidgetItemIterator item(m_tree); *item; ++item) {
        if ((*item)->data(1, Qt::ForegroundRole).isValid()) {
            quieten(*item, palette());
        }
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
    while (current && current->parent()) {
        current = current->parent();
    }
    const QString name = current ? current->text(0) : QString(); // the items go
    const int scrolled = m_tree->verticalScrollBar()->value();
    refresh();
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = m_tree->topLevelItem(i);
        item->setExpanded(wasOpen.value(item->text(0), item->isExpanded()));
        if (item->text(0) == name && !m_tree->currentItem()) {
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
    m_groups = models::reviewGroups(m_planning->plans);
    int lines = 0;
    QList<QTreeWidgetItem *> items;
    for (const ReviewGroup &group : m_groups) {
        items << itemOf(group);
        lines += group.account->steps.size() + group.account->notes.size();
    }
    m_tree->addTopLevelItems(items);
    // A few are all shown at once; many are opened one by one.
    if (items.size() <= MostOpen && lines <= MostLinesAtOnce) {
        for (QTreeWidgetItem *item : qAsConst(items)) {
            fill(item);
            item->setExpanded(true);
        }
    }
    tell();
}

QTreeWidgetItem *ReviewPanel::itemOf(const ReviewGroup &group)
{
    const QString where = inventory::describeWorkers(m_inventory.snapshot(), group.workers);
    auto *item = new QTreeWidgetItem(
        {ssh::plainText(group.account->login.toUtf8(), 40),
         QString(countText(group) + QStringLiteral(": ") + where)});
    item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    m_unfilled.insert(item, &group);
    return item;
}

/// The steps and the workers of a group, once somebody wants to see them.
void ReviewPanel::fill(QTreeWidgetItem *item)
{
    const ReviewGroup *group = m_unfilled.take(item);
    if (!group) {
        return;
    }
    item->addChildren(itemsOf(*group->account, palette()));
    if (group->workers.size() > 1) {
        QList<QTreeWidgetItem *> names;
        for (const WorkerRef &worker : group->workers) {
            names << new QTreeWidgetItem({QString(), worker.text()});
        }
        auto *workers = new QTreeWidgetItem(
            {QString(), tr("On each of these %1 workers").arg(group->workers.size())});
        quieten(workers, palette());
        workers->addChildren(names);
        item->addChild(workers);
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
    showHint(
        m_isOutdated                 ? tr("The roster has changed since; the steps follow.")
        : counts.unknownWorkers == 0 ? QString()
        : counts.unknownWorkers == 1 ? tr("1 worker was not checked; nothing is changed there.")
                                     : tr("%1 workers were not checked; nothing is changed there.")
                                           .arg(counts.unknownWorkers));
    m_apply->setEnabled(counts.steps > 0 && !m_isOutdated);
    m_apply->setText(workers > 1 ? tr("Apply on %1 workers").arg(workers) : tr("Apply"));
}

void ReviewPanel::showHint(const QString &text)
{
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
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
    showHint(
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
