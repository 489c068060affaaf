// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/outputview.h"

#include "core/models/run/cutlines.h"
#include "widgets/common/theme.h"
#include "widgets/run/output/accessibleoutput.h"
#include "widgets/run/output/outputinput.h"
#include "widgets/run/output/outputpainter.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace podium::ui {

OutputView::OutputView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_look(std::make_shared<const OutputTheme>(monospaceFont(), palette()))
{
    installOutputAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    new OutputInput(*this);
}

OutputView::~OutputView() = default;

void OutputView::setLook(std::shared_ptr<const OutputTheme> look)
{
    m_look = std::move(look);
    m_widestCells = 0;
    refresh();
    viewport()->update();
}

void OutputView::setSource(const LineSource *source, const ViewPlace &place)
{
    m_source = source;
    if (m_menu) {
        m_menu->close();
    }
    m_place = place;
    m_widestCells = 0;
    m_cut = place.cut;
    m_currentHit.reset();
    m_oddLines.clear();
    refresh();
    viewport()->update();
}

void OutputView::openMenu(QMenu &menu, QPoint globalPlace)
{
    m_menu = &menu;
    menu.setAttribute(Qt::WA_DeleteOnClose);
    menu.popup(globalPlace);
}

void OutputView::setPlaceholder(const QString &text, bool isError)
{
    if (text != m_placeholder || isError != m_placeholderIsError) {
        m_placeholder = text;
        m_placeholderIsError = isError;
        if (m_shownLines == 0) {
            viewport()->update();
        }
    }
}

void OutputView::setWrap(bool wrap)
{
    if (wrap != m_wrap) {
        m_wrap = wrap;
        m_place.firstCell = 0;
        refresh();
        viewport()->update();
    }
}

void OutputView::setHits(
    const std::shared_ptr<const run::OutputSearch> &search,
    const std::optional<TextPosition> &current)
{
    followCut(); // `current` is a place of now
    if (search != m_hits || current != m_currentHit) {
        m_hits = search;
        m_currentHit = current;
        viewport()->update();
    }
}

void OutputView::setOddLines(const QVector<int> &lines)
{
    if (lines != m_oddLines) {
        m_oddLines = lines;
        viewport()->update();
    }
}

/// What a person reads stays where it is when lines before it are cut.
void OutputView::followCut()
{
    const run::Elision cut = m_source ? m_source->cut() : run::Elision();
    if (cut != m_cut) {
        for (int *line :
             {&m_place.top.line, &m_place.selection.anchor.line, &m_place.selection.caret.line}) {
            *line = models::placeAfterCut(*line, m_cut, cut);
        }
        if (m_currentHit) {
            m_currentHit = placeNow(*m_currentHit, m_cut);
        }
        m_cut = cut;
        viewport()->update();
    }
}

std::optional<TextPosition> OutputView::placeNow(TextPosition place, const run::Elision &then) const
{
    place.line = m_source ? models::lineAfterCut(place.line, then, m_source->cut()) : -1;
    return place.line < 0 ? std::nullopt : std::optional(place);
}

ViewPlace OutputView::place() const
{
    ViewPlace place = m_place;
    place.cut = m_cut;
    return place;
}

RowWindow OutputView::rows() const
{
    const QSize cells = visibleCells();
    return {m_source, m_wrap ? cells.width() : 0, cells.height()};
}

QSize OutputView::visibleCells() const
{
    const int width = viewport()->width() - OutputPainter::Gutter - OutputPainter::RightMargin;
    return {
        std::max(1, int(width / m_look->font.cellWidth())),
        (viewport()->height() - OutputPainter::TopMargin) / m_look->font.rowHeight()};
}

void OutputView::refresh()
{
    followCut();
    const RowWindow window = rows();
    const int lines = window.lineCount();
    const TopRow before = m_place.top;
    m_place.top = m_place.followsEnd ? window.end() : window.clamped(m_place.top);
    const int revision = m_source ? m_source->revision() : 0;
    // A person who reads further up pays nothing for what comes below.
    if (m_place.top != before || std::exchange(m_revision, revision) != revision ||
        m_lastPainted >= m_shownLines - 1 || lines < m_shownLines) {
        viewport()->update();
    }
    m_shownLines = lines;
    updateScrollBars();
}

void OutputView::moveTo(TopRow top)
{
    const RowWindow window = rows();
    const TopRow end = window.end();
    m_place.top = window.lineCount() > 0 ? window.clamped(top) : TopRow();
    m_place.followsEnd = m_place.top >= end;
    updateScrollBars();
    viewport()->update();
}

void OutputView::updateScrollBars()
{
    const QScopedValueRollback<bool> own(m_ownScroll, true);
    const RowWindow window = rows();
    const TopRow end = window.end();
    verticalScrollBar()->setPageStep(std::max(1, window.visibleRows() - 1));
    verticalScrollBar()->setRange(0, end.line + (end.row > 0 ? 1 : 0));
    verticalScrollBar()->setValue(
        m_place.followsEnd ? verticalScrollBar()->maximum() : m_place.top.line);
    const int cells = visibleCells().width();
    horizontalScrollBar()->setPageStep(cells);
    horizontalScrollBar()->setSingleStep(4);
    horizontalScrollBar()->setRange(0, m_wrap ? 0 : std::max(0, m_widestCells - cells));
    horizontalScrollBar()->setValue(m_place.firstCell);
}

void OutputView::scrollContentsBy(int, int)
{
    if (m_ownScroll) {
        return;
    }
    m_place.firstCell = horizontalScrollBar()->value();
    const bool isLast = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    if (verticalScrollBar()->value() != m_place.top.line || isLast) {
        moveTo(isLast ? rows().end() : TopRow{verticalScrollBar()->value(), 0});
    }
    viewport()->update();
}

