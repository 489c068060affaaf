// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventory.h"
#include "core/models/activity/activitymodel.h"
#include "core/models/nodes/nodemodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/demolab.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/nodestack.h"
#include "widgets/nodes/nodeview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

Q_DECLARE_METATYPE(podium::inventory::Snapshot)
Q_DECLARE_METATYPE(podium::ui::NodeStack::View)

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using View = NodeStack::View;

namespace {

/// A page over a cloud that says what it is told to.
struct Fixture
{
    Fixture()
        : state(folder.filePath("window.ini"), QSettings::IniFormat)
        , inventory(source, nullptr, clock)
        , activity(clock)
        , page(inventory, activity, clock, state)
        , view(*page.findChild<NodeView *>())
    {
        page.resize(1200, 700);
        page.show();
    }
    void ask(const inventory::Snapshot &snapshot)
    {
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        QVERIFY(spy.wait(Patience));
    }
    [[nodiscard]] View shown() const { return page.findChild<NodeStack *>()->view(); }
    [[nodiscard]] QModelIndex cell(const QString &name, models::NodeColumn column) const
    {
        const QAbstractItemModel *model = view.model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, 0).data().toString() == name) {
                return model->index(row, int(column));
            }
        }
        return {};
    }
    void click(const QModelIndex &index, Qt::KeyboardModifiers keys = {})
    {
        view.scrollTo(index);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, keys, view.visualRect(index).center());
    }

    QTemporaryDir folder;
    QSettings state;
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory;
    models::ActivityModel activity;
    NodesPage page;
    NodeView &view;
};

inventory::Snapshot broken(ErrorKind kind)
{
    inventory::Snapshot snapshot;
    snapshot.error = Error{kind, "It does not work.", "HTTP 503", "Do something.", {}};
    return snapshot;
}

} // namespace

class TestNodesPage final : public QObject
{
    Q_OBJECT

private slots:
    void views_data();
    void views();
    void welcomesWithoutCredentials();
    void keepsSelectionAndScroll();
    void filtersAsYouType();
    void runsOnTheSelection();
    void copiesAnAddress();
    void detailFollowsTheCloud();
    void silentZoneKeepsItsNodes();
    void offlineKeepsTheList();
    void groupingKeepsTheSelection();
    void hostileTextStaysPlain();
    void fitsANarrowWindow();
    void remembersItsLook();
    void aRefreshKeepsThePlaceInALongList();
};

void TestNodesPage::views_data()
{
    QTest::addColumn<inventory::Snapshot>("snapshot");
    QTest::addColumn<int>("shown");
    QTest::addColumn<View>("view");
    inventory::Snapshot asked;
    asked.asOf = sketchTime();
    inventory::Snapshot silent = asked;
    silent.problems = {zoneProblem("lab", "us-east5-a")};
    inventory::Snapshot offline = demoLab();
    offline.error = broken(ErrorKind::Network).error;
    QTest::newRow("never asked") << inventory::Snapshot() << 0 << View::Loading;
    QTest::newRow("no nodes") << asked << 0 << View::Empty;
    QTest::newRow("no credentials") << broken(ErrorKind::Credentials) << 0 << View::FirstStart;
    QTest::newRow("no network") << broken(ErrorKind::Network) << 0 << View::Failed;
    QTest::newRow("nodes") << demoLab() << 12 << View::List;
    QTest::newRow("filtered away") << demoLab() << 0 << View::NoMatch;
    QTest::newRow("only a silent zone") << silent << 1 << View::List;
    QTest::newRow("offline with nodes") << offline << 12 << View::List;
}

void TestNodesPage::views()
{
    QFETCH(inventory::Snapshot, snapshot);
    QFETCH(int, shown);
    QFETCH(View, view);
    QCOMPARE(int(NodeStack::viewFor(snapshot, shown)), int(view));
}

