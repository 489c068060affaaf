// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Renders each page in each state into PNG files, light and dark: for looking at, not for
// comparing bit by bit. Usage: podium-gallery FOLDER [--pseudo TEXTS.ts] [--part 1/2] [WORD…]; a
// word picks the pictures, and of two parts each takes other pages. Fails where something has no
// room in one of them. With --pseudo all texts are 40 % longer, as in another language, and those
// that the file for translators lacks are faults too; light alone, as room is no matter of colours.
#include "core/models/findingsmodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/demohistory.h"
#include "tests/fakes/patience.h"
#include "tests/inspect/pseudolanguage.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/common/cuttips.h"
#include "widgets/nodes/detail/nodecloudsection.h"
#include "widgets/settings/checksection.h"
#include "widgets/settings/reportdialog.h"

#include <QTreeView>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

inventory::Snapshot withError(ErrorKind kind, const char *summary, const char *hint)
{
    inventory::Snapshot snapshot;
    snapshot.error = Error{kind, summary, {}, hint, {}};
    return snapshot;
}

/// What Google answered about a node's disks and history, and where it answered with an error.
void takeNodeAnswers(Gallery &gallery, Lab &lab, const NodeRef &node)
{
    NodeCloudSection &section = lab.nodes->cloudSection();
    section.setDisks(
        node,
        models::NodeDisks{
            {{"corpus", "corpus: 200 GiB pd-balanced, read-only, all workers"},
             {"checkpoints", "checkpoints: 2000 GiB hyperdisk-balanced, read-write, worker 0"}},
            {"scratch"}});
    cloud::AuditEntry made;
    made.time = lab.clock.now().addDays(-2);
    made.method = "google.cloud.tpu.v2.Tpu.CreateNode";
    made.who = "matt@example.org";
    section.setAudit(node, std::vector{made});
    cloud::NodeIdle idle;
    idle.state = cloud::NodeIdle::State::Idle;
    idle.idle = std::chrono::minutes(42);
    section.setUse(node, models::cloudIdleText(idle, "$77.28 a day"));
    gallery.take("nodes-asked", lab, {1240, 1500});
    const Error denied{
        ErrorKind::PermissionDenied,
        "You may not read the audit log of this project.",
        "logging.logEntries.list is missing.",
        "Ask for the role Private Logs Viewer.",
        {}};
    section.setDisks(node, failure(denied));
    section.setAudit(node, failure(denied));
    idle = {};
    idle.reason = denied.text();
    section.setUse(node, models::cloudIdleText(idle, {}));
    gallery.take("nodes-asked-denied", lab, {1240, 1500});
}

void takeNodes(Gallery &gallery)
{
    if (gallery.wants("nodes")) {
        Lab lab(demoLab());
        lab.fillActivity();
        lab.window.setBadge("run", "3", "3 running");
        lab.window.setBadge("ssh", "!", "out of date");
        lab.window.statusLine().setConfigOutdated(true);
        lab.nodes->selectNode(refOf({.zone = "us-central2-b", .name = "pod-v4"}));
        lab.nodes->setHistory(
            demoHistory(refOf({.zone = "us-central2-b", .name = "pod-v4"}), lab.clock.now()));
        gallery.take("nodes-full", lab);
        gallery.take("nodes-small", lab, {820, 520});
        takeNodeAnswers(gallery, lab, refOf({.zone = "us-central2-b", .name = "pod-v4"}));
        lab.nodes->findChild<QLineEdit *>()->setText("v3");
        gallery.take("nodes-filtered", lab);
        lab.nodes->findChild<QLineEdit *>()->setText("zzz");
        gallery.take("nodes-nomatch", lab);
        lab.nodes->findChild<QLineEdit *>()->clear();
        for (auto *button : lab.nodes->findChildren<QToolButton *>()) {
            if (button->isCheckable()) {
                button->setChecked(true);
            }
        }
        gallery.take("nodes-grouped", lab);
    }
}

