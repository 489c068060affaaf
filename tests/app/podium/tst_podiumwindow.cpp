// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// The whole window over a demo cloud of its own, driven by accessible names.
#include "app/podium/arguments.h"
#include "app/podium/settings/accountcontroller.h"
#include "core/models/activity/activitymodel.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/nodes/detail/nodecloudsection.h"
#include "widgets/nodes/diskworkdialog.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/people/peoplepage.h"
#include "widgets/projects/diskdialog.h"
#include "widgets/projects/projectspage.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runview.h"

#include <QCheckBox>
#include <QDir>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::app;
using namespace podium::tests;
using namespace podium::ui;

namespace {

QStringList filesUnder(const QString &folder)
{
    QStringList files;
    QDirIterator each(
        folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (each.hasNext()) {
        files << each.next();
    }
    return files;
}

} // namespace

class TestPodiumWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void mainJob();
    void changedAddressIsSeenBeforeItIsWritten();
    void aStoppedNodesDiskIsDetachedAtOnce();
    void aDetachThatCannotBeIsSaidWhereItIsAsked();
    void cloudThatFailsIsSaidInPlace();
    void demoThatStopsIsSaid();
    void theFirstCardsAnswer();
    void gcloudIsFoundOnceItIsInstalled();
    void closingEndsWhatRuns();
    void demoStaysInItsHome();

private:
    SimCloud m_cloud;
};

void TestPodiumWindow::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
}

void TestPodiumWindow::mainJob()
{
    WindowFixture f(m_cloud);
    QVERIFY(f.workspace);
    QTRY_VERIFY(f.hasLooked());
    QTRY_VERIFY(f.status().startsWith("demo · 3 projects, 11 nodes"));

    for (const QString &page : pageIds()) {
        f.window->showPage(page);
        QCOMPARE(f.window->currentPage(), page);
    }
    // By their keys in the order of the rail, Settings at its end.
    for (int i = 0; i < pageIds().size(); ++i) {
        QTest::keyClick(f.window.get(), Qt::Key(Qt::Key_1 + i), Qt::ControlModifier);
        QCOMPARE(f.window->currentPage(), pageIds().at(i));
    }

    // The ssh config: look, write.
    QTRY_COMPARE(
        byName<RailButton>(*f.window, "SSH")->accessibleDescription(), QString("out of date"));
    f.goTo("SSH");
    auto *write = byName<QPushButton>(*f.window, "Write");
    QTRY_VERIFY(write->isEnabled());
    write->click();
    QTRY_COMPARE(byName<RailButton>(*f.window, "SSH")->accessibleDescription(), QString());
    QVERIFY(QFile::exists(f.home.filePath(".ssh/podium/config")));

    // A command on all workers of the pod.
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    auto *page = f.window->findChild<RunPage *>();
    QSignalSpy finished(page, &RunPage::runFinished);
    page->setTargets({"pod-v4"});
    page->setCommand("hostname");
    page->startRun();
    QTRY_COMPARE(finished.count(), 1);
    f.goTo("Activity");
    auto *activity = byName<QTreeView>(*f.window, "Activity");
    QTRY_COMPARE(
        activity->model()->index(0, int(models::ActivityModel::Column::What)).data().toString(),
        QString("“hostname” finished: 8 ok."));
}

