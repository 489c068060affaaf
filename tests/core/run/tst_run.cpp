// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/loginwindow.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;

} // namespace

class TestRun final : public QObject
{
    Q_OBJECT

private slots:
    void everyWorkerEndsWithItsOwnStatus();
    void nothingIsSaidWithinStart();
    void requestIsWhatTheSpecSays();
    void eachWorkerHasItsOwnInput();
    void outputIsKeptAndPassedOn();
    void windowSlides_data();
    void windowSlides();
    void workersThatWaitForEachOtherAllRun();
    void workerWithoutAddressSaysWhy();
    void allUnreachableFinishes();
    void noWorkersFinishAtOnce();
    void signalsComeOnceATick();
    void otherRunsEventsAreIgnored();
    void mayBeDeletedFromItsSignals_data();
    void mayBeDeletedFromItsSignals();

private:
    SystemClock m_clock;
};

void TestRun::everyWorkerEndsWithItsOwnStatus()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return FakeScript().login().exit(request.endpoint.worker.index % 3);
    });
    Run run(specFor(7), transport, reachable, m_clock);
    QSignalSpy started(&run, &Run::started);
    QSignalSpy finished(&run, &Run::finished);
    QVERIFY(!run.isFinished());
    run.start();
    QCOMPARE(started.count(), 1);
    QVERIFY(run.startedAt().isValid());
    QVERIFY(finished.wait(Patience));
    QVERIFY(run.isFinished());
    for (int slot = 0; slot < 7; ++slot) {
        const WorkerState &state = run.state().workers().at(std::size_t(slot));
        QVERIFY(state.ending == WorkerEnding(ssh::Exited{slot % 3}));
        QVERIFY(state.startedMs >= 0 && state.endedMs >= state.startedMs);
    }
    QVERIFY((run.state().summary() == RunSummary{.ok = 3, .failed = 4}));
    QCOMPARE(exitCode(run.state()), 1);
    run.start();
    QCOMPARE(transport.commands().size(), std::size_t(7));
}

void TestRun::nothingIsSaidWithinStart()
{
    FakeTransport transport;
    Run run(
        specFor(2), transport, [](const WorkerRef &) { return ssh::Endpoint(); }, m_clock);
    QSignalSpy ended(&run, &Run::workerEnded);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QCOMPARE(ended.count() + finished.count(), 0);
    QVERIFY(finished.wait(Patience));
    QCOMPARE(ended.count(), 2);
}

void TestRun::requestIsWhatTheSpecSays()
{
    FakeTransport transport;
    RunSpec spec = specFor(1);
    spec.command = "cat; exit $?\n'\"";
    spec.input = "in";
    spec.connectLimit = std::chrono::seconds(3);
    spec.totalLimit = std::chrono::seconds(9);
    Run run(spec, transport, reachable, m_clock);
    run.start();
    const ssh::CommandRequest &request = transport.commands().at(0).request;
    QCOMPARE(request.command, spec.command);
    QCOMPARE(request.input, spec.input);
    QVERIFY(request.connectLimit == spec.connectLimit);
    QVERIFY(request.totalLimit == spec.totalLimit);
    QVERIFY(request.endpoint.worker == worker(0));
}

void TestRun::eachWorkerHasItsOwnInput()
{
    FakeTransport transport;
    RunSpec spec = specFor(3);
    spec.input = "for all";
    QCOMPARE(spec.onWorkers({worker(2)}).inputOf(0), QByteArray("for all"));
    spec.inputs = {"zero", "", "two"};
    Run run(spec, transport, reachable, m_clock);
    run.start();
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(transport.commandOf(worker(i))->request.input, spec.inputs[std::size_t(i)]);
    }
    const RunSpec again = spec.onWorkers({worker(2), worker(0)});
    QCOMPARE(again.command, spec.command);
    QCOMPARE(again.inputOf(0), QByteArray("two"));
    QCOMPARE(again.inputOf(1), QByteArray("zero"));
}

