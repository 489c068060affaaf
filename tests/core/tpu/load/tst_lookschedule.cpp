// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/lookschedule.h"

#include <QtTest>

#include <algorithm>

using namespace podium::tpu;

/// Which worker is looked at when.
class TestLookSchedule final : public QObject
{
    Q_OBJECT

private slots:
    void visibleOnesAreLookedAtOften();
    void thoseThatNobodySeesAreSpread_data();
    void thoseThatNobodySeesAreSpread();
    void whoFailsIsAskedLessOften();
};

void TestLookSchedule::visibleOnesAreLookedAtOften()
{
    LookSchedule schedule(3, {});
    schedule.setVisible({0, 1});
    QCOMPARE(schedule.take(1000), (std::vector<int>{0, 1, 2}));
    QVERIFY(schedule.take(100'000).empty()); // not again before they have answered
    QVERIFY(!schedule.next());
    for (int place = 0; place < 3; ++place) {
        schedule.ended(place, true, 1500);
    }
    QCOMPARE(schedule.next(), std::optional<qint64>(3000));
    QVERIFY(schedule.take(2999).empty());
    QCOMPARE(schedule.take(3000), (std::vector<int>{0, 1}));
    QCOMPARE(schedule.next(), std::optional<qint64>(20'000)); // the third of three, in 30 seconds
    schedule.setVisible({2});
    QCOMPARE(schedule.take(3001), (std::vector<int>{2}));
}

void TestLookSchedule::thoseThatNobodySeesAreSpread_data()
{
    QTest::addColumn<bool>("doAnswer");
    QTest::newRow("all answer") << true;
    QTest::newRow("nobody answers") << false;
}

/// All of them are looked at once, together; from then on each has its own moment.
void TestLookSchedule::thoseThatNobodySeesAreSpread()
{
    QFETCH(bool, doAnswer);
    constexpr int count = 1500;
    constexpr qint64 stepMs = 100;
    const LookPace pace;
    LookSchedule schedule(count, pace);
    schedule.setVisible({});
    std::vector<std::vector<qint64>> looks(count);
    std::size_t most = 0;
    for (qint64 now = 0; now < 100'000; now += stepMs) {
        const std::vector<int> places = schedule.take(now);
        most = std::max(most, now == 0 ? 0 : places.size());
        for (const int place : places) {
            looks[std::size_t(place)].push_back(now);
            schedule.ended(place, doAnswer, now + 50);
        }
    }
    QCOMPARE(most, std::size_t(5)); // 1,500 in 30 seconds are five in 100 ms
    for (const std::vector<qint64> &times : looks) {
        QVERIFY(times.size() >= (doAnswer ? 4U : 2U));
        QCOMPARE(times[0], qint64(0));
        const qint64 soonest = doAnswer ? pace.visibleMs : pace.failedMs + 50;
        QVERIFY(times[1] >= soonest && times[1] < soonest + pace.hiddenMs + stepMs);
        for (std::size_t i = 2; doAnswer && i < times.size(); ++i) {
            QCOMPARE(times[i] - times[i - 1], pace.hiddenMs);
        }
    }
}

void TestLookSchedule::whoFailsIsAskedLessOften()
{
    LookSchedule schedule(1, {});
    qint64 now = 0;
    std::vector<qint64> pauses;
    for (int i = 0; i < 6; ++i) {
        QCOMPARE(schedule.take(now), std::vector<int>{0});
        schedule.ended(0, false, now);
        pauses.push_back(*schedule.next() - now);
        now = *schedule.next();
    }
    QCOMPARE(pauses, (std::vector<qint64>{30'000, 60'000, 120'000, 240'000, 300'000, 300'000}));
    schedule.forgetFailures();
    QVERIFY(*schedule.next() <= now);
}

QTEST_GUILESS_MAIN(TestLookSchedule)
#include "tst_lookschedule.moc"
