// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/agentbroker.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/hostkeystore.h"
#include "core/ssh/ioloop.h"
#include "core/ssh/login.h"
#include "core/ssh/privatekeys.h"
#include "core/ssh/sshhandles.h"
#include "core/ssh/tcpconnector.h"
#include "core/ssh/transport.h"

#include <QList>

#include <functional>
#include <memory>
#include <optional>

namespace podium::ssh {

class IdleConnections;

/// What the sessions of one I/O thread share. Not owned.
struct SessionWorld
{
    IoLoop &loop;
    HostKeyStore &hostKeys;
    PrivateKeys &privateKeys; ///< this thread's own
    AgentBroker &agent;
    IdleConnections &idle; ///< this thread's own
};

/// One connection to a worker up to the end of the login: name, TCP, banner and key exchange,
/// host key check, login; then it serves one command after the other. On its I/O thread; never
/// blocks. The owner watches descriptor() for wantedEvents() and calls step() when it is ready;
/// time limits are the owner's.
class Connection final
{
public:
    enum class State { Connecting, KeyExchange, Login, Ready, Failed };

    /// `onProgress` asks for a step() when something other than the socket has moved.
    Connection(const Endpoint &endpoint, SessionWorld world, std::function<void()> onProgress);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    State step(); ///< first call: begins
    [[nodiscard]] State state() const { return m_state; }
    /// For another owner.
    void setProgress(std::function<void()> onProgress) { m_onProgress = std::move(onProgress); }
    [[nodiscard]] bool hasBanner() const; ///< the server has said its first line
    /// After Failed: Refused or Unreachable.
    [[nodiscard]] const Ending &failure() const { return *m_failure; }

    [[nodiscard]] int descriptor() const; ///< -1: none now
    [[nodiscard]] std::uint32_t wantedEvents() const;
    /// Of several addresses the one under way may not use up the whole limit.
    [[nodiscard]] bool hasMoreAddresses() const;
    State skipAddress();

    [[nodiscard]] ssh_session session() const { return m_session.get(); }
    /// Lets libssh read and write what is ready; its callbacks run inside. False: broken.
    bool pump();
    [[nodiscard]] bool isBroken() const;
    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }

private:
    State begin();
    State connectTo(std::vector<SocketAddress> addresses);
    State stepTcp(TcpConnector::State state);
    State beginKeyExchange();
    State exchangeKeys();
    State checkKey();
    State logIn();
    State becomeReady();
    State fail(Ending ending);
    [[nodiscard]] Ending keyExchangeFailure(const QString &mismatch) const;
    void resolve();

    const Endpoint m_endpoint;
    SessionWorld m_world;
    std::function<void()> m_onProgress;
    std::shared_ptr<Connection *> m_self; ///< watched by what comes from other threads
    State m_state = State::Connecting;
    bool m_hasBegun = false;
    std::optional<Ending> m_failure;
    std::unique_ptr<TcpConnector> m_tcp;
    QList<HostKey> m_acceptableKeys;
    SessionHandle m_session;
    EventHandle m_event; ///< this session's alone, and freed before it
    std::unique_ptr<podium::ssh::Login> m_login;
};

} // namespace podium::ssh
