// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodespage.h"

#include "core/inventory/inventory.h"
#include "core/models/nodes/nodefilter.h"
#include "core/models/nodes/nodemodel.h"
#include "core/models/nodes/statussummary.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/sidescrollarea.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodecommands.h"
#include "widgets/nodes/nodedetail.h"
#include "widgets/nodes/nodesbar.h"
#include "widgets/nodes/nodestack.h"
#include "widgets/nodes/nodeview.h"
#include "widgets/nodes/problempanel.h"
#include "widgets/nodes/requestpanel.h"

#include <QDesktopServices>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QUrl>

namespace podium::ui {

using inventory::Inventory;
using models::NodeModel;

namespace {

constexpr int AgeSeconds = 20;          ///< how often the ages in the rows grow
constexpr int NarrowWidth = Grid * 104; ///< below it the details stand under the list

QString groupedKey()
{
    return QStringLiteral("nodes/grouped");
}

QString detailKey()
{
    return QStringLiteral("nodes/detail");
}

/// Whether nobody has chosen widths: then they are not those of the last window.
QString fitKey()
{
    return QStringLiteral("nodes/columnsFit");
}

QString headerKey()
{
    return QStringLiteral("nodes/header4");
}

} // namespace

NodesPage::NodesPage(
    Inventory &inventory, models::ActivityModel &activity, const Clock &clock, QSettings &state,
    QWidget *parent)
    : QWidget(parent)
    , m_inventory(inventory)
    , m_clock(clock)
    , m_state(state)
    , m_work(clock)
    , m_model(new NodeModel(clock, this))
    , m_filter(new models::NodeFilter(this))
    , m_bar(new NodesBar)
    , m_notice(new NoticeBar)
    , m_refreshError(*m_notice)
    , m_requests(new RequestPanel(clock))
    , m_view(new NodeView)
    , m_commands(new NodeCommands(inventory, *m_view, this))
    , m_stack(new NodeStack(m_view))
    , m_details(new QStackedWidget)
    , m_problem(new ProblemPanel)
    , m_detail(new NodeDetail(activity, clock))
    , m_detailArea(new SideScrollArea(Grid * 47))
    , m_splitter(new QSplitter)
    , m_detailWanted(state.value(detailKey(), true).toBool())
{
    setAccessibleName(tr("Nodes page"));
    m_splitter->setAccessibleName(tr("Nodes and details"));
    m_detailArea->setAccessibleName(tr("Details"));
    setFocusProxy(m_view);
    m_filter->setSourceModel(m_model);
    m_view->setModel(m_filter);
    const bool isRestored =
        m_view->header()->restoreState(m_state.value(headerKey()).toByteArray());
    if (!isRestored || m_state.value(fitKey()).toBool()) {
        m_view->fitColumnsUntilChosen();
    }
    buildLayout();
    connectParts();
    connectList();
    m_bar->setDetailShown(m_detailWanted);
    setGrouped(m_state.value(groupedKey(), false).toBool());
    showSnapshot({});
    m_second.start(1000);
}

NodesPage::~NodesPage()
{
    m_state.setValue(groupedKey(), m_model->isGrouped());
    m_state.setValue(detailKey(), m_detailWanted);
    m_state.setValue(headerKey(), m_view->header()->saveState());
    m_state.setValue(fitKey(), m_view->fitsColumns());
}

void NodesPage::buildLayout()
{
    auto *top = new QVBoxLayout;
    setPageMargins(top);
    top->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 3 / 2);
    top->addWidget(m_bar);
    top->addWidget(m_notice);

    m_details->addWidget(m_detail);
    m_details->addWidget(m_problem);
    fitCurrentPage(m_details);
    m_detailArea->setWidget(m_details);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_detailArea);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setSizes({Grid * 96, Grid * 47});

    auto *page = makeColumn(0, this);
    page->addLayout(top);
    page->addWidget(new Hairline(Qt::Horizontal));
    page->addWidget(m_requests);
    page->addWidget(m_splitter, 1);
}

