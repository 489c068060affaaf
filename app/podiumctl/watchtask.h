// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/arguments.h"
#include "app/podiumctl/task.h"
#include "core/sshconfig/configservice.h"

#include <QTimer>

#include <vector>

namespace podium::inventory {
class Inventory;
struct Event;
} // namespace podium::inventory

namespace podium::ctl {

/// `podiumctl watch`: tells what changed since the last look (also of another Podium), and keeps
/// the ssh config right if wished.
class WatchTask final : public Task
{
    Q_OBJECT

public:
    WatchTask(
        inventory::Inventory &inventory, sshconfig::ConfigService &service,
        sshconfig::ConfigOptions options, WatchArguments arguments,
        std::chrono::seconds defaultInterval, QObject *parent = nullptr);
    void start() override;

private:
    void printEvents(const std::vector<inventory::Event> &events);
    void afterRefresh();
    void write();
    void endOfRound(ExitCode code);

    inventory::Inventory &m_inventory;
    sshconfig::ConfigService &m_service;
    sshconfig::ConfigOptions m_options;
    WatchArguments m_arguments;
    QTimer m_timer;
};

} // namespace podium::ctl
