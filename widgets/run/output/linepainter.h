// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"
#include "widgets/common/theme.h"
#include "widgets/run/output/linecells.h"
#include "widgets/run/output/outputfont.h"
#include "widgets/run/output/outputpalette.h"

#include <QPointF>

#include <vector>

class QPainter;
class QPalette;

namespace podium::ui {

/// Columns [begin, end) of a line.
struct ColumnRange
{
    int begin = 0;
    int end = 0;
    [[nodiscard]] bool contains(int column) const { return column >= begin && column < end; }
};

/// What output is drawn with; shared by all panes.
struct OutputTheme
{
    OutputFont font;
    OutputPalette colours;
    QPalette palette;
    Tones tones;

    OutputTheme(const QFont &outputFont, const QPalette &windowPalette)
        : font(outputFont)
        , colours(windowPalette)
        , palette(windowPalette)
        , tones(ui::tones(windowPalette))
    {}
};

/// One row of a line: what a wrapped line has several of.
struct RowContent
{
    const run::StyledLine &line;
    const LineCells &cells;
    ColumnRange columns; ///< those to paint
    ColumnRange selected;
    const std::vector<ColumnRange> &hits;
    int currentHit = -1;  ///< index into hits
    bool isActive = true; ///< the selection belongs to the focused view
};

/// Paints a row with its first column's cell at `topLeft`. Touches no cell outside its columns.
void paintRow(QPainter &painter, const OutputTheme &look, const RowContent &row, QPointF topLeft);

} // namespace podium::ui
