// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputsearch.h"
#include "widgets/common/theme.h"
#include "widgets/run/output/linepainter.h"
#include "widgets/run/output/viewplace.h"

#include <QSize>
#include <QVector>

#include <optional>
#include <vector>

namespace podium::ui {

/// What of an output is to be painted, and how. References must outlive the painting.
struct OutputScene
{
    const LineSource &source;
    const OutputTheme &look;
    const ViewPlace &place;
    RowWindow rows;
    QSize size;
    const run::OutputSearch *search = nullptr; ///< what to mark; may be null
    std::optional<TextPosition> currentHit;
    const QVector<int> &oddLines; ///< sorted
    bool isActive = false;        ///< has the keyboard
};

/// Paints the lines of a view from its top down. Pixels are the viewport's.
class OutputPainter final
{
public:
    static constexpr int Gutter = Grid;      ///< left of the text; holds the marks of lines
    static constexpr int RightMargin = Grid; ///< a wide character at a row's end may reach into it
    static constexpr int TopMargin = Grid / 2; ///< above the first row

    explicit OutputPainter(const OutputScene &scene);

    /// Paints what stands above `bottom`; gives the last line painted, -1: none.
    int paint(QPainter &painter, int bottom);
    [[nodiscard]] int widestCells() const { return m_widestCells; }

private:
    int paintLine(QPainter &painter, int line, int firstRow, int y);
    void paintRows(QPainter &painter, const RowContent &row, int firstRow, int y);
    void paintMarks(QPainter &painter, const run::StyledLine &content, int line, QRect area) const;
    void paintMore(QPainter &painter, int top) const;
    [[nodiscard]] std::vector<ColumnRange>
    hitsIn(const QString &text, int line, int &current) const;
    [[nodiscard]] int wholeCells() const;

    OutputScene m_scene;
    int m_widestCells = 0;
};

} // namespace podium::ui
