// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/fakeserver.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

#include <QtEndian>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

/// SSH_MSG_KEXINIT (RFC 4253, 7.1) with one key exchange method, else with what everybody has.
QByteArray keyExchangeProposal(const QByteArray &method)
{
    QByteArray payload(1 + 16, '\0');
    payload[0] = 20;
    const auto append = [&payload](const QByteArray &names) {
        char length[4];
        qToBigEndian(quint32(names.size()), length);
        payload += QByteArray(length, 4) + names;
    };
    append(method);
    append("ssh-ed25519");
    for (int direction = 0; direction < 2; ++direction) {
        append("aes256-ctr");
    }
    for (int direction = 0; direction < 2; ++direction) {
        append("hmac-sha2-256");
    }
    for (int direction = 0; direction < 2; ++direction) {
        append("none");
    }
    append({});
    append({});
    payload += QByteArray(5, '\0');
    const int padding = 16 - (payload.size() + 5) % 8;
    char length[4];
    qToBigEndian(quint32(payload.size() + padding + 1), length);
    return QByteArray(length, 4) + char(padding) + payload + QByteArray(padding, '\0');
}

} // namespace

/// Workers that do not do as they should: each ends in one way, and holds up no other.
class TestSshFaults final : public TransportTest
{
    Q_OBJECT

private:
    [[nodiscard]] Endpoint at(quint16 port, int index = 0) const
    {
        Endpoint endpoint = m_sshd->endpoint(index);
        endpoint.port = port;
        return endpoint;
    }

private slots:
    void noAddress()
    {
        Endpoint endpoint = at(22);
        endpoint.address.clear();
        endpoint.unreachable = "The node has no external IP.";
        const CommandId id = m_rig->run(TransportRig::request(endpoint));
        const Error error = m_rig->recorder.ending<Unreachable>(id).error;
        QCOMPARE(error.detail, QString("The node has no external IP."));
        QCOMPARE(error.subject, endpoint.worker.text());
    }

    void refusing()
    {
        quint16 port = 0;
        const int fd = boundSocket(port, false);
        const CommandId id = m_rig->run(TransportRig::request(at(port)));
        ::close(fd);
        const Error error = m_rig->recorder.ending<Unreachable>(id).error;
        QCOMPARE(error.kind, ErrorKind::Network);
        QVERIFY2(error.summary.contains("refuses"), qPrintable(error.text()));
        QVERIFY(error.detail.contains(QString::number(port)));
    }

    void nameThatIsNone()
    {
        Endpoint endpoint = at(22);
        endpoint.address = "no such host.invalid";
        const CommandId id = m_rig->run(TransportRig::request(endpoint));
        QVERIFY(m_rig->recorder.endedAs<Unreachable>(id));
    }

    void hangingBeforeTheBanner()
    {
        FakeServer server;
        auto request = TransportRig::request(at(server.port()));
        request.connectLimit = 2s; // TCP has to be through by then
        const CommandId id = m_rig->run(request);
        QCOMPARE(m_rig->recorder.ending<TimedOut>(id), TimedOut{Phase::KeyExchange});
    }

    void neverAccepting()
    {
        // A full backlog: the kernel drops what comes, as a firewall does.
        quint16 port = 0;
        const int fd = boundSocket(port, false);
        QVERIFY(::listen(fd, 0) == 0);
        std::vector<int> fillers;
        for (int i = 0; i < 3; ++i) {
            fillers.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
            sockaddr_in to = {};
            to.sin_family = AF_INET;
            to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            to.sin_port = htons(port);
            ::connect(fillers.back(), reinterpret_cast<sockaddr *>(&to), sizeof to);
        }
        pollfd taken{fillers.front(), POLLOUT, 0}; // it has all the room there is
        QCOMPARE(TEMP_FAILURE_RETRY(::poll(&taken, 1, Patience)), 1);
        auto request = TransportRig::request(at(port));
        request.connectLimit = 300ms;
        const CommandId id = m_rig->run(request);
        QCOMPARE(m_rig->recorder.ending<TimedOut>(id), TimedOut{Phase::Connecting});
        for (const int filler : fillers) {
            ::close(filler);
        }
        ::close(fd);
    }

