// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/recipe/recipepagefixture.h"

#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

/// The panes of what workers print, below the verdicts of a recipe.
class TestRecipeOutputs final : public QObject
{
    Q_OBJECT

private slots:
    void panesFillWhileItRuns();
    void hostileTextIsInert();
    void secretsAreNotInThem();
    void whatIsSavedIsWhatIsSeen();
    void sixtyFourWorkersHaveThem();
    void aWorkerThatResumesHasItsNewPane();
    void whatWasKeptIsShownAgain();
    void theOldestGo();

private:
    /// To the end of a recipe that all workers say to be good; its id.
    [[nodiscard]] static QString carriedOutOnce(Fixture &f, const QByteArray &printed)
    {
        f.transport.setScript([printed](const ssh::CommandRequest &) {
            return carriedOut(printed, {"ok", "changed"});
        });
        QString id;
        const auto made = connect(
            f.page.get(), &RecipePage::sessionMade, f.page.get(),
            [&id](const recipe::RecipeSession *session) {
                connect(session, &recipe::RecipeSession::finished, session, [&id, session] {
                    id = session->runId();
                });
            });
        f.applyWithKey();
        [&] { QTRY_VERIFY(!id.isEmpty()); }();
        disconnect(made);
        return id;
    }
    [[nodiscard]] static store::PastRun pastRun(const QString &id)
    {
        store::PastRun past;
        past.id = id;
        past.title = QStringLiteral("Recipe own");
        past.recipe = QStringLiteral("own");
        past.steps = QStringList{"One", "Two"};
        past.targets = QStringList{"pod"};
        past.startedAt = sketchTime();
        past.verdicts = {{{{refOf({.name = "pod"}), 0}}, {"ok", "changed"}, {}}};
        return past;
    }
};

void TestRecipeOutputs::panesFillWhileItRuns()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().login().err("== One\nfetching\n").hang();
    });
    f.applyWithKey();
    QTRY_COMPARE(f.printed(0), QString("== One\nfetching"));
    QTRY_COMPARE(f.printed(1), QString("== One\nfetching"));
    QVERIFY(f.page->isBusy());
    QCOMPARE(f.cell(0, 1), QString("under way"));
    QTRY_VERIFY(f.pane(0)->facts().state == models::PaneState::Running);
    QVERIFY(!byName<QPlainTextEdit>(*f.page, "What the worker said"));
    // The page has its own.
    const auto *view = f.page->findChild<RunView *>();
    for (auto *each : view->findChildren<QPushButton *>()) {
        QVERIFY2(!each->isVisible(), qPrintable(each->text()));
    }
    const auto id = f.transport.commandOf(WorkerRef{refOf({.name = "pod"}), 0})->id;
    f.transport.say(id, ssh::OutputArrived{ssh::OutputStream::Err, "more\n"});
    QTRY_COMPARE(f.printed(0), QString("== One\nfetching\nmore"));
    f.button("Stop")->click();
    QTRY_VERIFY(!f.page->isBusy());
    QTRY_VERIFY(f.pane(0)->facts().state == models::PaneState::Stopped);
    QCOMPARE(f.printed(0), QString("== One\nfetching\nmore"));
}

void TestRecipeOutputs::hostileTextIsInert()
{
    QApplication::clipboard()->setText("mine");
    Fixture f;
    const QString title = f.page->windowTitle();
    (void)carriedOutOnce(
        f, "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[6n\x1b[2J<b>html</b> &amp;\n"
           "step 3 3:Two,6:failed,0:,\n\x1b]8;;http://evil\x07link\x1b]8;;\x07\n\xff\xfe end\n");
    QTRY_VERIFY(f.printed(0).contains("<b>html</b> &amp;\n"));
    QVERIFY(f.printed(0).contains("step 3 3:Two,6:failed,0:,\nlink\n"));
    QVERIFY(f.printed(0).endsWith("end") && !f.printed(0).contains("owned"));
    QCOMPARE(f.cell(0, 2), QString("changed")); // it does not pass for a verdict
    QCOMPARE(QApplication::clipboard()->text(), QString("mine"));
    QCOMPARE(f.page->windowTitle(), title);
}

void TestRecipeOutputs::secretsAreNotInThem()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &request) {
        return FakeScript()
            .login()
            .err("== One\nit is hunt")
            .err("er2\n" + request.input.right(200))
            .out(answer({"ok", "changed"}))
            .exit(0);
    });
    f.applyWithKey();
    QTRY_VERIFY(f.printed(0).contains("it is (secret)\n"));
    QTRY_VERIFY(f.printed(0).endsWith("#end of data"));
    QVERIFY(!f.printed(0).contains("hunter2"));
    QVERIFY(f.transport.commands()[0].request.input.contains("hunter2"));
}

