// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/outputstore.h"

#include "core/run/ansi.h"

#include <array>

namespace podium::run {

namespace {

/// One stream of a slot: its bytes and the line under way.
struct Stream
{
    QByteArray bytes;
    AnsiParser parser;
    LineBuffer live;
    int liveLine = -1; ///< its place in Slot::lines; -1: nothing to show yet
};

struct Slot
{
    std::array<Stream, 2> streams;
    std::vector<StyledLine> lines;
};

} // namespace

struct OutputStore::Private
{
    std::vector<Slot> slotList;
    qint64 budget = 0;
};

OutputStore::OutputStore(int slotCount, qint64 budgetBytes) : d(std::make_unique<Private>())
{
    d->slotList.resize(std::size_t(slotCount));
    d->budget = budgetBytes;
}

OutputStore::~OutputStore() = default;

void OutputStore::append(int slot, ssh::OutputStream stream, const QByteArray &bytes)
{
    Slot &its = d->slotList.at(std::size_t(slot));
    Stream &s = its.streams.at(std::size_t(stream));
    s.bytes += bytes;
    const bool isError = stream == ssh::OutputStream::Err;
    qint64 at = 0;
    while (at < bytes.size()) {
        const AnsiParser::Fed fed =
            s.parser.feed(bytes.constData() + at, bytes.size() - at, s.live);
        at += fed.consumed;
        if (s.liveLine < 0 && (fed.lineEnded || !s.live.isEmpty())) {
            s.liveLine = int(its.lines.size());
            its.lines.emplace_back();
        }
        if (fed.lineEnded) {
            its.lines[std::size_t(s.liveLine)] = s.live.styled(isError);
            s.live.clear();
            s.liveLine = -1;
        }
    }
}

int OutputStore::slotCount() const
{
    return int(d->slotList.size());
}

int OutputStore::lineCount(int slot) const
{
    return int(d->slotList.at(std::size_t(slot)).lines.size());
}

StyledLine OutputStore::line(int slot, int index) const
{
    const Slot &its = d->slotList.at(std::size_t(slot));
    for (std::size_t stream = 0; stream < its.streams.size(); ++stream) {
        if (its.streams.at(stream).liveLine == index) {
            return its.streams.at(stream).live.styled(stream == 1);
        }
    }
    return its.lines.at(std::size_t(index));
}

QString OutputStore::text(int slot) const
{
    QString all;
    for (int i = 0; i < lineCount(slot); ++i) {
        if (i > 0) {
            all += QLatin1Char('\n');
        }
        all += line(slot, i).text;
    }
    return all;
}

QByteArray OutputStore::bytes(int slot, ssh::OutputStream stream) const
{
    return d->slotList.at(std::size_t(slot)).streams.at(std::size_t(stream)).bytes;
}

qint64 OutputStore::receivedBytes(int slot) const
{
    const auto &streams = d->slotList.at(std::size_t(slot)).streams;
    return qint64(streams[0].bytes.size()) + streams[1].bytes.size();
}

qint64 OutputStore::cutBytes(int) const
{
    return 0;
}

qint64 OutputStore::memoryBytes() const
{
    qint64 sum = 0;
    for (int slot = 0; slot < slotCount(); ++slot) {
        sum += 3 * receivedBytes(slot);
    }
    return sum;
}

} // namespace podium::run