    void breaksBeforeTheBanner_data()
    {
        QTest::addColumn<bool>("isReset");
        QTest::addColumn<QByteArray>("greeting");
        QTest::newRow("closed") << false << QByteArray();
        QTest::newRow("reset") << true << QByteArray();
        QTest::newRow("full") << false << QByteArray("Exceeded MaxStartups\r\n");
        QTest::newRow("not ssh") << false << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("old ssh") << false << QByteArray("SSH-1.5-OpenSSH_2.0\r\n");
        QTest::newRow("after the banner") << false << QByteArray("SSH-2.0-OpenSSH_9.2\r\n");
        QTest::newRow("reset after the banner") << true << QByteArray("SSH-2.0-OpenSSH_9.2\r\n");
        QTest::newRow("NUL and control")
            << false << QByteArray("SSH-2.0-\0\x1b[31m\x07\r\n\0\0\0\0\xff\xff\xff\xff", 26);
    }
    void breaksBeforeTheBanner()
    {
        QFETCH(bool, isReset);
        QFETCH(QByteArray, greeting);
        FakeServer server([&](int fd) {
            [[maybe_unused]] const ssize_t n =
                ::send(fd, greeting.constData(), std::size_t(greeting.size()), MSG_NOSIGNAL);
            isReset ? resetConnection(fd) : void(::close(fd));
        });
        const CommandId id = m_rig->run(TransportRig::request(at(server.port())));
        const Error error = m_rig->recorder.ending<Unreachable>(id).error;
        QVERIFY(!error.summary.isEmpty());
        for (const QChar c : error.text()) {
            QVERIFY(c.isPrint());
        }
    }

