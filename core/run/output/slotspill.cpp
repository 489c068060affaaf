// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/slotspill.h"

#include <algorithm>

namespace podium::run {

namespace {

StyledLine remark(const QString &text)
{
    TextStyle style;
    style.faint = true;
    style.italic = true;
    return {text, {{0, style}}};
}

} // namespace

SlotSpill::SlotSpill(const SlotSpill &other) : m_bytes(other.m_bytes)
{
    m_blocks.reserve(other.m_blocks.size());
    for (const Block &block : other.m_blocks) {
        m_blocks.push_back(std::make_shared<SpillBlock>(*block));
    }
}

void SlotSpill::add(Block block)
{
    m_bytes[0] += block->bytes[0];
    m_bytes[1] += block->bytes[1];
    m_blocks.push_back(std::move(block));
}

SlotSpill::Block SlotSpill::blockOf(qint64 line) const
{
    // Blocks without lines lie between others and end where they begin.
    const auto found = std::upper_bound(
        m_blocks.begin(), m_blocks.end(), line, [](qint64 wanted, const Block &block) {
            return wanted < block->firstLine + block->lineCount;
        });
    return found != m_blocks.end() && (*found)->firstLine <= line ? *found : nullptr;
}

StyledLine SlotSpill::line(qint64 line) const
{
    const Block block = blockOf(line);
    if (block && !block->problem.isEmpty()) {
        return remark(QStringLiteral("… cannot be read back: %1").arg(block->problem));
    }
    return block && block->content ? block->content->line(line - block->firstLine)
                                   : remark(QStringLiteral("…"));
}

qint64 SlotSpill::loseFrom(const Block &block)
{
    const auto found = std::find(m_blocks.begin(), m_blocks.end(), block);
    if (found == m_blocks.end()) {
        return -1;
    }
    for (auto lost = found; lost != m_blocks.end(); ++lost) {
        m_bytes[0] -= (*lost)->bytes[0];
        m_bytes[1] -= (*lost)->bytes[1];
    }
    m_blocks.erase(found, m_blocks.end());
    return block->firstLine;
}

qint64 SlotSpill::memoryBytes() const
{
    return qint64(m_blocks.capacity() * sizeof(Block) + m_blocks.size() * sizeof(SpillBlock));
}

void SlotSpill::addPieces(std::size_t stream, std::vector<OutputContent::Piece> &to) const
{
    for (const Block &block : m_blocks) {
        const qint64 size = block->bytes.at(stream);
        const qint64 begin = block->bytesAt(stream);
        if (size > 0 && block->offset < 0) {
            to.push_back({block->data.mid(int(begin), int(size)), -1, size, {}});
        } else if (size > 0) {
            to.push_back({{}, block->offset + begin, size, {}});
        }
    }
}

} // namespace podium::run
