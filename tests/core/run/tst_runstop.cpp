// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/loginround.h"
#include "core/ssh/session/commandtimer.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

class TestRunStop final : public QObject
{
    Q_OBJECT

private slots:
    void failFastStartsNoMore();
    void endsTogetherOnceOneHasFailed();
    void endsTogetherOnlyAfterAFailure();
    void onAllOrNoneWaitsForTheLastLogin();
    void onAllOrNoneStartsNothingWhereOneIsMissing();
    void onAllOrNoneTheAgentMayTakeItsTime();
    void onAllOrNoneIsStoppedWhileItLogsIn();
    void theRoundOfLoginsEndsOnce();
    void firstStopIsPoliteSecondKills();
    void stopWaitingLetsTheRunningGoOn();
    void oneWorkerIsStoppedAlone();
    void deletingStopsWhatRuns();
    void leavingTellsWhoNeverStarts();

private:
    SystemClock m_clock;
};

void TestRunStop::failFastStartsNoMore()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return FakeScript().login().exit(request.endpoint.worker.index == 2 ? 1 : 0);
    });
    RunSpec spec = specFor(10);
    spec.fanOut = 1;
    spec.failFast = true;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(transport.commands().size(), std::size_t(3));
    QVERIFY((run.state().summary() == RunSummary{.ok = 2, .failed = 1, .stopped = 7}));
    QVERIFY(wasSkippedForAFailure(run, 9));
    QCOMPARE(exitCode(run.state()), 1);
}

void TestRunStop::endsTogetherOnceOneHasFailed()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return request.endpoint.worker.index == 2 ? FakeScript().login().exit(1)
                                                  : FakeScript().login().hang();
    });
    RunSpec spec = specFor(6);
    spec.fanOut = 4;
    spec.endTogether = true;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QVERIFY((run.state().summary() == RunSummary{.failed = 1, .stopped = 5}));
    QVERIFY(endedAs<ssh::Stopped>(run, 0));
    QVERIFY(endedAs<NeverStarted>(run, 5));
    QCOMPARE(exitCode(run.state()), 1);
}

/// A worker that a person stops is no failure.
void TestRunStop::endsTogetherOnlyAfterAFailure()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return request.endpoint.worker.index == 2 ? FakeScript().login().exit(0)
                                                  : FakeScript().login().hang();
    });
    RunSpec spec = specFor(3);
    spec.endTogether = true;
    Run run(spec, transport, reachable, m_clock);
    run.start();
    QTRY_COMPARE(transport.active(), 2);
    run.stopWorker(0);
    QTRY_VERIFY(endedAs<ssh::Stopped>(run, 0));
    QVERIFY(!run.state().workers().at(1).ending);
    QCOMPARE(transport.active(), 1);
}

void TestRunStop::onAllOrNoneWaitsForTheLastLogin()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        const bool isLate = request.command == "true" && request.endpoint.worker.index == 1;
        return isLate ? FakeScript().hang() : FakeScript().login().exit(0);
    });
    RunSpec spec = specFor(3);
    spec.allOrNone = true;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QTRY_COMPARE(transport.active(), 1);
    for (const auto &command : transport.commands()) {
        QCOMPARE(command.request.command, QByteArray("true"));
    }
    QVERIFY(run.state().workers().at(0).phase == ssh::Phase::Waiting);
    QVERIFY(!run.state().workers().at(0).ending);
    transport.say(transport.commandOf(worker(1))->id, ssh::Ending(ssh::Exited{0}));
    QVERIFY(finished.wait(Patience));
    QVERIFY((run.state().summary() == RunSummary{.ok = 3}));
    QCOMPARE(transport.commands().size(), std::size_t(6));
    QCOMPARE(transport.commandOf(worker(0))->request.command, QByteArray("hostname"));
}

/// All who are missing are named, and the command was sent to nobody.
void TestRunStop::onAllOrNoneStartsNothingWhereOneIsMissing()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        const Error error{ErrorKind::Network, QStringLiteral("No route to host."), {}, {}, {}};
        switch (request.endpoint.worker.index) {
        case 1:
            return FakeScript().end(ssh::Unreachable{error});
        case 3:
            return FakeScript().end(ssh::Refused{error});
        default:
            return FakeScript().login().exit(0);
        }
    });
    RunSpec spec = specFor(5);
    spec.allOrNone = true;
    spec.loginsAtOnce = 1;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QVERIFY((run.state().summary() == RunSummary{.unreachable = 2, .stopped = 3}));
    QVERIFY(endedAs<ssh::Unreachable>(run, 1) && endedAs<ssh::Refused>(run, 3));
    QVERIFY(wasSkippedForAFailure(run, 0) && wasSkippedForAFailure(run, 4));
    QCOMPARE(exitCode(run.state()), 3);
    for (const auto &command : transport.commands()) {
        QCOMPARE(command.request.command, QByteArray("true"));
    }
    // One that has no address is missing, too.
    Run nowhere(
        spec, transport, [](const WorkerRef &) { return ssh::Endpoint(); }, m_clock);
    QSignalSpy over(&nowhere, &Run::finished);
    nowhere.start();
    QVERIFY(over.wait(Patience));
    QVERIFY(endedAs<ssh::Unreachable>(nowhere, 0));
}

