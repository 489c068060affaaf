// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/cutlines.h"
#include "core/models/run/panefold.h"
#include "core/models/run/runfilter.h"
#include "core/models/run/runmodel.h"
#include "core/models/run/runsearch.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

/// A run on one pod, with what shows it.
struct RunFixture
{
    ManualClock clock;
    FakeTransport transport;
    run::Run run;
    RunModel model;

    RunFixture(int workers, const std::function<FakeScript(int)> &scriptOf)
        : transport([scriptOf](const ssh::CommandRequest &request) {
            return scriptOf(request.endpoint.worker.index);
        })
        , run(specOf(workers), transport, endpointOf, clock)
        , model(run, clock)
    {}

    static run::RunSpec specOf(int workers)
    {
        run::RunSpec spec;
        for (int i = 0; i < workers; ++i) {
            spec.workers.push_back(
                {{*ProjectId::parse("lab"), *Zone::parse("us-central1-a"), *NodeName::parse("pod")},
                 i});
        }
        spec.command = "true";
        return spec;
    }
    static ssh::Endpoint endpointOf(const WorkerRef &worker)
    {
        ssh::Endpoint endpoint;
        endpoint.worker = worker;
        endpoint.address = QStringLiteral("127.0.0.1");
        return endpoint;
    }
    void finish()
    {
        run.start();
        QTRY_VERIFY(run.isFinished());
    }
};

FakeScript says(const QByteArray &text, int status = 0)
{
    return FakeScript().login().out(text).exit(status);
}

} // namespace

class RunModelsTest : public QObject
{
    Q_OBJECT

private slots:
    void rowsFollowTheRun();
    void filtersByGroup();
    void filtersByEnding();
    void filtersByTextAndMatches();
    void countsMatches();
    void goesFromHitToHit();
    void knowsWhatStepsDoNotReach();
    void followsGrowingOutput();
    void countsAProgressLineOnce();
    void saysWhenAPatternIsWrong();
    void patternsThatExplodeEnd();
    void followsWhatIsCut();
    void linesMoveWhenMoreIsCut();
    void foldsTheSameOutput();
    void foldsFinalTextAfterCarriageReturns();
    void foldKeepsEndingsApart();
};

