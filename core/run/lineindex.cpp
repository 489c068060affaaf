// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/lineindex.h"

#include <algorithm>
#include <bit>

namespace podium::run {

namespace {

/// The pages that lie wholly within these lines.
std::pair<qint64, qint64> pagesWithin(qint64 begin, qint64 end, int pageSize)
{
    return {(begin + pageSize - 1) / pageSize, end / pageSize};
}

} // namespace

void LineLengths::add(qint64 length)
{
    const std::size_t place = std::size_t(m_count % PageSize);
    if (place == 0) {
        m_pages.add({m_end, {}});
    }
    if (length >= IsLong) {
        m_long.emplace_back(m_count, length);
    }
    m_pages.last().lengths[place] = quint16(std::min<qint64>(length, IsLong));
    ++m_count;
    m_end += length;
}

qint64 LineLengths::length(const Page &page, qint64 line) const
{
    const quint16 length = page.lengths[std::size_t(line % PageSize)];
    if (length != IsLong) {
        return length;
    }
    const auto found = std::lower_bound(m_long.begin(), m_long.end(), std::pair(line, qint64(0)));
    return found->second;
}

qint64 LineLengths::begin(qint64 line) const
{
    if (line >= m_count) {
        return m_end;
    }
    const Page &page = m_pages.at(line / PageSize);
    qint64 at = page.begin;
    for (qint64 before = line - line % PageSize; before < line; ++before) {
        at += length(page, before);
    }
    return at;
}

LineLengths::Range LineLengths::range(qint64 line) const
{
    const qint64 from = begin(line);
    return {from, from + length(m_pages.at(line / PageSize), line)};
}

void LineLengths::drop(qint64 begin, qint64 end)
{
    const auto pages = pagesWithin(begin, end, PageSize);
    m_pages.drop(pages.first, pages.second);
    const auto isGone = [&pages](const auto &entry) {
        const qint64 page = entry.first / PageSize;
        return page >= pages.first && page < pages.second;
    };
    m_long.erase(std::remove_if(m_long.begin(), m_long.end(), isGone), m_long.end());
}

qint64 LineLengths::memoryBytes() const
{
    return m_pages.memoryBytes() + qint64(m_long.capacity() * sizeof(m_long[0]));
}

void LineOrder::add(bool second)
{
    const int place = int(m_count % PageSize);
    if (place == 0) {
        m_pages.add({0, m_seconds});
    }
    if (second) {
        m_pages.last().bits |= quint64(1) << place;
        ++m_seconds;
    }
    ++m_count;
}

bool LineOrder::isSecond(qint64 line) const
{
    return (m_pages.at(line / PageSize).bits >> (line % PageSize) & 1U) != 0;
}

qint64 LineOrder::secondsBefore(qint64 line) const
{
    if (line >= m_count) {
        return m_seconds;
    }
    const Page &page = m_pages.at(line / PageSize);
    const quint64 before = (quint64(1) << (line % PageSize)) - 1;
    return page.before + std::popcount(page.bits & before);
}

void LineOrder::drop(qint64 begin, qint64 end)
{
    const auto [first, last] = pagesWithin(begin, end, PageSize);
    m_pages.drop(first, last);
}

void LineStyles::add(qint64 line, PackedStyle style)
{
    if (style != m_last) {
        m_starts.add({line, style});
        m_last = style;
    }
}

/// How many of them are at this line, or before it.
qint64 LineStyles::startsUpTo(qint64 line) const
{
    qint64 low = 0;
    qint64 high = m_starts.keptCount();
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        if (m_starts.keptAt(middle).first <= line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

PackedStyle LineStyles::at(qint64 line) const
{
    const qint64 count = startsUpTo(line);
    return count == 0 ? 0 : m_starts.keptAt(count - 1).second;
}

void LineStyles::drop(qint64 begin, qint64 end)
{
    m_starts.dropKept(startsUpTo(begin), startsUpTo(end) - 1); // the last one is that of `end`
}

} // namespace podium::run
