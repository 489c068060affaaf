// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"
#include "tests/core/ssh/fakeserver.h"

#include <sys/un.h>

namespace podium::run::test {

/// What a worker of a run suffers.
struct Fault
{
    enum class Setting { Usual, LongJunk, JunkLines, OtherHostKey, OneSession, HangingAgent };
    enum class Moment { Never, BeforeBanner, KeyExchange, Login, Output };
    enum class Blow {
        Kill,  ///< SIGKILL to the sshd of its connection
        Close, ///< the connection ends
        Reset, ///< by RST
        Hold,  ///< SIGSTOP, until release()
        GiveUp ///< the person stops it, twice
    };
    Setting setting = Setting::Usual;
    Moment moment = Moment::Never;
    Blow blow = Blow::Kill;
};

/// An ssh agent that takes connections and never answers.
class HangingAgent final
{
public:
    HangingAgent() : m_fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
    {
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        const QByteArray name = socket().toLocal8Bit();
        std::copy(name.begin(), name.end(), address.sun_path);
        [this, &address] {
            QVERIFY(::bind(m_fd, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0);
            QVERIFY(::listen(m_fd, 16) == 0);
        }();
    }
    ~HangingAgent() { ::close(m_fd); }
    HangingAgent(const HangingAgent &) = delete;
    HangingAgent &operator=(const HangingAgent &) = delete;
    [[nodiscard]] QString socket() const { return m_folder.filePath(QStringLiteral("agent")); }

private:
    QTemporaryDir m_folder;
    int m_fd;
};

/// Says a megabyte of something to whoever connects.
class JunkServer final
{
public:
    explicit JunkServer(QByteArray junk)
        : m_junk(std::move(junk))
        , m_server([this](int fd) { begin(fd); })
    {}
    [[nodiscard]] quint16 port() const { return m_server.port(); }

private:
    void begin(int fd)
    {
        m_server.keep(fd);
        m_sent = 0;
        m_writer = std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Write);
        QObject::connect(m_writer.get(), &QSocketNotifier::activated, m_writer.get(), [this, fd] {
            const ssize_t n = ::send(
                fd, m_junk.constData() + m_sent, std::size_t(m_junk.size() - m_sent), MSG_NOSIGNAL);
            m_sent += int(qMax<ssize_t>(n, 0));
            m_writer->setEnabled(n > 0 && m_sent < m_junk.size());
        });
    }

    const QByteArray m_junk;
    int m_sent = 0;
    ssh::test::FakeServer m_server;
    std::unique_ptr<QSocketNotifier> m_writer; ///< goes before its descriptor is closed
};

/// A worker with an sshd of its own, behind a relay, and the fault it is to have.
class FaultyWorker final
{
public:
    using Moment = Fault::Moment;
    using Blow = Fault::Blow;
    using Setting = Fault::Setting;

    explicit FaultyWorker(const Fault &fault)
        : m_fault(fault)
        , m_sshd(fault.setting == Setting::OneSession ? "MaxSessions 1\n" : "")
        , m_relay(m_sshd.port())
    {
        if (fault.setting == Setting::LongJunk) {
            m_junk = std::make_unique<JunkServer>(QByteArray(1024 * 1024, 'x'));
        } else if (fault.setting == Setting::JunkLines) {
            m_junk = std::make_unique<JunkServer>(QByteArray("junk junk junk\n").repeated(70000));
        }
    }
    /// Just before the run that is to suffer.
    void prepare()
    {
        if (m_fault.setting == Setting::OtherHostKey) {
            m_relay.breakAll(false);
            m_sshd.newHostKey();
        }
        if (m_fault.moment == Moment::BeforeBanner) {
            QVERIFY(::kill(m_sshd.listener(), SIGSTOP) == 0); // the kernel takes the connection
        } else if (m_fault.moment == Moment::KeyExchange) {
            m_relay.freezeAfter("\r\n"); // of the banner
        } else if (m_fault.moment == Moment::Login) {
            // SSH_MSG_NEWKEYS in the clear (RFC 4253, 6 and 7.3), with its padding.
            m_relay.freezeAfter(QByteArray::fromHex("0000000c0a15"), 10);
        }
    }
    [[nodiscard]] ssh::Endpoint endpoint() const
    {
        ssh::Endpoint endpoint = m_sshd.endpoint();
        endpoint.port = m_junk ? m_junk->port() : m_relay.port();
        endpoint.hostKeyAlias = m_name;
        if (m_fault.setting == Setting::HangingAgent) {
            endpoint.identityFiles.clear();
            endpoint.useAgent = true;
        }
        return endpoint;
    }
    /// Its moment has come, or has been missed.
    [[nodiscard]] bool isDue(const Run &run, int slot) const
    {
        const WorkerState &worker = run.state().workers()[std::size_t(slot)];
        const ssh::Phase phase = worker.phase;
        if (worker.ending) {
            return true;
        }
        switch (m_fault.moment) {
        case Moment::Never:
            break;
        case Moment::BeforeBanner:
            return phase == ssh::Phase::KeyExchange;
        case Moment::KeyExchange:
            return phase == ssh::Phase::KeyExchange && m_relay.hasFrozen();
        case Moment::Login:
            return phase == ssh::Phase::Login && m_relay.hasFrozen();
        case Moment::Output:
            return run.output().receivedBytes(slot) > 0;
        }
        return true;
    }
    void strike(Run &run, int slot)
    {
        if (m_fault.moment == Moment::Never) {
            return;
        }
        switch (m_fault.blow) {
        case Blow::Kill:
            return kill();
        case Blow::Close:
        case Blow::Reset:
            return m_relay.breakAll(m_fault.blow == Blow::Reset);
        case Blow::Hold:
            QVERIFY(m_sshd.signalSessions(SIGSTOP) > 0);
            break;
        case Blow::GiveUp:
            run.stopWorker(slot);
            run.stopWorker(slot);
            break;
        }
    }
    /// After Hold.
    void release() { QVERIFY(m_sshd.signalSessions(SIGCONT) > 0); }
    [[nodiscard]] QString trace() const { return m_sshd.path("trace"); }

private:
    void kill()
    {
        if (m_fault.moment == Moment::BeforeBanner) {
            QVERIFY(::kill(m_sshd.listener(), SIGKILL) == 0);
        } else {
            QVERIFY(m_sshd.signalSessions(SIGKILL) > 0);
        }
        m_relay.thaw();
    }

    [[nodiscard]] static QString nextName()
    {
        static int count = 0;
        return QStringLiteral("tpu.faulty-%1").arg(++count);
    }

    const Fault m_fault;
    const QString m_name = nextName(); ///< each has a host key of its own
    ssh::test::LocalSshd m_sshd;
    ssh::test::Relay m_relay;
    std::unique_ptr<JunkServer> m_junk;
};

} // namespace podium::run::test
