// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/requesthost.h"
#include "app/composition/services.h"
#include "app/podiumctl/task.h"
#include "app/podiumctl/watch/desktopnotifier.h"
#include "app/podiumctl/watch/watcharguments.h"
#include "core/base/files.h"
#include "core/inventory/refreshloop.h"
#include "core/lifecycle/request/requestservice.h"
#include "core/sshconfig/writer/configservice.h"

#include <QSet>

#include <optional>
#include <vector>

namespace podium::ctl {

/// `podiumctl watch`: tells what changed since the last look (also of another Podium), and keeps
/// the ssh config right if wished, and carries node requests on. Shares the watch with other
/// Podiums that run.
class WatchTask final : public Task
{
    Q_OBJECT

public:
    /// The services must outlive it.
    WatchTask(app::Services &services, WatchArguments arguments, QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    void stop();
    void printEvents(const std::vector<inventory::Event> &events);
    [[nodiscard]] bool takeUpSettings();
    void afterRefresh();
    void printNewProblems();
    void write();
    void update();
    void handleReport(const Result<sshconfig::WriteReport> &report);
    void endOfRound(ExitCode code);
    void carryRequestsOn();
    void tellRequest(const lifecycle::NodeRequest &request);
    void tellGrantEnds();

    app::Services &m_services;
    inventory::Inventory &m_inventory;
    lifecycle::GrantStore &m_grants;
    const Clock &m_clock;
    store::History m_history;
    store::SharedNodeSource &m_shared;
    sshconfig::ConfigService &m_service;
    Paths m_paths;
    std::optional<FileState> m_settingsFile; ///< as it was read last, at a look
    sshconfig::ConfigOptions m_options;
    WatchArguments m_arguments;
    inventory::RefreshLoop m_loop;
    DesktopNotifier m_notifier;
    app::RequestHost m_host;
    lifecycle::RequestService m_requests; ///< of nodes, carried on while this one watches
    QSet<QString> m_printedProblems;
    QString m_printedNote;
    QStringList m_printedNotes;
    bool m_isWriting = false;
};

} // namespace podium::ctl
