// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// The whole window over a demo cloud of its own, driven by accessible names.
#include "app/podium/arguments.h"
#include "app/podium/democloud.h"
#include "app/podium/workspace.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/simcloud.h"
#include "widgets/common/labels.h"
#include "widgets/nodes/nodeview.h"
#include "widgets/run/runpage.h"
#include "widgets/run/runview.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/railbutton.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::app;
using namespace podium::tests;
using namespace podium::ui;

namespace {

constexpr int Long = 30000;

/// A window with a workspace over `cloud`, in a home of its own.
struct Fixture
{
    explicit Fixture(const SimCloud &cloud)
        : state(home.filePath("window.ini"), QSettings::IniFormat)
        , window(std::make_unique<MainWindow>(state))
    {
        Workspace::Options options;
        options.services.paths = {
            home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")};
        QProcessEnvironment variables;
        const QHash<QString, QString> values = cloud.environmentValues();
        for (auto value = values.begin(); value != values.end(); ++value) {
            variables.insert(value.key(), value.value());
        }
        options.services.environment =
            demoEnvironment(QProcessEnvironment::systemEnvironment(), variables, home.path());
        options.cloudName = "demo";
        auto opened = Workspace::open(options, *window, state);
        if (opened) {
            workspace = std::move(*opened);
            workspace->start();
            window->show();
        }
    }
    void goTo(const char *page) { byName<RailButton>(*window, page)->click(); }
    [[nodiscard]] bool listHas(const QString &name) const
    {
        const auto *view = window->findChild<NodeView *>();
        const QModelIndexList found =
            view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, name);
        return !found.isEmpty();
    }
    /// Host keys come after the nodes, and are a change of the ssh config of their own.
    [[nodiscard]] bool hasLooked() const
    {
        const auto *refresh = byName<QToolButton>(*window, "Refresh");
        return listHas("pod-v4") && refresh && refresh->isEnabled();
    }
    [[nodiscard]] QString status() const
    {
        for (const auto *label : window->findChildren<ElidedLabel *>()) {
            if (label->text().startsWith("demo")) {
                return label->text();
            }
        }
        return {};
    }

    QTemporaryDir home;
    QSettings state;
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<MainWindow> window; // goes first
};

} // namespace

class TestPodiumWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void mainJob();
    void changedAddressIsOneClickAway();
    void cloudThatFailsIsSaidInPlace();
    void closingEndsWhatRuns();

private:
    SimCloud m_cloud;
};

void TestPodiumWindow::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
}

void TestPodiumWindow::mainJob()
{
    Fixture f(m_cloud);
    QVERIFY(f.workspace);
    QTRY_VERIFY_WITH_TIMEOUT(f.hasLooked(), Long);
    QTRY_VERIFY(f.status().startsWith("demo · 3 projects, 11 nodes"));

    for (const QString &page : pageIds()) {
        f.window->showPage(page);
        QCOMPARE(f.window->currentPage(), page);
    }

    // The ssh config: look, write.
    QTRY_COMPARE_WITH_TIMEOUT(
        byName<RailButton>(*f.window, "SSH")->accessibleDescription(), QString("out of date"),
        Long);
    f.goTo("SSH");
    auto *write = byName<QPushButton>(*f.window, "Write");
    QTRY_VERIFY(write->isEnabled());
    write->click();
    QTRY_COMPARE_WITH_TIMEOUT(
        byName<RailButton>(*f.window, "SSH")->accessibleDescription(), QString(), Long);
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
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Long);
    f.goTo("Activity");
    auto *activity = byName<QTreeView>(*f.window, "Activity");
    QTRY_COMPARE(activity->model()->index(0, 3).data().toString(), QString("Run finished: 8 ok."));
}

void TestPodiumWindow::changedAddressIsOneClickAway()
{
    Fixture f(m_cloud);
    QTRY_VERIFY_WITH_TIMEOUT(f.hasLooked(), Long);
    f.goTo("SSH");
    auto *write = byName<QPushButton>(*f.window, "Write");
    QTRY_VERIFY_WITH_TIMEOUT(write->isEnabled(), Long);
    write->click();
    QTRY_COMPARE_WITH_TIMEOUT(
        byName<RailButton>(*f.window, "SSH")->accessibleDescription(), QString(), Long);

    f.goTo("Nodes");
    const QString node = "atlas-vision/us-central2-b/dev-v4";
    QCOMPARE(m_cloud.post("/sim/nodes/" + node + ":moveIps").status, 200);
    QTest::keyClick(f.window.get(), Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(f.status().contains("IP of dev-v4 changed"), Long);
    QPushButton *update = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(
        (update = byName<QPushButton>(*f.window, "Update config")) != nullptr, Long);
    update->click();
    QCOMPARE(f.window->currentPage(), QString("ssh"));
    QTRY_VERIFY_WITH_TIMEOUT(!f.status().contains("IP of dev-v4"), Long);
    QTRY_VERIFY(byName<QPushButton>(*f.window, "Undo write"));
}

void TestPodiumWindow::cloudThatFailsIsSaidInPlace()
{
    Fixture f(m_cloud);
    QTRY_VERIFY_WITH_TIMEOUT(f.listHas("pod-v4"), Long);
    QCOMPARE(m_cloud.post("/sim/zones/us-east5-a:unreachable").status, 200);
    f.workspace->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(f.status().contains("1 zone unreachable"), Long);
    QVERIFY(f.listHas("us-east5-a"));   // a row says so
    QVERIFY(f.listHas("pretrain-v5p")); // its nodes stay
    QCOMPARE(m_cloud.post("/sim/zones/us-east5-a:restore").status, 200);
    f.workspace->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!f.status().contains("unreachable"), Long);
}

void TestPodiumWindow::closingEndsWhatRuns()
{
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    Fixture f(m_cloud);
    QTRY_VERIFY_WITH_TIMEOUT(f.listHas("pod-v4"), Long);
    auto *page = f.window->findChild<RunPage *>();
    QSignalSpy finished(page, &RunPage::runFinished);
    page->setTargets({"pod-v4:0-1"});
    page->setCommand("echo $$ >still-running; echo up; sleep 1000");
    page->startRun();
    QTRY_VERIFY(page->currentView());
    const run::Run &run = page->currentView()->run();
    QTRY_VERIFY_WITH_TIMEOUT(
        run.output().receivedBytes(0) > 0 && run.output().receivedBytes(1) > 0, Long);
    QSignalSpy ended(f.workspace.get(), &Workspace::runsEnded);
    f.workspace->endRuns();
    QVERIFY(ended.wait(Long));
    QCOMPARE(run.state().summary().stopped, 2);
    page->setCommand("kill -0 $(cat still-running)");
    page->startRun();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, Long);
    QCOMPARE(page->currentView()->run().state().summary().failed, 2);
}

QTEST_MAIN(TestPodiumWindow)
#include "tst_podiumwindow.moc"
