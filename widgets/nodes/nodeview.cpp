// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodeview.h"

#include "core/models/nodes/nodemodel.h"
#include "core/models/problemlink.h"
#include "widgets/common/controls.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/nodedelegate.h"

#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <iterator>
#include <utility>

namespace podium::ui {

using models::NodeColumn;
using models::NodeModel;

namespace {

QString problemAction(const QModelIndex &index)
{
    const auto link = index.data(NodeModel::LinkRole).value<models::ProblemLink>();
    return link.url.isEmpty() ? NodeView::tr("Try again") : link.text;
}

/// So many rows tell how wide a column has to be: all of them would be seen as a pause.
constexpr int MostMeasured = 100;

} // namespace

NodeView::NodeView(QWidget *parent) : QTreeView(parent)
{
    prepareList(this, tr("Nodes"));
    setItemDelegate(new NodeDelegate(this));
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setRootIsDecorated(false);
    setExpandsOnDoubleClick(false);
    setSortingEnabled(true);
    setDragEnabled(true);
    setDragDropMode(QAbstractItemView::DragOnly);
    setMouseTracking(true);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideMiddle); // names differ at their ends
    header()->setSectionsMovable(true);
    header()->setStretchLastSection(true);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header()->setMinimumSectionSize(Grid * 5);
    header()->setResizeContentsPrecision(MostMeasured);
    header()->setFirstSectionMovable(false);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    m_fitSoon.setSingleShot(true);
    m_fitSoon.setInterval(0);
    connect(&m_fitSoon, &QTimer::timeout, this, &NodeView::fitColumns);
    connect(header(), &QHeaderView::sectionResized, this, [this](int section) {
        // By hand: from then on the widths are the person's. The last one follows the window.
        const bool isByHand = QGuiApplication::mouseButtons() != Qt::NoButton;
        m_fits = m_fits && !(isByHand && section != lastShown());
    });
    connect(header(), &QHeaderView::sortIndicatorChanged, this, [this] {
        if (m_fits && m_isFitted) {
            m_fitSoon.start(); // the mark needs room, too
        }
    });
    connect(header(), &QHeaderView::customContextMenuRequested, this, &NodeView::showColumnMenu);
    connect(this, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (NodeModel::kindOf(index) == NodeModel::RowKind::Node) {
            emit nodeActivated();
        } else if (NodeModel::kindOf(index) == NodeModel::RowKind::Problem) {
            emit problemActivated(index);
        }
    });
}

void NodeView::setModel(QAbstractItemModel *model)
{
    QTreeView::setModel(model);
    setColumnHidden(int(NodeColumn::Holders), true); // on request: it is known where one asked
    sortByColumn(int(NodeColumn::Name), Qt::AscendingOrder);
}

void NodeView::showGroup(int row)
{
    const QModelIndex index = model()->index(row, 0);
    if (NodeModel::kindOf(index) == NodeModel::RowKind::Project) {
        setFirstColumnSpanned(row, {}, true);
        expand(index);
    }
}

void NodeView::showGroups()
{
    for (int row = 0; row < model()->rowCount(); ++row) {
        showGroup(row);
    }
}

void NodeView::rowsInserted(const QModelIndex &parent, int start, int end)
{
    QTreeView::rowsInserted(parent, start, end);
    for (int row = start; !parent.isValid() && row <= end; ++row) {
        showGroup(row);
    }
    if (m_fits) {
        m_fitSoon.start(); // when they are laid out
    }
}

void NodeView::selectFirstNode()
{
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex top = model()->index(row, 0);
        const QModelIndex inner = model()->index(0, 0, top);
        const QModelIndex index = inner.isValid() ? inner : top;
        if (index.data(models::NodeModel::NodeRole).isValid()) {
            setCurrentIndex(index);
            return;
        }
    }
}

void NodeView::showHolders()
{
    setColumnHidden(int(NodeColumn::Holders), false);
}

void NodeView::showColumnMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = int(NodeColumn::Name) + 1; column < models::NodeColumnCount; ++column) {
        QAction *action = menu->addAction(models::columnTitle(NodeColumn(column)));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_fits = false; // which columns there are is the person's choice, too
            setColumnHidden(column, !shown);
        });
    }
    menu->popup(header()->viewport()->mapToGlobal(position));
}

void NodeView::fitColumnsUntilChosen()
{
    setUsualWidths();
    m_fits = true;
}

