// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/ssh/transport.h"

#include <QByteArray>

#include <optional>

namespace podium::ssh {

/// What a program of this machine says on its own socket before it is connected: where to, as with
/// SOCKS. One for each socket, on one thread; knows nothing of sockets itself.
class ForwardGreeting
{
public:
    struct Step
    {
        QByteArray reply;                    ///< for the program, at once
        std::optional<ForwardTarget> target; ///< it is understood: goes there
        std::optional<Error> refusal;        ///< it is over: after the reply the socket is closed
    };

    ForwardGreeting() = default;
    virtual ~ForwardGreeting() = default;
    ForwardGreeting(const ForwardGreeting &) = delete;
    ForwardGreeting &operator=(const ForwardGreeting &) = delete;

    /// What the program has said, in pieces of any size; after a target or a refusal not again.
    [[nodiscard]] virtual Step take(const QByteArray &bytes) = 0;
    /// What it had said beyond its greeting: for the other side, once that is connected.
    [[nodiscard]] virtual QByteArray rest() const = 0;
    /// For the program: it is connected.
    [[nodiscard]] virtual QByteArray opened() const = 0;
    /// For the program: it cannot be, and the socket is closed after it.
    [[nodiscard]] virtual QByteArray denied(const Error &error) const = 0;
};

} // namespace podium::ssh
