// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/ansi.h"
#include "core/run/bytearena.h"
#include "core/run/lineindex.h"
#include "core/run/outputstore.h"

#include <array>
#include <map>

namespace podium::run {

/// What a line takes where it is kept as text.
[[nodiscard]] qint64 memoryOf(const StyledLine &line);

/// The output of one worker: its bytes as they came, and where the lines in them are. A line's
/// text is made from its bytes when it is asked for; only lines under way, and those that were
/// rewritten so often that their bytes are much longer than they, are kept as text.
class SlotOutput final
{
public:
    void append(ssh::OutputStream stream, const char *bytes, qint64 size);

    [[nodiscard]] qint64 lineCount() const;
    [[nodiscard]] StyledLine line(qint64 index) const;
    [[nodiscard]] QByteArray bytes(ssh::OutputStream stream) const;
    [[nodiscard]] qint64 gapAt(ssh::OutputStream stream) const;
    [[nodiscard]] OutputCut cut() const;
    [[nodiscard]] OutputDigest digest() const;

    [[nodiscard]] qint64 receivedBytes() const;
    [[nodiscard]] qint64 keptBytes() const;
    [[nodiscard]] qint64 memoryBytes() const;
    /// Lets go the middle, so that about so many bytes are kept: a quarter from the beginning,
    /// the rest from the end.
    void shrink(qint64 bytes);

private:
    static constexpr qint64 NoLine = -1;

    /// One of stdout and stderr. Each has a parser of its own: neither's escape sequences or
    /// unfinished lines have to do with the other's.
    struct Stream
    {
        ByteArena arena;
        LineLengths lines; ///< those that have ended
        AnsiParser parser;
        LineBuffer live;        ///< the line under way
        qint64 liveAt = NoLine; ///< its place among the slot's lines; NoLine: nothing to show yet
        bool afterWrap = false;
        bool liveIsCut = false;                             ///< its first bytes are not kept
        std::vector<std::pair<qint64, PackedStyle>> styles; ///< from this line on it begins so
        std::map<qint64, StyledLine> texts; ///< of lines that are not made from their bytes
        qint64 textBytes = 0;               ///< memory of `texts`
        quint64 digest = 0;                 ///< of the lines that have ended
        qint64 ended = 0;                   ///< as many, those that are cut too
        qint64 cutLine = 0;                 ///< of its own lines, the first that is not kept

        [[nodiscard]] qint64 liveBegin() const { return lines.end(); }
        [[nodiscard]] PackedStyle styleAt(qint64 line) const;
    };

    [[nodiscard]] static bool isBareLineFeed(const Stream &stream);
    void takeLive(std::size_t index, bool lineEnded);
    void endLine(std::size_t index);
    void keepText(Stream &stream, qint64 length, bool isError);
    void beginCut(qint64 head);
    static void forgetLines(Stream &stream, qint64 end);
    void detachLive(std::size_t index);
    [[nodiscard]] StyledLine madeLine(std::size_t index, qint64 line) const;
    [[nodiscard]] StyledLine cutMark() const;
    [[nodiscard]] qint64 bytesBefore(qint64 line) const;
    [[nodiscard]] qint64 firstLineWith(qint64 bytes) const;
    [[nodiscard]] qint64 rank(std::size_t index, qint64 line) const;

    std::array<Stream, 2> m_streams;
    LineOrder m_order;
    qint64 m_cutBegin = 0; ///< lines m_cutBegin … m_cutEnd-1 are not kept
    qint64 m_cutEnd = 0;
};

} // namespace podium::run
