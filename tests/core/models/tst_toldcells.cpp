// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodefilter.h"
#include "core/models/nodes/nodemodel.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

/// Who held the TPU of a node when somebody looked, in the list of nodes.
class TestToldCells final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whoWasNotAskedIsUnknown();
    void aLookGrowsOld();
    void newMachinesAreUnknownAgain_data();
    void newMachinesAreUnknownAgain();

private:
    [[nodiscard]] QString cell(const char *name, int role = Qt::DisplayRole) const
    {
        return m_model->indexOf(refOf({.name = name}))
            .siblingAtColumn(int(NodeColumn::Holders))
            .data(role)
            .toString();
    }
    ManualClock m_clock;
    std::unique_ptr<NodeModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestToldCells::init()
{
    m_tester.reset();
    m_model = std::make_unique<NodeModel>(m_clock);
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
    m_model->setSnapshot(
        std::make_shared<const inventory::Snapshot>(snapshotOf({{.name = "a"}, {.name = "b"}})));
    m_model->noteHolders(
        refOf({.name = "a"}), {m_clock.now(), QStringLiteral("ada's <b>train.py on 8")});
}

void TestToldCells::whoWasNotAskedIsUnknown()
{
    QCOMPARE(cell("a"), QString("ada's <b>train.py on 8, just now"));
    QCOMPARE(cell("b"), QString("unknown"));
    QVERIFY(cell("b", Qt::ToolTipRole).contains("Who holds the TPU"));
    QVERIFY(!cell("a", Qt::ToolTipRole).contains("train.py"));
    NodeFilter filter;
    filter.setSourceModel(m_model.get());
    filter.sort(int(NodeColumn::Holders), Qt::DescendingOrder);
    QCOMPARE(filter.index(0, 0).data().toString(), QString("b"));
}

void TestToldCells::aLookGrowsOld()
{
    m_clock.advance(180);
    QCOMPARE(cell("a"), QString("ada's <b>train.py on 8, 3 min ago"));
    QSignalSpy changed(m_model.get(), &NodeModel::dataChanged);
    m_model->noteHolders(refOf({.name = "a"}), {m_clock.now(), QStringLiteral("free on 8")});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(cell("a"), QString("free on 8, just now"));
    m_model->noteHolders(refOf({.name = "gone"}), {m_clock.now(), QStringLiteral("free on 8")});
    m_model->setGrouped(true);
    QCOMPARE(cell("a"), QString("free on 8, just now"));
}

void TestToldCells::newMachinesAreUnknownAgain_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("after"); // the look, in seconds
    QTest::addColumn<bool>("isForgotten");
    QTest::newRow("recreated") << int(inventory::EventKind::Recreated) << 60 << true;
    QTest::newRow("gone") << int(inventory::EventKind::Gone) << 60 << true;
    QTest::newRow("came back") << int(inventory::EventKind::Appeared) << 60 << true;
    QTest::newRow("recreated before") << int(inventory::EventKind::Recreated) << -60 << false;
    QTest::newRow("another address") << int(inventory::EventKind::IpChanged) << 60 << false;
}

void TestToldCells::newMachinesAreUnknownAgain()
{
    QFETCH(int, kind);
    QFETCH(int, after);
    QFETCH(bool, isForgotten);
    inventory::Event event;
    event.kind = inventory::EventKind(kind);
    event.node = refOf({.name = "a"});
    event.time = m_clock.now().addSecs(after);
    m_model->noteEvents({event});
    QCOMPARE(cell("a") == QLatin1String("unknown"), isForgotten);
}

QTEST_GUILESS_MAIN(TestToldCells)
#include "tst_toldcells.moc"
