// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/projectlistmodel.h"
#include "tests/fakes/demolab.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::lifecycle;
using namespace podium::tests;

/// What the Projects page shows of a project.
class TestProjectView final : public QObject
{
    Q_OBJECT

private slots:
    void eachProjectIsARow();
    void aProjectOfAGrantAloneIsARow();
    void aProjectThatDidNotAnswerSaysSo();
    void whatIsNotKnownIsNotGood();
    void grantsHaveBars();
    void whatIsNotKnownOfARowIsSaid();
    void pricesAreSentences();
    void leftoversAreNamed();
    void theListKeepsItsRows();

private:
    [[nodiscard]] static ProjectFacts facts(const inventory::Snapshot &snapshot)
    {
        ProjectFacts facts;
        facts.standing = std::make_shared<const inventory::Snapshot>(snapshot);
        facts.now = sketchTime();
        facts.grants = {
            {*ProjectId::parse("lab-speech"),
             QDate(2026, 1, 1),
             QDate(2026, 3, 31),
             {{64, TpuUnit::Chips, 0, true, Generation::V4, *Zone::parse("us-central2-b")},
              {16, TpuUnit::Cores, 8, true, Generation::V2, *Zone::parse("europe-west4-a")}}}};
        facts.prices =
            std::make_shared<const DayPrices>(dayPrices(facts.grants, *facts.standing, facts.now));
        return facts;
    }
    [[nodiscard]] static ProjectView view(const char *project, const ProjectFacts &facts)
    {
        return projectView(*ProjectId::parse(project), facts);
    }
};

void TestProjectView::eachProjectIsARow()
{
    const auto rows = projectRows(facts(demoLab()));
    QCOMPARE(int(rows.size()), 3);
    QCOMPARE(rows[0].project.text(), QString("lab-speech"));
    // tpu1: a v3-8, 4 chips at 2.00
    QCOMPARE(rows[0].status, QString("$192 a day · 31 days left · 4 nodes"));
    QCOMPARE(rows[0].mark, Mark::Warning);
    QVERIFY(rows[1].status.contains("no grant"));
}

void TestProjectView::aProjectOfAGrantAloneIsARow()
{
    const auto rows = projectRows(facts(inventory::Snapshot()));
    QCOMPARE(int(rows.size()), 1);
    QCOMPARE(rows[0].mark, Mark::Off);
    QCOMPARE(rows[0].status, QString("31 days left · 0 nodes"));
}

void TestProjectView::aProjectThatDidNotAnswerSaysSo()
{
    inventory::Snapshot lab = demoLab();
    auto problem = zoneProblem("lab-vision", "us-east1-d");
    problem.zone.reset();
    lab.problems = {problem};
    const auto rows = projectRows(facts(lab));
    QCOMPARE(rows[1].mark, Mark::Bad);
    QVERIFY(rows[1].status.startsWith("did not answer"));
    QVERIFY(view("lab-vision", facts(lab)).problem.has_value());
    QVERIFY(!view("lab-speech", facts(lab)).problem.has_value());
}

/// Such as where the file of the grants cannot be read.
void TestProjectView::whatIsNotKnownIsNotGood()
{
    ProjectFacts known = facts(demoLab());
    const Error why{ErrorKind::Io, QStringLiteral("The grants cannot be read.")};
    known.grants.clear();
    known.grantsError = why;
    known.prices = std::make_shared<const DayPrices>(unknownPrices(*known.standing, why));
    const auto rows = projectRows(known);
    QCOMPARE(rows[0].mark, Mark::Unknown);
    QCOMPARE(rows[0].status, QString("4 prices unknown · grants unknown · 4 nodes"));
}

void TestProjectView::grantsHaveBars()
{
    const auto shown = view("lab-speech", facts(demoLab()));
    QCOMPARE(int(shown.grants.size()), 1);
    QCOMPARE(shown.grants[0].time, QString("31 days left"));
    const auto &bars = shown.grants[0].bars;
    QCOMPARE(bars[0].usage, QString("32 of 64 chips used"));
    QCOMPARE(bars[0].nodes, QString("pod-v4"));
    QCOMPARE(bars[1].used, 8);
    QCOMPARE(bars[1].leftovers, 8);
    QCOMPARE(bars[1].nodes, QString("old (PREEMPTED)"));
}

void TestProjectView::whatIsNotKnownOfARowIsSaid()
{
    inventory::Snapshot lab = demoLab();
    lab.coverage = {};
    const auto bar = view("lab-speech", facts(lab)).grants[0].bars[0];
    QVERIFY(!bar.isComplete);
    QVERIFY2(bar.usage.startsWith("32 or more of 64 chips used."), qPrintable(bar.usage));
}

void TestProjectView::pricesAreSentences()
{
    const auto shown = view("lab-speech", facts(demoLab()));
    QCOMPARE(
        shown.prices, QStringList(
                          {"Not covered: 1 node, $192.00 a day by list price.",
                           "Covered: 2 nodes, which would be $707.71 a day.",
                           "Not charged for as they are: 1 node."}));
    QVERIFY(shown.addresses.startsWith("External addresses: 9, up to $0.60 a day"));
    QCOMPARE(
        view("lab-speech", facts(inventory::Snapshot())).prices,
        QStringList("No node stands there."));
}

void TestProjectView::leftoversAreNamed()
{
    const auto shown = view("lab-speech", facts(demoLab()));
    QCOMPARE(shown.leftovers.count, 1);
    QVERIFY2(
        shown.leftovers.text.startsWith(
            "Until it is deleted it holds the quota of 4 spot v2 chips"),
        qPrintable(shown.leftovers.text));
    QVERIFY2(
        shown.leftovers.text.contains("old (v2-8, PREEMPTED)"), qPrintable(shown.leftovers.text));
    QCOMPARE(view("trc-shared", facts(demoLab())).leftovers.count, 0);
}

void TestProjectView::theListKeepsItsRows()
{
    ProjectListModel model;
    QAbstractItemModelTester tester(&model);
    model.setRows(projectRows(facts(demoLab())));
    QCOMPARE(model.rowCount(), 3);
    const QPersistentModelIndex second = model.index(1);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    inventory::Snapshot lab = demoLab();
    lab.nodes.erase(lab.nodes.begin());
    model.setRows(projectRows(facts(lab)));
    QCOMPARE(resets.count(), 0);
    QCOMPARE(second.data().toString(), QString("lab-vision"));
    QCOMPARE(model.indexOf(*ProjectId::parse("lab-vision")), QModelIndex(second));
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.rowAt(0), nullptr);
}

QTEST_GUILESS_MAIN(TestProjectView)
#include "tst_projectview.moc"
