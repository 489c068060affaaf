// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/tpumodel.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/tpuanswers.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using models::TpuModel;

class TestTpuModel final : public QObject
{
    Q_OBJECT

private slots:
    void rowsFollowTheWorkers();
    void whoMayEndHasATick();
    void whatIsMissingIsSaid();
    void theVerdictOfACheckIsSaid();
    void whatCameOfFreeingIsSaidOnce();
    void whatIsExpectedFollowsTheType_data();
    void whatIsExpectedFollowsTheType();

private:
    [[nodiscard]] static QString text(const TpuModel &model, int row, TpuModel::Column column)
    {
        return model.index(row, int(column)).data().toString();
    }
};

void TestTpuModel::rowsFollowTheWorkers()
{
    TpuModel model;
    const QAbstractItemModelTester tester(&model);
    tpu::WorkerTpu one;
    one.worker = worker(0);
    one.holders = heldBy({holderOf(12, 1000, "ada", "python3 train.py --lr 1")});
    tpu::WorkerTpu two;
    two.worker = worker(1);
    two.holders = heldBy({});
    model.setWorkers({one, two}, false);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(text(model, 0, TpuModel::Column::User), QString("ada"));
    QCOMPARE(text(model, 0, TpuModel::Column::Age), QString("3 h"));
    QCOMPARE(text(model, 0, TpuModel::Column::What), QString("train.py"));
    QCOMPARE(text(model, 1, TpuModel::Column::What), QString("free"));
    QSignalSpy reset(&model, &TpuModel::modelReset);
    QSignalSpy changed(&model, &TpuModel::dataChanged);
    model.setWorkers({one, two}, false);
    QCOMPARE(changed.count(), 0);
    two.holders.lock = tpu::LockFile{7, 1001, "lin", 0};
    model.setWorkers({one, two}, false);
    QVERIFY(text(model, 1, TpuModel::Column::What).contains("lin's lock file"));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(reset.count(), 0);
    two.holders = one.holders;
    two.holders.holders.push_back(holderOf(13, 1001, "lin", "x"));
    model.setWorkers({one, two}, false);
    QCOMPARE(model.rowCount(), 3);
    model.setWorkers({}, false);
    QCOMPARE(model.rowCount(), 0);
}

