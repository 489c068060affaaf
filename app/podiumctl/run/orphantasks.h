// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/run/detachedarguments.h"
#include "app/podiumctl/run/runprinter.h"
#include "core/run/detached/runjournal.h"

#include <memory>
#include <optional>
#include <vector>

namespace podium::ctl {

/// The run with this id whose program was killed, if this machine knows of one. Blocks.
[[nodiscard]] std::optional<run::OrphanedRun>
orphanedRun(const QString &stateDir, const QString &id);

/// `podiumctl attach ID [TARGET…]` of a run whose program was killed looks what of it still runs,
/// as its output is lost; `podiumctl end ID [TARGET…]` ends that. The run is forgotten when it is
/// known to be gone from all workers.
class OrphanTask final : public TargetTask
{
    Q_OBJECT

public:
    OrphanTask(
        RunServices services, const DetachedArguments &arguments, run::OrphanedRun orphan,
        QObject *parent = nullptr);

private:
    [[nodiscard]] Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const override;
    void runOn(const std::vector<WorkerRef> &workers) override;
    void printFound() const;
    void learn();

    [[nodiscard]] run::RunSpec question(const std::vector<WorkerRef> &workers) const;

    const run::OrphanedRun m_its;
    const DetachedArguments m_arguments;
    std::unique_ptr<run::Run> m_run;
    std::unique_ptr<RunPrinter> m_events; ///< for --json
};

/// `podiumctl forget ID` of such a run: this machine does not tell of it any more.
class OrphanForgetTask final : public Task
{
    Q_OBJECT

public:
    OrphanForgetTask(
        const DetachedArguments &arguments, run::OrphanedRun orphan, QObject *parent = nullptr);
    void start() override;

private:
    const run::OrphanedRun m_its;
    const bool m_isConfirmed;
};

} // namespace podium::ctl
