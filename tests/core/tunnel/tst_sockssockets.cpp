// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/socks.h"
#include "tests/core/ssh/opensshrig.h"
#include "tests/core/ssh/session/forwardends.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

namespace {

const QByteArray Chosen = QByteArray::fromHex("0500");
const QByteArray Connected = QByteArray::fromHex("05000001000000000000");
const QByteArray BothReplies = Chosen + Connected;

QByteArray greetingTo(const QByteArray &host, quint16 port)
{
    QByteArray text = QByteArray::fromHex("05010005010003");
    text.append(char(host.size())).append(host);
    return text.append(char(port >> 8U)).append(char(port & 0xffU));
}

} // namespace

/// Sockets that say by SOCKS where they go, to a real sshd by both ways to a worker.
class TestSocksSockets final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_sshd = std::make_unique<LocalSshd>(); }
    void eachGoesWhereItSays_data() { addWays(); }
    void eachGoesWhereItSays();
    void whoDoesNotWaitForRepliesLosesNothing_data() { addWays(); }
    void whoDoesNotWaitForRepliesLosesNothing();
    void aClosedPortIsAReply_data() { addWays(); }
    void aClosedPortIsAReply();
    void anUnknownNameIsAReply();
    void whatIsNoSocksIsClosedAndSaid();
    void whoSaysNothingHoldsUpNobody();
    void whoHasSpokenIsToldWhenTheWorkerIsLost();
    void whoHasNotSpokenWaitsForTheNext();

private:
    static void addWays()
    {
        QTest::addColumn<bool>("byLibssh");
        QTest::newRow("libssh") << true;
        QTest::newRow("ssh") << false;
    }
    [[nodiscard]] CommandRequest by(const Door &door) const
    {
        CommandRequest request;
        request.endpoint = m_sshd->endpoint();
        request.greeting = &tunnel::SocksGreeting::make;
        request.sockets = door.sockets;
        return request;
    }
    template <typename What>
    void withRig(const What &what)
    {
        QFETCH(bool, byLibssh);
        if (byLibssh) {
            TransportRig rig;
            what(rig);
        } else {
            OpensshRig rig;
            what(rig);
        }
    }
    template <typename Rig>
    static void stop(Rig &rig, const CommandHandle &command)
    {
        const CommandId id = command.id();
        command.stop(StopKind::Polite);
        QTRY_VERIFY(rig.recorder.hasEnded(id));
    }

    std::unique_ptr<LocalSshd> m_sshd;
};

void TestSocksSockets::eachGoesWhereItSays()
{
    withRig([this](auto &rig) {
        Service echo(Service::Way::Echo);
        Service end(Service::Way::EndsFirst);
        Door door;
        const CommandHandle command = rig.transport->start(by(door));
        const auto first = door.visitor();
        first->write(greetingTo("localhost", echo.serverPort()));
        QTRY_COMPARE(first->bytesAvailable(), BothReplies.size());
        QCOMPARE(first->readAll(), BothReplies);
        first->write("hello");
        QTRY_COMPARE(first->bytesAvailable(), 5);
        QCOMPARE(first->readAll(), QByteArray("hello"));
        const auto second = door.visitor();
        second->write(greetingTo("127.0.0.1", end.serverPort()));
        const QByteArray all = BothReplies + "all I say";
        QTRY_COMPARE(second->bytesAvailable(), all.size());
        QCOMPARE(second->readAll(), all);
        QCOMPARE(door.sockets->counts().served, 2);
        QCOMPARE(door.sockets->counts().refused, 0);
        stop(rig, command);
    });
}

