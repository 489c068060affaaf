// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/models/activity/actionstory.h"
#include "core/models/activity/activitymodel.h"
#include "core/models/nodes/statussummary.h"
#include "core/models/settingsholder.h"
#include "core/models/sshconfig/sshconfigstate.h"
#include "core/store/eventactivity.h"
#include "tests/fakes/demolab.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "tests/inspect/layoutfaults.h"
#include "tests/inspect/pseudolanguage.h"
#include "widgets/activity/activitypage.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/firststart.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/settings/settingspage.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/statusline.h"
#include "widgets/sshconfig/sshpage.h"

#include <QAbstractButton>
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

#include <functional>

namespace podium::tests {

constexpr const char *OwnConfig = "# my own\n"
                                  "Host gateway\n"
                                  "    HostName gw.example.org\n"
                                  "    User matt\n\n"
                                  "Host *\n"
                                  "    ServerAliveInterval 30\n";

/// One window with all pages over a lab that is told what to be.
struct Lab
{
    explicit Lab(
        const inventory::Snapshot &snapshot, bool refresh = true, const char *ownConfig = OwnConfig)
        : state(folder.filePath("window.ini"), QSettings::IniFormat)
        , paths{folder.path(), folder.filePath("config"), folder.filePath("data"), folder.filePath("state")}
        , settings(paths, store::Settings(), QProcessEnvironment())
        , inventory(source, nullptr, clock)
        , activity(clock)
        , service(paths, clock)
        , ssh(
              inventory, service, [this] { return settings.current().sshConfig; }, clock)
        , nodes(new ui::NodesPage(inventory, activity, clock, state))
        , sshPage(new ui::SshPage(ssh, settings, clock))
        , activityPage(new ui::ActivityPage(activity, state))
        , settingsPage(new ui::SettingsPage(settings, state, true))
        , window(state)
    {
        QDir().mkpath(paths.sshDir());
        QFile own(paths.sshConfigFile());
        if (own.open(QIODevice::WriteOnly)) {
            own.write(ownConfig);
            own.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
            own.close(); // what follows reads it
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
        showPrices();
    }

    /// One of them is covered by a grant.
    void showPrices()
    {
        using namespace lifecycle;
        const QDate day = clock.now().toUTC().date();
        const TpuGrants grants{
            {*ProjectId::parse("lab-speech"),
             day.addDays(-20),
             day.addDays(10),
             {{32, TpuUnit::Chips, 0, true, Generation::V4, *Zone::parse("us-central2-b")}}}};
        const auto prices = std::make_shared<const models::DayPrices>(
            models::dayPrices(grants, inventory.snapshot(), clock.now()));
        nodes->setPrices(prices);
        models::StatusSummary summary =
            models::statusSummary(inventory.snapshot(), addressChange(), clock.now());
        summary.costs = models::notCoveredText(prices);
        window.statusLine().setSummary(summary);
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
        spy.wait(Patience);
    }

    void press(const QString &name)
    {
        for (auto *button : window.findChildren<QAbstractButton *>()) {
            const QString buttonName =
                button->accessibleName().isEmpty() ? button->text() : button->accessibleName();
            if (buttonName == said(name)) {
                button->click();
            }
        }
    }
    static void waitUntil(const std::function<bool()> &isSo, const char *what)
    {
        if (!QTest::qWaitFor(isSo, Patience)) {
            qFatal("the gallery waited in vain for: %s", what);
        }
    }
    void reach(models::SshConfigState::State wanted)
    {
        waitUntil(
            [this, wanted] { return !ssh.isWriting() && ssh.state() == wanted; },
            "a state of the ssh config");
    }
    void writeAndWait()
    {
        QSignalSpy spy(&ssh, &models::SshConfigState::written);
        waitUntil([this] { return !ssh.isPlanning(); }, "the change");
        ssh.writeAsPlanned(ssh.revision());
        waitUntil([&spy] { return !spy.isEmpty(); }, "the write");
        reach(models::SshConfigState::State::UpToDate);
    }
    void checkAndWait()
    {
        QSignalSpy spy(&ssh.check(), &models::SshCheck::finished);
        press("Check");
        spy.wait(Patience);
    }
    void closeCheck() { press("Back to the changes"); }

    /// A run that has ended on so many workers of pod-v4.
    static models::ActivityEntry
    endedRun(const QString &title, int ok, int failed, store::PastRun::End end, int secondsAgo)
    {
        run::RunSpec spec;
        for (int i = 0; i < ok + failed; ++i) {
            spec.workers.push_back({refOf({.zone = "us-central2-b", .name = "pod-v4"}), i});
        }
        run::RunState state(spec);
        for (int i = 0; i < ok + failed; ++i) {
            state.start(i, 0);
            if (end == store::PastRun::End::Finished) {
                state.end(i, ssh::Exited{i < ok ? 0 : 1}, 9000);
            }
        }
        store::PastRun past;
        past.id = QStringLiteral("00112233445566%1").arg(secondsAgo);
        past.command = title.toUtf8();
        past.end = end;
        return models::activityOfRun(
            title, QStringLiteral("pod-v4:0-%1").arg(ok + failed - 1), past, state,
            sketchTime().addSecs(-secondsAgo));
    }
    /// The accounts of two people, made on eight workers in one go; one worker refused.
    static models::ActivityEntry appliedPeople(int secondsAgo)
    {
        models::ActionStory story(
            models::ActivityKind::People, QStringLiteral("Changes of people applied"));
        for (int i = 0; i < 8; ++i) {
            const bool isBad = i == 5;
            story.add(
                {refOf({.zone = "us-central2-b", .name = "pod-v4"}), i, QStringLiteral("ada"),
                 isBad ? QStringLiteral("ada: no space left on the disk.")
                       : QStringLiteral("ada: the account was made."),
                 isBad ? models::Outcome::Bad : models::Outcome::Good},
                sketchTime().addSecs(-secondsAgo));
        }
        return story.entry();
    }

    void fillActivity()
    {
        const auto at = [](int seconds) { return sketchTime().addSecs(-seconds); };
        sshconfig::WriteReport written;
        written.filesWritten = QStringList{"~/.ssh/podium/config", "~/.ssh/podium/known_hosts"};
        written.version = 4;
        using inventory::EventKind;
        std::vector<inventory::Event> events{
            addressChange(),
            {EventKind::Appeared,
             refOf({.zone = "us-east5-a", .name = "night"}),
             -1,
             {},
             "CREATING",
             at(200)},
            {EventKind::StateChanged, refOf({.zone = "europe-west4-a", .name = "old"}), -1, "READY",
             "PREEMPTED", at(4000)},
            {EventKind::Recreated, refOf({.zone = "us-central2-b", .name = "pod-v4"}), -1,
             "7000000000000000004", "7000000000000000104", at(9 * 3600)}};
        for (int i = 0; i < 8; ++i) {
            events.push_back(
                {EventKind::IpChanged, refOf({.zone = "us-central2-b", .name = "pod-v4"}), i,
                 QStringLiteral("35.186.12.%1").arg(i), QStringLiteral("35.186.40.%1").arg(i),
                 at(9 * 3600)});
        }
        for (const char *name :
             {"transformer-base-eu-run-17", "transformer-base-eu-run-18", "tune-a", "tune-b"}) {
            events.push_back(
                {EventKind::Appeared, refOf({.name = name}), -1, {}, "PREEMPTED", at(26 * 3600)});
        }
        activity.add(store::activityOf(events));
        using End = store::PastRun::End;
        models::ActivityEntry note{
            at(1500), models::ActivityKind::People, "ada", "ada was added to the roster.", {}};
        note.person = "ada";
        activity.add(
            {endedRun("python3 -c 'import jax; print(jax.devices())'", 7, 1, End::Finished, 700),
             endedRun("hostname", 8, 0, End::Finished, 900),
             endedRun("./train.sh --config large", 8, 0, End::Closed, 2400), note,
             appliedPeople(1300), models::activityOfWrite(written, false, at(1200)),
             models::activityOfErrors(
                 {{ErrorKind::Unavailable, "The zone did not answer.", "HTTP 503",
                   "Podium asks again by itself.", "trc-shared/us-south1-a"},
                  {ErrorKind::Unavailable, "The zone did not answer.", "HTTP 503",
                   "Podium asks again by itself.", "trc-shared/us-south1-b"}},
                 at(300))});
    }
    /// So many, over some months.
    void fillActivity(int count)
    {
        std::vector<models::ActivityEntry> entries;
        for (int i = 0; i < count; ++i) {
            entries.push_back(endedRun(
                QStringLiteral("step %1").arg(i), 8, i % 7 ? 0 : 1, store::PastRun::End::Finished,
                60 + i * 1800));
        }
        activity.add(entries);
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
    ui::NodesPage *nodes;
    ui::SshPage *sshPage;
    ui::ActivityPage *activityPage;
    ui::SettingsPage *settingsPage;
    ui::MainWindow window;
};

class Gallery
{
public:
    /// Pictures in light colours, and in dark ones where both are wanted.
    Gallery(QString folder, QStringList words, bool inBoth)
        : m_folder(std::move(folder))
        , m_words(std::move(words))
        , m_inBoth(inBoth)
    {
        ui::applyColourScheme(m_scheme);
    }

    [[nodiscard]] bool wants(const QString &name) const
    {
        return m_words.isEmpty() ||
               std::any_of(m_words.begin(), m_words.end(), [&](const QString &w) {
                   return name.contains(w);
               });
    }
    void take(const QString &name, Lab &lab, const QSize &size = {1240, 760})
    {
        takePage(name, lab.window, size);
    }
    /// Of a page without its window.
    void takePage(const QString &name, QWidget &page, const QSize &size = {1100, 700})
    {
        page.resize(size);
        page.show();
        paint(name, page);
        if (m_inBoth) {
            // The next picture begins with these: other colours are the dearest of all this.
            m_scheme = m_scheme == "light" ? "dark" : "light";
            ui::applyColourScheme(m_scheme);
            paint(name, page);
        }
        // What changes sizes last may be laid out a moment later: only what stays is a fault.
        QStringList faults;
        (void)QTest::qWaitFor(
            [&] {
                faults = layoutFaults(page);
                return faults.isEmpty();
            },
            SettleMs);
        for (const QString &fault : faults) {
            m_faults += name + ": " + fault;
        }
    }
    /// What had no room in the pictures taken so far.
    [[nodiscard]] QStringList faults() const { return m_faults; }

private:
    static constexpr int SettleMs = 5000;

    void paint(const QString &name, QWidget &page) const
    {
        // What new colours or another size have brought about, in turns: a column is narrower, its
        // rows are fitted to that, and then the page.
        for (int turn = 0; turn < 3; ++turn) {
            QCoreApplication::processEvents();
        }
        const QString path = QStringLiteral("%1/%2-%3.png").arg(m_folder, name, m_scheme);
        // Packed with less effort: hardly larger, and sooner written.
        page.grab().save(path, nullptr, 80);
    }

    QString m_folder;
    QStringList m_words;
    bool m_inBoth;
    QString m_scheme = QStringLiteral("light");
    QStringList m_faults;
};

/// Every kind of control, that can be used and that cannot.
void takeControls(Gallery &gallery);
/// The Run page.
void takeRuns(Gallery &gallery);
/// The Run page with what was run before.
void takePastRuns(Gallery &gallery);
/// What is found in the panes of a run.
void takeFind(Gallery &gallery);
/// The People page, and what was saved from there.
void takePeople(Gallery &gallery);
/// The ssh page in its states.
void takeSsh(Gallery &gallery);
/// How busy workers are.
void takeLoad(Gallery &gallery);
/// What makes, stops and ends nodes.
void takeLifecycle(Gallery &gallery);

/// The Projects page.
void takeProjects(Gallery &gallery);
/// Who holds a TPU, and what would be ended.
void takeTpu(Gallery &gallery);
/// What is done with a data disk, at Google and on the workers.
void takeDisks(Gallery &gallery);
/// Secrets in the settings, and the dialogs about them.
void takeSecrets(Gallery &gallery, Lab &lab);
/// Copies to workers and from them.
void takeFiles(Gallery &gallery);
/// A recipe on workers.
void takeRecipes(Gallery &gallery);
/// Those that are run for new accounts.
void takeAccountRecipes(Gallery &gallery);
/// The scripts of a project.
void takeScripts(Gallery &gallery);
/// Ports of workers on this machine.
void takeTunnels(Gallery &gallery);
/// Opening a worker in other programs.
void takeOpening(Gallery &gallery);

} // namespace podium::tests
