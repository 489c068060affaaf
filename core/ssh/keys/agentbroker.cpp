// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/agentbroker.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace podium::ssh {

namespace {

Error agentError(const QString &path, const QString &detail)
{
    return {
        ErrorKind::Authentication, QStringLiteral("The ssh agent did not answer as it should."),
        detail, QStringLiteral("See whether ssh-add -l works."), path};
}

QString errnoText()
{
    return QString::fromLocal8Bit(std::strerror(errno)) + QLatin1Char('.');
}

} // namespace

AgentBroker::AgentBroker(QString socketPath)
    : m_path(std::move(socketPath))
    , m_interruptFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{}

AgentBroker::~AgentBroker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopping = true;
        m_queue.clear();
    }
    m_changed.notify_all();
    interrupt();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    drop();
    ::close(m_interruptFd);
}

void AgentBroker::interrupt()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_interruptFd, &one, sizeof one);
}

void AgentBroker::drop()
{
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
}

AgentBroker::Ticket AgentBroker::keys(TurnCame turnCame, KeysDone done)
{
    return enqueue(
        agentprotocol::message(agentprotocol::RequestIdentities), std::move(turnCame),
        [path = m_path, done = std::move(done)](Result<agentprotocol::Message> answer) {
            if (!answer) {
                return done(failure(answer.error()));
            }
            const auto blobs = agentprotocol::parseIdentities(*answer);
            if (!blobs) {
                return done(failure(agentError(path, QStringLiteral("It lists no keys."))));
            }
            done(*blobs);
        });
}

AgentBroker::Ticket
AgentBroker::sign(agentprotocol::Signing signing, TurnCame turnCame, SignatureDone done)
{
    return enqueue(
        agentprotocol::signRequest(signing), std::move(turnCame),
        [this, path = m_path, done = std::move(done)](Result<agentprotocol::Message> answer) {
            if (!answer) {
                return done(failure(answer.error()));
            }
            m_lastAnswered = Clock::now();
            if (answer->type != agentprotocol::SignResponse) {
                return done(failure(agentError(path, QStringLiteral("It would not sign."))));
            }
            done(answer->contents);
        });
}

AgentBroker::Ticket AgentBroker::enqueue(
    QByteArray message, TurnCame turnCame, std::function<void(Result<agentprotocol::Message>)> done)
{
    const std::lock_guard lock(m_mutex);
    const Ticket ticket = ++m_lastTicket;
    m_queue.push_back({ticket, std::move(message), std::move(turnCame), std::move(done)});
    if (!m_thread.joinable()) {
        m_thread = std::thread([this] { run(); });
    }
    m_changed.notify_all();
    return ticket;
}

void AgentBroker::cancel(Ticket ticket)
{
    const std::lock_guard lock(m_mutex);
    if (m_current == ticket) {
        interrupt();
    }
    m_queue.erase(
        std::remove_if(
            m_queue.begin(), m_queue.end(),
            [ticket](const Request &request) { return request.ticket == ticket; }),
        m_queue.end());
}

void AgentBroker::run()
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    std::unique_lock lock(m_mutex);
    while (!m_isStopping) {
        if (m_queue.empty()) {
            m_changed.wait(lock);
            continue;
        }
        const Request request = std::move(m_queue.front());
        m_queue.pop_front();
        m_current = request.ticket;
        // An interruption is for the request under way, not for one that has ended.
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t got = ::read(m_interruptFd, &count, sizeof count);
        lock.unlock();
        request.turnCame();
        const bool wasConnected = m_fd >= 0;
        auto answer = ask(request.message);
        if (!answer && wasConnected && answer.error().kind != ErrorKind::Cancelled) {
            drop(); // it may have been restarted since
            answer = ask(request.message);
        }
        if (!answer) {
            drop(); // a late answer must not be taken for the next request's
        }
        if (answer || answer.error().kind != ErrorKind::Cancelled) {
            request.done(std::move(answer));
        }
        lock.lock();
        m_current = 0;
    }
}

Result<agentprotocol::Message> AgentBroker::ask(const QByteArray &message)
{
    if (auto connected = connectToAgent(); !connected) {
        return failure(connected.error());
    }
    const Error cancelled{ErrorKind::Cancelled, {}};
    int sent = 0;
    while (sent < message.size()) {
        if (!waitFor(POLLOUT)) {
            return failure(cancelled);
        }
        const ssize_t n = ::send(
            m_fd, message.constData() + sent, std::size_t(message.size() - sent), MSG_NOSIGNAL);
        if (n <= 0 && errno != EAGAIN) {
            return failure(agentError(m_path, errnoText()));
        }
        sent += int(std::max<ssize_t>(n, 0));
    }
    QByteArray received;
    std::array<char, 16384> chunk{};
    for (;;) {
        if (const auto answer = agentprotocol::takeMessage(received)) {
            return *answer;
        }
        if (!waitFor(POLLIN)) {
            return failure(cancelled);
        }
        const ssize_t n = ::recv(m_fd, chunk.data(), chunk.size(), 0);
        if (n == 0 || (n < 0 && errno != EAGAIN)) {
            return failure(agentError(
                m_path, n == 0 ? QStringLiteral("It closed the connection.") : errnoText()));
        }
        received.append(chunk.data(), int(std::max<ssize_t>(n, 0)));
    }
}

Result<> AgentBroker::connectToAgent()
{
    if (m_fd >= 0) {
        return {};
    }
    const QByteArray name = QFile::encodeName(m_path);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (name.isEmpty() || std::size_t(name.size()) >= sizeof address.sun_path) {
        return failure(agentError(m_path, QStringLiteral("SSH_AUTH_SOCK is no socket's name.")));
    }
    std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()));
    m_fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (m_fd < 0 ||
        ::connect(m_fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        // EAGAIN: its queue is full, it does not accept any more.
        return failure(agentError(m_path, errnoText()));
    }
    return {};
}

bool AgentBroker::waitFor(short events) const
{
    std::array<pollfd, 2> fds = {
        pollfd{m_fd, events, 0},
        pollfd{m_interruptFd, POLLIN, 0},
    };
    while (::poll(fds.data(), fds.size(), -1) < 0 && errno == EINTR) {
    }
    return fds[1].revents == 0;
}

} // namespace podium::ssh