void takeStates(Gallery &gallery)
{
    if (gallery.wants("first")) {
        Lab lab(withError(
            ErrorKind::Credentials, "There are no credentials.", "Choose one of these ways."));
        lab.nodes->firstStart().setGcloudFound(true);
        gallery.take("nodes-first", lab);
        gallery.take("nodes-first-small", lab, {820, 520});
    }
    if (gallery.wants("failed")) {
        Lab lab(withError(
            ErrorKind::Network, "The cloud cannot be reached.", "Check the network connection."));
        gallery.take("nodes-failed", lab);
    }
    if (gallery.wants("empty")) {
        Lab lab(inventory::Snapshot{});
        gallery.take("nodes-empty", lab);
        lab.window.showPage("activity");
        gallery.take("activity-empty", lab);
    }
    if (gallery.wants("loading")) {
        Lab lab(inventory::Snapshot{}, false);
        gallery.take("nodes-loading", lab);
        lab.window.showPage("ssh");
        gallery.take("ssh-loading", lab);
    }
    if (gallery.wants("offline")) {
        Lab lab(demoLab());
        lab.source.set(withError(
            ErrorKind::Network, "The cloud cannot be reached.", "Podium tries again by itself."));
        lab.clock.advance(3 * 3600);
        QSignalSpy spy(&lab.inventory, &inventory::Inventory::refreshed);
        lab.inventory.refresh();
        spy.wait(Patience);
        gallery.take("nodes-offline", lab);
    }
    if (gallery.wants("many")) {
        std::vector<NodeSketch> sketches;
        for (int i = 0; i < 2000; ++i) {
            sketches.push_back({.name = QString("tpu%1").arg(i), .workers = 4, .number = i});
        }
        Lab lab(snapshotOf(sketches));
        gallery.take("nodes-many", lab);
    }
}

void takeActivity(Gallery &gallery)
{
    Lab lab(demoLab());
    lab.fillActivity();
    lab.activity.setSeenUntil(sketchTime().addSecs(-1000));
    lab.window.showPage("activity");
    auto *list = byName<QTreeView>(*lab.activityPage, said("Activity"));
    list->setCurrentIndex(list->model()->index(3, 0));
    gallery.take("activity-full", lab);
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        const QModelIndex index = list->model()->index(row, 0);
        if (list->model()->rowCount(index) == 8) {
            list->setExpanded(index, true);
            list->setCurrentIndex(list->model()->index(5, 0, index));
            break;
        }
    }
    gallery.take("activity-parts", lab);
    gallery.take("activity-small", lab, {900, 600});
    byName<QLineEdit>(*lab.activityPage, said("Filter activity"))->setText("person:ada");
    gallery.take("activity-person", lab);
    Lab many(demoLab());
    many.fillActivity(5000);
    many.window.showPage("activity");
    gallery.take("activity-many", many);
}

/// The check of machine and account, and the report of a fault.
void takeCheck(Gallery &gallery, Lab &lab)
{
    using State = doctor::Finding::State;
    static models::FindingsModel model; // the lab's page outlives this
    model.setFindings(
        {{"ssh", State::Good, "ssh is /usr/bin/ssh."},
         {"~/.ssh", State::Bad, "Others may do more with it than ssh allows (mode 0755).",
          "Keep others out.", "chmod 700 ~/.ssh"},
         {"keyring", State::Optional, "The session has no keyring.",
          "It keeps secrets for recipes, and passphrases of keys that Podium makes. Without one "
          "the "
          "window keeps secrets until it closes, and podiumctl asks for them each time."},
         {"clock", State::Unknown, "Google's time was not to be had."},
         {"a-project-with-a-long-name-0123", State::Bad, "The API tpu.googleapis.com is off.",
          "An owner of the project can switch it on; it takes some minutes.",
          "gcloud services enable tpu.googleapis.com --project=a-project-with-a-long-name-0123"}});
    CheckSection &section = lab.settingsPage->check();
    section.setModel(&model);
    section.setState(false, "3 min ago");
    gallery.take("settings-check", lab, {1240, 2140});
    gallery.take("settings-check-small", lab, {820, 2140});
    ReportDialog report(
        "== Versions ==\nPodium: 0.1.0\n\n== Check of machine and account ==\n"
        "bad       ~/.ssh: Others may do more with it than ssh allows (mode 0755).\n");
    report.showSaved("/home/matt/podium-report.txt");
    gallery.takePage("settings-report", report, {900, 600});
}

