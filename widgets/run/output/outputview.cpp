// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/outputview.h"

#include "widgets/common/theme.h"
#include "widgets/run/output/accessibleoutput.h"
#include "widgets/run/output/outputinput.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace podium::ui {

namespace {

constexpr int Gutter = Grid;        // left of the text; holds the mark of stderr
constexpr int RightMargin = Grid;   // a wide character at a row's end may stand into it
constexpr int TopMargin = Grid / 2; // above the first row
constexpr int HitLimit = 200;       // marked in one line

bool isErrorLine(const run::StyledLine &line)
{
    return std::any_of(
        line.runs.begin(), line.runs.end(), [](const run::StyleRun &r) { return r.style.isError; });
}

} // namespace

OutputView::OutputView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_look(std::make_shared<const OutputLook>(monospaceFont(), palette()))
{
    installOutputAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    new OutputInput(*this);
}

void OutputView::setLook(std::shared_ptr<const OutputLook> look)
{
    m_look = std::move(look);
    m_widestCells = 0;
    refresh();
    viewport()->update();
}

void OutputView::setSource(const LineSource *source, const ViewPlace &place)
{
    m_source = source;
    m_place = place;
    m_widestCells = 0;
    m_currentHit = {-1, 0};
    refresh();
    viewport()->update();
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

void OutputView::setHits(const QRegularExpression &expression, TextPosition current, int length)
{
    m_hits = expression;
    m_currentHit = current;
    m_currentLength = length;
    viewport()->update();
}

RowWindow OutputView::rows() const
{
    const int width = viewport()->width() - Gutter - RightMargin;
    const int cells = std::max(1, int(width / m_look->font.cellWidth()));
    return {
        m_source, m_wrap ? cells : 0,
        (viewport()->height() - TopMargin) / m_look->font.rowHeight()};
}

void OutputView::refresh()
{
    const RowWindow window = rows();
    const int lines = window.lineCount();
    const TopRow before = m_place.top;
    m_place.top = m_place.followsEnd ? window.end() : window.clamped(m_place.top);
    // A person who reads further up pays nothing for what comes below.
    if (m_place.top != before || m_lastPainted >= m_shownLines - 1 || lines < m_shownLines) {
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
    const int cells = int((viewport()->width() - Gutter - RightMargin) / m_look->font.cellWidth());
    horizontalScrollBar()->setPageStep(std::max(1, cells));
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
    int row = (point.y() - TopMargin) / m_look->font.rowHeight() + m_place.top.row;
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
    const qreal x = point.x() - Gutter + m_look->font.cellWidth() / 2;
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
        Gutter + int(cell * font.cellWidth()), TopMargin + row * height, int(font.cellWidth()),
        height};
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
    const QRect room = viewport()->rect().adjusted(Gutter, Grid, -Grid, -Grid);
    painter.setFont(font());
    painter.setPen(m_placeholderIsError ? m_look->colours.text() : m_look->colours.muted());
    painter.drawText(room, int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, m_placeholder);
}

void OutputView::paintLines(QPainter &painter, QRect dirty)
{
    const int widest = m_widestCells;
    int y = TopMargin - m_place.top.row * m_look->font.rowHeight();
    int line = m_place.top.line;
    for (; line < m_shownLines && y <= dirty.bottom(); ++line) {
        y = paintLine(painter, line, line == m_place.top.line ? m_place.top.row : 0, y);
    }
    m_lastPainted = line - 1;
    if (m_widestCells > widest && !m_wrap) {
        // A bar that appears changes the layout: not while painting.
        QMetaObject::invokeMethod(this, &OutputView::updateScrollBars, Qt::QueuedConnection);
    }
    if (hasFocus() && !m_place.selection.isEmpty()) {
        QRect caret = cellRect(m_place.selection.caret);
        caret.setWidth(1);
        painter.fillRect(caret, m_look->colours.text());
    }
}

/// Paints the rows of a line that are on screen, the line's first row at `y`; gives the y after
/// it.
int OutputView::paintLine(QPainter &painter, int line, int firstRow, int y)
{
    const run::StyledLine content = m_source->line(line);
    const LineCells cells(content.text);
    const RowWindow window = rows();
    const int height = m_look->font.rowHeight();
    const int rowCount = window.rowsIn(cells);
    const int rowCells =
        m_wrap ? window.wrapCells() : int(viewport()->width() / m_look->font.cellWidth()) + 1;
    m_widestCells = std::max(m_widestCells, cells.cellCount());
    int current = -1;
    const std::vector<ColumnRange> hits = hitsIn(content.text, line, current);
    const ColumnRange selected = m_place.selection.columnsIn(line, content.text.size());
    for (int row = firstRow; row < rowCount; ++row) {
        const int top = y + row * height;
        if (top > viewport()->height()) {
            break;
        }
        const int firstCell = m_wrap ? row * rowCells : m_place.firstCell;
        const ColumnRange columns{cells.columnAt(firstCell), cells.columnAt(firstCell + rowCells)};
        const RowContent part{content, cells, columns, selected, hits, current, hasFocus()};
        paintRow(painter, *m_look, part, QPointF(Gutter, top));
        if (!m_wrap && cells.cellCount() - m_place.firstCell > wholeCells()) {
            paintMore(painter, top); // to the right
        }
    }
    if (isErrorLine(content)) {
        painter.fillRect(
            QRect(2, y + firstRow * height, 2, (rowCount - firstRow) * height),
            m_look->colours.errorMark());
    }
    return y + rowCount * height;
}

/// How many cells can be seen whole, up to the edge.
int OutputView::wholeCells() const
{
    return std::max(1, int((viewport()->width() - Gutter) / m_look->font.cellWidth()));
}

void OutputView::paintMore(QPainter &painter, int top) const
{
    const qreal width = m_look->font.cellWidth();
    const int left = Gutter + int((wholeCells() - 1) * width);
    const QRect cell(left, top, int(width), m_look->font.rowHeight());
    painter.fillRect(
        QRect(left, top, viewport()->width() - left, cell.height()), m_look->colours.background());
    painter.setFont(m_look->font.font(false, false));
    painter.setPen(m_look->colours.muted());
    painter.drawText(cell, Qt::AlignCenter, QStringLiteral("…"));
}

std::vector<ColumnRange> OutputView::hitsIn(const QString &text, int line, int &current) const
{
    std::vector<ColumnRange> found;
    if (m_hits.pattern().isEmpty() || !m_hits.isValid()) {
        return found;
    }
    QRegularExpressionMatchIterator matches = m_hits.globalMatch(text);
    while (matches.hasNext() && found.size() < HitLimit) {
        const QRegularExpressionMatch match = matches.next();
        if (match.capturedLength() == 0) {
            continue;
        }
        if (line == m_currentHit.line && match.capturedStart() == m_currentHit.column) {
            current = int(found.size());
        }
        found.push_back({match.capturedStart(), match.capturedEnd()});
    }
    return found;
}

} // namespace podium::ui
