// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/keys/publickey.h"

#include <QByteArray>

#include <optional>

namespace podium::people {

/// What a public key's wire form tells.
struct KeyBlobFacts
{
    KeyType type = KeyType::Ed25519;
    QByteArray name;
    QByteArray canonical; ///< as OpenSSH writes it: numbers without leading zeros
    int bits = 0;
    bool isDegenerate = false; ///< RSA with an even modulus, or an exponent that is 1 or even
};

/// Nothing for all that OpenSSH would not read.
[[nodiscard]] std::optional<KeyBlobFacts> readKeyBlob(const QByteArray &blob);

} // namespace podium::people
