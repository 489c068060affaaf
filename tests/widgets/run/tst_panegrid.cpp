// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "pagefixture.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/panes/gridshape.h"
#include "widgets/run/panes/pane.h"
#include "widgets/run/panes/repaintscheduler.h"

#include <QSet>
#include <QTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class PaneGridTest : public QObject
{
    Q_OBJECT

private slots:
    void fits_data();
    void fits();
    void panesDoNotOverlap_data();
    void panesDoNotOverlap();
    void findsTheVisibleOnes();
    void pumpShowsEachDirtyOnce();
    void pumpKeepsToItsBudget();
    void pumpIsFair();
    void pumpLeavesTheInvisible();
    void aNewLayoutForgetsNobody();
};

namespace {

constexpr QSize Minimum(250, 120);
constexpr int Gap = 8;

} // namespace

void PaneGridTest::fits_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<QSize>("room");
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("all");
    QTest::newRow("one") << 1 << QSize(1160, 520) << 1 << true;
    QTest::newRow("two side by side") << 2 << QSize(1160, 520) << 2 << true;
    QTest::newRow("four") << 4 << QSize(1160, 520) << 2 << true;
    QTest::newRow("eight in a small window") << 8 << QSize(1120, 480) << 4 << true;
    QTest::newRow("sixteen") << 16 << QSize(1160, 520) << 4 << true;
    QTest::newRow("many") << 256 << QSize(1160, 520) << 4 << false;
    QTest::newRow("narrow") << 8 << QSize(200, 520) << 1 << false;
    QTest::newRow("no room yet") << 8 << QSize(0, 0) << 1 << false;
    QTest::newRow("eight of a pod, without a hole") << 8 << QSize(1088, 592) << 4 << true;
    QTest::newRow("none") << 0 << QSize(1160, 520) << 1 << true;
}

void PaneGridTest::fits()
{
    QFETCH(int, count);
    QFETCH(QSize, room);
    const GridShape shape(count, room, Minimum, Gap);
    QTEST(shape.columns, "columns");
    QTEST(shape.contentHeight() <= room.height(), "all");
}

void PaneGridTest::panesDoNotOverlap_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 3, 5, 7, 8, 12, 64, 256}) {
        QTest::addRow("%d", count) << count;
    }
}

void PaneGridTest::panesDoNotOverlap()
{
    QFETCH(int, count);
    const QSize room(1111, 503);
    const GridShape shape(count, room, Minimum, Gap);
    for (int i = 0; i < count; ++i) {
        const QRect rect = shape.paneRect(i);
        QVERIFY(QRect(0, 0, room.width(), shape.contentHeight()).contains(rect));
        QVERIFY(rect.width() >= Minimum.width() && rect.height() >= Minimum.height());
        if (i > 0) {
            QVERIFY(!rect.intersects(shape.paneRect(i - 1)));
        }
        if (i >= shape.columns) {
            QVERIFY(!rect.intersects(shape.paneRect(i - shape.columns)));
        }
    }
}

void PaneGridTest::findsTheVisibleOnes()
{
    const GridShape shape(256, QSize(1160, 520), Minimum, Gap);
    for (const int top : {0, 1, 77, 1000, shape.contentHeight() - 520}) {
        const auto [first, last] = shape.visible(top, top + 520);
        for (int i = 0; i < 256; ++i) {
            const bool isVisible = shape.paneRect(i).intersects(QRect(0, top, 1160, 520));
            QCOMPARE(i >= first && i < last, isVisible);
        }
    }
    QCOMPARE(GridShape(0, QSize(100, 100), Minimum, Gap).visible(0, 100).second, 0);
}

void PaneGridTest::pumpShowsEachDirtyOnce()
{
    QVector<int> shown;
    RepaintScheduler pump([&shown](int item) {
        shown.append(item);
        return 1000;
    });
    pump.setItemCount(10);
    pump.setVisible(0, 10);
    pump.markDirty(3);
    pump.markDirty(3);
    pump.markDirty(7);
    pump.markDirty(99); // not an item
    QVERIFY(pump.isBusy());
    QTRY_COMPARE(shown, (QVector<int>{3, 7}));
    QTRY_VERIFY(!pump.isBusy());
}

void PaneGridTest::pumpKeepsToItsBudget()
{
    int shown = 0;
    RepaintScheduler pump([&shown](int) {
        ++shown;
        return RepaintScheduler::BudgetNs / 4;
    });
    pump.setItemCount(100);
    pump.setVisible(0, 100);
    for (int i = 0; i < 100; ++i) {
        pump.markDirty(i);
    }
    pump.runFrame();
    QCOMPARE(shown, 4);
    pump.runFrame();
    QCOMPARE(shown, 8);
}

void PaneGridTest::pumpIsFair()
{
    // All grow all the time, and a frame has room for three: each gets its turn.
    QVector<int> turns(10, 0);
    RepaintScheduler pump([&turns](int item) {
        ++turns[item];
        return RepaintScheduler::BudgetNs / 3 + 1;
    });
    pump.setItemCount(10);
    pump.setVisible(0, 10);
    for (int frame = 0; frame < 100; ++frame) {
        for (int i = 0; i < 10; ++i) {
            pump.markDirty(i);
        }
        pump.runFrame();
    }
    for (const int count : turns) {
        QCOMPARE(count, 30);
    }
}

void PaneGridTest::pumpLeavesTheInvisible()
{
    QSet<int> shown;
    RepaintScheduler pump([&shown](int item) {
        shown.insert(item);
        return 0;
    });
    pump.setItemCount(100);
    pump.setVisible(10, 20);
    for (int i = 0; i < 100; ++i) {
        pump.markDirty(i);
    }
    pump.runFrame();
    QCOMPARE(shown.size(), 10);
    QVERIFY(shown.contains(10) && shown.contains(19));
    pump.setVisible(20, 22);
    pump.runFrame();
    QCOMPARE(shown.size(), 12);
    QVERIFY(pump.isDirty(50));
}

/// The panes are laid out anew just when there is something new to show.
void PaneGridTest::aNewLayoutForgetsNobody()
{
    PageFixture fixture;
    fixture.play([](int) { return FakeScript().login().hang(); });
    fixture.page.setTargets({"pod-v4:0-3"});
    fixture.page.setCommand("job");
    fixture.page.resize(1000, 700);
    fixture.page.show();
    fixture.page.startRun();
    const auto saysOfAll = [&fixture](const QString &text) {
        int panes = 0;
        for (const ui::Pane *pane : fixture.page.findChildren<ui::Pane *>()) {
            if (pane->isVisible()) {
                ++panes;
                if (!pane->accessibleDescription().contains(text)) {
                    return false;
                }
            }
        }
        return panes == 4;
    };
    QTRY_VERIFY(saysOfAll("running"));
    const run::Run &run = fixture.page.currentView()->run();
    connect(&run, &run::Run::statesChanged, this, [&fixture] {
        fixture.page.resize(fixture.page.size() + QSize(0, 40));
    });
    for (ssh::CommandId id = 1; id <= 4; ++id) {
        fixture.transport.say(id, ssh::Ending(ssh::Exited{3}));
    }
    QTRY_VERIFY(saysOfAll("exit 3"));
}

QTEST_MAIN(PaneGridTest)
#include "tst_panegrid.moc"
