// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/streamoutput.h"

#include "core/run/output/spillblock.h"

#include <utility>

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

/// Of the line under way, which has ended. By its bytes, not by what is left of its text: these
/// are the same however the output arrived.
bool StreamOutput::isBareLineFeed() const
{
    constexpr qint64 LongestLineFeed = 2;
    const qint64 begin = liveBegin();
    const qint64 end = arena.size();
    if (liveIsCut || end - begin > LongestLineFeed) {
        return false;
    }
    const QByteArray bytes = arena.read(begin, end);
    return bytes == "\n" || bytes == "\r\n";
}

bool StreamOutput::endsWrappedLine() const
{
    return afterWrap && isBareLineFeed();
}

void StreamOutput::endLine()
{
    endedDigest = extended(endedDigest, live.hash());
    ++ended;
    keepText(arena.size() - liveBegin());
    lines.add(arena.size() - liveBegin());
    afterWrap = live.isFull();
    live.clear();
    liveAt = NoLine;
    liveIsCut = false;
    styles.add(lines.count(), parser.style());
}

/// Of the line under way, which is about to end.
void StreamOutput::keepText(qint64 length)
{
    if (!liveIsCut && length < LongLine) {
        return;
    }
    StyledLine line = live.styled(isError);
    const qint64 memory = memoryOf(line);
    if (liveIsCut || length > LongPart * memory) {
        textBytes += memory;
        texts.emplace(lines.count(), std::move(line));
    }
}

StyledLine StreamOutput::line(qint64 line) const
{
    if (const auto text = texts.find(line); text != texts.end()) {
        return text->second;
    }
    const LineLengths::Range range = lines.range(line);
    return madeLine(arena.read(range.begin, range.end), styles.at(line), isError);
}

void StreamOutput::detachLive()
{
    keepText(arena.size() - liveBegin());
    lines.add(arena.size() - liveBegin());
    liveAt = NoLine;
    liveIsCut = true;
}

void StreamOutput::forgetLines(qint64 end)
{
    const qint64 begin = cutLine;
    lines.drop(begin, end);
    const auto first = texts.lower_bound(begin);
    const auto last = texts.lower_bound(end);
    for (auto text = first; text != last; ++text) {
        textBytes -= memoryOf(text->second);
    }
    texts.erase(first, last);
    styles.drop(begin, end);
}

quint64 StreamOutput::digest() const
{
    return live.isEmpty() ? endedDigest : extended(endedDigest, live.hash());
}

qint64 StreamOutput::memoryBytes() const
{
    return arena.memoryBytes() + lines.memoryBytes() + textBytes + live.memoryBytes() +
           styles.memoryBytes();
}

} // namespace podium::run
