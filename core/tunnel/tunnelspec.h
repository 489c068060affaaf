// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QString>

namespace podium::tunnel {

enum class TunnelKind {
    Port, ///< one port of the worker
    Socks ///< a SOCKS 5 proxy: whatever the worker reaches
};
/// A stable word for scripts: port, socks.
[[nodiscard]] QString tunnelKindName(TunnelKind kind);

/// What of a worker somebody wants on this machine.
struct TunnelSpec
{
    WorkerRef worker;
    quint16 port = 0;       ///< on the worker, where it is reached as localhost; 0 for Socks
    quint16 localPort = 0;  ///< here; 0: nobody has chosen, see usualLocalPort()
    bool comesBack = false; ///< at the next start of the window
    TunnelKind kind = TunnelKind::Port;
    bool isJupyter = false; ///< one was found on its port
    /// Where on the worker somebody was seen listening: "127.0.0.1", "::1"; empty: "localhost".
    QString host = {};
    bool operator==(const TunnelSpec &) const = default;
};

/// The same as the worker's where that needs no privileges here, else one that reminds of it: 8080
/// for 80.
[[nodiscard]] quint16 usualLocalPort(quint16 port);
constexpr quint16 UsualSocksPort = 1080;
/// The one after it, for where that is taken; after the last one the first that needs no
/// privileges.
[[nodiscard]] quint16 portAfter(quint16 port);

struct PortPair
{
    quint16 port = 0;
    quint16 localPort = 0; ///< 0: not chosen
    bool operator==(const PortPair &) const = default;
};
/// "PORT" or "PORT:LOCAL", 1 to 65535. InvalidArgument otherwise.
[[nodiscard]] Result<PortPair> parsePorts(const QString &text);

/// "PORT", 1 to 65535; 0 where it is none. No sign, no blank, no zero before it.
[[nodiscard]] quint16 parsePort(const QString &text);

/// What a browser opens: "http://localhost:PORT", always that name: servers like Jupyter know it.
/// Of a proxy what curl and others take: "socks5h://127.0.0.1:PORT", where the worker looks names
/// up.
[[nodiscard]] QString tunnelAddress(TunnelKind kind, quint16 localPort);

} // namespace podium::tunnel
