// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/commandtimer.h"

#include <QtTest>

using namespace podium::ssh;
using namespace std::chrono_literals;
using Step = CommandTimer::Step;
using Moment = CommandTimer::Moment;

/// Which limit of a command passes when.
class TestCommandTimer final : public QObject
{
    Q_OBJECT

private:
    const Moment m_zero{1000s};

    [[nodiscard]] static CommandRequest request()
    {
        CommandRequest request;
        request.connectLimit = 10s;
        request.totalLimit = 100s;
        request.phaseLimits = {1s, 2s, 3s, 4s};
        request.firstOutputLimit = 20s;
        request.idleLimit = 5s;
        return request;
    }

private slots:
    void eachStepHasItsOwn_data()
    {
        QTest::addColumn<int>("step");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<int>("phase");
        QTest::addColumn<int>("silence");
        const auto row = [](const char *name, Step step, int seconds, Phase phase,
                            Silence silence) {
            QTest::newRow(name) << int(step) << seconds << int(phase) << int(silence);
        };
        row("TCP", Step::Tcp, 1, Phase::Connecting, Silence::None);
        row("banner", Step::Banner, 2, Phase::KeyExchange, Silence::NoBanner);
        row("key exchange", Step::KeyExchange, 3, Phase::KeyExchange, Silence::None);
        row("login", Step::Login, 4, Phase::Login, Silence::None);
        row("first output", Step::Running, 20, Phase::Running, Silence::NoFirstOutput);
    }
    void eachStepHasItsOwn()
    {
        QFETCH(int, step);
        QFETCH(int, seconds);
        QFETCH(int, phase);
        QFETCH(int, silence);
        const CommandRequest limits = request();
        CommandTimer timer(limits);
        timer.start(m_zero);
        const Moment entered = m_zero + 500ms;
        const Moment start = Step(step) == Step::Tcp ? m_zero : entered;
        timer.enter(Step(step), start);
        timer.enter(Step(step), start + 100ms); // said again: it goes on
        const Moment end = start + std::chrono::seconds(seconds);
        QVERIFY(timer.next() == end);
        QVERIFY(!timer.passed(end - 1ms));
        QVERIFY(timer.passed(end).has_value());
        QCOMPARE(int(timer.passed(end)->phase), phase);
        QCOMPARE(int(timer.passed(end)->silence), silence);
    }

    void theTotalLimitCanBeLifted()
    {
        CommandRequest limits;
        limits.totalLimit = 100s;
        CommandTimer timer(limits);
        timer.start(m_zero);
        timer.enter(Step::Running, m_zero + 1s);
        QVERIFY(timer.next() == m_zero + 100s);
        timer.liftTotal();
        QVERIFY(!timer.next());
        QVERIFY(!timer.passed(m_zero + 1000s));
    }

    void connectingHasOneForAll()
    {
        CommandRequest limits;
        limits.connectLimit = 10s;
        CommandTimer timer(limits);
        timer.start(m_zero);
        timer.enter(Step::Login, m_zero + 9s);
        QVERIFY(timer.next() == m_zero + 10s);
        const TimedOut login{Phase::Login};
        QVERIFY(timer.passed(m_zero + 10s) == login);
        timer.enter(Step::Running, m_zero + 9s);
        QVERIFY(!timer.next()); // nothing else was asked for
        QVERIFY(!timer.passed(m_zero + 10h));
    }

    void theAgentsTimeIsNotTheWorkers()
    {
        CommandRequest limits = request();
        limits.agentLimit = 50s;
        CommandTimer timer(limits);
        timer.start(m_zero);
        timer.enter(Step::Login, m_zero + 1s);
        timer.waitForAgent({}, m_zero + 3s);
        QVERIFY(timer.next() == m_zero + 53s);
        timer.waitForAgent(m_zero + 20s, m_zero + 21s); // it has signed for another
        QVERIFY(timer.next() == m_zero + 70s);
        QVERIFY(!timer.passed(m_zero + 69s));
        const TimedOut login{Phase::Login};
        QVERIFY(timer.passed(m_zero + 70s) == login);
        timer.endAgentWait(m_zero + 60s);
        QVERIFY(timer.next() == m_zero + 62s); // two of the four seconds are gone
        QVERIFY(timer.passed(m_zero + 62s) == login);
        timer.waitForAgent(m_zero + 60s, m_zero + 61s);
        QVERIFY(timer.next() == m_zero + 100s); // all in all it counts
        QVERIFY(timer.passed(m_zero + 100s) == login);
    }

    void connectingAgainIsAsFromTheStart()
    {
        CommandRequest limits;
        limits.connectLimit = 10s;
        limits.agentLimit = 50s;
        CommandTimer timer(limits);
        timer.start(m_zero);
        timer.enter(Step::Login, m_zero);
        timer.waitForAgent({}, m_zero);
        timer.connectAgain(m_zero + 30s);
        const TimedOut connecting{Phase::Connecting};
        QVERIFY(timer.passed(m_zero + 40s) == connecting);
        timer.enter(Step::Login, m_zero + 31s);
        timer.waitForAgent({}, m_zero + 31s);
        QVERIFY(timer.next() == m_zero + 50s); // the agent has still said nothing
        timer.endAgentWait(m_zero + 49s);
        QVERIFY(timer.next() == m_zero + 58s);
        timer.waitForAgent({}, m_zero + 51s);
        QVERIFY(timer.next() == m_zero + 101s);
    }

    void silenceCountsFromTheLastOutput()
    {
        const CommandRequest limits = request();
        CommandTimer timer(limits);
        timer.start(m_zero);
        timer.enter(Step::Running, m_zero);
        QVERIFY(!timer.passed(m_zero + 19s)); // the first may take longer than the next
        timer.noteOutput(m_zero + 19s);
        QVERIFY(timer.next() == m_zero + 24s);
        timer.noteOutput(m_zero + 23s);
        QVERIFY(!timer.passed(m_zero + 27s));
        const TimedOut silent{Phase::Running, Silence::NoMoreOutput};
        QVERIFY(timer.passed(m_zero + 28s) == silent);
    }

    void aSlowReaderIsNoSilence()
    {
        const CommandRequest limits = request();
        CommandTimer timer(limits);
        timer.start(m_zero);
        timer.enter(Step::Running, m_zero);
        timer.noteOutput(m_zero + 1s);
        timer.setReaderIsSlow(true, m_zero + 2s);
        QVERIFY(!timer.passed(m_zero + 50s));
        timer.setReaderIsSlow(false, m_zero + 50s);
        QVERIFY(timer.next() == m_zero + 55s);
        const TimedOut all{Phase::Running};
        QVERIFY(timer.passed(m_zero + 100s).has_value());
        timer.setReaderIsSlow(true, m_zero + 51s);
        QVERIFY(timer.passed(m_zero + 100s) == all); // but all in all it has had its time
    }
};

QTEST_GUILESS_MAIN(TestCommandTimer)
#include "tst_commandtimer.moc"
