// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/slotoutput.h"

#include "core/run/output/spilldrafts.h"

#include <QLocale>

#include <algorithm>

namespace podium::run {

namespace {

constexpr qint64 HeadPart = 4; // of what is kept, a quarter is from the beginning

} // namespace

void SlotOutput::append(ssh::OutputStream to, const char *bytes, qint64 size)
{
    const std::size_t index = std::size_t(to);
    StreamOutput &stream = m_streams.at(index);
    qint64 at = 0;
    while (at < size) {
        const AnsiParser::Fed fed = stream.parser.feed(bytes + at, size - at, stream.live);
        stream.arena.append(bytes + at, fed.consumed);
        at += fed.consumed;
        updateLive(index, fed.lineEnded);
    }
}

void SlotOutput::finish()
{
    for (StreamOutput &stream : m_streams) {
        if (!stream.live.isEmpty()) {
            stream.endLine();
        }
    }
}

/// After the line under way has grown, or ended.
void SlotOutput::updateLive(std::size_t index, bool lineEnded)
{
    StreamOutput &stream = m_streams.at(index);
    if (lineEnded && stream.endsWrappedLine()) {
        stream.afterWrap = false; // of a line that filled its row to the end
        stream.live.clear();
        return;
    }
    if (stream.liveAt == StreamOutput::NoLine && (lineEnded || !stream.live.isEmpty())) {
        stream.liveAt = m_order.count();
        m_order.add(index == 1);
    }
    if (lineEnded) {
        stream.endLine();
    }
}

qint64 SlotOutput::lineCount() const
{
    const qint64 lostLines = m_cutEnd - m_lostBegin;
    return m_order.count() - lostLines + (lostLines > 0 ? 1 : 0);
}

StyledLine SlotOutput::line(qint64 index) const
{
    qint64 line = index;
    if (m_cutEnd > m_lostBegin && index >= m_lostBegin) {
        if (index == m_lostBegin) {
            return cutMark();
        }
        line = index - 1 - m_lostBegin + m_cutEnd;
    }
    if (line >= m_cutBegin && line < m_lostBegin) {
        return m_spill.line(line);
    }
    const std::size_t stream = m_order.isSecond(line) ? 1 : 0;
    return m_streams.at(stream).liveAt == line ? m_streams.at(stream).live.styled(stream == 1)
                                               : m_streams.at(stream).line(rank(stream, line));
}

SlotSpill::Block SlotOutput::blockOf(qint64 index) const
{
    return index >= m_cutBegin && index < m_lostBegin ? m_spill.blockOf(index) : nullptr;
}

StyledLine SlotOutput::cutMark() const
{
    const Elision gap = cut();
    const QLocale numbers = QLocale::c();
    TextStyle style;
    style.faint = true;
    style.italic = true;
    QString text = QStringLiteral("… %1 lines (%2 bytes) were not kept")
                       .arg(gap.lines)
                       .arg(numbers.toString(gap.bytes));
    text += m_reason.isEmpty() ? QStringLiteral(" …") : QStringLiteral(": ") + m_reason;
    return {text, {{0, style}}};
}

QByteArray SlotOutput::bytes(ssh::OutputStream stream) const
{
    return m_streams.at(std::size_t(stream)).arena.readAll();
}

qint64 SlotOutput::gapAt(ssh::OutputStream stream) const
{
    const std::size_t index = std::size_t(stream);
    return lostBytes(index) > 0 ? m_streams.at(index).arena.cutBegin() + m_spill.byteCount(index)
                                : -1;
}

std::vector<OutputContent::Piece> SlotOutput::pieces(ssh::OutputStream stream) const
{
    const ByteArena &arena = m_streams.at(std::size_t(stream)).arena;
    std::vector<OutputContent::Piece> pieces;
    const auto add = [&pieces, &arena](qint64 begin, qint64 end) {
        for (const ByteArena::Range &range : arena.ranges(begin, end)) {
            pieces.push_back(
                {QByteArray::fromRawData(range.bytes, range.size), -1, range.size, range.owner});
        }
    };
    if (arena.cutBytes() == 0) {
        add(0, arena.size());
        return pieces;
    }
    add(0, arena.cutBegin());
    m_spill.addPieces(std::size_t(stream), pieces);
    add(arena.cutEnd(), arena.size());
    return pieces;
}

OutputDigest SlotOutput::digest() const
{
    const StreamOutput &out = m_streams[0];
    const StreamOutput &err = m_streams[1];
    return {out.digest(), err.digest(), out.digestedLines() + err.digestedLines()};
}

qint64 SlotOutput::receivedBytes() const
{
    return m_streams[0].arena.size() + m_streams[1].arena.size();
}

qint64 SlotOutput::keptBytes() const
{
    return m_streams[0].arena.keptBytes() + m_streams[1].arena.keptBytes();
}

qint64 SlotOutput::memoryBytes() const
{
    qint64 sum = m_order.memoryBytes() + m_spill.memoryBytes() + qint64(sizeof(SlotOutput));
    for (const StreamOutput &stream : m_streams) {
        sum += stream.memoryBytes();
    }
    return sum;
}

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
    for (const StreamOutput &stream : m_streams) {
        if (stream.liveAt != StreamOutput::NoLine) {
            m_cutBegin = std::min(m_cutBegin, stream.liveAt);
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
        const StreamOutput &stream = m_streams.at(index);
        if (stream.arena.size() - stream.liveBegin() > tail) {
            // Its bytes go, and so all that is before them; where that is too much, the next time.
            const qint64 before = std::max(end, endOfEnded(index));
            cutsLive.at(index) = before <= most;
            end = std::min(before, most);
        }
    }
    StreamPlaces from{};
    StreamPlaces to{};
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        StreamOutput &stream = m_streams.at(index);
        if (stream.liveAt != StreamOutput::NoLine && stream.liveAt < end) {
            stream.detachLive();
        }
        from.at(index) = stream.arena.cutBytes() > 0 ? stream.arena.cutEnd()
                                                     : stream.lines.begin(stream.cutLine);
        to.at(index) = std::max(from.at(index), stream.lines.begin(rank(index, end)));
        if (cutsLive.at(index)) {
            // Too long without a line's end: its text is in the buffer, so its bytes may go.
            to.at(index) = std::max(to.at(index), stream.arena.size() - tail);
            stream.liveIsCut = true;
        }
    }
    std::vector<SlotSpill::Block> blocks;
    if (spills && !m_hasLost) {
        blocks = SpillDrafts(m_streams, m_order).of(m_cutEnd, end, from, to);
        for (const SlotSpill::Block &block : blocks) {
            m_spill.add(block);
        }
        m_lostBegin = end;
    } else {
        m_hasLost = true;
    }
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        StreamOutput &stream = m_streams.at(index);
        stream.forgetLines(rank(index, end));
        stream.arena.cut(from.at(index), to.at(index));
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

} // namespace podium::run
