// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace podium::ui {

/// Characters that would change how others are shown (direction overrides, invisible ones): a
/// view shows a mark in their place.
[[nodiscard]] bool isDeceptive(uint character);

/// How many cells a view gives a character: as a terminal does, but 1 for a deceptive one.
[[nodiscard]] int shownWidth(uint character);

/// Where the characters of one line stand in a grid of cells, as terminals do it: left to right,
/// whatever their direction. Columns are QChar indexes. Most lines have one cell for each QChar
/// and cost nothing.
class LineCells final
{
public:
    static constexpr int TabWidth = 8;

    explicit LineCells(const QString &text);

    [[nodiscard]] int cellCount() const { return m_cells; }
    [[nodiscard]] bool isPlain() const { return m_ends.empty(); }
    /// The cell where a column begins; the line's length gives cellCount().
    [[nodiscard]] int cellOf(int column) const;
    /// The column of the character that covers a cell; the line's length beyond the last one.
    [[nodiscard]] int columnAt(int cell) const;
    /// The column of the next (previous) character, over what combines with this one.
    [[nodiscard]] int after(int column) const;
    [[nodiscard]] int before(int column) const;

private:
    [[nodiscard]] bool startsCharacter(int column) const;

    int m_length = 0;
    int m_cells = 0;
    std::vector<int> m_ends; ///< cell after each QChar; empty where it is index + 1 for all
};

} // namespace podium::ui
