// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/linecells.h"

#include <QChar>

#include <algorithm>
#include <array>

namespace podium::ui {

namespace {

struct Range
{
    uint first;
    uint last;
};

/// East Asian Width W and F of Unicode, in the large blocks, with the emoji shown as pictures.
constexpr std::array wideRanges{
    Range{0x1100, 0x115f},   Range{0x231a, 0x231b},   Range{0x23e9, 0x23ec},
    Range{0x25fd, 0x25fe},   Range{0x2614, 0x2615},   Range{0x2648, 0x2653},
    Range{0x26a1, 0x26a1},   Range{0x26bd, 0x26be},   Range{0x2705, 0x2705},
    Range{0x270a, 0x270b},   Range{0x2728, 0x2728},   Range{0x274c, 0x274c},
    Range{0x2753, 0x2755},   Range{0x2795, 0x2797},   Range{0x2b1b, 0x2b1c},
    Range{0x2b50, 0x2b50},   Range{0x2e80, 0x303e},   Range{0x3041, 0x33ff},
    Range{0x3400, 0x4dbf},   Range{0x4e00, 0x9fff},   Range{0xa000, 0xa4cf},
    Range{0xa960, 0xa97f},   Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},
    Range{0xfe30, 0xfe6f},   Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},
    Range{0x1f300, 0x1f64f}, Range{0x1f680, 0x1f6ff}, Range{0x1f7e0, 0x1f7eb},
    Range{0x1f900, 0x1f9ff}, Range{0x1fa70, 0x1faff}, Range{0x20000, 0x3fffd},
};

bool isWide(uint character)
{
    const auto *range = std::lower_bound(
        wideRanges.begin(), wideRanges.end(), character,
        [](const Range &r, uint value) { return r.last < value; });
    return range != wideRanges.end() && range->first <= character;
}

/// One QChar, one cell: Latin, Greek, Cyrillic without combining marks; box drawing and blocks.
bool isPlainUnit(ushort unit)
{
    return (unit >= 0x20 && unit < 0x7f) || (unit >= 0xa0 && unit < 0x300 && unit != 0xad) ||
           (unit >= 0x370 && unit < 0x483) || (unit >= 0x2500 && unit < 0x25a0);
}

} // namespace

bool isDeceptive(uint character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0) || character == 0xad ||
           character == 0x61c || (character >= 0x200b && character <= 0x200c) ||
           (character >= 0x200e && character <= 0x200f) ||
           (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2060 && character <= 0x206f) || character == 0xfeff ||
           (character >= 0xfff9 && character <= 0xfffb) ||
           (character >= 0xe0000 && character <= 0xe007f) ||
           (character >= 0xd800 && character <= 0xdfff);
}

int cellWidth(uint character)
{
    if (character < 0x300 || isDeceptive(character)) {
        return 1;
    }
    if (character == 0x200d || (character >= 0x1f3fb && character <= 0x1f3ff)) {
        return 0; // joins, or colours the emoji before it
    }
    switch (QChar::category(character)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
        return 0;
    default:
        return isWide(character) ? 2 : 1;
    }
}

LineCells::LineCells(const QString &text) : m_length(text.size()), m_cells(text.size())
{
    const auto *units = text.utf16();
    if (std::all_of(units, units + m_length, isPlainUnit)) {
        return;
    }
    m_ends.reserve(std::size_t(m_length));
    int cell = 0;
    for (int i = 0; i < m_length; ++i) {
        uint character = units[i];
        const bool isPair = QChar::isHighSurrogate(character) && i + 1 < m_length &&
                            QChar::isLowSurrogate(units[i + 1]);
        if (isPair) {
            character = QChar::surrogateToUcs4(ushort(character), units[++i]);
        }
        const int width = character == '\t' ? TabWidth - cell % TabWidth : cellWidth(character);
        cell += width;
        m_ends.insert(m_ends.end(), isPair ? 2U : 1U, cell);
    }
    m_cells = cell;
}

int LineCells::cellOf(int column) const
{
    if (column <= 0) {
        return 0;
    }
    if (column >= m_length) {
        return m_cells;
    }
    if (isPlain()) {
        return column;
    }
    while (column > 0 && !startsCharacter(column)) {
        --column;
    }
    return column == 0 ? 0 : m_ends.at(std::size_t(column) - 1);
}

int LineCells::columnAt(int cell) const
{
    if (cell >= m_cells) {
        return m_length;
    }
    if (isPlain() || cell < 0) {
        return std::max(0, cell);
    }
    int column = int(std::upper_bound(m_ends.begin(), m_ends.end(), cell) - m_ends.begin());
    while (column > 0 && !startsCharacter(column)) {
        --column;
    }
    return column;
}

int LineCells::after(int column) const
{
    do {
        ++column;
    } while (column < m_length && !startsCharacter(column));
    return std::min(column, m_length);
}

int LineCells::before(int column) const
{
    do {
        --column;
    } while (column > 0 && !startsCharacter(column));
    return std::max(column, 0);
}

bool LineCells::startsCharacter(int column) const
{
    if (column <= 0 || column >= m_length || isPlain()) {
        return true;
    }
    // The second half of a pair ends where the first does; what combines adds no cell.
    return m_ends.at(std::size_t(column)) != m_ends.at(std::size_t(column) - 1);
}

} // namespace podium::ui
