// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What listens on the port of libtpu's server, and may be anything: bytes as they come, and whole
// frames around a message that is none.
#include "core/tpu/load/runtimemetrics.h"
#include "tests/fuzz/require.h"

#include <QtEndian>

#include <cstdint>

using namespace podium;
using namespace podium::tpu;

namespace {

QByteArray frame(char kind, char flags, quint32 stream, const QByteArray &body)
{
    QByteArray head(9, '\0');
    qToBigEndian(quint32(body.size()), head.data());
    head = head.mid(1, 3) + kind + flags + QByteArray(4, '\0');
    qToBigEndian(stream, head.data() + 5);
    return head + body;
}

void look(GrpcExchange &exchange)
{
    (void)exchange.takeOutput();
    const RuntimeMetrics metrics = readRuntimeMetrics(exchange);
    using State = RuntimeMetrics::State;
    fuzz::require(metrics.state == State::NoData || metrics.state == State::Known);
    fuzz::require((metrics.state == State::Known) == !metrics.devices.empty());
    for (const auto &part : {metrics.dutyCycle(), metrics.memory()}) {
        fuzz::require(!part || (*part >= 0 && *part <= 1));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    const auto raw = askRuntimeMetrics();
    (void)raw->takeOutput();
    // In two pieces, as a network may bring them.
    raw->feed(bytes.left(int(size) / 2));
    look(*raw);
    raw->feed(bytes.mid(int(size) / 2));
    look(*raw);

    const auto framed = askRuntimeMetrics();
    (void)framed->takeOutput();
    QByteArray prefix(5, '\0');
    qToBigEndian(quint32(size), prefix.data() + 1);
    framed->feed(frame(4, 0, 0, {}));
    for (const quint32 stream : {1U, 3U, 5U}) {
        framed->feed(frame(1, 4, stream, "\x88"));
        framed->feed(frame(0, 1, stream, prefix + bytes.left(16'000)));
    }
    look(*framed);
    return 0;
}
