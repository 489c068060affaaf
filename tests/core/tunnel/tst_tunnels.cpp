// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunnelrecords.h"
#include "core/tunnel/tunnelservice.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/ownport.h"
#include "tests/fakes/patience.h"

#include <QScopeGuard>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <unistd.h>

using namespace podium;
using namespace podium::tunnel;
using podium::tests::FakeScript;
using podium::tests::FakeTransport;
using podium::tests::ownPort; // the usual ones are of other tests too

namespace {

WorkerRef worker(int index)
{
    return *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:%1").arg(index));
}

Error error(ErrorKind kind)
{
    return {kind, QStringLiteral("No."), {}, {}, {}};
}

/// A service whose workers are where the test says.
struct Rig
{
    FakeTransport transport{
        [](const ssh::CommandRequest &) { return FakeScript().login().hang(); }};
    QString address = QStringLiteral("10.0.0.1");
    QString unreachable;
    QStringList pinnedHostKeys;
    QString configName;
    TunnelService service{{transport, [this](const WorkerRef &ref) {
                               ssh::Endpoint endpoint;
                               endpoint.worker = ref;
                               endpoint.address = address;
                               endpoint.unreachable = unreachable;
                               endpoint.pinnedHostKeys = pinnedHostKeys;
                               endpoint.configName = configName;
                               return endpoint;
                           }}};

    [[nodiscard]] TunnelStatus status(int id) const { return *service.find(id); }
};

/// A port that somebody has.
quint16 portOfListener(QTcpServer &server)
{
    [&] { QVERIFY(server.listen(QHostAddress::LocalHost)); }();
    return server.serverPort();
}

} // namespace

/// The tunnels of a program, over a transport that plays scripts.
class TestTunnels final : public QObject
{
    Q_OBJECT

private slots:
    void itListensOnLoopbackAlone();
    void itGoesToTheAddressThatWasSeen();
    void aTakenPortIsNotTheEnd();
    void aPortTakenOnIpv6IsTaken();
    void aPortOfTheAdministratorIsASentence();
    void whatBreaksIsMadeAgain();
    void whatIsRefusedForGoodWaitsForThePerson();
    void itGoesWhereTheWorkerIs();
    void anOpenOneIsNotCutForANewName();
    void anOpenOneIsMadeAnewForNewKeys();
    void oneThatWasRefusedIsTriedWithNewKeys();
    void aWorkerWithoutAnAddressIsWaitedFor();
    void closingEndsIt();
    void whoConnectsMeanwhileWaits();
    void recordsAreOfProgramsThatLive();
};

void TestTunnels::itListensOnLoopbackAlone()
{
    Rig rig;
    const int id = rig.service.open({worker(0), 6006, ownPort(), false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    const ssh::CommandRequest &request = rig.transport.commands().front().request;
    QCOMPARE(request.forward->host, QByteArray("localhost"));
    QCOMPARE(request.forward->port, quint16(6006));
    QVERIFY(request.sockets);
    const quint16 port = rig.status(id).localPort;
    for (const auto &[address, listens] :
         {std::pair("127.0.0.1", true), std::pair("127.0.0.2", false), std::pair("::1", false)}) {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QLatin1String(address)), port);
        QCOMPARE(socket.waitForConnected(Patience), listens);
    }
}

/// By name it could meet another program on the same port of ::1.
void TestTunnels::itGoesToTheAddressThatWasSeen()
{
    Rig rig;
    tunnel::TunnelSpec spec{worker(0), 8888, ownPort(), false};
    spec.host = QStringLiteral("127.0.0.1");
    const int id = rig.service.open(spec);
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    QCOMPARE(rig.transport.commands().front().request.forward->host, QByteArray("127.0.0.1"));
    rig.service.goTo(id, QStringLiteral("127.0.0.1"));
    QCOMPARE(rig.status(id).state, TunnelState::Open); // there already
    const quint16 port = rig.status(id).localPort;
    rig.service.goTo(id, QStringLiteral("::1"));
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    QCOMPARE(rig.transport.commands().back().request.forward->host, QByteArray("::1"));
    QCOMPARE(rig.status(id).localPort, port);
    QTRY_COMPARE(rig.transport.active(), 1);
}

