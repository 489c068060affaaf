// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/pastrunsmodel.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using store::PastRun;

namespace {

PastRun pastRun(const QString &id, int secondsAgo, PastRun::End end = PastRun::End::Finished)
{
    PastRun run;
    run.id = id;
    run.command = "# a comment\n\n  hostname; uptime\n";
    run.targets = QStringList{"lab/us-a1-a/pod:0-7"};
    run.workers = 8;
    run.startedAt = sketchTime().addSecs(-secondsAgo);
    run.end = end;
    if (end != PastRun::End::Open) {
        run.endedAt = run.startedAt.addSecs(75);
        run.summary = {.ok = 6, .failed = 1, .unreachable = 1};
    }
    return run;
}

QString cell(const PastRunsModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

Mark markIn(const PastRunsModel &model, int row)
{
    return model.index(row, PastRunsModel::EndingColumn)
        .data(PastRunsModel::MarkRole)
        .value<Mark>();
}

} // namespace

class TestPastRunsModel final : public QObject
{
    Q_OBJECT

private slots:
    void tellsARun();
    void tellsARecipe();
    void tellsEachEnd_data();
    void tellsEachEnd();
    void beginsAndEndsInItsRow();
    void whatBeganMeanwhileIsNotLost();
    void theOldestGo();
    void namesPlaces_data();
    void namesPlaces();
    void namesTargets_data();
    void namesTargets();
};

void TestPastRunsModel::tellsARun()
{
    ManualClock clock;
    PastRunsModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.setRuns({pastRun("a", 3600)});
    QCOMPARE(cell(model, 0, PastRunsModel::CommandColumn), QString("hostname; uptime"));
    QCOMPARE(cell(model, 0, PastRunsModel::WhereColumn), QString("pod:0-7"));
    QCOMPARE(
        cell(model, 0, PastRunsModel::EndingColumn), QString("6 ok · 1 failed · 1 unreachable"));
    QCOMPARE(cell(model, 0, PastRunsModel::WhenColumn), QString("1 h ago"));
    QCOMPARE(cell(model, 0, PastRunsModel::DurationColumn), QString("1 min"));
    QSignalSpy changed(&model, &PastRunsModel::dataChanged);
    clock.advance(3600);
    model.refreshAges();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex().column(), int(PastRunsModel::WhenColumn));
    QCOMPARE(cell(model, 0, PastRunsModel::WhenColumn), QString("2 h ago"));
}

void TestPastRunsModel::tellsARecipe()
{
    ManualClock clock;
    PastRunsModel model(clock);
    PastRun run = pastRun("a", 3600);
    run.command.clear();
    run.title = "Recipe tools";
    run.recipe = "tools";
    run.steps = QStringList{"One"};
    const NodeRef pod = refOf({.name = "pod"});
    run.verdicts = {
        {{{pod, 0}}, {"changed"}, {}},
        {{{pod, 1}, {pod, 2}}, {"failed"}, {}},
        {{{pod, 3}}, {}, {}}};
    run.summary = {.ok = 1, .failed = 2, .stopped = 1};
    model.setRuns({run});
    QCOMPARE(cell(model, 0, PastRunsModel::CommandColumn), QString("Recipe tools"));
    QCOMPARE(
        cell(model, 0, PastRunsModel::EndingColumn), QString("2 failed · 1 changed · 1 not begun"));
    QCOMPARE(int(markIn(model, 0)), int(Mark::Bad));
}

void TestPastRunsModel::tellsEachEnd_data()
{
    QTest::addColumn<int>("end");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("mark");
    QTest::newRow("finished") << int(PastRun::End::Finished) << "6 ok · 1 failed · 1 unreachable"
                              << int(Mark::Bad);
    QTest::newRow("closed") << int(PastRun::End::Closed)
                            << "closed while running: 6 ok · 1 failed · 1 unreachable"
                            << int(Mark::Off);
    QTest::newRow("left") << int(PastRun::End::Left) << "left in the background" << int(Mark::Busy);
    // Nobody here knows whether it still runs.
    QTest::newRow("open") << int(PastRun::End::Open)
                          << "not known: another Podium has it, or ended first"
                          << int(Mark::Unknown);
}

