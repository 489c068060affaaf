// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/common/controls.h"
#include "widgets/common/layout/columns.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTreeView>
#include <QtTest>

using namespace podium::ui;

/// How the columns of a list share its width.
class TestColumns final : public QObject
{
    Q_OBJECT

private slots:
    void widths_data();
    void widths();
    void nothingIsCutBesideEmptySpace();
};

void TestColumns::widths_data()
{
    QTest::addColumn<int>("room");
    QTest::addColumn<std::vector<int>>("widths");
    QTest::newRow("room for all: one grows") << 1000 << std::vector<int>{100, 200, 300, 400};
    QTest::newRow("just so") << 700 << std::vector<int>{100, 200, 300, 100};
    QTest::newRow("the first yields") << 600 << std::vector<int>{100, 100, 300, 100};
    QTest::newRow("then the next") << 450 << std::vector<int>{100, 60, 190, 100};
    QTest::newRow("no more than that") << 100 << std::vector<int>{100, 60, 60, 100};
}

void TestColumns::widths()
{
    QFETCH(int, room);
    QFETCH(std::vector<int>, widths);
    const ColumnShares shares{3, {1, 2}, 100, 60};
    QVERIFY(sharedWidths({100, 200, 300, 150}, room, shares) == widths);
}

void TestColumns::nothingIsCutBesideEmptySpace()
{
    QStandardItemModel model(1, 3);
    model.setItem(0, 0, new QStandardItem("lab/us-central1-a/pretrain-of-a-long-name:0"));
    model.setItem(0, 1, new QStandardItem("copying"));
    QTreeView view;
    prepareList(&view, "Workers");
    view.setRootIsDecorated(false);
    view.setModel(&model);
    view.header()->setStretchLastSection(true);
    view.resize(1200, 200);
    view.show();
    QTRY_VERIFY(view.viewport()->width() > 1000);
    const ColumnShares shares{2, {0}};
    shareColumns(view, *view.header(), shares);
    const int whole = view.fontMetrics().horizontalAdvance(model.item(0, 0)->text());
    QVERIFY(view.columnWidth(0) > whole);
    QVERIFY(view.columnWidth(1) > view.fontMetrics().horizontalAdvance("copying"));
    QCOMPARE(view.header()->length(), view.viewport()->width());
    view.resize(300, 200);
    QTRY_VERIFY(view.viewport()->width() < 310);
    shareColumns(view, *view.header(), shares);
    QVERIFY(view.columnWidth(0) < whole);
    QVERIFY(view.columnWidth(1) > view.fontMetrics().horizontalAdvance("copying"));
}

QTEST_MAIN(TestColumns)
#include "tst_columns.moc"
