// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/ownkeys.h"

#include "core/ssh/keys/privatekeys.h"

namespace podium::people {

QList<PublicKey> ownPublicKeys(const QStringList &identityFiles)
{
    ssh::PrivateKeys files;
    QList<PublicKey> keys;
    for (const QString &path : identityFiles) {
        const auto key = PublicKey::fromBlob(files.load(path).publicBlob);
        if (key && !keys.contains(*key)) {
            keys << *key;
        }
    }
    return keys;
}

} // namespace podium::people