void TestTunnels::aTakenPortIsNotTheEnd()
{
    Rig rig;
    QTcpServer other;
    const quint16 taken = portOfListener(other);
    const int id = rig.service.open({worker(0), 80, taken, false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    QCOMPARE(rig.status(id).takenPort, taken);
    QVERIFY(rig.status(id).localPort != taken);
    const int second = rig.service.open({worker(1), 80, taken, false});
    QVERIFY(rig.status(second).localPort != rig.status(id).localPort);
}

/// "localhost" is ::1 first, and the browser would meet another program there.
void TestTunnels::aPortTakenOnIpv6IsTaken()
{
    QTcpServer other;
    if (!other.listen(QHostAddress::LocalHostIPv6)) {
        QSKIP("This machine has no ::1");
    }
    const quint16 taken = other.serverPort();
    Rig rig;
    const int id = rig.service.open({worker(0), 80, taken, false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    QCOMPARE(rig.status(id).takenPort, taken);
    QVERIFY(rig.status(id).localPort != taken);
    QVERIFY(other.isListening() && !other.hasPendingConnections()); // nobody came there to look
}

void TestTunnels::aPortOfTheAdministratorIsASentence()
{
    // Root may listen on any port; an account without rights is who this is about.
    constexpr uid_t Nobody = 65534;
    const bool isRoot = ::geteuid() == 0;
    QVERIFY(!isRoot || ::seteuid(Nobody) == 0);
    const auto back = qScopeGuard([isRoot] {
        if (isRoot && ::seteuid(0) != 0) {
            qFatal("root is not to be had again");
        }
    });
    QTcpServer probe;
    if (probe.listen(QHostAddress::LocalHost, 81)) {
        QSKIP("This machine lets any account listen on any port");
    }
    Rig rig;
    const int id = rig.service.open({worker(0), 6006, 81, false});
    QCOMPARE(rig.status(id).state, TunnelState::Failed);
    QCOMPARE(rig.status(id).error->kind, ErrorKind::PermissionDenied);
    QVERIFY(rig.transport.commands().empty());
}

void TestTunnels::whatBreaksIsMadeAgain()
{
    Rig rig;
    const int id = rig.service.open({worker(0), 6006, 0, false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    const quint16 port = rig.status(id).localPort;
    rig.transport.say(1, ssh::Ending(ssh::Lost{error(ErrorKind::Network)}));
    QTRY_COMPARE(rig.status(id).state, TunnelState::Reconnecting);
    QCOMPARE(rig.status(id).error->summary, QStringLiteral("No."));
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    QVERIFY(!rig.status(id).error);
    QCOMPARE(rig.status(id).localPort, port);
    QCOMPARE(rig.transport.commands().size(), std::size_t(2));
}

void TestTunnels::whatIsRefusedForGoodWaitsForThePerson()
{
    Rig rig;
    rig.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Refused{error(ErrorKind::HostKey)});
    });
    const int id = rig.service.open({worker(0), 6006, ownPort(), false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Failed);
    QTcpSocket visitor;
    visitor.connectToHost(QHostAddress::LocalHost, rig.status(id).localPort);
    QTRY_COMPARE(visitor.state(), QAbstractSocket::UnconnectedState);
    rig.service.followWorkers(); // nothing new of the worker
    QCOMPARE(rig.transport.commands().size(), std::size_t(1));
    rig.transport.setScript(
        [](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    rig.service.tryAgain(id);
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
}

void TestTunnels::itGoesWhereTheWorkerIs()
{
    Rig rig;
    const int id = rig.service.open({worker(0), 6006, 0, false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    rig.service.followWorkers();
    QCOMPARE(rig.transport.commands().size(), std::size_t(1));
    rig.address = QStringLiteral("10.0.0.2");
    rig.service.followWorkers();
    QCOMPARE(rig.status(id).state, TunnelState::Reconnecting);
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    QVERIFY(rig.transport.commands().front().killCount > 0);
    QCOMPARE(rig.transport.commands().back().request.endpoint.address, rig.address);
}

/// Who looks at something through it would lose that.
void TestTunnels::anOpenOneIsNotCutForANewName()
{
    Rig rig;
    const int id = rig.service.open({worker(0), 6006, 0, false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    rig.configName = QStringLiteral("pod-0");
    rig.service.followWorkers();
    QCOMPARE(rig.status(id).state, TunnelState::Open);
    QCOMPARE(rig.transport.commands().size(), std::size_t(1));
}

/// It may have been opened to somebody else, whom nobody knew better then.
void TestTunnels::anOpenOneIsMadeAnewForNewKeys()
{
    Rig rig;
    const int id = rig.service.open({worker(0), 6006, 0, false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    rig.pinnedHostKeys << QStringLiteral("ssh-ed25519 AAAA");
    rig.service.followWorkers();
    QTRY_COMPARE(rig.transport.commands().size(), std::size_t(2));
    QCOMPARE(rig.transport.commands().back().request.endpoint.pinnedHostKeys, rig.pinnedHostKeys);
}

void TestTunnels::oneThatWasRefusedIsTriedWithNewKeys()
{
    Rig rig;
    rig.transport.setScript([](const ssh::CommandRequest &request) {
        return request.endpoint.pinnedHostKeys.isEmpty()
                   ? FakeScript().end(ssh::Refused{error(ErrorKind::HostKey)})
                   : FakeScript().login().hang();
    });
    const int id = rig.service.open({worker(0), 6006, 0, false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Failed);
    rig.pinnedHostKeys << QStringLiteral("ssh-ed25519 AAAA");
    rig.service.followWorkers();
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
}

void TestTunnels::aWorkerWithoutAnAddressIsWaitedFor()
{
    Rig rig;
    rig.unreachable = QStringLiteral("It was preempted.");
    const int id = rig.service.open({worker(0), 6006, 0, true});
    QCOMPARE(rig.status(id).state, TunnelState::Failed);
    QCOMPARE(rig.status(id).error->detail, rig.unreachable);
    QVERIFY(rig.transport.commands().empty());
    rig.unreachable.clear();
    rig.service.followWorkers();
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    QCOMPARE(rig.service.thatComeBack().size(), std::size_t(1));
}

void TestTunnels::closingEndsIt()
{
    Rig rig;
    const int id = rig.service.open({worker(0), 6006, ownPort(), false});
    QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
    const quint16 port = rig.status(id).localPort;
    QSignalSpy closed(&rig.service, &TunnelService::closed);
    rig.service.close(id);
    rig.service.close(id);
    QCOMPARE(closed.count(), 1);
    QVERIFY(rig.service.all().empty());
    QTRY_COMPARE(rig.transport.active(), 0);
    QTcpServer next;
    QVERIFY(next.listen(QHostAddress::LocalHost, port));
}

void TestTunnels::whoConnectsMeanwhileWaits()
{
    Rig rig;
    rig.transport.setAutomatic(false);
    const int id = rig.service.open({worker(0), 6006, ownPort(), false});
    QTcpSocket visitor;
    visitor.connectToHost(QHostAddress::LocalHost, rig.status(id).localPort);
    const auto sockets = rig.transport.commands().front().request.sockets;
    QTRY_COMPARE(sockets->waiting(), std::size_t(1));
    QTRY_COMPARE(visitor.state(), QAbstractSocket::ConnectedState);
    rig.service.close(id);
    QTRY_COMPARE(visitor.state(), QAbstractSocket::UnconnectedState);
}

void TestTunnels::recordsAreOfProgramsThatLive()
{
    QTemporaryDir state;
    const QString folder = tunnelRecordsFolder(state.path());
    QCOMPARE(readTunnelRecords(folder)->size(), std::size_t(0));
    Rig rig;
    {
        const TunnelRecords records(rig.service, folder, QStringLiteral("test"));
        const int id = rig.service.open({worker(4), 6006, 0, false});
        const auto read = [&folder] { return readTunnelRecords(folder).value(); };
        QTRY_COMPARE(rig.status(id).state, TunnelState::Open);
        QTRY_VERIFY(read().size() == 1 && read().front().state == QLatin1String("open"));
        QCOMPARE(read().front(), recordOf(rig.status(id), QStringLiteral("test")));
        QVERIFY(readTunnelRecords(folder, records.file())->empty());
        rig.service.close(id);
        QTRY_VERIFY(read().empty());
        rig.service.open({worker(5), 6006, 0, false});
        QTRY_COMPARE(read().size(), std::size_t(1));
    }
    QTRY_VERIFY(readTunnelRecords(folder)->empty()); // one may have been about to be written
    // What a killed program leaves: a file whose lock nobody holds.
    const QString left = folder + QStringLiteral("/1-x.json");
    QVERIFY(writeFileAtomically(
        left, recordsToJson({{1, QStringLiteral("gone"), worker(0).text(), 6006, 6006, {}, {}}}),
        0600));
    QVERIFY(readTunnelRecords(folder)->empty());
    QVERIFY(!QFile::exists(left));
}

QTEST_GUILESS_MAIN(TestTunnels)
#include "tst_tunnels.moc"
