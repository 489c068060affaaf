// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/lineindex.h"

#include <algorithm>
#include <bit>

namespace podium::run {

namespace {

/// The pages that lie wholly within these lines.
std::pair<qint64, qint64> pagesWithin(qint64 begin, qint64 end, qint64 pageSize)
{
    return {(begin + pageSize - 1) / pageSize, end / pageSize};
}

constexpr std::size_t WordBits = 64;

/// Numbers of `bits` bits each, one after another in words: puts one, where zeros are.
void putBits(quint64 *words, std::size_t bits, std::size_t place, quint64 number)
{
    const std::size_t word = place * bits / WordBits;
    const std::size_t shift = place * bits % WordBits;
    words[word] |= number << shift;
    if (shift + bits > WordBits) {
        words[word + 1] |= number >> (WordBits - shift);
    }
}

quint64 bitsAt(const quint64 *words, std::size_t bits, std::size_t place)
{
    const std::size_t word = place * bits / WordBits;
    const std::size_t shift = place * bits % WordBits;
    quint64 number = words[word] >> shift;
    if (shift + bits > WordBits) {
        number |= words[word + 1] << (WordBits - shift);
    }
    return number & ((quint64(1) << bits) - 1);
}

qint64 bytesOf(const std::vector<quint64> &words)
{
    return qint64(words.capacity() * sizeof(quint64));
}

} // namespace

void LineLengths::add(qint64 length)
{
    if (length >= IsLong) {
        m_long.emplace_back(m_count, length);
    }
    m_open[std::size_t(m_count % PageSize)] = quint16(std::min<qint64>(length, IsLong));
    ++m_count;
    m_end += length;
    if (m_count % PageSize == 0) {
        closePage();
    }
}

/// The open page is full: it becomes one of the last block's.
void LineLengths::closePage()
{
    const qint64 index = m_count / PageSize - 1;
    if (index % BlockPages == 0) {
        m_blocks.add({});
    }
    Block &block = m_blocks.last();
    const auto [least, most] = std::minmax_element(m_open.begin(), m_open.end());
    Page &page = block.pages[std::size_t(index % BlockPages)];
    const quint16 bits = quint16(std::bit_width(unsigned(*most - *least)));
    page = {m_openBegin, quint32(block.words.size()), *least, bits};
    block.words.resize(block.words.size() + bits); // 64 lines: a word for each bit
    for (std::size_t place = 0; bits > 0 && place < m_open.size(); ++place) {
        putBits(&block.words[page.firstWord], bits, place, quint64(m_open[place] - *least));
    }
    if (index % BlockPages == BlockPages - 1) {
        block.words.shrink_to_fit();
        m_closedBytes += bytesOf(block.words);
    }
    m_openBegin = m_end;
}

quint16 LineLengths::packed(const Block &block, const Page &page, qint64 place)
{
    if (page.bits == 0) {
        return page.least;
    }
    return quint16(
        page.least + bitsAt(&block.words[page.firstWord], page.bits, std::size_t(place)));
}

/// The length of a line for which 16 bits say this.
qint64 LineLengths::whole(quint16 length, qint64 line) const
{
    if (length != IsLong) {
        return length;
    }
    const auto found = std::lower_bound(m_long.begin(), m_long.end(), std::pair(line, qint64(0)));
    return found->second;
}

qint64 LineLengths::lengthOf(qint64 line) const
{
    const qint64 place = line % PageSize;
    if (isOpen(line)) {
        return whole(m_open[std::size_t(place)], line);
    }
    const qint64 index = line / PageSize;
    const Block &block = m_blocks.at(index / BlockPages);
    return whole(packed(block, block.pages[std::size_t(index % BlockPages)], place), line);
}

qint64 LineLengths::begin(qint64 line) const
{
    if (line >= m_count) {
        return m_end;
    }
    const qint64 first = line - line % PageSize;
    if (isOpen(line)) {
        qint64 at = m_openBegin;
        for (qint64 before = first; before < line; ++before) {
            at += whole(m_open[std::size_t(before - first)], before);
        }
        return at;
    }
    const qint64 index = line / PageSize;
    const Block &block = m_blocks.at(index / BlockPages);
    const Page &page = block.pages[std::size_t(index % BlockPages)];
    if (page.bits == 0 && page.least != IsLong) {
        return page.begin + (line - first) * page.least;
    }
    qint64 at = page.begin;
    for (qint64 before = first; before < line; ++before) {
        at += whole(packed(block, page, before - first), before);
    }
    return at;
}

LineLengths::Range LineLengths::range(qint64 line) const
{
    const qint64 from = begin(line);
    return {from, from + lengthOf(line)};
}

void LineLengths::drop(qint64 begin, qint64 end)
{
    const qint64 before = m_blocks.keptCount();
    const auto blocks = pagesWithin(begin, end, PageSize * BlockPages);
    m_blocks.drop(blocks.first, blocks.second);
    if (m_blocks.keptCount() != before) {
        m_closedBytes = 0;
        for (qint64 block = 0; block < m_blocks.keptCount(); ++block) {
            m_closedBytes += isLastOpen(block) ? 0 : bytesOf(m_blocks.keptAt(block).words);
        }
    }
    const auto pages = pagesWithin(begin, end, PageSize);
    const auto isGone = [&pages](const auto &entry) {
        const qint64 page = entry.first / PageSize;
        return page >= pages.first && page < pages.second;
    };
    m_long.erase(std::remove_if(m_long.begin(), m_long.end(), isGone), m_long.end());
}

qint64 LineLengths::memoryBytes() const
{
    const qint64 last = m_blocks.keptCount() - 1;
    const qint64 open = isLastOpen(last) ? bytesOf(m_blocks.keptAt(last).words) : 0;
    return m_blocks.memoryBytes() + m_closedBytes + open +
           qint64(m_long.capacity() * sizeof(m_long[0]));
}

void LineOrder::add(bool second)
{
    const int place = int(m_count % PageSize);
    if (m_seconds > 0 && place == 0) {
        m_pages.add({0, m_seconds});
    }
    if (second) {
        if (m_seconds == 0) {
            m_firstPage = m_count / PageSize;
            m_pages.add({});
        }
        m_pages.last().bits |= quint64(1) << place;
        ++m_seconds;
    }
    ++m_count;
}

bool LineOrder::isSecond(qint64 line) const
{
    return !isBefore(line) && (pageOf(line).bits >> (line % PageSize) & 1U) != 0;
}

qint64 LineOrder::secondsBefore(qint64 line) const
{
    if (line >= m_count) {
        return m_seconds;
    }
    if (isBefore(line)) {
        return 0;
    }
    const Page &page = pageOf(line);
    const quint64 before = (quint64(1) << (line % PageSize)) - 1;
    return page.before + std::popcount(page.bits & before);
}

void LineOrder::drop(qint64 begin, qint64 end)
{
    const auto [first, last] = pagesWithin(begin, end, PageSize);
    if (m_seconds > 0 && last > m_firstPage) {
        m_pages.drop(std::max<qint64>(0, first - m_firstPage), last - m_firstPage);
    }
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
