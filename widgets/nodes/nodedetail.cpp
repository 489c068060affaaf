// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodedetail.h"

#include "core/models/activity/activityfilter.h"
#include "core/models/activity/activitymodel.h"
#include "core/models/nodes/nodecells.h"
#include "core/models/nodes/nodechanges.h"
#include "core/models/nodes/workermodel.h"
#include "core/models/relativetime.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/columns.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/detail/factsform.h"
#include "widgets/nodes/detail/nodecloudsection.h"
#include "widgets/nodes/nodefacts.h"
#include "widgets/nodes/timelinesection.h"
#include "widgets/nodes/workerview.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <initializer_list>

namespace podium::ui {

using inventory::NodeEntry;
using models::ActivityModel;

namespace {

QLabel *sectionTitle()
{
    QLabel *label = mutedLabel();
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QTreeView *eventView(QAbstractItemModel *model)
{
    auto *view = new QTreeView;
    prepareList(view, NodeDetail::tr("Events of this node"));
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setHeaderHidden(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setModel(model);
    view->setItemsExpandable(false); // the parts stand on the Activity page
    view->setTreePosition(int(ActivityModel::Column::When));
    view->header()->moveSection(int(ActivityModel::Column::When), 0);
    view->hideColumn(int(ActivityModel::Column::Kind));
    view->hideColumn(int(ActivityModel::Column::Subject));
    return view;
}

void enlarge(QWidget &title)
{
    QFont font = title.font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    font.setBold(true);
    title.setFont(font);
}

} // namespace

NodeDetail::NodeDetail(ActivityModel &activity, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_activity(activity)
    , m_workers(new models::WorkerModel(this))
    , m_events(new models::ActivityFilter(this))
    , m_mark(new MarkWidget)
    , m_title(new ElidedLabel)
    , m_state(wrappedLabel())
    , m_run(new QPushButton(tr("Run on this")))
    , m_shell(new QToolButton)
    , m_copySsh(new QPushButton(tr("Copy ssh command")))
    , m_tpu(new QPushButton(tr("Who holds the TPU…")))
    , m_hostKeys(new QPushButton(tr("Host keys…")))
    , m_actions(new QPushButton(tr("More")))
    , m_leftRuns(new QPushButton(tr("Background runs…")))
    , m_facts(new FactsForm)
    , m_workersTitle(sectionTitle())
    , m_workerView(new WorkerView)
    , m_leftList(wrappedLabel())
    , m_timeline(new TimelineSection(clock))
    , m_cloud(new NodeCloudSection)
    , m_eventsTitle(sectionTitle())
    , m_eventView(nullptr)
    , m_noEvents(mutedLabel(tr("Nothing has changed since Podium first saw this node.")))
{
    setAccessibleName(tr("Selected node"));
    m_events->setSourceModel(&activity);
    m_eventView = eventView(m_events);
    m_workerView->setModel(m_workers);
    m_noEvents->setWordWrap(true);
    setPrimary(m_run);
    enlarge(*m_title);
    auto *state = new QHBoxLayout;
    state->setSpacing(Grid);
    state->addWidget(m_mark);
    state->addWidget(m_state, 1);
    makeShell();
    m_actions->setMenu(new QMenu(m_actions));
    m_actions->setAccessibleName(tr("More: start, stop, delete"));
    m_actions->setToolTip(m_actions->accessibleName());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid);
    column->addWidget(m_title);
    column->addLayout(state);
    column->addSpacing(Grid / 2);
    column->addLayout(buildButtons());
    column->addSpacing(Grid / 2);
    column->addWidget(m_facts);
    column->addSpacing(Grid);
    auto *workersRow = new QHBoxLayout;
    workersRow->addWidget(m_workersTitle, 1);
    workersRow->addWidget(m_leftRuns);
    column->addLayout(workersRow);
    column->addWidget(m_workerView);
    column->addWidget(m_leftList);
    column->addWidget(m_cloud);
    column->addWidget(m_timeline);
    column->addSpacing(Grid);
    column->addWidget(m_eventsTitle);
    column->addWidget(m_noEvents);
    column->addWidget(m_eventView, 2);
    column->addStretch(0);

    connect(m_run, &QPushButton::clicked, this, &NodeDetail::runRequested);
    connect(m_copySsh, &QPushButton::clicked, this, &NodeDetail::copySshRequested);
    connect(m_tpu, &QPushButton::clicked, this, [this] {
        if (m_node) {
            emit tpuRequested(m_node->ref);
        }
    });
    connect(m_hostKeys, &QPushButton::clicked, this, &NodeDetail::askForHostKeys);
    m_leftList->setAccessibleName(tr("Background runs on this node"));
    connect(m_leftRuns, &QPushButton::clicked, this, &NodeDetail::detachedRunsRequested);
    for (const auto signal :
         {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_events, signal, this, &NodeDetail::showEvents);
    }
    refreshAgesOf(this, [this] { refreshAges(); });
    setNodes({});
}

void NodeDetail::makeShell()
{
    m_shell->setText(tr("Shell"));
    m_shell->setAccessibleName(tr("Open a shell"));
    m_shell->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_shell->setPopupMode(QToolButton::MenuButtonPopup);
    m_shell->setMenu(new QMenu(m_shell));
    connect(m_shell, &QToolButton::clicked, this, [this] { emit shellRequested(0); });
}

QMenu &NodeDetail::actionMenu()
{
    return *m_actions->menu();
}

QMenu &NodeDetail::shellMenu()
{
    return *m_shell->menu();
}

QLayout *NodeDetail::buildButtons()
{
    auto *buttons = new FlowLayout(Grid);
    for (QWidget *button : std::initializer_list<QWidget *>{
             m_run, m_shell, m_actions, m_copySsh, m_tpu, m_hostKeys}) {
        buttons->insertWidget(buttons->count(), button, Qt::AlignLeft);
    }
    return buttons;
}

/// Where some can be reached, the others are passed over by the run itself, which says so.
void NodeDetail::showRun(const std::vector<const NodeEntry *> &entries)
{
    const bool isAny = std::any_of(entries.begin(), entries.end(), [](const NodeEntry *entry) {
        return whyNoRun(entry->node).isEmpty();
    });
    m_run->setText(entries.size() == 1 ? tr("Run on this") : tr("Run on these"));
    m_run->setEnabled(isAny);
    m_run->setToolTip(
        isAny || entries.empty() ? QString()
        : entries.size() == 1    ? whyNoRun(entries.front()->node)
                                 : tr("No command can run there: none of these nodes is running."));
    m_run->setAccessibleDescription(m_run->toolTip());
}

/// Of the first worker, unless another is chosen.
void NodeDetail::showShell(const cloud::Node &node)
{
    const QString problem = whyNoShell(node);
    m_shell->setEnabled(problem.isEmpty());
    const QString meaning = node.workers.size() > 1 ? tr("Open a terminal on worker 0")
                                                    : tr("Open a terminal on its worker");
    m_shell->setToolTip(problem.isEmpty() ? meaning : problem);
    m_shell->setAccessibleDescription(m_shell->toolTip());
}

void NodeDetail::showTpu(const cloud::Node &node)
{
    m_tpu->setEnabled(node.state == cloud::NodeState::Ready && !node.workers.empty());
    m_tpu->setToolTip(
        m_tpu->isEnabled() ? tr("See which processes hold it, free it, check it")
                           : tr("The workers cannot be asked: the node is not ready."));
    m_tpu->setAccessibleDescription(m_tpu->toolTip());
}

/// Of the worker that is chosen, or of all.
void NodeDetail::askForHostKeys()
{
    std::vector<WorkerRef> workers;
    const QModelIndexList chosen = m_workerView->selectionModel()->selectedRows();
    for (int index = 0; m_node && index < int(m_node->workers.size()); ++index) {
        const bool isChosen =
            std::any_of(chosen.begin(), chosen.end(), [index](const QModelIndex &row) {
                return row.row() == index;
            });
        if (chosen.isEmpty() || isChosen) {
            workers.push_back({m_node->ref, index});
        }
    }
    if (!workers.empty()) {
        emit hostKeysRequested(workers);
    }
}

void NodeDetail::setDetachedRuns(const std::vector<run::DetachedRun> &runs)
{
    m_left = runs;
    showLeftRuns();
}

void NodeDetail::showLeftRuns()
{
    const QStringList lines = m_node ? detachedRunTexts(m_left, m_node->ref) : QStringList();
    m_leftList->setText(lines.join(QLatin1Char('\n')));
    m_leftList->setVisible(!lines.isEmpty());
    const bool canLook = m_node && m_node->state == cloud::NodeState::Ready;
    m_leftRuns->setEnabled(canLook || !lines.isEmpty());
    m_leftRuns->setToolTip(
        m_leftRuns->isEnabled() ? tr("List the background runs on this node, whoever started them")
                                : tr("Background runs cannot be listed: the node is not ready."));
    m_leftRuns->setAccessibleDescription(m_leftRuns->toolTip());
}

void NodeDetail::setNodes(const std::vector<const NodeEntry *> &entries)
{
    const bool one = entries.size() == 1;
    for (QWidget *widget : std::initializer_list<QWidget *>{
             m_facts, m_workersTitle, m_workerView, m_eventsTitle, m_shell, m_copySsh, m_leftRuns,
             m_tpu, m_hostKeys, m_mark}) {
        widget->setVisible(one);
    }
    m_run->setVisible(!entries.empty());
    m_actions->setVisible(!entries.empty());
    showRun(entries);
    m_noEvents->hide();
    m_eventView->hide();
    const auto before =
        std::exchange(m_node, one ? std::optional(entries.front()->node) : std::nullopt);
    if (!before || !m_node || before->ref != m_node->ref) {
        m_timeline->clear();
    }
    m_cloud->setNode(m_node ? std::optional(m_node->ref) : std::nullopt);
    showLeftRuns();
    if (one) {
        emit historyWanted(m_node->ref);
        showOne(*entries.front());
    } else {
        showMany(entries);
    }
}

void NodeDetail::showOne(const NodeEntry &entry)
{
    const cloud::Node &node = entry.node;
    m_title->setText(node.ref.name.text());
    m_mark->setMark(models::markOf(node), models::stateText(node));
    m_state->setText(
        entry.stale ? tr("%1, as of %2: %3")
                          .arg(
                              models::stateText(node), models::agoText(entry.seenAt, m_clock.now()),
                              m_staleReason)
                    : models::stateText(node));
    showShell(node);
    m_copySsh->setEnabled(!models::firstAddress(node).isEmpty());
    showTpu(node);
    m_hostKeys->setEnabled(!node.workers.empty());
    m_hostKeys->setToolTip(
        tr("See by which keys its workers are known, and what to do when one has changed"));
    m_facts->setFacts(nodeFacts(entry, m_prices, m_holders, m_clock.now()));

    m_workers->setNode(node);
    const auto count = int(node.workers.size());
    m_workersTitle->setText(
        count == 0   ? tr("No workers yet")
        : count == 1 ? tr("1 worker")
                     : tr("%1 workers").arg(count));
    m_workerView->setVisible(count > 0);
    fitWorkers();

    m_events->setNode(node.ref);
    m_eventsTitle->setText(tr("Events"));
    showEvents();
    m_eventView->resizeColumnToContents(int(ActivityModel::Column::When));
}

/// They come also while it is shown; what was kept of them after the node.
void NodeDetail::showEvents()
{
    const bool hasEvents = m_events->rowCount() > 0;
    m_noEvents->setVisible(m_node && !hasEvents);
    m_eventView->setVisible(m_node && hasEvents);
}

/// Those of its events; what else is shown comes anew with each refresh of the nodes.
void NodeDetail::refreshAges()
{
    m_activity.refreshAges();
    m_eventView->resizeColumnToContents(int(ActivityModel::Column::When));
}

void NodeDetail::setHistory(const store::NodeHistory &history)
{
    if (m_node && m_node->ref == history.node) {
        m_timeline->setHistory(history);
    }
}

void NodeDetail::showMany(const std::vector<const NodeEntry *> &entries)
{
    m_workers->setNode({});
    if (entries.empty()) {
        m_title->setText({});
        m_state->setText(tr("Select a node to see its workers and what can be done with it."));
        return;
    }
    int workers = 0;
    for (const NodeEntry *entry : entries) {
        workers += int(entry->node.workers.size());
    }
    m_title->setText(tr("%1 nodes").arg(entries.size()));
    m_state->setText(models::countText(int(entries.size()), workers));
}

/// All of a usual pod: the panel scrolls, and a list that scrolls within it would take the wheel.
void NodeDetail::fitWorkers()
{
    constexpr int MostRows = 16;
    const int rows = qMin(m_workers->rowCount(), MostRows);
    const int row = m_workerView->verticalHeader()->defaultSectionSize();
    QHeaderView *header = m_workerView->horizontalHeader();
    m_workerView->setFixedHeight(header->sizeHint().height() + rows * row);
    shareColumns(*m_workerView, *header, {int(models::WorkerModel::Column::HostKey), {}, Grid * 8});
}

} // namespace podium::ui
