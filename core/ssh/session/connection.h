// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/endpoint.h"
#include "core/ssh/session/commandchannel.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace podium::ssh {

/// One connection to a worker up to the end of the login: name, TCP, banner and key exchange,
/// host key check, login; then it serves one command after the other. On its I/O thread; never
/// blocks. The owner watches descriptor() for wantedEvents() and calls step() when it is ready;
/// time limits are the owner's.
class Connection
{
public:
    enum class State { Connecting, KeyExchange, Login, Ready, Failed };

    /// `onProgress` asks for a step() when something other than the descriptor has moved.
    Connection(Endpoint endpoint, std::function<void()> onProgress)
        : m_endpoint(std::move(endpoint))
        , m_onProgress(std::move(onProgress))
    {}
    virtual ~Connection() = default;
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    virtual State step() = 0; ///< first call: begins
    [[nodiscard]] State state() const { return m_state; }
    /// For another owner.
    void setProgress(std::function<void()> onProgress) { m_onProgress = std::move(onProgress); }
    [[nodiscard]] virtual bool hasBanner() const = 0; ///< the server has said its first line
    /// After Failed: Refused or Unreachable.
    [[nodiscard]] const Ending &failure() const { return *m_failure; }

    [[nodiscard]] virtual int descriptor() const = 0; ///< -1: none now
    [[nodiscard]] virtual std::uint32_t wantedEvents() const = 0;
    /// Call before waiting for what the worker has to say next: it must not wait for us meanwhile.
    virtual void expectAnswer() {}
    /// Of several addresses the one under way may not use up the whole limit.
    [[nodiscard]] virtual bool hasMoreAddresses() const { return false; }
    virtual State skipAddress() { return m_state; }

    /// What the login waits for now, for however short a time.
    [[nodiscard]] virtual AgentWait agentWait() const { return AgentWait::None; }
    /// When the agent last gave anybody a signature, or said no; long ago: never.
    [[nodiscard]] virtual std::chrono::steady_clock::time_point agentLastAnswered() const
    {
        return {};
    }

    /// A new channel for one command, or without one for the login shell; only when Ready.
    [[nodiscard]] virtual std::unique_ptr<CommandChannel> open(
        const QByteArray &command, CommandChannel::Output output,
        std::optional<TerminalSize> terminal) = 0;
    /// A new channel for a TCP connection from the worker; only when Ready.
    [[nodiscard]] virtual std::unique_ptr<CommandChannel>
    openForward(const ForwardTarget &target, CommandChannel::Output output) = 0;
    /// So many of those may wait for the worker's answer at a time.
    [[nodiscard]] virtual std::size_t mostOpening() const { return 256; }
    /// Reads and writes what is ready, or as much of it as is this one's turn; outputs may be
    /// called inside. False: broken.
    virtual bool pump() = 0;
    [[nodiscard]] virtual bool isBroken() const = 0;
    /// What the library or program that connects said last of a failure, for a detail.
    [[nodiscard]] virtual QString lastProblem() const = 0;
    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }

protected:
    State fail(Ending ending)
    {
        m_failure = std::move(ending);
        return m_state = State::Failed;
    }

    const Endpoint m_endpoint;
    std::function<void()> m_onProgress;
    State m_state = State::Connecting;

private:
    std::optional<Ending> m_failure;
};

/// Makes a connection that has not begun. On the I/O thread that it is to live on.
using ConnectionMaker =
    std::function<std::unique_ptr<Connection>(const Endpoint &, std::function<void()> onProgress)>;

} // namespace podium::ssh
