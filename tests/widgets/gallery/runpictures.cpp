// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/gallery/lab.h"
#include "tests/widgets/run/pagefixture.h"
#include "widgets/run/runview.h"

#include <QComboBox>
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

/// Three runs that were left running, and one that is about to be.
void takeLeft(Gallery &gallery)
{
    const auto line = [](const char *id, const char *state, qint64 since,
                         const char *command) -> QByteArray {
        return QByteArray("podium-run ") + id + ' ' + state + ' ' + QByteArray::number(since) +
               " systemd 0 0 " + QByteArray(command).toBase64() + '\n';
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
    fixture.page.lookForLeftRuns(workers);
    auto *list = named<QTreeView>(fixture.page, "Runs left running");
    Lab::waitUntil([list] { return list->model()->rowCount() == 3; }, "the runs left running");
    named<QAbstractButton>(fixture.page, "Run options")->click();
    named<QComboBox>(fixture.page, "If Podium goes")->setCurrentIndex(1);
    gallery.takePage("run-left", fixture.page);
    gallery.takePage("run-left-small", fixture.page, {780, 520});
}

} // namespace

void takeRuns(Gallery &gallery)
{
    if (gallery.wants("run-left")) {
        takeLeft(gallery);
    }
    if (gallery.wants("run-merged")) {
        PageFixture fixture;
        runTraining(fixture);
        fixture.page.currentView()->setPresentation(ui::Presentation::Merged);
        gallery.takePage("run-merged", fixture.page);
        gallery.takePage("run-merged-small", fixture.page, {780, 480});
    }
}

} // namespace podium::tests
