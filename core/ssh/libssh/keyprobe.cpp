// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/keyprobe.h"

#include "core/ssh/failures.h"
#include "core/ssh/io/tcpconnector.h"
#include "core/ssh/keys/hostkeycheck.h"
#include "core/ssh/libssh/libssherrors.h"
#include "core/ssh/libssh/sessionsetup.h"

#include <QDeadlineTimer>
#include <QScopeGuard>

#include <array>
#include <cerrno>
#include <functional>
#include <openssl/crypto.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace podium::ssh {

namespace {

/// Ends a poll() that waits for a worker.
struct WakeFd
{
    WakeFd() = default;
    WakeFd(const WakeFd &) = delete;
    WakeFd &operator=(const WakeFd &) = delete;
    ~WakeFd() { ::close(fd); }

    const int fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
};

class Prober final
{
public:
    Prober(const KeyProbe &probe, HostKeyStore &hostKeys)
        : m_probe(probe)
        , m_hostKeys(hostKeys)
        , m_deadline(probe.limit)
        , m_onStop(probe.stop, [this] { ::eventfd_write(m_wake.fd, 1); })
    {}

    Result<QList<bool>> run()
    {
        if (auto ready = connect().and_then([this] { return exchangeKeys(); }); !ready) {
            return failure(ready.error());
        }
        QList<bool> answers;
        for (const QByteArray &blob : m_probe.blobs.mid(0, MostProbedKeys)) {
            const auto answer = offer(blob);
            if (!answer) {
                return failure(answer.error());
            }
            answers << *answer;
        }
        return answers;
    }

private:
    [[nodiscard]] const Endpoint &endpoint() const { return m_probe.endpoint; }

    [[nodiscard]] Error tooLate() const
    {
        return {
            ErrorKind::Timeout,
            QStringLiteral("%1 did not say in time which keys it takes.")
                .arg(endpoint().worker.text()),
            {},
            {},
            endpoint().worker.text()};
    }

    /// False when the time is up, or nobody waits for the answer any more.
    [[nodiscard]] bool wait(int fd, short events) const
    {
        std::array<pollfd, 2> what{pollfd{fd, events, 0}, pollfd{m_wake.fd, POLLIN, 0}};
        int ready = -1;
        do {
            ready = ::poll(what.data(), what.size(), int(m_deadline.remainingTime()));
        } while (ready < 0 && errno == EINTR);
        return ready > 0 && !m_probe.stop.stop_requested();
    }

    Result<> connect()
    {
        if (endpoint().address.isEmpty()) {
            return failure(noAddress(endpoint()));
        }
        auto addresses = numericAddress(endpoint().address, endpoint().port);
        if (addresses.empty()) {
            QString problem;
            addresses = resolveName(endpoint().address, endpoint().port, problem);
            if (addresses.empty()) {
                return failure(nameNotFound(endpoint(), problem));
            }
        }
        TcpConnector tcp(std::move(addresses));
        auto state = tcp.step();
        while (state == TcpConnector::State::Connecting) {
            if (!wait(tcp.fd(), POLLOUT)) {
                return failure(tooLate());
            }
            state = tcp.step();
        }
        if (state == TcpConnector::State::Failed) {
            return failure(cannotConnect(endpoint(), tcp.errorNumber()));
        }
        const auto known = acceptableKeys(endpoint(), m_hostKeys);
        if (!known) {
            return failure(known.error());
        }
        auto session = makeSession(tcp.fd(), endpoint(), hostKeyAlgorithms(*known));
        if (!session) {
            return failure(session.error());
        }
        m_session = *std::move(session);
        [[maybe_unused]] const int fd = tcp.takeFd(); // the session's from here on
        return {};
    }

    [[nodiscard]] Error broke() const
    {
        return brokeBeforeCommand(endpoint(), lastErrorText(m_session.get()));
    }

