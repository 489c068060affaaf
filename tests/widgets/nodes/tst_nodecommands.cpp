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
#include "widgets/nodes/nodedetail.h"
#include "widgets/nodes/nodesbar.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/nodeview.h"
#include "widgets/open/openmenu.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

Q_DECLARE_METATYPE(podium::lifecycle::NodeAction)
Q_DECLARE_METATYPE(podium::launch::LaunchProgram)

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using lifecycle::NodeAction;

/// What is asked for of the selected nodes, by key, menu and button.
class TestNodeCommands final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theKeyDeletes();
    void whatIsAskedForIsSelected();
    void oneNodeIsCountedAsOne();
    void theButtonActsOnAllThatAreSelected();
    void maintenanceIsOfferedWhereItIsAnnounced();
    void whoHoldsTheTpusIsAsked();
    void aShellOnAChosenWorker();
    void aNodeIsOpenedInAProgram();
    void aWorkerIsOpenedInAProgram();
    void whereNothingIsInstalledItSaysSo();

private:
    void ask(const inventory::Snapshot &snapshot)
    {
        m_source->set(snapshot);
        QSignalSpy spy(m_inventory.get(), &inventory::Inventory::refreshed);
        m_inventory->refresh();
        QVERIFY(spy.wait(Patience));
    }
    void select(const QString &name)
    {
        const QAbstractItemModel *model = m_view->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex index = model->index(row, 0);
            if (index.data().toString() == name) {
                m_view->selectionModel()->select(
                    index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
        }
    }
    [[nodiscard]] static QStringList texts(const QMenu &menu)
    {
        QStringList all;
        for (const QAction *action : menu.actions()) {
            all << action->text();
        }
        return all;
    }

    /// As it is when it opens.
    [[nodiscard]] QMenu &shellMenu() const
    {
        QMenu &menu = m_page->findChild<NodeDetail *>()->shellMenu();
        emit menu.aboutToShow();
        return menu;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_state;
    ManualClock m_clock;
    std::unique_ptr<FakeNodeSource> m_source;
    std::unique_ptr<inventory::Inventory> m_inventory;
    std::unique_ptr<models::ActivityModel> m_activity;
    std::unique_ptr<NodesPage> m_page;
    NodeView *m_view = nullptr;
};

void TestNodeCommands::init()
{
    qRegisterMetaType<NodeAction>("podium::lifecycle::NodeAction");
    qRegisterMetaType<WorkerRef>("podium::WorkerRef");
    qRegisterMetaType<launch::LaunchProgram>("podium::launch::LaunchProgram");
    qRegisterMetaType<std::vector<NodeRef>>("std::vector<podium::NodeRef>");
    m_page.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_state = std::make_unique<QSettings>(m_folder->filePath("window.ini"), QSettings::IniFormat);
    m_source = std::make_unique<FakeNodeSource>();
    m_inventory = std::make_unique<inventory::Inventory>(*m_source, nullptr, m_clock);
    m_activity = std::make_unique<models::ActivityModel>(m_clock);
    m_page = std::make_unique<NodesPage>(*m_inventory, *m_activity, m_clock, *m_state);
    m_view = m_page->findChild<NodeView *>();
    m_page->show();
    ask(demoLab());
    m_view->clearSelection();
}

void TestNodeCommands::theKeyDeletes()
{
    QSignalSpy spy(m_page.get(), &NodesPage::actionRequested);
    m_page->activateWindow();
    m_view->setFocus();
    QTRY_VERIFY(m_view->hasFocus());
    QTest::keyClick(m_view, Qt::Key_Delete);
    QCOMPARE(spy.count(), 0); // nothing is selected
    select("tpu1");
    QTest::keyClick(m_view, Qt::Key_Delete);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][0].value<NodeAction>(), NodeAction::Delete);
    QCOMPARE(spy[0][1].value<std::vector<NodeRef>>().front().name.text(), QString("tpu1"));
}

