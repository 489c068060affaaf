// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/run/output/linecells.h"
#include "widgets/run/output/linesource.h"

#include <compare>

namespace podium::ui {

/// The row at the top of a view: a line and, where lines are wrapped, which of its rows.
struct TopRow
{
    int line = 0;
    int row = 0;
    // The 0 that the compiler compares with is no null pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const TopRow &, const TopRow &) = default;
};

/// How lines fall into rows. Looks only at lines near the one asked for, so that its cost is
/// that of a screen and not of the whole output. A value; the source must outlive it.
class RowWindow final
{
public:
    /// `wrapCells` 0: one row a line.
    RowWindow(const LineSource *source, int wrapCells, int visibleRows);

    [[nodiscard]] int lineCount() const { return m_source ? m_source->lineCount() : 0; }
    [[nodiscard]] int wrapCells() const { return m_wrapCells; }
    [[nodiscard]] int visibleRows() const { return m_visibleRows; }
    [[nodiscard]] int rowsIn(const LineCells &cells) const;
    [[nodiscard]] int rowsOf(int line) const;
    /// The top with which the last row is the last visible one.
    [[nodiscard]] TopRow end() const;
    /// `rows` down (up where negative), not beyond first and end().
    [[nodiscard]] TopRow moved(TopRow top, int rows) const;
    /// A top that is still there: lines may have been cut, or fall into other rows.
    [[nodiscard]] TopRow clamped(TopRow top) const;

private:
    const LineSource *m_source;
    int m_wrapCells;
    int m_visibleRows;
};

} // namespace podium::ui
