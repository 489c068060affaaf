// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/relaytest.h"
#include "tests/core/ssh/session/forwardends.h"
#include "tests/fakes/patience.h"

#include <libssh/libssh.h>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// What a forward does without waiting for an answer, which is what a distance costs.
class TestFarForwards final : public RelayTest
{
    Q_OBJECT

private slots:
    void muchIsOnItsWay();
    void manyAreOpenedAtOnce();

private:
    [[nodiscard]] CommandId startTo(quint16 port, const Door &door)
    {
        CommandRequest request;
        request.endpoint = throughRelay();
        request.forward = ForwardTarget{"127.0.0.1", port, true};
        request.sockets = door.sockets;
        request.connectLimit = std::chrono::milliseconds(Patience);
        return m_rig->transport->start(request).id();
    }
};

void TestFarForwards::muchIsOnItsWay()
{
    constexpr int Some = 3'000'000;
    // libssh 0.11 says that more may come when half of its 2 MB are used up.
    constexpr int Least = LIBSSH_VERSION_INT < SSH_VERSION_INT(0, 11, 0) ? 1'900'000 : 1'000'000;
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    connect(&server, &QTcpServer::newConnection, &server, [&] {
        QTcpSocket *const socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
            const bool isLast = socket->readAll() == "and as much as may come";
            if (isLast) { // all that was said before it has come
                m_relay->loseWords();
            }
            socket->write(QByteArray(Some, 'x'));
        });
    });
    Door door;
    const CommandId id = startTo(server.serverPort(), door);
    const auto visitor = door.visitor();
    int read = 0;
    connect(visitor.get(), &QTcpSocket::readyRead, visitor.get(), [&] {
        read += visitor->readAll().size();
    });
    visitor->write("some");
    QTRY_COMPARE(read, Some); // of what waits here no room is made known to the worker
    QCOMPARE(door.sockets->counts().down, qint64(Some));
    visitor->write("and as much as may come");
    QTRY_VERIFY(door.sockets->counts().down >= Some + Least);
    QVERIFY(!m_rig->recorder.hasEnded(id));
}

void TestFarForwards::manyAreOpenedAtOnce()
{
    Service echo(Service::Way::Echo);
    Door door;
    const CommandId id = startTo(echo.serverPort(), door);
    const auto &phases = m_rig->recorder[id].phases;
    QTRY_VERIFY(!phases.empty() && phases.back() == Phase::Running);
    m_relay->loseAnswers();
    constexpr int Many = 200;
    std::vector<std::unique_ptr<QTcpSocket>> visitors;
    for (int i = 0; i < Many; ++i) {
        visitors.push_back(door.visitor());
    }
    QTRY_COMPARE(echo.findChildren<QTcpSocket *>().size(), Many);
    m_relay->thaw();
    QTRY_COMPARE(door.sockets->counts().open, Many);
}

QTEST_GUILESS_MAIN(TestFarForwards)
#include "tst_farforwards.moc"
