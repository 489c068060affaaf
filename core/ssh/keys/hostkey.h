// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace podium::ssh {

/// A public key as a worker shows it.
struct HostKey
{
    QByteArray type; ///< e.g. "ssh-ed25519"
    QByteArray blob; ///< as it goes over the wire (RFC 4253 section 6.6)
    bool operator==(const HostKey &) const = default;

    /// "TYPE BASE64", as in known_hosts; a comment after them is passed over. Nothing where the
    /// two do not belong together or either is not what it should be.
    [[nodiscard]] static std::optional<HostKey> parse(const QByteArray &text);
    /// The blob names its type itself.
    [[nodiscard]] static std::optional<HostKey> fromBlob(const QByteArray &blob);
    [[nodiscard]] QByteArray text() const; ///< the inverse of parse()
    /// An RSA key of less than 2048 bits, which proves nothing any more.
    [[nodiscard]] bool isTooShort() const;
};

/// "SHA256:…" as OpenSSH prints it.
[[nodiscard]] QString fingerprint(const QByteArray &blob);

/// All algorithms that Podium accepts, the best first, but before them those of these keys: a
/// worker that has one of them shows it rather than another. As SSH_OPTIONS_HOSTKEYS takes them.
[[nodiscard]] QByteArray hostKeyAlgorithms(const QList<HostKey> &known);

} // namespace podium::ssh
