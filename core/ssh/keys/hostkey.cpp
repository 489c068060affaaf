// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/hostkey.h"

#include "core/ssh/keys/wire.h"

#include <QCryptographicHash>
#include <QtAlgorithms>

#include <algorithm>

namespace podium::ssh {

std::optional<HostKey> HostKey::fromBlob(const QByteArray &blob)
{
    const auto type = WireReader(blob).string();
    if (!type || type->isEmpty()) {
        return std::nullopt;
    }
    for (const char c : *type) {
        // What RFC 4251 section 6 allows in a name, without the comma.
        if (c <= ' ' || c > '~' || c == ',') {
            return std::nullopt;
        }
    }
    return HostKey{*type, blob};
}

std::optional<HostKey> HostKey::parse(const QByteArray &text)
{
    const QList<QByteArray> parts = text.simplified().split(' ');
    if (parts.size() < 2) {
        return std::nullopt;
    }
    const auto decoded =
        QByteArray::fromBase64Encoding(parts[1], QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded) {
        return std::nullopt;
    }
    auto key = fromBlob(*decoded);
    if (!key || key->type != parts[0]) {
        return std::nullopt;
    }
    return key;
}

QByteArray HostKey::text() const
{
    return type + ' ' + blob.toBase64();
}

bool HostKey::isTooShort() const
{
    constexpr int SmallestRsaKey = 2048;
    if (type != "ssh-rsa") {
        return false;
    }
    WireReader reader(blob);
    const bool isReadable = reader.string() && reader.string(); // type, exponent
    const QByteArray modulus = isReadable ? reader.string().value_or(QByteArray()) : QByteArray();
    const auto *first =
        std::find_if(modulus.begin(), modulus.end(), [](char byte) { return byte != '\0'; });
    const auto bytes = int(modulus.end() - first);
    return bytes == 0 || bytes * 8 - int(qCountLeadingZeroBits(quint8(*first))) < SmallestRsaKey;
}

QString fingerprint(const QByteArray &blob)
{
    const QByteArray digest = QCryptographicHash::hash(blob, QCryptographicHash::Sha256);
    return QStringLiteral("SHA256:") +
           QString::fromLatin1(digest.toBase64(QByteArray::OmitTrailingEquals));
}

QByteArray hostKeyAlgorithms(const QList<HostKey> &known)
{
    // RSA keys are used with SHA-2 only: "ssh-rsa" signatures are SHA-1.
    static const QList<std::pair<QByteArray, QByteArray>> all = {
        {"ssh-ed25519", "ssh-ed25519"},
        {"ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"},
        {"ecdsa-sha2-nistp384", "ecdsa-sha2-nistp384"},
        {"ecdsa-sha2-nistp521", "ecdsa-sha2-nistp521"},
        {"ssh-rsa", "rsa-sha2-512,rsa-sha2-256"},
    };
    QList<QByteArray> wanted;
    QList<QByteArray> others;
    for (const auto &[type, names] : all) {
        const auto isOfType = [&name = type](const HostKey &key) { return key.type == name; };
        const bool isWanted = std::any_of(known.begin(), known.end(), isOfType);
        (isWanted ? wanted : others) << names;
    }
    // The others too: a worker that has none of the wanted ones shows a key, and can be told apart
    // from a broken connection by our own check.
    const QList<QByteArray> algorithms = wanted + others;
    return algorithms.join(',');
}

} // namespace podium::ssh