    void junkInsteadOfABanner_data()
    {
        QTest::addColumn<QByteArray>("junk");
        QTest::addColumn<bool>("isNoticed");
        QByteArray lines;
        while (lines.size() < 1024 * 1024) {
            lines += "junk junk junk\n";
        }
        QTest::newRow("one long line") << QByteArray(1024 * 1024, 'x') << true;
        QTest::newRow("many lines") << lines << false;
        QTest::newRow("zeros") << QByteArray(1024 * 1024, '\0') << true;
    }
    void junkInsteadOfABanner()
    {
        QFETCH(QByteArray, junk);
        QFETCH(bool, isNoticed);
        std::unique_ptr<QSocketNotifier> writer;
        int sent = 0;
        FakeServer server([&](int fd) {
            writer = std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Write);
            connect(writer.get(), &QSocketNotifier::activated, this, [&, fd] {
                const ssize_t n = ::send(
                    fd, junk.constData() + sent, std::size_t(junk.size() - sent), MSG_NOSIGNAL);
                sent += int(qMax<ssize_t>(n, 0));
                writer->setEnabled(n > 0 && sent < junk.size());
            });
            server.keep(fd);
        });
        auto request = TransportRig::request(at(server.port()));
        if (!isNoticed) {
            request.connectLimit = 1500ms;
        }
        const CommandId id = m_rig->run(request);
        QVERIFY(
            isNoticed ? m_rig->recorder.endedAs<Unreachable>(id)
                      : m_rig->recorder.endedAs<TimedOut>(id));
        writer.reset();
    }

    void breaksAnywhere_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::addColumn<bool>("isReset");
        // A login takes about 3,000 bytes from the server; the first output comes after it.
        for (const int bytes : {1, 20, 45, 600, 1100, 1500, 1600, 1700, 1800, 2000, 2400}) {
            QTest::addRow("closed after %d", bytes) << bytes << false;
            QTest::addRow("reset after %d", bytes) << bytes << true;
        }
    }
    void breaksAnywhere()
    {
        QFETCH(int, bytes);
        QFETCH(bool, isReset);
        QTemporaryDir proof;
        const QString file = proof.filePath("ran");
        Relay relay(m_sshd->port());
        relay.breakAfter(bytes, isReset);
        const CommandId id = m_rig->run(TransportRig::request(
            at(relay.port()),
            "touch " + file.toLocal8Bit() + "; head -c 100000 /dev/zero; sleep 0.2"));
        auto &record = m_rig->recorder[id];
        if (std::holds_alternative<Lost>(*record.ending)) {
            return; // it may have run
        }
        QVERIFY2(
            std::holds_alternative<Unreachable>(*record.ending),
            qPrintable(m_rig->recorder.describe(id)));
        // Another login later, what had been sent would have run.
        const CommandId look =
            m_rig->run(TransportRig::request(m_sshd->endpoint(), "test -e " + file.toLocal8Bit()));
        QCOMPARE(m_rig->recorder.ending<Exited>(look), Exited{1});
        QCOMPARE(relay.count(), 1);
    }

    void breaksWhileItRuns_data()
    {
        QTest::addColumn<bool>("isReset");
        QTest::newRow("closed") << false;
        QTest::newRow("reset") << true;
    }
    void breaksWhileItRuns()
    {
        QFETCH(bool, isReset);
        Relay relay(m_sshd->port());
        const CommandId id =
            m_rig->transport->start(TransportRig::request(at(relay.port()), "echo up; sleep 20"))
                .id();
        QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        relay.breakAll(isReset);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        const Error error = m_rig->recorder.ending<Lost>(id).error;
        QVERIFY(!error.hint.isEmpty());
        QCOMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        QCOMPARE(relay.count(), 1); // never sent again
    }

    void totalLimitBeforeItRuns()
    {
        FakeServer server;
        auto request = TransportRig::request(at(server.port()));
        request.totalLimit = 2s;
        QCOMPARE(
            m_rig->recorder.ending<TimedOut>(m_rig->run(request)), TimedOut{Phase::KeyExchange});
    }

    void refusesTheChannel()
    {
        LocalSshd sshd("MaxSessions 0\n");
        const CommandId id = m_rig->run(TransportRig::request(sshd.endpoint()));
        QCOMPARE(m_rig->recorder.ending<Refused>(id).error.kind, ErrorKind::Refused);
    }

    void refusesTheUser()
    {
        LocalSshd sshd("DenyUsers " + userName().toUtf8() + "\n");
        const CommandId id = m_rig->run(TransportRig::request(sshd.endpoint()));
        QCOMPARE(m_rig->recorder.ending<Refused>(id).error.kind, ErrorKind::Authentication);
    }

    void wantsMoreThanAKey()
    {
        LocalSshd sshd("AuthenticationMethods publickey,publickey\n");
        const CommandId id = m_rig->run(TransportRig::request(sshd.endpoint()));
        const Error error = m_rig->recorder.ending<Refused>(id).error;
        QVERIFY2(error.detail.contains("more than a key"), qPrintable(error.text()));
    }

    /// The greeting and the proposal in one piece, as they often come over a long line.
    void speaksNothingThatWeDoInOnePiece()
    {
        FakeServer server([&server](int fd) {
            const QByteArray said =
                "SSH-2.0-OpenSSH_9.2p1\r\n" + keyExchangeProposal("diffie-hellman-group14-sha1");
            QCOMPARE(::send(fd, said.constData(), size_t(said.size()), 0), ssize_t(said.size()));
            server.keep(fd);
        });
        const CommandId id = m_rig->run(TransportRig::request(at(server.port())));
        const Error error = m_rig->recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::Protocol);
        QVERIFY2(error.detail.contains("diffie-hellman-group14-sha1"), qPrintable(error.text()));
    }

    void speaksNothingThatWeDo()
    {
        LocalSshd sshd("KexAlgorithms diffie-hellman-group14-sha1\n");
        const CommandId id = m_rig->run(TransportRig::request(sshd.endpoint()));
        const Error error = m_rig->recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::Protocol);
    }

    void theOthersRunOn()
    {
        FakeServer hanging;
        Relay frozen(m_sshd->port());
        std::vector<CommandId> stuck;
        for (int i = 0; i < 4; ++i) {
            stuck.push_back(
                m_rig->transport->start(TransportRig::request(at(hanging.port(), i))).id());
        }
        const CommandId half =
            m_rig->transport
                ->start(TransportRig::request(at(frozen.port(), 50), "echo up; sleep 20; yes"))
                .id();
        QTRY_COMPARE(m_rig->recorder[half].out, QByteArray("up\n"));
        frozen.freeze();
        std::vector<CommandId> good;
        for (int i = 0; i < 20; ++i) {
            good.push_back(
                m_rig->transport
                    ->start(TransportRig::request(m_sshd->endpoint(100 + i), "seq 1 1000"))
                    .id());
        }
        QTRY_COMPARE(m_rig->recorder.endedCount(), 20);
        for (const CommandId id : good) {
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
            QVERIFY(m_rig->recorder[id].out.endsWith("999\n1000\n"));
        }
        for (const CommandId id : stuck) {
            QVERIFY(!m_rig->recorder.hasEnded(id));
        }
    }

    void aPeerThatStopsReadingHoldsUpNobody()
    {
        Relay frozen(m_sshd->port());
        auto request = TransportRig::request(at(frozen.port()), "echo up; cat");
        request.input = QByteArray(16 * 1024 * 1024, 'x');
        const CommandId id = m_rig->transport->start(request).id();
        // At once: at the next look all of it might have come back.
        const auto freezing =
            connect(m_rig->transport.get(), &Transport::happened, this, [this, id, &frozen] {
                if (m_rig->recorder[id].out.startsWith("up\n")) {
                    frozen.freeze();
                }
            });
        QTRY_VERIFY(m_rig->recorder[id].out.startsWith("up\n"));
        disconnect(freezing);
        for (int i = 0; i < 8; ++i) { // more than there are threads
            const CommandId other =
                m_rig->run(TransportRig::request(m_sshd->endpoint(i), "echo in"));
            QCOMPARE(m_rig->recorder.ending<Exited>(other), Exited{0});
        }
        QVERIFY(!m_rig->recorder.hasEnded(id));
        frozen.thaw();
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QCOMPARE(m_rig->recorder[id].out.size(), 3 + 16 * 1024 * 1024);
    }

    void transportMayGoAtAnyMoment()
    {
        FakeServer hanging;
        for (std::size_t phases = 0; phases < 5; ++phases) {
            TransportRig rig;
            for (int k = 0; k < 3; ++k) {
                [[maybe_unused]] const CommandId stuck =
                    rig.transport->start(TransportRig::request(at(hanging.port(), k))).id();
            }
            const CommandId busy =
                rig.transport->start(TransportRig::request(m_sshd->endpoint(), "yes")).id();
            QTRY_VERIFY(rig.recorder[busy].phases.size() >= phases);
        }
    }
};

QTEST_GUILESS_MAIN(TestSshFaults)
#include "tst_sshfaults.moc"
