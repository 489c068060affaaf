// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/services.h"
#include "app/podium/desktop/watchunit.h"
#include "app/podium/runpages.h"
#include "core/inventory/refreshloop.h"
#include "core/models/activity/activitymodel.h"
#include "core/models/settingsholder.h"
#include "core/models/sshconfig/sshconfigstate.h"
#include "core/run/detached/runjournal.h"

#include <QObject>

#include <memory>
#include <vector>

class QSettings;

namespace podium::ui {
class ActivityPage;
class NodesPage;
class RunEnding;
class RunPage;
class SettingsPage;
class SshPage;
} // namespace podium::ui

namespace podium::app {

class AccountController;
class ActivityFeed;
class CheckController;
class DesktopLink;
class LoadController;
class NodeLifecycle;
class OpenController;
class PaletteSource;
class PeopleController;
class ProjectsController;
class RunRecorder;
class SecretsController;
class StatusFeed;
class TunnelController;

/// One cloud opened in a window: its services, the models over them, and the pages, wired
/// together. The window must be destroyed first: the pages are its children.
class Workspace final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        ServiceOptions services;
        QString cloudName; ///< for the status line: "demo"; empty: the person's own
    };

    /// Error where config.json or the environment cannot be understood.
    [[nodiscard]] static Result<std::unique_ptr<Workspace>>
    open(const Options &options, ui::MainWindow &window, QSettings &state);
    ~Workspace() override;

    /// The last snapshot, the history, then the cloud itself.
    void start();
    /// Things that live in the window's state from start to start.
    void saveState();
    /// Ends or leaves what runs on the workers, as the person wished, and says when that is done,
    /// at the latest after some seconds. Asked again on the way: nothing more.
    void endRuns();
    void refresh();
    /// The ways to sign in, and what is said of them.
    [[nodiscard]] AccountController &account() { return *m_account; }
    /// Something outside the pages went wrong: the Nodes page says so, Activity keeps it.
    void showError(const Error &error);
    /// There is no cloud to ask any more, and why: nothing is refreshed from then on.
    void loseCloud(const Error &why);

signals:
    void runsEnded();

private:
    Workspace(
        std::unique_ptr<Services> services, store::Settings fileSettings, const Options &options,
        ui::MainWindow &window, QSettings &state);

    void reportOrphans(const std::vector<run::OrphanedRun> &runs);
    void addPages(bool isDemo);
    void connectWindow();
    void connectPages();
    void connectWatch();
    void applySettings();
    void runOn(const std::vector<NodeRef> &nodes);
    void openShell(const WorkerRef &worker);
    void findDetachedRuns(const NodeRef &node);
    void copySshCommand(const NodeRef &node);
    void showConfigChange();

    std::unique_ptr<Services> m_services;
    bool m_isCloudLost = false;
    ui::MainWindow &m_window;
    QSettings &m_state;
    models::SettingsHolder m_settings;
    models::ActivityModel m_activity;
    models::SshConfigState m_sshConfig;
    inventory::RefreshLoop m_loop;
    inventory::PowerAndNetworkWatch m_powerAndNetwork;
    WatchUnit m_watchUnit;
    ui::NodesPage *m_nodesPage = nullptr;
    ui::RunPage *m_runPage = nullptr;
    RunPages m_runPages; ///< with that one in it
    ui::RunEnding *m_ending = nullptr;
    ui::SshPage *m_sshPage = nullptr;
    ui::ActivityPage *m_activityPage = nullptr;
    ui::SettingsPage *m_settingsPage = nullptr;
    std::unique_ptr<ActivityFeed> m_feed;
    std::unique_ptr<AccountController> m_account;
    std::unique_ptr<CheckController> m_check;
    std::unique_ptr<RunRecorder> m_recorder;
    std::unique_ptr<SecretsController> m_secrets;
    std::unique_ptr<PeopleController> m_people;
    std::unique_ptr<LoadController> m_load;
    std::unique_ptr<TunnelController> m_tunnels;
    std::unique_ptr<OpenController> m_open;
    std::unique_ptr<NodeLifecycle> m_nodeLifecycle;
    std::unique_ptr<ProjectsController> m_projects;
    std::unique_ptr<StatusFeed> m_status;
    std::unique_ptr<DesktopLink> m_desktop;
    std::unique_ptr<PaletteSource> m_palette;
};

} // namespace podium::app