/// As the plan says, and only while it is chosen from.
void TestTpuModel::whoMayEndHasATick()
{
    TpuModel model;
    const QAbstractItemModelTester tester(&model);
    tpu::WorkerTpu one;
    one.worker = worker(0);
    one.holders = heldBy({holderOf(12, 1000, "ada", "a"), holderOf(13, 1001, "lin", "b")});
    const auto ticks = [&](const QStringList &others, const std::set<qint64> &spared) {
        one.plan = tpu::planFree(one.holders, others, spared);
        model.setWorkers({one}, false);
        QStringList states;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QVariant state = model.index(row, 0).data(Qt::CheckStateRole);
            states << (state.isValid() ? QString::number(state.toInt()) : QString("none"));
        }
        return states.join(' ');
    };
    QCOMPARE(ticks({}, {}), QString("none none"));
    model.setChoosing(true);
    QCOMPARE(ticks({}, {}), QString("2 none"));
    QVERIFY(!model.setData(model.index(1, 0), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(ticks({"lin"}, {12}), QString("0 2"));
    tpu::TpuSession::Processes chosen;
    connect(&model, &TpuModel::chosen, this, [&](const auto &processes, bool ends) {
        QVERIFY(!ends);
        chosen = processes;
    });
    QVERIFY(model.setData(model.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(chosen, (tpu::TpuSession::Processes{{worker(0), {13}}}));
    QCOMPARE(model.index(1, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(!model.isEmpty(TpuModel::Column::Chips));
    one.holders = heldBy({});
    QCOMPARE(ticks({}, {}), QString("none"));
    QVERIFY(model.isEmpty(TpuModel::Column::Chips));
}

void TestTpuModel::whatIsMissingIsSaid()
{
    TpuModel model;
    tpu::WorkerTpu one;
    one.worker = worker(0);
    one.holders.unknown = "not yet";
    model.setWorkers({one}, true);
    QVERIFY(text(model, 0, TpuModel::Column::What).contains("asked"));
    model.setWorkers({one}, false);
    QVERIFY(text(model, 0, TpuModel::Column::What).contains("unknown: not yet"));
    one.error = Error{ErrorKind::Network, "No way.", {}, {}, {}};
    model.setWorkers({one}, false);
    QCOMPARE(text(model, 0, TpuModel::Column::What), QString("No way."));
}

void TestTpuModel::theVerdictOfACheckIsSaid()
{
    TpuModel model;
    tpu::WorkerTpu one;
    one.worker = worker(0);
    one.health = tpu::readHealth(checkOf(heldBy({})), expectedWorker());
    one.holders = one.health->holders;
    model.setWorkers({one}, false);
    QCOMPARE(
        text(model, 0, TpuModel::Column::What), QString("free · Checked: it is as it should be."));
    one.health = tpu::readHealth(answerOf(heldBy({})), expectedWorker());
    model.setWorkers({one}, false);
    const QString what = text(model, 0, TpuModel::Column::What);
    QVERIFY2(what.contains("is unknown. The chips on the PCI bus"), qPrintable(what));
}

void TestTpuModel::whatCameOfFreeingIsSaidOnce()
{
    TpuModel model;
    tpu::WorkerTpu one;
    one.worker = worker(0);
    const auto said = [&](const tpu::WorkerHolders &freed, const tpu::WorkerHolders &now) {
        one.outcome = tpu::FreeOutcome{{}, freed, {}};
        one.holders = now;
        model.setWorkers({one}, false);
        return text(model, model.rowCount() - 1, TpuModel::Column::What);
    };
    const tpu::WorkerHolders free = heldBy({});
    QCOMPARE(said(free, free), QString("free"));
    tpu::WorkerHolders locked = free;
    locked.lock = tpu::LockFile{7, 1001, "lin", 0};
    QCOMPARE(said(locked, locked), QString("nobody, but lin's lock file keeps others out"));
    tpu::WorkerHolders unknown = free;
    unknown.unknown = "find is missing there";
    QCOMPARE(said(unknown, unknown), QString("unknown: find is missing there"));
    // What has changed since is said beside it.
    QCOMPARE(said(unknown, free), QString("free · Unknown: find is missing there."));
    const tpu::WorkerHolders held = heldBy({holderOf(12, 1000, "ada", "python3 train.py")});
    QCOMPARE(said(free, held), QString("Free."));
    QVERIFY(said(held, held).startsWith("Still held by ada's train.py (pid 12"));
    one.error = Error{ErrorKind::Network, "No way.", {}, {}, {}};
    QCOMPARE(said(free, free), QString("No way. · Free."));
}

void TestTpuModel::whatIsExpectedFollowsTheType_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("workers");
    QTest::addColumn<int>("chips"); // 0: not known
    QTest::addColumn<int>("devices");
    QTest::addColumn<QString>("name");
    QTest::newRow("v3-8") << "v3-8" << 1 << 4 << 8 << "v3-8";
    QTest::newRow("v4-32") << "v4-32" << 4 << 4 << 4 << "v4-32";
    QTest::newRow("v5e") << "v5litepod-8" << 1 << 8 << 8 << "v5litepod-8";
    QTest::newRow("by topology") << "V4 2x2x2" << 2 << 4 << 4 << "v4-16";
    QTest::newRow("7x") << "tpu7x-16" << 2 << 4 << 0 << "tpu7x-16";
    QTest::newRow("not known") << "v9-8" << 2 << 0 << 0 << "";
}

void TestTpuModel::whatIsExpectedFollowsTheType()
{
    QFETCH(QString, type);
    QFETCH(int, workers);
    QFETCH(int, chips);
    QFETCH(int, devices);
    QFETCH(QString, name);
    inventory::Snapshot snapshot;
    inventory::NodeEntry entry;
    entry.node.ref = worker(1).node;
    entry.node.acceleratorType = type;
    entry.node.workers.resize(std::size_t(workers));
    snapshot.nodes.push_back(entry);
    const tpu::Expected expected = models::expectedTpu(snapshot, worker(1));
    QCOMPARE(expected.workerNumber, 1);
    QCOMPARE(expected.workersOfNode, workers);
    QCOMPARE(expected.chips.value_or(0), chips);
    QCOMPARE(expected.devices.value_or(0), devices);
    QCOMPARE(expected.acceleratorType, name);
    QCOMPARE(expected.nodeName, worker(1).node.name.text());
}

QTEST_GUILESS_MAIN(TestTpuModel)
#include "tst_tpumodel.moc"