void OutputView::reveal(TextPosition position)
{
    if (!m_source || position.line < 0 || position.line >= m_source->lineCount()) {
        return;
    }
    const RowWindow window = rows();
    const LineCells cells(m_source->line(position.line).text);
    const int cell = cells.cellOf(position.column);
    const TopRow target{position.line, m_wrap ? cell / window.wrapCells() : 0};
    const TopRow bottom = window.moved(m_place.top, window.visibleRows() - 1);
    if (target < m_place.top) {
        moveTo(window.moved(target, -window.visibleRows() / 3));
    } else if (const TopRow last = std::max(bottom, m_place.top);
               cellRect(position).bottom() >= viewport()->height() || last < m_place.top) {
        moveTo(window.moved(target, -window.visibleRows() * 2 / 3));
    }
    const int shown = horizontalScrollBar()->pageStep();
    if (!m_wrap && (cell < m_place.firstCell || cell >= m_place.firstCell + shown)) {
        m_widestCells = std::max(m_widestCells, cells.cellCount());
        m_place.firstCell = std::max(0, cell - shown / 2);
        updateScrollBars();
        m_place.firstCell = horizontalScrollBar()->value();
        viewport()->update();
    }
}

TextPosition OutputView::positionAt(QPoint point) const
{
    const RowWindow window = rows();
    const int lines = window.lineCount();
    if (lines == 0) {
        return {};
    }
    int row = (point.y() - OutputPainter::TopMargin) / m_look->font.rowHeight() + m_place.top.row;
    int line = m_place.top.line;
    for (int here = window.rowsOf(line); row >= here && line + 1 < lines;
         here = window.rowsOf(line)) {
        row -= here;
        ++line;
    }
    const LineCells cells(m_source->line(line).text);
    if (row >= window.rowsIn(cells)) {
        return {line, m_source->line(line).text.size()};
    }
    const qreal x = point.x() - OutputPainter::Gutter + m_look->font.cellWidth() / 2;
    const int inRow = std::max(0, int(x / m_look->font.cellWidth()));
    const int base = m_wrap ? row * window.wrapCells() : m_place.firstCell;
    return {line, cells.columnAt(base + (m_wrap ? std::min(inRow, window.wrapCells()) : inRow))};
}

QRect OutputView::cellRect(TextPosition position) const
{
    const OutputFont &font = m_look->font;
    const RowWindow window = rows();
    const int height = font.rowHeight();
    if (!m_source || position.line < m_place.top.line || position.line >= window.lineCount()) {
        return {0, -height, int(font.cellWidth()), height};
    }
    int row = -m_place.top.row;
    for (int line = m_place.top.line; line < position.line; ++line) {
        row += window.rowsOf(line);
        if (row > window.visibleRows()) {
            return {0, viewport()->height() + height, int(font.cellWidth()), height};
        }
    }
    int cell = LineCells(m_source->line(position.line).text).cellOf(position.column);
    if (m_wrap) {
        row += cell / window.wrapCells();
        cell %= window.wrapCells();
    } else {
        cell -= m_place.firstCell;
    }
    return {
        OutputPainter::Gutter + int(cell * font.cellWidth()),
        OutputPainter::TopMargin + row * height, int(font.cellWidth()), height};
}

void OutputView::setSelection(const TextSelection &selection)
{
    if (!(selection == m_place.selection)) {
        m_place.selection = selection;
        viewport()->update();
        emit selectionChanged();
    }
}

QString OutputView::selectedText() const
{
    return m_source ? ui::selectedText(*m_source, m_place.selection) : QString();
}

void OutputView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    refresh();
}

// OutputInput has had these: what it leaves is for what is around, not for the scroll bars.
void OutputView::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

void OutputView::keyPressEvent(QKeyEvent *event)
{
    event->ignore();
}

void OutputView::paintEvent(QPaintEvent *event)
{
    QElapsedTimer elapsed;
    elapsed.start();
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_look->colours.background());
    if (m_shownLines == 0) {
        paintPlaceholder(painter);
    } else {
        paintLines(painter, event->rect());
    }
    m_lastPaintNs = elapsed.nsecsElapsed();
}

void OutputView::paintPlaceholder(QPainter &painter) const
{
    const QRect room = viewport()->rect().adjusted(OutputPainter::Gutter, Grid, -Grid, -Grid);
    painter.setFont(font());
    painter.setPen(m_placeholderIsError ? m_look->colours.text() : m_look->colours.muted());
    painter.drawText(room, int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, m_placeholder);
}

void OutputView::paintLines(QPainter &painter, QRect dirty)
{
    OutputPainter lines(
        {.source = *m_source,
         .look = *m_look,
         .place = m_place,
         .rows = rows(),
         .size = viewport()->size(),
         .search = m_hits.get(),
         .currentHit = m_currentHit,
         .oddLines = m_oddLines,
         .isActive = hasFocus()});
    m_lastPainted = lines.paint(painter, dirty.bottom());
    if (lines.widestCells() > m_widestCells) {
        m_widestCells = lines.widestCells();
        // A bar that appears changes the layout: not while painting.
        QMetaObject::invokeMethod(this, &OutputView::updateScrollBars, Qt::QueuedConnection);
    }
    if (hasFocus() && !m_place.selection.isEmpty()) {
        QRect caret = cellRect(m_place.selection.caret);
        caret.setWidth(1);
        painter.fillRect(caret, m_look->colours.text());
    }
}

} // namespace podium::ui
