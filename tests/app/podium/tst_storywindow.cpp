// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"
#include "core/models/run/pastrunsmodel.h"
#include "core/run/detached/detached.h"
#include "core/store/database.h"
#include "core/store/runhistory.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"
#include "widgets/recipe/recipelist.h"
#include "widgets/recipe/recipepage.h"
#include "widgets/recipe/recipereview.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/past/pastrunspanel.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
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
    void readingSomeOfALeftRunEndsItNot();
    void whatPodiumctlDoesIsTold();
    void aRecipeIsFoundAgainAfterAStart();

private:
    static void bringMark(RecipePage &page);
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

/// Looking at the output of one worker changes nothing in what is remembered of both.
void TestStoryWindow::readingSomeOfALeftRunEndsItNot()
{
    const QString id = "0123456789abcdef";
    run::RunSpec spec;
    spec.runId = id;
    spec.command = "train";
    const NodeRef pod = WorkerRef::parse("lab/us-central2-b/pod-v4:0")->node;
    spec.workers = {{pod, 0}, {pod, 1}};
    WindowFixture f(m_cloud, [&](const Paths &paths) {
        store::DatabaseQueue queue(paths.databaseFile());
        store::RunHistory history(queue);
        const QDateTime then = SystemClock().now().addDays(-1);
        store::PastRun past =
            store::pastRunOf(spec, "podium", models::targetWordsOf(spec.workers), then);
        past.isDetached = true;
        history.begin(past);
        past.end = store::PastRun::End::Left;
        past.endedAt = then;
        history.end(past);
    });
    auto *page = f.window->findChild<RunPage *>();
    auto *panel = f.window->findChild<PastRunsPanel *>();
    const auto *runs = panel->findChild<QTreeView *>()->model();
    QTRY_COMPARE(runs->rowCount(), 1);
    const auto ending = [runs] {
        return runs->index(0, models::PastRunsModel::EndingColumn).data().toString();
    };
    QCOMPARE(ending(), QString("left in the background"));
    FakeTransport transport;
    const SystemClock clock;
    const auto read = [&](const std::vector<WorkerRef> &workers) {
        const std::vector<run::ReadMark> marks(workers.size());
        run::Run reading(
            run::detachedFollow(workers, id, marks), transport,
            [](const WorkerRef &) {
                ssh::Endpoint endpoint;
                endpoint.address = "34.0.0.1";
                return endpoint;
            },
            clock);
        emit page->runStarted(&reading);
        reading.start();
        [&] { QTRY_VERIFY(reading.isFinished()); }();
        emit page->runEnded(&reading, store::PastRun::End::Finished);
    };
    read({spec.workers.back()});
    QCOMPARE(ending(), QString("left in the background"));
    read(spec.workers);
    QCOMPARE(ending(), QString("2 ok"));
}

void TestStoryWindow::whatPodiumctlDoesIsTold()
{
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    run(f, "echo of this window");
    f.goTo("Activity");
    auto *list = byName<QTreeView>(*f.window, "Activity");
    const auto countOf = [list](const QString &text) {
        int count = 0;
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            count += whatIn(*list, row).contains(text) ? 1 : 0;
        }
        return count;
    };
    QTRY_COMPARE(countOf("echo of this window"), 1);
    QProcess ctl;
    QProcessEnvironment environment = m_cloud.environment();
    environment.insert("HOME", f.home.path());
    QVERIFY(
        QDir(f.home.path()).mkpath("xdg") &&
        QFile::link(f.home.filePath("data"), f.home.filePath("xdg/podium")));
    environment.insert("XDG_DATA_HOME", f.home.filePath("xdg"));
    ctl.setProcessEnvironment(environment);
    ctl.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"run", "pod-v4:0", "--", "echo typed elsewhere"});
    QVERIFY(ctl.waitForFinished(-1));
    QVERIFY2(ctl.exitCode() == 0, ctl.readAllStandardError().constData());
    const auto refresh = [&f] {
        f.goTo("Nodes");
        byName<QToolButton>(*f.window, "Refresh")->click();
        QTRY_VERIFY(f.hasLooked());
    };
    refresh();
    QTRY_COMPARE(countOf("echo typed elsewhere"), 1);
    f.goTo("Run");
    byName<QToolButton>(*f.window, "Past runs")->click();
    const auto *past =
        byName<QTreeView>(*f.window->findChild<PastRunsPanel *>(), "Past runs")->model();
    QTRY_COMPARE(past->rowCount(), 2);
    QVERIFY(past->index(0, 0).data().toString().contains("typed elsewhere"));
    // Asked again, it has nothing twice.
    refresh();
    QCOMPARE(countOf("echo typed elsewhere"), 1);
    QCOMPARE(countOf("echo of this window"), 1);
    QCOMPARE(past->rowCount(), 2);
}

