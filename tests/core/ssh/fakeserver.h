// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ssh/localsshd.h"

#include <QSocketNotifier>

#include <functional>
#include <memory>
#include <vector>

namespace podium::ssh::test {

inline void resetConnection(int fd)
{
    const linger now{1, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    ::close(fd);
}

/// Where a signal (a process of the test's has ended) came in between, it goes on, and is waited
/// for. 0, or why it failed.
inline int connectTo(int fd, const sockaddr_in &to)
{
    if (::connect(fd, reinterpret_cast<const sockaddr *>(&to), sizeof to) == 0) {
        return 0;
    }
    if (errno != EINTR) {
        return errno;
    }
    pollfd made{fd, POLLOUT, 0};
    int error = ETIMEDOUT;
    socklen_t size = sizeof error;
    return TEMP_FAILURE_RETRY(::poll(&made, 1, 10000)) == 1 &&
                   ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0
               ? error
               : ETIMEDOUT;
}

/// Listens on 127.0.0.1 and does with each connection what it is told; keeps the ones it is not
/// told to close. On the test's thread.
class FakeServer final
{
public:
    using Behaviour = std::function<void(int fd)>;

    explicit FakeServer(Behaviour behaviour = {})
        : m_fd(boundSocket(m_port))
        , m_notifier(m_fd, QSocketNotifier::Read)
    {
        QObject::connect(&m_notifier, &QSocketNotifier::activated, &m_notifier, [this, behaviour] {
            const int fd = ::accept4(m_fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
            ++m_count;
            if (behaviour) {
                behaviour(fd);
            } else {
                m_kept.push_back(fd);
            }
        });
    }
    ~FakeServer()
    {
        for (const int fd : m_kept) {
            ::close(fd);
        }
        ::close(m_fd);
    }
    FakeServer(const FakeServer &) = delete;
    FakeServer &operator=(const FakeServer &) = delete;

    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] int count() const { return m_count; }
    void keep(int fd) { m_kept.push_back(fd); }

private:
    quint16 m_port = 0;
    int m_fd;
    QSocketNotifier m_notifier;
    std::vector<int> m_kept;
    int m_count = 0;
};

/// Stands between a client and a real server and can break what runs through it.
class Relay final
{
public:
    explicit Relay(quint16 target) : m_target(target), m_server([this](int fd) { begin(fd); }) {}

    [[nodiscard]] quint16 port() const { return m_server.port(); }
    /// Breaks the connection when the server has sent this many bytes; 0: never.
    void breakAfter(qint64 bytes, bool isReset)
    {
        m_breakAfter = bytes;
        m_isReset = isReset;
    }
    /// The same of what the client has sent.
    void breakAfterTaken(qint64 bytes, bool isReset)
    {
        m_breakAfterTaken = bytes;
        m_isReset = isReset;
    }
    /// Holds it, as freeze() does, when the server has said these bytes and so many more. They have
    /// to come in one piece.
    void freezeAfter(const QByteArray &bytes, int more = 0)
    {
        m_freezeAfter = bytes;
        m_more = more;
        m_hasFrozen = false;
    }
    [[nodiscard]] bool hasFrozen() const { return m_hasFrozen; } ///< by freezeAfter()
    /// Ends every connection now.
    void breakAll(bool isReset)
    {
        for (const auto &pair : m_pairs) {
            pair->end(isReset);
        }
    }
    /// Passes nothing on any more, and closes nothing: a half-open connection.
    void freeze() { setFrozen(true, true); }
    void thaw() { setFrozen(false, false); }
    /// The same one way only: of what the server says, or of what the client says.
    void loseAnswers() { setFrozen(false, true); }
    void loseWords() { setFrozen(true, false); }
    [[nodiscard]] int count() const { return m_server.count(); }

private:
    struct Pair
    {
        int client = -1;
        int server = -1;
        qint64 passed[2] = {0, 0}; ///< from the client, from the server; where that is counted
        std::unique_ptr<QSocketNotifier> clientReads;
        std::unique_ptr<QSocketNotifier> serverReads;
        ~Pair() { end(false); }
        void end(bool isReset)
        {
            if (client < 0) {
                return;
            }
            clientReads->setEnabled(false);
            serverReads->setEnabled(false);
            isReset ? resetConnection(client) : void(::close(client));
            ::close(server);
            client = server = -1;
        }
    };
    void setFrozen(bool areWordsLost, bool areAnswersLost)
    {
        for (const auto &pair : m_pairs) {
            if (pair->client >= 0) {
                pair->clientReads->setEnabled(!areWordsLost);
                pair->serverReads->setEnabled(!areAnswersLost);
            }
        }
    }
    void begin(int client)
    {
        auto pair = std::make_unique<Pair>();
        pair->client = client;
        pair->server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in to = {};
        to.sin_family = AF_INET;
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        to.sin_port = htons(m_target);
        Pair *raw = pair.get();
        pair->clientReads = std::make_unique<QSocketNotifier>(client, QSocketNotifier::Read);
        pair->serverReads = std::make_unique<QSocketNotifier>(raw->server, QSocketNotifier::Read);
        const int error = connectTo(pair->server, to);
        if (error == ECONNREFUSED) { // an sshd that is being started again
            pair->end(true);
            return;
        }
        QVERIFY2(error == 0, qPrintable(qt_error_string(error)));
        QObject::connect(
            pair->clientReads.get(), &QSocketNotifier::activated, pair->clientReads.get(),
            [this, raw] { pass(*raw, raw->client, raw->server, false); });
        QObject::connect(
            pair->serverReads.get(), &QSocketNotifier::activated, pair->serverReads.get(),
            [this, raw] { pass(*raw, raw->server, raw->client, true); });
        m_pairs.push_back(std::move(pair));
    }
    void pass(Pair &pair, int from, int to, bool isFromServer)
    {
        char buffer[16384];
        const qint64 limit = isFromServer ? m_breakAfter : m_breakAfterTaken;
        qint64 &passed = pair.passed[isFromServer ? 1 : 0];
        const bool isCounted = limit > 0;
        const qint64 left = isCounted ? limit - passed : qint64(sizeof buffer);
        qint64 room = qBound<qint64>(1, left, sizeof buffer);
        if (isFromServer && !m_freezeAfter.isEmpty()) {
            const ssize_t seen = ::recv(from, buffer, std::size_t(room), MSG_DONTWAIT | MSG_PEEK);
            room = roomBeforeFreezing(QByteArray(buffer, int(qMax<ssize_t>(seen, 0))), room);
        }
        const ssize_t n = TEMP_FAILURE_RETRY(::recv(from, buffer, std::size_t(room), MSG_DONTWAIT));
        if (n <= 0) {
            return pair.end(false);
        }
        passed += isCounted ? n : 0;
        ssize_t sent = 0;
        while (sent < n) {
            const ssize_t m =
                TEMP_FAILURE_RETRY(::send(to, buffer + sent, std::size_t(n - sent), MSG_NOSIGNAL));
            if (m < 0 && errno != EAGAIN) {
                return pair.end(false);
            }
            sent += qMax<ssize_t>(m, 0);
        }
        if (isCounted && passed >= limit) {
            pair.end(m_isReset);
        } else if (m_hasFrozen && isFromServer && !m_freezeAfter.isEmpty()) {
            m_freezeAfter.clear();
            freeze();
        }
    }
    [[nodiscard]] qint64 roomBeforeFreezing(const QByteArray &said, qint64 room)
    {
        const int at = said.indexOf(m_freezeAfter);
        m_hasFrozen = at >= 0;
        return m_hasFrozen ? qMin<qint64>(room, at + m_freezeAfter.size() + m_more) : room;
    }

    quint16 m_target;
    qint64 m_breakAfter = 0; ///< 0: never
    qint64 m_breakAfterTaken = 0;
    bool m_isReset = false;
    QByteArray m_freezeAfter; ///< empty: it does not
    int m_more = 0;
    bool m_hasFrozen = false;
    std::vector<std::unique_ptr<Pair>> m_pairs;
    FakeServer m_server;
};

} // namespace podium::ssh::test