void RunModelsTest::rowsFollowTheRun()
{
    RunFixture f(3, [](int index) { return says("hello\n", index == 1 ? 2 : 0); });
    QAbstractItemModelTester tester(
        &f.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(f.model.rowCount(), 3);
    QCOMPARE(f.model.index(1, RunModel::StateColumn).data().toString(), QStringLiteral("waiting"));
    QSignalSpy changed(&f.model, &QAbstractItemModel::dataChanged);
    f.finish();
    QVERIFY(changed.count() > 0);
    QCOMPARE(f.model.index(1, RunModel::WorkerColumn).data().toString(), QStringLiteral("pod:1"));
    QCOMPARE(f.model.index(1, RunModel::StateColumn).data().toString(), QStringLiteral("exit 2"));
    QCOMPARE(
        f.model.index(1, RunModel::StateColumn).data(Qt::AccessibleTextRole).toString(),
        QStringLiteral("failed, exit 2"));
    QCOMPARE(f.model.index(1, RunModel::LinesColumn).data().toString(), QStringLiteral("1"));
    QCOMPARE(f.model.index(1, 0).data(RunModel::StateRole).toInt(), int(PaneState::Failed));
    QVERIFY(!f.model.index(1, RunModel::ColumnCount).isValid());
}

void RunModelsTest::filtersByGroup()
{
    RunFixture f(6, [](int index) { return says("x\n", index % 3); });
    RunFilter filter(f.model);
    QAbstractItemModelTester tester(
        &filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(filter.shownSlots(), (QVector<int>{0, 1, 2, 3, 4, 5}));
    filter.setGroup(PaneGroup::Failed);
    QVERIFY(filter.shownSlots().isEmpty());
    f.finish(); // rows come in as they fail
    QTRY_COMPARE(filter.shownSlots(), (QVector<int>{1, 2, 4, 5}));
    filter.setGroup(PaneGroup::Ok);
    QCOMPARE(filter.shownSlots(), (QVector<int>{0, 3}));
    QVERIFY(!filter.indexOf(1).isValid());
    QCOMPARE(filter.slotOf(filter.index(1, 0)), 3);
}

void RunModelsTest::filtersByEnding()
{
    RunFixture f(8, [](int index) {
        return index == 7 ? FakeScript().login().end(ssh::Signalled{"KILL"})
                          : says("x\n", index > 4 ? 137 : index % 2);
    });
    RunFilter filter(f.model);
    QVERIFY(endingCounts(f.model, PaneGroup::Failed).empty());
    filter.setGroup(PaneGroup::Failed, QStringLiteral("exit 137"));
    f.finish();
    const std::vector<EndingCount> expected{{"exit 1", 2}, {"exit 137", 2}, {"signal KILL", 1}};
    QCOMPARE(endingCounts(f.model, PaneGroup::Failed), expected);
    QCOMPARE(endingCounts(f.model, PaneGroup::Ok), (std::vector<EndingCount>{{"exit 0", 3}}));
    QVERIFY(endingCounts(f.model, PaneGroup::Stopped).empty());
    QTRY_COMPARE(filter.shownSlots(), (QVector<int>{5, 6}));
    filter.setGroup(PaneGroup::Failed, QStringLiteral("signal KILL"));
    QCOMPARE(filter.shownSlots(), (QVector<int>{7}));
    filter.setGroup(PaneGroup::Failed, QStringLiteral("exit 13")); // no part of a word
    QVERIFY(filter.shownSlots().isEmpty());
    filter.setGroup(PaneGroup::Failed);
    QCOMPARE(filter.shownSlots(), (QVector<int>{1, 3, 5, 6, 7}));
}

void RunModelsTest::filtersByTextAndMatches()
{
    RunFixture f(12, [](int) { return says("x\n"); });
    RunFilter filter(f.model);
    filter.setText(QStringLiteral("POD:1"));
    QCOMPARE(filter.shownSlots(), (QVector<int>{1, 10, 11}));
    filter.setText({});
    QVector<int> matches(12, 0);
    matches[4] = 2;
    f.model.setMatches(matches);
    filter.setMatchesOnly(true);
    QCOMPARE(filter.shownSlots(), (QVector<int>{4}));
    matches[7] = 1;
    f.model.setMatches(matches);
    QCOMPARE(filter.shownSlots(), (QVector<int>{4, 7}));
}

void RunModelsTest::countsMatches()
{
    RunFixture f(3, [](int index) {
        QByteArray text;
        for (int i = 0; i <= index * 100; ++i) {
            text += "an Error and an error\n";
        }
        return says(text);
    });
    f.finish();
    RunSearch search(f.run.output());
    QVERIFY(search.setPattern({QStringLiteral("error"), false, false}));
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.counts(), (QVector<int>{2, 202, 402}));
    QCOMPARE(search.total(), 606);
    QCOMPARE(search.slotsWithHits(), 3);
    QVERIFY(search.setPattern({QStringLiteral("Error"), false, true}));
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.counts(), (QVector<int>{1, 101, 201}));
    QVERIFY(search.setPattern({QStringLiteral("^an E.*r$"), true, true}));
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.total(), 303);
    QVERIFY(search.setPattern({QStringLiteral("a.c"), false, false})); // not as an expression
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.total(), 0);
    QVERIFY(search.setPattern({}));
    QVERIFY(!search.isActive());
    QVERIFY(search.counts().isEmpty());
}

void RunModelsTest::goesFromHitToHit()
{
    RunFixture f(3, [](int index) { return says(index == 1 ? "no\n" : "hit hit\nnone\nhit\n"); });
    f.finish();
    RunSearch search(f.run.output());
    QVERIFY(search.setPattern({QStringLiteral("hit"), false, false}));
    QTRY_VERIFY(!search.isBusy());
    const QVector<int> order{0, 1, 2};
    SearchHit hit{0, {0, -1, 0}};
    std::vector<SearchHit> seen;
    for (int i = 0; i < 7; ++i) {
        hit = search.step(hit, true, order);
        seen.push_back(hit);
    }
    const std::vector<SearchHit> expected{{0, {0, 0, 3}}, {0, {0, 4, 3}}, {0, {2, 0, 3}},
                                          {2, {0, 0, 3}}, {2, {0, 4, 3}}, {2, {2, 0, 3}},
                                          {0, {0, 0, 3}}};
    QCOMPARE(seen, expected);
    QCOMPARE(search.step({0, {0, 0, 3}}, false, order), (SearchHit{2, {2, 0, 3}}));
    QCOMPARE(search.step({2, {0, 0, 3}}, false, order), (SearchHit{0, {2, 0, 3}}));
    // Only among the panes that are shown.
    QCOMPARE(search.step({0, {2, 0, 3}}, true, {0, 1}), (SearchHit{0, {0, 0, 3}}));
    QCOMPARE(search.step({1, {0, -1, 0}}, true, {1}).place.length, 0);
    QCOMPARE(search.step({1, {0, -1, 0}}, true, {2, 0}).slot, 2);
    QCOMPARE(search.step({1, {0, -1, 0}}, true, {}).place.length, 0);
}

