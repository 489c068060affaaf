// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/keptshell.h"

#include <chrono>
#include <memory>
#include <optional>

namespace podium::ssh {

/// A connection, as a pointer to it, and the shell that stays on it, if any; both are null at
/// first. On their I/O thread.
struct KeptConnection
{
    std::unique_ptr<Connection> connection;
    std::unique_ptr<KeptShell> shell; ///< freed before the connection

    [[nodiscard]] explicit operator bool() const { return connection != nullptr; }
    [[nodiscard]] Connection *operator->() const { return connection.get(); }
    [[nodiscard]] Connection &operator*() const { return *connection; }

    /// A new channel for a command, one connection of a forward, or a text for the shell, which is
    /// started where there is none for it. A command ends the shell first: whoever stops the
    /// command would take it for a process of that. `terminal`: as it is by now. Only when the
    /// connection is ready.
    [[nodiscard]] std::unique_ptr<CommandChannel> open(
        const CommandRequest &request, CommandChannel::Output output,
        std::optional<TerminalSize> terminal);
    /// Call when the connection was pumped, and before it is kept: ends a shell that serves nobody
    /// any more.
    void stepShell();
    /// For the worker's first word on a connection that waited idle, before that counts as dead.
    [[nodiscard]] std::chrono::seconds proofLimit(const CommandRequest &request) const;
};

} // namespace podium::ssh
