// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/forwardsockets.h"
#include "core/ssh/session/connection.h"
#include "core/ssh/session/forwardpipe.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace podium::ssh {

/// Connections of a forward side by side, a channel each, in place of one command; see
/// CommandRequest::sockets. It never ends by itself. On an I/O thread.
class ForwardBundle final : public CommandChannel, public IoClient
{
public:
    /// `connection` and `loop` must outlive this; `progress` asks for a step().
    ForwardBundle(
        Connection &connection, IoLoop &loop, const CommandRequest &request,
        std::function<void()> progress);
    ~ForwardBundle() override;
    [[nodiscard]] static std::unique_ptr<CommandChannel> make(
        Connection &connection, IoLoop &loop, const CommandRequest &request,
        std::function<void()> progress)
    {
        return std::make_unique<ForwardBundle>(connection, loop, request, std::move(progress));
    }

    State step() override;
    [[nodiscard]] bool wantsToWrite() const override;
    /// Never: each connection has its own.
    [[nodiscard]] Error denial(const Endpoint &endpoint) const override;
    void resize(TerminalSize) override {}
    void requestSignal(const char *) override {}

    void onReady(std::uint32_t) override {}
    void onDeadline() override;

private:
    void add(Descriptor socket);
    void begin();
    void stepSoon();
    void stepAgain();
    [[nodiscard]] std::size_t count(bool (ForwardPipe::*what)() const) const;
    [[nodiscard]] std::size_t roomToOpen() const;
    [[nodiscard]] std::size_t roomToTake() const;

    Connection &m_connection;
    IoLoop &m_loop;
    const std::optional<ForwardTarget> m_target; ///< none: each says its own
    const ForwardGreetingMaker m_greeting;
    const std::shared_ptr<ForwardSockets> m_sockets;
    const std::function<void()> m_progress;
    IoLoop::Token m_token;
    std::shared_ptr<ForwardBundle *> m_self; ///< watched by what comes from other threads
    std::vector<std::unique_ptr<ForwardPipe>> m_pipes;
};

} // namespace podium::ssh