void TestNodesPage::welcomesWithoutCredentials()
{
    Fixture f;
    QCOMPARE(int(f.shown()), int(View::Loading));
    f.ask(broken(ErrorKind::Credentials));
    QCOMPARE(int(f.shown()), int(View::FirstStart));
    // Why in a sentence; word for word only where it is asked for.
    QVERIFY(byName<QLabel>(f.page, "What Podium tried: It does not work."));
    QVERIFY(!byName<QLabel>(f.page, "HTTP 503"));
    byName<QToolButton>(f.page.firstStart(), "Details")->click();
    QVERIFY(byName<QLabel>(f.page, "HTTP 503"));
    f.page.firstStart().setGcloudFound(true);
    QSignalSpy login(&f.page.firstStart(), &FirstStart::gcloudLoginRequested);
    QSignalSpy demo(&f.page.firstStart(), &FirstStart::demoRequested);
    byName<QPushButton>(f.page, "Sign in")->click();
    byName<QPushButton>(f.page, "Open the demo")->click();
    QCOMPARE(login.count(), 1);
    QCOMPARE(demo.count(), 1);
    // While gcloud waits for the person, that is said.
    QVERIFY(byName<QLabel>(f.page, "You are not signed in to Google Cloud yet"));
    QVERIFY(!byName<QPushButton>(f.page, "Cancel the sign-in"));
    f.page.firstStart().setSigningIn(true, {});
    QVERIFY(byName<QLabel>(f.page, "Sign-in")->text().startsWith("Waiting for gcloud"));
    QVERIFY(!byName<QPushButton>(f.page, "Copy link"));
    f.page.firstStart().setSigningIn(true, "https://accounts.example/auth?x=1");
    QVERIFY(byName<QLabel>(f.page, "Sign-in")->text().startsWith("Waiting for the browser"));
    QVERIFY(!byName<QPushButton>(f.page, "Sign in")->isEnabled());
    f.page.firstStart().setGcloudFound(true); // it is looked for again and again
    QVERIFY(!byName<QPushButton>(f.page, "Sign in")->isEnabled());
    byName<QPushButton>(f.page, "Copy link")->click();
    QCOMPARE(QApplication::clipboard()->text(), QString("https://accounts.example/auth?x=1"));
    QSignalSpy cancelled(&f.page.firstStart(), &FirstStart::gcloudLoginCancelled);
    byName<QPushButton>(f.page, "Cancel the sign-in")->click();
    QCOMPARE(cancelled.count(), 1);
    f.page.firstStart().setSigningIn(false, {});
    QVERIFY(!byName<QPushButton>(f.page, "Cancel the sign-in"));
    QVERIFY(byName<QPushButton>(f.page, "Sign in")->isEnabled());
    f.page.firstStart().setGcloudFound(false);
    QVERIFY(!byName<QPushButton>(f.page, "Sign in")->isEnabled());
}

void TestNodesPage::keepsSelectionAndScroll()
{
    Fixture f;
    std::vector<NodeSketch> sketches;
    for (int i = 0; i < 200; ++i) {
        sketches.push_back({.name = QString("n%1").arg(i, 3, 10, QLatin1Char('0')), .number = i});
    }
    f.ask(snapshotOf(sketches));
    f.click(f.cell("n150", models::NodeColumn::Name));
    const int scroll = f.view.verticalScrollBar()->value();
    QVERIFY(scroll > 0);

    sketches[150].state = cloud::NodeState::Stopped;
    sketches[10].state = cloud::NodeState::Restarting;
    f.ask(snapshotOf(sketches));
    QCOMPARE(f.view.selectedNodes().size(), size_t(1));
    QCOMPARE(f.view.selectedNodes().front().name.text(), QString("n150"));
    QCOMPARE(f.view.verticalScrollBar()->value(), scroll);
    QVERIFY(byName<QLabel>(f.page, "STOPPED"));
}

void TestNodesPage::filtersAsYouType()
{
    Fixture f;
    f.ask(demoLab());
    auto *filter = byName<QLineEdit>(f.page, "Filter nodes");
    QVERIFY(filter);
    QTest::keyClicks(filter, "pod");
    QCOMPARE(f.view.model()->rowCount(), 1);
    QVERIFY(byName<QLabel>(f.page, "1 of 10 nodes"));
    QTest::keyClicks(filter, "zz");
    QCOMPARE(int(f.shown()), int(View::NoMatch));
    byName<QPushButton>(f.page, "Clear filter")->click();
    QCOMPARE(int(f.shown()), int(View::List));
    QVERIFY(byName<QLabel>(f.page, "10 nodes"));
    QTest::keyClicks(filter, "x");
    QTest::keyClick(filter, Qt::Key_Escape);
    QCOMPARE(filter->text(), QString());
}