void RunModelsTest::knowsWhatStepsDoNotReach()
{
    run::OutputStore store(2);
    store.append(1, ssh::OutputStream::Out, QByteArray("hit\n").repeated(RunSearch::HitLimit));
    RunSearch search(store);
    QVERIFY(search.setPattern({QStringLiteral("hit"), false, false}));
    QTRY_VERIFY(!search.isBusy());
    QVERIFY(search.reachesAll());
    store.append(1, ssh::OutputStream::Out, "hit\n");
    search.outputGrew({1});
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.total(), RunSearch::HitLimit + 1);
    QVERIFY(!search.reachesAll());
    QVERIFY(search.setPattern({QStringLiteral("none"), false, false}));
    QTRY_VERIFY(!search.isBusy());
    QVERIFY(search.reachesAll());
}

void RunModelsTest::followsGrowingOutput()
{
    RunFixture f(2, [](int) { return FakeScript().login().out("hit\n").hang(); });
    RunSearch search(f.run.output());
    connect(&f.run, &run::Run::outputGrew, &search, &RunSearch::outputGrew);
    QVERIFY(search.setPattern({QStringLiteral("hit"), false, false}));
    f.run.start();
    QTRY_COMPARE(search.total(), 2);
    f.transport.say(2, ssh::OutputArrived{ssh::OutputStream::Out, "hit again\nand a hit"});
    QTRY_COMPARE(search.total(), 4);
    f.transport.say(2, ssh::OutputArrived{ssh::OutputStream::Out, " and hit\n"});
    QTRY_COMPARE(search.total(), 5);
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.counts(), (QVector<int>{1, 4}));
}

void RunModelsTest::countsAProgressLineOnce()
{
    RunFixture f(1, [](int) { return FakeScript().login().out("\r10 % done").hang(); });
    RunSearch search(f.run.output());
    connect(&f.run, &run::Run::outputGrew, &search, &RunSearch::outputGrew);
    QVERIFY(search.setPattern({QStringLiteral("done"), false, false}));
    f.run.start();
    QTRY_COMPARE(search.total(), 1);
    for (const char *progress : {"\r20 % done", "\r30 % done", "\r40 % done"}) {
        f.transport.say(1, ssh::OutputArrived{ssh::OutputStream::Out, progress});
    }
    QTRY_COMPARE(f.run.output().line(0, 0).text, QStringLiteral("40 % done"));
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.total(), 1);
    f.transport.say(1, ssh::OutputArrived{ssh::OutputStream::Out, "\r40 % gone"});
    QTRY_COMPARE(search.total(), 0);
}

void RunModelsTest::saysWhenAPatternIsWrong()
{
    const run::OutputStore store(1);
    RunSearch search(store);
    const Result<> usable = search.setPattern({QStringLiteral("(unclosed"), true, false});
    QVERIFY(!usable);
    QVERIFY(!usable.error().detail.isEmpty());
    QVERIFY(!search.isActive());
}

void RunModelsTest::patternsThatExplodeEnd()
{
    run::OutputStore store(1);
    store.append(0, ssh::OutputStream::Out, QByteArray(5000, 'a') + "\n");
    RunSearch search(store);
    QVERIFY(search.setPattern({QStringLiteral("(a+)+(a+)+b"), true, false}));
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.total(), 0);
}

