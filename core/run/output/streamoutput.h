// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/ansi.h"
#include "core/run/output/bytearena.h"
#include "core/run/output/lineindex.h"
#include "core/run/output/outputstore.h"
#include "core/run/output/packedstyle.h"

#include <map>

namespace podium::run {

/// What a line takes where it is kept as text.
[[nodiscard]] qint64 memoryOf(const StyledLine &line);

/// One of stdout and stderr of a worker: its bytes, and where its own lines in them are. Each has a
/// parser of its own: neither's escape sequences or unfinished lines have to do with the other's.
struct StreamOutput
{
    static constexpr qint64 NoLine = -1;

    explicit StreamOutput(bool isStderr) : isError(isStderr) {}

    [[nodiscard]] qint64 liveBegin() const { return lines.end(); }
    /// The line under way, which has ended, was only the end of one that filled its row.
    [[nodiscard]] bool endsWrappedLine() const;
    /// The line under way has ended.
    void endLine();
    /// The line under way is to be cut, as it began long ago: what it becomes is a line at the end.
    void detachLive();
    /// Line `line` of this stream, which has ended.
    [[nodiscard]] StyledLine line(qint64 line) const;
    /// From cutLine up to `end`.
    void forgetLines(qint64 end);
    /// Of all lines that were ever here, the one under way too where it has text: what was written
    /// and erased again before the end of a line is not a line.
    [[nodiscard]] quint64 digest() const;
    [[nodiscard]] qint64 digestedLines() const { return ended + (live.isEmpty() ? 0 : 1); }
    [[nodiscard]] qint64 memoryBytes() const;

    bool isError = false;
    ByteArena arena;
    LineLengths lines; ///< those that have ended
    AnsiParser parser;
    LineBuffer live;        ///< the line under way
    qint64 liveAt = NoLine; ///< its place among the slot's lines; NoLine: nothing to show yet
    bool afterWrap = false;
    bool liveIsCut = false; ///< its first bytes are not kept
    LineStyles styles;
    std::map<qint64, StyledLine> texts; ///< of lines that are not made from their bytes
    qint64 textBytes = 0;               ///< memory of `texts`
    quint64 endedDigest = 0;            ///< of the lines that have ended
    qint64 ended = 0;                   ///< as many, those that are cut too
    qint64 cutLine = 0;                 ///< of its own lines, the first that is not kept

private:
    [[nodiscard]] bool isBareLineFeed() const;
    void keepText(qint64 length);
};

} // namespace podium::run
