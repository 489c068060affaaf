// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"
#include "app/podiumctl/targettask.h"
#include "core/run/runledger.h"

#include <memory>
#include <optional>
#include <vector>

namespace podium::ctl {

/// The run with this id whose program was killed, if this machine knows of one. Blocks.
[[nodiscard]] std::optional<run::UnfinishedRun>
unfinishedRun(const QString &stateDir, const QString &id);

/// `podiumctl end ID [TARGET…]` of a run whose program was killed; it is forgotten when it is known
/// to be gone from all workers.
class UnfinishedEndTask final : public TargetTask
{
    Q_OBJECT

public:
    UnfinishedEndTask(
        RunServices services, const DetachedArguments &arguments, run::UnfinishedRun its,
        QObject *parent = nullptr);

private:
    [[nodiscard]] Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const override;
    void runOn(const std::vector<WorkerRef> &workers) override;
    void tell();

    run::UnfinishedRun m_its;
    const bool m_isKill;
    std::unique_ptr<run::Run> m_run;
};

/// `podiumctl forget ID` of such a run: this machine does not tell of it any more.
class UnfinishedForgetTask final : public Task
{
    Q_OBJECT

public:
    UnfinishedForgetTask(
        const DetachedArguments &arguments, run::UnfinishedRun its, QObject *parent = nullptr);
    void start() override;

private:
    const run::UnfinishedRun m_its;
    const bool m_isConfirmed;
};

} // namespace podium::ctl
