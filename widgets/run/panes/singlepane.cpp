// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/singlepane.h"

#include "widgets/common/theme.h"
#include "widgets/run/panes/workerdelegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QTreeView>

#include <optional>

namespace podium::ui {

using models::RunModel;

SinglePane::SinglePane(const RunModel &model, models::RunFilter &filter, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_model(model)
    , m_filter(filter)
    , m_list(new QTreeView)
    , m_pane(new Pane)
    , m_pump([this](int) { return m_pane->refresh(); })
{
    setChildrenCollapsible(false);
    makeList();
    addWidget(m_list);
    addWidget(m_pane);
    setStretchFactor(0, 0);
    setStretchFactor(1, 1);
    setSizes({Grid * 48, Grid * 100});
    m_pane->output().setFocusPolicy(Qt::StrongFocus);
    m_pane->output().setWrap(true);
    m_pump.setItemCount(1);
    m_pump.setVisible(0, 1);
    connect(m_pane, &Pane::opened, this, &SinglePane::closed);
    connect(m_pane, &Pane::editorRequested, this, [this] {
        if (m_slot >= 0) {
            emit editorRequested(m_slot);
        }
    });
    connect(&model, &RunModel::ticked, this, [this] { m_pump.markDirty(0); });
}

void SinglePane::makeList()
{
    m_sorted.setSourceModel(&m_filter);
    m_sorted.setSortRole(RunModel::SortRole);
    // Before the list hears of it.
    connect(
        &m_sorted, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_rowsGo = true; });
    m_list->setModel(&m_sorted);
    m_list->setItemDelegate(new WorkerDelegate(m_list));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(-1, Qt::AscendingOrder);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMinimumWidth(Grid * 20);
    m_list->setAccessibleName(tr("Workers"));
    m_list->installEventFilter(this);
    QHeaderView *header = m_list->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(RunModel::WorkerColumn, QHeaderView::Stretch);
    header->resizeSection(RunModel::StateColumn, Grid * 15);
    header->resizeSection(RunModel::DurationColumn, Grid * 9);
    header->resizeSection(RunModel::LinesColumn, Grid * 8);
    connectList();
}

void SinglePane::connectList()
{
    connect(&m_sorted, &QAbstractItemModel::rowsRemoved, this, [this] { m_rowsGo = false; });
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &current) {
            if (current.isValid() && m_rowsGo) {
                replaceSlot(slotAt(current));
            } else if (current.isValid()) {
                showSlot(slotAt(current));
            }
        });
}

int SinglePane::slotAt(const QModelIndex &listIndex) const
{
    return m_filter.slotOf(m_sorted.mapToSource(listIndex));
}

void SinglePane::setLook(const std::shared_ptr<const OutputTheme> &look)
{
    m_pane->setLook(look);
}

void SinglePane::setTerminals(run::RunTerminals &terminals)
{
    m_pane->setTerminals(terminals);
    connect(m_pane, &Pane::left, this, [this] { m_list->setFocus(); });
}

void SinglePane::setReceivers(const QVector<int> &slotNumbers)
{
    m_receivers = slotNumbers;
    m_pane->setReceives(m_receivers.contains(m_slot));
}

void SinglePane::setWrap(bool wrap)
{
    m_pane->output().setWrap(wrap);
}

void SinglePane::setHits(
    const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &current)
{
    std::optional<TextPosition> place;
    if (current.place.length > 0) {
        showSlot(current.slot);
        place = m_pane->output().placeNow({current.place.line, current.place.column}, current.cut);
    }
    m_pane->output().setHits(search, place);
    if (place) {
        m_pane->output().reveal(*place);
    }
}

void SinglePane::showSlot(int slot)
{
    if (bindSlot(slot)) {
        emit currentChanged(slot);
    }
}

/// Who types in the terminal that goes does not go on in the next one.
void SinglePane::replaceSlot(int slot)
{
    if (slot != m_slot && m_pane->output().hasFocus()) {
        m_list->setFocus();
    }
    if (bindSlot(slot)) {
        emit currentReplaced(slot);
    }
}

/// False: it is there already.
bool SinglePane::bindSlot(int slot)
{
    if (slot < 0 || slot == m_slot) {
        return false;
    }
    if (m_slot >= 0) {
        m_places.insert(m_slot, m_pane->output().place());
    }
    m_slot = slot;
    m_pane->bind(m_model, {{slot}, m_model.label(slot)}, m_places.value(slot));
    m_pane->setReceives(m_receivers.contains(slot));
    if (const QModelIndex index = m_filter.indexOf(slot); index.isValid()) {
        m_list->setCurrentIndex(m_sorted.mapFromSource(index));
    }
    return true;
}

void SinglePane::slotsChanged(const QVector<int> &slotNumbers)
{
    if (slotNumbers.contains(m_slot)) {
        m_pump.markDirty(0);
    }
}

void SinglePane::step(int rows)
{
    const int row = m_sorted.mapFromSource(m_filter.indexOf(m_slot)).row() + rows;
    if (row >= 0 && row < m_sorted.rowCount()) {
        showSlot(slotAt(m_sorted.index(row, 0)));
    }
}

void SinglePane::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        emit closed();
        return;
    }
    const bool jumps = event->modifiers() & (Qt::AltModifier | Qt::ControlModifier);
    if (jumps && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        step(event->key() == Qt::Key_Up ? -1 : 1);
        return;
    }
    event->ignore();
}

void SinglePane::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier) && event->angleDelta().y() != 0) {
        emit zoomRequested(event->angleDelta().y() > 0 ? 1 : -1);
    }
    event->accept();
}

bool SinglePane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape) {
            emit closed();
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Right) {
            m_pane->output().setFocus();
            return true;
        }
    }
    return QSplitter::eventFilter(watched, event);
}

} // namespace podium::ui
