// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/linecells.h"

#include "core/run/output/cellwidth.h"

#include <QChar>

#include <algorithm>

namespace podium::ui {

namespace {

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

int shownWidth(uint character)
{
    return character < 0x300 || isDeceptive(character) ? 1 : run::cellWidth(character);
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
        const int width = character == '\t' ? TabWidth - cell % TabWidth : shownWidth(character);
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
