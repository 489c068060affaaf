// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/linebuffer.h"

#include "core/run/output/cellwidth.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace podium::run {

namespace {

constexpr std::size_t KeptCapacity = 4096; // of a buffer that is used again

/// Whether each character is a single unit of UTF-16.
bool isOfOneUnitEach(const std::u32string &text)
{
    return std::none_of(text.begin(), text.end(), [](char32_t character) {
        return QChar::requiresSurrogates(uint(character));
    });
}

} // namespace

void LineBuffer::clear()
{
    if (m_cells.capacity() > KeptCapacity) {
        *this = LineBuffer();
        m_cells.shrink_to_fit(); // a string keeps its memory when a short one is assigned
        return;
    }
    eraseAll();
    m_cursor = 0;
}

/// Makes `cells` cells at the cursor ready to be written in this style.
void LineBuffer::prepare(int cells, PackedStyle style)
{
    const std::size_t from = std::size_t(m_cursor);
    const std::size_t to = from + std::size_t(cells);
    if (!m_isPlain) {
        // What is half overwritten is gone whole.
        if (from < m_cells.size() && m_cells[from] == RightHalf) {
            m_cells[from - 1] = U' ';
        }
        if (to < m_cells.size() && m_cells[to] == RightHalf) {
            m_cells[to] = U' ';
        }
    }
    if (to > m_cells.size()) {
        m_cells.resize(to, U' ');
    }
    if (style != 0 && m_styles.empty()) {
        m_styles.resize(m_cells.size(), 0);
    }
    if (!m_styles.empty()) {
        m_styles.resize(m_cells.size(), 0);
        std::fill(m_styles.begin() + m_cursor, m_styles.begin() + m_cursor + cells, style);
    }
}

void LineBuffer::putAscii(const char *text, int length, PackedStyle style)
{
    prepare(length, style);
    std::copy(text, text + length, m_cells.begin() + m_cursor);
    m_cursor += length;
}

void LineBuffer::put(char32_t character, PackedStyle style)
{
    const int width = cellWidth(character);
    if (width == 0 && m_cursor > 0 && std::size_t(m_cursor) <= m_cells.size()) {
        join(character);
        return;
    }
    prepare(std::max(1, width), style);
    m_cells[std::size_t(m_cursor++)] = character;
    if (width == 2) {
        m_cells[std::size_t(m_cursor++)] = RightHalf;
        m_isPlain = false;
    }
}

/// Adds a mark to the character before the cursor.
void LineBuffer::join(char32_t mark)
{
    std::size_t base = std::size_t(m_cursor - 1);
    if (m_cells[base] == RightHalf) {
        --base;
    }
    char32_t &cell = m_cells[base];
    if (cell < FirstCluster) {
        m_clusters.push_back(std::u32string(1, cell));
        cell = FirstCluster + char32_t(m_clusters.size() - 1);
        m_isPlain = false;
    }
    m_clusters[cell - FirstCluster] += mark;
    ++m_extra;
}

void LineBuffer::tab()
{
    const int end = (m_cursor / TabWidth + 1) * TabWidth;
    if (std::size_t(end) > m_cells.size()) {
        // Over what is there a tab only moves, as on a terminal.
        const int from = std::max(m_cursor, int(m_cells.size()));
        m_cursor = from;
        prepare(end - from, 0);
    }
    m_cursor = end;
}

void LineBuffer::moveBy(int cells)
{
    moveTo(m_cursor + std::clamp(cells, -MaxLength, MaxLength));
}

void LineBuffer::moveTo(int cell)
{
    m_cursor = std::clamp(cell, 0, std::max(int(m_cells.size()), MaxColumn));
}

void LineBuffer::blank(int first, int last)
{
    last = std::min(last, int(m_cells.size()));
    if (first >= last) {
        return;
    }
    const int cursor = std::exchange(m_cursor, first);
    prepare(last - first, 0);
    std::fill(m_cells.begin() + first, m_cells.begin() + last, U' ');
    m_cursor = cursor;
}

void LineBuffer::eraseToEnd()
{
    const std::size_t cursor = std::size_t(m_cursor);
    if (cursor == 0) {
        eraseAll();
    }
    if (cursor >= m_cells.size()) {
        return;
    }
    if (m_cells[cursor] == RightHalf) {
        m_cells[cursor - 1] = U' ';
    }
    m_cells.resize(cursor);
    if (!m_styles.empty()) {
        m_styles.resize(cursor);
    }
}

void LineBuffer::eraseToStart()
{
    blank(0, m_cursor + 1);
}

void LineBuffer::eraseAll()
{
    m_cells.clear();
    m_styles.clear();
    m_clusters.clear();
    m_extra = 0;
    m_isPlain = true;
}

void LineBuffer::eraseCells(int count)
{
    blank(m_cursor, m_cursor + std::clamp(count, 0, MaxLength));
}

template <typename Take>
void LineBuffer::forEachCharacter(Take take) const
{
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const char32_t cell = m_cells[i];
        if (cell < FirstCluster) {
            take(i, cell);
        } else if (cell != RightHalf) {
            for (const char32_t character : m_clusters[cell - FirstCluster]) {
                take(i, character);
            }
        }
    }
}

QString LineBuffer::text() const
{
    return styled(false).text;
}

StyledLine LineBuffer::styled(bool isError) const
{
    StyledLine line;
    PackedStyle style = 0;
    if (isError && !m_cells.empty()) {
        line.runs.push_back({0, unpacked(0, true)});
    }
    if (m_isPlain && m_styles.empty() && isOfOneUnitEach(m_cells)) { // nearly all output
        line.text = QString(int(m_cells.size()), Qt::Uninitialized);
        std::transform(m_cells.begin(), m_cells.end(), line.text.begin(), [](char32_t cell) {
            return QChar(ushort(cell));
        });
        return line;
    }
    line.text.reserve(int(m_cells.size()) + m_extra);
    forEachCharacter([&](std::size_t cell, char32_t character) {
        if (!m_styles.empty() && m_styles[cell] != style) {
            style = m_styles[cell];
            const StyleRun run{line.text.size(), unpacked(style, isError)};
            if (!line.runs.empty() && line.runs.back().start == run.start) {
                line.runs.back() = run;
            } else {
                line.runs.push_back(run);
            }
        }
        if (QChar::requiresSurrogates(uint(character))) {
            line.text += QChar(QChar::highSurrogate(uint(character)));
            line.text += QChar(QChar::lowSurrogate(uint(character)));
        } else {
            line.text += QChar(ushort(character));
        }
    });
    return line;
}

qint64 LineBuffer::memoryBytes() const
{
    // A mark in a cluster costs about what a cell does.
    return qint64((m_cells.capacity() + std::size_t(m_extra)) * sizeof(char32_t)) +
           qint64(m_styles.capacity() * sizeof(PackedStyle)) +
           qint64(m_clusters.capacity() * sizeof(std::u32string));
}

quint64 LineBuffer::hash() const
{
    if (m_isPlain) {
        return textHash(m_cells);
    }
    std::u32string flat;
    flat.reserve(m_cells.size() + std::size_t(m_extra));
    forEachCharacter([&flat](std::size_t, char32_t character) { flat += character; });
    return textHash(flat);
}

quint64 textHash(const std::u32string &text)
{
    return std::hash<std::u32string>{}(text);
}

} // namespace podium::run