/// As with a key that is touched once for each worker.
void TestRunStop::onAllOrNoneTheAgentMayTakeItsTime()
{
    using namespace std::chrono_literals;
    FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().hang(); });
    RunSpec spec = specFor(1);
    spec.allOrNone = true;
    Run run(spec, transport, reachable, m_clock);
    run.start();
    QTRY_COMPARE(transport.active(), 1);
    const ssh::CommandRequest login = transport.commands().at(0).request;
    ssh::CommandTimer timer(login);
    const ssh::CommandTimer::Moment begin;
    timer.start(begin);
    timer.enter(ssh::CommandTimer::Step::Login, begin);
    timer.waitForAgent(begin, begin);
    timer.waitForAgent(begin + 9min, begin + 9min); // it has signed for another
    QVERIFY(!timer.passed(begin + 10min));
    timer.endAgentWait(begin + 10min);
    timer.enter(ssh::CommandTimer::Step::Running, begin + 10min);
    QVERIFY(!timer.passed(begin + 10min + 29s));
    QVERIFY(timer.passed(begin + 10min + 30s)); // its shell hangs
}

void TestRunStop::onAllOrNoneIsStoppedWhileItLogsIn()
{
    FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().hang(); });
    RunSpec spec = specFor(2);
    spec.allOrNone = true;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QTRY_COMPARE(transport.active(), 2);
    run.stop();
    QVERIFY(finished.wait(Patience));
    QVERIFY((run.state().summary() == RunSummary{.stopped = 2}));
    QCOMPARE(transport.commands().at(0).termCount, 1);
    QTRY_COMPARE(transport.active(), 0);
}

/// Also where it is asked for more then, as by a timer of its pace.
void TestRunStop::theRoundOfLoginsEndsOnce()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return request.endpoint.worker.index == 1 ? FakeScript().end(ssh::Refused{Error()})
                                                  : FakeScript().login().exit(0);
    });
    LoginRound round(specFor(3), transport, reachable, m_clock);
    QSignalSpy finished(&round, &LoginRound::finished);
    round.start();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(round.missing().size(), std::size_t(1));
    round.start();
    QCOMPARE(finished.count(), 1);
}

void TestRunStop::firstStopIsPoliteSecondKills()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login();
        return request.endpoint.worker.index == 0 ? script.ignoreTerm() : script;
    });
    RunSpec spec = specFor(4);
    spec.fanOut = 2;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QTRY_COMPARE(transport.loggingIn(), 0);
    run.stop();
    QVERIFY(run.state().workers().at(0).stopping);
    QVERIFY(endedAs<NeverStarted>(run, 3) && !wasSkippedForAFailure(run, 3));
    QTRY_VERIFY(endedAs<ssh::Stopped>(run, 1));
    QCOMPARE(transport.commands().at(0).termCount, 1);
    QVERIFY(!run.isFinished());
    run.stop();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(transport.commands().at(0).killCount, 1);
    QCOMPARE(transport.commands().at(1).killCount, 0);
    QVERIFY(endedAs<ssh::Stopped>(run, 0));
    QCOMPARE(transport.commands().size(), std::size_t(2));
    QCOMPARE(exitCode(run.state()), 130);
}

void TestRunStop::stopWaitingLetsTheRunningGoOn()
{
    FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().login(); });
    RunSpec spec = specFor(5);
    spec.fanOut = 2;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy ended(&run, &Run::workerEnded);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    run.stopWaiting();
    QTRY_COMPARE(ended.count(), 3);
    QCOMPARE(run.state().summary().running, 2);
    QTRY_COMPARE(transport.loggingIn(), 0);
    transport.say(1, ssh::Ending(ssh::Exited{0}));
    transport.say(2, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY((run.state().summary() == RunSummary{.ok = 2, .stopped = 3}));
    QCOMPARE(transport.commands().size(), std::size_t(2));
}

void TestRunStop::oneWorkerIsStoppedAlone()
{
    FakeTransport transport(
        [](const ssh::CommandRequest &) { return FakeScript().login().ignoreTerm(); });
    RunSpec spec = specFor(4);
    spec.fanOut = 2;
    spec.failFast = true; // being stopped is no failure
    Run run(spec, transport, reachable, m_clock);
    run.start();
    run.stopWorker(2);
    QVERIFY(endedAs<NeverStarted>(run, 2));
    run.stopWorker(0);
    QCOMPARE(transport.commands().at(0).termCount, 1);
    run.stopWorker(0);
    QCOMPARE(transport.commands().at(0).killCount, 1);
    QTRY_VERIFY(endedAs<ssh::Stopped>(run, 0));
    QTRY_COMPARE(transport.commands().size(), std::size_t(3));
    QVERIFY(transport.commands().at(2).request.endpoint.worker == worker(3));
    QVERIFY(!run.isFinished());
}

void TestRunStop::deletingStopsWhatRuns()
{
    FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().login(); });
    {
        Run run(specFor(2), transport, reachable, m_clock);
        run.start();
        QTRY_COMPARE(transport.loggingIn(), 0);
        transport.say(1, ssh::Ending(ssh::Exited{0}));
    }
    QCOMPARE(transport.commands().at(0).termCount, 0);
    QCOMPARE(transport.commands().at(1).termCount, 1);
}

/// Nobody would be there to start them.
void TestRunStop::leavingTellsWhoNeverStarts()
{
    FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().login(); });
    RunSpec spec = specFor(5);
    spec.fanOut = 2;
    Run run(spec, transport, reachable, m_clock);
    QVector<int> ended;
    connect(&run, &Run::workerEnded, this, [&ended](int slot) { ended << slot; });
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QTRY_COMPARE(transport.loggingIn(), 0);
    run.detach();
    QCOMPARE(ended, (QVector<int>{2, 3, 4}));
    for (const int slot : ended) {
        QVERIFY(endedAs<NeverStarted>(run, slot));
    }
    QVERIFY((run.state().summary() == RunSummary{.stopped = 3, .running = 2}));
    QCOMPARE(finished.count(), 0);
    QCOMPARE(transport.commands().size(), std::size_t(2));
    QCOMPARE(transport.commands().at(0).termCount, 0);
}

QTEST_GUILESS_MAIN(TestRunStop)
#include "tst_runstop.moc"
