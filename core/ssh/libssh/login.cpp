// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/login.h"

#include "core/ssh/keys/hostkey.h"

#include <poll.h>

namespace podium::ssh {

namespace {

/// sshd closes the connection at the sixth failure (MaxAuthTries).
constexpr int MostOffers = 5;

/// Also where something that it said before has not been read.
bool isPeerGone(int fd)
{
    pollfd watched{fd, POLLRDHUP, 0};
    return fd < 0 || (::poll(&watched, 1, 0) > 0 && watched.revents != 0);
}

} // namespace

Login::Login(
    ssh_session session, const Endpoint &endpoint, PrivateKeys &keys, AgentBroker &agent,
    std::shared_ptr<IoInbox> inbox, std::function<void()> onProgress)
    : m_session(session)
    , m_endpoint(endpoint)
    , m_keys(keys)
    , m_agent(agent)
    , m_inbox(std::move(inbox))
    , m_onProgress(std::move(onProgress))
    , m_self(std::make_shared<Login *>(this))
{}

Login::~Login()
{
    if (m_ticket != 0) {
        m_agent.cancel(m_ticket);
    }
}

LoginStep Login::step()
{
    if (agentWait() != AgentWait::None) {
        return isPeerGone(ssh_get_fd(m_session)) ? LoginStep::Broken : LoginStep::Again;
    }
    LoginStep step = LoginStep::Again;
    if (m_stage == Stage::Files) {
        step = tryFiles();
        if (step != LoginStep::Denied) {
            return step;
        }
        step = askAgent();
    }
    if (m_stage == Stage::Agent) {
        step = tryAgent();
    }
    return m_stage == Stage::Over ? LoginStep::Denied : step;
}

LoginStep Login::tryFiles()
{
    for (; m_nextFile < m_endpoint.identityFiles.size(); ++m_nextFile) {
        const QString &path = m_endpoint.identityFiles[m_nextFile];
        const IdentityFile &file = m_keys.load(path);
        if (file.state == IdentityFile::State::Ready && m_offered < MostOffers) {
            const LoginStep step = tryFile(file, path);
            if (step != LoginStep::Denied) {
                return step;
            }
        } else if (file.state == IdentityFile::State::Encrypted) {
            m_encrypted << path;
        } else if (!file.problem.isEmpty()) {
            m_notes << file.problem;
        }
    }
    return LoginStep::Denied;
}

LoginStep Login::tryFile(const IdentityFile &file, const QString &path)
{
    const int result = ssh_userauth_publickey(m_session, nullptr, file.key.get());
    if (result == SSH_AUTH_AGAIN) {
        return LoginStep::Again;
    }
    if (result == SSH_AUTH_SUCCESS) {
        return LoginStep::Done;
    }
    if (ssh_is_connected(m_session) == 0) {
        return LoginStep::Broken;
    }
    ++m_offered;
    m_offeredBlobs.insert(file.publicBlob);
    const QString what = result == SSH_AUTH_PARTIAL
                             ? QStringLiteral("was accepted, but the worker wants more than a key")
                             : QStringLiteral("was not accepted");
    m_notes << QStringLiteral("%1 (%2) %3.").arg(path, fingerprint(file.publicBlob), what);
    return LoginStep::Denied;
}

LoginStep Login::askAgent()
{
    if (!m_endpoint.useAgent || !m_agent.hasAgent() || m_offered >= MostOffers) {
        m_stage = Stage::Over;
        return LoginStep::Denied;
    }
    m_stage = Stage::ListingAgent;
    m_ticket = m_agent.keys(laterTurn(), later(&Login::handleAgentKeys));
    return LoginStep::Again;
}

template <typename T>
std::function<void(T)> Login::later(void (Login::*take)(const T &))
{
    const std::weak_ptr<Login *> self = m_self;
    return [inbox = m_inbox, self, take](T answer) {
        inbox->post([self, take, answer = std::move(answer)] {
            if (const auto login = self.lock()) {
                ((*login)->*take)(answer);
            }
        });
    };
}

AgentBroker::TurnCame Login::laterTurn()
{
    const std::weak_ptr<Login *> self = m_self;
    return [inbox = m_inbox, self] {
        inbox->post([self] {
            if (const auto login = self.lock()) {
                (*login)->handleTurn();
            }
        });
    };
}

void Login::handleTurn()
{
    m_hasTurn = true;
    m_onProgress();
}

AgentWait Login::agentWait() const
{
    if (m_ticket == 0 && !(m_agentLogin && m_agentLogin->isWaitingForAgent())) {
        return AgentWait::None;
    }
    return m_hasTurn ? AgentWait::Answer : AgentWait::Turn;
}

void Login::handleAgentKeys(const Result<QList<QByteArray>> &answer)
{
    m_ticket = 0;
    m_hasTurn = false;
    if (!answer) {
        m_notes << answer.error().text();
    }
    const QList<QByteArray> keys = answer.value_or(QList<QByteArray>());
    QList<QByteArray> wanted;
    bool isAnyFileThere = false;
    for (const QString &path : m_endpoint.identityFiles) {
        const IdentityFile &file = m_keys.load(path);
        isAnyFileThere = isAnyFileThere || file.state != IdentityFile::State::Missing;
        if (keys.contains(file.publicBlob)) {
            wanted << file.publicBlob;
        }
    }
    if (!isAnyFileThere || m_endpoint.offerAllAgentKeys) {
        wanted << keys;
    }
    QList<QByteArray> offers;
    for (const QByteArray &blob : qAsConst(wanted)) {
        if (!m_offeredBlobs.contains(blob) && m_offered + offers.size() < MostOffers) {
            m_offeredBlobs.insert(blob);
            offers << blob;
        }
    }
    if (!offers.isEmpty()) {
        makeAgentLogin(offers);
    } else {
        m_stage = Stage::Over;
        if (answer) {
            m_notes
                << (keys.isEmpty() ? QStringLiteral("The ssh agent holds no key.")
                                   : QStringLiteral("The ssh agent holds none of these keys."));
        }
    }
    m_onProgress();
}

void Login::makeAgentLogin(const QList<QByteArray> &offers)
{
    m_offered += offers.size();
    m_agentLogin = std::make_unique<AgentLogin>(
        m_session, m_endpoint.user, offers, m_agent, laterTurn(), later(&Login::handleSignature));
    m_stage = Stage::Agent;
}

void Login::handleSignature(const Result<QByteArray> &answer)
{
    m_hasTurn = false;
    m_agentLogin->handleSignature(answer);
    m_onProgress();
}

LoginStep Login::tryAgent()
{
    const LoginStep step = m_agentLogin->step();
    if (step == LoginStep::Denied) {
        m_stage = Stage::Over;
        m_notes
            << (m_agentLogin->problem().isEmpty()
                    ? QStringLiteral("None of the ssh agent's keys was accepted.")
                    : m_agentLogin->problem());
    }
    return step;
}

Error Login::refusal() const
{
    const QString worker = m_endpoint.worker.text();
    Error error;
    error.kind = ErrorKind::Authentication;
    error.subject = worker;
    if (m_offered > 0) {
        error.summary = QStringLiteral("%1 does not let %2 in.").arg(worker, m_endpoint.user);
        error.hint = QStringLiteral("See that the account exists there and has your public key.");
    } else {
        error.summary = QStringLiteral("There is no key to log in on %1 with.").arg(worker);
        error.hint =
            QStringLiteral("Choose an identity file, or start an ssh agent that has a key.");
    }
    QStringList notes = m_notes;
    for (const QString &path : m_encrypted) {
        notes << QStringLiteral("%1 needs a passphrase.").arg(path);
    }
    if (!m_encrypted.isEmpty()) {
        error.hint =
            QStringLiteral("Give the key to your ssh agent: ssh-add %1").arg(m_encrypted.first());
    }
    error.detail = notes.join(QLatin1Char(' '));
    return error;
}

} // namespace podium::ssh
