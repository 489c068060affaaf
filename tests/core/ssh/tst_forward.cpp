// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/opensshrig.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

#include <QTcpServer>
#include <QTcpSocket>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

/// What a worker's port has behind it.
class Listener final : public QTcpServer
{
public:
    enum class Way { Echo, Flood, Silent, HangUp };

    explicit Listener(Way way) : m_way(way)
    {
        connect(
            this, &QTcpServer::newConnection, this, [this] { serve(*nextPendingConnection()); });
        [&] { QVERIFY(listen(QHostAddress::LocalHost)); }();
    }
    [[nodiscard]] int closedCount() const { return m_closed; }

private:
    void serve(QTcpSocket &socket)
    {
        connect(&socket, &QTcpSocket::disconnected, this, [this] { ++m_closed; });
        switch (m_way) {
        case Way::Echo:
            connect(&socket, &QTcpSocket::readyRead, &socket, [&socket] {
                socket.write(socket.readAll());
            });
            break;
        case Way::Flood: {
            const auto more = [&socket] {
                if (socket.bytesToWrite() < 1024 * 1024) {
                    socket.write(QByteArray(1024 * 1024, 'x'));
                }
            };
            connect(&socket, &QTcpSocket::bytesWritten, &socket, more);
            more();
            break;
        }
        case Way::Silent:
            break;
        case Way::HangUp:
            socket.write("bye");
            socket.disconnectFromHost();
        }
    }

    const Way m_way;
    int m_closed = 0;
};

} // namespace

/// TCP connections that a worker makes for us, by both ways to it.
class TestForward final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_sshd = std::make_unique<LocalSshd>(); }
    void bytesGoBothWays_data() { addWays(); }
    void bytesGoBothWays();
    void nobodyListens_data() { addWays(); }
    void nobodyListens();
    void sshdForwardsNothing_data() { addWays(); }
    void sshdForwardsNothing();
    void aFloodIsStopped_data() { addWays(); }
    void aFloodIsStopped();
    void silenceHasItsLimit_data() { addWays(); }
    void silenceHasItsLimit();
    void theOtherSideHangsUp_data() { addWays(); }
    void theOtherSideHangsUp();
    void whatCannotBeAskedForIsRefused();

private:
    static void addWays()
    {
        QTest::addColumn<bool>("byLibssh");
        QTest::newRow("libssh") << true;
        QTest::newRow("ssh") << false;
    }
    [[nodiscard]] static CommandRequest to(const Endpoint &endpoint, quint16 port)
    {
        CommandRequest request;
        request.endpoint = endpoint;
        request.forward = ForwardTarget{"127.0.0.1", port};
        request.keepsInputOpen = true;
        request.connectLimit = std::chrono::milliseconds(Patience);
        return request;
    }
    [[nodiscard]] CommandRequest to(quint16 port) const { return to(m_sshd->endpoint(), port); }
    [[nodiscard]] int logins() const { return m_sshd->log().count("Accepted publickey"); }
    /// Calls with a rig that keeps its connections.
    template <typename What>
    void withRig(const What &what)
    {
        QFETCH(bool, byLibssh);
        m_loginsBefore = logins();
        if (byLibssh) {
            CommandRig<LibsshTransport> rig{LibsshTransport::Options{}};
            what(rig);
        } else {
            OpensshTransport::Options options{QStringLiteral("none"), 60s};
            CommandRig<OpensshTransport> rig{options};
            what(rig);
        }
    }
    /// The connection to the worker has outlived it.
    template <typename Rig>
    void theSameConnectionGoesOn(Rig &rig)
    {
        const CommandId id = rig.run(Rig::request(m_sshd->endpoint(), "echo on"));
        QCOMPARE(rig.recorder.template ending<Exited>(id), Exited{0});
        QCOMPARE(rig.recorder[id].out, QByteArray("on\n"));
        QCOMPARE(logins(), m_loginsBefore + 1);
    }

    std::unique_ptr<LocalSshd> m_sshd;
    int m_loginsBefore = 0;
};

void TestForward::bytesGoBothWays()
{
    withRig([this](auto &rig) {
        Listener echo(Listener::Way::Echo);
        CommandRequest request = to(echo.serverPort());
        request.input = "first,";
        const CommandHandle command = rig.transport->start(request);
        QTRY_COMPARE(rig.recorder[command.id()].out, QByteArray("first,"));
        const QByteArray many(300'000, 'x');
        QVERIFY(command.write(many));
        QTRY_COMPARE(rig.recorder[command.id()].out.size(), 6 + many.size());
        command.stop(StopKind::Polite);
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QCOMPARE(rig.recorder.template ending<Stopped>(command.id()), Stopped{true});
        QTRY_COMPARE(echo.closedCount(), 1);
        theSameConnectionGoesOn(rig);
    });
}

void TestForward::nobodyListens()
{
    withRig([this](auto &rig) {
        quint16 port = 0;
        const Descriptor bound(boundSocket(port, false));
        for (int i = 0; i < 3; ++i) {
            const CommandId id = rig.run(to(port));
            QCOMPARE(rig.recorder.template ending<Refused>(id).error.kind, ErrorKind::NotFound);
        }
        theSameConnectionGoesOn(rig);
    });
}

void TestForward::sshdForwardsNothing()
{
    LocalSshd strict("AllowTcpForwarding no\n");
    withRig([&strict](auto &rig) {
        Listener echo(Listener::Way::Echo);
        const CommandId id = rig.run(to(strict.endpoint(), echo.serverPort()));
        QCOMPARE(rig.recorder.template ending<Refused>(id).error.kind, ErrorKind::PermissionDenied);
    });
}

void TestForward::aFloodIsStopped()
{
    withRig([this](auto &rig) {
        Listener flood(Listener::Way::Flood);
        const CommandHandle command = rig.transport->start(to(flood.serverPort()));
        QTRY_VERIFY(rig.recorder[command.id()].out.size() > 3'000'000);
        command.stop(StopKind::Kill);
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QTRY_COMPARE(flood.closedCount(), 1);
        theSameConnectionGoesOn(rig);
    });
}

void TestForward::silenceHasItsLimit()
{
    withRig([this](auto &rig) {
        Listener silent(Listener::Way::Silent);
        CommandRequest request = to(silent.serverPort());
        request.idleLimit = 300ms;
        const CommandId id = rig.run(request);
        QCOMPARE(rig.recorder.template ending<TimedOut>(id).phase, Phase::Running);
        QTRY_COMPARE(silent.closedCount(), 1);
        theSameConnectionGoesOn(rig);
    });
}

void TestForward::theOtherSideHangsUp()
{
    withRig([this](auto &rig) {
        Listener rude(Listener::Way::HangUp);
        const CommandId id = rig.run(to(rude.serverPort()));
        QCOMPARE(rig.recorder.template ending<Exited>(id), Exited{0});
        QCOMPARE(rig.recorder[id].out, QByteArray("bye"));
        theSameConnectionGoesOn(rig);
    });
}

void TestForward::whatCannotBeAskedForIsRefused()
{
    TransportRig rig;
    for (const ForwardTarget &target :
         {ForwardTarget{"", 80}, ForwardTarget{"localhost", 0},
          ForwardTarget{QByteArray("a\0b", 3), 80}, ForwardTarget{QByteArray(256, 'x'), 80}}) {
        CommandRequest request = to(80);
        request.forward = target;
        QVERIFY(rig.recorder.endedAs<Refused>(rig.run(request)));
    }
}

QTEST_GUILESS_MAIN(TestForward)
#include "tst_forward.moc"
