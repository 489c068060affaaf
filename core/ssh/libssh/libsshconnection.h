// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/ioloop.h"
#include "core/ssh/io/tcpconnector.h"
#include "core/ssh/keys/agentbroker.h"
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/keys/privatekeys.h"
#include "core/ssh/keys/sshhandles.h"
#include "core/ssh/libssh/connectpacer.h"
#include "core/ssh/libssh/login.h"
#include "core/ssh/session/connection.h"
#include "core/ssh/transport.h"

#include <QList>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <optional>

namespace podium::ssh {

/// What the connections of one I/O thread share. Not owned.
struct LibsshWorld
{
    IoLoop &loop;
    HostKeyStore &hostKeys;
    PrivateKeys &privateKeys; ///< this thread's own
    AgentBroker &agent;
    ConnectPacer &pacer;    ///< this thread's own
    QThreadPool &resolvers; ///< for names, which take as long as the resolver likes
};

/// A connection by libssh.
class LibsshConnection final : public Connection
{
public:
    LibsshConnection(const Endpoint &endpoint, LibsshWorld world, std::function<void()> onProgress);
    ~LibsshConnection() override;

    State step() override;
    [[nodiscard]] bool hasBanner() const override;
    [[nodiscard]] int descriptor() const override;
    [[nodiscard]] std::uint32_t wantedEvents() const override;
    void expectAnswer() override;
    [[nodiscard]] bool hasMoreAddresses() const override;
    State skipAddress() override;
    [[nodiscard]] AgentWait agentWait() const override;
    [[nodiscard]] std::chrono::steady_clock::time_point agentLastAnswered() const override;
    [[nodiscard]] std::unique_ptr<CommandChannel> open(
        const QByteArray &command, CommandChannel::Output output,
        std::optional<TerminalSize> terminal) override;
    [[nodiscard]] std::unique_ptr<CommandChannel>
    openForward(const ForwardTarget &target, CommandChannel::Output output) override;
    bool pump() override;
    [[nodiscard]] bool isBroken() const override;
    [[nodiscard]] QString lastProblem() const override;

private:
    State begin();
    State connectTo(std::vector<SocketAddress> addresses);
    State stepTcp(TcpConnector::State state);
    State beginKeyExchange();
    State exchangeKeys();
    State checkKey();
    State logIn();
    State becomeReady();
    [[nodiscard]] Ending keyExchangeFailure(const QString &mismatch) const;
    void resolve();

    LibsshWorld m_world;
    std::shared_ptr<LibsshConnection *> m_self; ///< watched by what comes from other threads
    bool m_hasBegun = false;
    std::unique_ptr<ConnectPacer::Slot> m_slot; ///< until it is logged in
    std::unique_ptr<TcpConnector> m_tcp;
    QList<HostKey> m_acceptableKeys;
    ssh_counter_struct m_traffic = {};     ///< counted by the session
    std::uint64_t m_acknowledgedBytes = 0; ///< of what has come
    SessionHandle m_session;
    EventHandle m_event; ///< this session's alone, and freed before it
    std::unique_ptr<podium::ssh::Login> m_login;
};

} // namespace podium::ssh
