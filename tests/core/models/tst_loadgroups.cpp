// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/load/loadgroups.h"
#include "tests/core/tpu/load/fakeload.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using models::LoadGroups;
using models::LoadModel;

namespace {

NodeRef nodeOf(const char *name)
{
    return refOf({.name = QString::fromLatin1(name)});
}

/// Two nodes of eight, mixed in the order that was asked for.
std::vector<WorkerRef> mixed()
{
    std::vector<WorkerRef> refs;
    for (int i = 0; i < 8; ++i) {
        refs.push_back({nodeOf("b"), i});
        refs.push_back({nodeOf("a"), i});
    }
    return refs;
}

/// Of node a: 1 is not reached, 2 has no workload, 3 computes less, 4 has a full memory.
FakeLook lookAt(const WorkerRef &ref, int)
{
    FakeLook look;
    if (ref.node == nodeOf("a")) {
        look.fails = ref.index == 1;
        look.duty = ref.index == 2 ? std::nullopt : std::optional(ref.index == 3 ? 0.2 : 0.9);
        look.memory = ref.index == 4 ? 0.9 : 0.4;
    }
    return look;
}

} // namespace

class TestLoadGroups final : public QObject
{
    Q_OBJECT

private slots:
    void workersStandBelowTheirNode();
    void aHeadingHasTheSum();
    void theOddOneSaysWhy();
    void whatIsFoldedStaysSo();
    void whereWorkersDoNotTellTheCloudDoes();
    void onlyWhatHasChangedIsTold();
};

void TestLoadGroups::workersStandBelowTheirNode()
{
    FakeLoad load(lookAt);
    tpu::LoadSession session(load.world(), mixed());
    LoadModel workers(load.clock);
    LoadGroups groups(workers);
    const QAbstractItemModelTester tester(&groups);
    QVERIFY(!groups.firstWorker().isValid());
    workers.setSession(&session);
    QCOMPARE(groups.rowCount(), 18);
    QVERIFY(groups.index(0).data(LoadGroups::HeadingRole).toBool());
    QCOMPARE(groups.index(0).data().toString(), QString("b")); // as it came
    QCOMPARE(groups.index(9).data().toString(), QString("a"));
    QCOMPARE(groups.workerAt(groups.index(9)), -1);
    QCOMPARE(groups.workerAt(groups.index(10)), 1);
    QCOMPARE(groups.index(12).data().toString(), QString("a:2"));
    QCOMPARE(groups.headingOf(groups.index(12)), groups.index(9));
    QCOMPARE(groups.firstWorker(), groups.index(1));
    workers.setSession(nullptr);
    QCOMPARE(groups.rowCount(), 0);
}

void TestLoadGroups::aHeadingHasTheSum()
{
    FakeLoad load(lookAt);
    tpu::LoadSession session(load.world(), mixed());
    LoadModel workers(load.clock);
    LoadGroups groups(workers);
    workers.setSession(&session);
    const auto sum = [&](int row) {
        return groups.index(row).data(LoadGroups::SumRole).toString();
    };
    QCOMPARE(sum(0), QString("8 workers · 8 without data")); // asked, and nothing is known yet
    QVERIFY(groups.index(0).data(LoadModel::MarkRole).value<models::Mark>() != models::Mark::Good);
    session.start();
    QTRY_COMPARE(sum(0), QString("8 workers"));
    QTRY_COMPARE(groups.index(0).data(LoadModel::ValueRole).toString(), QString("avg 90 %"));
    QTRY_COMPARE(sum(9), QString("8 workers · 3 unlike the others · 1 idle · 1 without data"));
    QCOMPARE(groups.index(9).data(LoadModel::ValueRole).toString(), QString("avg 78 % on 6 of 8"));
    QCOMPARE(groups.index(9).data(LoadModel::MarkRole).value<models::Mark>(), models::Mark::Bad);
    QCOMPARE(groups.index(0).data(LoadModel::MarkRole).value<models::Mark>(), models::Mark::Good);
    const QString words = groups.index(9).data(Qt::AccessibleTextRole).toString();
    QVERIFY(words.contains("node, unfolded: 8 workers"));
    QVERIFY(words.contains("a:3 is unlike the others. TPU duty cycle: 20 %"));
}