void TestStoryWindow::bringMark(RecipePage &page)
{
    page.bring("mark", {"pod-v4:0-1"});
    QTRY_VERIFY(page.findChild<RecipeReview *>());
    page.findChild<RecipeReview *>()->accept();
}

void TestStoryWindow::aRecipeIsFoundAgainAfterAStart()
{
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    WindowFixture f(m_cloud, [](const Paths &paths) {
        QDir().mkpath(paths.configDir + "/recipes");
        QFile file(paths.configDir + "/recipes/mark.sh");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#: recipe mark\n#: purpose Try\n#: step Mark it\n#: check\ntest -e marked\n"
                   "#: act\ntouch marked\n");
    });
    QTRY_VERIFY(f.hasLooked());
    auto *recipes = f.window->findChild<RecipePage *>();
    const auto *list = recipes->findChild<RecipeList *>();
    QTRY_VERIFY(
        (recipes->choose("mark"), list->current() && list->current()->recipe.name == "mark"));
    QSignalSpy made(recipes, &RecipePage::sessionMade);
    bringMark(*recipes);
    QTRY_COMPARE(made.count(), 1);
    QTRY_VERIFY(!recipes->isBusy());
    const auto openFromActivity = [&f] {
        f.goTo("Activity");
        auto *told = byName<QTreeView>(*f.window, "Activity");
        for (int row = 0; row < told->model()->rowCount(); ++row) {
            if (whatIn(*told, row) == "Recipe mark: 2 changed.") {
                told->setCurrentIndex(told->model()->index(row, 0));
                told->setFocus();
                QTest::keyClick(told, Qt::Key_Return);
                return f.window->currentPage() == QLatin1String("run");
            }
        }
        return false;
    };
    QVERIFY(openFromActivity());
    QVERIFY(f.window->findChild<RunKinds *>()->kind() == RunKinds::Recipes);

    f.reopen(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    auto *panel = f.window->findChild<PastRunsPanel *>();
    auto *past = panel->findChild<QTreeView *>();
    QTRY_COMPARE(past->model()->rowCount(), 1); // it was read
    auto *kinds = f.window->findChild<RunKinds *>();
    QVERIFY(kinds->kind() == RunKinds::Commands);
    QTRY_VERIFY(openFromActivity());
    QVERIFY(kinds->kind() == RunKinds::Recipes);
    recipes = f.window->findChild<RecipePage *>();
    const auto *table = recipes->findChild<QTableView *>();
    QCOMPARE(table->model()->rowCount(), 2);
    QCOMPARE(table->model()->index(1, 1).data().toString(), QString("changed"));
    QVERIFY(recipes->targets().first().endsWith("/pod-v4:0-1"));

    kinds->showCommands();
    byName<QToolButton>(*f.window, "Past runs")->click();
    past->setCurrentIndex(past->model()->index(0, models::PastRunsModel::CommandColumn));
    QCOMPARE(past->currentIndex().data().toString(), QString("Recipe mark"));
    QVERIFY(!button(*panel, "Run again on the same workers")->isEnabled());
    button(*panel, "Show the verdicts of the recipe")->click();
    QVERIFY(kinds->kind() == RunKinds::Recipes);
}

QTEST_MAIN(TestStoryWindow)
#include "tst_storywindow.moc"
