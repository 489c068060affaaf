// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/tpu/tpuarguments.h"
#include "app/podiumctl/tpu/tpujson.h"
#include "core/remote/remoterun.h"

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
    using OnAnswer = std::function<void(TpuWorker &, const remote::Answer &)>;
    void runOn(const std::vector<WorkerRef> &workers) override;
    /// One script on these, by their places in m_workers; then `after`.
    void send(
        const remote::Script &script, const std::vector<std::size_t> &places,
        const std::vector<std::vector<remote::Record>> &data, const OnAnswer &onAnswer,
        const std::function<void()> &after);
    void showHolders();
    void planFree();
    void free();
    void showOutcomes();
    void probe();
    void showCheck();
    [[nodiscard]] tpu::Expected expectedOf(const WorkerRef &worker) const;
    /// Workers of nodes that are good and asked for as a whole.
    [[nodiscard]] std::vector<std::size_t> mayProbe() const;
    void end(bool isDifferent);

    const TpuArguments m_arguments;
    std::vector<TpuWorker> m_workers;
    std::unique_ptr<remote::RemoteRun> m_run;
    bool m_isInterrupted = false;
};

} // namespace podium::ctl