void TestPodiumWindow::changedAddressIsSeenBeforeItIsWritten()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    f.goTo("SSH");
    auto *write = byName<QPushButton>(*f.window, "Write");
    QTRY_VERIFY(write->isEnabled());
    write->click();
    QTRY_COMPARE(byName<RailButton>(*f.window, "SSH")->accessibleDescription(), QString());

    f.goTo("Nodes");
    const QString node = "atlas-vision/us-central2-b/dev-v4";
    QCOMPARE(m_cloud.post("/sim/nodes/" + node + ":moveIps").status, 200);
    QTest::keyClick(f.window.get(), Qt::Key_F5);
    QTRY_VERIFY(f.status().contains("IP of dev-v4 changed"));
    QPushButton *update = nullptr;
    QTRY_VERIFY((update = byName<QPushButton>(*f.window, "Review ssh config")) != nullptr);
    update->click();
    QCOMPARE(f.window->currentPage(), QString("ssh"));
    // Nothing is written before the change was seen; then by one press of the space bar.
    const auto written = [&f] {
        QFile file(f.home.filePath(".ssh/podium/config"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = written();
    QVERIFY(!before.isEmpty());
    QTRY_VERIFY(write->isEnabled() && write->hasFocus());
    QCOMPARE(written(), before);
    QVERIFY(!byName<QPushButton>(*f.window, "Undo write"));
    QTest::keyClick(write, Qt::Key_Space);
    QTRY_VERIFY(written() != before);
    QTRY_VERIFY(!f.status().contains("IP of dev-v4"));
    QTRY_VERIFY(byName<QPushButton>(*f.window, "Undo write"));
}

/// None of its workers could unmount it.
void TestPodiumWindow::aStoppedNodesDiskIsDetachedAtOnce()
{
    const QString node = "/sim/nodes/atlas-vision/us-central2-b/dev-v4:setState";
    QCOMPARE(m_cloud.post(node, {{"state", "STOPPED"}}).status, 200);
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked("dev-v4"));
    emit f.window->findChild<NodesPage *>()->cloudSection().detachRequested(
        refOf({.project = "atlas-vision", .zone = "us-central2-b", .name = "dev-v4"}), "corpus");
    QTRY_VERIFY(f.window->findChild<DiskDialog *>());
    QVERIFY(!f.window->findChild<DiskWorkDialog *>());
    QCOMPARE(m_cloud.post(node, {{"state", "READY"}}).status, 200);
}

/// On the page for projects, not on that of the nodes, which is not seen.
void TestPodiumWindow::aDetachThatCannotBeIsSaidWhereItIsAsked()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked("dev-v4"));
    const auto isSaidOn = [](const QWidget *page) {
        const auto bars = page->findChildren<NoticeBar *>();
        return std::any_of(bars.begin(), bars.end(), [page](const NoticeBar *bar) {
            return bar->isVisibleTo(page) && bar->text().contains("Refused for the test");
        });
    };
    f.goTo("Projects");
    auto *page = f.window->findChild<ProjectsPage *>();
    m_cloud.post(
        "/sim/faults",
        {{"path", "aggregated/disks"},
         {"status", 403},
         {"body", "{\"error\":{\"code\":403,\"message\":\"Refused for the test.\"}}"}});
    emit page->detachRequested(
        refOf({.project = "atlas-vision", .zone = "us-central2-b", .name = "dev-v4"}), "corpus");
    QTRY_VERIFY(isSaidOn(page));
    QVERIFY(!isSaidOn(f.window->findChild<NodesPage *>()));
    (void)m_cloud.call("DELETE", "/sim/faults", {});
}

void TestPodiumWindow::cloudThatFailsIsSaidInPlace()
{
    WindowFixture f(m_cloud);
    // All of the first look: what it has not listed yet could not stay.
    QTRY_VERIFY(f.hasLooked());
    QCOMPARE(m_cloud.post("/sim/zones/us-east5-a:unreachable").status, 200);
    f.workspace->refresh();
    QTRY_VERIFY(f.status().contains("1 zone unreachable"));
    QVERIFY(f.listHas("us-east5-a"));   // a row says so
    QVERIFY(f.listHas("pretrain-v5p")); // its nodes stay
    QCOMPARE(m_cloud.post("/sim/zones/us-east5-a:restore").status, 200);
    f.workspace->refresh();
    QTRY_VERIFY(!f.status().contains("unreachable"));
}

/// And not the files and ports that are gone with it.
void TestPodiumWindow::demoThatStopsIsSaid()
{
    SimCloud cloud;
    QVERIFY2(cloud.start(), qPrintable(cloud.error()));
    WindowFixture f(cloud);
    QTRY_VERIFY(f.hasLooked());
    cloud.stop();
    f.workspace->loseCloud(
        {ErrorKind::Unavailable, "The demo cloud has stopped.", {}, "Open the demo again.", {}});
    const QString said = "The demo cloud has stopped. Open the demo again.";
    QVERIFY(byName<NoticeBar>(*f.window, said));
    QTest::keyClick(f.window.get(), Qt::Key_F5);
    QVERIFY(byName<QToolButton>(*f.window, "Refresh")->isEnabled()); // nobody is asked
    QVERIFY(byName<NoticeBar>(*f.window, said));
    QVERIFY(f.listHas("pod-v4"));
}

