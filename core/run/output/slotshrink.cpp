// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/slotoutput.h"

#include <algorithm>

// How a slot's output is cut: whole lines go from the middle, and with them their bytes.

namespace podium::run {

namespace {

constexpr qint64 HeadPart = 4; // of what is kept, a quarter is from the beginning
// A block that goes to disk ends with the line in which it reaches either of these.
constexpr qint64 BlockBytes = 256 * 1024;
constexpr std::size_t BlockLines = 16 * 1024;

} // namespace

Elision SlotOutput::cut() const
{
    return {m_lostBegin, m_cutEnd - m_lostBegin, lostBytes(0) + lostBytes(1)};
}

qint64 SlotOutput::lostBytes(std::size_t stream) const
{
    return m_streams.at(stream).arena.cutBytes() - m_spill.byteCount(stream);
}

/// Of both streams, up to the beginning of a line.
qint64 SlotOutput::bytesBefore(qint64 line) const
{
    return m_streams[0].lines.begin(rank(0, line)) + m_streams[1].lines.begin(rank(1, line));
}

/// The first line that is kept with at least so many bytes before it.
qint64 SlotOutput::firstLineWith(qint64 bytes) const
{
    qint64 low = m_cutEnd;
    qint64 high = m_order.count();
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        if (bytesBefore(middle) < bytes) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Behind the last line of a stream that has ended, of those that are kept.
qint64 SlotOutput::endOfEnded(std::size_t index) const
{
    qint64 low = m_cutEnd;
    qint64 high = m_order.count();
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        if (rank(index, middle) < m_streams.at(index).lines.count()) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The first cut says where all of them begin. A line under way is not before it.
void SlotOutput::beginCut(qint64 head)
{
    m_cutBegin = firstLineWith(head);
    for (const Stream &its : m_streams) {
        if (its.liveAt != NoLine) {
            m_cutBegin = std::min(m_cutBegin, its.liveAt);
        }
    }
    m_lostBegin = m_cutBegin;
    m_cutEnd = m_cutBegin;
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        m_streams.at(index).cutLine = rank(index, m_cutBegin);
    }
}

std::vector<SlotSpill::Block> SlotOutput::shrink(qint64 bytes, bool spills)
{
    const qint64 head = std::max<qint64>(0, bytes) / HeadPart;
    const qint64 tail = std::max<qint64>(0, bytes) - head;
    if (m_streams[0].arena.cutBytes() + m_streams[1].arena.cutBytes() == 0) {
        beginCut(head);
    }
    const qint64 most = m_cutEnd + MostCutLines;
    const qint64 wanted = firstLineWith(m_streams[0].lines.end() + m_streams[1].lines.end() - tail);
    qint64 end = std::min(wanted, most);
    std::array<bool, 2> cutsLive{};
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        const Stream &its = m_streams.at(index);
        if (its.arena.size() - its.liveBegin() > tail) {
            // Its bytes go, and so all that is before them; where that is too much, the next time.
            const qint64 before = std::max(end, endOfEnded(index));
            cutsLive.at(index) = before <= most;
            end = std::min(before, most);
        }
    }
    Places from{};
    Places to{};
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        Stream &its = m_streams.at(index);
        if (its.liveAt != NoLine && its.liveAt < end) {
            detachLive(index);
        }
        from.at(index) =
            its.arena.cutBytes() > 0 ? its.arena.cutEnd() : its.lines.begin(its.cutLine);
        to.at(index) = std::max(from.at(index), its.lines.begin(rank(index, end)));
        if (cutsLive.at(index)) {
            // Too long without a line's end: its text is in the buffer, so its bytes may go.
            to.at(index) = std::max(to.at(index), its.arena.size() - tail);
            its.liveIsCut = true;
        }
    }
    std::vector<SlotSpill::Block> blocks;
    if (spills && !m_hasLost) {
        blocks = drafted(end, from, to);
        for (const SlotSpill::Block &block : blocks) {
            m_spill.add(block);
        }
        m_lostBegin = end;
    } else {
        m_hasLost = true;
    }
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        Stream &its = m_streams.at(index);
        forgetLines(its, rank(index, end));
        its.arena.cut(from.at(index), to.at(index));
    }
    m_order.drop(m_cutBegin, end);
    m_cutEnd = end;
    return blocks;
}

void SlotOutput::lose(const SlotSpill::Block &block)
{
    const qint64 line = m_spill.loseFrom(block);
    if (line >= 0) {
        m_lostBegin = line;
        m_hasLost = true;
    }
}

/// What memory is about to let go: the lines m_cutEnd … endLine-1, and with them these bytes.
std::vector<SlotSpill::Block>
SlotOutput::drafted(qint64 endLine, const Places &from, const Places &to) const
{
    std::vector<SlotSpill::Block> blocks;
    Places at = from;
    qint64 line = m_cutEnd;
    while (line < endLine || at != to) {
        BlockDraft draft;
        const Places begin = at;
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
qint64 SlotOutput::draftLines(
    BlockDraft &draft, qint64 line, qint64 endLine, Places &at, const Places &to) const
{
    Places ranks{rank(0, line), rank(1, line)};
    Places begins{};
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        const Stream &its = m_streams.at(index);
        begins.at(index) = its.lines.begin(ranks.at(index));
        draft.styles.at(index).emplace_back(0, its.styles.at(ranks.at(index)));
    }
    const Places firstRanks = ranks;
    qint64 size = 0;
    while (line < endLine && size < BlockBytes && draft.lines.size() < BlockLines) {
        const std::size_t index = m_order.isSecond(line) ? 1 : 0;
        const Stream &its = m_streams.at(index);
        const auto text = its.texts.find(ranks.at(index));
        const bool isText = text != its.texts.end();
        if (isText && !draft.lines.empty()) {
            break;
        }
        const qint64 rank = ranks.at(index)++;
        begins.at(index) += its.lines.lengthOf(rank);
        const qint64 end = std::clamp(begins.at(index), at.at(index), to.at(index));
        const qint64 length = end - at.at(index);
        const quint32 own = quint32(rank - firstRanks.at(index));
        if (const PackedStyle style = its.styles.at(rank);
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

/// The line under way is to be cut, as it began long ago: what it becomes is a line at the end.
void SlotOutput::detachLive(std::size_t index)
{
    Stream &its = m_streams.at(index);
    keepText(its, its.arena.size() - its.liveBegin(), index == 1);
    its.lines.add(its.arena.size() - its.liveBegin());
    its.liveAt = NoLine;
    its.liveIsCut = true;
}

/// From cutLine up to `end`.
void SlotOutput::forgetLines(Stream &stream, qint64 end)
{
    const qint64 begin = stream.cutLine;
    stream.lines.drop(begin, end);
    const auto first = stream.texts.lower_bound(begin);
    const auto last = stream.texts.lower_bound(end);
    for (auto text = first; text != last; ++text) {
        stream.textBytes -= memoryOf(text->second);
    }
    stream.texts.erase(first, last);
    stream.styles.drop(begin, end);
}

} // namespace podium::run
