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
    void whatIsMissingIsSaid();

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

QTEST_GUILESS_MAIN(TestTpuModel)
#include "tst_tpumodel.moc"
