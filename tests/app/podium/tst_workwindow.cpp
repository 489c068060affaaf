// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/runjournal.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/disk/diskanswers.h"
#include "tests/core/remote/framed.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/tpuanswers.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/projects/attachfacts.h"
#include "widgets/files/copyform.h"
#include "widgets/files/transferpage.h"
#include "widgets/nodes/actiondialog.h"
#include "widgets/nodes/diskworkdialog.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/tpudialog.h"
#include "widgets/projects/diskdialog.h"
#include "widgets/projects/projectspage.h"
#include "widgets/recipe/recipelist.h"
#include "widgets/recipe/recipepage.h"
#include "widgets/recipe/recipereview.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runview.h"
#include "widgets/shell/commandpalette.h"

#include <QDir>
#include <QLineEdit>
#include <QListView>
#include <QMap>
#include <QMessageBox>
#include <QPushButton>
#include <QTcpServer>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

/// Takes questions, and never answers.
struct SilentCloud
{
    [[nodiscard]] QUrl listen()
    {
        server.listen(QHostAddress::LocalHost);
        return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(server.serverPort()));
    }
    QTcpServer server;
    CloudFixture fixture{bareEnvironment(listen(), "a-token")};
};

} // namespace

/// What runs and ran in the real window over the demo's cloud, as rail and palette have it.
class TestWorkWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void paletteStopsWhatRuns();
    void paletteIsAboutWhatIsOnTop();
    void paletteLeadsToThePages_data();
    void paletteLeadsToThePages();
    void whatACrashLeftIsOnTheRail();
    void aCopyThatIsUnderWayIsAskedAbout();
    void aDiskThatWorkersAreAtIsAskedAbout();
    void aDiskThatGoogleIsAtIsAskedAbout();
    void nodesThatAreBeingStoppedAreAskedAbout();
    void aRecipeThatRunsIsAskedAbout();
    void aTpuThatIsFreedIsAskedAbout();

private:
    void startRun(WindowFixture &f);
    void choose(WindowFixture &f, const QString &words, const QString &item);

    SimCloud m_cloud;
};

void TestWorkWindow::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
}

void TestWorkWindow::startRun(WindowFixture &f)
{
    QTRY_VERIFY(f.hasLooked());
    auto *page = f.window->findChild<RunPage *>();
    page->setTargets({"pod-v4:0-1"});
    page->setCommand("echo up; sleep 1000");
    page->startRun();
    QTRY_VERIFY(page->currentView());
    const run::OutputStore &output = page->currentView()->run().output();
    QTRY_VERIFY(output.receivedBytes(0) > 0 && output.receivedBytes(1) > 0);
}

