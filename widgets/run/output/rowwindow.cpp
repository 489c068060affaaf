// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/rowwindow.h"

#include <algorithm>

namespace podium::ui {

RowWindow::RowWindow(const LineSource *source, int wrapCells, int visibleRows)
    : m_source(source)
    , m_wrapCells(wrapCells)
    , m_visibleRows(std::max(1, visibleRows))
{}

int RowWindow::rowsIn(const LineCells &cells) const
{
    if (m_wrapCells <= 0) {
        return 1;
    }
    return std::max(1, (cells.cellCount() + m_wrapCells - 1) / m_wrapCells);
}

int RowWindow::rowsOf(int line) const
{
    return m_wrapCells <= 0 ? 1 : rowsIn(LineCells(m_source->line(line).text));
}

TopRow RowWindow::end() const
{
    int rows = 0;
    for (int line = lineCount() - 1; line >= 0; --line) {
        rows += rowsOf(line);
        if (rows >= m_visibleRows) {
            return {line, rows - m_visibleRows};
        }
    }
    return {};
}

TopRow RowWindow::moved(TopRow top, int rows) const
{
    top.row += rows;
    while (top.row < 0 && top.line > 0) {
        --top.line;
        top.row += rowsOf(top.line);
    }
    top.row = std::max(0, top.row);
    if (rows > 0) {
        const TopRow last = end();
        for (int here = rowsOf(top.line); top.row >= here && top < last; here = rowsOf(top.line)) {
            top.row -= here;
            ++top.line;
        }
        top = std::min(top, last);
    }
    return top;
}

TopRow RowWindow::clamped(TopRow top) const
{
    if (lineCount() == 0) {
        return {};
    }
    top.line = std::clamp(top.line, 0, lineCount() - 1);
    top.row = std::clamp(top.row, 0, rowsOf(top.line) - 1);
    return std::min(top, end());
}

} // namespace podium::ui
