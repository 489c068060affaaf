// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantstore.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/projects/costchart.h"
#include "widgets/projects/costsection.h"

#include <qwt_scale_draw.h>
#include <qwt_text.h>

#include <QLabel>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

/// What nodes have cost, as it is told.
class TestCostSection final : public QObject
{
    Q_OBJECT

private slots:
    void theAxisSaysWhatItsPlacesAre();
    void nodesThatCostNothingWereSeenAllTheSame();
    void whatCannotBeAddedUpIsSaid();

private:
    [[nodiscard]] static bool says(const CostSection &section, const QString &text)
    {
        const auto labels = section.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->text().contains(text);
        });
    }
};

/// Where all is cheap, its places are less than a dollar apart.
void TestCostSection::theAxisSaysWhatItsPlacesAre()
{
    const CostChart chart;
    const QwtScaleDraw *axis = chart.axisScaleDraw(QwtPlot::yLeft);
    const auto label = [axis](double dollars) { return axis->label(dollars).text(); };
    QCOMPARE(label(0), QString("$0"));
    QCOMPARE(label(0.5), QString("$0.50"));
    QCOMPARE(label(1), QString("$1"));
    QCOMPARE(label(1.5), QString("$1.50"));
    QCOMPARE(label(2000), QString("$2,000"));
}

void TestCostSection::nodesThatCostNothingWereSeenAllTheSame()
{
    CostSection section;
    QVERIFY(says(section, "Adding up…"));
    const models::ProjectCost nothing; // as of nodes that are stopped
    section.setCost(&nothing);
    QVERIFY(says(section, "No node was seen that costs anything."));
}

void TestCostSection::whatCannotBeAddedUpIsSaid()
{
    const QTemporaryDir folder;
    store::DatabaseQueue database(folder.path()); // which is no file
    store::History history(database);
    lifecycle::GrantStore grants(folder.filePath("grants.json"));
    const models::GrantBook book(grants);
    const ManualClock clock;
    FakeNodeSource source;
    const inventory::Inventory inventory(source, nullptr, clock);
    models::CostFeed feed(history, book, inventory, clock);
    const ProjectId project = *ProjectId::parse("lab-speech");
    QSignalSpy failed(&feed, &models::CostFeed::failed);
    feed.want(project);
    QTRY_COMPARE(failed.count(), 1);
    CostSection section;
    section.setCost(feed.of(project));
    QVERIFY(!says(section, "Adding up…"));
    QVERIFY(says(section, "Not known: "));
}

QTEST_MAIN(TestCostSection)
#include "tst_costsection.moc"