int NodeView::lastShown() const
{
    for (int place = header()->count() - 1; place >= 0; --place) {
        const int section = header()->logicalIndex(place);
        if (!header()->isSectionHidden(section)) {
            return section;
        }
    }
    return -1;
}

/// Without the room that Qt keeps for the mark of sorting in each title.
int NodeView::headerWidth(int column) const
{
    const bool isSorted = column == header()->sortIndicatorSection();
    const QString title = models::columnTitle(NodeColumn(column));
    const QFontMetrics metrics(header()->font());
    return isSorted ? header()->sectionSizeHint(column)
                    : metrics.horizontalAdvance(title) + Grid * 5 / 2;
}

/// What a column needs at least: what is elided then can still be told apart.
int NodeView::leastWidth(int column) const
{
    constexpr int LeastLetters = 12;
    const int wanted = m_wanted[std::size_t(column)];
    switch (NodeColumn(column)) {
    case NodeColumn::State: // the usual ones are whole; the mark, too
        return qMin(
            wanted, fontMetrics().horizontalAdvance(QStringLiteral("PREEMPTED")) + Grid * 5);
    case NodeColumn::Zone:
    case NodeColumn::Name:
        return qMin(wanted, fontMetrics().averageCharWidth() * LeastLetters + Grid * 2);
    default:
        return wanted;
    }
}

/// The less important ones go where there is no room for all, and come back when there is.
void NodeView::foldColumns()
{
    static constexpr NodeColumn leastFirst[] = {
        NodeColumn::LastChange, NodeColumn::Spot, NodeColumn::Age, NodeColumn::Version,
        NodeColumn::Project};
    int wanted = 0;
    int least = 0;
    for (int column = 0; column < models::NodeColumnCount; ++column) {
        const bool mayFold =
            std::find(std::begin(leastFirst), std::end(leastFirst), NodeColumn(column)) !=
            std::end(leastFirst);
        const bool isUsual = column != int(NodeColumn::Holders);
        wanted += isUsual ? m_wanted[std::size_t(column)] : 0;
        least += mayFold || !isUsual ? 0 : leastWidth(column);
    }
    for (const NodeColumn column : leastFirst) {
        const bool isFolded = wanted > viewport()->width();
        setColumnHidden(int(column), isFolded);
        wanted -= isFolded ? m_wanted[std::size_t(column)] : 0;
    }
    setColumnHidden(int(NodeColumn::DayPrice), least > viewport()->width()); // the last to go
}

void NodeView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    if (m_fits && m_isFitted) {
        m_fitSoon.start();
    }
}

/// Nodes come project by project: what was wide enough before may not be now.
void NodeView::fitColumns()
{
    constexpr int MostLetters = 26;
    constexpr int MostOfState = 36; // room to say that a node is unhealthy
    const int letter = fontMetrics().averageCharWidth();
    m_isFitted = true;
    m_wanted.resize(std::size_t(models::NodeColumnCount));
    for (int column = 0; column < models::NodeColumnCount; ++column) {
        const int wanted = qMax(headerWidth(column), sizeHintForColumn(column));
        const int most = letter * (column == int(NodeColumn::State) ? MostOfState : MostLetters);
        int &kept = m_wanted[std::size_t(column)];
        kept = qMax(kept, qMin(wanted + Grid / 2, most));
    }
    foldColumns();
    std::vector<int> widths = m_wanted;
    int excess = -viewport()->width();
    for (int column = 0; column < models::NodeColumnCount; ++column) {
        excess += isColumnHidden(column) ? 0 : widths[std::size_t(column)];
    }
    // What still has no room is elided, where it is longest.
    for (const NodeColumn column : {NodeColumn::State, NodeColumn::Zone, NodeColumn::Name}) {
        int &wide = widths[std::size_t(column)];
        const int cut = qBound(0, excess, wide - leastWidth(int(column)));
        wide -= cut;
        excess -= cut;
    }
    for (int column = 0; column < models::NodeColumnCount; ++column) {
        if (!isColumnHidden(column)) {
            header()->resizeSection(column, widths[std::size_t(column)]);
        }
    }
}

