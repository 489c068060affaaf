// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/loginpace.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QTest>
#include <QThread>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

/// Runs whose logins follow what is measured, over a transport that does nothing by itself.
class TestLoginPace final : public QObject
{
    Q_OBJECT

private slots:
    void answersMakeRoomForMore_data();
    void answersMakeRoomForMore();
    void turnedAwayMakesRoomForFewer();
    void aNumberStaysOne();
    void silentOnesAreNotWaitedFor();
    void whatWasLeftStartsNoMore();
    void cpuIsThatOfThisProcess();

private:
    struct Scene
    {
        explicit Scene(RunSpec spec)
            : transport([](const ssh::CommandRequest &) { return FakeScript().hang(); })
            , run(std::move(spec), transport, reachable, clock)
        {
            run.start();
        }
        void answer(int from, int count)
        {
            for (int i = from; i < from + count; ++i) {
                transport.say(ssh::CommandId(i + 1), ssh::PhaseChanged{ssh::Phase::KeyExchange});
            }
        }
        ManualClock clock;
        FakeTransport transport;
        Run run;
    };
    const int m_first = loginsFor(QThread::idealThreadCount()) / 2;
};

void TestLoginPace::answersMakeRoomForMore_data()
{
    QTest::addColumn<bool>("allOrNone");
    QTest::newRow("a run") << false;
    QTest::newRow("the round before one") << true;
}

void TestLoginPace::answersMakeRoomForMore()
{
    QFETCH(bool, allOrNone);
    RunSpec spec = specFor(500);
    spec.allOrNone = allOrNone;
    Scene scene(spec);
    const auto count = [&scene] { return int(scene.transport.commands().size()); };
    QCOMPARE(count(), m_first);
    scene.clock.advance(1);
    scene.answer(0, m_first);
    QTRY_COMPARE(count(), 3 * m_first);
    scene.clock.advance(1);
    scene.answer(m_first, m_first / 2);
    QTRY_COMPARE(count(), 4 * m_first);
}

void TestLoginPace::turnedAwayMakesRoomForFewer()
{
    Scene scene(specFor(500));
    scene.clock.advance(2);
    Error error;
    error.kind = ErrorKind::Protocol; // no greeting came
    for (int i = 0; i < m_first / 2; ++i) {
        scene.transport.say(ssh::CommandId(i + 1), ssh::Unreachable{error});
    }
    // One that ends well makes room for none as long as there are too many.
    scene.transport.say(ssh::CommandId(m_first), ssh::PhaseChanged{ssh::Phase::Running});
    QTRY_COMPARE(
        scene.run.state().workers().at(std::size_t(m_first - 1)).phase, ssh::Phase::Running);
    QVERIFY(int(scene.transport.commands().size()) <= m_first + 1);
    QVERIFY(scene.transport.loggingIn() <= m_first / 2);
}

void TestLoginPace::aNumberStaysOne()
{
    RunSpec spec = specFor(100);
    spec.loginsAtOnce = 3;
    Scene scene(spec);
    QCOMPARE(scene.transport.commands().size(), std::size_t(3));
    scene.clock.advance(10);
    scene.answer(0, 3);
    scene.transport.say(1, ssh::PhaseChanged{ssh::Phase::Running});
    QTRY_COMPARE(scene.transport.commands().size(), std::size_t(4));
}

void TestLoginPace::silentOnesAreNotWaitedFor()
{
    Scene scene(specFor(100));
    QCOMPARE(int(scene.transport.commands().size()), m_first);
    scene.clock.advance(3); // and nothing happens
    QTRY_COMPARE(int(scene.transport.commands().size()), 2 * m_first);
}

void TestLoginPace::whatWasLeftStartsNoMore()
{
    Scene scene(specFor(100));
    scene.run.detach();
    scene.clock.advance(3);
    QTRY_VERIFY(scene.run.isFinished() || scene.run.state().summary().waiting == 0);
    QCOMPARE(int(scene.transport.commands().size()), m_first);
}

void TestLoginPace::cpuIsThatOfThisProcess()
{
    const CpuTime before = CpuTime::now();
    QVERIFY(before.used.count() > 0);
    // Until it shows: the kernel may count by ticks.
    volatile unsigned sum = 0;
    while (CpuTime::now().used <= before.used) {
        for (unsigned i = 0; i < 1000000; ++i) {
            sum = sum + i;
        }
    }
    QVERIFY(CpuTime::now().used > before.used);
}

QTEST_GUILESS_MAIN(TestLoginPace)
#include "tst_loginpace.moc"
