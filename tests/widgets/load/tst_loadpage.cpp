// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/load/loadgroups.h"
#include "tests/core/tpu/load/fakeload.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/load/loadchart.h"
#include "widgets/load/loaddetail.h"
#include "widgets/load/loadpage.h"
#include "widgets/load/loadview.h"

#include <QComboBox>
#include <QLabel>
#include <QPaintEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

/// Where a widget was painted.
class Painted final : public QObject
{
public:
    explicit Painted(QWidget &widget) : QObject(&widget) { widget.installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            regions.push_back(static_cast<QPaintEvent *>(event)->region());
        }
        return false;
    }
    std::vector<QRegion> regions;
};

struct Fixture
{
    Fixture()
        : load([](const WorkerRef &ref, int) {
            FakeLook look;
            look.duty = ref.index == 3 ? 0.1 : 0.9;
            look.memory = ref.index == 2 ? 0.97 : 0.4;
            return look;
        })
        , inventory(source, nullptr, load.clock)
        , page(inventory, load.world())
    {
        inventory::Snapshot snapshot;
        snapshot.nodes.push_back(nodeEntry({.name = "pod", .type = "v4-64", .workers = 8}));
        snapshot.nodes.push_back(nodeEntry({.name = "small", .workers = 1, .number = 2}));
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        spy.wait(Patience);
        page.resize(1200, 800);
        page.show();
    }
    [[nodiscard]] LoadView *list() const { return byName<LoadView>(page, "Workers"); }
    [[nodiscard]] QModelIndex line(int row) const { return list()->model()->index(row, 0); }
    [[nodiscard]] QString summary() const { return byName<QLabel>(page, "Summary")->text(); }
    void press(const QString &text)
    {
        for (auto *button : page.findChildren<QPushButton *>()) {
            if (button->isVisible() && button->text() == text) {
                button->click();
                return;
            }
        }
        QFAIL(qPrintable("no button " + text));
    }

    FakeLoad load;
    FakeNodeSource source;
    inventory::Inventory inventory;
    LoadPage page;
};

} // namespace

class TestLoadPage final : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsLookedAtUnasked();
    void chosenWorkersAreShown();
    void aNodeIsFoldedByKeyAndClick();
    void theCloudIsAskedToo();
    void aPauseIsOne();
    void theChartTellsOfThePast();
    void whatIsOldIsNotToldAsOfNow();
    void oneLookPaintsOnePicture();
};

void TestLoadPage::nothingIsLookedAtUnasked()
{
    Fixture f;
    QVERIFY(f.load.transport.commands().empty());
    QVERIFY(!f.list()); // nothing is to be seen
    f.page.watch({"no-such-node"});
    QVERIFY(f.load.transport.commands().empty());
}

void TestLoadPage::chosenWorkersAreShown()
{
    Fixture f;
    f.page.watch({"pod"});
    QTRY_COMPARE(f.list()->model()->rowCount(), 9);
    QVERIFY(f.list()->isVisible());
    QTRY_COMPARE(f.summary(), QString("8 workers · 2 unlike the others · 1 with warnings"));
    f.list()->setCurrentIndex(f.line(3));
    QTRY_VERIFY(byName<QLabel>(f.page, "Warnings")->text().contains("Memory is 97 % full."));
    QVERIFY(byName<QLabel>(f.page, "What it has")->text().contains("/: 42 % full"));
    auto *value = byName<QComboBox>(f.page, "What is shown");
    value->setCurrentIndex(value->findText("Memory"));
    QTRY_COMPARE(f.line(3).data(models::LoadModel::ValueRole).toString(), QString("97 %"));
    QTRY_VERIFY(byName<QLabel>(f.page, "Warnings")->text().contains("about 40 %"));
}

void TestLoadPage::aNodeIsFoldedByKeyAndClick()
{
    Fixture f;
    f.page.watch({"pod", "small"});
    QTRY_COMPARE(f.list()->model()->rowCount(), 11);
    LoadView &list = *f.list();
    QTRY_VERIFY(!list.visualRect(f.line(10)).isEmpty());
    // Each node's pictures stand below its heading, which is as wide as the list.
    QVERIFY(list.visualRect(f.line(1)).top() >= list.visualRect(f.line(0)).bottom());
    QVERIFY(list.visualRect(f.line(9)).top() >= list.visualRect(f.line(8)).bottom());
    QVERIFY(list.visualRect(f.line(10)).top() >= list.visualRect(f.line(9)).bottom());
    QCOMPARE(list.visualRect(f.line(2)).top(), list.visualRect(f.line(1)).top());
    QVERIFY(list.visualRect(f.line(9)).width() > list.width() - 40);

    list.setCurrentIndex(f.line(1));
    QTest::keyClick(&list, Qt::Key_Up);
    QCOMPARE(list.currentIndex(), f.line(0));
    QTRY_VERIFY(byName<QLabel>(f.page, "What it has")->text().contains("8 workers"));
    QTest::keyClick(&list, Qt::Key_Left);
    QCOMPARE(list.model()->rowCount(), 3);
    QVERIFY(f.line(0).data(Qt::AccessibleTextRole).toString().contains("node, folded"));
    QCOMPARE(list.visibleWorkers(), std::vector<int>{8});
    QTest::keyClick(&list, Qt::Key_Down);
    QCOMPARE(list.currentIndex(), f.line(1)); // the other node
    QTest::keyClick(&list, Qt::Key_Down);
    QCOMPARE(list.currentIndex(), f.line(2));
    list.setCurrentIndex(f.line(0));
    QTest::keyClick(&list, Qt::Key_Right);
    QCOMPARE(list.model()->rowCount(), 11);
    QTest::keyClick(&list, Qt::Key_Right);
    QCOMPARE(list.currentIndex(), f.line(1));
    QTest::mouseClick(
        list.viewport(), Qt::LeftButton, Qt::ControlModifier, list.visualRect(f.line(0)).center());
    QCOMPARE(list.model()->rowCount(), 2); // all of them
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(f.line(1)).center());
    QCOMPARE(list.model()->rowCount(), 3);
}

