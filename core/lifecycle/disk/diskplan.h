// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/disksclient.h"
#include "core/inventory/snapshot.h"

#include <optional>
#include <utility>
#include <vector>

namespace podium::lifecycle {

enum class DiskAction { Create, Delete, Attach, Detach };

/// What is wished for one disk, at Google's side: what the workers do with it (format, mount) is
/// theirs.
struct DiskRequest
{
    DiskAction action = DiskAction::Create;
    ProjectId project;
    Zone zone;
    QString disk;                ///< its name
    QString type;                ///< of Create, "pd-balanced"
    qint64 gib = 0;              ///< of Create
    std::optional<NodeRef> node; ///< of Attach and Detach
    bool isReadOnly = false;     ///< of Attach
    std::optional<int> worker;   ///< of Attach: this one alone; nothing: all
};

/// What it would do, or why it is not done.
struct DiskPlan
{
    DiskRequest request;
    std::optional<Error> error;
    QStringList sentences; ///< what it means
    /// List price for a day of what begins (Create) or ends (Delete); nothing: unknown, or none.
    std::optional<double> dollarsPerDay;
    QString nodeId;                         ///< of the node that was planned for
    QString diskId;                         ///< of Delete: of the disk that was planned for
    std::vector<cloud::AttachedDisk> after; ///< the node's disks then
    /// Of Detach: its node is stopped, which is why no worker was asked. Else nothing is done.
    bool isOfStopped = false;
};

/// "create", "delete", "attach", "detach".
[[nodiscard]] QString verbOf(DiskAction action);
/// One sentence of what would be done: "Attach the disk data to pod, read-only."
[[nodiscard]] QString planTitle(const DiskPlan &plan);
/// What is there: the disks, who has them, and the nodes.
struct DiskFacts
{
    std::vector<cloud::Disk> disks;
    cloud::AttachedDisks attached;
    inventory::SharedSnapshot standing; ///< never null
    /// Projects and zones of theirs that did not tell all: there may be more.
    std::vector<std::pair<ProjectId, QString>> unreachable = {};
};
/// The facts of one project.
[[nodiscard]] DiskFacts diskFacts(
    const ProjectId &project, const cloud::DiskList &list, inventory::SharedSnapshot standing);
/// Which nodes have a disk.
[[nodiscard]] std::vector<NodeRef>
holdersOf(const cloud::Disk &disk, const cloud::AttachedDisks &attached);
/// The same as "pod (read-only)".
[[nodiscard]] QStringList
holdersText(const cloud::Disk &disk, const cloud::AttachedDisks &attached);

/// By the rules of the Cloud TPU API: same zone; a slice takes disks read-only; read-write is for
/// one alone; each generation its own types. Pure.
[[nodiscard]] DiskPlan planDisk(const DiskRequest &request, const DiskFacts &facts);

} // namespace podium::lifecycle
