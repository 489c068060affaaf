// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/movenew.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace podium::ssh {

struct NewKey
{
    QString path;          ///< of the private half; the public one is beside it, ".pub"
    QByteArray publicLine; ///< "ssh-ed25519 AAAA… COMMENT", without a line break
};

/// Makes an ed25519 pair as `ssh-keygen -t ed25519` would: PATH in OpenSSH's format with mode 0600,
/// encrypted unless the passphrase is empty, and PATH.pub. Refused where either is there already;
/// nothing is left behind where it fails. What was left more than an hour ago by one that was
/// killed goes. Unlike ssh-keygen's -N the passphrase stands in no command line. With other calls a
/// test plays a file system that can do less. Blocks.
[[nodiscard]] Result<NewKey> makeKeyPair(
    const QString &path, const QByteArray &passphrase, const QString &comment,
    const MoveCalls &calls = MoveCalls::ofSystem());

} // namespace podium::ssh
