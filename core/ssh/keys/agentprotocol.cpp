// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/agentprotocol.h"

#include "core/ssh/keys/hostkey.h"
#include "core/ssh/keys/wire.h"

namespace podium::ssh::agentprotocol {

namespace {

bool canBeOffered(const QByteArray &type)
{
    // libssh stops at the first key of a kind it does not know, so such ones are kept from it.
    static const QList<QByteArray> plain = {
        "ssh-ed25519",
        "ssh-rsa",
        "ecdsa-sha2-nistp256",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
        "sk-ssh-ed25519@openssh.com",
        "sk-ecdsa-sha2-nistp256@openssh.com",
        "ssh-ed25519-cert-v01@openssh.com",
        "ssh-rsa-cert-v01@openssh.com",
        "ecdsa-sha2-nistp256-cert-v01@openssh.com",
        "ecdsa-sha2-nistp384-cert-v01@openssh.com",
        "ecdsa-sha2-nistp521-cert-v01@openssh.com",
    };
    return plain.contains(type);
}

} // namespace

QByteArray message(std::uint8_t type, const QByteArray &contents)
{
    QByteArray bytes;
    putU32(bytes, std::uint32_t(contents.size()) + 1);
    bytes.append(char(type));
    bytes.append(contents);
    return bytes;
}

QByteArray identitiesAnswer(const QList<QByteArray> &keyBlobs)
{
    QByteArray contents;
    putU32(contents, std::uint32_t(keyBlobs.size()));
    for (const QByteArray &blob : keyBlobs) {
        putString(contents, blob);
        putString(contents, QByteArrayLiteral("key")); // the comment
    }
    return message(IdentitiesAnswer, contents);
}

QByteArray signRequest(const Signing &signing)
{
    QByteArray contents;
    putString(contents, signing.keyBlob);
    putString(contents, signing.data);
    putU32(contents, signing.flags);
    return message(SignRequest, contents);
}

std::optional<Message> takeMessage(QByteArray &bytes)
{
    const auto size = WireReader(bytes.left(4)).u32();
    if (!size) {
        return std::nullopt;
    }
    if (*size == 0 || *size > LongestMessage) {
        bytes.clear();
        return Message{};
    }
    if (std::uint32_t(bytes.size()) - 4 < *size) {
        return std::nullopt;
    }
    Message message{std::uint8_t(bytes[4]), bytes.mid(5, int(*size) - 1)};
    bytes.remove(0, 4 + int(*size));
    return message;
}

std::optional<QList<QByteArray>> parseIdentities(const Message &message)
{
    WireReader reader(message.contents);
    const auto count = reader.u32();
    if (message.type != IdentitiesAnswer || !count) {
        return std::nullopt;
    }
    QList<QByteArray> blobs;
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto blob = reader.string();
        const auto comment = blob ? reader.string() : std::nullopt;
        if (!comment) {
            return std::nullopt;
        }
        const auto key = HostKey::fromBlob(*blob);
        if (key && canBeOffered(key->type)) {
            blobs << *blob;
        }
    }
    return blobs;
}

std::optional<Signing> parseSigning(const Message &message)
{
    WireReader reader(message.contents);
    const auto blob = reader.string();
    const auto data = blob ? reader.string() : std::nullopt;
    const auto flags = data ? reader.u32() : std::nullopt;
    if (message.type != SignRequest || !flags) {
        return std::nullopt;
    }
    return Signing{*blob, *data, *flags};
}

} // namespace podium::ssh::agentprotocol