void NodeView::setUsualWidths()
{
    const int letter = fontMetrics().averageCharWidth();
    const auto width = [this, letter](NodeColumn column, int letters) {
        const int title = header()->sectionSizeHint(int(column));
        header()->resizeSection(int(column), qMax(title, letter * letters + Grid * 2));
    };
    width(NodeColumn::Name, 17);
    width(NodeColumn::State, 17);
    width(NodeColumn::Type, 9);
    width(NodeColumn::Workers, 7);
    width(NodeColumn::Address, 19);
    width(NodeColumn::DayPrice, 9);
    width(NodeColumn::Zone, 15);
    width(NodeColumn::Project, 16);
    width(NodeColumn::Version, 22);
    width(NodeColumn::Spot, 5);
    width(NodeColumn::Age, 7);
    width(NodeColumn::LastChange, 16);
    width(NodeColumn::Holders, 32);
}

std::vector<NodeRef> NodeView::selectedNodes() const
{
    std::vector<NodeRef> nodes;
    if (!selectionModel()) {
        return nodes;
    }
    const auto addNode = [&nodes](const QModelIndex &index) {
        const QVariant node = index.data(NodeModel::NodeRole);
        if (node.isValid()) {
            nodes.push_back(node.value<NodeRef>());
        }
    };
    for (const QModelIndex &index : selectionModel()->selectedRows()) {
        addNode(index);
        for (int row = 0; row < model()->rowCount(index); ++row) {
            addNode(model()->index(row, 0, index));
        }
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

void NodeView::drawRow(
    QPainter *painter, const QStyleOptionViewItem &options, const QModelIndex &index) const
{
    if (NodeModel::kindOf(index) == NodeModel::RowKind::Problem) {
        drawProblem(painter, options, index);
        return;
    }
    QTreeView::drawRow(painter, options, index);
}

QRect NodeView::linkRect(const QModelIndex &index) const
{
    if (!index.isValid() || NodeModel::kindOf(index) != NodeModel::RowKind::Problem) {
        return {};
    }
    const QRect row = visualRect(index.siblingAtColumn(0));
    const int width = fontMetrics().horizontalAdvance(problemAction(index));
    return {viewport()->width() - width - Grid * 2, row.top(), width, row.height()};
}

void NodeView::drawProblem(
    QPainter *painter, const QStyleOptionViewItem &options, const QModelIndex &index) const
{
    const Tones colours = tones(palette());
    const bool selected =
        selectionModel() && selectionModel()->isRowSelected(index.row(), index.parent());
    const QRect row(0, options.rect.top(), viewport()->width(), options.rect.height());
    painter->fillRect(row, selected ? palette().color(QPalette::Highlight) : colours.badBackground);
    const QColor text = palette().color(selected ? QPalette::HighlightedText : QPalette::Text);
    const int side = Grid + 3;
    const int left = Grid + 1 + (index.parent().isValid() ? indentation() : 0);
    paintMark(
        *painter, QRectF(left, row.center().y() - side / 2.0 + 0.5, side, side), models::Mark::Bad,
        palette(), selected ? text : colours.bad);
    painter->setPen(text);
    const QRect link = linkRect(index);
    const QRect area = row.adjusted(left + side + Grid, 0, link.left() - Grid * 2 - row.right(), 0);
    painter->drawText(
        area, Qt::AlignVCenter | Qt::TextSingleLine,
        fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    painter->save();
    QFont underlined = font();
    underlined.setUnderline(true);
    painter->setFont(underlined);
    painter->setPen(selected ? text : colours.accent);
    painter->drawText(link, Qt::AlignVCenter | Qt::TextSingleLine, problemAction(index));
    painter->restore();
}

void NodeView::mouseReleaseEvent(QMouseEvent *event)
{
    QTreeView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->pos());
    const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    if (plain && linkRect(index).contains(event->pos())) {
        emit problemActivated(index);
    } else if (plain && index.isValid() && state() != QAbstractItemView::DraggingState) {
        copyText(index.data(NodeModel::CopyRole).toString(), this);
    }
}

void NodeView::mouseMoveEvent(QMouseEvent *event)
{
    QTreeView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->pos());
    const bool acts = !index.data(NodeModel::CopyRole).toString().isEmpty() ||
                      linkRect(index).contains(event->pos());
    viewport()->setCursor(acts ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void NodeView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    emit selectedNodesChanged();
}

void NodeView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!selectedNodes().empty()) {
        emit contextMenuWanted(event->globalPos());
    }
}

} // namespace podium::ui
