// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/nodesarguments.h"
#include "app/podiumctl/task.h"

namespace podium::inventory {
class Inventory;
struct Snapshot;
} // namespace podium::inventory

namespace podium::ctl {

/// What a snapshot's problems mean for the exit status: ExitCloud, ExitUnreachable or ExitDone.
[[nodiscard]] ExitCode exitCodeOf(const inventory::Snapshot &snapshot);
/// Its problems, to stderr; only those of these projects, if there are any.
void printProblems(const inventory::Snapshot &snapshot, const QStringList &projects = {});

/// `podiumctl nodes`: asks the cloud once.
class NodesTask final : public Task
{
    Q_OBJECT

public:
    NodesTask(inventory::Inventory &inventory, NodesArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void print();
    inventory::Inventory &m_inventory;
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
