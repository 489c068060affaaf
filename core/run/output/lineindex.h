// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/packedstyle.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace podium::run {

/// Values in the order in which they came, in chunks, of which whole ones in the middle can be let
/// go: nothing that stays moves by that, nor when more come. A copy costs a pointer a chunk.
template <typename Value, qint64 ChunkSize>
class ChunkRow final
{
public:
    ChunkRow() = default;
    ChunkRow(const ChunkRow &other)
        : m_chunks(other.m_chunks)
        , m_headChunks(other.m_headChunks)
        , m_dropped(other.m_dropped)
    {
        if (!m_chunks.empty()) { // it still grows
            m_chunks.back() = std::make_shared<Chunk>(*m_chunks.back());
        }
    }
    ChunkRow(ChunkRow &&) noexcept = default;
    ChunkRow &operator=(const ChunkRow &other) { return *this = ChunkRow(other); }
    ChunkRow &operator=(ChunkRow &&) noexcept = default;
    ~ChunkRow() = default;

    /// Counted over all that were ever added; of those that are there.
    [[nodiscard]] const Value &at(qint64 index) const
    {
        const qint64 chunk = index / ChunkSize;
        const bool isHead = m_dropped == 0 || chunk < m_headChunks;
        return (*m_chunks[std::size_t(isHead ? chunk : chunk - m_dropped)])[place(index)];
    }
    [[nodiscard]] Value &last() { return m_chunks.back()->back(); }
    void add(const Value &value)
    {
        if (m_chunks.empty() || qint64(m_chunks.back()->size()) == ChunkSize) {
            m_chunks.push_back(std::make_shared<Chunk>());
        }
        Chunk &chunk = *m_chunks.back();
        if (chunk.size() == chunk.capacity()) {
            const auto most = std::size_t(ChunkSize);
            chunk.reserve(
                m_chunks.size() > 1 ? most : std::min(most, chunk.size() + chunk.size() / 4 + 1));
        }
        chunk.push_back(value);
    }
    /// Of those from `begin`, which is the same each time, to `end` - 1, lets go what fills chunks.
    void drop(qint64 begin, qint64 end)
    {
        m_headChunks = m_dropped == 0 ? chunksUpTo(begin) : m_headChunks;
        m_dropped += dropChunks(m_headChunks, end / ChunkSize - m_dropped);
    }

    /// Counted over those that are there.
    [[nodiscard]] qint64 keptCount() const
    {
        return m_chunks.empty()
                   ? 0
                   : qint64(m_chunks.size() - 1) * ChunkSize + qint64(m_chunks.back()->size());
    }
    [[nodiscard]] const Value &keptAt(qint64 index) const
    {
        return (*m_chunks[std::size_t(index / ChunkSize)])[place(index)];
    }
    void dropKept(qint64 begin, qint64 end) { dropChunks(chunksUpTo(begin), end / ChunkSize); }

    [[nodiscard]] qint64 memoryBytes() const
    {
        constexpr qint64 Around = sizeof(Chunk) + 2 * sizeof(void *); // a chunk's own
        const qint64 chunks = qint64(m_chunks.size());
        const qint64 values =
            chunks == 0 ? 0 : (chunks - 1) * ChunkSize + qint64(m_chunks.back()->capacity());
        return values * qint64(sizeof(Value)) + chunks * Around +
               qint64(m_chunks.capacity() * sizeof(m_chunks[0]));
    }

private:
    using Chunk = std::vector<Value>;
    [[nodiscard]] static std::size_t place(qint64 index) { return std::size_t(index % ChunkSize); }
    [[nodiscard]] static qint64 chunksUpTo(qint64 index)
    {
        return (index + ChunkSize - 1) / ChunkSize;
    }
    /// Gives how many went; keeps the last one in any case.
    qint64 dropChunks(qint64 first, qint64 end)
    {
        const qint64 last = std::min(end, qint64(m_chunks.size()) - 1);
        if (last <= first) {
            return 0;
        }
        m_chunks.erase(m_chunks.begin() + first, m_chunks.begin() + last);
        return last - first;
    }

    std::vector<std::shared_ptr<Chunk>> m_chunks;
    qint64 m_headChunks = 0;
    qint64 m_dropped = 0; ///< chunks
};

