// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/io/ioloop.h"
#include "core/ssh/keys/privatekeys.h"
#include "core/ssh/libssh/agentlogin.h"
#include "core/ssh/libssh/loginstep.h"
#include "core/ssh/transport.h"

#include <QSet>
#include <QStringList>

#include <functional>
#include <memory>

namespace podium::ssh {

/// Logs in on a connection whose host key has been checked: first with the identity files that
/// need no passphrase, one round trip a key and no question before; then with the agent's keys.
/// For the session's I/O thread; never blocks.
class Login final
{
public:
    /// All references must outlive the login. `inbox` is the session's thread's; `onProgress` is
    /// called there when the agent has answered.
    Login(
        ssh_session session, const Endpoint &endpoint, PrivateKeys &keys, AgentBroker &agent,
        std::shared_ptr<IoInbox> inbox, std::function<void()> onProgress);
    ~Login();
    Login(const Login &) = delete;
    Login &operator=(const Login &) = delete;

    /// Call when the socket is ready, and from `onProgress`.
    [[nodiscard]] LoginStep step();
    /// After Denied: what was tried and why it did not do, for the person.
    [[nodiscard]] Error refusal() const;
    /// While it waits for the agent there is nothing to hear from the worker but that it is gone,
    /// which step() notices.
    [[nodiscard]] AgentWait agentWait() const;

private:
    [[nodiscard]] LoginStep tryFiles();
    [[nodiscard]] LoginStep tryFile(const IdentityFile &file, const QString &path);
    [[nodiscard]] LoginStep askAgent();
    [[nodiscard]] LoginStep tryAgent();
    void handleAgentKeys(const Result<QList<QByteArray>> &answer);
    void makeAgentLogin(const QList<QByteArray> &offers);
    /// A function that may be called on any thread and passes its argument to `take` on ours, if
    /// this login still lives then.
    template <typename T>
    [[nodiscard]] std::function<void(T)> later(void (Login::*take)(const T &));
    [[nodiscard]] AgentBroker::TurnCame laterTurn();
    void handleTurn();
    void handleSignature(const Result<QByteArray> &answer);

    enum class Stage { Files, ListingAgent, Agent, Over };
    ssh_session m_session;
    const Endpoint &m_endpoint;
    PrivateKeys &m_keys;
    AgentBroker &m_agent;
    std::shared_ptr<IoInbox> m_inbox;
    std::function<void()> m_onProgress;
    std::shared_ptr<Login *> m_self; ///< watched by what comes from the agent's thread
    Stage m_stage = Stage::Files;
    int m_nextFile = 0;
    int m_offered = 0; ///< keys the worker has seen
    QSet<QByteArray> m_offeredBlobs;
    AgentBroker::Ticket m_ticket = 0;
    bool m_hasTurn = false; ///< with the agent
    std::unique_ptr<AgentLogin> m_agentLogin;
    QStringList m_notes;     ///< what was tried and what became of it
    QStringList m_encrypted; ///< identity files that need a passphrase
};

} // namespace podium::ssh
