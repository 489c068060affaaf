// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/proxyloginlimiter.h"
#include "core/ssh/route/routingtransport.h"
#include "tests/core/ssh/opensshrig.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using podium::tests::FakeTransport;

namespace {

const QString Bastion = QStringLiteral("bastion");

Route routeThrough(const QString &proxyId)
{
    Route route;
    route.by = proxyId.isEmpty() ? Route::By::Libssh : Route::By::Openssh;
    route.proxyId = proxyId;
    return route;
}

/// What RoutingTransport is asked for here; which proxyId is said by the worker's config name.
CommandRequest requestThrough(const QString &proxyId)
{
    CommandRequest request;
    request.endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0"));
    request.endpoint.configName = proxyId;
    request.command = "true";
    return request;
}

} // namespace

/// Through a jump host only some log in at the same time.
class TestProxyLoginLimiter final : public QObject
{
    Q_OBJECT

private slots:
    void letsSomeIn()
    {
        ProxyLoginLimiter limiter(2);
        QVERIFY(limiter.enter(1, Bastion));
        QVERIFY(limiter.enter(2, Bastion));
        QVERIFY(!limiter.enter(3, Bastion));
        QVERIFY(!limiter.enter(4, Bastion));
        QVERIFY(!limiter.enter(5, Bastion));
        QVERIFY(limiter.enter(6, "another"));
        QVERIFY(limiter.enter(7, {})); // direct
        QVERIFY(!limiter.leave(7));
        QVERIFY(!limiter.leave(4)); // waits no more, and frees nothing
        QVERIFY(!limiter.leave(6));
        QCOMPARE(limiter.leave(1), std::optional<CommandId>(3));
        QVERIFY(!limiter.leave(1)); // logged in, then ended
        QCOMPARE(limiter.leave(3), std::optional<CommandId>(5));
        QVERIFY(!limiter.leave(2));
        QVERIFY(!limiter.leave(5));
        QVERIFY(
            limiter.enter(8, Bastion) && limiter.enter(9, Bastion) && !limiter.enter(10, Bastion));
    }

    void theOthersWaitForTheirTurn()
    {
        FakeTransport libssh;
        FakeTransport openssh;
        openssh.setAutomatic(false);
        RoutingTransport chosen(
            libssh, openssh, [](const Endpoint &to, const Callback<Route> &answer) {
                answer(routeThrough(to.configName));
            });
        Recorder recorder(chosen);
        std::vector<CommandHandle> commands;
        for (int i = 0; i < 20; ++i) {
            commands.push_back(chosen.start(requestThrough(Bastion)));
        }
        const CommandId direct = chosen.start(requestThrough({})).id();
        const CommandId other = chosen.start(requestThrough("another")).id();
        QTRY_VERIFY(recorder.hasEnded(direct)); // past all that wait
        constexpr std::size_t Most = ProxyLoginLimiter::MostAtOnce;
        QCOMPARE(openssh.commands().size(), Most + 1); // with the one at the other proxyId
        commands[Most].stop(StopKind::Polite);         // it has waited
        QTRY_VERIFY(recorder.hasEnded(commands[Most].id()));
        QCOMPARE(recorder.ending<Stopped>(commands[Most].id()), Stopped{true});
        QCOMPARE(openssh.commands().size(), Most + 1);

        openssh.say(1, PhaseChanged{Phase::Login});
        QCOMPARE(openssh.commands().size(), Most + 1);
        openssh.say(1, PhaseChanged{Phase::Running});
        QTRY_COMPARE(openssh.commands().size(), Most + 2);
        openssh.say(2, Ending(Unreachable{}));
        QTRY_COMPARE(openssh.commands().size(), Most + 3);
        openssh.say(1, Ending(Exited{0})); // its place is taken already
        QTRY_VERIFY(recorder.hasEnded(commands[0].id()));
        QCOMPARE(openssh.commands().size(), Most + 3);

        openssh.setAutomatic(true);
        QTRY_COMPARE(recorder.endedCount(), 22);
        QCOMPARE(recorder.ending<Exited>(other), Exited{0});
        QCOMPARE(recorder.ending<Exited>(commands.back().id()), Exited{0});
        QCOMPARE(openssh.commands().size(), std::size_t(20)); // less the stopped one
    }

    /// One of OpenSSH's own that has no more backoff than usual, less the chance in it.
    void aJumpHostTurnsNobodyAway()
    {
        LocalSshd worker;
        LocalSshd bastion("MaxStartups 10:100:10\n");
        OpensshRig rig;
        rig.configure(rig.jumpHost(bastion));
        FakeTransport libssh;
        RoutingTransport chosen(
            libssh, *rig.transport,
            [](const Endpoint &, const Callback<Route> &answer) { answer(routeThrough(Bastion)); });
        Recorder recorder(chosen);
        constexpr int Count = 24;
        for (int i = 0; i < Count; ++i) {
            CommandRequest request = OpensshRig::request(worker.endpoint(i));
            request.endpoint.proxyJump = Bastion;
            request.command = "echo $((" + QByteArray::number(i) + " + 1))";
            const CommandId id = chosen.start(request).id();
            QCOMPARE(id, CommandId(i + 1));
        }
        QTRY_COMPARE(recorder.endedCount(), Count);
        for (int i = 1; i <= Count; ++i) {
            QVERIFY(recorder.hasEnded(CommandId(i)));
            QCOMPARE(recorder[CommandId(i)].out, QByteArray::number(i) + '\n');
        }
        QVERIFY(!bastion.log().contains("drop connection"));
    }
};

QTEST_GUILESS_MAIN(TestProxyLoginLimiter)
#include "tst_proxyloginlimiter.moc"
