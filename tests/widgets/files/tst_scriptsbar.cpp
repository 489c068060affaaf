// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/command/commandedit.h"
#include "widgets/run/command/runoptions.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/kinds/scriptsbar.h"
#include "widgets/run/page/runpage.h"

#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

/// The Run page in its kinds, over a pod of two workers, with Project scripts chosen.
struct Fixture
{
    Fixture() : inventory(source, nullptr, clock)
    {
        inventory::Snapshot snapshot;
        snapshot.nodes.push_back(nodeEntry({.name = "pod", .type = "v4-16", .workers = 2}));
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        spy.wait(Patience);
        page = new RunPage(inventory, transport, {.user = "ada", .port = 22}, clock);
        kinds = std::make_unique<RunKinds>(page, new ScriptsBar);
        kinds->resize(1000, 700);
        kinds->setVisible(true);
        kinds->showKind(RunKinds::Scripts);
    }
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] QPushButton *button(const QString &text) const
    {
        for (auto *each : kinds->findChild<ScriptsBar *>()->findChildren<QPushButton *>()) {
            if (each->text() == text) {
                return each;
            }
        }
        return nullptr;
    }
    void choose() const
    {
        byName<QLineEdit>(*kinds, "Folder of the scripts")->setText(folder.path());
    }

    QTemporaryDir folder;
    ManualClock clock;
    FakeTransport transport;
    FakeNodeSource source;
    inventory::Inventory inventory;
    RunPage *page = nullptr;
    std::unique_ptr<RunKinds> kinds;
};

} // namespace

class TestScriptsBar final : public QObject
{
    Q_OBJECT

private slots:
    void whatTheFolderHasCanBePressed();
    void oneClickRunsItOnTheTargets();
    void theOptionsOfTheRunCount();
    void whatGoesOnWithoutPodiumEndsNobodyTogether();
    void theCommandComesBack();
    void whatIsMissingIsSaid();
};

void TestScriptsBar::whatTheFolderHasCanBePressed()
{
    Fixture f;
    QVERIFY(!f.button("Install")->isEnabled());
    f.write("install.sh", "true\n");
    f.choose();
    QTRY_VERIFY(f.button("Install")->isEnabled());
    QVERIFY(!f.button("Start training")->isEnabled());
    QVERIFY(f.button("Start training")->toolTip().contains("run.sh"));
    // One that is made later is seen by itself.
    f.write("run.sh", "true\n");
    QTRY_VERIFY(f.button("Start training")->isEnabled());
    QVERIFY(f.button("Start training")->toolTip().contains("on none"));
}

void TestScriptsBar::oneClickRunsItOnTheTargets()
{
    Fixture f;
    f.write("install.sh", "pip install -r requirements.txt\n");
    f.write("test.sh", "python3 check.py\n");
    f.choose();
    f.page->setTargets({"pod"});
    byName<QLineEdit>(*f.kinds, "Working folder on the workers")->setText("~/lm");
    QTRY_VERIFY(f.button("Install")->isEnabled());
    f.button("Install")->click();
    f.button("Install")->click(); // as who double-clicks
    QTRY_COMPARE(int(f.transport.commands().size()), 2);
    QVERIFY(f.transport.commands()[1].request.command.contains("pip install -r"));
    QVERIFY(f.transport.commands()[1].request.command.contains("cd \"$HOME\"/'lm' || exit 1"));
    QVERIFY(f.kinds->findChild<ScriptsBar *>()->isVisible()); // for the next one
    QTRY_COMPARE(f.page->runningCount(), 0);
    // What waits for its peers logs in everywhere first.
    f.button("Test")->click();
    QTRY_COMPARE(int(f.transport.commands().size()), 6);
    QCOMPARE(f.transport.commands()[2].request.command, QByteArray("true"));
    QCOMPARE(f.transport.commands()[3].request.command, QByteArray("true"));
    QVERIFY(f.transport.commands()[4].request.command.contains("check.py"));
}

void TestScriptsBar::theOptionsOfTheRunCount()
{
    Fixture f;
    f.write("test.sh", "python3 check.py\n");
    f.choose();
    f.page->setTargets({"pod"});
    // The first one goes on, or the second would soon begin.
    f.transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    run::RunSpec options;
    options.fanOut = 1;
    options.failFast = true;
    f.page->findChild<RunOptions *>()->show(options);
    bool failsFast = false;
    QObject::connect(f.page, &RunPage::runStarted, f.page, [&failsFast](const run::Run *run) {
        failsFast = run->spec().failFast;
    });
    QTRY_VERIFY(f.button("Test")->isEnabled());
    f.button("Test")->click();
    // One at a time cannot start together: there is no round of logins before it.
    QTRY_COMPARE(int(f.transport.commands().size()), 1);
    QVERIFY(f.transport.commands().back().request.command.contains("check.py"));
    QVERIFY(failsFast);
}

/// Only the reading of the others could be ended, and they would be told to have stopped.
void TestScriptsBar::whatGoesOnWithoutPodiumEndsNobodyTogether()
{
    Fixture f;
    const QTemporaryDir background;
    f.page->setDetachedFolder(background.filePath("detached"));
    f.write("run.sh", "python3 train.py\n");
    f.choose();
    f.page->setTargets({"pod"});
    int started = 0;
    QObject::connect(f.page, &RunPage::runStarted, f.page, [&started] { ++started; });
    run::RunSpec options;
    options.endTogether = true;
    f.page->findChild<RunOptions *>()->show(options);
    QTRY_VERIFY(f.button("Start training")->isEnabled());
    f.button("Start training")->click();
    const auto *notice = f.page->findChild<NoticeBar *>();
    QTRY_VERIFY2(
        notice->text().contains("End the rest after a failure"), qPrintable(notice->text()));
    QCOMPARE(started, 0);
    f.page->findChild<RunOptions *>()->show({});
    f.button("Start training")->click();
    QTRY_COMPARE(started, 1);
}

void TestScriptsBar::theCommandComesBack()
{
    Fixture f;
    f.page->setTargets({"pod"});
    auto *command = f.page->findChild<CommandEdit *>();
    QVERIFY(!command->isVisible());
    f.page->startRun(); // by its shortcut: what is not seen does not run
    QVERIFY(f.transport.commands().empty());
    f.page->setCommand("nproc"); // as a past run is filled in
    QCOMPARE(f.kinds->kind(), RunKinds::Commands);
    QVERIFY(command->isVisible());
    QVERIFY(!f.kinds->findChild<ScriptsBar *>()->isVisible());
}

void TestScriptsBar::whatIsMissingIsSaid()
{
    Fixture f;
    f.write("install.sh", "#: recipe install\n");
    f.choose();
    QTRY_VERIFY(f.button("Install")->isEnabled());
    auto *notice = f.page->findChild<NoticeBar *>();
    f.button("Install")->click();
    QTRY_VERIFY(notice->text().contains("recipe"));
    f.write("install.sh", "true\n");
    f.button("Install")->click();
    QTRY_VERIFY(notice->text().contains("where"));
    QVERIFY(f.transport.commands().empty());
}

QTEST_MAIN(TestScriptsBar)
#include "tst_scriptsbar.moc"