void TestNodesPage::runsOnTheSelection()
{
    Fixture f;
    f.ask(demoLab());
    qRegisterMetaType<std::vector<NodeRef>>("std::vector<podium::NodeRef>");
    QSignalSpy spy(&f.page, &NodesPage::runRequested);
    f.click(f.cell("tpu1", models::NodeColumn::Name));
    f.click(f.cell("pod-v4", models::NodeColumn::Name), Qt::ControlModifier);
    QVERIFY(byName<QLabel>(f.page, "2 nodes, 9 workers"));
    byName<QPushButton>(f.page, "Run on these")->click();
    QCOMPARE(spy.count(), 1);
    const auto nodes = spy.front().front().value<std::vector<NodeRef>>();
    QCOMPARE(nodes.size(), size_t(2));
    QCOMPARE(nodes.front().name.text(), QString("tpu1"));

    f.click(f.cell("pod-v4", models::NodeColumn::Name));
    QTest::keyClick(&f.view, Qt::Key_Return);
    QCOMPARE(spy.count(), 2);
}

void TestNodesPage::copiesAnAddress()
{
    Fixture f;
    f.ask(demoLab());
    QGuiApplication::clipboard()->clear();
    f.click(f.cell("pod-v4", models::NodeColumn::Address));
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("34.62.0.15"));
    f.click(f.cell("tpu1", models::NodeColumn::Type));
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("34.62.0.15"));

    QSignalSpy ssh(&f.page, &NodesPage::copySshRequested);
    byName<QPushButton>(f.page, "Copy ssh command")->click();
    QCOMPARE(ssh.count(), 1);
}

void TestNodesPage::detailFollowsTheCloud()
{
    Fixture f;
    f.ask(demoLab());
    f.click(f.cell("tpu1", models::NodeColumn::Name));
    auto *workers = byName<QTableView>(f.page, "Workers");
    QVERIFY(workers);
    QCOMPARE(workers->model()->index(0, 1).data().toString(), QString("34.61.0.8"));

    inventory::Snapshot moved = demoLab();
    for (inventory::NodeEntry &entry : moved.nodes) {
        if (entry.node.ref.name.text() == "tpu1") {
            entry.node.workers.front().externalIp = "34.9.9.9";
        }
    }
    f.ask(moved);
    QCOMPARE(workers->model()->index(0, 1).data().toString(), QString("34.9.9.9"));
    QCOMPARE(
        f.cell("tpu1", models::NodeColumn::LastChange).data().toString(), QString("IP just now"));
}

void TestNodesPage::silentZoneKeepsItsNodes()
{
    Fixture f;
    inventory::Snapshot all = demoLab();
    all.problems.clear();
    f.ask(all);
    f.clock.advance(600);
    f.ask(demoLab());
    const QModelIndex far = f.cell("far", models::NodeColumn::State);
    QCOMPARE(far.data().toString(), QString("READY · seen 10 min ago"));
    QVERIFY(far.data(models::NodeModel::StaleRole).toBool());
    QVERIFY(f.view.model()->index(0, 0).data().toString().startsWith("us-south1-a: "));
}

