// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/slotspill.h"
#include "core/run/output/streamoutput.h"

#include <array>

namespace podium::run {

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

    void append(ssh::OutputStream to, const char *bytes, qint64 size);
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
    void updateLive(std::size_t index, bool lineEnded);
    void beginCut(qint64 head);
    [[nodiscard]] qint64 lostBytes(std::size_t stream) const;
    [[nodiscard]] StyledLine cutMark() const;
    [[nodiscard]] qint64 bytesBefore(qint64 line) const;
    [[nodiscard]] qint64 firstLineWith(qint64 bytes) const;
    [[nodiscard]] qint64 endOfEnded(std::size_t index) const;
    [[nodiscard]] qint64 rank(std::size_t index, qint64 line) const
    {
        return m_order.rank(index == 1, line);
    }

    std::array<StreamOutput, 2> m_streams{StreamOutput(false), StreamOutput(true)};
    LineOrder m_order;
    qint64 m_cutBegin = 0;  ///< lines m_cutBegin … m_cutEnd-1 are not in memory
    qint64 m_lostBegin = 0; ///< of these, m_lostBegin … m_cutEnd-1 are not on disk either
    qint64 m_cutEnd = 0;
    bool m_hasLost = false; ///< nothing goes to disk any more
    SlotSpill m_spill;
    QString m_reason;
};

} // namespace podium::run
