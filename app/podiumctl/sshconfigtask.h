// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"
#include "app/podiumctl/task.h"
#include "core/base/result.h"
#include "core/sshconfig/configservice.h"

namespace podium::inventory {
class Inventory;
}

namespace podium::ctl {

/// The exit status for an error of the ssh config room, after printing it.
[[nodiscard]] ExitCode printFailure(const Error &error);

/// `podiumctl ssh-config …`.
class SshConfigTask final : public Task
{
    Q_OBJECT

public:
    SshConfigTask(
        inventory::Inventory &inventory, sshconfig::ConfigService &service,
        sshconfig::ConfigOptions options, SshConfigArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void plan();
    void write();
    void history();
    void restore();
    void printPlan(const Result<sshconfig::ConfigPlan> &plan);
    void printReport(const Result<sshconfig::WriteReport> &report);
    void printVersions(const Result<std::vector<sshconfig::ConfigVersion>> &versions);

    inventory::Inventory &m_inventory;
    sshconfig::ConfigService &m_service;
    sshconfig::ConfigOptions m_options;
    SshConfigArguments m_arguments;
};

} // namespace podium::ctl
