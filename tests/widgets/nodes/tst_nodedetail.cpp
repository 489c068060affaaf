// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"
#include "core/models/nodes/workermodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/common/layout/wholelabel.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/detail/factsform.h"
#include "widgets/nodes/nodedetail.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

/// What can be done with the selected node, and what is known of it.
class TestNodeDetail final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aShellIsOnTheFirstWorker();
    void whereThereCanBeNoShellItSaysWhy_data();
    void whereThereCanBeNoShellItSaysWhy();
    void runNeedsANodeThatCanBeReached();
    void tellsWhatIsLeftRunning();
    void theWorkersOfAPodAreSeenWhole();
    void factsAreReadWhole();
    void whatHappensMeanwhileIsThere();
    void agesOfEventsGoOn();

private:
    void show(const inventory::NodeEntry &entry)
    {
        m_entry = entry;
        m_detail->setNodes({&m_entry});
    }
    [[nodiscard]] QToolButton *shell() { return byName<QToolButton>(*m_detail, "Open a shell"); }
    [[nodiscard]] QLabel *left()
    {
        return byName<QLabel>(*m_detail, "Background runs on this node");
    }
    [[nodiscard]] static run::DetachedRun
    leftOn(const NodeRef &node, int workers, const QByteArray &command)
    {
        run::DetachedRun detached;
        detached.command = command;
        detached.state = run::DetachedRunOnWorker::State::Running;
        for (int index = 0; index < workers; ++index) {
            detached.workers.push_back({node, index});
        }
        return detached;
    }

    ManualClock m_clock;
    models::ActivityModel m_activity{m_clock};
    std::unique_ptr<NodeDetail> m_detail;
    inventory::NodeEntry m_entry = nodeEntry({});
};

void TestNodeDetail::init()
{
    m_detail = std::make_unique<NodeDetail>(m_activity, m_clock);
    m_detail->resize(340, 700);
    m_detail->show();
}

void TestNodeDetail::aShellIsOnTheFirstWorker()
{
    QSignalSpy wanted(m_detail.get(), &NodeDetail::shellRequested);
    show(nodeEntry({.name = "pod-v4", .workers = 8}));
    QVERIFY(shell() && shell()->isEnabled());
    QVERIFY(m_detail->minimumSizeHint().width() <= Grid * 40); // what its area has at the least
    QVERIFY(shell()->toolTip().contains("worker 0"));
    shell()->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toInt(), 0);
    QVERIFY(shell()->popupMode() == QToolButton::MenuButtonPopup);
    QCOMPARE(shell()->menu(), &m_detail->shellMenu());
    m_detail->setNodes({});
    QVERIFY(!shell());
}

void TestNodeDetail::whereThereCanBeNoShellItSaysWhy_data()
{
    QTest::addColumn<bool>("isReady");
    QTest::addColumn<bool>("hasAddress");
    QTest::addColumn<QString>("why");
    QTest::newRow("a terminal") << true << true << QString();
    QTest::newRow("stopped") << false << true << QStringLiteral("No terminal: the node is STOPPED");
    QTest::newRow("no address") << true << false
                                << QStringLiteral("No terminal: the node has no address now.");
}

void TestNodeDetail::whereThereCanBeNoShellItSaysWhy()
{
    QFETCH(bool, isReady);
    QFETCH(bool, hasAddress);
    QFETCH(QString, why);
    inventory::NodeEntry entry =
        nodeEntry({.state = isReady ? cloud::NodeState::Ready : cloud::NodeState::Stopped});
    for (cloud::Worker &worker : entry.node.workers) {
        worker.externalIp = hasAddress ? worker.externalIp : QString();
        worker.internalIp = hasAddress ? worker.internalIp : QString();
    }
    show(entry);
    QVERIFY(shell());
    QCOMPARE(shell()->isEnabled(), why.isEmpty());
    QVERIFY2(shell()->toolTip().contains(why), qPrintable(shell()->toolTip()));
    QVERIFY(shell()->accessibleDescription().contains(why));
}

void TestNodeDetail::runNeedsANodeThatCanBeReached()
{
    show(nodeEntry({}));
    auto *run = byName<QPushButton>(*m_detail, "Run on this");
    QVERIFY(run && run->isEnabled() && run->toolTip().isEmpty());
    // Keys begin alike: where there is no room their ends are seen.
    QCOMPARE(byName<QTableView>(*m_detail, "Workers")->textElideMode(), Qt::ElideLeft);
    const inventory::NodeEntry gone =
        nodeEntry({.name = "gone", .state = cloud::NodeState::Preempted, .number = 2});
    show(gone);
    QVERIFY(!run->isEnabled());
    QCOMPARE(run->toolTip(), QString("No command can run there: the node is PREEMPTED."));
    // Of several, one is enough: a run says which workers it had to leave out.
    const inventory::NodeEntry ready = nodeEntry({});
    m_detail->setNodes({&gone, &ready});
    QVERIFY(byName<QPushButton>(*m_detail, "Run on these")->isEnabled());
    m_detail->setNodes({&gone, &gone});
    QVERIFY(!byName<QPushButton>(*m_detail, "Run on these")->isEnabled());
}