void TestPastRunsModel::tellsEachEnd()
{
    QFETCH(int, end);
    ManualClock clock;
    PastRunsModel model(clock);
    model.setRuns({pastRun("a", 3600, PastRun::End(end))});
    QTEST(cell(model, 0, PastRunsModel::EndingColumn), "text");
    QTEST(int(markIn(model, 0)), "mark");
}

void TestPastRunsModel::beginsAndEndsInItsRow()
{
    ManualClock clock;
    PastRunsModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.setRuns({pastRun("old", 900)});
    model.put(pastRun("new", 0, PastRun::End::Open));
    QCOMPARE(model.rowOf("new"), 0);
    QCOMPARE(cell(model, 0, PastRunsModel::EndingColumn), QString("running"));
    QCOMPARE(int(markIn(model, 0)), int(Mark::Busy));
    QVERIFY(model.isOpenHere("new"));
    PastRun ended = pastRun("new", 0);
    ended.summary = {.ok = 8};
    model.put(ended);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(int(markIn(model, 0)), int(Mark::Good));
    QVERIFY(!model.isOpenHere("new"));
    QCOMPARE(model.rowOf("never"), -1);
}

void TestPastRunsModel::whatBeganMeanwhileIsNotLost()
{
    ManualClock clock;
    PastRunsModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.put(pastRun("begun", 0, PastRun::End::Open));
    model.setRuns({pastRun("old", 900), pastRun("older", 1900)});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.at(0).id, QString("begun"));
    QCOMPARE(model.at(2).id, QString("older"));
}

void TestPastRunsModel::theOldestGo()
{
    ManualClock clock;
    PastRunsModel model(clock);
    QAbstractItemModelTester tester(&model);
    std::vector<PastRun> runs;
    for (int i = 0; i < PastRunsModel::Limit; ++i) {
        runs.push_back(pastRun(QString::number(i), 10000 - i));
    }
    model.setRuns(runs);
    for (int i = PastRunsModel::Limit; i < PastRunsModel::Limit + 5; ++i) {
        model.put(pastRun(QString::number(i), 10000 - i));
    }
    QCOMPARE(model.rowCount(), PastRunsModel::Limit);
    QCOMPARE(model.rowOf("4"), -1);
    QCOMPARE(model.rowOf("5"), PastRunsModel::Limit - 1);
}

void TestPastRunsModel::namesPlaces_data()
{
    QTest::addColumn<QStringList>("targets");
    QTest::addColumn<int>("workers");
    QTest::addColumn<QString>("text");
    QTest::newRow("the first, of nobody knows how many")
        << QStringList("lab/z/pod:0") << 1 << "pod:0";
    QTest::newRow("one of several") << QStringList("lab/z/pod:3") << 1 << "pod:3";
    QTest::newRow("a node") << QStringList("lab/z/pod:0-7") << 8 << "pod:0-7";
    QTest::newRow("many") << QStringList{"p/z/a:0", "p/z/b:0", "p/z/c:0", "p/z/d:0"} << 4
                          << "a:0, b:0 and 2 more · 4 workers";
}

void TestPastRunsModel::namesPlaces()
{
    QFETCH(QStringList, targets);
    QFETCH(int, workers);
    PastRun run;
    run.targets = targets;
    run.workers = workers;
    QTEST(pastRunPlaces(run), "text");
}

void TestPastRunsModel::namesTargets_data()
{
    QTest::addColumn<QVector<int>>("indexes");
    QTest::addColumn<QString>("word");
    QTest::newRow("one") << QVector<int>{3} << "lab-speech/us-central1-a/pod:3";
    QTest::newRow("all") << QVector<int>{0, 1, 2, 3} << "lab-speech/us-central1-a/pod:0-3";
    QTest::newRow("some, in any order")
        << QVector<int>{7, 0, 2, 1} << "lab-speech/us-central1-a/pod:0-2,7";
}

void TestPastRunsModel::namesTargets()
{
    QFETCH(QVector<int>, indexes);
    std::vector<WorkerRef> workers;
    for (const int index : indexes) {
        workers.push_back({refOf({.name = "pod"}), index});
    }
    QCOMPARE(targetWordsOf(workers).size(), 1);
    QTEST(targetWordsOf(workers).first(), "word");
    workers.push_back({refOf({.name = "a"}), 0});
    QCOMPARE(targetWordsOf(workers).first(), QString("lab-speech/us-central1-a/a:0"));
}

QTEST_GUILESS_MAIN(TestPastRunsModel)
#include "tst_pastrunsmodel.moc"
