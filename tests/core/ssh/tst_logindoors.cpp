// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/chosentransport.h"
#include "core/ssh/logindoors.h"
#include "tests/core/ssh/opensshrig.h"
#include "tests/fakes/faketransport.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using podium::tests::FakeTransport;

namespace {

const QString Bastion = QStringLiteral("bastion");

Route routeThrough(const QString &door)
{
    Route route;
    route.by = door.isEmpty() ? Route::By::Libssh : Route::By::Openssh;
    route.door = door;
    return route;
}

/// What ChosenTransport is asked for here; which door is said by the worker's config name.
CommandRequest requestThrough(const QString &door)
{
    CommandRequest request;
    request.endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0"));
    request.endpoint.configName = door;
    request.command = "true";
    return request;
}

} // namespace

/// Through a jump host only some log in at the same time.
class TestLoginDoors final : public QObject
{
    Q_OBJECT

private slots:
    void letsSomeIn()
    {
        LoginDoors doors(2);
        QVERIFY(doors.enter(1, Bastion));
        QVERIFY(doors.enter(2, Bastion));
        QVERIFY(!doors.enter(3, Bastion));
        QVERIFY(!doors.enter(4, Bastion));
        QVERIFY(!doors.enter(5, Bastion));
        QVERIFY(doors.enter(6, "another"));
        QVERIFY(doors.enter(7, {})); // direct
        QVERIFY(!doors.leave(7));
        QVERIFY(!doors.leave(4)); // waits no more, and frees nothing
        QVERIFY(!doors.leave(6));
        QCOMPARE(doors.leave(1), std::optional<CommandId>(3));
        QVERIFY(!doors.leave(1)); // logged in, then ended
        QCOMPARE(doors.leave(3), std::optional<CommandId>(5));
        QVERIFY(!doors.leave(2));
        QVERIFY(!doors.leave(5));
        QVERIFY(doors.enter(8, Bastion) && doors.enter(9, Bastion) && !doors.enter(10, Bastion));
    }

    void theOthersWaitForTheirTurn()
    {
        FakeTransport libssh;
        FakeTransport openssh;
        openssh.setAutomatic(false);
        ChosenTransport chosen(
            libssh, openssh, [](const Endpoint &to, const Callback<Route> &answer) {
                answer(routeThrough(to.configName));
            });
        Recorder recorder(chosen);
        std::vector<CommandId> ids;
        for (int i = 0; i < 20; ++i) {
            ids.push_back(chosen.start(requestThrough(Bastion)));
        }
        const CommandId direct = chosen.start(requestThrough({}));
        const CommandId other = chosen.start(requestThrough("another"));
        QTRY_VERIFY(recorder.hasEnded(direct)); // past all that wait
        constexpr std::size_t Most = LoginDoors::MostAtOnce;
        QCOMPARE(openssh.commands().size(), Most + 1); // with the one at the other door
        chosen.stop(ids[Most], StopKind::Polite);      // it has waited
        QTRY_VERIFY(recorder.hasEnded(ids[Most]));
        QCOMPARE(recorder.ending<Stopped>(ids[Most]), Stopped{true});
        QCOMPARE(openssh.commands().size(), Most + 1);

        openssh.say(1, PhaseChanged{Phase::Login});
        QCOMPARE(openssh.commands().size(), Most + 1);
        openssh.say(1, PhaseChanged{Phase::Running});
        QTRY_COMPARE(openssh.commands().size(), Most + 2);
        openssh.say(2, Ending(Unreachable{}));
        QTRY_COMPARE(openssh.commands().size(), Most + 3);
        openssh.say(1, Ending(Exited{0})); // its place is taken already
        QTRY_VERIFY(recorder.hasEnded(ids[0]));
        QCOMPARE(openssh.commands().size(), Most + 3);

        openssh.setAutomatic(true);
        QTRY_COMPARE(recorder.endedCount(), 22);
        QCOMPARE(recorder.ending<Exited>(other), Exited{0});
        QCOMPARE(recorder.ending<Exited>(ids.back()), Exited{0});
        QCOMPARE(openssh.commands().size(), std::size_t(20)); // less the stopped one
    }

    /// One of OpenSSH's own that has no more patience than usual, less the chance in it.
    void aJumpHostTurnsNobodyAway()
    {
        LocalSshd worker;
        LocalSshd bastion("MaxStartups 10:100:10\n");
        OpensshRig rig;
        rig.configure(rig.jumpHost(bastion));
        FakeTransport libssh;
        ChosenTransport chosen(
            libssh, *rig.transport,
            [](const Endpoint &, const Callback<Route> &answer) { answer(routeThrough(Bastion)); });
        Recorder recorder(chosen);
        constexpr int Count = 24;
        for (int i = 0; i < Count; ++i) {
            CommandRequest request = OpensshRig::request(worker.endpoint(i));
            request.endpoint.proxyJump = Bastion;
            request.command = "echo $((" + QByteArray::number(i) + " + 1))";
            const CommandId id = chosen.start(request);
            QCOMPARE(id, CommandId(i + 1));
        }
        QTRY_COMPARE_WITH_TIMEOUT(recorder.endedCount(), Count, 60000);
        for (int i = 1; i <= Count; ++i) {
            QVERIFY(recorder.hasEnded(CommandId(i)));
            QCOMPARE(recorder[CommandId(i)].out, QByteArray::number(i) + '\n');
        }
        QVERIFY(!bastion.log().contains("drop connection"));
    }
};

QTEST_GUILESS_MAIN(TestLoginDoors)
#include "tst_logindoors.moc"
