// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/stopstate.h"

#include <QtTest>

using namespace podium;
using namespace podium::gateway;
using ssh::Ending;
using ssh::StopKind;

/// What is said of a command that another one is to end.
class TestStopState final : public QObject
{
    Q_OBJECT

private slots:
    void withoutAStopItsOwnEndCounts()
    {
        StopState state;
        state.begin();
        QVERIFY(!state.needsStop(StopKind::Polite));
        QVERIFY(state.onEnding(ssh::Exited{3}) == Ending(ssh::Exited{3}));
    }

    void bothItsEndAndTheLookAreWaitedFor()
    {
        for (const bool endsFirst : {true, false}) {
            StopState state;
            state.begin();
            QVERIFY(!state.stop(StopKind::Polite));
            QVERIFY(state.needsStop(StopKind::Polite) && !state.needsStop(StopKind::Kill));
            state.stopSent();
            QVERIFY(!state.needsStop(StopKind::Polite));
            QVERIFY(!(endsFirst ? state.onEnding(ssh::Exited{143}) : state.onAnswer(true)));
            const auto last = endsFirst ? state.onAnswer(true) : state.onEnding(ssh::Exited{143});
            QVERIFY(last == Ending(ssh::Stopped{true}));
        }
    }

    void whatTakesItsTimeIsLookedAtAgain()
    {
        StopState state;
        state.begin();
        QVERIFY(!state.stop(StopKind::Polite));
        state.stopSent();
        QVERIFY(!state.onAnswer(false)); // it still runs
        QVERIFY(!state.needsStop(StopKind::Polite));
        QVERIFY(!state.onEnding(ssh::Exited{0}));
        QVERIFY(state.needsStop(StopKind::Polite)); // something of it may be left
        state.stopSent();
        QVERIFY(state.onAnswer(false) == Ending(ssh::Stopped{false}));
    }

    void aKillIsTheEnd()
    {
        StopState state;
        state.begin();
        QVERIFY(!state.stop(StopKind::Polite));
        state.stopSent();
        QVERIFY(!state.stop(StopKind::Kill));
        QVERIFY(state.needsStop(StopKind::Kill));
        state.stopSent();
        QVERIFY(!state.onAnswer(false)); // the answer to TERM
        QVERIFY(state.onAnswer(false) == Ending(ssh::Stopped{false}));
    }

    void oneThatHasNotBegunWaitsForThat()
    {
        StopState state;
        QVERIFY(!state.stop(StopKind::Polite));
        QVERIFY(!state.needsStop(StopKind::Polite));
        StopState begins = state;
        begins.begin();
        QVERIFY(begins.needsStop(StopKind::Polite));
        StopState stopped = state;
        QVERIFY(stopped.onEnding(ssh::Stopped{true}) == Ending(ssh::Stopped{true}));
        QVERIFY(state.onEnding(ssh::Lost{}) == Ending(ssh::Stopped{false}));
        QVERIFY(state.stop(StopKind::Kill) == Ending(ssh::Stopped{false}));
    }

    void whatWasNeverRunIsSaid()
    {
        StopState state;
        QVERIFY(!state.stop(StopKind::Polite));
        QVERIFY(state.onEnding(ssh::Unreachable{}) == Ending(ssh::Unreachable{}));
        QVERIFY(state.onEnding(ssh::Refused{}) == Ending(ssh::Refused{}));
    }

    void aLimitIsTold()
    {
        StopState state;
        state.begin();
        QVERIFY(state.endTime());
        QVERIFY(!state.stop(StopKind::Polite));
        state.stopSent();
        QVERIFY(!state.onAnswer(true));
        QVERIFY(
            state.onEnding(ssh::Exited{143}) ==
            Ending(ssh::TimedOut{ssh::Phase::Running, ssh::Silence::None, true}));
        QVERIFY(state.endTime()); // then by KILL
    }

    void whatAPersonHasStoppedDoesNotTimeOut()
    {
        StopState state;
        state.begin();
        QVERIFY(!state.stop(StopKind::Polite));
        QVERIFY(!state.endTime());
        state.stopSent();
        QVERIFY(!state.onAnswer(true));
        QVERIFY(state.onEnding(ssh::Exited{143}) == Ending(ssh::Stopped{true}));
    }
};

QTEST_APPLESS_MAIN(TestStopState)
#include "tst_stopstate.moc"
