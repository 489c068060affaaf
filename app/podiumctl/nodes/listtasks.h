// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/nodesarguments.h"
#include "app/podiumctl/task.h"
#include "core/inventory/idlebook.h"

namespace podium::inventory {
class Inventory;
struct Snapshot;
} // namespace podium::inventory

namespace podium::ctl {

/// What a snapshot's problems mean for the exit status: ExitCloud, ExitUnreachable or ExitDone.
[[nodiscard]] ExitCode exitCodeOf(const inventory::Snapshot &snapshot);
/// Its problems, to stderr; only those of these projects, if there are any.
void printProblems(const inventory::Snapshot &snapshot, const QStringList &projects = {});

/// `podiumctl nodes`: asks the cloud once, and Cloud Monitoring where that is wished.
class NodesTask final : public Task
{
    Q_OBJECT

public:
    NodesTask(
        inventory::Inventory &inventory, cloud::MonitoringClient &monitoring, const Clock &clock,
        NodesArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void askIdle();
    void print();
    void printNodes();
    inventory::Inventory &m_inventory;
    inventory::IdleBook m_idle;
    NodesArguments m_arguments;
};

/// `podiumctl projects`.
class ProjectsTask final : public Task
{
    Q_OBJECT

public:
    ProjectsTask(
        inventory::Inventory &inventory, ProjectsArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void print();
    inventory::Inventory &m_inventory;
    ProjectsArguments m_arguments;
};

} // namespace podium::ctl
