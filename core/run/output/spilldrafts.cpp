// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/spilldrafts.h"

#include <algorithm>

namespace podium::run {

namespace {

// A block that goes to disk ends with the line in which it reaches either of these.
constexpr qint64 BlockBytes = 256 * 1024;
constexpr std::size_t BlockLines = 16 * 1024;

} // namespace

std::vector<SlotSpill::Block> SpillDrafts::of(
    qint64 firstLine, qint64 endLine, const StreamPlaces &from, const StreamPlaces &to) const
{
    std::vector<SlotSpill::Block> blocks;
    StreamPlaces at = from;
    qint64 line = firstLine;
    while (line < endLine || at != to) {
        BlockDraft draft;
        const StreamPlaces begin = at;
        const qint64 first = line;
        line = draftLines(draft, line, endLine, at, to);
        if (line == endLine) {
            at = to; // the beginning of a line under way, too
        }
        for (std::size_t index = 0; index < m_streams.size(); ++index) {
            draft.bytes.at(index) = m_streams.at(index).arena.read(begin.at(index), at.at(index));
        }
        auto block = std::make_shared<SpillBlock>();
        block->firstLine = first;
        block->lineCount = line - first;
        block->bytes = {draft.byteCount(0), draft.byteCount(1)};
        block->needsBytes = draft.texts.size() < draft.lines.size();
        block->data = draft.encoded();
        block->size = block->data.size();
        blocks.push_back(std::move(block));
    }
    return blocks;
}

/// As many lines as one block takes; moves `at` behind their bytes and gives the line after them.
/// A line that is kept as text, as its bytes are many, has a block of its own.
qint64 SpillDrafts::draftLines(
    BlockDraft &draft, qint64 line, qint64 endLine, StreamPlaces &at, const StreamPlaces &to) const
{
    StreamPlaces ranks{m_order.rank(false, line), m_order.rank(true, line)};
    StreamPlaces begins{};
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        const StreamOutput &stream = m_streams.at(index);
        begins.at(index) = stream.lines.begin(ranks.at(index));
        draft.styles.at(index).emplace_back(0, stream.styles.at(ranks.at(index)));
    }
    const StreamPlaces firstRanks = ranks;
    qint64 size = 0;
    while (line < endLine && size < BlockBytes && draft.lines.size() < BlockLines) {
        const std::size_t index = m_order.isSecond(line) ? 1 : 0;
        const StreamOutput &stream = m_streams.at(index);
        const auto text = stream.texts.find(ranks.at(index));
        const bool isText = text != stream.texts.end();
        if (isText && !draft.lines.empty()) {
            break;
        }
        const qint64 rank = ranks.at(index)++;
        begins.at(index) += stream.lines.lengthOf(rank);
        const qint64 end = std::clamp(begins.at(index), at.at(index), to.at(index));
        const qint64 length = end - at.at(index);
        const quint32 own = quint32(rank - firstRanks.at(index));
        if (const PackedStyle style = stream.styles.at(rank);
            style != draft.styles.at(index).back().second) {
            draft.styles.at(index).emplace_back(own, style);
        }
        at.at(index) = end;
        draft.lines.push_back({quint32(length), index == 1});
        size += length;
        ++line;
        if (isText) {
            draft.texts.emplace_back(0, text->second);
            break;
        }
    }
    return line;
}

} // namespace podium::run