void TestRecipeOutputs::whatIsSavedIsWhatIsSeen()
{
    Fixture f;
    (void)carriedOutOnce(f, "== One\nit is hunter2\n");
    auto *view = f.page->findChild<RunView *>();
    QTRY_COMPARE(byName<QLabel>(*f.page, "Worker")->text(), QString("All workers"));
    QSignalSpy saved(view, &RunView::saved);
    view->saver().saveTo(f.folder.path());
    QTRY_COMPARE(saved.count(), 1);
    const QDir made(saved[0][0].toString());
    const QStringList outputs = made.entryList({"*.out"});
    QCOMPARE(outputs.size(), 2);
    QVERIFY(made.entryList({"*.err"}).isEmpty());
    for (const QString &name : made.entryList(QDir::Files)) {
        QFile file(made.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(!text.contains("hunter2") && !text.contains("podium-remote 2"), text);
        QVERIFY2(!outputs.contains(name) || text == "== One\nit is (secret)\n", text);
    }
}

void TestRecipeOutputs::sixtyFourWorkersHaveThem()
{
    Fixture f(64);
    f.transport.setScript([](const ssh::CommandRequest &request) {
        const int index = request.endpoint.worker.index;
        return index == 63 ? carriedOut("== Two\nno room\n", {"ok", "failed"})
                           : carriedOut("== Two\nline\n", {"ok", "changed"});
    });
    f.applyWithKey();
    QTRY_COMPARE(f.cell(63, 2), QString("failed"));
    QTRY_VERIFY(!f.page->isBusy());
    QCOMPARE(f.page->findChild<QTableView *>()->model()->rowCount(), 64);
    // It is brought into sight.
    QTRY_COMPARE(byName<QLabel>(*f.page, "Worker")->text(), QString("pod:63"));
    QTRY_COMPARE(f.printed(63), QString("== Two\nno room"));
    QVERIFY(!f.pane(0));
    auto *table = f.page->findChild<QTableView *>();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_COMPARE(f.printed(0), QString("== Two\nline"));
    // They are those of a command: the odd one by itself.
    byName<QToolButton>(*f.page, "Folded panes")->click();
    QTRY_VERIFY(f.pane(63));
    QTRY_COMPARE(f.page->findChild<RunView *>()->grid().currentSlot(), 63);
}

void TestRecipeOutputs::aWorkerThatResumesHasItsNewPane()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &) {
        return carriedOut("== Two: failed\n", {"ok", "failed"});
    });
    f.applyWithKey();
    QTRY_COMPARE(f.cell(1, 2), QString("failed"));
    QTRY_VERIFY(!f.page->isBusy());
    auto *table = f.page->findChild<QTableView *>();
    table->setCurrentIndex(table->model()->index(1, 2));
    f.transport.setScript([](const ssh::CommandRequest &) {
        return carriedOut("== Two: changed\n", {"ok", "changed"});
    });
    f.button("Resume")->click();
    QTRY_COMPARE(f.cell(1, 2), QString("changed"));
    QTRY_COMPARE(f.printed(1), QString("== Two: changed"));
    // The other one has that of its last run.
    table->setCurrentIndex(table->model()->index(0, 2));
    QTRY_COMPARE(f.printed(0), QString("== Two: failed"));
}

void TestRecipeOutputs::whatWasKeptIsShownAgain()
{
    Fixture f;
    const QString first = carriedOutOnce(f, "== the first\n");
    QTRY_VERIFY(!f.page->isBusy());
    const QString second = carriedOutOnce(f, "== the second\n");
    QTRY_VERIFY(!f.page->isBusy());
    QVERIFY(first != second);
    QTRY_COMPARE(f.printed(0), QString("== the second"));
    f.page->showPast(pastRun(first));
    QTRY_COMPARE(f.printed(0), QString("== the first"));
    const auto summary = [&f] { return byName<QLabel>(*f.page, "Summary")->text(); };
    QVERIFY2(!summary().contains("not kept"), qPrintable(summary()));
    // Of another window, or of podiumctl.
    f.page->showPast(pastRun("00112233aabbccdd"));
    QVERIFY2(summary().contains("not kept"), qPrintable(summary()));
    QVERIFY(!f.pane(0));
    auto *table = f.page->findChild<QTableView *>();
    table->setCurrentIndex(table->model()->index(0, 1));
    QVERIFY(byName<QPlainTextEdit>(*f.page, "What the worker said"));
    f.page->showPast(pastRun(second));
    QTRY_COMPARE(f.printed(0), QString("== the second"));
    // Nothing was begun by that.
    const auto all = f.transport.commands();
    QCOMPARE(
        int(std::count_if(
            all.begin(), all.end(),
            [](const auto &command) { return command.request.input.contains("hunter2"); })),
        4);
}

void TestRecipeOutputs::theOldestGo()
{
    Fixture f;
    const QString first = carriedOutOnce(f, "== the first\n");
    for (int i = 0; i < RunTabs::MostKept; ++i) {
        QTRY_VERIFY(!f.page->isBusy());
        (void)carriedOutOnce(f, "== a later one\n");
    }
    QCOMPARE(f.page->findChildren<RunView *>().size(), RunTabs::MostKept);
    QTRY_VERIFY(!f.page->isBusy());
    f.page->showPast(pastRun(first));
    QVERIFY(byName<QLabel>(*f.page, "Summary")->text().contains("not kept"));
}

QTEST_MAIN(TestRecipeOutputs)
#include "tst_recipeoutputs.moc"
