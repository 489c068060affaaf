// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodemodel.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/nodeview.h"

#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

constexpr int State = int(models::NodeColumn::State);

struct Fixture
{
    Fixture()
    {
        view.setModel(&model);
        view.fitColumnsUntilChosen();
        view.resize(1200, 400);
        view.show();
    }
    void set(const std::vector<NodeSketch> &nodes)
    {
        model.setSnapshot(std::make_shared<const inventory::Snapshot>(snapshotOf(nodes)));
    }
    [[nodiscard]] int width() const { return view.header()->sectionSize(State); }
    [[nodiscard]] bool fits() const
    {
        const QAbstractItemView &list = view;
        return width() >= list.sizeHintForColumn(State);
    }
    /// As a person does it: by the edge of the column's title.
    void drag(int pixels)
    {
        QHeaderView *header = view.header();
        const QPoint edge(
            header->sectionViewportPosition(State) + width() - 1, header->height() / 2);
        const QPoint there = edge + QPoint(pixels, 0);
        QTest::mousePress(header->viewport(), Qt::LeftButton, {}, edge);
        QMouseEvent move(QEvent::MouseMove, there, Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(header->viewport(), &move);
        QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, there);
    }

    ManualClock clock;
    models::NodeModel model{clock};
    NodeView view;
};

NodeSketch unhealthy()
{
    return {.name = "b", .health = cloud::NodeHealth::Timeout, .number = 2};
}

} // namespace

class TestNodeView final : public QObject
{
    Q_OBJECT

private slots:
    void columnsFitWhatComesLater();
    void lessImportantColumnsGoFirst();
    void whoHoldsTheTpuIsShownOnRequest();
    void aWidthSetByHandStays();
    void usualStatesAndNamesAreWhole();
};

void TestNodeView::columnsFitWhatComesLater()
{
    Fixture f;
    f.set({{.name = "a"}});
    const int usual = f.width();
    QTRY_VERIFY(f.width() != usual);
    QVERIFY(f.fits());
    const int narrow = f.width();
    f.set({{.name = "a"}, unhealthy()});
    QTRY_VERIFY(f.width() > narrow);
    QVERIFY(f.fits());
    const int wide = f.width();
    f.set({{.name = "a"}});
    f.set({{.name = "a"}, {.name = "c", .number = 3}});
    QCoreApplication::processEvents();
    QCOMPARE(f.width(), wide); // what was there once may come again
}

void TestNodeView::lessImportantColumnsGoFirst()
{
    using models::NodeColumn;
    Fixture f;
    f.set({{.name = "a-node-with-a-long-name"}, unhealthy()});
    const auto isShown = [&f](NodeColumn column) { return !f.view.isColumnHidden(int(column)); };
    const auto scrolls = [&f] { return f.view.horizontalScrollBar()->maximum() > 0; };
    f.view.resize(2400, 400);
    QTRY_VERIFY(isShown(NodeColumn::LastChange) && isShown(NodeColumn::Version));
    f.view.resize(1000, 400);
    QTRY_VERIFY(!isShown(NodeColumn::LastChange));
    QTRY_VERIFY(!scrolls());
    for (const NodeColumn column : {NodeColumn::Name, NodeColumn::State, NodeColumn::Address}) {
        QVERIFY(isShown(column));
    }
    f.view.resize(2400, 400);
    QTRY_VERIFY(isShown(NodeColumn::LastChange));
    QCOMPARE(f.view.textElideMode(), Qt::ElideMiddle);
}

/// By the menu of the titles, whatever room there is; then it stays, in the next window too.
void TestNodeView::whoHoldsTheTpuIsShownOnRequest()
{
    using models::NodeColumn;
    constexpr int Holders = int(NodeColumn::Holders);
    Fixture f;
    f.set({{.name = "a"}});
    f.view.resize(3000, 400);
    QTRY_VERIFY(!f.view.isColumnHidden(int(NodeColumn::LastChange)));
    QVERIFY(f.view.isColumnHidden(Holders));
    emit f.view.header()->customContextMenuRequested({});
    auto *menu = f.view.findChild<QMenu *>();
    QVERIFY(menu);
    for (QAction *action : menu->actions()) {
        if (action->text() == models::columnTitle(NodeColumn::Holders)) {
            QVERIFY(!action->isChecked());
            action->trigger();
        }
    }
    QVERIFY(!f.view.isColumnHidden(Holders));
    menu->close();
    f.view.resize(700, 400);
    QCoreApplication::processEvents();
    QVERIFY(!f.view.isColumnHidden(Holders) && !f.view.fitsColumns());
    NodeView next;
    next.setModel(&f.model);
    QVERIFY(next.header()->restoreState(f.view.header()->saveState()));
    QVERIFY(!next.isColumnHidden(Holders));
}

void TestNodeView::aWidthSetByHandStays()
{
    Fixture f;
    f.set({{.name = "a"}, unhealthy()});
    const int usual = f.width();
    QTRY_VERIFY(f.width() != usual);
    f.drag(-60);
    QVERIFY(!f.fits());
    const int chosen = f.width();
    f.set({{.name = "a"}, unhealthy(), {.name = "c", .number = 3}});
    QCOMPARE(f.model.rowCount(), 3);
    QCoreApplication::processEvents();
    QCOMPARE(f.width(), chosen);
}

/// Beside the details in a window of 1280 pixels, where one node is unhealthy in many words.
void TestNodeView::usualStatesAndNamesAreWhole()
{
    using models::NodeColumn;
    Fixture f;
    f.set(
        {{.name = "pretrain-v5p", .workers = 64, .state = cloud::NodeState::Preempted},
         {.name = "b", .health = cloud::NodeHealth::UnhealthyMaintenance, .number = 2}});
    f.view.resize(735, 400);
    const QAbstractItemView &list = f.view;
    const QModelIndex preempted = f.model.indexOf(refOf({.name = "pretrain-v5p"}));
    const auto room = [&f](NodeColumn column) { return f.view.columnWidth(int(column)); };
    QTRY_VERIFY(
        room(NodeColumn::State) < list.sizeHintForColumn(State)); // there is no room for all
    const QModelIndex state = preempted.siblingAtColumn(State);
    QStyleOptionViewItem option;
    option.font = f.view.font();
    option.fontMetrics = f.view.fontMetrics();
    QVERIFY(room(NodeColumn::State) >= f.view.itemDelegate()->sizeHint(option, state).width());
    for (const NodeColumn column : {NodeColumn::Name, NodeColumn::Zone}) {
        QVERIFY(room(column) >= list.sizeHintForColumn(int(column)));
    }
}

QTEST_MAIN(TestNodeView)
#include "tst_nodeview.moc"