void TestPodiumWindow::theFirstCardsAnswer()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    FirstStart &first = f.window->findChild<NodesPage *>()->firstStart();
    QSignalSpy chosen(&f.workspace->account(), &AccountController::keyFileChosen);
    QFile file(f.home.filePath("key.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"type\": \"of nothing\"}");
    file.close();
    emit first.keyFileChosen(file.fileName());
    const auto isSaid = [&f](const QString &text) {
        const auto bars = f.window->findChildren<NoticeBar *>();
        return std::any_of(bars.begin(), bars.end(), [&text](const NoticeBar *bar) {
            return bar->isVisible() && bar->text().contains(text);
        });
    };
    QTRY_VERIFY(isSaid("key.json"));
    QCOMPARE(chosen.count(), 0);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"type\": \"authorized_user\", \"client_id\": \"a\", \"client_secret\": \"b\", "
               "\"refresh_token\": \"c\"}");
    file.close();
    emit first.keyFileChosen(file.fileName());
    QTRY_COMPARE(chosen.count(), 1);
    QSignalSpy demo(&f.workspace->account(), &AccountController::demoRequested);
    emit first.demoRequested();
    QCOMPARE(demo.count(), 1);
    QVERIFY(isSaid("The demo opens in a window of its own."));
}

/// And not any more when it is gone.
void TestPodiumWindow::gcloudIsFoundOnceItIsInstalled()
{
    if (!QStandardPaths::findExecutable("gcloud").isEmpty()) {
        QSKIP("gcloud is installed here");
    }
    const QTemporaryDir bin;
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", bin.path().toUtf8() + ':' + path);
    const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    const auto isSaid = [&f](const QString &text) {
        const auto labels =
            f.window->findChild<NodesPage *>()->firstStart().findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->text().startsWith(text);
        });
    };
    QVERIFY(isSaid("gcloud is not installed."));
    QFile file(bin.filePath("gcloud"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    f.goTo("Settings");
    QTRY_VERIFY(isSaid("gcloud is installed."));
    QVERIFY(file.remove());
    QEvent back(QEvent::WindowActivate); // from another program
    QCoreApplication::sendEvent(f.window.get(), &back);
    QTRY_VERIFY(isSaid("gcloud is not installed."));
}

void TestPodiumWindow::closingEndsWhatRuns()
{
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    auto *page = f.window->findChild<RunPage *>();
    QSignalSpy finished(page, &RunPage::runFinished);
    page->setTargets({"pod-v4:0-1"});
    page->setCommand("echo $$ >still-running; echo up; sleep 1000");
    page->startRun();
    QTRY_VERIFY(page->currentView());
    const run::Run &run = page->currentView()->run();
    QTRY_VERIFY(run.output().receivedBytes(0) > 0 && run.output().receivedBytes(1) > 0);
    QSignalSpy ended(f.workspace.get(), &Workspace::runsEnded);
    f.window->quit();
    auto *question = f.window->findChild<QMessageBox *>();
    QVERIFY(question);
    QCOMPARE(question->text(), QString("Commands still run on 2 workers. Quitting stops them."));
    QCOMPARE(question->buttons().size(), 2); // cancel, or stop them
    QVERIFY(byName<QPushButton>(*question, "Stop and quit"));
    question->reject();
    f.workspace->endRuns();
    QVERIFY(ended.wait(Patience));
    QCOMPARE(run.state().summary().stopped, 2);
    // One that has ended is there until whoever started it has taken leave of it.
    page->setCommand("p=$(cat still-running); kill -0 $p && ! grep -q '^State:.Z' /proc/$p/status");
    page->startRun();
    QTRY_COMPARE(finished.count(), 2);
    QCOMPARE(page->currentView()->run().state().summary().failed, 2);
}

/// What is done in the demo is none of the person's own files.
void TestPodiumWindow::demoStaysInItsHome()
{
    const QTemporaryDir own;
    const QByteArray before = qgetenv("HOME");
    qputenv("HOME", own.path().toLocal8Bit());
    const auto restore = qScopeGuard([&before] { qputenv("HOME", before); });
    {
        WindowFixture f(m_cloud);
        QTRY_VERIFY(f.hasLooked());
        f.goTo("People");
        auto *page = f.window->findChild<PeoplePage *>();
        page->startAdding();
        byName<QPushButton>(*page, "Make a key…")->click();
        const QString path = byName<QLineEdit>(*page, "File of the new key")->text();
        QCOMPARE(path, f.home.filePath(".ssh/id_podium"));
        QVERIFY(!byName<QCheckBox>(*page, "Save it in the desktop's keyring"));
        byName<QPushButton>(*page, "Make the key")->click();
        QTRY_VERIFY(byName<QPlainTextEdit>(*page, "Public keys")->toPlainText().startsWith("ssh-"));
        QVERIFY(QFile::exists(path));
        f.goTo("Settings");
        QVERIFY(!byName<QPushButton>(*f.window, "Use a key file…")->isEnabled());
        f.workspace->saveState();
    }
    QCOMPARE(filesUnder(own.path()), QStringList());
}

QTEST_MAIN(TestPodiumWindow)
#include "tst_podiumwindow.moc"
