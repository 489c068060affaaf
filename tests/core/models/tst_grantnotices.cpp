// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/grantnotices.h"
#include "core/store/history.h"
#include "core/store/retention.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::models;
using namespace podium::tests;

/// The end of a TPU grant on the desktop: each stage once, whichever Podium tells it.
class TestGrantNotices final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatStandsAndWhatItCosts();
    void silentWhereNothingStands();
    void aStageIsToldOnceAndTheNextAgain();
    void whatWasToldOutlivesTheDailyCleaning();

private:
    [[nodiscard]] static std::vector<GrantEnd> ends(int days)
    {
        const TpuGrant grant{
            *ProjectId::parse("lab-speech"),
            QDate(2026, 1, 1),
            QDate(2026, 3, 31),
            {{64, TpuUnit::Chips, 0, false, Generation::V4, *Zone::parse("us-central2-b")}}};
        const auto nodes = snapshotOf({{.zone = "us-central2-b", .name = "a", .type = "v4-8"}});
        return grantEnds({grant}, nodes, endOf(grant).addDays(-days));
    }
    [[nodiscard]] QStringList claimed(const std::vector<GrantEnd> &ends, const QDateTime &now)
    {
        Answer<QStringList> mine;
        store::History(m_queue).claim(grantEndKeys(ends), now, GrantNoticeSilence, mine.callback());
        return mine.wait(Patience).value_or(QStringList("no answer"));
    }

    QTemporaryDir m_folder;
    store::DatabaseQueue m_queue{m_folder.filePath("podium.db")};
};

void TestGrantNotices::saysWhatStandsAndWhatItCosts()
{
    const auto now = endOf(ends(7)[0].grant).addDays(-7);
    const auto told = grantEndNotifications(ends(7), grantEndKeys(ends(7)), now);
    QCOMPARE(int(told.size()), 1);
    QCOMPARE(told[0].title, QString("The TPU grant of lab-speech ends in 7 days"));
    QCOMPARE(
        told[0].text,
        QString("a still stands and costs $309.12 a day by list price from then on."));
    QVERIFY(grantEndNotifications(ends(7), {}, now).empty());
}

void TestGrantNotices::silentWhereNothingStands()
{
    auto none = ends(3);
    none[0].nodes.clear();
    QVERIFY(grantEndKeys(none).isEmpty());
}

void TestGrantNotices::aStageIsToldOnceAndTheNextAgain()
{
    const QDateTime now = sketchTime();
    QCOMPARE(claimed(ends(7), now), grantEndKeys(ends(7)));
    QCOMPARE(claimed(ends(6), now.addDays(1)), QStringList()); // the same stage
    QCOMPARE(claimed(ends(3), now.addDays(4)), grantEndKeys(ends(3)));
}

void TestGrantNotices::whatWasToldOutlivesTheDailyCleaning()
{
    const QDateTime now = sketchTime();
    QVERIFY(!claimed(ends(14), now).isEmpty());
    Answer<Result<>> pruned;
    m_queue.run<void>(
        [now](store::Database &database) { return store::prune(database, now.addDays(3)); },
        pruned.callback());
    QVERIFY(pruned.wait(Patience)->has_value());
    QCOMPARE(claimed(ends(14), now.addDays(3)), QStringList());
}

QTEST_GUILESS_MAIN(TestGrantNotices)
#include "tst_grantnotices.moc"
