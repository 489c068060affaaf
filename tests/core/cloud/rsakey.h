// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::tests {

/// A fresh RSA key pair, PEM.
struct RsaKey
{
    QByteArray privateKey; ///< PKCS#8
    QByteArray publicKey;
};
[[nodiscard]] RsaKey makeRsaKey();

/// Whether the RS256 signature over the first two parts of a JWT is that key's.
[[nodiscard]] bool isSignedBy(const QByteArray &jwt, const QByteArray &publicKey);

/// The JSON of part 0 (header) or 1 (claims) of a JWT.
[[nodiscard]] QByteArray jwtPart(const QByteArray &jwt, int part);

} // namespace podium::tests
