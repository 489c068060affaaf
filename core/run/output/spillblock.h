// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"
#include "core/run/output/packedstyle.h"

#include <QByteArray>

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace podium::run {

/// The line that these bytes make, begun in this style.
[[nodiscard]] StyledLine madeLine(const QByteArray &bytes, PackedStyle style, bool isError);

/// Some lines of one slot that follow each other, as they go to disk: tables, then the bytes of
/// stdout, then those of stderr.
struct BlockDraft
{
    struct Line
    {
        quint32 length = 0; ///< of its bytes here
        bool isError = false;
    };
    std::vector<Line> lines;
    std::array<QByteArray, 2> bytes;
    /// From this line of the stream on, counted here, lines begin so; the first entry is for 0.
    std::array<std::vector<std::pair<quint32, PackedStyle>>, 2> styles;
    /// Lines that are not made from their bytes, by their index in `lines`.
    std::vector<std::pair<quint32, StyledLine>> texts;

    [[nodiscard]] QByteArray encoded() const;
    [[nodiscard]] qint64 byteCount(std::size_t stream) const { return bytes.at(stream).size(); }
};

/// A block read back.
class BlockContent final
{
public:
    /// Of encoded(), with so many bytes of stdout, or of its tables alone where no line is made
    /// from bytes. Null for what is none: what is on a disk can be damaged.
    [[nodiscard]] static std::shared_ptr<const BlockContent>
    decoded(const QByteArray &data, qint64 outBytes);

    [[nodiscard]] StyledLine line(qint64 index) const;
    [[nodiscard]] qint64 memoryBytes() const;

private:
    struct Line
    {
        quint32 begin = 0; ///< in m_bytes
        quint32 length = 0;
        quint32 rank = 0; ///< among those of its stream
        bool isError = false;
    };
    QByteArray m_data;
    std::array<qint64, 2> m_bytesAt{}; ///< of each stream, in m_data
    std::vector<Line> m_lines;
    std::array<std::vector<std::pair<quint32, PackedStyle>>, 2> m_styles;
    std::vector<std::pair<quint32, StyledLine>> m_texts;
};

/// Where a block of lines is: waiting to be written, on disk, or read back for a while.
struct SpillBlock
{
    qint64 firstLine = 0; ///< of the slot's lines
    qint64 lineCount = 0;
    std::array<qint64, 2> bytes{};
    qint64 size = 0;                             ///< encoded
    bool needsBytes = true;                      ///< to show its lines
    qint64 offset = -1;                          ///< in the file; -1: not there yet
    QByteArray data;                             ///< encoded, until it is on disk
    std::shared_ptr<const BlockContent> content; ///< while it is in memory again
    bool isWanted = false;                       ///< is being read
    QString problem;                             ///< why it cannot be read back

    /// Where the bytes of a stream begin in the encoded block.
    [[nodiscard]] qint64 bytesAt(std::size_t stream) const
    {
        return size - bytes[1] - (stream == 0 ? bytes[0] : 0);
    }
    /// What must be read to show its lines.
    [[nodiscard]] qint64 readSize() const { return needsBytes ? size : bytesAt(0); }
    /// Its lines, wherever they are. Io. Blocks.
    [[nodiscard]] Result<std::shared_ptr<const BlockContent>> readBack(const SpillFile &file) const;
};

} // namespace podium::run