/// Another program writes what is being edited.
void takeOvertaken(Gallery &gallery, Lab &lab)
{
    QApplication::setActiveWindow(&lab.window);
    auto *login = byName<QLineEdit>(*lab.settingsPage, said("Login name"));
    login->setFocus();
    QTest::keyClicks(login, "ada");
    store::Settings theirs = lab.settings.current();
    theirs.sshUser = "eve";
    if (store::saveSettings(lab.paths, theirs)) {
        lab.settings.reload();
    }
    Lab::waitUntil(
        [&lab] { return lab.settings.current().sshUser == "eve"; }, "the other program's value");
    gallery.take("settings-overtaken", lab);
    gallery.take("settings-overtaken-small", lab, {820, 520});
    login->setText("eve");
    emit login->editingFinished();
    login->clearFocus();
}

void takeOthers(Gallery &gallery)
{
    if (gallery.wants("activity")) {
        takeActivity(gallery);
    }
    if (gallery.wants("settings")) {
        Lab lab(demoLab());
        lab.settingsPage->setCredentials(
            {"gcloud", "matt@example.org", "lab-speech", lab.clock.now().addSecs(3000), {}});
        lab.window.showPage("settings");
        gallery.take("settings", lab);
        gallery.take("settings-tall", lab, {1240, 1640});
        takeOvertaken(gallery, lab);
        takeCheck(gallery, lab);
        takeSecrets(gallery, lab);
    }
    if (gallery.wants("palette")) {
        Lab lab(demoLab());
        lab.window.setPaletteSource([&lab] {
            std::vector<models::PaletteItem> items;
            for (const auto &entry : lab.inventory.snapshot().nodes) {
                items.push_back({entry.node.ref.name.text(), "Node", {}, [] {}});
            }
            return items;
        });
        lab.window.show();
        for (auto *shortcut : lab.window.findChildren<QShortcut *>()) {
            if (shortcut->key() == QKeySequence("Ctrl+K")) {
                emit shortcut->activated();
            }
        }
        gallery.take("palette", lab);
    }
}

/// In an order in which every other one takes as long as the rest.
using Take = void (*)(Gallery &);
constexpr Take Pages[] = {takeControls,  takeNodes,          takeStates, takeRuns,    takeSsh,
                          takeLifecycle, takeProjects,       takeDisks,  takeTpu,     takeLoad,
                          takeTunnels,   takeOpening,        takeFiles,  takeRecipes, takeScripts,
                          takeOthers,    takeAccountRecipes, takePeople, takeFind};

/// The value of an option, which is taken out of the arguments.
QString optionIn(QStringList &arguments, const char *name)
{
    const int at = arguments.indexOf(QLatin1String(name));
    if (at < 1 || at + 1 >= arguments.size()) {
        return {};
    }
    arguments.removeAt(at);
    return arguments.takeAt(at);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    QApplication app(argc, argv);
    QStringList arguments = QApplication::arguments();
    PseudoLanguage *pseudo = nullptr;
    if (const QString texts = optionIn(arguments, "--pseudo"); !texts.isEmpty()) {
        pseudo = new PseudoLanguage(texts, &app);
        QCoreApplication::installTranslator(pseudo);
    }
    const QString part = optionIn(arguments, "--part");
    const bool isPart = part == "1/2" || part == "2/2";
    if (arguments.size() < 2 || (pseudo && pseudo->isEmpty()) || isPart == part.isEmpty()) {
        qWarning("Usage: podium-gallery FOLDER [--pseudo TEXTS.ts] [--part 1/2] [WORD…]");
        return 2;
    }
    QDir().mkpath(arguments[1]);
    new CutTips(&app); // as in the window
    Gallery gallery(arguments[1], arguments.mid(2), !pseudo);
    for (std::size_t i = part == "2/2" ? 1 : 0; i < std::size(Pages); i += isPart ? 2 : 1) {
        Pages[i](gallery);
    }
    QStringList faults = gallery.faults();
    for (const QString &text : pseudo ? pseudo->missing() : QStringList()) {
        faults += "no translator is given: " + text;
    }
    for (const QString &fault : faults) {
        qWarning("%s", qPrintable(fault));
    }
    return faults.isEmpty() ? 0 : 1;
}
