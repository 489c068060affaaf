// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/keys/hostkey.h"

#include <QByteArray>
#include <QList>

#include <optional>
#include <vector>

namespace podium::ssh {

/// What an ssh client has signed to log in by a key, where the signature is good on one server
/// alone: "publickey-hostbound-v00@openssh.com" of OpenSSH 8.9 and later (PROTOCOL, section 3.1).
struct LoginProof
{
    QByteArray user;
    QByteArray keyBlob;
    QByteArray hostKeyBlob; ///< of the server that accepts it
    bool operator==(const LoginProof &) const = default;

    /// Nothing where it is anything else, also a login that any server would accept. Pure.
    [[nodiscard]] static std::optional<LoginProof> parse(const QByteArray &signedData);
};

/// A login that may be signed: as this user, on a server with one of these keys.
struct AllowedLogin
{
    QByteArray user;
    QList<HostKey> hostKeys;
};

/// Pure.
[[nodiscard]] bool isAllowed(const LoginProof &proof, const std::vector<AllowedLogin> &logins);

} // namespace podium::ssh
