// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QString>

namespace podium::tunnel {

/// A port of a worker that somebody wants on this machine.
struct TunnelSpec
{
    WorkerRef worker;
    quint16 port = 0;       ///< on the worker, where it is reached as localhost
    quint16 localPort = 0;  ///< here; 0: nobody has chosen, see usualLocalPort()
    bool comesBack = false; ///< at the next start of the window
    bool operator==(const TunnelSpec &) const = default;
};

/// The same as the worker's where that needs no privileges here, else one that reminds of it: 8080
/// for 80.
[[nodiscard]] quint16 usualLocalPort(quint16 port);
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

/// What a browser opens: "http://localhost:PORT". Always that name: servers like Jupyter know it.
[[nodiscard]] QString webAddress(quint16 localPort);

} // namespace podium::tunnel