    Result<> exchangeKeys()
    {
        const LibsshErrors trail;
        int result = ssh_connect(m_session.get());
        while (result == SSH_AGAIN) {
            if (!waitForSession()) {
                return failure(tooLate());
            }
            result = ssh_connect(m_session.get());
        }
        if (const QString mismatch = trail.find(NoMatch); !mismatch.isEmpty()) {
            return failure(noCommonAlgorithm(endpoint(), mismatch));
        }
        ssh_key raw = nullptr;
        if (result != SSH_OK || ssh_get_server_publickey(m_session.get(), &raw) != SSH_OK) {
            return failure(broke());
        }
        const KeyHandle key(raw);
        const auto shown = HostKey::fromBlob(publicBlob(key.get()));
        return shown ? checkHostKey(endpoint(), *shown, m_hostKeys) : failure(broke());
    }

    [[nodiscard]] bool waitForSession() const
    {
        const int fd = ssh_get_fd(m_session.get());
        const bool isWriting = (ssh_get_status(m_session.get()) & SSH_WRITE_PENDING) != 0;
        acknowledgeQuickly(fd);
        return fd >= 0 && wait(fd, short(isWriting ? POLLIN | POLLOUT : POLLIN));
    }

    Result<bool> offer(const QByteArray &blob)
    {
        const auto parsed = HostKey::fromBlob(blob); // names its type
        ssh_key raw = nullptr;
        const auto type =
            parsed ? ssh_key_type_from_name(parsed->type.constData()) : SSH_KEYTYPE_UNKNOWN;
        if (type == SSH_KEYTYPE_UNKNOWN ||
            ssh_pki_import_pubkey_base64(blob.toBase64().constData(), type, &raw) != SSH_OK) {
            return failure(cannotOffer({}));
        }
        const KeyHandle key(raw);
        int result = SSH_AUTH_AGAIN;
        while (result == SSH_AUTH_AGAIN) {
            result = ssh_userauth_try_publickey(m_session.get(), nullptr, key.get());
            if (result == SSH_AUTH_AGAIN && !waitForSession()) {
                return failure(tooLate());
            }
        }
        if (result == SSH_AUTH_SUCCESS) {
            return true;
        }
        if (ssh_is_connected(m_session.get()) == 0) {
            return failure(broke());
        }
        // libssh itself also refuses, without asking: that says nothing about the worker.
        const QString text = lastErrorText(m_session.get());
        return text.contains(QLatin1String("Access denied")) ? Result<bool>(false)
                                                             : failure(cannotOffer(text));
    }

    [[nodiscard]] Error cannotOffer(const QString &detail) const
    {
        return {
            ErrorKind::Refused,
            QStringLiteral("This kind of key cannot be offered to %1 to see whether it is taken.")
                .arg(endpoint().worker.text()),
            detail,
            {},
            endpoint().worker.text()};
    }

    const KeyProbe &m_probe;
    HostKeyStore &m_hostKeys;
    QDeadlineTimer m_deadline;
    const WakeFd m_wake;
    const std::stop_callback<std::function<void()>> m_onStop; ///< goes before what it writes to
    SessionHandle m_session;
};

} // namespace

Result<QList<bool>> probeKeys(const KeyProbe &probe, HostKeyStore &hostKeys)
{
    if (!probe.isDirect || !probe.endpoint.proxyJump.isEmpty() ||
        !probe.endpoint.proxyCommand.isEmpty()) {
        const QString worker = probe.endpoint.worker.text();
        return failure(
            {ErrorKind::Unavailable,
             QStringLiteral("Whether %1 refuses a key cannot be asked over a jump host or proxy "
                            "command.")
                 .arg(worker),
             {},
             QStringLiteral("Run Podium where it can be reached directly for that."),
             worker});
    }
    // The random generators that OpenSSL keeps for each thread would else go with the thread, and
    // Qt does not wait for the very end of a pool's threads: a program would leave them behind.
    const auto freeThreadState = qScopeGuard([] { OPENSSL_thread_stop(); });
    return Prober(probe, hostKeys).run();
}

} // namespace podium::ssh
