// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Pasted text of keys: whatever it is, what is read of it reads the same again, and nothing that
// is usable can break a line of authorized_keys.
#include "core/people/keys/keytext.h"

#include <cstdint>
#include <cstdlib>

using namespace podium::people;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), int(size));
    const KeyText read = readKeyText(text);
    for (const KeyEntry &entry : read.entries) {
        if (read.hasPrivateKey && entry.line) {
            std::abort();
        }
        if (!entry.isUsable()) {
            continue;
        }
        const KeyLine &line = *entry.line;
        const QByteArray whole = line.key.text() + ' ' + line.comment;
        const auto again = parseKeyLine(whole);
        if (whole.contains('\n') || whole.contains('\r') || whole.contains('\0') || !again ||
            !(again->key == line.key) || again->comment != line.comment ||
            PublicKey::fromBlob(line.key.blob()) != line.key) {
            std::abort();
        }
    }
    return 0;
}
