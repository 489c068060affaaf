// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/workspace.h"

#include "app/podium/activityfeed.h"
#include "app/podium/activitylinks.h"
#include "app/podium/desktop/desktoplink.h"
#include "app/podium/desktop/watchunitlink.h"
#include "app/podium/hostkeyview.h"
#include "app/podium/loadcontroller.h"
#include "app/podium/nodelifecycle.h"
#include "app/podium/opencontroller.h"
#include "app/podium/palettesource.h"
#include "app/podium/peoplecontroller.h"
#include "app/podium/projectscontroller.h"
#include "app/podium/runrecorder.h"
#include "app/podium/secretscontroller.h"
#include "app/podium/settings/accountcontroller.h"
#include "app/podium/settings/checkcontroller.h"
#include "app/podium/statusfeed.h"
#include "app/podium/tpuview.h"
#include "app/podium/tunnelcontroller.h"
#include "core/base/jobs.h"
#include "core/inventory/targets.h"
#include "core/launch/launchprogram.h"
#include "core/models/nodes/sshcommand.h"
#include "core/models/targetword.h"
#include "widgets/activity/activitypage.h"
#include "widgets/common/controls.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/open/openmenu.h"
#include "widgets/people/keymaker.h"
#include "widgets/recipe/recipepage.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/page/runending.h"
#include "widgets/run/page/runpage.h"
#include "widgets/settings/accountsection.h"
#include "widgets/settings/settingspage.h"
#include "widgets/settings/watchsection.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/statusline.h"
#include "widgets/sshconfig/sshpage.h"

#include <QSettings>

#include <algorithm>

