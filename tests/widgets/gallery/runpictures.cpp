// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/gallery/lab.h"
#include "tests/widgets/run/pagefixture.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/output/outputview.h"
#include "widgets/run/page/runview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTreeView>

namespace podium::tests {

namespace {

/// What a training job says on one of eight workers.
FakeScript training(int index)
{
    FakeScript script = FakeScript().login();
    for (int step = 0; step < 12; ++step) {
        script.out(
            "step " + QByteArray::number(step * 100) + " loss " +
            QByteArray::number(4.1 / (step + 1), 'f', 3) + " \x1b[32m41 % MFU\x1b[0m\n");
        if (index == 5 && step == 7) {
            script.err("Traceback (most recent call last):\n  File \"train.py\", line 88\n"
                       "RuntimeError: the slice has lost a chip\n");
            return script.exit(1);
        }
    }
    return script.hang();
}

void runTraining(PageFixture &fixture)
{
    fixture.play(training);
    fixture.page.setTargets({"pod-v4"});
    fixture.page.setCommand("python3 train.py --config base.yaml");
    fixture.page.startRun();
    Lab::waitUntil(
        [&] { return fixture.page.currentView()->run().state().summary().failed == 1; },
        "a worker that fails");
}

/// Until each pane on screen shows this.
void waitForText(const PageFixture &fixture, const QString &text)
{
    const auto isShown = [&] {
        int panes = 0;
        for (auto *view : fixture.page.findChildren<ui::OutputView *>()) {
            if (view->isVisible() && !readAloud(view).contains(text)) {
                return false;
            }
            panes += view->isVisible() ? 1 : 0;
        }
        return panes > 0;
    };
    Lab::waitUntil(isShown, "the text of each pane");
}

/// Until each pane on screen says how its worker has ended.
void waitForEndings(const PageFixture &fixture)
{
    const auto areThere = [&] {
        int panes = 0;
        for (auto *pane : fixture.page.findChildren<ui::Pane *>()) {
            if (pane->isVisible() && !pane->accessibleDescription().contains("exit")) {
                return false;
            }
            panes += pane->isVisible() ? 1 : 0;
        }
        return panes > 0;
    };
    Lab::waitUntil(areThere, "the endings");
}

/// Three runs that were left running, and one that is about to be.
void takeLeft(Gallery &gallery)
{
    const auto line = [](const char *id, const char *state, qint64 since,
                         const char *command) -> QByteArray {
        return QByteArray("podium-run ") + id + ' ' + state + ' ' + QByteArray::number(since) +
               " systemd 0 0 " + QByteArray(command).toBase64() + " -\n";
    };
    PageFixture fixture;
    const qint64 now = fixture.clock.now().toSecsSinceEpoch();
    fixture.transport.setScript([&](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login();
        script.out(line("0123456789abcdef", "running 0", now - 7200, "python3 train.py --big"));
        script.out(line("0123456789abcde0", "exited 0", now - 90'000, "./prepare-data.sh"));
        if (request.endpoint.worker.index == 3) {
            script.out(line("0123456789abcde1", "exited 137", now - 600, "python3 eval.py"));
        }
        return script.exit(0);
    });
    QTemporaryDir folder;
    fixture.page.setDetachedFolder(folder.path());
    fixture.page.setTargets({"pod-v4"});
    fixture.page.setCommand("python3 train.py --config base.yaml");
    std::vector<WorkerRef> workers;
    for (const inventory::NodeEntry &entry : fixture.inventory.snapshot().nodes) {
        for (int index = 0; entry.node.ref.name.text() == "pod-v4" && index < 8; ++index) {
            workers.push_back({entry.node.ref, index});
        }
    }
    fixture.page.show();
    fixture.page.findDetachedRuns(workers);
    auto *list = named<QTreeView>(fixture.page, said("Background runs"));
    Lab::waitUntil([list] { return list->model()->rowCount() == 3; }, "the runs left running");
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    named<QComboBox>(fixture.page, said("When Podium closes"))
        ->setCurrentText(said("keep running"));
    gallery.takePage("run-left", fixture.page);
    gallery.takePage("run-left-small", fixture.page, {780, 520});
    named<QComboBox>(fixture.page, said("When Podium closes"))
        ->setCurrentText(said("stop, also if disconnected"));
    gallery.takePage("run-cut-off", fixture.page);
}

/// Two workers that cannot end a run when they are cut off, one of which is silent.
void takeUnguarded(Gallery &gallery)
{
    PageFixture fixture;
    fixture.play([](int index) {
        FakeScript script = FakeScript().login();
        if (index == 3 || index == 6) {
            using Why = ssh::Unguarded::Why;
            script.unguarded(index == 3 ? Why::NoTimeout : Why::CommandNotFound);
        }
        return index == 6 ? script.hang() : script.out("step 0 loss 4.100\n").hang();
    });
    QTemporaryDir folder;
    fixture.page.setDetachedFolder(folder.path());
    fixture.page.show();
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    named<QComboBox>(fixture.page, said("When Podium closes"))
        ->setCurrentText(said("stop, also if disconnected"));
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    fixture.page.setTargets({"pod-v4"});
    fixture.page.setCommand("python3 train.py --config base.yaml");
    fixture.page.startRun();
    Lab::waitUntil(
        [&] {
            const run::Run &run = fixture.page.currentView()->run();
            return run.state().workers()[6].unguarded && run.output().receivedBytes(3) > 0 &&
                   run.output().receivedBytes(7) > 0;
        },
        "two workers that cannot");
    gallery.takePage("run-unguarded", fixture.page);
    gallery.takePage("run-unguarded-small", fixture.page, {780, 520});
}

/// What programs that were killed may have left, and what one of the workers says of it.
void onOrphansRead(Gallery &gallery)
{
    PageFixture fixture;
    fixture.play([](int index) {
        FakeScript script = FakeScript().login();
        if (index == 2) {
            script.out("It still runs: 4711 python3 train.py --config base.yaml\n");
            return script.exit(1);
        }
        return script.exit(0);
    });
    const QDateTime now = fixture.clock.now();
    std::vector<WorkerRef> workers;
    for (int index = 0; index < 8; ++index) {
        workers.push_back({refOf({.name = "pod-v4"}), index});
    }
    fixture.page.setOrphanedRuns(
        {{{},
          {},
          "python3 train.py --config base.yaml",
          now.addSecs(-7200),
          now.addSecs(-600),
          workers},
         {{},
          {},
          "for i in $(seq 1000); do ./prepare-data.sh --shard $i --of 1000 --into /mnt/disks/x; "
          "done",
          now.addSecs(-90'000),
          now.addSecs(-86'000),
          {workers[0], workers[3], workers[4]}},
         {{}, {}, {}, now.addSecs(-60), now.addSecs(-60), {workers[5]}}});
    fixture.page.show();
    gallery.takePage("run-unfinished", fixture.page);
    gallery.takePage("run-unfinished-small", fixture.page, {780, 520});
    named<QAbstractButton>(fixture.page, said("Check workers for what still runs"))->click();
    waitForEndings(fixture);
    gallery.takePage("run-unfinished-looked", fixture.page);
    named<QAbstractButton>(fixture.page, said("Stop what still runs"))->click();
    waitForEndings(fixture);
    gallery.takePage("run-unfinished-ended", fixture.page);
}

/// What eight workers show in their terminals.
void takeTerminals(Gallery &gallery)
{
    PageFixture fixture;
    fixture.play([](int index) {
        FakeScript script = FakeScript().login();
        script.out(
            "\x1b[1;32mmatt@pod-v4-" + QByteArray::number(index) +
            "\x1b[0m:\x1b[1;34m~\x1b[0m$ ls\r\n" +
            "\x1b[34mcheckpoints\x1b[0m  train.py  \x1b[31mcore\x1b[0m\r\n$ sudo apt update\r\n"
            "[sudo] password for matt: ");
        return script.hang();
    });
    fixture.page.resize(1100, 700);
    fixture.page.show();
    fixture.page.setTargets({"pod-v4"});
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    named<QCheckBox>(fixture.page, said("Terminal"))->click();
    fixture.page.setCommand("bash -i");
    fixture.page.startRun();
    waitForText(fixture, QStringLiteral("password for matt"));
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    gallery.takePage("run-terminals", fixture.page);
    named<QAbstractButton>(fixture.page, said("Type to all workers"))->click();
    gallery.takePage("run-terminals-all", fixture.page);
    fixture.page.currentView()->setPresentation(ui::Presentation::Single);
    gallery.takePage("run-terminal-single", fixture.page, {780, 480});
    auto *terminal = named<ui::OutputView>(fixture.page, said("Terminal of %1").arg("pod-v4:0"));
    const QString composed = QString::fromUtf8("にほんご");
    QInputMethodEvent composing(composed, {{QInputMethodEvent::Cursor, composed.size(), 1, {}}});
    QCoreApplication::sendEvent(terminal, &composing);
    gallery.takePage("run-terminal-composing", fixture.page, {780, 480});
}

/// A line for the stdin of what runs.
void takeStdin(Gallery &gallery)
{
    PageFixture fixture;
    fixture.play([](int) { return FakeScript().login().out("Name? ").hang(); });
    fixture.page.resize(780, 480);
    fixture.page.show();
    fixture.page.setTargets({"pod-v4"});
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    named<QCheckBox>(fixture.page, said("Type to its stdin"))->click();
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    fixture.page.setCommand("cat");
    fixture.page.startRun();
    waitForText(fixture, QStringLiteral("Name?"));
    gallery.takePage("run-stdin", fixture.page, {780, 480});
    named<QAbstractButton>(fixture.page, said("Type to all workers"))->click();
    named<QCheckBox>(fixture.page, said("Hide what is typed"))->click();
    named<QLineEdit>(fixture.page, said("Line to send"))->setText("open sesame");
    gallery.takePage("run-stdin-all", fixture.page, {780, 480});
}

/// More output than memory holds, where some of it is not there yet and some is gone.
void takeSpilled(Gallery &gallery)
{
    QTemporaryDir folder;
    PageFixture fixture;
    fixture.page.setOutputLimits({512 * 1024, 1024 * 1024, folder.path()});
    fixture.play([](int) {
        FakeScript script = FakeScript().login();
        for (int step = 0; step < 200; ++step) {
            script.out(
                QByteArray("step " + QByteArray::number(step) + " of the job\n").repeated(1000));
        }
        return script.exit(0);
    });
    fixture.page.setTargets({"tpu1"});
    fixture.page.setCommand("./job");
    fixture.page.startRun();
    Lab::waitUntil([&] { return fixture.page.runningCount() == 0; }, "much output");
    gallery.takePage("run-spilled", fixture.page, {780, 480});
    auto *output = fixture.page.findChild<ui::PaneGrid *>()->pane(0);
    const run::OutputStore &store = fixture.page.currentView()->run().output();
    output->output().moveTo({int(store.cut(0).line) - 6, 0});
    gallery.takePage("run-spilled-cut", fixture.page, {780, 480});
}

/// Which workers are shown, by how they ended and by name; and the options of a run.
void takeChoice(Gallery &gallery)
{
    PageFixture fixture;
    fixture.play([](int index) {
        if (index == 0) {
            return FakeScript().login().end(ssh::Lost{});
        }
        return FakeScript().login().out("a line\n").exit(index % 3 == 0 ? 137 : index % 3 - 1);
    });
    fixture.page.setTargets({"night"});
    fixture.page.setCommand("./job");
    fixture.page.startRun();
    Lab::waitUntil([&] { return fixture.page.runningCount() == 0; }, "many endings");
    auto *summary = fixture.page.findChild<ui::SummaryBar *>();
    summary->setGroup(models::PaneGroup::Failed, QStringLiteral("exit 137"));
    fixture.page.focusFilter();
    const QSize small(900, 600); // what a window of 1024×640 leaves
    gallery.takePage("run-choice", fixture.page, small);
    gallery.takePage("run-choice-large", fixture.page, {1480, 960});
    for (auto *menu : summary->findChildren<QMenu *>()) {
        emit menu->aboutToShow();
        if (menu->actions().size() > 3) {
            gallery.takePage("run-choice-menu", *menu, menu->sizeHint());
        }
        menu->hide();
    }
    named<QAbstractButton>(fixture.page, said("Run options"))->click();
    gallery.takePage("run-choice-options", fixture.page, small);
    gallery.takePage("run-choice-options-large", fixture.page, {1480, 960});
    gallery.takePage("run-choice-options-narrow", fixture.page, {780, 900});
    named<QPlainTextEdit>(fixture.page, said("Environment variables"))
        ->setPlainText("WANDB_API_KEY=0123456789\nBATCH=64\nNAME of nothing");
    named<QLineEdit>(fixture.page, said("Environment from a file"))->setText("~/job.env");
    named<QSpinBox>(fixture.page, said("First output timeout"))->setValue(60);
    named<QSpinBox>(fixture.page, said("Stop if silent"))->setValue(600);
    fixture.page.startRun();
    Lab::waitUntil(
        [&] { return fixture.page.findChild<ui::NoticeBar *>()->isVisible(); }, "a notice");
    gallery.takePage("run-choice-options-filled", fixture.page, {904, 600});
    named<QCheckBox>(fixture.page, said("Terminal"))->click();
    gallery.takePage("run-choice-options-terminal", fixture.page, {904, 600});
}

/// The question before the window closes.
void takeQuestion(Gallery &gallery)
{
    PageFixture fixture;
    runTraining(fixture);
    Lab lab(demoLab());
    lab.window.setCloseQuestion([&fixture] {
        ui::CloseQuestion question(fixture.page.questionBeforeClosing());
        question.detail = fixture.page.meaningOfClosing();
        question.quit = "Stop and quit";
        return question;
    });
    lab.window.show();
    lab.window.quit();
    auto *box = lab.window.findChild<QMessageBox *>();
    gallery.takePage("quit-question", *box, box->sizeHint());
    box->reject();
}

} // namespace

void takeRuns(Gallery &gallery)
{
    if (gallery.wants("run-terminals")) {
        takeTerminals(gallery);
    }
    if (gallery.wants("run-stdin")) {
        takeStdin(gallery);
    }
    if (gallery.wants("run-spilled")) {
        takeSpilled(gallery);
    }
    if (gallery.wants("run-choice")) {
        takeChoice(gallery);
    }
    if (gallery.wants("quit-question")) {
        takeQuestion(gallery);
    }
    if (gallery.wants("run-unguarded")) {
        takeUnguarded(gallery);
    }
    takePastRuns(gallery);
    if (gallery.wants("run-left")) {
        takeLeft(gallery);
    }
    if (gallery.wants("run-unfinished")) {
        onOrphansRead(gallery);
    }
    if (gallery.wants("run-merged")) {
        PageFixture fixture;
        runTraining(fixture);
        fixture.page.currentView()->setPresentation(ui::Presentation::Merged);
        gallery.takePage("run-merged", fixture.page);
        gallery.takePage("run-merged-small", fixture.page, {780, 480});
        gallery.takePage("run-merged-large", fixture.page, {1500, 480});
    }
}

} // namespace podium::tests
