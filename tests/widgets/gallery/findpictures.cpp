// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/gallery/lab.h"
#include "tests/widgets/run/pagefixture.h"
#include "widgets/run/page/runview.h"

#include <QLabel>
#include <QLineEdit>

namespace podium::tests {

/// More than have their places kept, and some of it no longer there.
void takeFind(Gallery &gallery)
{
    if (!gallery.wants("run-find")) {
        return;
    }
    PageFixture fixture;
    fixture.page.setOutputLimits({512 * 1024, 1024 * 1024, {}});
    fixture.play([](int index) {
        FakeScript script = FakeScript().login();
        for (int step = 0; step < (index == 0 ? 200 : 1); ++step) {
            script.out(
                QByteArray("step " + QByteArray::number(step) + " of the job\n").repeated(1000));
        }
        return script.exit(0);
    });
    fixture.page.setTargets({"pod-v4"});
    fixture.page.setCommand("./job");
    fixture.page.show();
    fixture.page.startRun();
    fixture.page.currentView()->showFind();
    const auto isFound = [&fixture](const QString &text) {
        const auto *found = named<QLabel>(fixture.page, said("Matches"));
        return found && found->text().contains(text);
    };
    auto *edit = named<QLineEdit>(fixture.page, said("Find in all panes"));
    edit->setText("step");
    Lab::waitUntil([&] { return fixture.page.runningCount() == 0; }, "much output");
    Lab::waitUntil([&] { return isFound(said("at least %1").section('%', 0, 0)); }, "matches");
    gallery.takePage("run-find", fixture.page);
    gallery.takePage("run-find-small", fixture.page, {780, 520});
    edit->setText("nothing of this");
    Lab::waitUntil([&] { return isFound(said("Not found")); }, "no match");
    gallery.takePage("run-find-none", fixture.page, {780, 520});
}

} // namespace podium::tests
