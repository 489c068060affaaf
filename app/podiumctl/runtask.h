// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"
#include "app/podiumctl/runprinter.h"
#include "app/podiumctl/task.h"
#include "core/run/endpoints.h"

#include <memory>

namespace podium::inventory {
class Inventory;
}

namespace podium::ctl {

/// `podiumctl run`: asks where the workers are now, then runs.
class RunTask final : public Task
{
    Q_OBJECT

public:
    RunTask(
        inventory::Inventory &inventory, ssh::Transport &transport, run::SshDefaults defaults,
        const Clock &clock, RunArguments arguments, QObject *parent = nullptr);
    ~RunTask() override;
    void start() override;
    /// First: status and a polite stop; second: kill.
    void interrupt() override;

private:
    void begin();
    void runOn(const std::vector<WorkerRef> &workers);
    void connectPrinter();
    void end();
    [[nodiscard]] std::unique_ptr<RunPrinter> makePrinter() const;

    inventory::Inventory &m_inventory;
    ssh::Transport &m_transport;
    run::SshDefaults m_defaults;
    const Clock &m_clock;
    RunArguments m_arguments;
    std::unique_ptr<run::Run> m_run;
    std::unique_ptr<RunPrinter> m_printer;
    bool m_interrupted = false;
};

} // namespace podium::ctl
