// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/ssh/keys/sshhandles.h"

#include <QByteArray>
#include <QHash>
#include <QString>

namespace podium::ssh {

/// What an identity file turned out to be.
struct IdentityFile
{
    enum class State {
        Missing,    ///< neither the private nor the public half is there
        Ready,      ///< `key` can sign
        Encrypted,  ///< needs a passphrase: only an agent can sign
        PublicOnly, ///< only the public half is there: only an agent can sign
        Unreadable, ///< see `problem`
    };
    State state = State::Missing;
    KeyHandle key;
    QByteArray publicBlob; ///< empty where it cannot be told without the passphrase
    QString problem;       ///< a sentence
};

/// The person's key files, parsed once and again when they change. For one thread; each I/O
/// thread has its own, so that no key is used on two threads. Never asks for a passphrase.
class PrivateKeys final
{
public:
    /// Stays valid until the next call for the same path. Reads the file the first time.
    [[nodiscard]] const IdentityFile &load(const QString &path);

    /// Whether the text is a private key that needs a passphrase, in any of OpenSSH's, PKCS#8's
    /// and PEM's formats. Reads the head only.
    [[nodiscard]] static bool isEncrypted(const QByteArray &text);
    /// The public half that OpenSSH's format carries in the clear, also when encrypted.
    [[nodiscard]] static QByteArray publicBlobOf(const QByteArray &text);

private:
    struct Cached
    {
        IdentityFile file;
        FileState state;
    };
    QHash<QString, std::shared_ptr<Cached>> m_cache;
};

} // namespace podium::ssh