void TestLoadGroups::theOddOneSaysWhy()
{
    FakeLoad load(lookAt);
    tpu::LoadSession session(load.world(), mixed());
    LoadModel workers(load.clock);
    LoadGroups groups(workers);
    workers.setSession(&session);
    session.start();
    const auto words = [&](int index) {
        return groups.index(10 + index).data(Qt::ToolTipRole).toString();
    };
    QTRY_VERIFY(
        words(2).contains("TPU duty cycle: no workload; the others of its node: about 90 %."));
    QTRY_VERIFY(words(3).contains("TPU duty cycle: 20 %; the others of its node: about 90 %."));
    QTRY_VERIFY(words(4).contains("Memory: 90 %; the others of its node: about 40 %."));
    QVERIFY(groups.index(14).data(LoadModel::OddRole).toBool());
    for (const int normal : {0, 1, 5, 6, 7}) { // nobody knows what the silent one does
        QVERIFY2(!words(normal).contains("the others"), qPrintable(words(normal)));
    }
}

void TestLoadGroups::whatIsFoldedStaysSo()
{
    FakeLoad load(lookAt);
    tpu::LoadSession session(load.world(), mixed());
    LoadModel workers(load.clock);
    LoadGroups groups(workers);
    const QAbstractItemModelTester tester(&groups);
    workers.setSession(&session);
    groups.setFolded(groups.index(0), true);
    QCOMPARE(groups.rowCount(), 10);
    QVERIFY(groups.index(0).data(LoadGroups::FoldedRole).toBool());
    QVERIFY(!groups.index(1).data(LoadGroups::FoldedRole).toBool());
    QCOMPARE(groups.firstWorker(), groups.index(2));
    groups.setFolded(groups.index(2), true); // a worker is not folded
    QCOMPARE(groups.rowCount(), 10);
    workers.setSession(nullptr);
    workers.setSession(&session);
    QCOMPARE(groups.rowCount(), 10);
    groups.setAllFolded(true);
    QCOMPARE(groups.rowCount(), 2);
    QVERIFY(!groups.firstWorker().isValid());
    groups.setAllFolded(false);
    QCOMPARE(groups.rowCount(), 18);
}

void TestLoadGroups::whereWorkersDoNotTellTheCloudDoes()
{
    FakeLoad load(lookAt);
    tpu::LoadSession session(load.world(), mixed());
    LoadModel workers(load.clock);
    LoadGroups groups(workers);
    workers.setSession(&session);
    QCOMPARE(groups.nodes(), (std::vector{nodeOf("b"), nodeOf("a")}));
    groups.setCloudIdle([](const NodeRef &node) { return "cloud on " + node.name.text(); });
    session.start();
    const auto words = [&](int row) { return groups.index(row).data(LoadGroups::WordsRole); };
    QTRY_VERIFY(!words(0).toString().contains("cloud on")); // all of them tell
    QVERIFY(words(9).toString().contains("cloud on a"));
}

/// A worker that has been looked at, and its node's heading after it.
void TestLoadGroups::onlyWhatHasChangedIsTold()
{
    FakeLoad load(lookAt);
    std::vector<WorkerRef> refs = mixed();
    refs.resize(8, refs.front());
    tpu::LoadSession session(load.world(), refs);
    LoadModel workers(load.clock);
    LoadGroups groups(workers);
    workers.setSession(&session);
    session.start();
    for (int row = 0; row < workers.rowCount(); ++row) {
        QTRY_VERIFY(
            workers.index(row).data(LoadModel::MarkRole).value<models::Mark>() !=
            models::Mark::Busy);
    }
    QSignalSpy told(&groups, &LoadGroups::dataChanged);
    QSignalSpy updated(&workers, &LoadModel::updated);
    const auto lines = [&told] {
        std::vector<std::pair<int, int>> ranges;
        for (const QList<QVariant> &each : qAsConst(told)) {
            ranges.emplace_back(
                each.at(0).value<QModelIndex>().row(), each.at(1).value<QModelIndex>().row());
        }
        return ranges;
    };
    session.setVisible({0}); // the first of node b, below its heading
    load.advance(1);
    QTRY_VERIFY(!updated.isEmpty());
    QCOMPARE(lines(), (std::vector<std::pair<int, int>>{{1, 1}, {0, 0}}));
    groups.setFolded(groups.index(0), true);
    told.clear();
    updated.clear();
    load.advance(1);
    QTRY_VERIFY(!updated.isEmpty());
    QCOMPARE(lines(), (std::vector<std::pair<int, int>>{{0, 0}}));
}

QTEST_GUILESS_MAIN(TestLoadGroups)
#include "tst_loadgroups.moc"
