// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/gallery/lab.h"
#include "tests/widgets/run/pagefixture.h"
#include "widgets/run/page/runview.h"

#include <QLabel>
#include <QLineEdit>
#include <QLocale>

namespace podium::tests {

namespace {

constexpr int Matches = 15'000; ///< of one worker: more than have their places kept

} // namespace

/// More than have their places kept, and some of it no longer there.
void takeFind(Gallery &gallery)
{
    if (!gallery.wants("run-find")) {
        return;
    }
    PageFixture fixture;
    fixture.page.setOutputLimits({512 * 1024, 1024 * 1024, {}});
    fixture.play([](int index) {
        const int lines = index == 0 ? Matches : 1000;
        return FakeScript().login().out(QByteArray("step 7 of the job\n").repeated(lines)).hang();
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
    Lab::waitUntil(
        [&] { return isFound(QLocale().toString(Matches + 7 * 1000)); }, "all that there is");
    // Now that all are counted, some of them go: nobody knows how many.
    fixture.transport.say(
        1, ssh::OutputArrived{
               ssh::OutputStream::Out, QByteArray("a line without it\n").repeated(200'000)});
    Lab::waitUntil([&] { return isFound(said("at least %1").section('%', 0, 0)); }, "matches");
    gallery.takePage("run-find", fixture.page);
    gallery.takePage("run-find-small", fixture.page, {780, 520});
    edit->setText("nothing of this");
    Lab::waitUntil([&] { return isFound(said("Not found")); }, "no match");
    gallery.takePage("run-find-none", fixture.page, {780, 520});
}

} // namespace podium::tests
