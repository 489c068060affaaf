// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/keys/sshhandles.h"

#include <QByteArray>

namespace podium::ssh {

/// A new session on a connected socket, non-blocking, with every option given, so that libssh
/// reads no configuration and no known_hosts. On success the session owns the descriptor as soon
/// as ssh_connect() has been called; on failure the caller keeps it.
[[nodiscard]] Result<SessionHandle>
makeSession(int fd, const Endpoint &endpoint, const QByteArray &hostKeyAlgorithms);

} // namespace podium::ssh