void TestLoadPage::theCloudIsAskedToo()
{
    Fixture f;
    qRegisterMetaType<std::vector<NodeRef>>("std::vector<podium::NodeRef>");
    QSignalSpy wanted(&f.page, &LoadPage::cloudIdleWanted);
    QCOMPARE(wanted.count(), 0);
    f.page.watch({"pod", "small"});
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.at(0).at(0).value<std::vector<NodeRef>>().size(), std::size_t(2));
}

void TestLoadPage::aPauseIsOne()
{
    Fixture f;
    f.page.watch({"pod"});
    QTRY_VERIFY(f.summary().startsWith("8 workers"));
    f.press("Pause");
    QVERIFY(f.summary().endsWith("paused"));
    QTRY_COMPARE(f.load.transport.active(), 0);
    const auto before = f.load.transport.commands().size();
    f.load.advance(60);
    QTest::qWait(300); // what must not come
    QCOMPARE(f.load.transport.commands().size(), before);
    f.press("Go on");
    QTRY_VERIFY(f.load.transport.commands().size() > before);
}

void TestLoadPage::theChartTellsOfThePast()
{
    LoadChart chart;
    chart.resize(600, 400);
    chart.show();
    tpu::WorkerLoad worker;
    QVERIFY(chart.textAgo(0).contains("not checked"));
    tpu::RuntimeMetrics metrics;
    metrics.state = tpu::RuntimeMetrics::State::Known;
    metrics.devices.push_back({0, 8, 16, 0.25});
    worker.take({}, metrics, 0);
    metrics.devices[0].dutyCycle = 0.75;
    worker.take({}, metrics, 20 * 60'000);
    chart.setWorker(worker, 20 * 60'000);
    QVERIFY(chart.textAgo(0).startsWith("now\nTPU duty cycle: 75 %"));
    QVERIFY(chart.textAgo(20 * 60'000).startsWith("20 min ago\nTPU duty cycle: 25 %"));
    QVERIFY(chart.textAgo(10 * 60'000).contains("not checked"));
    QTest::keyClick(&chart, Qt::Key_Left);
    QVERIFY(chart.accessibleDescription().startsWith("now"));
    QTest::keyClick(&chart, Qt::Key_Left);
    QVERIFY(chart.accessibleDescription().contains("1 min ago"));
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(chart.accessibleDescription().isEmpty());
}

/// Of a worker that gives no answer any more, or where nobody asks.
void TestLoadPage::whatIsOldIsNotToldAsOfNow()
{
    tpu::RuntimeMetrics metrics;
    metrics.state = tpu::RuntimeMetrics::State::Known;
    metrics.devices.push_back({0, 8, 16, 0.75});
    tpu::WorkerLoad worker;
    worker.take({}, metrics, 0);
    QCOMPARE(loadFacts(worker, 2000).first(), QString("TPU: in use"));
    QCOMPARE(loadFacts(worker, 5 * 60'000).first(), QString("As it was 5 min ago:"));
    LoadChart chart;
    chart.setWorker(worker, 2000);
    QCOMPARE(chart.textNow(tpu::LoadValue::DutyCycle), QString("75 %"));
    chart.setWorker(worker, 5 * 60'000);
    QCOMPARE(chart.textNow(tpu::LoadValue::DutyCycle), QString("-"));
    worker.error = Error();
    QCOMPARE(loadFacts(worker, 30'000).first(), QString("As it was 30 s ago:"));
}

void TestLoadPage::oneLookPaintsOnePicture()
{
    FakeLoad load([](const WorkerRef &, int) { return FakeLook(); });
    std::vector<WorkerRef> workers;
    for (int index = 0; index < 4; ++index) {
        workers.push_back({refOf({.name = "pod"}), index});
    }
    tpu::LoadSession session(load.world(), workers);
    models::LoadModel model(load.clock);
    models::LoadGroups groups(model);
    LoadView view(groups);
    view.resize(900, 600);
    view.show();
    model.setSession(&session);
    session.start();
    const auto isKnown = [&model](int row) {
        return model.index(row).data(models::LoadModel::ValueRole).toString() == "90 %";
    };
    QTRY_VERIFY(isKnown(0) && isKnown(1) && isKnown(2) && isKnown(3));
    const QRect looked = view.visualRect(groups.index(2)); // below the heading and the first
    const QRect other = view.visualRect(groups.index(4));
    QVERIFY(!looked.intersects(other));
    Painted painted(*view.viewport());
    const auto isAlone = [&](const QRegion &region) {
        return region.contains(looked.center()) && !region.intersects(other);
    };
    // The window itself may want all of it painted at the same time, but not each time.
    constexpr int tries = 20;
    bool wasAlone = false;
    for (int turn = 0; turn < tries && !wasAlone; ++turn) {
        const auto before = painted.regions.size();
        session.setVisible({1});
        load.advance(1);
        const auto hasPainted = [&] {
            return std::any_of(
                painted.regions.begin() + std::ptrdiff_t(before), painted.regions.end(),
                [&](const QRegion &region) { return region.contains(looked.center()); });
        };
        QTRY_VERIFY(hasPainted());
        wasAlone = std::any_of(painted.regions.begin(), painted.regions.end(), isAlone);
    }
    QVERIFY(wasAlone);
}

QTEST_MAIN(TestLoadPage)
#include "tst_loadpage.moc"
