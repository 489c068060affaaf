// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace podium::tests {

/// The real ssh's arguments for a login with one identity file and nothing else of this account:
/// no config, no agent, no known hosts. `where`: login@address.
inline QStringList sshArguments(int port, const QString &identity, const QString &where)
{
    return {
        "-F",
        "none",
        "-p",
        QString::number(port),
        "-i",
        identity,
        "-oIdentitiesOnly=yes",
        "-oIdentityAgent=none",
        "-oBatchMode=yes",
        "-oStrictHostKeyChecking=no",
        "-oUserKnownHostsFile=/dev/null",
        "-oLogLevel=ERROR",
        "-oConnectTimeout=120", // only what hangs meets it
        where};
}

} // namespace podium::tests
