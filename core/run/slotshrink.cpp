// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/slotoutput.h"

#include <algorithm>

// How a slot's output is cut: whole lines go from the middle, and with them their bytes.

namespace podium::run {

namespace {

constexpr qint64 HeadPart = 4; // of what is kept, a quarter is from the beginning

} // namespace

OutputCut SlotOutput::cut() const
{
    return {
        m_cutBegin, m_cutEnd - m_cutBegin,
        m_streams[0].arena.cutBytes() + m_streams[1].arena.cutBytes()};
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

/// The first cut says where all of them begin. A line under way is not before it.
void SlotOutput::beginCut(qint64 head)
{
    m_cutBegin = firstLineWith(head);
    for (const Stream &its : m_streams) {
        if (its.liveAt != NoLine) {
            m_cutBegin = std::min(m_cutBegin, its.liveAt);
        }
    }
    m_cutEnd = m_cutBegin;
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        m_streams.at(index).cutLine = rank(index, m_cutBegin);
    }
}

void SlotOutput::shrink(qint64 bytes)
{
    const qint64 head = std::max<qint64>(0, bytes) / HeadPart;
    const qint64 tail = std::max<qint64>(0, bytes) - head;
    if (cut().bytes == 0) {
        beginCut(head);
    }
    const qint64 end = firstLineWith(m_streams[0].lines.end() + m_streams[1].lines.end() - tail);
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        Stream &its = m_streams.at(index);
        if (its.liveAt != NoLine && its.liveAt < end) {
            detachLive(index);
        }
        const qint64 begin =
            its.arena.cutBytes() > 0 ? its.arena.cutBegin() : its.lines.begin(its.cutLine);
        qint64 last = its.lines.begin(rank(index, end));
        if (its.arena.size() - its.liveBegin() > tail) {
            // Too long without a line's end: its text is in the buffer, so its bytes may go.
            last = std::max(last, its.arena.size() - tail);
            its.liveIsCut = true;
        }
        forgetLines(its, rank(index, end));
        its.arena.cut(begin, last);
    }
    m_order.drop(m_cutBegin, end);
    m_cutEnd = end;
}

/// The line under way is to be cut, as it began long ago: what it becomes is a line at the end.
void SlotOutput::detachLive(std::size_t index)
{
    Stream &its = m_streams.at(index);
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
    // The style with which the first kept line begins must stay known.
    const PackedStyle style = stream.styleAt(end);
    auto &styles = stream.styles;
    const auto isGone = [begin, end](const auto &entry) {
        return entry.first >= begin && entry.first <= end;
    };
    styles.erase(std::remove_if(styles.begin(), styles.end(), isGone), styles.end());
    if (stream.styleAt(end) != style) {
        const auto place =
            std::lower_bound(styles.begin(), styles.end(), std::pair(end, PackedStyle(0)));
        styles.emplace(place, end, style);
    }
}

} // namespace podium::run
