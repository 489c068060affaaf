// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// What a worker says of its versions: whatever it is, a value is plain text, and what is unknown is
// never equal.
#include "core/recipe/versions.h"
#include "core/ssh/plaintext.h"
#include "tests/fuzz/require.h"

#include <QStringBuilder>

#include <cstdint>

using namespace podium;
using namespace podium::recipe;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), int(size));
    const auto answer = remote::decodeAnswer("podium-remote 2 1:1,1:0,\n" + bytes);
    if (!answer) {
        return 0;
    }
    const VersionsAsked asked{{}, QStringLiteral("~/code")};
    const WorkerVersions found = readVersions({}, asked, QStringLiteral("r"), *answer);
    fuzz::require(found.versions.size() == 7);
    bool isAllKnown = true;
    for (const Version &version : found.versions) {
        isAllKnown = isAllKnown && !version.value.isEmpty();
        fuzz::require(version.value.isEmpty() != version.unknown.isEmpty());
        fuzz::require(version.value == ssh::plainText(version.value.toUtf8()));
    }
    const auto rows = compareVersions({found, found});
    fuzz::require(areEqual(rows) == isAllKnown);
    return 0;
}
