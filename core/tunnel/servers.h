// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"

#include <QString>

#include <optional>
#include <vector>

namespace podium::tunnel {

/// Server::kind of a Jupyter.
inline QString jupyterKind()
{
    return QStringLiteral("Jupyter");
}

/// A TCP port of a worker that somebody listens on. Its texts are the worker's: plain, maybe
/// hostile.
struct Server
{
    quint16 port = 0;
    /// What a tunnel to the port reaches: it listens where "localhost" leads.
    bool isReachable = false;
    QString address;           ///< where it listens, e.g. "0.0.0.0"
    std::optional<qint64> pid; ///< of a process that has it open; none: cannot be seen
    QString user;
    QString command;
    QString kind;         ///< "TensorBoard", "Jupyter", …; empty: none that is known
    bool isGuess = false; ///< the kind is told by the port alone: the process cannot be seen
    /// TunnelSpec::host of a tunnel to it and to no other program; empty: by name.
    QString host = {};
    bool operator==(const Server &) const = default;
};

/// Who listens on one worker.
struct WorkerServers
{
    std::vector<Server> servers; ///< known kinds first, then by port
    /// Why there may be more than these; empty: there are not.
    QString unknown;
    /// Why processes may be missing; empty: each is told.
    QString unknownProcesses;
    bool operator==(const WorkerServers &) const = default;
};

/// As root where that is possible: other people's processes are not to be seen otherwise.
[[nodiscard]] remote::Script serversScript();

/// Of the answer to serversScript(); addresses and ports are as in /proc/net/tcp (proc(5)). Pure;
/// never trusts a byte.
[[nodiscard]] WorkerServers readServers(const remote::Answer &answer);

} // namespace podium::tunnel
