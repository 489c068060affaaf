// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/ansi.h"
#include "core/run/output/bytearena.h"
#include "core/run/output/lineindex.h"
#include "core/run/output/outputstore.h"
#include "core/run/output/slotspill.h"

#include <array>
#include <map>

namespace podium::run {

/// What a line takes where it is kept as text.
[[nodiscard]] qint64 memoryOf(const StyledLine &line);

/// The output of one worker: its bytes as they came, and where the lines in them are. A line's
/// text is made from its bytes when it is asked for; only lines under way, and those that were
/// rewritten so often that their bytes are much longer than they, are kept as text.
///
/// A copy is cheap, as it shares what does not change any more, and is for any thread.
class SlotOutput final
{
public:
    /// So many lines go at the most in one shrink(), lest it take long.
    static constexpr qint64 MostCutLines = 64 * 1024;

    void append(ssh::OutputStream stream, const char *bytes, qint64 size);
    /// Nothing more comes: a line under way is kept as those that have ended, which takes less.
    void finish();

    [[nodiscard]] qint64 lineCount() const;
    [[nodiscard]] StyledLine line(qint64 index) const;
    [[nodiscard]] QByteArray bytes(ssh::OutputStream stream) const;
    [[nodiscard]] qint64 gapAt(ssh::OutputStream stream) const;
    [[nodiscard]] Elision cut() const;
    [[nodiscard]] OutputDigest digest() const;

    [[nodiscard]] qint64 receivedBytes() const;
    [[nodiscard]] qint64 keptBytes() const;
    [[nodiscard]] qint64 memoryBytes() const;
    /// Lets go the middle, or a part of it, so that in the end about so many bytes are kept in
    /// memory: a quarter from the beginning, the rest from the end. Gives what was let go, for
    /// lose() or the disk; unless `spills`, or where some is lost already, it is lost.
    [[nodiscard]] std::vector<SlotSpill::Block> shrink(qint64 bytes, bool spills);
    /// A block and those after it are not kept anywhere.
    void lose(const SlotSpill::Block &block);
    /// Lines begin … end-1 of lineCount() are on disk, or on their way.
    [[nodiscard]] LineRange spilledLines() const { return {int(m_cutBegin), int(m_lostBegin)}; }
    /// The block with line `index` of lineCount(); null where memory has it.
    [[nodiscard]] SlotSpill::Block blockOf(qint64 index) const;
    [[nodiscard]] std::vector<OutputContent::Piece> pieces(ssh::OutputStream stream) const;
    /// Why some is lost, for the line that says so.
    void setReason(const QString &reason) { m_reason = reason; }

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
        bool liveIsCut = false; ///< its first bytes are not kept
        LineStyles styles;
        std::map<qint64, StyledLine> texts; ///< of lines that are not made from their bytes
        qint64 textBytes = 0;               ///< memory of `texts`
        quint64 digest = 0;                 ///< of the lines that have ended
        qint64 ended = 0;                   ///< as many, those that are cut too
        qint64 cutLine = 0;                 ///< of its own lines, the first that is not kept

        [[nodiscard]] qint64 liveBegin() const { return lines.end(); }
    };

    [[nodiscard]] static bool isBareLineFeed(const Stream &stream);
    void takeLive(std::size_t index, bool lineEnded);
    void endLine(std::size_t index);
    void keepText(Stream &stream, qint64 length, bool isError);
    void beginCut(qint64 head);
    using Places = std::array<qint64, 2>; ///< a place in each stream's bytes
    [[nodiscard]] std::vector<SlotSpill::Block>
    drafted(qint64 endLine, const Places &from, const Places &to) const;
    qint64
    draftLines(BlockDraft &draft, qint64 line, qint64 endLine, Places &at, const Places &to) const;
    static void forgetLines(Stream &stream, qint64 end);
    void detachLive(std::size_t index);
    [[nodiscard]] StyledLine keptLine(std::size_t index, qint64 line) const;
    [[nodiscard]] qint64 lostBytes(std::size_t stream) const;
    [[nodiscard]] StyledLine cutMark() const;
    [[nodiscard]] qint64 bytesBefore(qint64 line) const;
    [[nodiscard]] qint64 firstLineWith(qint64 bytes) const;
    [[nodiscard]] qint64 endOfEnded(std::size_t index) const;
    [[nodiscard]] qint64 rank(std::size_t index, qint64 line) const;

    std::array<Stream, 2> m_streams;
    LineOrder m_order;
    qint64 m_cutBegin = 0;  ///< lines m_cutBegin … m_cutEnd-1 are not in memory
    qint64 m_lostBegin = 0; ///< of these, m_lostBegin … m_cutEnd-1 are not on disk either
    qint64 m_cutEnd = 0;
    bool m_hasLost = false; ///< nothing goes to disk any more
    SlotSpill m_spill;
    QString m_reason;
};

} // namespace podium::run
