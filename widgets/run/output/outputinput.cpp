// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/outputinput.h"

#include "widgets/run/output/outputview.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>

#include <optional>

namespace podium::ui {

namespace {

constexpr int DragScrollMs = 50;
constexpr int RowsPerNotch = 3;
constexpr int WheelNotch = 120;

std::optional<CaretMove> caretMoveOf(const QKeyEvent &event)
{
    const bool whole = event.modifiers().testFlag(Qt::ControlModifier);
    switch (event.key()) {
    case Qt::Key_Left:
        return CaretMove::Left;
    case Qt::Key_Right:
        return CaretMove::Right;
    case Qt::Key_Up:
    case Qt::Key_PageUp:
        return CaretMove::Up;
    case Qt::Key_Down:
    case Qt::Key_PageDown:
        return CaretMove::Down;
    case Qt::Key_Home:
        return whole ? CaretMove::Start : CaretMove::LineStart;
    case Qt::Key_End:
        return whole ? CaretMove::End : CaretMove::LineEnd;
    default:
        return std::nullopt;
    }
}

} // namespace

OutputInput::OutputInput(OutputView &view) : QObject(&view), m_view(view)
{
    view.installEventFilter(this);
    view.viewport()->installEventFilter(this);
}

bool OutputInput::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_view) {
        return event->type() == QEvent::KeyPress && key(*static_cast<QKeyEvent *>(event));
    }
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return mousePress(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseMove:
        return mouseMove(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseButtonRelease:
        return mouseRelease(*static_cast<QMouseEvent *>(event));
    case QEvent::MouseButtonDblClick:
        return doubleClick(*static_cast<QMouseEvent *>(event));
    case QEvent::Wheel:
        return wheel(*static_cast<QWheelEvent *>(event));
    case QEvent::ContextMenu:
        contextMenu(*static_cast<QContextMenuEvent *>(event));
        return true;
    default:
        return false;
    }
}

bool OutputInput::mousePress(const QMouseEvent &event)
{
    if (event.button() != Qt::LeftButton || !m_view.source()) {
        return false;
    }
    m_isDragging = true;
    const TextPosition place = m_view.positionAt(event.pos());
    const bool extends = event.modifiers().testFlag(Qt::ShiftModifier);
    m_view.setSelection({extends ? m_view.selection().anchor : place, place});
    return false; // the click goes on: it gives focus and makes its pane the current one
}

bool OutputInput::mouseMove(const QMouseEvent &event)
{
    if (!m_isDragging) {
        return false;
    }
    dragTo(event.pos());
    if (m_view.viewport()->rect().contains(event.pos())) {
        m_dragTimer.stop();
    } else if (!m_dragTimer.isActive()) {
        m_dragTimer.start(DragScrollMs, this);
    }
    return true;
}

void OutputInput::dragTo(QPoint point)
{
    m_dragPoint = point;
    m_view.setSelection({m_view.selection().anchor, m_view.positionAt(point)});
}

void OutputInput::timerEvent(QTimerEvent *)
{
    const int below = m_dragPoint.y() - m_view.viewport()->height();
    m_view.scrollByRows(below > 0 ? 1 + below / 16 : m_dragPoint.y() < 0 ? -1 : 0);
    dragTo(m_dragPoint);
}

bool OutputInput::mouseRelease(const QMouseEvent &event)
{
    if (event.button() != Qt::LeftButton || !m_isDragging) {
        return false;
    }
    m_isDragging = false;
    m_dragTimer.stop();
    QClipboard *clipboard = QGuiApplication::clipboard();
    if (clipboard->supportsSelection() && !m_view.selection().isEmpty()) {
        clipboard->setText(m_view.selectedText(), QClipboard::Selection);
    }
    return false;
}

bool OutputInput::doubleClick(const QMouseEvent &event)
{
    if (event.button() != Qt::LeftButton || !m_view.source() || m_view.source()->lineCount() == 0) {
        return false;
    }
    const TextPosition place = m_view.positionAt(event.pos());
    const ColumnRange word = wordAt(m_view.source()->line(place.line).text, place.column);
    m_view.setSelection({{place.line, word.begin}, {place.line, word.end}});
    return true;
}

