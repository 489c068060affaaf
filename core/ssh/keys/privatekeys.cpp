// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/privatekeys.h"

#include "core/ssh/keys/hostkey.h"
#include "core/ssh/keys/wire.h"

#include <cstring>

namespace podium::ssh {

namespace {

constexpr qint64 LargestKeyFile = 256 * 1024;
const QByteArray OpenSshBegin = QByteArrayLiteral("-----BEGIN OPENSSH PRIVATE KEY-----");
const QByteArray OpenSshMagic = QByteArray("openssh-key-v1\0", 15);

/// The binary part of OpenSSH's own format (PROTOCOL.key), from after its magic.
QByteArray openSshBody(const QByteArray &text)
{
    const int begin = text.indexOf(OpenSshBegin);
    const int end = text.indexOf("-----END", begin + OpenSshBegin.size());
    if (begin < 0 || end < 0) {
        return {};
    }
    const int from = begin + OpenSshBegin.size();
    const QByteArray body = QByteArray::fromBase64(text.mid(from, end - from));
    return body.startsWith(OpenSshMagic) ? body.mid(OpenSshMagic.size()) : QByteArray();
}

QByteArray readPublicFile(const QString &path)
{
    const auto text = readFile(path, LargestKeyFile);
    const auto key = text ? HostKey::parse(*text) : std::nullopt;
    return key ? key->blob : QByteArray();
}

void wipe(QByteArray &secret)
{
    explicit_bzero(secret.data(), std::size_t(secret.size()));
}

IdentityFile parsePrivate(const QString &path, QByteArray &text)
{
    IdentityFile file;
    file.publicBlob = PrivateKeys::publicBlobOf(text);
    if (file.publicBlob.isEmpty()) {
        file.publicBlob = readPublicFile(path + QStringLiteral(".pub"));
    }
    if (PrivateKeys::isEncrypted(text)) {
        file.state = IdentityFile::State::Encrypted;
        file.problem = QStringLiteral("%1 needs a passphrase.").arg(path);
        return file;
    }
    ssh_key key = nullptr;
    const int result =
        ssh_pki_import_privkey_base64(text.constData(), nullptr, nullptr, nullptr, &key);
    if (result != SSH_OK) {
        file.state = file.publicBlob.isEmpty() ? IdentityFile::State::Unreadable
                                               : IdentityFile::State::PublicOnly;
        file.problem = QStringLiteral("%1 holds no private key that can be used here.").arg(path);
        return file;
    }
    file.key.reset(key);
    file.state = IdentityFile::State::Ready;
    file.publicBlob = publicBlob(key);
    return file;
}

IdentityFile readIdentity(const QString &path)
{
    auto text = readFile(path, LargestKeyFile);
    if (text) {
        if (const auto publicKey = HostKey::parse(*text)) { // the person named the .pub file
            IdentityFile file;
            file.state = IdentityFile::State::PublicOnly;
            file.publicBlob = publicKey->blob;
            return file;
        }
        IdentityFile file = parsePrivate(path, *text);
        wipe(*text);
        return file;
    }
    IdentityFile file;
    file.publicBlob = readPublicFile(path + QStringLiteral(".pub"));
    if (!file.publicBlob.isEmpty()) {
        file.state = IdentityFile::State::PublicOnly;
    } else if (text.error().kind != ErrorKind::NotFound) {
        file.state = IdentityFile::State::Unreadable;
        file.problem = text.error().text();
    }
    return file;
}

} // namespace

bool PrivateKeys::isEncrypted(const QByteArray &text)
{
    if (text.contains(OpenSshBegin)) {
        const auto cipher = WireReader(openSshBody(text)).string();
        return cipher && *cipher != "none";
    }
    return text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") ||
           text.contains("Proc-Type: 4,ENCRYPTED");
}

QByteArray PrivateKeys::publicBlobOf(const QByteArray &text)
{
    WireReader reader(openSshBody(text));
    const auto cipher = reader.string();
    const auto kdf = cipher ? reader.string() : std::nullopt;
    const auto kdfOptions = kdf ? reader.string() : std::nullopt;
    const auto count = kdfOptions ? reader.u32() : std::nullopt;
    return count == 1U ? reader.string().value_or(QByteArray()) : QByteArray();
}

const IdentityFile &PrivateKeys::load(const QString &path)
{
    const FileState state = fileState(path);
    auto &cached = m_cache[path];
    if (!cached || cached->state != state || state == FileState()) {
        cached = std::make_shared<Cached>(Cached{readIdentity(path), state});
    }
    return cached->file;
}

} // namespace podium::ssh