void NodesPage::connectParts()
{
    connect(&m_inventory, &Inventory::changed, this, &NodesPage::showSnapshot);
    connect(&m_inventory, &Inventory::refreshingChanged, this, &NodesPage::showFreshness);
    models::followRefreshes(m_work, m_inventory);
    connect(&m_work, &models::WorkMeter::changed, this, &NodesPage::showFreshness);
    connect(m_bar, &NodesBar::refreshRequested, this, &NodesPage::refreshRequested);
    connect(m_bar, &NodesBar::createRequested, this, &NodesPage::createRequested);
    connect(m_stack, &NodeStack::retryRequested, this, &NodesPage::refreshRequested);
    connect(m_notice, &NoticeBar::actionTriggered, this, &NodesPage::refreshRequested);
    connect(m_stack, &NodeStack::clearFilterRequested, m_bar, &NodesBar::clearFilter);
    connect(m_bar, &NodesBar::groupedToggled, this, &NodesPage::setGrouped);
    connect(m_bar, &NodesBar::detailToggled, this, [this](bool shown) {
        m_detailWanted = shown;
        showView();
    });
    connect(m_bar, &NodesBar::filterChanged, this, [this](const QString &text) {
        m_filter->setText(text);
        m_view->showGroups();
        if (m_view->selectedNodes().empty() && m_lastSelected) {
            selectNode(*m_lastSelected);
        }
        showView();
    });
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (!isVisible()) {
            return;
        }
        showFreshness();
        if (++m_seconds % AgeSeconds == 0) {
            m_model->refreshAges();
        }
    });
}

void NodesPage::connectList()
{
    connect(m_view, &NodeView::selectedNodesChanged, this, &NodesPage::showDetail);
    connect(m_view, &NodeView::problemActivated, this, [this](const QModelIndex &index) {
        const auto link = index.data(NodeModel::LinkRole).value<models::ProblemLink>();
        if (link.url.isEmpty()) {
            emit refreshRequested();
        } else {
            QDesktopServices::openUrl(link.url);
        }
    });
    connect(m_problem, &ProblemPanel::retryRequested, this, &NodesPage::refreshRequested);
    connect(m_detail, &NodeDetail::historyWanted, this, &NodesPage::historyWanted);
    connect(m_detail, &NodeDetail::tpuRequested, this, &NodesPage::tpuRequested);
    connect(m_detail, &NodeDetail::hostKeysRequested, this, &NodesPage::hostKeysRequested);
    connectCommands();
}

void NodesPage::connectCommands()
{
    m_commands->serve(*m_detail);
    connect(m_commands, &NodeCommands::runRequested, this, &NodesPage::runRequested);
    connect(m_commands, &NodeCommands::loadRequested, this, &NodesPage::loadRequested);
    connect(m_commands, &NodeCommands::shellRequested, this, &NodesPage::shellRequested);
    connect(m_commands, &NodeCommands::tunnelRequested, this, &NodesPage::tunnelRequested);
    connect(m_commands, &NodeCommands::copySshRequested, this, &NodesPage::copySshRequested);
    connect(
        m_commands, &NodeCommands::detachedRunsRequested, this, &NodesPage::detachedRunsRequested);
    connect(m_commands, &NodeCommands::actionRequested, this, &NodesPage::actionRequested);
    connect(m_commands, &NodeCommands::anotherRequested, this, &NodesPage::anotherRequested);
    connect(m_commands, &NodeCommands::holdersRequested, this, &NodesPage::holdersRequested);
}

void NodesPage::showSnapshot(const std::vector<inventory::Event> &events)
{
    const bool wasEmpty = m_model->rowCount() == 0;
    m_model->setSnapshot(m_inventory.sharedSnapshot());
    m_model->noteEvents(events);
    if (wasEmpty) {
        m_view->showGroups();
        m_view->selectFirstNode();
    }
    showView();
    showSnapshotError();
    showFreshness();
    showDetail();
}

void NodesPage::noteEvents(const std::vector<inventory::Event> &events)
{
    m_model->noteEvents(events);
}

void NodesPage::showView()
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    m_stack->showSnapshot(snapshot, m_filter->rowCount());
    const NodeStack::View view = m_stack->view();
    const bool hasNodes = view == NodeStack::View::List || view == NodeStack::View::NoMatch;
    m_detailArea->setVisible(hasNodes && m_detailWanted);
    m_bar->setVisible(view != NodeStack::View::FirstStart);
    m_bar->setCount(m_filter->nodeCount(), int(snapshot.nodes.size()));
}

void NodesPage::showError(const Error &error)
{
    m_notice->showError(error);
}

