// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What clush, and the scripts of a copy through a gateway, say: whatever it is, a worker speaks for
// nobody but itself, and nothing of it gets into a line of a file that is not what it should be.
#include "core/gateway/clushoutput.h"
#include "core/gateway/gatewayplan.h"
#include "core/gateway/workerlines.h"
#include "core/ssh/keys/loginproof.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace podium;

namespace {

/// A worker's words stay its own, however they are cut, and none is lost.
void checkLines(const QByteArray &bytes)
{
    gateway::WorkerLines lines("token", 8);
    qint64 given = 0;
    qint64 told = 0;
    for (const QByteArray &line : bytes.split('\n')) {
        given += line.size() + 1;
        for (const auto &item : lines.read("w7: " + line + '\n')) {
            const auto *output = std::get_if<gateway::WorkerLines::Output>(&item);
            fuzz::require(output == nullptr || output->worker == 7);
            fuzz::require(!std::holds_alternative<gateway::WorkerLines::Own>(item));
            told += output == nullptr ? 0 : output->bytes.size();
        }
    }
    // Behind that may come a word of the command's wrapper.
    fuzz::require(told <= given && (told == given || bytes.contains('\1')));
    static_cast<void>(lines.read(bytes));
}

} // namespace

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
    checkLines(bytes);
    const auto proof = ssh::LoginProof::parse(bytes);
    fuzz::require(!proof || bytes.contains("publickey-hostbound-v00@openssh.com"));
    static_cast<void>(gateway::isRecentEngine(bytes));
    return 0;
}