void TestNodeDetail::tellsWhatIsLeftRunning()
{
    const NodeRef pod = refOf({.name = "pod-v4"});
    const NodeRef other = refOf({.name = "tpu1"});
    m_detail->setDetachedRuns(
        {leftOn(pod, 8, "python3 train.py\n--big"), leftOn(other, 1, "./elsewhere")});
    show(nodeEntry({.name = "pod-v4", .workers = 8}));
    QVERIFY(left());
    QCOMPARE(left()->text(), QString("running: python3 train.py --big, on pod-v4:0-7"));
    QCOMPARE(int(left()->textFormat()), int(Qt::PlainText));
    show(nodeEntry({.name = "tpu1"}));
    QCOMPARE(left()->text(), QString("running: ./elsewhere, on tpu1:0"));
    // While it is shown.
    m_detail->setDetachedRuns(
        std::vector<run::DetachedRun>(5, leftOn(other, 1, QByteArray(500, 'x'))));
    QCOMPARE(left()->text().count('\n'), 3);
    QVERIFY(left()->text().endsWith("and 2 more"));
    QVERIFY(left()->text().size() < 400);
    // The way to it is there as long as something is known, whatever the node is now.
    auto *look = byName<QPushButton>(*m_detail, "Background runs…");
    show(nodeEntry({.name = "tpu1", .state = cloud::NodeState::Stopped}));
    QVERIFY(look && look->isEnabled());
    m_detail->setDetachedRuns({});
    QVERIFY(!left());
    QVERIFY(!look->isEnabled());
    QVERIFY(look->toolTip().contains("not ready"));
}

/// However low the window is: it is the panel that scrolls.
void TestNodeDetail::theWorkersOfAPodAreSeenWhole()
{
    m_detail->resize(340, 300);
    inventory::NodeEntry pod = nodeEntry({.name = "pod-v4", .workers = 8});
    for (cloud::Worker &worker : pod.node.workers) {
        worker.internalIp = "127.178.151.1";
    }
    show(pod);
    auto *workers = byName<QTableView>(*m_detail, "Workers");
    QVERIFY(workers);
    const auto rowIsSeen = [workers](int row) {
        const QRect place = workers->visualRect(workers->model()->index(row, 0));
        return workers->viewport()->rect().contains(place);
    };
    QTRY_VERIFY(rowIsSeen(0) && rowIsSeen(7));
    const QAbstractItemView &list = *workers;
    const int internal = int(models::WorkerModel::Column::InternalIp);
    QVERIFY(workers->columnWidth(internal) >= list.sizeHintForColumn(internal));
}

/// In a narrow panel, too, and with no room below them once that is wide again.
void TestNodeDetail::factsAreReadWhole()
{
    inventory::NodeEntry entry = nodeEntry({});
    entry.node.labels["purpose"] = QString("a-word ").repeated(20);
    show(entry);
    QScrollArea area;
    area.setWidgetResizable(true);
    area.setWidget(m_detail.release());
    area.show();
    const auto labels = area.findChild<FactsForm *>()->findChildren<WholeLabel *>();
    QVERIFY(!labels.isEmpty());
    std::vector<int> heights;
    for (const int width : {1200, 340, 1200}) {
        area.resize(width, 300);
        int height = 0;
        for (const QLabel *label : labels) {
            QTRY_COMPARE(label->height(), label->heightForWidth(label->width()));
            height += label->height();
        }
        heights.push_back(height);
    }
    QVERIFY(heights[1] > heights[0]);
    QCOMPARE(heights[2], heights[0]);
}

/// Its events may come after it, as at a start.
void TestNodeDetail::whatHappensMeanwhileIsThere()
{
    const auto none = [this] {
        return byName<QLabel>(*m_detail, "Nothing has changed since Podium first saw this node.");
    };
    const auto events = [this] { return byName<QTreeView>(*m_detail, "Events of this node"); };
    show(nodeEntry({.name = "tpu1"}));
    QVERIFY(none() && !events());
    models::ActivityEntry entry{
        sketchTime(), models::ActivityKind::NodeAction, "tpu1", "It was stopped.", {}};
    entry.node = m_entry.node.ref;
    m_activity.add({entry});
    QVERIFY(!none() && events());
    m_detail->setNodes({});
    entry.text = "It was started.";
    m_activity.add({entry});
    QVERIFY(!none() && !events());
}

void TestNodeDetail::agesOfEventsGoOn()
{
    models::ActivityEntry entry{
        sketchTime(), models::ActivityKind::NodeAction, "tpu1", "It was stopped.", {}};
    entry.node = nodeEntry({.name = "tpu1"}).node.ref;
    m_activity.add({entry});
    show(nodeEntry({.name = "tpu1"}));
    const auto *events = byName<QTreeView>(*m_detail, "Events of this node");
    QVERIFY(events && events->isVisible());
    auto *ages = m_detail->findChild<QTimer *>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(ages && ages->isActive());
    ages->setInterval(1);
    QSignalSpy changed(events->model(), &QAbstractItemModel::dataChanged);
    QTRY_VERIFY(changed.count() > 0);
    m_detail->hide();
    changed.clear();
    QSignalSpy ticks(ages, &QTimer::timeout);
    QTRY_VERIFY(ticks.count() > 1);
    QCOMPARE(changed.count(), 0);
}

QTEST_MAIN(TestNodeDetail)
#include "tst_nodedetail.moc"
