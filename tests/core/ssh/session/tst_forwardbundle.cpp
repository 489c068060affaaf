// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/opensshrig.h"
#include "tests/core/ssh/session/forwardends.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

#include <sys/socket.h>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// Many connections of a forward side by side in one login, by both ways to a worker.
class TestForwardBundle final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_sshd = std::make_unique<LocalSshd>(); }
    void manyGoSideBySide_data() { addWays(); }
    void manyGoSideBySide();
    void whoDoesNotReadHoldsUpOnlyItself_data() { addWays(); }
    void whoDoesNotReadHoldsUpOnlyItself();
    void eachDirectionEndsByItself_data() { addWays(); }
    void eachDirectionEndsByItself();
    void theOtherSideMayEndFirst();
    void theOtherSideHangsUp_data() { addWays(); }
    void theOtherSideHangsUp();
    void aRefusalIsOfOneConnection_data() { addWays(); }
    void aRefusalIsOfOneConnection();
    void whoGivesUpIsForgotten_data() { addWays(); }
    void whoGivesUpIsForgotten();
    void aBrokenConnectionIsNoEndInGoodOrder_data() { addWays(); }
    void aBrokenConnectionIsNoEndInGoodOrder();
    void whoWaitsIsServedByTheNext();

private:
    static void addWays()
    {
        QTest::addColumn<bool>("byLibssh");
        QTest::newRow("libssh") << true;
        QTest::newRow("ssh") << false;
    }
    [[nodiscard]] CommandRequest to(quint16 port, const Door &door) const
    {
        CommandRequest request;
        request.endpoint = m_sshd->endpoint();
        request.forward = ForwardTarget{"127.0.0.1", port, true};
        request.sockets = door.sockets;
        request.connectLimit = std::chrono::milliseconds(Patience);
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
        QCOMPARE(rig.recorder.template ending<Stopped>(id), Stopped{true});
    }
    [[nodiscard]] int logins() const { return m_sshd->log().count("Accepted publickey"); }

    std::unique_ptr<LocalSshd> m_sshd;
};

void TestForwardBundle::manyGoSideBySide()
{
    withRig([this](auto &rig) {
        Service echo(Service::Way::Echo);
        Door door;
        const int before = logins();
        const CommandHandle command = rig.transport->start(to(echo.serverPort(), door));
        const CommandId id = command.id();
        constexpr int Many = 200;
        std::vector<std::unique_ptr<QTcpSocket>> visitors;
        std::vector<QByteArray> heard(Many);
        for (int i = 0; i < Many; ++i) {
            visitors.push_back(door.visitor());
            QTcpSocket &visitor = *visitors.back();
            visitor.write(QByteArray(3000, char('A' + i % 26)) + QByteArray::number(i));
            connect(&visitor, &QTcpSocket::readyRead, &visitor, [&visitor, &heard, i] {
                heard[std::size_t(i)] += visitor.readAll();
            });
        }
        for (int i = 0; i < Many; ++i) {
            const QByteArray sent = QByteArray(3000, char('A' + i % 26)) + QByteArray::number(i);
            QTRY_COMPARE(heard[std::size_t(i)], sent);
        }
        QCOMPARE(door.sockets->counts().open, Many);
        QCOMPARE(door.sockets->counts().up, door.sockets->counts().down);
        QCOMPARE(logins(), before + 1);
        for (const auto &visitor : visitors) {
            visitor->disconnectFromHost();
        }
        QTRY_COMPARE(door.sockets->counts().open, 0);
        QCOMPARE(door.sockets->counts().served, Many);
        QCOMPARE(rig.recorder[id].phases.back(), Phase::Running);
        stop(rig, command);
    });
}