bool OutputInput::wheel(const QWheelEvent &event)
{
    if (event.modifiers().testFlag(Qt::ControlModifier) || !m_view.takesWheel()) {
        return false; // zooms, or scrolls the panes
    }
    const QPoint delta = event.angleDelta();
    if (event.modifiers().testFlag(Qt::ShiftModifier) || qAbs(delta.x()) > qAbs(delta.y())) {
        const int by = delta.x() != 0 ? delta.x() : delta.y();
        QScrollBar *bar = m_view.horizontalScrollBar();
        if (bar->maximum() == 0) {
            return false;
        }
        bar->setValue(bar->value() - by * bar->singleStep() / WheelNotch);
        return true;
    }
    const bool atTop = m_view.place().top == TopRow();
    if ((delta.y() > 0 && atTop) || (delta.y() < 0 && m_view.place().followsEnd)) {
        m_wheelRest = 0;
        return false; // nothing more here: what is around may scroll
    }
    m_wheelRest += delta.y() * RowsPerNotch;
    m_view.scrollByRows(-m_wheelRest / WheelNotch);
    m_wheelRest %= WheelNotch;
    return true;
}

bool OutputInput::key(const QKeyEvent &event)
{
    if (event.matches(QKeySequence::Copy) && !m_view.selection().isEmpty()) {
        copy();
        return true;
    }
    if (event.matches(QKeySequence::SelectAll)) {
        selectAll();
        return true;
    }
    if (event.key() == Qt::Key_Escape && !m_view.selection().isEmpty()) {
        m_view.setSelection({m_view.selection().caret, m_view.selection().caret});
        return true;
    }
    return event.modifiers().testFlag(Qt::ShiftModifier) ? extendByKey(event) : scrollByKey(event);
}

bool OutputInput::extendByKey(const QKeyEvent &event)
{
    const std::optional<CaretMove> move = caretMoveOf(event);
    if (!move || !m_view.source()) {
        return false;
    }
    const bool isPage = event.key() == Qt::Key_PageUp || event.key() == Qt::Key_PageDown;
    TextSelection selection = m_view.selection();
    if (selection.isEmpty() && m_view.cellRect(selection.caret).y() < 0) {
        selection.caret = {m_view.place().top.line, 0};
        selection.anchor = selection.caret;
    }
    selection.caret = movedCaret(
        *m_view.source(), selection.caret, *move, isPage ? m_view.rows().visibleRows() : 1);
    m_view.setSelection(selection);
    m_view.reveal(selection.caret);
    return true;
}

bool OutputInput::scrollByKey(const QKeyEvent &event)
{
    const int page = m_view.rows().visibleRows() - 1;
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!m_view.takesArrows()) {
            return false;
        }
        m_view.scrollByRows(event.key() == Qt::Key_Up ? -1 : 1);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        m_view.scrollByRows(event.key() == Qt::Key_PageUp ? -page : page);
        return true;
    case Qt::Key_Home:
        m_view.moveTo({});
        m_view.horizontalScrollBar()->setValue(0);
        return true;
    case Qt::Key_End:
        m_view.moveTo(m_view.rows().end());
        return true;
    default:
        return false;
    }
}

void OutputInput::contextMenu(const QContextMenuEvent &event)
{
    auto *menu = new QMenu(&m_view);
    QAction *copyAction = menu->addAction(tr("Copy"), this, &OutputInput::copy);
    copyAction->setEnabled(!m_view.selection().isEmpty());
    menu->addAction(tr("Select all"), this, &OutputInput::selectAll);
    menu->addActions(m_view.actions()); // of what it is the output of
    m_view.openMenu(*menu, event.globalPos());
}

void OutputInput::selectAll()
{
    if (m_view.source()) {
        m_view.setSelection({{}, movedCaret(*m_view.source(), {}, CaretMove::End)});
    }
}

void OutputInput::copy() const
{
    QGuiApplication::clipboard()->setText(m_view.selectedText());
}

} // namespace podium::ui
