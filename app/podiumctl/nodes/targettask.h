// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/run/endpoints.h"
#include "core/run/runengine.h"
#include "core/run/service/runservice.h"
#include "core/store/history.h"
#include "core/store/runhistory.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace podium::inventory {
class Inventory;
struct Snapshot;
} // namespace podium::inventory

namespace podium::app {
struct Services;
}

namespace podium::ctl {

/// What a task that runs something on workers needs. Not owned, but for the defaults.
struct RunServices
{
    inventory::Inventory &inventory;
    ssh::Transport &transport;
    run::SshDefaults defaults;
    const Clock &clock;
    run::OutputLimits output; ///< for runs whose output is saved
    QString stateDir;         ///< for what this machine remembers of runs
    store::RunHistory runHistory;
    store::History history;
    run::RunService::GatewayFor gateways; ///< for runs through one
};

/// For a task about these targets; where all of them name their projects, only those are asked.
[[nodiscard]] RunServices runServices(app::Services &services, const QStringList &targets);

/// A task about some workers: asks the cloud where they are now, then goes on.
class TargetTask : public Task
{
    Q_OBJECT

public:
    void start() override;
    [[nodiscard]] ExitCode lookCode() const override { return m_lookCode; }

protected:
    TargetTask(RunServices services, QStringList targets, QObject *parent);

    /// By default what the target words name.
    [[nodiscard]] virtual Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const;
    virtual void runOn(const std::vector<WorkerRef> &workers) = 0;

    /// Not started. What had to be narrowed, and where no journal can be kept, is printed.
    [[nodiscard]] std::unique_ptr<run::Run>
    makeRun(run::RunSpec spec, run::RunService::Journal journal = run::RunService::Journal::None);
    /// For what is put together elsewhere; as long as this lives.
    [[nodiscard]] run::Run::EndpointOf endpointOf() const;
    [[nodiscard]] run::RunService runService();
    [[nodiscard]] QString namesOf(const std::vector<WorkerRef> &workers) const;
    /// That, for others; as long as this lives.
    [[nodiscard]] std::function<QString(const std::vector<WorkerRef> &)> namer() const
    {
        return [this](const std::vector<WorkerRef> &workers) { return namesOf(workers); };
    }
    [[nodiscard]] QString recordsFolder() const;
    /// Ends what a session is at, which then says itself how it came out; else this task is over.
    template <typename Session>
    void interruptSession(Session *session)
    {
        if (!session || !session->isBusy()) {
            emit finished(ExitInterrupted);
            return;
        }
        m_isInterrupted = true;
        session->stop();
    }

    RunServices m_services;
    const QStringList m_targets;
    bool m_isInterrupted = false; ///< see interruptSession()

private:
    void begin();
    ExitCode m_lookCode = ExitDone;
};

} // namespace podium::ctl
