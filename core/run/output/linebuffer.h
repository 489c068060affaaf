// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/packedstyle.h"

#include <string>
#include <vector>

namespace podium::run {

/// One line while it is written: cells as a terminal has them, and a cursor that can go back.
/// Every operation costs no more than what it writes, so that hostile output cannot be slow.
class LineBuffer final
{
public:
    /// A line that holds so much goes on in a next one.
    static constexpr int MaxLength = 64 * 1024;
    /// The cursor may be moved so far beyond the text; a terminal has an edge, too.
    static constexpr int MaxColumn = 512;
    static constexpr int TabWidth = 8;

    [[nodiscard]] bool isEmpty() const { return m_cells.empty(); }
    [[nodiscard]] bool isFull() const { return room() <= 0; }
    /// How many more characters of one cell are sure to fit.
    [[nodiscard]] int room() const { return MaxLength - int(m_cells.size()) - m_extra; }
    void clear();

    void putAscii(const char *text, int length, PackedStyle style);
    /// Anything but a control character.
    void put(char32_t character, PackedStyle style);
    void tab();

    void carriageReturn() { m_cursor = 0; }
    void moveBy(int cells);
    void moveTo(int cell);
    void eraseToEnd();   ///< from the cursor on
    void eraseToStart(); ///< up to and with the cursor
    void eraseAll();
    void eraseCells(int count); ///< from the cursor, leaving blanks

    [[nodiscard]] QString text() const;
    [[nodiscard]] StyledLine styled(bool isError) const;
    [[nodiscard]] qint64 memoryBytes() const;
    /// Of the text alone: equal texts have equal hashes, however they were written.
    [[nodiscard]] quint64 hash() const;

private:
    // A cell is a character, or the right half of a wide one, or a place in m_clusters.
    static constexpr char32_t RightHalf = 0xffffffff;
    static constexpr char32_t FirstCluster = 0x110000;

    void prepare(int cells, PackedStyle style);
    void blank(int first, int last);
    void join(char32_t mark);
    template <typename Take>
    void forEachCharacter(Take take) const;

    std::u32string m_cells;
    std::vector<PackedStyle> m_styles;      ///< empty: all default; else one a cell
    std::vector<std::u32string> m_clusters; ///< characters with marks that join them
    int m_extra = 0;                        ///< characters in clusters beyond their first
    int m_cursor = 0;
    bool m_isPlain = true; ///< each cell is a character of its own
};

/// The hash of a text as LineBuffer::hash() has it.
[[nodiscard]] quint64 textHash(const std::u32string &text);

} // namespace podium::run
