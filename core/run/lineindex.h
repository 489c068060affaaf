// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <array>
#include <utility>
#include <vector>

namespace podium::run {

/// Values in pages of 64, of which pages in the middle can be let go. Page numbers count all
/// pages ever added.
template <typename Page>
class PageRow final
{
public:
    [[nodiscard]] qint64 count() const { return qint64(m_pages.size()) + m_dropped; }
    [[nodiscard]] const Page &at(qint64 page) const { return m_pages[place(page)]; }
    [[nodiscard]] Page &last() { return m_pages.back(); }
    void add(const Page &page)
    {
        if (m_pages.size() == m_pages.capacity()) {
            m_pages.reserve(m_pages.size() + m_pages.size() / 4 + 1);
        }
        m_pages.push_back(page);
    }
    /// Keeps the last page in any case.
    void drop(qint64 begin, qint64 end)
    {
        m_headPages = m_dropped == 0 ? begin : m_headPages;
        const qint64 first = m_headPages;
        const qint64 last = std::min(end - m_dropped, qint64(m_pages.size()) - 1);
        if (last > first) {
            m_pages.erase(m_pages.begin() + first, m_pages.begin() + last);
            m_dropped += last - first;
        }
    }
    [[nodiscard]] qint64 memoryBytes() const { return qint64(m_pages.capacity() * sizeof(Page)); }

private:
    [[nodiscard]] std::size_t place(qint64 page) const
    {
        return std::size_t(m_dropped == 0 || page < m_headPages ? page : page - m_dropped);
    }

    std::vector<Page> m_pages;
    qint64 m_headPages = 0;
    qint64 m_dropped = 0;
};

/// Where the lines of one stream begin and end in its bytes: two bytes a line.
class LineLengths final
{
public:
    struct Range
    {
        qint64 begin = 0;
        qint64 end = 0;
    };

    void add(qint64 length);
    [[nodiscard]] qint64 count() const { return m_count; }
    /// Of a line that was not dropped.
    [[nodiscard]] Range range(qint64 line) const;
    /// Of a line that was not dropped, in bytes.
    [[nodiscard]] qint64 lengthOf(qint64 line) const
    {
        return length(m_pages.at(line / PageSize), line);
    }
    /// Where line `line` begins, also for line == count().
    [[nodiscard]] qint64 begin(qint64 line) const;
    [[nodiscard]] qint64 end() const { return m_end; } ///< of all lines
    /// Lines begin … end-1 are never asked for again.
    void drop(qint64 begin, qint64 end);
    [[nodiscard]] qint64 memoryBytes() const;

private:
    static constexpr int PageSize = 64;
    static constexpr quint16 IsLong = 0xffff;
    struct Page
    {
        qint64 begin = 0;
        std::array<quint16, PageSize> lengths{};
    };
    [[nodiscard]] qint64 length(const Page &page, qint64 line) const;

    PageRow<Page> m_pages;
    std::vector<std::pair<qint64, qint64>> m_long; ///< line and length, where 16 bits are too few
    qint64 m_count = 0;
    qint64 m_end = 0;
};

/// Which of two streams each line came over, in the order of their beginnings: a bit a line.
class LineOrder final
{
public:
    void add(bool second);
    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] bool isSecond(qint64 line) const;
    /// How many lines before `line` came over the second stream; also for line == count().
    [[nodiscard]] qint64 secondsBefore(qint64 line) const;
    void drop(qint64 begin, qint64 end);
    [[nodiscard]] qint64 memoryBytes() const { return m_pages.memoryBytes(); }

private:
    static constexpr int PageSize = 64;
    struct Page
    {
        quint64 bits = 0;
        qint64 before = 0;
    };

    PageRow<Page> m_pages;
    qint64 m_count = 0;
    qint64 m_seconds = 0;
};

} // namespace podium::run