void TestForwardBundle::whoDoesNotReadHoldsUpOnlyItself()
{
    withRig([this](auto &rig) {
        Service flood(Service::Way::Flood);
        Door door;
        const CommandHandle command = rig.transport->start(to(flood.serverPort(), door));
        const auto lazy = door.visitor();
        lazy->setReadBufferSize(1);
        QTRY_COMPARE(lazy->bytesAvailable(), 1);
        const auto eager = door.visitor();
        constexpr qint64 Much = 40'000'000;
        qint64 read = 0;
        connect(eager.get(), &QTcpSocket::readyRead, eager.get(), [&] {
            read += eager->readAll().size();
        });
        QTRY_VERIFY(read > Much);
        eager->abort();
        QTRY_COMPARE(door.sockets->counts().open, 1);
        // Buffers of kernels and windows, not all that there is.
        constexpr qint64 MostHeld = 16'000'000;
        const qint64 held = door.sockets->counts().down - read;
        QVERIFY2(held < MostHeld, qPrintable(QString::number(held)));
        qint64 late = 0;
        lazy->setReadBufferSize(0);
        connect(lazy.get(), &QTcpSocket::readyRead, lazy.get(), [&] {
            late += lazy->readAll().size();
        });
        late += lazy->readAll().size();
        QTRY_VERIFY(late > Much);
        stop(rig, command);
    });
}

