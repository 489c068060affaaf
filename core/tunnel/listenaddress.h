// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHostAddress>

#include <optional>

namespace podium::tunnel {

/// Of a socket, as /proc/net/tcp and tcp6 (proc(5)) have it. Pure; never trusts a byte.
[[nodiscard]] std::optional<QHostAddress> listenAddress(const QByteArray &hex);

} // namespace podium::tunnel
