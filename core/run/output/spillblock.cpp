// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/spillblock.h"

#include "core/run/output/ansi.h"

#include <QDataStream>

#include <algorithm>
#include <utility>

namespace podium::run {

namespace {

/// In the order of the stream's lines; the first entry is for its line 0.
PackedStyle styleIn(const std::vector<std::pair<quint32, PackedStyle>> &styles, quint32 rank)
{
    const auto after =
        std::upper_bound(styles.begin(), styles.end(), rank, [](quint32 wanted, const auto &entry) {
            return wanted < entry.first;
        });
    return after == styles.begin() ? 0 : std::prev(after)->second;
}

QDataStream &operator<<(QDataStream &to, const StyledLine &line)
{
    to << line.text << quint32(line.runs.size());
    for (const StyleRun &run : line.runs) {
        to << qint32(run.start) << packed(run.style) << run.style.isError;
    }
    return to;
}

QDataStream &operator>>(QDataStream &from, StyledLine &line)
{
    quint32 runs = 0;
    from >> line.text >> runs;
    for (quint32 i = 0; i < runs && from.status() == QDataStream::Ok; ++i) {
        qint32 start = 0;
        PackedStyle style = 0;
        bool isError = false;
        from >> start >> style >> isError;
        line.runs.push_back({start, unpacked(style, isError)});
    }
    return from;
}

} // namespace

StyledLine madeLine(const QByteArray &bytes, PackedStyle style, bool isError)
{
    AnsiParser parser(style);
    LineBuffer buffer;
    qint64 at = 0;
    while (at < bytes.size()) {
        const AnsiParser::Fed fed = parser.feed(bytes.constData() + at, bytes.size() - at, buffer);
        at += fed.consumed;
        if (fed.lineEnded && at < bytes.size()) {
            buffer.clear(); // the line feed after a full row
        }
    }
    return buffer.styled(isError);
}

QByteArray BlockDraft::encoded() const
{
    QByteArray data;
    data.reserve(int(lines.size() * 5) + bytes[0].size() + bytes[1].size() + 64);
    QDataStream to(&data, QIODevice::WriteOnly);
    to << quint32(lines.size());
    for (const Line &line : lines) {
        to << line.length << line.isError;
    }
    for (const auto &ofStream : styles) {
        to << quint32(ofStream.size());
        for (const auto &[rank, style] : ofStream) {
            to << rank << style;
        }
    }
    to << quint32(texts.size());
    for (const auto &[line, text] : texts) {
        to << line << text;
    }
    data += bytes[0];
    data += bytes[1];
    return data;
}

std::shared_ptr<const BlockContent> BlockContent::decoded(const QByteArray &data, qint64 outBytes)
{
    auto content = std::make_shared<BlockContent>();
    content->m_data = data;
    QDataStream from(data);
    quint32 count = 0;
    from >> count;
    std::array<quint32, 2> ends{};
    std::array<quint32, 2> ranks{};
    for (quint32 i = 0; i < count && from.status() == QDataStream::Ok; ++i) {
        Line line;
        from >> line.length >> line.isError;
        const std::size_t stream = line.isError ? 1 : 0;
        line.begin = std::exchange(ends.at(stream), ends.at(stream) + line.length);
        line.rank = ranks.at(stream)++;
        content->m_lines.push_back(line);
    }
    for (auto &ofStream : content->m_styles) {
        from >> count;
        for (quint32 i = 0; i < count && from.status() == QDataStream::Ok; ++i) {
            std::pair<quint32, PackedStyle> entry;
            from >> entry.first >> entry.second;
            ofStream.push_back(entry);
        }
    }
    from >> count;
    for (quint32 i = 0; i < count && from.status() == QDataStream::Ok; ++i) {
        std::pair<quint32, StyledLine> entry;
        from >> entry.first >> entry.second;
        content->m_texts.push_back(std::move(entry));
    }
    if (from.status() != QDataStream::Ok) {
        return nullptr;
    }
    content->m_bytesAt = {from.device()->pos(), from.device()->pos() + outBytes};
    return content;
}

StyledLine BlockContent::line(qint64 index) const
{
    const auto text = std::lower_bound(
        m_texts.begin(), m_texts.end(), index,
        [](const auto &entry, qint64 wanted) { return entry.first < wanted; });
    if (text != m_texts.end() && text->first == index) {
        return text->second;
    }
    const Line &line = m_lines.at(std::size_t(index));
    const std::size_t stream = line.isError ? 1 : 0;
    const qint64 begin = m_bytesAt.at(stream) + line.begin;
    return madeLine(
        m_data.mid(int(begin), int(line.length)), styleIn(m_styles.at(stream), line.rank),
        line.isError);
}

qint64 BlockContent::memoryBytes() const
{
    return m_data.size() + qint64(m_lines.capacity() * sizeof(Line));
}

Result<std::shared_ptr<const BlockContent>> SpillBlock::readBack(const SpillFile &file) const
{
    if (content) {
        return content;
    }
    const auto failed = [](const QString &why) {
        return failure(
            {ErrorKind::Io, QStringLiteral("A part of the output cannot be read back from disk."),
             why});
    };
    if (!problem.isEmpty()) {
        return failed(problem);
    }
    const Result<QByteArray> encoded =
        offset < 0 ? Result<QByteArray>(data) : file.read(offset, readSize());
    if (!encoded) {
        return failed(encoded.error().detail);
    }
    auto decoded = BlockContent::decoded(*encoded, bytes[0]);
    if (!decoded) {
        return failed(QStringLiteral("It is damaged."));
    }
    return decoded;
}

} // namespace podium::run