/// By Ctrl+K, some of its letters and Return.
void TestWorkWindow::choose(WindowFixture &f, const QString &words, const QString &item)
{
    QTest::keyClick(f.window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *palette = f.window->findChild<CommandPalette *>();
    QTRY_VERIFY(palette && palette->isVisible());
    auto *typed = byName<QLineEdit>(*palette, "Find a command");
    QTest::keyClicks(typed, words);
    auto *list = byName<QListView>(*palette, "Commands");
    QTRY_COMPARE(list->currentIndex().data().toString(), item);
    QTest::keyClick(typed, Qt::Key_Return);
}

void TestWorkWindow::paletteStopsWhatRuns()
{
    WindowFixture f(m_cloud);
    startRun(f);
    f.goTo("Nodes");
    choose(f, "stop run", "Stop the run on top");
    QCOMPARE(f.window->currentPage(), QString("run"));
    auto *page = f.window->findChild<RunPage *>();
    QTRY_COMPARE(page->runningCount(), 0);
    QCOMPARE(page->currentView()->run().state().summary().stopped, 2);
}

/// Below a recipe a command goes on that nobody sees: it is not the run on top.
void TestWorkWindow::paletteIsAboutWhatIsOnTop()
{
    WindowFixture f(m_cloud);
    startRun(f);
    auto *kinds = f.window->findChild<RunKinds *>();
    kinds->showKind(RunKinds::Recipes);
    choose(f, "stop run", "Stop all runs");
    QTRY_COMPARE(f.window->findChild<RunPage *>()->runningCount(), 0);
    kinds->showKind(RunKinds::Recipes);
    choose(f, "Background runs", "Background runs");
    QVERIFY(kinds->showsPanes());
}

void TestWorkWindow::paletteLeadsToThePages_data()
{
    QTest::addColumn<QString>("item");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("there"); // what it opens there
    QTest::newRow("background runs") << "Background runs"
                                     << "run"
                                     << "Background runs";
    QTest::newRow("check") << "Check ssh config"
                           << "ssh"
                           << "Checked aliases";
}

void TestWorkWindow::paletteLeadsToThePages()
{
    QFETCH(QString, item);
    QFETCH(QString, page);
    QFETCH(QString, there);
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    choose(f, item, item);
    QCOMPARE(f.window->currentPage(), page);
    QTRY_VERIFY(byName<QAbstractItemView>(*f.window, there));
}

/// The file that a killed Podium leaves behind, in the home of the next.
void TestWorkWindow::whatACrashLeftIsOnTheRail()
{
    QMap<QString, QByteArray> left;
    {
        WindowFixture f(m_cloud);
        startRun(f);
        const QDir folder(run::journalFolder(f.home.filePath("state")));
        for (const QString &name : folder.entryList(QDir::Files)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            left[name] = file.readAll();
        }
        QCOMPARE(left.size(), 1);
        f.workspace->endRuns();
    }
    WindowFixture next(m_cloud, [&left](const Paths &paths) {
        const QDir folder(run::journalFolder(paths.stateDir));
        QVERIFY(QDir().mkpath(folder.path()));
        for (auto each = left.begin(); each != left.end(); ++each) {
            QFile file(folder.filePath(each.key()));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(each.value());
        }
    });
    const auto *rail = byName<RailButton>(*next.window, "Run");
    QTRY_COMPARE(rail->badge(), QString("!"));
    QCOMPARE(rail->accessibleDescription(), QString("1 run of an earlier Podium may still go on"));
}

/// It is none of the runs: nothing else would say that quitting cuts it off.
void TestWorkWindow::aCopyThatIsUnderWayIsAskedAbout()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    const QString file = f.home.filePath("sent");
    QFile sent(file);
    QVERIFY(sent.open(QIODevice::WriteOnly) && sent.write("x") == 1);
    sent.close();
    auto *form = f.window->findChild<CopyForm *>();
    TransferPage *page = nullptr;
    for (auto *each : f.window->findChildren<TransferPage *>()) {
        page = each->isAncestorOf(form) ? each : page;
    }
    form->addFiles({QFile::encodeName(file)});
    page->setTargets({"pod-v4:0-1"});
    page->goOn();
    QTRY_COMPARE(page->state().phase(), models::TransferState::Phase::Planned);
    const QString worker = QStringLiteral("/sim/workers/atlas-vision/us-central2-b/pod-v4/0:");
    QCOMPARE(m_cloud.post(worker + "freeze").status, 200);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), models::TransferState::Phase::Moving);
    f.window->quit();
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY2(question->text().contains("A copy is under way"), qPrintable(question->text()));
    QVERIFY(byName<QPushButton>(*question, "Stop and quit"));
    question->reject();
    QVERIFY(page->isBusy());
    QCOMPARE(m_cloud.post(worker + "restore").status, 200);
    page->stop();
    page->stop();
    QTRY_VERIFY(!page->isBusy());
}

void TestWorkWindow::aDiskThatWorkersAreAtIsAskedAbout()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    FakeTransport transport([](const ssh::CommandRequest &request) {
        FakeScript script;
        script.login();
        return request.input.contains("\ndevice ")
                   ? script.hang()
                   : script.out(framed(answerAbout({DiskFact()}))).exit(0);
    });
    const SystemClock clock;
    disk::WorkRequest request;
    request.bytes = qint64(200) << 30;
    request.folder = "/mnt/data";
    const auto dialog = std::make_unique<DiskWorkDialog>(
        std::make_unique<disk::DiskSession>(
            run::RunService(transport, reachable, clock), specFor(1).workers),
        request, "pod", clock, f.window->findChild<NodesPage *>());
    dialog->show();
    const auto format = [&dialog] { return byName<QPushButton>(*dialog, "Format and mount"); };
    QTRY_VERIFY(format() && format()->isVisible());
    format()->click();
    QVERIFY(dialog->isWorking());
    f.window->quit();
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY2(question->text().contains("at work with a disk"), qPrintable(question->text()));
    question->reject();
    QVERIFY(dialog->isWorking());
}

