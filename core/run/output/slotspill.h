// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/spillblock.h"

#include <array>
#include <memory>
#include <vector>

namespace podium::run {

/// The blocks of one slot that memory let go, in their order. A copy has blocks of its own.
class SlotSpill final
{
public:
    using Block = std::shared_ptr<SpillBlock>;

    SlotSpill() = default;
    SlotSpill(const SlotSpill &other);
    SlotSpill(SlotSpill &&) noexcept = default;
    SlotSpill &operator=(const SlotSpill &other) { return *this = SlotSpill(other); }
    SlotSpill &operator=(SlotSpill &&) noexcept = default;
    ~SlotSpill() = default;

    void add(Block block);
    [[nodiscard]] bool isEmpty() const { return m_blocks.empty(); }
    /// The block with this line of the slot; null: none.
    [[nodiscard]] Block blockOf(qint64 line) const;
    [[nodiscard]] StyledLine line(qint64 line) const;
    /// This block could not be kept, and none after it: gives its first line; -1 where it is none
    /// of these.
    qint64 loseFrom(const Block &block);

    [[nodiscard]] qint64 byteCount(std::size_t stream) const { return m_bytes.at(stream); }
    [[nodiscard]] qint64 memoryBytes() const;
    /// What the blocks hold of a stream, behind what is in `to` already.
    void addPieces(std::size_t stream, std::vector<OutputContent::Piece> &to) const;

private:
    std::vector<Block> m_blocks;
    std::array<qint64, 2> m_bytes{};
};

} // namespace podium::run