void TestSocksSockets::whoDoesNotWaitForRepliesLosesNothing()
{
    withRig([this](auto &rig) {
        Service echo(Service::Way::Echo);
        Door door;
        const CommandHandle command = rig.transport->start(by(door));
        constexpr int Many = 100;
        const QByteArray text(100'000, 'x');
        std::vector<std::unique_ptr<QTcpSocket>> visitors;
        for (int i = 0; i < Many; ++i) {
            visitors.push_back(door.visitor());
            visitors.back()->write(greetingTo("localhost", echo.serverPort()) + text);
        }
        for (const auto &visitor : visitors) {
            QTRY_COMPARE(visitor->bytesAvailable(), BothReplies.size() + text.size());
            QCOMPARE(visitor->readAll(), QByteArray(BothReplies + text));
        }
        QCOMPARE(door.sockets->counts().up, Many * qint64(text.size()));
        stop(rig, command);
    });
}

void TestSocksSockets::aClosedPortIsAReply()
{
    withRig([this](auto &rig) {
        quint16 port = 0;
        const Descriptor bound(boundSocket(port, false));
        Door door;
        const CommandHandle command = rig.transport->start(by(door));
        const CommandId id = command.id();
        const auto visitor = door.visitor();
        visitor->write(greetingTo("127.0.0.1", port) + "and more that nobody reads");
        QTRY_COMPARE(visitor->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(visitor->readAll(), QByteArray::fromHex("050005050001000000000000"));
        QCOMPARE(visitor->error(), QAbstractSocket::RemoteHostClosedError);
        QCOMPARE(door.sockets->counts().lastRefusal->kind, ErrorKind::NotFound);
        QVERIFY(!rig.recorder.hasEnded(id));
        stop(rig, command);
    });
}

void TestSocksSockets::anUnknownNameIsAReply()
{
    TransportRig rig;
    Door door;
    const CommandHandle command = rig.transport->start(by(door));
    const auto visitor = door.visitor();
    visitor->write(greetingTo("no-such-host.invalid", 80));
    QTRY_COMPARE(visitor->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(visitor->readAll(), QByteArray::fromHex("050005040001000000000000"));
    stop(rig, command);
}

void TestSocksSockets::whatIsNoSocksIsClosedAndSaid()
{
    TransportRig rig;
    Door door;
    const CommandHandle command = rig.transport->start(by(door));
    const auto visitor = door.visitor();
    visitor->write("GET / HTTP/1.1\r\n\r\n");
    QTRY_COMPARE(visitor->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(visitor->readAll(), QByteArray());
    QCOMPARE(door.sockets->counts().refused, 1);
    QVERIFY(door.sockets->counts().lastRefusal->summary.contains(QStringLiteral("SOCKS 5")));
    stop(rig, command);
}

/// Also where they are more than may speak at a time.
void TestSocksSockets::whoSaysNothingHoldsUpNobody()
{
    TransportRig rig;
    Service echo(Service::Way::Echo);
    Door door;
    const CommandHandle command = rig.transport->start(by(door));
    std::vector<std::unique_ptr<QTcpSocket>> silent;
    for (int i = 0; i < 100; ++i) {
        silent.push_back(door.visitor());
        silent.back()->write(i % 2 == 0 ? "" : "\x05");
    }
    const auto visitor = door.visitor();
    visitor->write(greetingTo("localhost", echo.serverPort()) + "hello");
    QTRY_VERIFY(visitor->bytesAvailable() > 0);
    QTRY_COMPARE(visitor->bytesAvailable(), BothReplies.size() + 5);
    silent.clear();
    QTRY_COMPARE(door.sockets->counts().open, 1);
    QCOMPARE(door.sockets->counts().refused, 0);
    stop(rig, command);
}

void TestSocksSockets::whoHasSpokenIsToldWhenTheWorkerIsLost()
{
    TransportRig rig;
    Door door;
    const CommandId id = rig.transport->start(by(door)).id();
    const auto half = door.visitor();
    half->write(QByteArray::fromHex("050100"));
    QTRY_COMPARE(half->bytesAvailable(), Chosen.size());
    QVERIFY(m_sshd->signalSessions(SIGKILL) > 0);
    QTRY_VERIFY(rig.recorder.hasEnded(id));
    QTRY_COMPARE(half->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(door.sockets->waiting(), std::size_t(0));
}

void TestSocksSockets::whoHasNotSpokenWaitsForTheNext()
{
    TransportRig rig;
    Service echo(Service::Way::Echo);
    Door door;
    const CommandId lost = rig.transport->start(by(door)).id();
    const auto visitor = door.visitor();
    QTRY_VERIFY(!rig.recorder[lost].phases.empty());
    QTRY_COMPARE(rig.recorder[lost].phases.back(), Phase::Running);
    QTRY_COMPARE(door.sockets->waiting(), std::size_t(0));
    QVERIFY(m_sshd->signalSessions(SIGKILL) > 0);
    QTRY_VERIFY(rig.recorder.hasEnded(lost));
    QTRY_COMPARE(door.sockets->waiting(), std::size_t(1));
    const CommandHandle command = rig.transport->start(by(door));
    visitor->write(greetingTo("localhost", echo.serverPort()) + "late");
    QTRY_COMPARE(visitor->bytesAvailable(), BothReplies.size() + 4);
    stop(rig, command);
}

QTEST_GUILESS_MAIN(TestSocksSockets)
#include "tst_sockssockets.moc"
