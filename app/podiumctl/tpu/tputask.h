// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/tpu/tpuarguments.h"
#include "app/podiumctl/tpu/tpujson.h"
#include "core/tpu/tpusession.h"

#include <functional>
#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl tpu holders|free|check TARGET…`.
class TpuTask final : public TargetTask
{
    Q_OBJECT

public:
    TpuTask(RunServices services, TpuArguments arguments, QObject *parent = nullptr);
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    /// What comes when the session has done what it is doing.
    void then(void (TpuTask::*next)());
    [[nodiscard]] WorkerName shortNames() const;
    void printErrors() const;
    void showHolders();
    void planFree();
    /// For Activity: it was carried out, or as much of it as there was time for.
    void keepFreed();
    void showOutcomes();
    void showCheck();
    void end(bool isDifferent);

    const TpuArguments m_arguments;
    std::unique_ptr<tpu::TpuSession> m_session;
    bool m_isFreeing = false;
};

} // namespace podium::ctl
