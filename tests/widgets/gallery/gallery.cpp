// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Renders each page in each state into PNG files, light and dark: for looking at, not for
// comparing bit by bit. Usage: podium-gallery FOLDER [WORD…]; a word picks the pictures.
#include "core/inventory/inventory.h"
#include "core/models/activitymodel.h"
#include "core/models/settingsholder.h"
#include "core/models/sshconfigstate.h"
#include "core/models/statussummary.h"
#include "tests/fakes/demolab.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "widgets/activity/activitypage.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/settings/settingspage.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/statusline.h"
#include "widgets/sshconfig/sshpage.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

const char *const OwnConfig = "# my own\n"
                              "Host gateway\n"
                              "    HostName gw.example.org\n"
                              "    User matt\n\n"
                              "Host *\n"
                              "    ServerAliveInterval 30\n";

/// One window with all pages over a lab that is told what to be.
struct Lab
{
    explicit Lab(const inventory::Snapshot &snapshot, bool refresh = true)
        : state(folder.filePath("window.ini"), QSettings::IniFormat)
        , paths{folder.path(), folder.filePath("config"), folder.filePath("data"), folder.filePath("state")}
        , settings(paths, store::Settings(), QProcessEnvironment())
        , inventory(source, nullptr, clock)
        , activity(clock)
        , service(paths, clock)
        , ssh(inventory, service, [] { return sshconfig::ConfigOptions(); })
        , nodes(new NodesPage(inventory, activity, clock, state))
        , sshPage(new SshPage(ssh, settings, clock))
        , activityPage(new ActivityPage(activity))
        , settingsPage(new SettingsPage(settings, state, true))
        , window(state)
    {
        QDir().mkpath(paths.sshDir());
        QFile own(paths.sshConfigFile());
        if (own.open(QIODevice::WriteOnly)) {
            own.write(OwnConfig);
            own.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        }
        window.addPage({"nodes", "Nodes", "nodes", nodes, {}, false});
        window.addPage({"run", "Run", "run", new QWidget, {}, false});
        window.addPage({"ssh", "SSH", "ssh", sshPage, {}, false});
        window.addPage({"activity", "Activity", "activity", activityPage, {}, false});
        window.addPage({"settings", "Settings", "settings", settingsPage, {}, true});
        if (refresh) {
            inventory::Snapshot before = snapshot;
            before.problems.clear();
            before.error.reset();
            if (!before.nodes.empty()) {
                ask(before);
                clock.advance(12 * 60);
            }
            ask(snapshot);
        }
        window.statusLine().setCloud("demo");
        window.statusLine().setSummary(
            models::statusSummary(inventory.snapshot(), addressChange(), clock.now()));
    }

    [[nodiscard]] inventory::Event addressChange() const
    {
        return {
            inventory::EventKind::IpChanged, refOf({.name = "tpu1"}), 0, "34.61.0.8", "34.9.12.7",
            sketchTime().addSecs(-180)};
    }

    void ask(const inventory::Snapshot &snapshot)
    {
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        spy.wait();
    }

    void fillActivity()
    {
        const auto at = [](int seconds) { return sketchTime().addSecs(-seconds); };
        sshconfig::WriteReport written;
        written.filesWritten = QStringList{"~/.ssh/podium/config", "~/.ssh/podium/known_hosts"};
        activity.add(
            {models::activityOf(addressChange()),
             models::activityOf(inventory::Event{
                 inventory::EventKind::StateChanged,
                 refOf({.zone = "europe-west4-a", .name = "old"}), -1, "READY", "PREEMPTED",
                 at(4000)}),
             models::activityOf(inventory::Event{
                 inventory::EventKind::Appeared,
                 refOf({.zone = "us-east5-a", .name = "night"}),
                 -1,
                 {},
                 "CREATING",
                 at(200)}),
             models::activityOf(inventory::Event{
                 inventory::EventKind::Recreated,
                 refOf({.zone = "us-central2-b", .name = "pod-v4"}),
                 -1,
                 {},
                 {},
                 at(9 * 3600)}),
             models::activityOfRun(
                 "python3 -c 'import jax; print(jax.devices())'", {.ok = 7, .failed = 1}, at(700)),
             models::activityOfRun("hostname", {.ok = 8}, at(900)),
             models::activityOfWrite(written, false, at(1200)),
             models::activityOf(
                 Error{
                     ErrorKind::Unavailable, "The zone us-south1-a did not answer.", "HTTP 503",
                     "Podium asks again by itself.", "trc-shared/us-south1-a"},
                 at(300))});
    }