/// Where the lines of one stream begin and end in its bytes: for lines alike a quarter of a byte
/// each, else as many bits as they differ by.
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
    [[nodiscard]] qint64 lengthOf(qint64 line) const;
    /// Where line `line` begins, also for line == count().
    [[nodiscard]] qint64 begin(qint64 line) const;
    [[nodiscard]] qint64 end() const { return m_end; } ///< of all lines
    /// Lines begin … end-1 are never asked for again.
    void drop(qint64 begin, qint64 end);
    [[nodiscard]] qint64 memoryBytes() const;

private:
    static constexpr qint64 PageSize = 64; ///< lines
    static constexpr qint64 BlockPages = 32;
    static constexpr quint16 IsLong = 0xffff;
    using Lengths = std::array<quint16, PageSize>;

    /// The lines of a page are `least` bytes long and, each, as many more as its bits say.
    struct Page
    {
        qint64 begin = 0;
        quint32 firstWord = 0;
        quint16 least = 0;
        quint16 bits = 0; ///< for each line, up to 16
    };
    struct Block
    {
        std::array<Page, BlockPages> pages;
        std::vector<quint64> words;
    };

    void closePage();
    /// Of the blocks that are kept.
    [[nodiscard]] bool isLastOpen(qint64 block) const
    {
        return block == m_blocks.keptCount() - 1 && m_count / PageSize % BlockPages != 0;
    }
    [[nodiscard]] bool isOpen(qint64 line) const { return line / PageSize == m_count / PageSize; }
    [[nodiscard]] static quint16 packed(const Block &block, const Page &page, qint64 place);
    [[nodiscard]] qint64 whole(quint16 length, qint64 line) const;

    ChunkRow<Block, 1> m_blocks;
    qint64 m_closedBytes = 0; ///< memory of the words of the blocks that are full
    Lengths m_open{};         ///< of the page that is not full yet
    qint64 m_openBegin = 0;
    std::vector<std::pair<qint64, qint64>> m_long; ///< line and length, where 16 bits are too few
    qint64 m_count = 0;
    qint64 m_end = 0;
};

/// Which of two streams each line came over, in the order of their beginnings: a bit a line from
/// the first line of the second stream on, nothing before it.
class LineOrder final
{
public:
    void add(bool second);
    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] bool isSecond(qint64 line) const;
    /// How many lines before `line` came over the second stream; also for line == count().
    [[nodiscard]] qint64 secondsBefore(qint64 line) const;
    /// How many lines before `line` came over this stream: its place among the stream's own.
    [[nodiscard]] qint64 rank(bool isOfSecond, qint64 line) const
    {
        const qint64 seconds = secondsBefore(line);
        return isOfSecond ? seconds : line - seconds;
    }
    void drop(qint64 begin, qint64 end);
    [[nodiscard]] qint64 memoryBytes() const { return m_pages.memoryBytes(); }

private:
    static constexpr int PageSize = 64;
    struct Page
    {
        quint64 bits = 0;
        qint64 before = 0;
    };
    /// Whether it is before all pages, and so of the first stream.
    [[nodiscard]] bool isBefore(qint64 line) const
    {
        return m_seconds == 0 || line / PageSize < m_firstPage;
    }
    [[nodiscard]] const Page &pageOf(qint64 line) const
    {
        return m_pages.at(line / PageSize - m_firstPage);
    }

    ChunkRow<Page, 128> m_pages;
    qint64 m_firstPage = 0; ///< of all lines' pages, the first that m_pages has
    qint64 m_count = 0;
    qint64 m_seconds = 0;
};

/// With which style each line of a stream begins.
class LineStyles final
{
public:
    /// From this line on, which is after all that were told of.
    void add(qint64 line, PackedStyle style);
    [[nodiscard]] PackedStyle at(qint64 line) const;
    /// Lines begin … end-1 are never asked for again.
    void drop(qint64 begin, qint64 end);
    [[nodiscard]] qint64 memoryBytes() const { return m_starts.memoryBytes(); }

private:
    [[nodiscard]] qint64 startsUpTo(qint64 line) const;

    ChunkRow<std::pair<qint64, PackedStyle>, 128> m_starts;
    PackedStyle m_last = 0;
};

} // namespace podium::run
