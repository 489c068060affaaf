// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What a worker tells of its accounts: whatever it is, it is read or there is a reason, and only an
// answer that came to its end says what is there.
#include "core/people/actual/scriptanswer.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstdint>

using namespace podium;
using namespace podium::people;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    static const auto worker = WorkerRef::parse(QStringLiteral("project/zone/node:0"));
    for (const char *begin : {"", "podium-remote 2 1:1,1:0,\n", "podium-remote 2 1:1,4:1000,\n"}) {
        const ScriptAnswer answer = readScriptAnswer(*worker, begin + bytes, {}, 0);
        fuzz::require(answer.found || answer.error);
        for (const ScriptLine &line : answer.lines) {
            fuzz::require(!sentence(line).isEmpty());
        }
        if (answer.found) {
            const auto &accounts = answer.found->accounts;
            fuzz::require(bytes.contains("inspect ") && bytes.contains("end "));
            fuzz::require(
                std::is_sorted(accounts.begin(), accounts.end(), [](const auto &a, const auto &b) {
                    return a->login < b->login;
                }));
        }
    }
    return 0;
}
