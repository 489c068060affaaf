// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHashFunctions>
#include <QString>

#include <optional>

namespace podium::people {

/// The kinds of key that OpenSSH knows. Dsa is read so that it can be named when refused.
enum class KeyType { Rsa, Dsa, Ecdsa, Ed25519, SkEcdsa, SkEd25519 };

/// A public key in OpenSSH's form. Can only be made by a parse function, so it is always whole:
/// the numbers are within OpenSSH's limits, a curve's point lies on the curve, nothing follows.
class PublicKey final
{
public:
    PublicKey() = default; ///< empty; for containers
    /// The wire form (RFC 4253 section 6.6, RFC 5656, RFC 8709, OpenSSH's PROTOCOL.u2f).
    [[nodiscard]] static std::optional<PublicKey> fromBlob(const QByteArray &blob);
    /// "TYPE BASE64", separated by blanks, and nothing else.
    [[nodiscard]] static std::optional<PublicKey> parse(const QByteArray &text);
    /// The two words of a key line. "rsa-sha2-256" and "-512" name the same keys as "ssh-rsa", and
    /// "webauthn-sk-ecdsa-…" the same as "sk-ecdsa-…": sshd takes them so.
    [[nodiscard]] static std::optional<PublicKey>
    fromWords(const QByteArray &name, const QByteArray &base64);

    [[nodiscard]] KeyType type() const { return m_type; }
    [[nodiscard]] const QByteArray &name() const { return m_name; } ///< e.g. "ssh-ed25519"
    [[nodiscard]] const QByteArray &blob() const { return m_blob; } ///< as OpenSSH writes it
    [[nodiscard]] int bits() const { return m_bits; }               ///< as ssh-keygen -l tells
    [[nodiscard]] bool isEmpty() const { return m_blob.isEmpty(); }
    /// An RSA key whose numbers are so wrong that anyone can sign with it.
    [[nodiscard]] bool isDegenerate() const { return m_isDegenerate; }

    [[nodiscard]] QString fingerprint() const; ///< "SHA256:…" as ssh-keygen -l prints it
    [[nodiscard]] QByteArray text() const;     ///< "TYPE BASE64"

    friend bool operator==(const PublicKey &a, const PublicKey &b) { return a.m_blob == b.m_blob; }
    friend bool operator<(const PublicKey &a, const PublicKey &b) { return a.m_blob < b.m_blob; }
    friend uint qHash(const PublicKey &key, uint seed = 0) { return qHash(key.m_blob, seed); }

private:
    KeyType m_type = KeyType::Ed25519;
    QByteArray m_name;
    QByteArray m_blob;
    int m_bits = 0;
    bool m_isDegenerate = false;
};

/// Whether the word is a type with which a key line can begin.
[[nodiscard]] bool isKeyTypeName(const QByteArray &word);
/// Whether the word is a certificate's type; a certificate is no key for authorized_keys.
[[nodiscard]] bool isCertificateTypeName(const QByteArray &word);

/// As ssh-keygen -l prints the type: "RSA", "ED25519", "ECDSA-SK" …
[[nodiscard]] QString keyTypeName(KeyType type);

} // namespace podium::people