/// Also where its dialog was closed, from whichever page.
void TestWorkWindow::aDiskThatGoogleIsAtIsAskedAbout()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    SilentCloud cloud;
    cloud::DisksClient disks(cloud.fixture.http, cloud.fixture.endpoints);
    const NodeSketch node{.zone = "us-central2-b", .type = "v4-8"};
    const auto dialog = std::make_unique<DiskDialog>(
        disks, cloud.fixture.tpu, factsForAttach(node), attachOfData(node),
        f.window->findChild<ProjectsPage *>());
    dialog->show();
    byName<QPushButton>(*dialog, "Attach")->click();
    dialog->close();
    QVERIFY(!dialog->isVisible());
    QVERIFY(dialog->isRunning());
    f.window->quit();
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY2(question->text().contains("at Google"), qPrintable(question->text()));
    QVERIFY(!byName<QPushButton>(*question, "Stop and quit")); // nothing is stopped
    question->reject();
    QVERIFY(dialog->isRunning());
}

/// Those that it has not come to stay, and go on costing.
void TestWorkWindow::nodesThatAreBeingStoppedAreAskedAbout()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    SilentCloud cloud;
    const NodeSketch node{.zone = "us-central2-b", .type = "v4-8"};
    const SystemClock clock;
    const auto dialog = std::make_unique<ActionDialog>(
        cloud.fixture.tpu,
        lifecycle::planNodeAction(lifecycle::NodeAction::Stop, {refOf(node)}, snapshotOf({node})),
        clock, lifecycle::ActionPace(), f.window->findChild<NodesPage *>());
    dialog->show();
    byName<QPushButton>(*dialog, "Stop 1 node")->click();
    QVERIFY(dialog->isRunning());
    f.window->quit();
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY2(question->text().contains("An action on nodes"), qPrintable(question->text()));
    QVERIFY(byName<QPushButton>(*question, "Stop and quit"));
    question->reject();
    QVERIFY(dialog->isRunning());
}

void TestWorkWindow::aRecipeThatRunsIsAskedAbout()
{
    WindowFixture f(m_cloud, [](const Paths &paths) {
        QDir().mkpath(paths.configDir + "/recipes");
        QFile file(paths.configDir + "/recipes/wait.sh");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#: recipe wait\n#: purpose Try\n#: step Wait for it\n#: check\nfalse\n"
                   "#: act\nsleep 1000\n");
    });
    QTRY_VERIFY(f.hasLooked());
    auto *page = f.window->findChild<RecipePage *>();
    const auto *list = page->findChild<RecipeList *>();
    QTRY_VERIFY((page->choose("wait"), list->current() && list->current()->recipe.name == "wait"));
    page->bring("wait", {"pod-v4:0-1"});
    QTRY_VERIFY(page->findChild<RecipeReview *>());
    page->findChild<RecipeReview *>()->accept();
    QTRY_VERIFY(page->isBusy());
    f.window->quit();
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY2(question->text().contains("at work with a recipe"), qPrintable(question->text()));
    QVERIFY(byName<QPushButton>(*question, "Stop and quit"));
    question->reject();
    QVERIFY(page->isBusy());
    byName<QPushButton>(*page, "Stop")->click();
    QTRY_VERIFY(!page->isBusy());
}

void TestWorkWindow::aTpuThatIsFreedIsAskedAbout()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    FakeTransport transport([](const ssh::CommandRequest &request) {
        FakeScript script;
        script.login();
        const tpu::Holder own = holderOf(12, 1000, "ada", "python3 train.py");
        return request.input.contains("\nend 12 ")
                   ? script.hang()
                   : script.out(framed(answerOf(heldBy({own})))).exit(0);
    });
    const SystemClock clock;
    const auto dialog = std::make_unique<TpuDialog>(
        std::make_unique<tpu::TpuSession>(
            run::RunService(transport, reachable, clock), specFor(1).workers,
            [](const WorkerRef &) {
                return tpu::Expected{0, 1, 4};
            }),
        "pod", clock, f.window->findChild<NodesPage *>());
    dialog->show();
    const auto press = [&dialog](const QString &name) {
        QTRY_VERIFY(byName<QPushButton>(*dialog, name));
        QTRY_VERIFY(byName<QPushButton>(*dialog, name)->isEnabled());
        byName<QPushButton>(*dialog, name)->click();
    };
    press("Free…");
    QVERIFY(!dialog->isFreeing());
    press("End these");
    QVERIFY(dialog->isFreeing());
    f.window->quit();
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY2(question->text().contains("A TPU is being freed"), qPrintable(question->text()));
    question->reject();
    QVERIFY(dialog->isFreeing());
}

QTEST_MAIN(TestWorkWindow)
#include "tst_workwindow.moc"
