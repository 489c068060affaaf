// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/ioloop.h"
#include "core/ssh/session/keptconnection.h"
#include "core/ssh/transport.h"

#include <QMultiHash>
#include <QString>

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>

namespace podium::ssh {

/// Connections of one I/O thread that are logged in and wait for the next command to the same
/// endpoint, so that it starts at once. For a limited time and in a limited number; one that breaks
/// meanwhile is dropped, and TCP's keep-alive finds those that have gone silently. What is taken
/// may still be dead without anybody's knowing: the worker's answer to the opening of a channel is
/// the proof, and comes before a command is sent.
class IdleConnections final
{
public:
    struct Limits
    {
        std::chrono::milliseconds idle{0}; ///< 0: keep none
        std::size_t most = 0;
    };

    /// `loop` must outlive this.
    IdleConnections(IoLoop &loop, Limits limits);
    ~IdleConnections();
    IdleConnections(const IdleConnections &) = delete;
    IdleConnections &operator=(const IdleConnections &) = delete;

    /// A connection to exactly this request's endpoint, or null. One with a shell for its text, if
    /// it has one, else without a shell, if there is one; then the newest: the likeliest to be
    /// alive. `newOwner`, who watches nothing, watches it from then on.
    [[nodiscard]] KeptConnection take(const CommandRequest &request, IoLoop::Token newOwner);
    /// Takes over one that has just served a command; `formerOwner` watches it no more.
    void keep(KeptConnection kept, IoLoop::Token formerOwner);
    void closeAll();

private:
    class Waiting;
    using Place = std::list<std::unique_ptr<Waiting>>::iterator;
    void drop(Place place);

    IoLoop &m_loop;
    const Limits m_limits;
    std::list<std::unique_ptr<Waiting>> m_waiting; ///< the longest idle first
    QMultiHash<QString, Waiting *> m_byAddress;    ///< the newest is found first
};

} // namespace podium::ssh
