// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/publickey.h"

#include "core/people/keys/keyblob.h"
#include "core/ssh/keys/hostkey.h"

#include <QList>

#include <algorithm>
#include <array>

namespace podium::people {

namespace {

/// A word at the start of a key line, and the type that such a key's blob names.
struct TypeWord
{
    const char *word;
    const char *blobName;
};

constexpr std::array typeWords{
    TypeWord{"ssh-ed25519", "ssh-ed25519"},
    TypeWord{"ssh-rsa", "ssh-rsa"},
    TypeWord{"rsa-sha2-256", "ssh-rsa"},
    TypeWord{"rsa-sha2-512", "ssh-rsa"},
    TypeWord{"ssh-dss", "ssh-dss"},
    TypeWord{"ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"},
    TypeWord{"ecdsa-sha2-nistp384", "ecdsa-sha2-nistp384"},
    TypeWord{"ecdsa-sha2-nistp521", "ecdsa-sha2-nistp521"},
    TypeWord{"sk-ssh-ed25519@openssh.com", "sk-ssh-ed25519@openssh.com"},
    TypeWord{"sk-ecdsa-sha2-nistp256@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com"},
    TypeWord{"webauthn-sk-ecdsa-sha2-nistp256@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com"},
};

const TypeWord *findTypeWord(const QByteArray &word)
{
    const auto found = std::find_if(
        typeWords.begin(), typeWords.end(), [&word](const TypeWord &t) { return word == t.word; });
    return found == typeWords.end() ? nullptr : &*found;
}

} // namespace

bool isKeyTypeName(const QByteArray &word)
{
    return findTypeWord(word) != nullptr;
}

bool isCertificateTypeName(const QByteArray &word)
{
    return word.endsWith("-cert-v01@openssh.com");
}

QString keyTypeName(KeyType type)
{
    switch (type) {
    case KeyType::Rsa:
        return QStringLiteral("RSA");
    case KeyType::Dsa:
        return QStringLiteral("DSA");
    case KeyType::Ecdsa:
        return QStringLiteral("ECDSA");
    case KeyType::Ed25519:
        return QStringLiteral("ED25519");
    case KeyType::SkEcdsa:
        return QStringLiteral("ECDSA-SK");
    case KeyType::SkEd25519:
        return QStringLiteral("ED25519-SK");
    }
    return {};
}

std::optional<PublicKey> PublicKey::fromBlob(const QByteArray &blob)
{
    auto facts = readKeyBlob(blob);
    if (!facts) {
        return std::nullopt;
    }
    PublicKey key;
    key.m_type = facts->type;
    key.m_name = std::move(facts->name);
    key.m_blob = std::move(facts->canonical);
    key.m_bits = facts->bits;
    key.m_isDegenerate = facts->isDegenerate;
    return key;
}

std::optional<PublicKey> PublicKey::fromWords(const QByteArray &name, const QByteArray &base64)
{
    const TypeWord *word = findTypeWord(name);
    if (!word) {
        return std::nullopt;
    }
    const auto blob =
        QByteArray::fromBase64Encoding(base64, QByteArray::AbortOnBase64DecodingErrors);
    // Qt is lenient about padding and left-over bits; OpenSSH is not.
    if (!blob || (*blob).toBase64() != base64) {
        return std::nullopt;
    }
    auto key = fromBlob(*blob);
    if (!key || key->name() != word->blobName) {
        return std::nullopt;
    }
    return key;
}

std::optional<PublicKey> PublicKey::parse(const QByteArray &text)
{
    const QList<QByteArray> words = text.simplified().split(' ');
    return words.size() == 2 ? fromWords(words[0], words[1]) : std::nullopt;
}

QString PublicKey::fingerprint() const
{
    return ssh::fingerprint(m_blob);
}

QByteArray PublicKey::text() const
{
    return m_name + ' ' + m_blob.toBase64();
}

} // namespace podium::people