    QTemporaryDir folder;
    QSettings state;
    Paths paths;
    ManualClock clock;
    FakeNodeSource source;
    models::SettingsHolder settings;
    inventory::Inventory inventory;
    models::ActivityModel activity;
    sshconfig::ConfigService service;
    models::SshConfigState ssh;
    NodesPage *nodes;
    SshPage *sshPage;
    ActivityPage *activityPage;
    SettingsPage *settingsPage;
    MainWindow window;
};

class Gallery
{
public:
    Gallery(QString folder, QStringList words)
        : m_folder(std::move(folder))
        , m_words(std::move(words))
    {}

    [[nodiscard]] bool wants(const QString &name) const
    {
        return m_words.isEmpty() ||
               std::any_of(m_words.begin(), m_words.end(), [&](const QString &w) {
                   return name.contains(w);
               });
    }
    void take(const QString &name, Lab &lab, const QSize &size = {1240, 760})
    {
        lab.window.resize(size);
        lab.window.show();
        for (const char *scheme : {"light", "dark"}) {
            applyColourScheme(scheme);
            QTest::qWait(60);
            const QString path = QStringLiteral("%1/%2-%3.png").arg(m_folder, name, scheme);
            lab.window.grab().save(path);
        }
    }

private:
    QString m_folder;
    QStringList m_words;
};

inventory::Snapshot withError(ErrorKind kind, const char *summary, const char *hint)
{
    inventory::Snapshot snapshot;
    snapshot.error = Error{kind, summary, {}, hint, {}};
    return snapshot;
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
        gallery.take("nodes-full", lab);
        gallery.take("nodes-small", lab, {820, 520});
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
        spy.wait();
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

void takeSsh(Gallery &gallery)
{
    if (gallery.wants("ssh")) {
        Lab lab(demoLab());
        lab.window.showPage("ssh");
        QTest::qWait(500);
        gallery.take("ssh-waiting", lab);
        lab.ssh.write();
        QTest::qWait(1500);
        gallery.take("ssh-written", lab);
        NodeSketch moved{.name = "tpu1", .number = 42};
        inventory::Snapshot snapshot = demoLab();
        for (inventory::NodeEntry &entry : snapshot.nodes) {
            if (entry.node.ref == refOf(moved)) {
                const QString id = entry.node.id;
                entry = nodeEntry(moved);
                entry.node.id = id;
            }
        }
        lab.source.set(snapshot);
        QSignalSpy spy(&lab.inventory, &inventory::Inventory::refreshed);
        lab.inventory.refresh();
        spy.wait();
        QTest::qWait(800);
        gallery.take("ssh-moved", lab);
        gallery.take("ssh-small", lab, {820, 520});
    }
    if (gallery.wants("refused")) {
        Lab lab(demoLab());
        QFile::remove(lab.paths.sshConfigFile());
        QDir().mkpath(lab.paths.sshConfigFile());
        lab.ssh.replan();
        lab.window.showPage("ssh");
        QTest::qWait(500);
        gallery.take("ssh-refused", lab);
    }
}

void takeOthers(Gallery &gallery)
{
    if (gallery.wants("activity")) {
        Lab lab(demoLab());
        lab.fillActivity();
        lab.window.showPage("activity");
        gallery.take("activity-full", lab);
    }
    if (gallery.wants("settings")) {
        Lab lab(demoLab());
        lab.settingsPage->setCredentials(
            {"gcloud", "matt@example.org", "lab-speech", lab.clock.now().addSecs(3000), {}});
        lab.window.showPage("settings");
        gallery.take("settings", lab);
        gallery.take("settings-tall", lab, {1240, 1400});
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

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    QApplication app(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        qWarning("Usage: podium-gallery FOLDER [WORD…]");
        return 2;
    }
    QDir().mkpath(arguments[1]);
    applyColourScheme("light");
    Gallery gallery(arguments[1], arguments.mid(2));
    takeNodes(gallery);
    takeStates(gallery);
    takeSsh(gallery);
    takeOthers(gallery);
    return 0;
}
