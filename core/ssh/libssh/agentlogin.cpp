// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/agentlogin.h"

#include "core/ssh/keys/hostkey.h"

#include <array>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace podium::ssh {

using namespace agentprotocol;

AgentLogin::AgentLogin(
    ssh_session session, QString user, QList<QByteArray> keyBlobs, AgentBroker &broker,
    AgentBroker::TurnCame onTurn, AgentBroker::SignatureDone onSignature)
    : m_session(session)
    , m_user(user.toUtf8())
    , m_blobs(std::move(keyBlobs))
    , m_broker(broker)
    , m_onTurn(std::move(onTurn))
    , m_onSignature(std::move(onSignature))
{
    std::array<int, 2> pair{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) == 0) {
        m_fd = pair[0];
        ssh_set_agent_socket(session, pair[1]);
    }
}

AgentLogin::~AgentLogin()
{
    if (m_ticket != 0) {
        m_broker.cancel(m_ticket);
    }
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

bool AgentLogin::lay(const QByteArray &answers)
{
    // An answer is smaller than what a socket takes; if not, libssh must not be asked to wait.
    return ::send(
               m_fd, answers.constData(), std::size_t(answers.size()),
               MSG_NOSIGNAL | MSG_DONTWAIT) == answers.size();
}

LoginStep AgentLogin::step()
{
    if (m_fd < 0 || (m_blobs.isEmpty() && m_round == Round::Offer)) {
        return LoginStep::Denied;
    }
    switch (m_round) {
    case Round::Offer:
        return offer();
    case Round::Sign:
        if (!m_signature) {
            return LoginStep::Again;
        }
        if (!*m_signature) {
            m_problem = m_signature->error().text();
            m_blobs.removeAll(m_chosen);
            m_round = Round::Offer;
            m_isLaid = false;
            return step();
        }
        m_round = Round::Prove;
        m_isLaid = false;
        return prove();
    case Round::Prove:
        break;
    }
    return prove();
}

LoginStep AgentLogin::offer()
{
    if (!m_isLaid && !lay(identitiesAnswer(m_blobs) + message(Failure))) {
        return LoginStep::Denied;
    }
    m_isLaid = true;
    const int result = ssh_userauth_agent(m_session, m_user.constData());
    if (result == SSH_AUTH_AGAIN) {
        return LoginStep::Again;
    }
    if (ssh_is_connected(m_session) == 0) {
        return LoginStep::Broken;
    }
    auto signing = readSigning();
    if (!signing) {
        return LoginStep::Denied;
    }
    m_chosen = signing->keyBlob;
    m_round = Round::Sign;
    m_signature.reset();
    m_ticket = m_broker.sign(std::move(*signing), m_onTurn, m_onSignature);
    return LoginStep::Again;
}

std::optional<Signing> AgentLogin::readSigning()
{
    QByteArray requests;
    std::array<char, 16384> chunk{};
    for (;;) {
        const ssize_t n = ::recv(m_fd, chunk.data(), chunk.size(), MSG_DONTWAIT);
        if (n <= 0) {
            break;
        }
        requests.append(chunk.data(), int(n));
    }
    while (const auto request = takeMessage(requests)) {
        if (auto signing = parseSigning(*request)) {
            return signing;
        }
    }
    return std::nullopt;
}

void AgentLogin::handleSignature(Result<QByteArray> signature)
{
    m_ticket = 0;
    m_signature = std::move(signature);
}

LoginStep AgentLogin::prove()
{
    if (!m_isLaid &&
        !lay(identitiesAnswer({m_chosen}) + message(SignResponse, m_signature->value()))) {
        return LoginStep::Denied;
    }
    m_isLaid = true;
    const int result = ssh_userauth_agent(m_session, m_user.constData());
    if (result == SSH_AUTH_AGAIN) {
        return LoginStep::Again;
    }
    if (result == SSH_AUTH_SUCCESS) {
        return LoginStep::Done;
    }
    if (result == SSH_AUTH_PARTIAL) {
        m_problem = QStringLiteral("The worker wants more than a key.");
    }
    return ssh_is_connected(m_session) == 0 ? LoginStep::Broken : LoginStep::Denied;
}

} // namespace podium::ssh