void RunModelsTest::followsWhatIsCut()
{
    // A budget so small that the middle goes while it is looked through.
    run::OutputStore store(1, 64 * 1024);
    RunSearch search(store);
    QVERIFY(search.setPattern({QStringLiteral("needle"), false, false}));
    int written = 0;
    const auto write = [&] {
        QByteArray text;
        for (int k = 0; k < 10; ++k) {
            text += "some text to fill the store, line " + QByteArray::number(written++) +
                    (k == 7 ? " needle\n" : "\n");
        }
        store.append(0, ssh::OutputStream::Out, text);
        search.outputGrew({0});
        QTRY_VERIFY(!search.isBusy());
    };
    for (int i = 0; i < 300; ++i) {
        write();
    }
    QVERIFY(store.cut(0).lines > 0);
    int kept = 0;
    for (int line = 0; line < store.lineCount(0); ++line) {
        kept += store.line(0, line).text.contains("needle") ? 1 : 0;
    }
    QCOMPARE(search.total(), kept);
    SearchHit hit{0, {0, -1, 0}};
    for (int i = 0; i < kept; ++i) {
        hit = search.step(hit, true, {0});
        QVERIFY(store.line(0, hit.place.line).text.mid(hit.place.column).startsWith("needle"));
    }
    // Whoever stands on one goes on from there, also where more was cut meanwhile.
    qint64 cutThen = 0;
    QString next;
    do {
        cutThen = store.cut(0).lines;
        hit = search.step({0, {0, -1, 0}}, false, {0}); // the last one
        next = QStringLiteral(" line %1 needle").arg(written + 7);
        write();
    } while (store.cut(0).lines == cutThen && written < 10000);
    QVERIFY(store.cut(0).lines > cutThen);
    hit = search.step(hit, true, {0});
    const QString found = store.line(0, hit.place.line).text;
    QVERIFY2(found.contains(next), qPrintable(found));
}

void RunModelsTest::linesMoveWhenMoreIsCut()
{
    const run::Elision none;
    const run::Elision some{10, 5, 100};
    const run::Elision more{10, 20, 400};
    QCOMPARE(lineAfterCut(7, none, some), 7);
    QCOMPARE(lineAfterCut(12, none, some), -1);
    QCOMPARE(lineAfterCut(15, none, some), 11); // right behind the mark
    QCOMPARE(lineAfterCut(10, some, more), 10); // the mark itself
    QCOMPARE(lineAfterCut(11, some, more), -1);
    QCOMPARE(placeAfterCut(11, some, more), 10);
    QCOMPARE(lineAfterCut(26, some, more), 11);
    QCOMPARE(lineAfterCut(9, some, more), 9);
}

void RunModelsTest::foldsTheSameOutput()
{
    RunFixture f(8, [](int index) { return says(index == 5 ? "odd\n" : "a\nb\n"); });
    f.finish();
    const QVector<int> all{0, 1, 2, 3, 4, 5, 6, 7};
    const run::Fold fold = foldPanes(f.model, all);
    QCOMPARE(fold.groups.size(), std::size_t(2));
    QCOMPARE(fold.groups.at(0), (QVector<int>{5})); // the odd one first
    QCOMPARE(fold.groups.at(1), (QVector<int>{0, 1, 2, 3, 4, 6, 7}));
    QCOMPARE(differentSlots(f.model, all), (QVector<int>{5}));
    QCOMPARE(foldPanes(f.model, {0, 1}).groups.size(), std::size_t(1));
    QVERIFY(foldPanes(f.model, {}).groups.empty());
    QVERIFY(differentSlots(f.model, {0, 5}).isEmpty()); // no one is most
}

void RunModelsTest::foldsFinalTextAfterCarriageReturns()
{
    RunFixture f(3, [](int index) {
        return says(index == 0 ? "\r10 %\r55 %\r100 %\n" : index == 1 ? "100 %\n" : "100 %");
    });
    f.finish();
    QCOMPARE(foldPanes(f.model, {0, 1, 2}).groups.size(), std::size_t(1));
}

void RunModelsTest::foldKeepsEndingsApart()
{
    RunFixture f(3, [](int index) { return says("same\n", index == 2 ? 1 : 0); });
    f.finish();
    const run::Fold fold = foldPanes(f.model, {0, 1, 2});
    QCOMPARE(fold.groups.size(), std::size_t(2));
    QCOMPARE(fold.groups.at(0), (QVector<int>{2}));
}

QTEST_GUILESS_MAIN(RunModelsTest)
#include "tst_runmodels.moc"
