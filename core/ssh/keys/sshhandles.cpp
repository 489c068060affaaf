// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/sshhandles.h"

#include "core/ssh/plaintext.h"

#include <QString>

namespace podium::ssh {

QByteArray publicBlob(ssh_key key)
{
    char *base64 = nullptr;
    if (key == nullptr || ssh_pki_export_pubkey_base64(key, &base64) != SSH_OK) {
        return {};
    }
    const QByteArray blob = QByteArray::fromBase64(base64);
    ssh_string_free_char(base64);
    return blob;
}

QString lastErrorText(ssh_session session)
{
    return plainText(QByteArray(ssh_get_error(session)));
}

} // namespace podium::ssh
