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
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/nodeview.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

Q_DECLARE_METATYPE(podium::lifecycle::NodeAction)

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
    void theButtonActsOnAllThatAreSelected();
    void maintenanceIsOfferedWhereItIsAnnounced();

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

QTEST_MAIN(TestNodeCommands)
#include "tst_nodecommands.moc"
