// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/load/loadmodel.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/load/fakeload.h"
#include "tests/fakes/patience.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using models::LoadModel;
using tpu::LoadValue;

class TestLoadModel final : public QObject
{
    Q_OBJECT

private slots:
    void rowsSayWhatIsKnown();
    void theOddOneIsMarked();
    void whatCostsIsSaid();
    void onlyTheRowThatChangedIsTold();
    void aHigherRateIsToldOfAll();

private:
    [[nodiscard]] static std::vector<WorkerRef> workers(int count)
    {
        std::vector<WorkerRef> refs;
        for (int i = 0; i < count; ++i) {
            refs.push_back(worker(i));
        }
        return refs;
    }
    [[nodiscard]] static QString value(const LoadModel &model, int row)
    {
        return model.index(row).data(LoadModel::ValueRole).toString();
    }
    [[nodiscard]] static float lastOfSpark(const LoadModel &model, int row)
    {
        return model.index(row).data(LoadModel::SparkRole).value<models::SharedSpark>()->back();
    }
    /// First and last row of each.
    [[nodiscard]] static std::vector<std::pair<int, int>> rangesOf(const QSignalSpy &told)
    {
        std::vector<std::pair<int, int>> ranges;
        for (const QList<QVariant> &each : told) {
            ranges.emplace_back(
                each.at(0).value<QModelIndex>().row(), each.at(1).value<QModelIndex>().row());
        }
        return ranges;
    }
    /// All have been looked at, and no look is under way or not shown yet.
    static void lookAtAll(tpu::LoadSession &session, const LoadModel &model)
    {
        session.start();
        for (int row = 0; row < model.rowCount(); ++row) {
            QTRY_COMPARE(value(model, row), QString("90 %"));
        }
    }
};

void TestLoadModel::rowsSayWhatIsKnown()
{
    FakeLoad load([](const WorkerRef &ref, int) {
        FakeLook look;
        look.duty = ref.index == 1 ? std::nullopt : std::optional(0.88);
        look.fails = ref.index == 2;
        return look;
    });
    tpu::LoadSession session(load.world(), workers(3));
    LoadModel model(load.clock);
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.summary(), QString());
    model.setSession(&session);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(value(model, 0), QString("asked…"));
    session.start();
    QTRY_COMPARE(value(model, 0), QString("88 %"));
    QTRY_COMPARE(value(model, 1), QString("no workload"));
    QTRY_COMPARE(value(model, 2), QString("no answer"));
    QVERIFY(model.index(2).data(Qt::ToolTipRole).toString().contains("not reached"));
    QVERIFY(model.summary().contains("1 without an answer"));
    QVERIFY(model.index(0).data().toString().endsWith(":0"));
    load.advance(2);
    QTRY_VERIFY(session.workers()[0].host.cpu);
    model.setShownValue(LoadValue::Cpu);
    QCOMPARE(value(model, 0), QString("30 %"));
    model.setShownValue(LoadValue::Received);
    QCOMPARE(value(model, 0), QString("2.9 MiB/s"));
    const auto spark = model.index(0).data(LoadModel::SparkRole).value<models::SharedSpark>();
    QCOMPARE(int(spark->size()), LoadModel::SparkParts);
    QCOMPARE(spark->back(), 1.0F); // the highest that there is
    model.setSession(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestLoadModel::theOddOneIsMarked()
{
    FakeLoad load([](const WorkerRef &ref, int) {
        FakeLook look;
        look.duty = ref.index == 5 ? 0.12 : 0.9;
        return look;
    });
    tpu::LoadSession session(load.world(), workers(8));
    LoadModel model(load.clock);
    model.setSession(&session);
    session.start();
    QTRY_COMPARE(value(model, 5), QString("12 %"));
    QTRY_VERIFY(model.index(5).data(LoadModel::OddRole).toBool());
    for (const int row : {0, 1, 2, 3, 4, 6, 7}) {
        QVERIFY(!model.index(row).data(LoadModel::OddRole).toBool());
    }
    QVERIFY(model.summary().contains("1 unlike the others"));
    QVERIFY(model.index(5)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains("TPU duty cycle: 12 %; the others of its node: about 90 %."));
    model.setShownValue(LoadValue::Cpu); // what is not shown counts, too
    QVERIFY(model.index(5).data(LoadModel::OddRole).toBool());
}

void TestLoadModel::whatCostsIsSaid()
{
    FakeLoad load([](const WorkerRef &, int) {
        FakeLook look;
        look.duty = 0;
        return look;
    });
    tpu::LoadSession session(load.world(), workers(1));
    LoadModel model(load.clock);
    model.setSession(&session);
    model.setCostOf([](const NodeRef &) { return QStringLiteral("$77.28 a day"); });
    session.start();
    for (int i = 0; i < 12; ++i) {
        QTRY_COMPARE(int(session.workers()[0].history.samples().size()), i + 1);
        load.advance(60);
    }
    QTRY_VERIFY(model.warnings(0).join(' ').contains("the node costs $77.28 a day"));
}

/// So that a view paints one picture for one look, and not all of them.
void TestLoadModel::onlyTheRowThatChangedIsTold()
{
    FakeLoad load([](const WorkerRef &, int) { return FakeLook(); });
    tpu::LoadSession session(load.world(), workers(4));
    LoadModel model(load.clock);
    model.setSession(&session);
    lookAtAll(session, model);
    QCOMPARE(model.nodes(), (std::vector<std::vector<int>>{{0, 1, 2, 3}}));
    QSignalSpy told(&model, &LoadModel::dataChanged);
    QSignalSpy updated(&model, &LoadModel::updated);
    session.setVisible({3});
    load.advance(2);
    QTRY_VERIFY(!updated.isEmpty());
    QCOMPARE(rangesOf(told), (std::vector<std::pair<int, int>>{{3, 3}}));
}

/// Pictures of a rate are as high as the highest of all.
void TestLoadModel::aHigherRateIsToldOfAll()
{
    FakeLoad load([](const WorkerRef &, int) { return FakeLook(); });
    tpu::LoadSession session(load.world(), workers(4));
    LoadModel model(load.clock);
    model.setSession(&session);
    lookAtAll(session, model);
    model.setShownValue(LoadValue::Received); // one look has no rate
    QSignalSpy told(&model, &LoadModel::dataChanged);
    QSignalSpy updated(&model, &LoadModel::updated);
    session.setVisible({3});
    load.advance(2);
    QTRY_VERIFY(!updated.isEmpty());
    QCOMPARE(rangesOf(told), (std::vector<std::pair<int, int>>{{0, 3}}));
    QCOMPARE(lastOfSpark(model, 3), 1.0F);
    told.clear();
    updated.clear();
    load.advance(2); // the same rate
    QTRY_VERIFY(!updated.isEmpty());
    QCOMPARE(rangesOf(told), (std::vector<std::pair<int, int>>{{3, 3}}));
    QCOMPARE(lastOfSpark(model, 3), 1.0F);
}

QTEST_GUILESS_MAIN(TestLoadModel)
#include "tst_loadmodel.moc"
