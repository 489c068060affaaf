// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detached.h"
#include "core/run/detached/orphanedrun.h"
#include "core/run/runstate.h"

#include <QTest>

using namespace podium;
using namespace podium::run;

namespace {

RunSpec specOf(int workers)
{
    RunSpec spec;
    spec.workers.resize(std::size_t(workers));
    return spec;
}

} // namespace

/// The state of what was begun before it is read, and goes on without us.
class TestDetachedState final : public QObject
{
    Q_OBJECT

private slots:
    void whatWasBegunBeforeCountsFromThen();
    void whatGoesOnWithoutUsTellsThatItWasStopped();
    void aLaunchLimitsNoLogin();
    void noOrderLimitsTheLogin();
};

void TestDetachedState::whatWasBegunBeforeCountsFromThen()
{
    const QDateTime began = QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC);
    const QDateTime now = began.addSecs(3600);
    RunState state(specOf(4));
    const std::vector<RunTimes> times{
        {began, {}}, {began, began.addSecs(60)}, {began, {}}, {now.addSecs(5), {}}};
    for (int slot = 0; slot < 4; ++slot) {
        QCOMPARE(state.workers()[std::size_t(slot)].elapsedMs(1000), -1);
        state.start(slot, 1000);
        state.setSent(slot, times, now);
    }
    QCOMPARE(state.workers()[0].elapsedMs(3000), 3'602'000);
    QCOMPARE(state.workers()[1].elapsedMs(3000), 60'000); // it had ended by then
    QCOMPARE(state.workers()[3].elapsedMs(3000), 2000);   // its clock is ahead
    state.end(0, ssh::Exited{0}, 4000);
    QCOMPARE(state.workers()[0].elapsedMs(9000), 3'603'000);
    state.end(2, ssh::Unreachable{Error{ErrorKind::Timeout, {}, {}, {}, {}}}, 4000);
    QCOMPARE(state.workers()[2].elapsedMs(9000), 3000); // nobody has seen it run
    RunState fresh(specOf(1));
    fresh.start(0, 1000);
    fresh.setSent(0, {}, now);
    QCOMPARE(fresh.workers()[0].elapsedMs(3000), 2000);
}

void TestDetachedState::whatGoesOnWithoutUsTellsThatItWasStopped()
{
    RunSpec spec = specOf(4);
    spec.detachedId = QStringLiteral("0123456789abcdef");
    RunState state(spec);
    for (int slot = 0; slot < 4; ++slot) {
        state.start(slot, 0);
    }
    state.setStopping(1);
    state.end(0, ssh::Signalled{"TERM"}, 1);
    state.end(1, ssh::Signalled{}, 1); // of `ssh`
    state.end(2, ssh::Signalled{}, 1); // nobody has asked it to
    state.end(3, ssh::Signalled{"KILL"}, 1);
    QCOMPARE(state.summary().stopped, 2);
    QCOMPARE(state.summary().failed, 2);
    QCOMPARE(describeEnding(*state.workers()[0].ending), QString("stopped"));
    QCOMPARE(describeEnding(*state.workers()[1].ending), QString("stopped"));
    RunState attached(specOf(1));
    attached.start(0, 0);
    attached.end(0, ssh::Signalled{"TERM"}, 1);
    QCOMPARE(attached.summary().failed, 1);
}

void TestDetachedState::aLaunchLimitsNoLogin()
{
    using namespace std::chrono_literals;
    RunSpec wanted = specOf(1);
    wanted.command = "true";
    wanted.connectLimit = 90s;
    wanted.retryLimit = 10min; // it has just been created
    const RunSpec launch = detachedLaunch(wanted, newDetachedId());
    QVERIFY(launch.retryLimit == wanted.retryLimit && launch.connectLimit == wanted.connectLimit);
    QVERIFY(launch.totalLimit == 0ms); // it would end the trying
    QVERIFY(launch.firstOutputLimit >= 1min && launch.firstOutputLimit < 2min);
    QVERIFY(launch.idleLimit == launch.firstOutputLimit);
}

/// A person may be asked for a passphrase meanwhile, and for that there is a limit of its own.
void TestDetachedState::noOrderLimitsTheLogin()
{
    const QString id = newDetachedId();
    const std::vector<WorkerRef> workers = specOf(1).workers;
    OrphanedRun orphan;
    orphan.mayRun = workers;
    for (const RunSpec &order :
         {detachedList(workers), detachedEnd(workers, id, false), detachedForget(workers, id),
          detachedMark(workers, id, {ReadMark()}), orphanCheck(orphan), orphanEnd(orphan, true)}) {
        QVERIFY(order.totalLimit.count() == 0);
        QVERIFY(order.firstOutputLimit == std::chrono::minutes(1));
        QVERIFY(order.idleLimit == order.firstOutputLimit);
    }
}

QTEST_GUILESS_MAIN(TestDetachedState)
#include "tst_detachedstate.moc"
