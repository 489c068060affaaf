// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodespage.h"

#include "core/inventory/inventory.h"
#include "core/models/nodefilter.h"
#include "core/models/nodemodel.h"
#include "core/models/statussummary.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodedetail.h"
#include "widgets/nodes/nodeview.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

namespace podium::ui {

using inventory::Inventory;
using models::NodeModel;

namespace {

constexpr int AgeSeconds = 20; ///< how often the ages in the rows grow

QString groupedKey()
{
    return QStringLiteral("nodes/grouped");
}

QString headerKey()
{
    return QStringLiteral("nodes/header");
}

QString splitterKey()
{
    return QStringLiteral("nodes/splitter");
}

} // namespace

NodesPage::NodesPage(
    Inventory &inventory, models::ActivityModel &activity, const Clock &clock, QSettings &state,
    QWidget *parent)
    : QWidget(parent)
    , m_inventory(inventory)
    , m_clock(clock)
    , m_state(state)
    , m_model(new NodeModel(clock, this))
    , m_filter(new models::NodeFilter(this))
    , m_search(searchField(tr("Filter nodes"), tr("Filter: name, type, zone, state, label…")))
    , m_count(mutedLabel())
    , m_freshness(mutedLabel())
    , m_group(iconButton(QStringLiteral("tree"), tr("Group by project")))
    , m_refresh(iconButton(QStringLiteral("refresh"), tr("Refresh (F5)")))
    , m_notice(new NoticeBar)
    , m_view(new NodeView)
    , m_detail(new NodeDetail(activity, clock))
    , m_splitter(new QSplitter)
    , m_stack(new QStackedWidget)
{
    setAccessibleName(tr("Nodes page"));
    m_filter->setSourceModel(m_model);
    m_view->setModel(m_filter);
    m_view->setDefaultWidths();
    m_view->header()->restoreState(m_state.value(headerKey()).toByteArray());
    m_group->setCheckable(true);
    m_refresh->setAccessibleName(tr("Refresh"));
    buildStack();
    buildLayout();
    connectParts();
    setGrouped(m_state.value(groupedKey(), false).toBool());
    showSnapshot({});
    m_second.start(1000);
}

NodesPage::~NodesPage()
{
    m_state.setValue(groupedKey(), m_model->isGrouped());
    m_state.setValue(headerKey(), m_view->header()->saveState());
    m_state.setValue(splitterKey(), m_splitter->saveState());
}

void NodesPage::buildStack()
{
    m_loading = new EmptyState(
        QStringLiteral("cloud"), tr("Looking for your nodes"),
        tr("Podium asks all zones of all your projects. They appear here as they are found."));
    m_firstStart = new FirstStart;
    m_failed = new EmptyState(QStringLiteral("offline"), {}, {});
    m_empty = new EmptyState(
        QStringLiteral("nodes"), tr("No TPU nodes"),
        tr("None of your projects has a TPU node now. Podium shows one as soon as it is created, "
           "in the console or with gcloud."));
    m_noMatch = new EmptyState(
        QStringLiteral("search"), tr("Nothing matches"), tr("No node has all of these words."));
    for (QWidget *page :
         std::initializer_list<QWidget *>{m_loading, m_firstStart, m_failed, m_empty, m_noMatch}) {
        m_stack->addWidget(page);
    }
    m_stack->addWidget(m_view);
    connect(
        m_failed->addAction(tr("Try again")), &QPushButton::clicked, this,
        &NodesPage::refreshRequested);
    connect(
        m_empty->addAction(tr("Look again")), &QPushButton::clicked, this,
        &NodesPage::refreshRequested);
    connect(
        m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, m_search,
        &QLineEdit::clear);
}

void NodesPage::buildLayout()
{
    auto *bar = new QHBoxLayout;
    bar->setSpacing(Grid);
    bar->addWidget(m_search, 1);
    bar->addSpacing(Grid);
    bar->addWidget(m_count);
    bar->addSpacing(Grid);
    bar->addWidget(m_freshness);
    bar->addWidget(m_refresh);
    bar->addWidget(m_group);
    auto *top = new QVBoxLayout;
    setPageMargins(top);
    top->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 3 / 2);
    top->addLayout(bar);
    top->addWidget(m_notice);

    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_detail);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_detail->setMinimumWidth(Grid * 38);
    m_splitter->setSizes({Grid * 100, Grid * 46});
    m_splitter->restoreState(m_state.value(splitterKey()).toByteArray());

    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addLayout(top);
    page->addWidget(new Hairline(Qt::Horizontal));
    page->addWidget(m_splitter, 1);
}

