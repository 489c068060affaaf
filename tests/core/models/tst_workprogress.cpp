// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventory.h"
#include "core/models/workprogress.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

class TestWorkProgress final : public QObject
{
    Q_OBJECT

private slots:
    void texts_data();
    void texts();
    void theMeterTellsWhileWorkGoesOn();
    void aRefreshIsToldByProjects();
};

void TestWorkProgress::texts_data()
{
    QTest::addColumn<int>("done");
    QTest::addColumn<int>("total");
    QTest::addColumn<qint64>("elapsedMs");
    QTest::addColumn<bool>("isSteady");
    QTest::addColumn<QString>("text");
    QTest::newRow("a moment") << 12 << 64 << qint64(999) << true << "";
    QTest::newRow("over a second") << 12 << 64 << qint64(1000) << true << "checking: 12 of 64";
    QTest::newRow("not known how much") << 0 << 0 << qint64(9999) << true << "checking…";
    QTest::newRow("over ten") << 20 << 100 << qint64(10'000) << true
                              << "checking: 20 of 100 · about 40 s left";
    QTest::newRow("by fives") << 3 << 10 << qint64(10'000) << true
                              << "checking: 3 of 10 · about 25 s left";
    QTest::newRow("minutes") << 10 << 100 << qint64(20'000) << true
                             << "checking: 10 of 100 · about 3 min left";
    QTest::newRow("hours") << 1 << 500 << qint64(10'000) << true
                           << "checking: 1 of 500 · about 1 h 23 min left";
    QTest::newRow("none done") << 0 << 64 << qint64(12'000) << true
                               << "checking: 0 of 64 · 12 s so far";
    QTest::newRow("all done") << 64 << 64 << qint64(75'000) << true
                              << "checking: 64 of 64 · 1 min so far";
    QTest::newRow("nobody can tell")
        << 0 << 0 << qint64(12'000) << true << "checking… · 12 s so far";
    QTest::newRow("side by side") << 1 << 3 << qint64(12'000) << false
                                  << "checking: 1 of 3 · 12 s so far";
}

void TestWorkProgress::texts()
{
    QFETCH(int, done);
    QFETCH(int, total);
    QFETCH(qint64, elapsedMs);
    QFETCH(bool, isSteady);
    QTEST(workText({QStringLiteral("checking"), done, total, elapsedMs, isSteady}), "text");
}

void TestWorkProgress::theMeterTellsWhileWorkGoesOn()
{
    ManualClock clock;
    WorkMeter meter(clock);
    QSignalSpy changed(&meter, &WorkMeter::changed);
    QCOMPARE(meter.text(), QString());
    int done = 0;
    meter.begin(QStringLiteral("checking"), [&done] { return WorkMeter::Counts{done, 8}; });
    QVERIFY(meter.isRunning());
    QCOMPARE(meter.text(), QString());
    clock.advance(2);
    done = 3;
    changed.clear();
    QTRY_VERIFY(!changed.empty()); // whoever shows it need not look by itself
    QCOMPARE(meter.text(), QStringLiteral("checking: 3 of 8"));
    changed.clear();
    meter.end();
    QCOMPARE(changed.count(), 1);
    QVERIFY(!meter.isRunning());
    QCOMPARE(meter.text(), QString());
    meter.begin(QStringLiteral("writing")); // a second piece has its own second, and no counts
    QCOMPARE(meter.text(), QString());
    clock.advance(1);
    QCOMPARE(meter.text(), QStringLiteral("writing…"));
}

void TestWorkProgress::aRefreshIsToldByProjects()
{
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    WorkMeter meter(clock);
    followRefreshes(meter, inventory);
    source.set(snapshotOf({{.project = "aa"}, {.project = "bb"}}));
    inventory.refresh();
    QTRY_VERIFY(!inventory.isRefreshing());
    QVERIFY(!meter.isRunning());
    source.held = true;
    inventory.refresh();
    QVERIFY(meter.isRunning());
    clock.advance(2);
    QCOMPARE(meter.text(), QStringLiteral("refreshing projects: 0 of 2"));
    inventory::Listing part;
    part.projects = source.next.projects;
    part.about = {*ProjectId::parse(QStringLiteral("aa"))};
    source.tell(part);
    QCOMPARE(meter.text(), QStringLiteral("refreshing projects: 1 of 2"));
    source.answer();
    QTRY_VERIFY(!inventory.isRefreshing());
    QCOMPARE(meter.text(), QString());
}

QTEST_GUILESS_MAIN(TestWorkProgress)
#include "tst_workprogress.moc"
