// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QHash>

namespace podium::sshconfig {

/// Host keys ("TYPE BASE64") by the name they are kept under.
using KnownHosts = QHash<QString, QStringList>;

/// Whether `key` is one plain public host key: "TYPE BASE64" of a type that OpenSSH still takes,
/// the same type inside. Anything else from the cloud is not let near a file.
[[nodiscard]] bool isHostKey(const QString &key);

/// Reads what knownHostsText() wrote; lines that are not of that form are passed over.
[[nodiscard]] KnownHosts readKnownHosts(const QByteArray &bytes);

/// The known_hosts file of the entries: one line per key, "ALIAS TYPE BASE64", sorted, so that the
/// same entries give the same bytes. ssh looks names up in lower case.
[[nodiscard]] QByteArray knownHostsText(const std::vector<ConfigEntry> &entries);

} // namespace podium::sshconfig
