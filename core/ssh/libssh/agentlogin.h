// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/keys/agentbroker.h"
#include "core/ssh/libssh/loginstep.h"

#include <libssh/libssh.h>

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace podium::ssh {

/// Logs in with keys that the agent holds, without ever waiting for it: libssh asks its agent
/// inline and without a limit, so it gets a socket of ours on which the answer already lies.
///
/// First round: the keys to offer, and "no" to the signature that libssh asks for; from its
/// request we learn which key the worker takes and what there is to sign. The broker has that
/// signed by the real agent. Second round: that one key and the signature. What is signed does
/// not depend on the round, so it stays good; the cost is one round trip.
class AgentLogin final
{
public:
    /// `onTurn` and `onSignature` are called on the broker's thread; the latter has to bring the
    /// answer to handleSignature() on the session's thread.
    AgentLogin(
        ssh_session session, QString user, QList<QByteArray> keyBlobs, AgentBroker &broker,
        AgentBroker::TurnCame onTurn, AgentBroker::SignatureDone onSignature);
    ~AgentLogin();
    AgentLogin(const AgentLogin &) = delete;
    AgentLogin &operator=(const AgentLogin &) = delete;

    [[nodiscard]] LoginStep step();
    /// What the agent answered; on the session's thread.
    void handleSignature(Result<QByteArray> signature);
    /// Why the agent's keys did not help, as a sentence.
    [[nodiscard]] const QString &problem() const { return m_problem; }
    [[nodiscard]] bool isWaitingForAgent() const { return m_ticket != 0; }

private:
    [[nodiscard]] bool lay(const QByteArray &answers);
    [[nodiscard]] LoginStep offer();
    [[nodiscard]] LoginStep prove();
    [[nodiscard]] std::optional<agentprotocol::Signing> readSigning();

    enum class Round { Offer, Sign, Prove };
    ssh_session m_session;
    QByteArray m_user;
    QList<QByteArray> m_blobs; ///< still to be offered
    AgentBroker &m_broker;
    AgentBroker::TurnCame m_onTurn;
    AgentBroker::SignatureDone m_onSignature;
    Round m_round = Round::Offer;
    bool m_isLaid = false;
    int m_fd = -1; ///< our end; libssh owns the other
    QByteArray m_chosen;
    AgentBroker::Ticket m_ticket = 0;
    std::optional<Result<QByteArray>> m_signature;
    QString m_problem;
};

} // namespace podium::ssh
