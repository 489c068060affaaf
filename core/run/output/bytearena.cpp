// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/bytearena.h"

#include <algorithm>
#include <cstring>

namespace podium::run {

namespace {

constexpr qint64 SmallestBlock = 256;
constexpr qint64 LargestBlock = 32 * 1024;
constexpr qint64 WastedPart = 16; // a block's free rest is at most this part of the whole

} // namespace

ByteArena::ByteArena(const ByteArena &other)
    : m_blocks(other.m_blocks)
    , m_size(other.m_size)
    , m_capacity(other.m_capacity)
    , m_cutBegin(other.m_cutBegin)
    , m_cutEnd(other.m_cutEnd)
{
    if (!m_blocks.empty()) { // it still grows
        Block &last = m_blocks.back();
        const std::shared_ptr<char[]> own(new char[std::size_t(last.capacity)]);
        std::memcpy(own.get(), last.bytes.get(), std::size_t(last.size));
        last.bytes = own;
    }
}

void ByteArena::append(const char *bytes, qint64 size)
{
    while (size > 0) {
        if (m_blocks.empty() || m_blocks.back().size == m_blocks.back().capacity) {
            const qint64 usual = std::clamp(m_size / WastedPart, SmallestBlock, LargestBlock);
            const int capacity = int(std::max(usual, std::min(size, LargestBlock)));
            if (m_blocks.size() == m_blocks.capacity()) {
                m_blocks.reserve(m_blocks.size() + m_blocks.size() / 4 + 1);
            }
            // Not make_shared: that would write zeros first.
            m_blocks.push_back({m_size, 0, capacity, std::shared_ptr<char[]>(new char[capacity])});
            m_capacity += capacity;
        }
        Block &block = m_blocks.back();
        const int count = int(std::min<qint64>(size, block.capacity - block.size));
        std::memcpy(block.bytes.get() + block.size, bytes, std::size_t(count));
        block.size += count;
        m_size += count;
        bytes += count;
        size -= count;
    }
}

qint64 ByteArena::memoryBytes() const
{
    return m_capacity + qint64(m_blocks.capacity() * sizeof(Block));
}

template <typename Take>
void ByteArena::forEachRange(qint64 begin, qint64 end, const Take &take) const
{
    auto block = std::upper_bound(
        m_blocks.begin(), m_blocks.end(), begin,
        [](qint64 offset, const Block &b) { return offset < b.begin; });
    if (block != m_blocks.begin()) {
        --block;
    }
    for (; block != m_blocks.end() && block->begin < end; ++block) {
        const qint64 first = std::max(begin, block->begin);
        const qint64 last = std::min(end, block->begin + block->size);
        if (first < last) {
            take(*block, block->bytes.get() + (first - block->begin), int(last - first));
        }
    }
}

template <typename Take>
void ByteArena::forEachKept(qint64 begin, qint64 end, const Take &take) const
{
    forEachRange(begin, std::min(end, m_cutBegin), take);
    forEachRange(std::max(begin, m_cutEnd), end, take);
}

QByteArray ByteArena::read(qint64 begin, qint64 end) const
{
    QByteArray bytes;
    bytes.reserve(int(std::clamp<qint64>(end - begin, 0, keptBytes())));
    forEachKept(begin, end, [&bytes](const Block &, const char *from, int size) {
        bytes.append(from, size);
    });
    return bytes;
}

std::vector<ByteArena::Range> ByteArena::ranges(qint64 begin, qint64 end) const
{
    std::vector<Range> ranges;
    forEachKept(begin, end, [&ranges](const Block &block, const char *from, int size) {
        ranges.push_back({block.bytes, from, size});
    });
    return ranges;
}

QByteArray ByteArena::readAll() const
{
    return read(0, m_size);
}

void ByteArena::cut(qint64 begin, qint64 end)
{
    if (cutBytes() == 0) {
        m_cutBegin = std::clamp<qint64>(begin, 0, m_size);
        m_cutEnd = m_cutBegin;
    }
    m_cutEnd = std::clamp(end, m_cutEnd, m_size);
    const auto isGone = [this](const Block &block) {
        return block.begin >= m_cutBegin && block.begin + block.size <= m_cutEnd &&
               block.size == block.capacity;
    };
    for (const Block &block : m_blocks) {
        m_capacity -= isGone(block) ? block.capacity : 0;
    }
    m_blocks.erase(std::remove_if(m_blocks.begin(), m_blocks.end(), isGone), m_blocks.end());
}

} // namespace podium::run
