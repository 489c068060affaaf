// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/libsshconnection.h"

#include "core/ssh/failures.h"
#include "core/ssh/keys/hostkeycheck.h"
#include "core/ssh/libssh/execchannel.h"
#include "core/ssh/libssh/forwardchannel.h"
#include "core/ssh/libssh/libssherrors.h"
#include "core/ssh/libssh/sessionsetup.h"
#include "core/ssh/plaintext.h"

#include <sys/epoll.h>
#include <utility>

namespace podium::ssh {

namespace {

/// Reads in a row before others on the thread get their turn.
constexpr int PumpsInARow = 16;
/// How much libssh reads at once. Less has come: there was no more.
constexpr std::uint64_t LibraryReadSize = 4096;

std::optional<HostKey> shownHostKey(ssh_session session)
{
    ssh_key raw = nullptr;
    if (ssh_get_server_publickey(session, &raw) != SSH_OK) {
        return std::nullopt;
    }
    const KeyHandle key(raw);
    return HostKey::fromBlob(publicBlob(key.get()));
}

} // namespace

LibsshConnection::LibsshConnection(
    const Endpoint &endpoint, LibsshWorld world, std::function<void()> onProgress)
    : Connection(endpoint, std::move(onProgress))
    , m_world(world)
    , m_self(std::make_shared<LibsshConnection *>(this))
{}

LibsshConnection::~LibsshConnection()
{
    m_login.reset();
    m_event.reset();
}

LibsshConnection::State LibsshConnection::step()
{
    switch (m_state) {
    case State::Connecting:
        if (!std::exchange(m_hasBegun, true)) {
            return begin();
        }
        return m_tcp && !m_slot->hasToWait() ? stepTcp(m_tcp->step()) : m_state;
    case State::KeyExchange:
        return exchangeKeys();
    case State::Login:
        return logIn();
    case State::Ready:
    case State::Failed:
        break;
    }
    return m_state;
}

LibsshConnection::State LibsshConnection::begin()
{
    if (m_endpoint.address.isEmpty()) {
        return fail(Unreachable{noAddress(m_endpoint)});
    }
    auto keys = acceptableKeys(m_endpoint, m_world.hostKeys);
    if (!keys) {
        return fail(Refused{keys.error()});
    }
    m_acceptableKeys = *std::move(keys);
    auto addresses = numericAddress(m_endpoint.address, m_endpoint.port);
    if (addresses.empty()) {
        resolve();
        return m_state;
    }
    return connectTo(std::move(addresses));
}

void LibsshConnection::resolve()
{
    const std::weak_ptr<LibsshConnection *> self = m_self;
    m_world.resolvers.start(
        [self, inbox = m_world.loop.inbox(), host = m_endpoint.address, port = m_endpoint.port] {
            QString problem;
            auto addresses = resolveName(host, port, problem);
            inbox->post([self, problem, addresses = std::move(addresses)] {
                const auto connection = self.lock();
                if (!connection) {
                    return;
                }
                LibsshConnection &that = **connection;
                if (addresses.empty()) {
                    that.fail(Unreachable{nameNotFound(that.m_endpoint, problem)});
                } else {
                    that.connectTo(addresses);
                }
                that.m_onProgress();
            });
        });
}

LibsshConnection::State LibsshConnection::connectTo(std::vector<SocketAddress> addresses)
{
    m_tcp = std::make_unique<TcpConnector>(std::move(addresses));
    m_slot = std::make_unique<ConnectPacer::Slot>(m_world.pacer, [this] { m_onProgress(); });
    return m_slot->hasToWait() ? m_state : stepTcp(m_tcp->step());
}

bool LibsshConnection::hasMoreAddresses() const
{
    return m_state == State::Connecting && m_tcp && m_tcp->hasMoreAddresses();
}

LibsshConnection::State LibsshConnection::skipAddress()
{
    return stepTcp(m_tcp->skipAddress());
}

LibsshConnection::State LibsshConnection::stepTcp(TcpConnector::State state)
{
    switch (state) {
    case TcpConnector::State::Connecting:
        break;
    case TcpConnector::State::Failed:
        return fail(Unreachable{cannotConnect(m_endpoint, m_tcp->errorNumber())});
    case TcpConnector::State::Connected:
        return beginKeyExchange();
    }
    return m_state;
}

LibsshConnection::State LibsshConnection::beginKeyExchange()
{
    auto session = makeSession(m_tcp->fd(), m_endpoint, hostKeyAlgorithms(m_acceptableKeys));
    if (!session) {
        return fail(Refused{session.error()});
    }
    // From the first ssh_connect() on the descriptor is the session's.
    m_session = *std::move(session);
    ssh_set_counters(m_session.get(), &m_traffic, nullptr);
    [[maybe_unused]] const int fd = m_tcp->takeFd();
    m_tcp.reset();
    m_state = State::KeyExchange;
    return exchangeKeys();
}

LibsshConnection::State LibsshConnection::exchangeKeys()
{
    const LibsshErrors trail;
    const int result = ssh_connect(m_session.get());
    if (result == SSH_ERROR) {
        return fail(keyExchangeFailure(trail.find(NoMatch)));
    }
    return result == SSH_AGAIN ? m_state : checkKey();
}

Ending LibsshConnection::keyExchangeFailure(const QString &mismatch) const
{
    if (!mismatch.isEmpty()) {
        const bool isAboutHostKey = mismatch.contains(QLatin1String("server host key"));
        return isAboutHostKey && !m_acceptableKeys.isEmpty()
                   ? Refused{noKnownKeyShown(m_endpoint, m_acceptableKeys, mismatch)}
                   : Refused{noCommonAlgorithm(m_endpoint, mismatch)};
    }
    const QString text = lastErrorText(m_session.get());
    if (ssh_get_serverbanner(m_session.get()) == nullptr) {
        return Unreachable{noSshServer(m_endpoint, text)};
    }
    return Unreachable{brokeBeforeCommand(m_endpoint, text)};
}

LibsshConnection::State LibsshConnection::checkKey()
{
    // Up to here nothing of the person's has been sent, not even a name.
    const auto shown = shownHostKey(m_session.get());
    if (!shown) {
        return fail(Unreachable{noSshServer(m_endpoint, lastErrorText(m_session.get()))});
    }
    if (const auto checked = checkHostKey(m_endpoint, *shown, m_world.hostKeys); !checked) {
        return fail(Refused{checked.error()});
    }
    m_state = State::Login;
    m_login = std::make_unique<podium::ssh::Login>(
        m_session.get(), m_endpoint, m_world.privateKeys, m_world.agent, m_world.loop.inbox(),
        m_onProgress);
    return logIn();
}

LibsshConnection::State LibsshConnection::logIn()
{
    const LoginStep step = m_login->step();
    switch (step) {
    case LoginStep::Again:
        break;
    case LoginStep::Done:
        return becomeReady();
    case LoginStep::Denied:
        return fail(Refused{m_login->refusal()});
    case LoginStep::Broken: {
        if (m_login->agentWait() != AgentWait::None) {
            return fail(Unreachable{brokeBeforeCommand(
                m_endpoint, QStringLiteral("It was closed while the ssh agent took its time."))});
        }
        const QString text = lastErrorText(m_session.get());
        return text.contains(QLatin1String("SSH_MSG_DISCONNECT"))
                   ? fail(Refused{disconnectedAtLogin(m_endpoint, text)})
                   : fail(Unreachable{brokeBeforeCommand(m_endpoint, text)});
    }
    }
    return m_state;
}

LibsshConnection::State LibsshConnection::becomeReady()
{
    m_slot.reset();
    m_event.reset(ssh_event_new());
    if (!m_event || ssh_event_add_session(m_event.get(), m_session.get()) != SSH_OK) {
        return fail(Unreachable{brokeBeforeCommand(m_endpoint, lastErrorText(m_session.get()))});
    }
    return m_state = State::Ready;
}

int LibsshConnection::descriptor() const
{
    if (m_tcp) {
        return m_tcp->fd();
    }
    return m_session ? ssh_get_fd(m_session.get()) : -1;
}

std::uint32_t LibsshConnection::wantedEvents() const
{
    if (m_tcp) {
        return EPOLLOUT;
    }
    if (agentWait() != AgentWait::None) {
        return EPOLLRDHUP; // what it says meanwhile waits: libssh is not at work
    }
    // ssh_get_poll_flags() would still say "write" when all is written.
    const bool isWriting = (ssh_get_status(m_session.get()) & SSH_WRITE_PENDING) != 0;
    return isWriting ? EPOLLIN | EPOLLOUT : EPOLLIN;
}

AgentWait LibsshConnection::agentWait() const
{
    return m_login ? m_login->agentWait() : AgentWait::None;
}

std::chrono::steady_clock::time_point LibsshConnection::agentLastAnswered() const
{
    return m_world.agent.lastAnswered();
}

void LibsshConnection::expectAnswer()
{
    // sshd leaves Nagle's algorithm on for commands: its next packet waits until this one is
    // acknowledged, the exit status for the output. What was answered meanwhile has been.
    if (std::exchange(m_acknowledgedBytes, m_traffic.in_bytes) != m_traffic.in_bytes) {
        acknowledgeQuickly(descriptor());
    }
}

bool LibsshConnection::hasBanner() const
{
    return m_session && ssh_get_serverbanner(m_session.get()) != nullptr;
}

std::unique_ptr<CommandChannel> LibsshConnection::open(
    const QByteArray &command, CommandChannel::Output output, std::optional<TerminalSize> terminal)
{
    return std::make_unique<ExecChannel>(m_session.get(), command, std::move(output), terminal);
}

std::unique_ptr<CommandChannel>
LibsshConnection::openForward(const ForwardTarget &target, CommandChannel::Output output)
{
    return std::make_unique<ForwardChannel>(m_session.get(), target, std::move(output));
}

QString LibsshConnection::lastProblem() const
{
    return lastErrorText(m_session.get());
}

bool LibsshConnection::pump()
{
    m_login.reset(); // not at its end: that may be inside its own call
    for (int i = 0; i < PumpsInARow && !isBroken(); ++i) {
        const std::uint64_t before = m_traffic.in_bytes;
        if (ssh_event_dopoll(m_event.get(), 0) < 0 ||
            m_traffic.in_bytes - before < LibraryReadSize) {
            break; // nothing more to read, or broken
        }
    }
    return !isBroken();
}

bool LibsshConnection::isBroken() const
{
    return descriptor() < 0 || ssh_is_connected(m_session.get()) == 0 ||
           (ssh_get_status(m_session.get()) & (SSH_CLOSED | SSH_CLOSED_ERROR)) != 0;
}

} // namespace podium::ssh
