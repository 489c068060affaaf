// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/load/loadview.h"

#include "core/models/load/loadgroups.h"
#include "widgets/common/controls.h"
#include "widgets/common/theme.h"
#include "widgets/load/loaddelegate.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

namespace podium::ui {

using models::LoadGroups;

LoadView::LoadView(LoadGroups &groups, QWidget *parent) : QListView(parent), m_groups(groups)
{
    setModel(&groups);
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setSpacing(0);
    prepareList(this, tr("Workers"));
    setItemDelegate(new LoadDelegate(this));
    setSelectionMode(QAbstractItemView::SingleSelection);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    layOut();
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LoadView::moved);
    connect(&groups, &LoadGroups::rowsInserted, this, &LoadView::moved);
    connect(&groups, &LoadGroups::rowsRemoved, this, &LoadView::moved);
}

QSize LoadView::sizeOf(const QModelIndex &index) const
{
    return index.data(LoadGroups::HeadingRole).toBool() ? m_heading : m_picture;
}

/// As many columns as there is room for, and no room left over.
void LoadView::layOut()
{
    const QSize smallest = LoadDelegate::smallest(fontMetrics());
    // The view leaves room for a scroll bar also where there is none.
    const QScrollBar *bar = verticalScrollBar();
    const int barWidth = bar->isVisible() ? 0 : bar->sizeHint().width();
    const int width = qMax(smallest.width(), viewport()->width() - barWidth - 1);
    const int columns = qMax(1, width / smallest.width());
    m_picture = {width / columns, smallest.height()};
    m_heading = {width, fontMetrics().height() + Grid * 2};
    scheduleDelayedItemsLayout();
}

std::vector<int> LoadView::visibleWorkers() const
{
    std::vector<int> workers;
    const QRect area = viewport()->rect();
    for (int row = 0; isVisible() && row < m_groups.rowCount(); ++row) {
        const QModelIndex index = m_groups.index(row);
        const int worker = m_groups.workerAt(index);
        if (worker >= 0 && (index == currentIndex() || visualRect(index).intersects(area))) {
            workers.push_back(worker);
        }
    }
    return workers;
}

void LoadView::fold(const QModelIndex &heading, bool isFolded, Qt::KeyboardModifiers modifiers)
{
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) {
        const QPersistentModelIndex kept = heading;
        m_groups.setAllFolded(isFolded);
        setCurrentIndex(kept);
    } else {
        m_groups.setFolded(heading, isFolded);
    }
}

void LoadView::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex current = currentIndex();
    if (!current.data(LoadGroups::HeadingRole).toBool()) {
        QListView::keyPressEvent(event);
        return;
    }
    const bool isFolded = current.data(LoadGroups::FoldedRole).toBool();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        fold(current, !isFolded, event->modifiers());
        return;
    case Qt::Key_Left:
        fold(current, true, event->modifiers());
        return;
    case Qt::Key_Right:
        if (isFolded) {
            fold(current, false, event->modifiers());
        } else if (current.row() + 1 < m_groups.rowCount()) {
            setCurrentIndex(m_groups.index(current.row() + 1));
        }
        return;
    default:
        QListView::keyPressEvent(event);
    }
}

void LoadView::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && index.data(LoadGroups::HeadingRole).toBool()) {
        fold(index, !index.data(LoadGroups::FoldedRole).toBool(), event->modifiers());
    }
}

void LoadView::resizeEvent(QResizeEvent *event)
{
    layOut();
    QListView::resizeEvent(event);
    emit moved();
}

void LoadView::changeEvent(QEvent *event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        layOut();
    }
}

} // namespace podium::ui
