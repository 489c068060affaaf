// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantend.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using Stage = GrantEnd::Stage;

Q_DECLARE_METATYPE(podium::lifecycle::GrantEnd::Stage)

/// The end of a TPU grant, and what still stands then.
class TestGrantEnd final : public QObject
{
    Q_OBJECT

private slots:
    void eachStage_data();
    void eachStage();
    void farOrNotBegunIsNotTold();
    void saysWhatStandsAndWhatItCosts();
    void anotherGrantThatGoesOnCovers();
    void unknownIsAWord();
    void whatWasNotListedMayStand();
    void overIsToldWhileSomethingStands();
    void keysDifferByStageAndEnd();
    void times();

private:
    /// Ends at the end of the first of March, in 12 hours by the nodes' clock.
    [[nodiscard]] static TpuGrant grant(int moreDays = 0)
    {
        return {
            *ProjectId::parse("lab-speech"),
            QDate(2026, 1, 1),
            QDate(2026, 3, 1).addDays(moreDays),
            {{64, TpuUnit::Chips, 0, false, Generation::V4, *Zone::parse("us-central2-b")}}};
    }
    [[nodiscard]] static inventory::Snapshot standing()
    {
        const char *zone = "us-central2-b";
        return snapshotOf(
            {{.zone = zone, .name = "a", .type = "v4-8"},
             {.zone = zone,
              .name = "over",
              .type = "v4-8",
              .state = cloud::NodeState::Preempted,
              .number = 2},
             {.name = "elsewhere", .number = 3}});
    }
};

void TestGrantEnd::eachStage_data()
{
    QTest::addColumn<qint64>("secondsBefore");
    QTest::addColumn<Stage>("stage");
    constexpr qint64 hour = 3600;
    QTest::newRow("14 days") << 14 * 24 * hour << Stage::Days14;
    QTest::newRow("8 days") << 8 * 24 * hour << Stage::Days14;
    QTest::newRow("7 days") << 7 * 24 * hour << Stage::Days7;
    QTest::newRow("3 days") << 3 * 24 * hour << Stage::Days3;
    QTest::newRow("a day") << 24 * hour << Stage::Days1;
    QTest::newRow("13 hours") << 13 * hour << Stage::Days1;
    QTest::newRow("12 hours") << 12 * hour << Stage::Hours12;
    QTest::newRow("a second") << qint64(1) << Stage::Hours12;
    QTest::newRow("past") << qint64(0) << Stage::Over;
}

void TestGrantEnd::eachStage()
{
    QFETCH(qint64, secondsBefore);
    const QDateTime now = endOf(grant()).addSecs(-secondsBefore);
    const auto ends = grantEnds({grant()}, standing(), now);
    QCOMPARE(int(ends.size()), 1);
    QTEST(ends[0].stage, "stage");
}

void TestGrantEnd::farOrNotBegunIsNotTold()
{
    const QDateTime far = endOf(grant()).addSecs(-14 * 24 * 3600 - 1);
    QVERIFY(grantEnds({grant()}, standing(), far).empty());
    TpuGrant later = grant();
    later.from = QDate(2026, 2, 28);
    QVERIFY(grantEnds({later}, standing(), QDateTime(QDate(2026, 2, 27), QTime(12, 0), Qt::UTC))
                .empty());
}

void TestGrantEnd::saysWhatStandsAndWhatItCosts()
{
    const auto ends = grantEnds({grant()}, standing(), sketchTime());
    QCOMPARE(int(ends[0].nodes.size()), 2);
    QCOMPARE(ends[0].dollarsPerDay, 4 * 3.22 * 24); // the leftover is not charged for
    QCOMPARE(
        grantEndTitle(ends[0], sketchTime()),
        QString("The TPU grant of lab-speech ends in 12 hours"));
    QCOMPARE(
        grantEndText(ends[0]),
        QString("a, over still stand and cost $309.12 a day by list price from then on."));
}

void TestGrantEnd::anotherGrantThatGoesOnCovers()
{
    TpuGrant more = grant(60);
    more.from = QDate(2026, 2, 1);
    auto nodes = standing();
    // The second grant covers only what was made since it began.
    const auto ends = grantEnds({grant(), more}, nodes, sketchTime());
    QCOMPARE(int(ends.size()), 1);
    QVERIFY(ends[0].nodes.empty());
    QCOMPARE(grantEndText(ends[0]), QString("Nothing stands on it."));
}

void TestGrantEnd::unknownIsAWord()
{
    TpuGrant odd = grant();
    odd.rows[0].zone = *Zone::parse("asia-south2-a");
    const auto nodes = snapshotOf({{.zone = "asia-south2-a", .name = "b", .type = "v4-8"}});
    const auto ends = grantEnds({odd}, nodes, sketchTime());
    QCOMPARE(ends[0].unknown, 1);
    QCOMPARE(
        grantEndText(ends[0]),
        QString("b still stands and costs a price that is unknown from then on."));
}

void TestGrantEnd::whatWasNotListedMayStand()
{
    inventory::Snapshot nothing = snapshotOf({});
    nothing.coverage = {};
    const QString gap = "The nodes of lab-speech could not be listed.";
    QCOMPARE(
        grantEndText(grantEnds({grant()}, nothing, sketchTime())[0]),
        QString("What stands on it is not known. " + gap));
    inventory::Snapshot known = standing();
    known.coverage = {};
    const QString text = grantEndText(grantEnds({grant()}, known, sketchTime())[0]);
    QVERIFY2(text.startsWith("a, over still stand"), qPrintable(text));
    QVERIFY2(text.endsWith(QString("There may be more. " + gap)), qPrintable(text));
}

void TestGrantEnd::overIsToldWhileSomethingStands()
{
    const QDateTime later = endOf(grant()).addDays(3);
    const auto ends = grantEnds({grant()}, standing(), later);
    QCOMPARE(ends[0].stage, Stage::Over);
    QVERIFY(grantEndText(ends[0]).endsWith("a day by list price."));
    QVERIFY(grantEnds({grant()}, snapshotOf({}), later).empty());
}

void TestGrantEnd::keysDifferByStageAndEnd()
{
    const auto now = grantEnds({grant()}, standing(), sketchTime());
    const auto before = grantEnds({grant()}, standing(), sketchTime().addDays(-2));
    const auto longer = grantEnds({grant(1)}, standing(), sketchTime());
    QVERIFY(grantEndKey(now[0]) != grantEndKey(before[0]));
    QVERIFY(grantEndKey(now[0]) != grantEndKey(longer[0]));
    QVERIFY(grantEndKey(now[0]).startsWith("grant-end lab-speech/2026-01-01 "));
}

void TestGrantEnd::times()
{
    QCOMPARE(grantTimeText(grant(9), sketchTime()), QString("10 days left"));
    QCOMPARE(grantTimeText(grant(), sketchTime()), QString("ends in 12 hours"));
    QCOMPARE(grantTimeText(grant(-4), sketchTime()), QString("over for 4 days"));
    TpuGrant later = grant(60);
    later.from = QDate(2026, 3, 5);
    QCOMPARE(grantTimeText(later, sketchTime()), QString("begins in 4 days"));
}

QTEST_GUILESS_MAIN(TestGrantEnd)
#include "tst_grantend.moc"
