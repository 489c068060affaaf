// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <memory>
#include <vector>

namespace podium::run {

/// A growing row of bytes that wastes little memory, and of which a middle part can be let go.
/// Offsets count all bytes ever appended. A copy costs a pointer a block, and the last block.
class ByteArena final
{
public:
    ByteArena() = default;
    ByteArena(const ByteArena &other);
    ByteArena(ByteArena &&) noexcept = default;
    ByteArena &operator=(const ByteArena &other) { return *this = ByteArena(other); }
    ByteArena &operator=(ByteArena &&) noexcept = default;
    ~ByteArena() = default;

    void append(const char *bytes, qint64 size);

    [[nodiscard]] qint64 size() const { return m_size; }
    [[nodiscard]] qint64 cutBytes() const { return m_cutEnd - m_cutBegin; }
    [[nodiscard]] qint64 keptBytes() const { return m_size - cutBytes(); }
    [[nodiscard]] qint64 cutBegin() const { return m_cutBegin; }
    [[nodiscard]] qint64 cutEnd() const { return m_cutEnd; }
    [[nodiscard]] qint64 memoryBytes() const;

    /// What is kept of these.
    [[nodiscard]] QByteArray read(qint64 begin, qint64 end) const;
    /// The same without copying: each range stays for as long as its owner.
    struct Range
    {
        std::shared_ptr<const char[]> owner;
        const char *bytes = nullptr;
        int size = 0;
    };
    [[nodiscard]] std::vector<Range> ranges(qint64 begin, qint64 end) const;
    /// What is kept of all.
    [[nodiscard]] QByteArray readAll() const;

    /// Lets these go. A later cut begins where the first one did, and only grows.
    void cut(qint64 begin, qint64 end);

private:
    struct Block
    {
        qint64 begin = 0;
        int size = 0;
        int capacity = 0;
        std::shared_ptr<char[]> bytes;
    };
    template <typename Take>
    void forEachRange(qint64 begin, qint64 end, const Take &take) const;
    template <typename Take>
    void forEachKept(qint64 begin, qint64 end, const Take &take) const;

    std::vector<Block> m_blocks; ///< by offset
    qint64 m_size = 0;
    qint64 m_capacity = 0; ///< of all blocks
    qint64 m_cutBegin = 0;
    qint64 m_cutEnd = 0;
};

} // namespace podium::run
