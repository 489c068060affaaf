// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/outputpainter.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

constexpr int HitLimit = 200; // marked in one line

bool isErrorLine(const run::StyledLine &line)
{
    return std::any_of(
        line.runs.begin(), line.runs.end(), [](const run::StyleRun &r) { return r.style.isError; });
}

} // namespace

OutputPainter::OutputPainter(const OutputScene &scene) : m_scene(scene) {}

int OutputPainter::paint(QPainter &painter, int bottom)
{
    const TopRow top = m_scene.place.top;
    const int lines = m_scene.source.lineCount();
    int y = TopMargin - top.row * m_scene.look.font.rowHeight();
    int line = top.line;
    for (; line < lines && y <= bottom; ++line) {
        y = paintLine(painter, line, line == top.line ? top.row : 0, y);
    }
    return line - 1;
}

/// Paints the rows of a line that are on screen, the line's first row at `y`; gives the y after
/// it.
int OutputPainter::paintLine(QPainter &painter, int line, int firstRow, int y)
{
    m_scene.source.want(line);
    const run::StyledLine content = m_scene.source.line(line);
    const LineCells cells(content.text);
    const int height = m_scene.look.font.rowHeight();
    const int rowCount = m_scene.rows.rowsIn(cells);
    m_widestCells = std::max(m_widestCells, cells.cellCount());
    const QRect area(
        0, y + firstRow * height, m_scene.size.width(), (rowCount - firstRow) * height);
    paintMarks(painter, content, line, area);
    int current = -1;
    const std::vector<ColumnRange> hits = hitsIn(content.text, line, current);
    const ColumnRange selected = m_scene.place.selection.columnsIn(line, content.text.size());
    paintRows(
        painter, {content, cells, {}, selected, hits, current, m_scene.isActive}, firstRow, y);
    return y + rowCount * height;
}

void OutputPainter::paintRows(QPainter &painter, const RowContent &line, int firstRow, int y)
{
    const int height = m_scene.look.font.rowHeight();
    const int rowCount = m_scene.rows.rowsIn(line.cells);
    const int wrapCells = m_scene.rows.wrapCells();
    const int rowCells = wrapCells > 0 ? wrapCells : wholeCells() + 1;
    for (int row = firstRow; row < rowCount; ++row) {
        const int top = y + row * height;
        if (top > m_scene.size.height()) {
            return;
        }
        const int firstCell = wrapCells > 0 ? row * rowCells : m_scene.place.firstCell;
        RowContent part = line;
        part.columns = {line.cells.columnAt(firstCell), line.cells.columnAt(firstCell + rowCells)};
        paintRow(painter, m_scene.look, part, QPointF(Gutter, top));
        if (wrapCells == 0 && line.cells.cellCount() - firstCell > wholeCells()) {
            paintMore(painter, top);
        }
    }
}

/// A bar beside what came over stderr; a tint and a wedge where others have no such line.
void OutputPainter::paintMarks(
    QPainter &painter, const run::StyledLine &content, int line, QRect area) const
{
    if (std::binary_search(m_scene.oddLines.begin(), m_scene.oddLines.end(), line)) {
        painter.fillRect(area, m_scene.look.tones.warningBackground);
        const qreal side = Grid * 3 / 4.0;
        const qreal middle = area.top() + m_scene.look.font.rowHeight() / 2.0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_scene.look.tones.warning);
        painter.drawPolygon(
            QPolygonF({{0, middle - side / 2}, {side, middle}, {0, middle + side / 2}}));
        painter.setBrush(Qt::NoBrush);
    }
    if (isErrorLine(content)) {
        painter.fillRect(QRect(2, area.top(), 2, area.height()), m_scene.look.colours.errorMark());
    }
}

/// How many cells can be seen whole, up to the edge.
int OutputPainter::wholeCells() const
{
    const qreal room = m_scene.size.width() - Gutter;
    return std::max(1, int(room / m_scene.look.font.cellWidth()));
}

/// There is more to the right.
void OutputPainter::paintMore(QPainter &painter, int top) const
{
    const qreal width = m_scene.look.font.cellWidth();
    const int left = Gutter + int((wholeCells() - 1) * width);
    const QRect cell(left, top, int(width), m_scene.look.font.rowHeight());
    painter.fillRect(
        QRect(left, top, m_scene.size.width() - left, cell.height()),
        m_scene.look.colours.background());
    painter.setFont(m_scene.look.font.font(false, false));
    painter.setPen(m_scene.look.colours.muted());
    painter.drawText(cell, Qt::AlignCenter, QStringLiteral("…"));
}

std::vector<ColumnRange> OutputPainter::hitsIn(const QString &text, int line, int &current) const
{
    std::vector<ColumnRange> found;
    if (!m_scene.search) {
        return found;
    }
    const int from = m_scene.source.textColumn(line);
    for (const run::OutputHit &hit : m_scene.search->find(from > 0 ? text.mid(from) : text, line)) {
        if (found.size() == HitLimit) {
            break;
        }
        const int column = from + hit.column;
        if (m_scene.currentHit == TextPosition{line, column}) {
            current = int(found.size());
        }
        found.push_back({column, column + hit.length});
    }
    return found;
}

} // namespace podium::ui
