// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What a worker says of its open ports: whatever it is, none is offered that no tunnel can reach,
// and each is there once.
#include "core/tunnel/servers.h"
#include "tests/fuzz/require.h"

#include <cstdint>
#include <set>

using namespace podium;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    const auto answer = remote::decodeAnswer("podium-remote 2 1:1,1:0,\n" + bytes);
    if (!answer) {
        return 0;
    }
    std::set<quint16> ports;
    for (const tunnel::Server &server : tunnel::readServers(*answer).servers) {
        fuzz::require(server.port > 0);
        fuzz::require(ports.insert(server.port).second);
        fuzz::require(!server.isGuess || (!server.pid && !server.kind.isEmpty()));
        for (const QString &text : {server.user, server.command, server.address}) {
            fuzz::require(!text.contains(QLatin1Char('\n')) && !text.contains(QChar(0x1b)));
        }
    }
    return 0;
}