void NodesPage::connectParts()
{
    connect(&m_inventory, &Inventory::changed, this, &NodesPage::showSnapshot);
    connect(&m_inventory, &Inventory::refreshed, this, [this] { showSnapshot({}); });
    connect(&m_inventory, &Inventory::refreshingChanged, this, &NodesPage::showFreshness);
    connect(m_refresh, &QToolButton::clicked, this, &NodesPage::refreshRequested);
    connect(m_notice, &NoticeBar::actionTriggered, this, &NodesPage::refreshRequested);
    connect(m_group, &QToolButton::toggled, this, &NodesPage::setGrouped);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter->setText(text);
        m_view->expandAll();
        showView();
    });
    connect(
        m_filter, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &parent, int first, int last) {
            for (int row = first; !parent.isValid() && row <= last; ++row) {
                m_view->expand(m_filter->index(row, 0));
            }
        });
    connect(m_view, &NodeView::selectedNodesChanged, this, &NodesPage::showDetail);
    connect(m_view, &NodeView::nodeActivated, this, &NodesPage::emitRun);
    connect(m_view, &NodeView::contextMenuWanted, this, &NodesPage::showMenu);
    connect(m_detail, &NodeDetail::runRequested, this, &NodesPage::emitRun);
    connect(m_detail, &NodeDetail::copySshRequested, this, &NodesPage::emitCopySsh);
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

void NodesPage::showSnapshot(const std::vector<inventory::Event> &events)
{
    m_model->setSnapshot(m_inventory.snapshot());
    m_model->noteEvents(events);
    showView();
    showError();
    showFreshness();
    showDetail();
}

NodesPage::View NodesPage::viewFor() const
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    if (snapshot.nodes.empty() && snapshot.problems.empty()) {
        if (snapshot.error) {
            return snapshot.error->kind == ErrorKind::Credentials ? View::FirstStart : View::Failed;
        }
        return snapshot.asOf.isValid() ? View::Empty : View::Loading;
    }
    return m_filter->rowCount() == 0 ? View::NoMatch : View::List;
}

void NodesPage::showView()
{
    const View view = viewFor();
    QWidget *const pages[] = {m_loading, m_firstStart, m_failed, m_empty, m_noMatch, m_view};
    m_stack->setCurrentWidget(pages[int(view)]);
    m_detail->setVisible(view == View::List || view == View::NoMatch);
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    if (snapshot.error) {
        m_firstStart->setReason(*snapshot.error);
        m_failed->setTexts(
            snapshot.error->summary, QStringList{snapshot.error->detail, snapshot.error->hint}
                                         .join(QLatin1Char('\n'))
                                         .trimmed());
    }
    const auto all = int(snapshot.nodes.size());
    const int shown = m_filter->nodeCount();
    m_count->setVisible(all > 0);
    if (shown < all) {
        m_count->setText(tr("%1 of %2 nodes").arg(shown).arg(all));
    } else {
        m_count->setText(all == 1 ? tr("1 node") : tr("%1 nodes").arg(all));
    }
}

void NodesPage::showError()
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    const bool hasList = viewFor() == View::List || viewFor() == View::NoMatch;
    if (!snapshot.error || !hasList) {
        m_shownError.reset();
        m_notice->clear();
    } else if (m_shownError != snapshot.error) {
        m_shownError = snapshot.error; // once dismissed it stays away until it changes
        m_notice->showError(*snapshot.error, tr("Try again"));
    }
}

void NodesPage::showDetail()
{
    std::vector<const inventory::NodeEntry *> entries;
    for (const NodeRef &node : m_view->selectedNodes()) {
        if (const inventory::NodeEntry *entry = m_inventory.snapshot().find(node)) {
            entries.push_back(entry);
        }
    }
    m_detail->setNodes(entries);
}

void NodesPage::showFreshness()
{
    m_freshness->setText(
        m_inventory.isRefreshing() ? tr("looking…")
                                   : models::freshnessText(m_inventory.snapshot(), m_clock.now()));
    m_refresh->setEnabled(!m_inventory.isRefreshing());
}

void NodesPage::setGrouped(bool grouped)
{
    const std::vector<NodeRef> selected = m_view->selectedNodes();
    m_group->setChecked(grouped);
    m_model->setGrouped(grouped);
    m_view->setRootIsDecorated(grouped);
    m_view->expandAll();
    for (const NodeRef &node : selected) {
        selectNode(node);
    }
}

void NodesPage::focusFilter()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void NodesPage::selectNode(const NodeRef &node)
{
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(node));
    if (index.isValid()) {
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
    }
}

void NodesPage::showMenu(const QPoint &globalPosition)
{
    const std::vector<NodeRef> nodes = m_view->selectedNodes();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(
        themedIcon(QStringLiteral("run")),
        nodes.size() == 1 ? tr("Run on this") : tr("Run on these"), this, &NodesPage::emitRun);
    if (nodes.size() == 1) {
        menu->addAction(
            themedIcon(QStringLiteral("copy")), tr("Copy ssh command"), this,
            &NodesPage::emitCopySsh);
        menu->addAction(tr("Copy name"), this, [this, name = nodes.front().name.text()] {
            copyText(name, m_view);
        });
    }
    menu->popup(globalPosition);
}

void NodesPage::emitRun()
{
    const std::vector<NodeRef> nodes = m_view->selectedNodes();
    if (!nodes.empty()) {
        emit runRequested(nodes);
    }
}

void NodesPage::emitCopySsh()
{
    const std::vector<NodeRef> nodes = m_view->selectedNodes();
    if (nodes.size() == 1) {
        emit copySshRequested(nodes.front());
    }
}

} // namespace podium::ui