void NodesPage::showNote(const QString &text)
{
    m_notice->showNotice(models::Mark::Busy, text);
}

OpenMenu &NodesPage::openMenu()
{
    return m_commands->openMenu();
}

void NodesPage::setCloudLost(const Error &why)
{
    m_isCloudLost = true;
    m_notice->showError(why);
}

void NodesPage::setHistory(const store::NodeHistory &history)
{
    m_detail->setHistory(history);
}

void NodesPage::setPrices(const models::SharedDayPrices &prices)
{
    m_model->setPrices(prices);
    m_detail->setPrices(prices);
    showDetail();
}

void NodesPage::noteHolders(const QHash<NodeRef, models::HolderLook> &looks)
{
    for (auto look = looks.begin(); look != looks.end(); ++look) {
        m_model->noteHolders(look.key(), look.value());
    }
    showDetail();
}

void NodesPage::setDetachedRuns(const std::vector<run::DetachedRun> &runs)
{
    m_detail->setDetachedRuns(runs);
}

void NodesPage::showSnapshotError()
{
    if (m_isCloudLost) {
        return;
    }
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    const NodeStack::View view = m_stack->view();
    const bool hasList = view == NodeStack::View::List || view == NodeStack::View::NoMatch;
    const std::optional<Error> &error = snapshot.error ? snapshot.error : snapshot.projectsError;
    m_refreshError.show(hasList ? error : std::nullopt);
}

void NodesPage::showDetail()
{
    std::vector<const inventory::NodeEntry *> entries;
    const std::vector<NodeRef> selected = m_view->selectedNodes();
    if (!selected.empty()) {
        m_lastSelected = selected.front();
    }
    for (const NodeRef &node : selected) {
        if (const inventory::NodeEntry *entry = m_inventory.snapshot().find(node)) {
            entries.push_back(entry);
        }
    }
    if (!entries.empty()) {
        const NodeRef &first = entries.front()->node.ref;
        m_detail->setHolders(m_model->holdersOf(first));
        m_detail->setStaleReason(models::whyStale(m_inventory.snapshot(), first));
    }
    m_detail->setNodes(entries);
    const QModelIndex current = m_view->currentIndex();
    const bool isProblem = selected.empty() && current.isValid() &&
                           NodeModel::kindOf(current) == NodeModel::RowKind::Problem;
    if (isProblem) {
        m_problem->show(
            current.siblingAtColumn(0).data().toString(),
            current.siblingAtColumn(0).data(NodeModel::TextRole).toString(),
            current.data(NodeModel::LinkRole).value<models::ProblemLink>());
    }
    m_details->setCurrentWidget(isProblem ? static_cast<QWidget *>(m_problem) : m_detail);
}

void NodesPage::showFreshness()
{
    m_bar->setFreshness(
        models::freshnessText(m_inventory.snapshot(), m_clock.now()), m_work.text(),
        m_inventory.isRefreshing());
}

void NodesPage::setGrouped(bool grouped)
{
    const std::vector<NodeRef> selected = m_view->selectedNodes();
    m_bar->setGrouped(grouped);
    m_model->setGrouped(grouped);
    m_view->setRootIsDecorated(grouped);
    m_view->showGroups();
    for (const NodeRef &node : selected) {
        selectNode(node);
    }
}

void NodesPage::focusFilter()
{
    m_bar->focusFilter();
}

void NodesPage::showNode(const NodeRef &node)
{
    const QModelIndex source = m_model->indexOf(node);
    if (source.isValid() && !m_filter->mapFromSource(source).isValid()) {
        m_bar->clearFilter();
    }
    selectNode(node);
}

void NodesPage::selectNode(const NodeRef &node)
{
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(node));
    if (index.isValid()) {
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
    }
}

NodeCloudSection &NodesPage::cloudSection()
{
    return m_detail->cloudSection();
}

FirstStart &NodesPage::firstStart()
{
    return m_stack->firstStart();
}

void NodesPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const auto wanted = width() < NarrowWidth ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() != wanted) {
        m_splitter->setOrientation(wanted);
        m_splitter->setSizes(
            wanted == Qt::Vertical ? QList<int>{Grid * 30, Grid * 26}
                                   : QList<int>{Grid * 96, Grid * 47});
    }
}

} // namespace podium::ui