void TestNodesPage::offlineKeepsTheList()
{
    Fixture f;
    f.ask(demoLab());
    f.click(f.cell("tpu1", models::NodeColumn::Name));
    f.ask(broken(ErrorKind::Network));
    QCOMPARE(int(f.shown()), int(View::List));
    QVERIFY(byName<QLabel>(f.page, "READY, as of just now: Google Cloud does not answer"));
    QVERIFY(byName<QLabel>(f.page, "It does not work.\nHTTP 503"));
    QSignalSpy retry(&f.page, &NodesPage::refreshRequested);
    byName<QPushButton>(f.page, "Try again")->click();
    QCOMPARE(retry.count(), 1);

    // Dismissed it stays away until it is another error; an answer takes it down.
    byName<QToolButton>(f.page, "Dismiss notice")->click();
    f.ask(broken(ErrorKind::Network));
    QVERIFY(!byName<QPushButton>(f.page, "Try again"));
    f.ask(broken(ErrorKind::Timeout));
    QVERIFY(byName<QPushButton>(f.page, "Try again"));
    f.ask(demoLab());
    QVERIFY(!byName<QPushButton>(f.page, "Try again"));
}

void TestNodesPage::groupingKeepsTheSelection()
{
    Fixture f;
    f.ask(demoLab());
    f.click(f.cell("tpu1", models::NodeColumn::Name));
    byName<QToolButton>(f.page, "Group by project")->click();
    QCOMPARE(f.view.model()->rowCount(), 3);
    QCOMPARE(f.view.selectedNodes().size(), size_t(1));
    QCOMPARE(f.view.selectedNodes().front().name.text(), QString("tpu1"));
    // A project stands for all of its nodes.
    f.view.setCurrentIndex(f.view.model()->index(0, 0));
    QCOMPARE(f.view.selectedNodes().size(), size_t(4));
}

void TestNodesPage::hostileTextStaysPlain()
{
    Fixture f;
    inventory::Snapshot snapshot = snapshotOf({{.name = "<img src=x onerror=1>"}});
    snapshot.nodes.front().node.labels["<b>"] = "<a href='x'>y";
    snapshot.nodes.front().node.healthDescription = "<h1>loud</h1>";
    snapshot.problems = {zoneProblem("lab-speech", "us-east5-a")};
    snapshot.problems.front().error.summary = "<b>down</b>";
    f.ask(snapshot);
    f.view.setCurrentIndex(f.view.model()->index(1, 0));
    QCOMPARE(richLabels(f.page), QStringList());
    QVERIFY(byName<QLabel>(f.page, "<b>=<a href='x'>y"));
    QVERIFY(byName<QLabel>(f.page, "<h1>loud</h1>"));
}

void TestNodesPage::fitsANarrowWindow()
{
    Fixture f;
    f.ask(demoLab());
    f.page.resize(640, 460);
    QTRY_VERIFY(f.view.width() > 600); // the details have gone below
    f.page.resize(1300, 700);
    QTRY_VERIFY(f.view.width() < 1000);
}

void TestNodesPage::remembersItsLook()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("window.ini");
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    models::ActivityModel activity(clock);
    {
        QSettings state(file, QSettings::IniFormat);
        NodesPage page(inventory, activity, clock, state);
        byName<QToolButton>(page, "Group by project")->click();
        byName<QToolButton>(page, "Show details")->click();
    }
    QSettings state(file, QSettings::IniFormat);
    NodesPage page(inventory, activity, clock, state);
    QVERIFY(byName<QToolButton>(page, "Group by project")->isChecked());
    QVERIFY(!byName<QToolButton>(page, "Show details")->isChecked());
}

void TestNodesPage::aRefreshKeepsThePlaceInALongList()
{
    Fixture f;
    std::vector<NodeSketch> sketches;
    for (int i = 0; i < 2000; ++i) {
        sketches.push_back({.name = QString("tpu%1").arg(i), .workers = 4, .number = i});
    }
    f.ask(snapshotOf(sketches));
    for (size_t i = 0; i < sketches.size(); i += 7) {
        sketches[i].state = cloud::NodeState::Stopped;
    }
    const inventory::Snapshot next = snapshotOf(sketches);
    f.view.viewport()->grab();
    const int middle = f.view.verticalScrollBar()->maximum() / 2;
    QVERIFY(middle > 0);
    f.view.verticalScrollBar()->setValue(middle);
    f.ask(next);
    f.view.viewport()->grab();
    QCOMPARE(f.view.verticalScrollBar()->value(), middle);
}

QTEST_MAIN(TestNodesPage)
#include "tst_nodespage.moc"