/// From Activity or the palette: else details and keys were another node's.
void TestNodeCommands::whatIsAskedForIsSelected()
{
    select("pod-v4");
    const NodeRef pod = m_view->selectedNodes().front();
    m_view->clearSelection();
    select("tpu1");
    auto *filter = byName<QLineEdit>(*m_page, "Filter nodes");
    QVERIFY(filter);
    filter->setText("tpu1");
    m_page->showNode(pod);
    QCOMPARE(filter->text(), QString());
    QCOMPARE(m_view->selectedNodes(), std::vector<NodeRef>{pod});
    filter->setText("pod");
    m_page->showNode(pod);
    QCOMPARE(filter->text(), QString("pod")); // it is there
}

void TestNodeCommands::oneNodeIsCountedAsOne()
{
    NodesBar bar;
    bar.setCount(1, 1);
    QVERIFY(byName<QLabel>(bar, "1 node"));
    bar.setCount(0, 1);
    QVERIFY(byName<QLabel>(bar, "0 of 1 node"));
}

void TestNodeCommands::theButtonActsOnAllThatAreSelected()
{
    QSignalSpy spy(m_page.get(), &NodesPage::actionRequested);
    select("tpu1");
    select("pod-v4");
    auto *button = byName<QPushButton>(*m_page, "More: start, stop, delete");
    QVERIFY(button);
    emit button->menu()->aboutToShow();
    QCOMPARE(texts(*button->menu()), (QStringList{"Start…", "Stop…", "Delete…"}));
    button->menu()->actions()[1]->trigger();
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][0].value<NodeAction>(), NodeAction::Stop);
    QCOMPARE(spy[0][1].value<std::vector<NodeRef>>().size(), std::size_t(2));
    m_view->clearSelection();
    QVERIFY(!button->isVisible());
}

void TestNodeCommands::maintenanceIsOfferedWhereItIsAnnounced()
{
    inventory::Snapshot snapshot = demoLab();
    for (inventory::NodeEntry &entry : snapshot.nodes) {
        if (entry.node.ref.name.text() == "tpu1") {
            entry.node.maintenance = cloud::Maintenance{"SCHEDULED", "PENDING", {}, {}, true};
        }
    }
    ask(snapshot);
    select("tpu1");
    QSignalSpy spy(m_page.get(), &NodesPage::actionRequested);
    QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {});
    QCoreApplication::sendEvent(m_view->viewport(), &wanted);
    auto *menu = m_view->findChild<QMenu *>();
    QVERIFY(menu);
    QVERIFY(texts(*menu).contains("Delete…"));
    QCOMPARE(
        texts(*menu).mid(texts(*menu).size() - 2),
        (QStringList{"Start the maintenance now…", "Create another like this…"}));
    QSignalSpy another(m_page.get(), &NodesPage::anotherRequested);
    menu->actions().last()->trigger();
    QCOMPARE(another.count(), 1);
    menu->actions()[menu->actions().size() - 2]->trigger();
    QCOMPARE(spy[0][0].value<NodeAction>(), NodeAction::Maintain);
    menu->close();
}

/// Of those whose workers can be asked; the list and the details say what came of it.
void TestNodeCommands::whoHoldsTheTpusIsAsked()
{
    const auto names = [](const std::vector<NodeRef> &nodes) {
        QStringList all;
        for (const NodeRef &node : nodes) {
            all << node.name.text();
        }
        all.sort();
        return all;
    };
    const auto isSaid = [this](const QString &text) {
        const auto labels = m_page->findChild<NodeDetail *>()->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->text() == text;
        });
    };
    constexpr int column = int(models::NodeColumn::Holders);
    QVERIFY(m_view->isColumnHidden(column));
    select("tpu1");
    select("old"); // preempted
    select("pod-v4");
    QSignalSpy asked(m_page.get(), &NodesPage::holdersRequested);
    QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {});
    QCoreApplication::sendEvent(m_view->viewport(), &wanted);
    auto *menu = m_view->findChild<QMenu *>();
    QVERIFY(menu);
    const int at = texts(*menu).indexOf("Ask who holds the TPU");
    QVERIFY(at >= 0 && menu->actions()[at]->isEnabled());
    menu->actions()[at]->trigger();
    menu->close();
    QCOMPARE(asked.count(), 1);
    const auto nodes = asked[0][0].value<std::vector<NodeRef>>();
    QCOMPARE(names(nodes), (QStringList{"pod-v4", "tpu1"}));
    QVERIFY(!m_view->isColumnHidden(column));
    m_view->clearSelection();
    select("tpu1");
    QVERIFY(!isSaid("TPU held by"));
    m_page->noteHolders(
        {{nodes[0], {m_clock.now(), "free on 8"}}, {nodes[1], {m_clock.now(), "free on 8"}}});
    QVERIFY(isSaid("TPU held by") && isSaid("free on 8, just now"));
    const QAbstractItemModel *model = m_view->model();
    const QModelIndexList cells = model->match(
        model->index(0, column), Qt::DisplayRole, "free on 8, just now", -1, Qt::MatchExactly);
    QCOMPARE(cells.size(), 2);
}

