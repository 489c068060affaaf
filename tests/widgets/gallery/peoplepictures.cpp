// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/gallery/lab.h"
#include "tests/widgets/people/peoplefixture.h"

#include <QFileDialog>
#include <QListView>
#include <QPlainTextEdit>

namespace podium::tests {

namespace {

/// Where the file dialog that is open is told to write.
void saveAs(PeopleFixture &lab, const QString &fileName, const QString &whatIsSaid)
{
    auto *dialog = lab.page.findChildren<QFileDialog *>().last(); // one before may yet be going
    emit dialog->fileSelected(lab.folder.filePath(fileName));
    dialog->reject();
    Lab::waitUntil([&] { return isSaid(lab.page, whatIsSaid); }, "what was saved");
}

} // namespace

void takePeople(Gallery &gallery)
{
    if (!gallery.wants("people")) {
        return;
    }
    PeopleFixture lab(
        {{.name = "tpu1"}, {.zone = "us-central2-b", .name = "pod-v4", .workers = 2, .number = 2}});
    Lab::waitUntil([&lab] { return lab.service.workers().size() == 3; }, "the workers");
    lab.addPeople(3);
    lab.fillWorkers(2);
    lab.texts.erase(lab.service.workers().back());
    lab.check();
    gallery.takePage("people", lab.page);
    gallery.takePage("people-small", lab.page, {780, 520});
    press(lab.page, said("Audit"));
    Lab::waitUntil(
        [&lab] { return byName<QPushButton>(lab.page, said("Export CSV…"))->isEnabled(); },
        "what is found");
    press(lab.page, said("Export CSV…"));
    saveAs(lab, "accounts.csv", "accounts.csv");
    gallery.takePage("people-audit-saved", lab.page);
    gallery.takePage("people-audit-saved-small", lab.page, {780, 520});
    press(lab.page, said("Back"));
    byName<QListView>(lab.page, said("Roster"))->setCurrentIndex(lab.page.matrix().index(0, 0));
    press(lab.page, said("Welcome text"));
    Lab::waitUntil(
        [&lab] { return byName<QPlainTextEdit>(lab.page, said("Text")); }, "the welcome text");
    press(lab.page, said("Save…"));
    saveAs(lab, "welcome-user1.txt", "welcome-user1.txt");
    gallery.takePage("people-welcome-saved", lab.page);
    gallery.takePage("people-welcome-saved-small", lab.page, {780, 520});
}

} // namespace podium::tests
