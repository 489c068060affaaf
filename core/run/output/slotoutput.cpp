// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/slotoutput.h"

#include <QLocale>

#include <algorithm>

namespace podium::run {

namespace {

// A line whose bytes are at least so many, and so many times what its text takes, is kept as text:
// a progress bar that was redrawn for hours.
constexpr qint64 LongLine = 16 * 1024;
constexpr qint64 LongPart = 4;

quint64 extended(quint64 digest, quint64 lineHash)
{
    quint64 mixed = (digest ^ lineHash) * 0x9e3779b97f4a7c15ULL;
    mixed ^= mixed >> 32;
    return mixed + 1;
}

} // namespace

qint64 memoryOf(const StyledLine &line)
{
    return qint64(line.text.size()) * 2 + qint64(line.runs.size() * sizeof(StyleRun)) + 96;
}

void SlotOutput::append(ssh::OutputStream stream, const char *bytes, qint64 size)
{
    const std::size_t index = std::size_t(stream);
    Stream &its = m_streams.at(index);
    qint64 at = 0;
    while (at < size) {
        const AnsiParser::Fed fed = its.parser.feed(bytes + at, size - at, its.live);
        its.arena.append(bytes + at, fed.consumed);
        at += fed.consumed;
        takeLive(index, fed.lineEnded);
    }
}

void SlotOutput::finish()
{
    for (std::size_t index = 0; index < m_streams.size(); ++index) {
        if (!m_streams.at(index).live.isEmpty()) {
            endLine(index);
        }
    }
}

/// Of the line under way, which has ended. By its bytes, not by what is left of its text: these
/// are the same however the output arrived.
bool SlotOutput::isBareLineFeed(const Stream &stream)
{
    constexpr qint64 LongestLineFeed = 2;
    const qint64 begin = stream.liveBegin();
    const qint64 end = stream.arena.size();
    if (stream.liveIsCut || end - begin > LongestLineFeed) {
        return false;
    }
    const QByteArray bytes = stream.arena.read(begin, end);
    return bytes == "\n" || bytes == "\r\n";
}

/// After the line under way has grown, or ended.
void SlotOutput::takeLive(std::size_t index, bool lineEnded)
{
    Stream &its = m_streams.at(index);
    if (lineEnded && its.afterWrap && isBareLineFeed(its)) {
        its.afterWrap = false; // of a line that filled its row to the end
        its.live.clear();
        return;
    }
    if (its.liveAt == NoLine && (lineEnded || !its.live.isEmpty())) {
        its.liveAt = m_order.count();
        m_order.add(index == 1);
    }
    if (lineEnded) {
        endLine(index);
    }
}

void SlotOutput::endLine(std::size_t index)
{
    Stream &its = m_streams.at(index);
    its.digest = extended(its.digest, its.live.hash());
    ++its.ended;
    keepText(its, its.arena.size() - its.liveBegin(), index == 1);
    its.lines.add(its.arena.size() - its.liveBegin());
    its.afterWrap = its.live.isFull();
    its.live.clear();
    its.liveAt = NoLine;
    its.liveIsCut = false;
    its.styles.add(its.lines.count(), its.parser.style());
}

/// Of the line under way, which is about to end.
void SlotOutput::keepText(Stream &stream, qint64 length, bool isError)
{
    if (!stream.liveIsCut && length < LongLine) {
        return;
    }
    StyledLine line = stream.live.styled(isError);
    const qint64 memory = memoryOf(line);
    if (stream.liveIsCut || length > LongPart * memory) {
        stream.textBytes += memory;
        stream.texts.emplace(stream.lines.count(), std::move(line));
    }
}

qint64 SlotOutput::rank(std::size_t index, qint64 line) const
{
    const qint64 seconds = m_order.secondsBefore(line);
    return index == 1 ? seconds : line - seconds;
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
                                               : keptLine(stream, rank(stream, line));
}

SlotSpill::Block SlotOutput::blockOf(qint64 index) const
{
    return index >= m_cutBegin && index < m_lostBegin ? m_spill.blockOf(index) : nullptr;
}

/// Line `line` of a stream, which has ended.
StyledLine SlotOutput::keptLine(std::size_t index, qint64 line) const
{
    const Stream &its = m_streams.at(index);
    if (const auto text = its.texts.find(line); text != its.texts.end()) {
        return text->second;
    }
    const LineLengths::Range range = its.lines.range(line);
    return madeLine(its.arena.read(range.begin, range.end), its.styles.at(line), index == 1);
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
    // What was written and erased again before the end of a line is not a line.
    const auto isUnderWay = [](const Stream &stream) { return !stream.live.isEmpty(); };
    const auto of = [&](const Stream &stream) {
        return isUnderWay(stream) ? extended(stream.digest, stream.live.hash()) : stream.digest;
    };
    const auto linesOf = [&](const Stream &stream) {
        return stream.ended + (isUnderWay(stream) ? 1 : 0);
    };
    const Stream &out = m_streams[0];
    const Stream &err = m_streams[1];
    return {of(out), of(err), linesOf(out) + linesOf(err)};
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
    for (const Stream &its : m_streams) {
        sum += its.arena.memoryBytes() + its.lines.memoryBytes() + its.textBytes +
               its.live.memoryBytes() + its.styles.memoryBytes();
    }
    return sum;
}

} // namespace podium::run
