// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"
#include "core/models/run/pastrunsmodel.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/past/pastrunspanel.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::app;
using namespace podium::tests;
using namespace podium::ui;

namespace {

constexpr int What = int(models::ActivityModel::Column::What);

QString whatIn(const QTreeView &list, int row)
{
    return list.model()->index(row, What).data().toString();
}

QPushButton *button(const QWidget &in, const QString &name)
{
    return byName<QPushButton>(in, name);
}

} // namespace

/// What happened, told in the real window over the demo's cloud: from the story to the runs and
/// nodes that it is about, and to run the same again.
class TestStoryWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theFirstLookIsOneRow();
    void aRunIsFoundAgainFromItsRow();
    void aRunClosedWhileRunningIsTold();

private:
    void run(WindowFixture &f, const QString &command);

    SimCloud m_cloud;
};

void TestStoryWindow::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
}

void TestStoryWindow::run(WindowFixture &f, const QString &command)
{
    QTRY_VERIFY(f.hasLooked());
    auto *page = f.window->findChild<RunPage *>();
    page->setTargets({"pod-v4:0-1"});
    page->setCommand(command);
    page->startRun();
}

void TestStoryWindow::theFirstLookIsOneRow()
{
    // Of one project: one answer tells of all, however slow this machine is.
    QJsonArray nodes;
    for (const char *name : {"pod-v4", "a", "b", "c", "d", "e"}) {
        nodes.append(QJsonObject{{"zone", "us-central2-b"}, {"name", name}});
    }
    SimCloud cloud;
    const QJsonObject project{{"id", "lab"}, {"nodes", nodes}};
    QVERIFY2(cloud.startWith({{"projects", QJsonArray{project}}}, {}), qPrintable(cloud.error()));
    WindowFixture f(cloud);
    QTRY_VERIFY(f.hasLooked());
    f.goTo("Activity");
    auto *list = byName<QTreeView>(*f.window, "Activity");
    QTRY_VERIFY(list->model()->rowCount() > 0);
    QCOMPARE(list->model()->rowCount(), 1);
    QCOMPARE(list->model()->rowCount(list->model()->index(0, 0)), 6);
    byName<QLineEdit>(*f.window, "Filter activity")->setText("node:pod-v4");
    QTRY_VERIFY(list->model()->rowCount() > 0);
    QModelIndex row = list->model()->index(list->model()->rowCount() - 1, 0);
    if (list->model()->rowCount(row) > 0) {
        row = list->model()->index(0, 0, row);
    }
    QCOMPARE(row.data().toString(), QString("pod-v4"));
    list->setCurrentIndex(row);
    emit list->activated(row);
    QCOMPARE(f.window->currentPage(), QString("nodes"));
}

void TestStoryWindow::aRunIsFoundAgainFromItsRow()
{
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    WindowFixture f(m_cloud);
    auto *page = f.window->findChild<RunPage *>();
    QSignalSpy finished(page, &RunPage::runFinished);
    run(f, "echo found-again; exit 3");
    QTRY_COMPARE(finished.count(), 1);
    f.goTo("Activity");
    auto *list = byName<QTreeView>(*f.window, "Activity");
    QCOMPARE(whatIn(*list, 0), QString("“echo found-again; exit 3” finished: 2 failed."));
    QCOMPARE(list->model()->rowCount(list->model()->index(0, 0)), 2);
    list->setCurrentIndex(list->model()->index(0, 0));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(f.window->currentPage(), QString("run"));
    auto *panel = f.window->findChild<PastRunsPanel *>();
    QVERIFY(!panel->isVisible()); // its output is there still, in its tab

    // Its tab is closed: its row among the past runs, and the same again from there.
    page->findChild<RunTabs *>()->requestClose(0);
    f.goTo("Activity");
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(panel->isVisible());
    QVERIFY(!button(*panel, "Show the output of the run")->isEnabled());
    auto *again = button(*panel, "Run again on the same workers");
    QCOMPARE(again->text(), QString("Run again on 2"));
    page->setCommand("typed meanwhile");
    again->click();
    QTRY_COMPARE(finished.count(), 2);
    QCOMPARE(page->currentView()->run().spec().command, QByteArray("echo found-again; exit 3"));
    QCOMPARE(int(page->currentView()->run().spec().workers.size()), 2);
    QCOMPARE(byName<QPlainTextEdit>(*page, "Command")->toPlainText(), QString("typed meanwhile"));
    QCOMPARE(byName<QTreeView>(*panel, "Past runs")->model()->rowCount(), 2);
    f.goTo("Activity");
    QCOMPARE(whatIn(*list, 0), whatIn(*list, 1));
}

void TestStoryWindow::aRunClosedWhileRunningIsTold()
{
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    WindowFixture f(m_cloud);
    auto *page = f.window->findChild<RunPage *>();
    run(f, "echo up; sleep 1000");
    QTRY_VERIFY(page->currentView());
    const run::Run &running = page->currentView()->run();
    QTRY_VERIFY(running.output().receivedBytes(0) > 0 && running.output().receivedBytes(1) > 0);
    page->findChild<RunTabs *>()->requestClose(0);
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    for (QAbstractButton *choice : question->buttons()) {
        if (choice->text() == "Stop and close") {
            choice->click();
            break;
        }
    }
    QVERIFY(!page->currentView());
    f.goTo("Activity");
    auto *list = byName<QTreeView>(*f.window, "Activity");
    QCOMPARE(
        whatIn(*list, 0), QString("“echo up; sleep 1000” was closed while it ran on 2 workers, "
                                  "which were told to stop."));
    f.goTo("Run");
    byName<QToolButton>(*f.window, "Past runs")->click();
    auto *past = byName<QTreeView>(*f.window->findChild<PastRunsPanel *>(), "Past runs");
    QCOMPARE(
        past->model()->index(0, models::PastRunsModel::EndingColumn).data().toString(),
        QString("closed while running: 2 running"));
}

QTEST_MAIN(TestStoryWindow)
#include "tst_storywindow.moc"