void TestForwardBundle::eachDirectionEndsByItself()
{
    withRig([this](auto &rig) {
        Service service(Service::Way::AnswersAtTheEnd);
        Door door;
        const CommandHandle command = rig.transport->start(to(service.serverPort(), door));
        const auto visitor = door.visitor();
        visitor->write(QByteArray(500'000, 'q'));
        QTRY_COMPARE(visitor->state(), QAbstractSocket::ConnectedState);
        QTRY_COMPARE(visitor->bytesToWrite(), 0);
        ::shutdown(int(visitor->socketDescriptor()), SHUT_WR);
        QTRY_COMPARE(visitor->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(visitor->readAll(), QByteArray("500000 bytes"));
        QCOMPARE(visitor->error(), QAbstractSocket::RemoteHostClosedError);
        QTRY_COMPARE(door.sockets->counts().open, 0);
        stop(rig, command);
    });
}

void TestForwardBundle::theOtherSideMayEndFirst()
{
    TransportRig rig;
    Service service(Service::Way::EndsFirst);
    Door door;
    const CommandHandle command = rig.transport->start(to(service.serverPort(), door));
    const Descriptor visitor = door.plainVisitor();
    QByteArray heard;
    ssize_t got = -1;
    QTRY_VERIFY(([&] {
        char buffer[64];
        got = ::recv(visitor.get(), buffer, sizeof buffer, MSG_DONTWAIT);
        heard.append(buffer, int(std::max<ssize_t>(0, got)));
        return got == 0;
    }()));
    QCOMPARE(heard, QByteArray("all I say"));
    QCOMPARE(::send(visitor.get(), "what I add", 10, 0), ssize_t(10));
    QTRY_COMPARE(service.heard(), QByteArray("what I add"));
    QCOMPARE(door.sockets->counts().open, 1);
    ::shutdown(visitor.get(), SHUT_WR);
    QTRY_COMPARE(door.sockets->counts().open, 0);
    stop(rig, command);
}

/// As a server does that tells the end of its answer by hanging up.
void TestForwardBundle::theOtherSideHangsUp()
{
    withRig([this](auto &rig) {
        Service service(Service::Way::EndsFirst);
        Door door;
        const CommandHandle command = rig.transport->start(to(service.serverPort(), door));
        for (int i = 1; i <= 3; ++i) {
            const auto visitor = door.visitor();
            QTRY_COMPARE(visitor->state(), QAbstractSocket::UnconnectedState);
            QCOMPARE(visitor->readAll(), QByteArray("all I say"));
            QCOMPARE(visitor->error(), QAbstractSocket::RemoteHostClosedError);
        }
        QTRY_COMPARE(door.sockets->counts().open, 0);
        QCOMPARE(door.sockets->counts().served, 3);
        stop(rig, command);
    });
}

void TestForwardBundle::aRefusalIsOfOneConnection()
{
    withRig([this](auto &rig) {
        quint16 port = 0;
        auto bound = std::make_unique<Descriptor>(boundSocket(port, false));
        Door door;
        const CommandHandle command = rig.transport->start(to(port, door));
        const CommandId id = command.id();
        for (int i = 1; i <= 3; ++i) {
            // One of Qt's that is reset before it has noticed that it is connected connects anew.
            const Descriptor visitor = door.plainVisitor();
            QTRY_COMPARE(door.sockets->counts().refused, i);
            char byte = 0;
            QTRY_VERIFY(::recv(visitor.get(), &byte, 1, MSG_DONTWAIT) >= 0 || errno == ECONNRESET);
        }
        QCOMPARE(door.sockets->counts().lastRefusal->kind, ErrorKind::NotFound);
        QVERIFY(!rig.recorder.hasEnded(id));
        ::listen(bound->get(), 10);
        const auto visitor = door.visitor();
        QTRY_COMPARE(door.sockets->counts().open, 1);
        QVERIFY(!door.sockets->counts().lastRefusal);
        stop(rig, command);
    });
}

void TestForwardBundle::whoGivesUpIsForgotten()
{
    withRig([this](auto &rig) {
        Service flood(Service::Way::Flood);
        Door door;
        const CommandHandle command = rig.transport->start(to(flood.serverPort(), door));
        for (int i = 1; i <= 5; ++i) {
            const auto visitor = door.visitor();
            QTRY_VERIFY(visitor->bytesAvailable() > 0);
            visitor->abort();
            QTRY_COMPARE(door.sockets->counts().open, 0);
        }
        QCOMPARE(door.sockets->counts().served, 5);
        stop(rig, command);
    });
}

void TestForwardBundle::aBrokenConnectionIsNoEndInGoodOrder()
{
    withRig([this](auto &rig) {
        Service echo(Service::Way::Echo);
        Door door;
        const CommandId id = rig.transport->start(to(echo.serverPort(), door)).id();
        const Descriptor visitor = door.plainVisitor();
        char buffer[8];
        QCOMPARE(::send(visitor.get(), "hello", 5, 0), ssize_t(5));
        QTRY_COMPARE(door.sockets->counts().down, 5);
        QCOMPARE(::recv(visitor.get(), buffer, 5, MSG_WAITALL), ssize_t(5));
        QVERIFY(m_sshd->signalSessions(SIGKILL) > 0);
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        QVERIFY(rig.recorder.template endedAs<Lost>(id));
        QTRY_COMPARE(door.sockets->counts().open, 0);
        QCOMPARE(::recv(visitor.get(), buffer, sizeof buffer, 0), ssize_t(-1));
        QCOMPARE(errno, ECONNRESET);
        QCOMPARE(door.sockets->waiting(), std::size_t(0));
    });
}

/// Connections made while there is no way to the worker.
void TestForwardBundle::whoWaitsIsServedByTheNext()
{
    TransportRig rig;
    Service echo(Service::Way::Echo);
    Door door;
    const auto visitor = door.visitor();
    visitor->write("early");
    QTRY_COMPARE(door.sockets->waiting(), std::size_t(1));
    CommandRequest nowhere = to(echo.serverPort(), door);
    nowhere.endpoint.port = 1;
    QVERIFY(rig.recorder.endedAs<Unreachable>(rig.run(nowhere)));
    QCOMPARE(door.sockets->waiting(), std::size_t(1));
    const CommandHandle command = rig.transport->start(to(echo.serverPort(), door));
    QTRY_COMPARE(visitor->bytesAvailable(), 5);
    stop(rig, command);
}

QTEST_GUILESS_MAIN(TestForwardBundle)
#include "tst_forwardbundle.moc"