void TestNodeCommands::aShellOnAChosenWorker()
{
    select("pod-v4");
    QSignalSpy wanted(m_page.get(), &NodesPage::shellRequested);
    QMenu &menu = shellMenu();
    QCOMPARE(menu.actions()[5]->text(), QString("Worker 5"));
    menu.actions()[5]->trigger();
    QCOMPARE(wanted[0][0].value<WorkerRef>().index, 5);
    QCOMPARE(texts(menu).last(), QString("Open worker 0 in"));
    m_view->clearSelection();
    select("tpu1"); // nothing to choose
    QCOMPARE(texts(shellMenu()), (QStringList{"", "Open in"}));
}

void TestNodeCommands::aNodeIsOpenedInAProgram()
{
    m_page->openMenu().setPrograms(
        {{"terminal", "Terminal (<b>xterm</b>)", "/usr/bin/xterm", {}},
         {"code", "VS Code", "/usr/bin/code", {}}});
    QSignalSpy opened(&m_page->openMenu(), &OpenMenu::openRequested);
    select("pod-v4");
    const QMenu *open = shellMenu().actions().last()->menu();
    QVERIFY(open);
    QCOMPARE(
        texts(*open),
        (QStringList{"Terminal (<b>xterm</b>)", "VS Code", "", "Terminals attach to tmux"}));
    QCOMPARE(open->defaultAction(), open->actions().first());
    open->actions()[1]->trigger();
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].value<WorkerRef>().index, 0);
    QCOMPARE(opened[0][1].value<launch::LaunchProgram>().id, QString("code"));
    // The last one comes first.
    m_page->openMenu().setLast("code");
    QCOMPARE(texts(*shellMenu().actions().last()->menu()).first(), QString("VS Code"));
    QSignalSpy tmux(&m_page->openMenu(), &OpenMenu::attachesToTmuxChanged);
    shellMenu().actions().last()->menu()->actions().last()->trigger();
    QCOMPARE(tmux[0][0].toBool(), true);
    QVERIFY(shellMenu().actions().last()->menu()->actions().last()->isChecked());
}

void TestNodeCommands::aWorkerIsOpenedInAProgram()
{
    m_page->openMenu().setPrograms({{"code", "VS Code", "/usr/bin/code", {}}});
    select("pod-v4");
    auto *workers = byName<QTableView>(*m_page, "Workers");
    QVERIFY(workers);
    const QPoint third = workers->visualRect(workers->model()->index(3, 0)).center();
    QContextMenuEvent wanted(QContextMenuEvent::Mouse, third);
    QCoreApplication::sendEvent(workers->viewport(), &wanted);
    auto *menu = m_view->findChild<QMenu *>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(menu);
    QCOMPARE(texts(*menu), (QStringList{"Shell", "Open in"}));
    QSignalSpy opened(&m_page->openMenu(), &OpenMenu::openRequested);
    menu->actions()[1]->menu()->actions()[0]->trigger();
    QCOMPARE(opened[0][0].value<WorkerRef>().index, 3);
    QSignalSpy shell(m_page.get(), &NodesPage::shellRequested);
    menu->actions()[0]->trigger();
    QCOMPARE(shell[0][0].value<WorkerRef>().index, 3);
    menu->close();
}

void TestNodeCommands::whereNothingIsInstalledItSaysSo()
{
    select("tpu1");
    const QMenu *open = shellMenu().actions().last()->menu();
    QCOMPARE(
        texts(*open),
        (QStringList{"No terminal and no editor was found", "", "Terminals attach to tmux"}));
    QVERIFY(!open->actions().first()->isEnabled());
}

QTEST_MAIN(TestNodeCommands)
#include "tst_nodecommands.moc"