void TestRun::outputIsKeptAndPassedOn()
{
    FakeTransport transport([](const ssh::CommandRequest &) {
        return FakeScript().login().out("one\n").err("bad\n").out("two").exit(0);
    });
    Run run(specFor(2), transport, reachable, m_clock);
    QStringList heard;
    connect(
        &run, &Run::outputArrived, this,
        [&heard](int slot, ssh::OutputStream stream, const QByteArray &bytes) {
            heard << QString::number(slot) + (stream == Out ? "o:" : "e:") + bytes;
        });
    connect(&run, &Run::workerEnded, this, [&](int slot) {
        heard << QString::number(slot) + "." + run.output().text(slot);
    });
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    for (const QString slot : {"0", "1"}) {
        QCOMPARE(
            heard.filter(QRegularExpression("^" + slot)),
            (QStringList{
                slot + "o:one\n", slot + "e:bad\n", slot + "o:two", slot + ".one\nbad\ntwo"}));
    }
    QCOMPARE(run.output().bytes(0, Err), QByteArray("bad\n"));
}

void TestRun::windowSlides_data()
{
    QTest::addColumn<int>("fanOut");
    QTest::addColumn<int>("logins");
    QTest::addColumn<int>("active");
    QTest::addColumn<int>("loggingIn");
    QTest::newRow("one at a time") << 1 << 32 << 1 << 1;
    QTest::newRow("five at a time") << 5 << 32 << 5 << 5;
    QTest::newRow("few logins") << 20 << 3 << 20 << 3;
    QTest::newRow("all at once") << 0 << 40 << 40 << 40;
    QTest::newRow("more than there are") << 1000 << 1000 << 40 << 40;
}

void TestRun::windowSlides()
{
    QFETCH(int, fanOut);
    QFETCH(int, logins);
    FakeTransport transport([](const ssh::CommandRequest &) {
        FakeScript script;
        script.login();
        for (int i = 0; i < 60; ++i) {
            script.out("x");
        }
        return script.exit(0);
    });
    RunSpec spec = specFor(40);
    spec.fanOut = fanOut;
    spec.loginsAtOnce = logins;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QTEST(transport.mostActive(), "active");
    QTEST(transport.mostLoggingIn(), "loggingIn");
    QCOMPARE(run.state().summary().ok, 40);
    for (std::size_t i = 0; i < 40; ++i) {
        QVERIFY(transport.commands().at(i).request.endpoint.worker == worker(int(i)));
    }
}

void TestRun::workersThatWaitForEachOtherAllRun()
{
    // A training job begins when all workers are there, so none may wait for another's end.
    FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().login(); });
    Run run(specFor(1536), transport, reachable, m_clock);
    run.start();
    const auto allRun = [&run] {
        return std::all_of(
            run.state().workers().begin(), run.state().workers().end(),
            [](const WorkerState &w) { return w.phase == ssh::Phase::Running; });
    };
    QTRY_VERIFY(allRun());
    QCOMPARE(run.state().summary().running, 1536);
    QVERIFY(transport.mostLoggingIn() <= LoginWindow::Most);
}

