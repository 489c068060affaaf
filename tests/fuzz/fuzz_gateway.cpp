// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What clush, and the scripts of a copy through a gateway, say: whatever it is, a worker speaks for
// nobody but itself, and nothing of it gets into a line of a file that is not what it should be.
#include "core/gateway/clushoutput.h"
#include "core/gateway/gatewayplan.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace podium;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    gateway::ClushOutput output;
    for (const QByteArray &line : bytes.split('\n')) {
        output.read("w7: " + line);
    }
    for (std::size_t worker = 0; worker < 10; ++worker) {
        fuzz::require(!output.failureOf(worker));
    }
    for (const QByteArray &line : bytes.split('\n')) {
        output.read(line);
    }
    const QString said = output.failureOf(7).value_or(QString()) + output.complaint();
    fuzz::require(!said.contains(QLatin1Char('\n')) && !said.contains(QChar(0x1b)));
    if (const auto key = gateway::publicKeyOf(bytes)) {
        fuzz::require(key->startsWith("ssh-ed25519 ") && key->count(' ') == 1);
        fuzz::require(!key->contains('\n') && !key->contains('"'));
    }
    fuzz::require(!gateway::isLoginName(bytes) || !bytes.contains('\n'));
    fuzz::require(
        gateway::workersNamed(bytes).value_or(std::vector<std::size_t>()).size() < 300'000);
    static_cast<void>(gateway::isRecentEngine(bytes));
    return 0;
}
