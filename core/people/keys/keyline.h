// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/keys/publickey.h"

#include <QByteArray>

#include <optional>

namespace podium::people {

/// One line of an authorized_keys or .pub file that holds a key. Texts are as they stand there and
/// may be hostile.
struct KeyLine
{
    QByteArray options; ///< what stands before the key; empty: nothing
    PublicKey key;
    QByteArray comment;     ///< what stands after it
    QByteArray base64 = {}; ///< the key as it stands there: not always as OpenSSH writes it

    bool operator==(const KeyLine &) const = default;
};

/// Reads a line (without its line break) as ssh-keygen -l and sshd do: blanks in front do not
/// count, the key may have options before it. Nothing for a comment, an empty line, or a line that
/// OpenSSH would pass over.
[[nodiscard]] std::optional<KeyLine> parseKeyLine(const QByteArray &line);

/// Where a file's lines end as on Windows.
[[nodiscard]] QByteArray withoutCarriageReturn(const QByteArray &line);

} // namespace podium::people