namespace podium::app {

using models::SshConfigState;

namespace {

QString commandsKey()
{
    return QStringLiteral("run/commands");
}

inventory::RefreshPace paceOf(const store::Settings &settings)
{
    inventory::RefreshPace pace;
    pace.quiet = settings.refreshInterval;
    pace.busy = std::min<std::chrono::milliseconds>(pace.busy, pace.quiet);
    return pace;
}

} // namespace

Result<std::unique_ptr<Workspace>>
Workspace::open(const Options &options, ui::MainWindow &window, QSettings &state)
{
    auto settings = store::loadSettings(options.services.paths);
    if (!settings) {
        return failure(settings.error());
    }
    auto services = Services::make(options.services);
    if (!services) {
        return failure(services.error());
    }
    return std::unique_ptr<Workspace>(
        new Workspace(std::move(*services), std::move(*settings), options, window, state));
}

Workspace::Workspace(
    std::unique_ptr<Services> services, store::Settings fileSettings, const Options &options,
    ui::MainWindow &window, QSettings &state)
    : m_services(std::move(services))
    , m_window(window)
    , m_state(state)
    , m_settings(m_services->paths, std::move(fileSettings), options.services.environment)
    , m_activity(m_services->clock)
    , m_sshConfig(
          m_services->inventory, m_services->sshConfig,
          [this] { return m_services->sshConfigOptions(); }, m_services->clock)
    , m_loop(m_services->inventory, paceOf(m_services->settings))
    , m_feed(std::make_unique<ActivityFeed>(
          m_services->inventory, m_services->history, m_activity, m_services->clock))
{
    ui::applyColourScheme(m_services->settings.colourScheme);
    addPages(!options.cloudName.isEmpty());
    m_nodeLifecycle =
        std::make_unique<NodeLifecycle>(*m_services, *m_nodesPage, *m_feed, m_recorder->recipes());
    m_load->followPrices(*m_nodeLifecycle);
    connect(m_nodeLifecycle.get(), &NodeLifecycle::refreshWanted, this, &Workspace::refresh);
    m_projects =
        std::make_unique<ProjectsController>(*m_services, m_window, *m_nodeLifecycle, *m_feed);
    connect(
        m_projects.get(), &ProjectsController::keysRequested, m_people.get(),
        &PeopleController::showProjectKeys);
    m_window.statusLine().setCloud(options.cloudName);
    m_status = std::make_unique<StatusFeed>(
        m_services->inventory, m_sshConfig, m_window, m_services->clock);
    connect(
        m_nodeLifecycle.get(), &NodeLifecycle::costsChanged, m_status.get(), &StatusFeed::setCosts);
    m_desktop = std::make_unique<DesktopLink>(
        m_services->inventory, m_services->history, m_window, m_state, m_services->clock);
    connect(
        m_projects.get(), &ProjectsController::grantsEnd, m_desktop.get(),
        &DesktopLink::tellGrantEnds);
    connectWindow();
    connectPages();
    linkActivity(*m_activityPage, {m_window, *m_nodesPage, *m_runPage, *m_sshPage, *m_people});
    m_secrets = std::make_unique<SecretsController>(
        *m_services, m_settingsPage->secrets(), *m_feed, m_window);
    m_account = std::make_unique<AccountController>(*m_services, *m_nodesPage, *m_settingsPage);
    connect(m_account.get(), &AccountController::failed, this, &Workspace::showError);
    m_check = std::make_unique<CheckController>(
        *m_services, options.services.environment, *m_settingsPage);
    connectWatch();
    if (options.cloudName.isEmpty()) {
        linkWatchUnit(m_watchUnit, m_settingsPage->watch());
    } else {
        m_settingsPage->account().setFixed(tr("The demo cloud has its own account."));
        m_settingsPage->watch().setState(
            false, false, tr("The demo is not watched in the background."), false);
    }
}

Workspace::~Workspace() = default;

void Workspace::start()
{
    m_feed->loadHistory();
    m_recorder->load();
    m_services->inventory.loadStored();
    m_services->shared.setSharing(true);
    m_people->start();
    m_tunnels->start();
    const QString journal = run::journalFolder(m_services->paths.stateDir);
    const auto tell = [this](const auto &runs) { reportOrphans(runs); };
    runJob(
        this, [journal] { return run::orphanedRuns(journal); }, tell);
    m_loop.start();
}

/// Of programs that were killed: where what they ran may run on.
void Workspace::reportOrphans(const std::vector<run::OrphanedRun> &runs)
{
    for (const run::OrphanedRun &run : runs) {
        if (run.isUnknown) {
            m_feed->addUnknownRun(run.id);
        } else if (!run.mayRun.empty()) {
            m_feed->addError(
                {ErrorKind::Io,
                 tr("Podium did not exit cleanly; a command may still be running on %1.")
                     .arg(inventory::describeWorkers(m_services->inventory.snapshot(), run.mayRun)),
                 QString::fromUtf8(run.command), tr("Check and stop it on the Run page."),
                 run.mayRun.front().text()});
        }
    }
    m_runPage->setOrphanedRuns(runs);
}

void Workspace::saveState()
{
    m_state.setValue(commandsKey(), m_runPage->commandHistory());
}

void Workspace::endRuns()
{
    m_ending->begin();
}

void Workspace::refresh()
{
    if (!m_isCloudLost) {
        m_loop.soon();
    }
}

/// What a refresh would say then, that files or ports are missing, would only mislead.
void Workspace::loseCloud(const Error &why)
{
    m_isCloudLost = true;
    m_loop.stop();
    disconnect(&m_services->shared, nullptr, &m_loop, nullptr);
    m_nodesPage->setCloudLost(why);
    m_feed->addError(why);
}

void Workspace::showError(const Error &error)
{
    m_nodesPage->showError(error);
    m_feed->addError(error);
}

void Workspace::addPages(bool isDemo)
{
    Services &s = *m_services;
    m_nodesPage = new ui::NodesPage(s.inventory, m_activity, s.clock, m_state);
    m_runPage = new ui::RunPage(s.inventory, s.transport, s.sshDefaults(), s.clock);
    m_runPage->setOutputLimits(s.outputLimits());
    m_runPage->setJournalFolder(run::journalFolder(s.paths.stateDir));
    m_runPage->setGateways(s.gateways());
    m_runPage->setDetachedFolder(s.paths.stateDir + QStringLiteral("/detached"));
    m_recorder = std::make_unique<RunRecorder>(*m_runPage, s.runHistory, *m_feed, s.clock);
    m_runPage->setPastRuns(m_recorder->model());
    m_ending = new ui::RunEnding(*m_runPage, m_runPage);
    connect(m_ending, &ui::RunEnding::done, this, &Workspace::runsEnded);
    m_runPage->setCommandHistory(m_state.value(commandsKey()).toStringList());
    m_runPages = makeRunPages(s, *m_runPage, *m_feed, m_recorder->recipes());
    m_sshPage = new ui::SshPage(m_sshConfig, m_settings, s.clock);
    m_activityPage = new ui::ActivityPage(m_activity, m_state);
    m_settingsPage = new ui::SettingsPage(m_settings, m_state, ui::Tray::isAvailable());
    const auto add = [this](
                         const char *id, const QString &title, QWidget *page,
                         std::function<void()> focusFilter, std::function<void()> find = {}) {
        const QString name = QLatin1String(id);
        m_window.addPage({name, title, name, page, std::move(focusFilter), false, std::move(find)});
    };
    add("nodes", tr("Nodes"), m_nodesPage, [this] { m_nodesPage->focusFilter(); });
    add(
        "run", tr("Run"), m_runPages.kinds, [this] { m_runPages.kinds->focusFilter(); },
        [this] { m_runPages.kinds->showFind(); });
    m_people = std::make_unique<PeopleController>(
        s, m_window, *m_runPage, *m_feed,
        ui::KeyPlace{s.paths.home, !isDemo}); // a demo's key is nothing for the person's keyring
    add("ssh", tr("SSH"), m_sshPage, {});
    add("activity", tr("Activity"), m_activityPage, [this] { m_activityPage->focusFilter(); });
    m_load = std::make_unique<LoadController>(s, m_window, *m_nodesPage);
    m_tunnels = std::make_unique<TunnelController>(s, m_window, *m_nodesPage, m_state);
    m_open = std::make_unique<OpenController>(s, m_sshConfig, *m_nodesPage, m_state);
}

void Workspace::connectWindow()
{
    // The lowest of the rail, and so the last by its key.
    const QString settings = QStringLiteral("settings");
    m_window.addPage({settings, tr("Settings"), settings, m_settingsPage, {}, true});
    connect(&m_window, &ui::MainWindow::refreshRequested, this, &Workspace::refresh);
    connect(
        &m_window.statusLine(), &ui::StatusLine::updateConfigRequested, this,
        &Workspace::showConfigChange);
    m_palette = std::make_unique<PaletteSource>(
        m_services->inventory, m_settings,
        PaletteSource::Pages{
            m_window, *m_nodesPage, *m_runPage, *m_runPages.kinds, *m_sshPage, *m_people,
            m_recorder->model()});
    connect(
        m_palette.get(), &PaletteSource::configChangeRequested, this, &Workspace::showConfigChange);
    connect(m_palette.get(), &PaletteSource::loadRequested, m_load.get(), &LoadController::watch);
    connect(m_palette.get(), &PaletteSource::shellRequested, this, &Workspace::openShell);
    connect(m_palette.get(), &PaletteSource::runRequested, this, &Workspace::runOn);
    m_window.setCloseQuestion([this] { return questionBeforeClosing(m_runPages, m_window); });
    connect(&m_settings, &models::SettingsHolder::changed, this, &Workspace::applySettings);
    connect(
        m_settingsPage, &ui::SettingsPage::desktopOptionsChanged, m_desktop.get(),
        &DesktopLink::reloadOptions);
}

void Workspace::connectPages()
{
    connect(m_nodesPage, &ui::NodesPage::refreshRequested, this, &Workspace::refresh);
    connect(m_tunnels.get(), &TunnelController::refreshWanted, this, &Workspace::refresh);
    connect(
        m_open.get(), &OpenController::configChangeRequested, this, &Workspace::showConfigChange);
    connect(m_nodesPage, &ui::NodesPage::runRequested, this, &Workspace::runOn);
    connect(m_nodesPage, &ui::NodesPage::shellRequested, this, &Workspace::openShell);
    connect(m_nodesPage, &ui::NodesPage::detachedRunsRequested, this, &Workspace::findDetachedRuns);
    connect(
        m_runPage, &ui::RunPage::detachedRunsChanged, m_nodesPage, &ui::NodesPage::setDetachedRuns);
    serveTpus(*m_services, *m_feed, *m_nodesPage);
    const auto showHostKeys = [this](const std::vector<WorkerRef> &workers) {
        openHostKeyView(*m_services, *m_feed, workers, &m_window);
    };
    connect(m_nodesPage, &ui::NodesPage::hostKeysRequested, this, showHostKeys);
    connect(m_runPage, &ui::RunPage::hostKeysRequested, this, showHostKeys);
    connect(m_nodesPage, &ui::NodesPage::copySshRequested, this, &Workspace::copySshCommand);
    connect(m_nodesPage, &ui::NodesPage::historyWanted, this, [this](const NodeRef &node) {
        m_services->history.node(node, {this, [this](const Result<store::NodeHistory> &history) {
                                            if (history) {
                                                m_nodesPage->setHistory(*history);
                                            }
                                        }});
    });
    connect(m_feed.get(), &ActivityFeed::eventsLoaded, m_nodesPage, &ui::NodesPage::noteEvents);
    connect(m_runPage, &ui::RunPage::runningCountChanged, m_status.get(), &StatusFeed::setRunning);
    connect(m_runPage, &ui::RunPage::orphanedRunsChanged, m_status.get(), &StatusFeed::setOrphans);
    connect(m_runPage, &ui::RunPage::runFinished, m_desktop.get(), &DesktopLink::tellRunFinished);
    connect(
        m_nodeLifecycle.get(), &NodeLifecycle::requestNews, m_desktop.get(),
        &DesktopLink::tellRequest);
    connect(&m_sshConfig, &SshConfigState::written, m_feed.get(), &ActivityFeed::addWrite);
    connect(&m_sshConfig, &SshConfigState::failed, m_feed.get(), &ActivityFeed::addError);
}

void Workspace::connectWatch()
{
    m_loop.follow(m_powerAndNetwork);
    connect(
        &m_services->shared, &store::SharedNodeSource::worthALook, &m_loop,
        &inventory::RefreshLoop::look);
    connect(m_runPage, &ui::RunPage::runStarted, this, [this](const run::Run *run) {
        connect(run, &run::Run::workerEnded, this, [this, run](int slot) {
            const auto &ending = run->state().workers()[std::size_t(slot)].ending;
            if (ending && !m_isCloudLost &&
                run::endingClass(*ending) == run::EndingClass::Unreachable) {
                m_loop.connectionFailed();
            }
        });
    });
}

void Workspace::applySettings()
{
    const QStringList projectsBefore = m_services->settings.projects;
    const QString schemeBefore = m_services->settings.colourScheme;
    m_services->settings = m_settings.effective();
    m_loop.setPace(paceOf(m_services->settings));
    if (m_services->settings.colourScheme != schemeBefore) {
        ui::applyColourScheme(m_services->settings.colourScheme);
    }
    if (m_services->settings.projects != projectsBefore) {
        m_services->source.setProjects(m_services->settings.projects);
        refresh();
    }
    m_runPage->setDefaults(m_services->sshDefaults());
    m_runPage->setOutputLimits(m_services->outputLimits());
    m_runPages.recipes->setFolders(m_services->recipeFolders());
    m_sshConfig.replan();
}

void Workspace::runOn(const std::vector<NodeRef> &nodes)
{
    QStringList words;
    for (const NodeRef &node : nodes) {
        words << models::targetWord(m_services->inventory.snapshot(), node);
    }
    m_runPage->setTargets(words);
    m_runPages.kinds->showCommands();
    m_window.showPage(QStringLiteral("run"));
    m_runPage->focusCommand();
}

void Workspace::openShell(const WorkerRef &worker)
{
    m_runPages.kinds->showCommands();
    m_window.showPage(QStringLiteral("run"));
    m_runPage->openShell(
        worker, m_nodesPage->openMenu().attachesToTmux()
                    ? launch::tmuxCommand(launch::windowTmuxSession())
                    : QByteArray());
}

void Workspace::findDetachedRuns(const NodeRef &node)
{
    const inventory::NodeEntry *entry = m_services->inventory.snapshot().find(node);
    std::vector<WorkerRef> workers;
    for (int index = 0; entry && index < int(entry->node.workers.size()); ++index) {
        workers.push_back({node, index});
    }
    m_runPage->findDetachedRuns(workers);
    m_runPages.kinds->showCommands();
    m_window.showPage(QStringLiteral("run"));
}

void Workspace::copySshCommand(const NodeRef &node)
{
    const inventory::NodeEntry *entry = m_services->inventory.snapshot().find(node);
    if (!entry) {
        return;
    }
    // An alias is of use only where the files already have it as it should be.
    const bool written = m_sshConfig.state() == SshConfigState::State::UpToDate;
    const QString command = models::sshCommand(
        entry->node, 0,
        written ? m_sshConfig.plan().entries : std::vector<sshconfig::ConfigEntry>(),
        m_services->settings);
    ui::copyText(command, m_nodesPage);
}

/// Where the change is to be seen, and one key press writes it.
void Workspace::showConfigChange()
{
    m_window.showPage(QStringLiteral("ssh"));
    m_sshPage->showChange();
}

} // namespace podium::app