void TestRun::workerWithoutAddressSaysWhy()
{
    FakeTransport transport;
    const QString sentence = QStringLiteral("pod is STOPPED. Start it first.");
    Run run(
        specFor(3), transport,
        [&sentence](const WorkerRef &ref) {
            ssh::Endpoint endpoint = reachable(ref);
            if (ref.index == 1) {
                endpoint.address.clear();
                endpoint.unreachable = sentence;
            }
            return endpoint;
        },
        m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(transport.commands().size(), std::size_t(2));
    QVERIFY(endedAs<ssh::Unreachable>(run, 1));
    const auto &error = std::get<ssh::Unreachable>(*run.state().workers().at(1).ending).error;
    QCOMPARE(error.summary, sentence);
    QCOMPARE(error.subject, worker(1).text());
    QCOMPARE(exitCode(run.state()), 3);
}

void TestRun::allUnreachableFinishes()
{
    FakeTransport transport;
    RunSpec spec = specFor(1500);
    spec.fanOut = 8;
    Run run(
        spec, transport, [](const WorkerRef &) { return ssh::Endpoint(); }, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    QSignalSpy ended(&run, &Run::workerEnded);
    QSignalSpy changed(&run, &Run::statesChanged);
    run.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(ended.count(), 1500);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(run.state().summary().unreachable, 1500);
}

void TestRun::noWorkersFinishAtOnce()
{
    FakeTransport transport;
    Run run(RunSpec(), transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(exitCode(run.state()), 0);
}

void TestRun::signalsComeOnceATick()
{
    FakeTransport transport;
    transport.setAutomatic(false);
    RunSpec spec = specFor(50);
    spec.loginsAtOnce = 32;
    Run run(spec, transport, reachable, m_clock);
    QSignalSpy grown(&run, &Run::outputGrew);
    QSignalSpy changed(&run, &Run::statesChanged);
    run.start();
    QTRY_COMPARE(changed.count(), 1);
    QElapsedTimer time;
    time.start();
    for (int i = 0; i < 200; ++i) {
        for (ssh::CommandId id = 1; id <= 32; ++id) {
            transport.say(id, ssh::OutputArrived{Out, "x"});
        }
    }
    QTRY_COMPARE(run.output().text(31).size(), 200);
    const auto slotsOf = [](const QList<QVariant> &told) {
        return told.at(0).value<QVector<int>>();
    };
    QTRY_VERIFY(grown.count() > 0);
    // A tick may come within the last round, which is told in two parts then.
    QTRY_VERIFY(slotsOf(grown.last()).contains(31));
    QVERIFY(std::any_of(grown.begin(), grown.end(), [&](const QList<QVariant> &told) {
        return slotsOf(told).size() == 32;
    }));
    QVERIFY(grown.count() <= time.elapsed() / 16 + 2);
}

void TestRun::otherRunsEventsAreIgnored()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return FakeScript().login().out(request.command).exit(0);
    });
    RunSpec first = specFor(3);
    RunSpec second = specFor(3);
    first.command = "one";
    second.command = "two";
    Run a(first, transport, reachable, m_clock);
    Run b(second, transport, reachable, m_clock);
    QSignalSpy finished(&b, &Run::finished);
    a.start();
    b.start();
    QVERIFY(finished.wait(Patience));
    QTRY_VERIFY(a.isFinished());
    QCOMPARE(a.output().text(1), QStringLiteral("one"));
    QCOMPARE(b.output().text(1), QStringLiteral("two"));
}

void TestRun::mayBeDeletedFromItsSignals_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("started") << 0;
    QTest::newRow("statesChanged") << 1;
    QTest::newRow("outputGrew") << 2;
    QTest::newRow("outputArrived") << 3;
    QTest::newRow("workerEnded") << 4;
    QTest::newRow("finished") << 5;
}

void TestRun::mayBeDeletedFromItsSignals()
{
    QFETCH(int, signal);
    FakeTransport transport(
        [](const ssh::CommandRequest &) { return FakeScript().login().out("x").exit(0); });
    auto *run = new Run(specFor(3), transport, reachable, m_clock);
    bool deleted = false;
    const auto destroy = [&deleted, run] {
        if (!std::exchange(deleted, true)) {
            delete run;
        }
    };
    switch (signal) {
    case 0:
        connect(run, &Run::started, this, destroy);
        break;
    case 1:
        connect(run, &Run::statesChanged, this, destroy);
        break;
    case 2:
        connect(run, &Run::outputGrew, this, destroy);
        break;
    case 3:
        connect(run, &Run::outputArrived, this, destroy);
        break;
    case 4:
        connect(run, &Run::workerEnded, this, destroy);
        break;
    default:
        connect(run, &Run::finished, this, destroy);
        break;
    }
    run->start();
    QTRY_VERIFY(deleted);
}

QTEST_GUILESS_MAIN(TestRun)
#include "tst_run.moc"
