// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <vector>

namespace podium::cloud {

/// A disk of one zone as the Compute API v1 describes it. Texts come from the cloud and may be
/// hostile.
struct Disk
{
    ProjectId project;
    Zone zone;
    QString name;
    QString type; ///< "pd-balanced"
    qint64 gib = 0;
    QString status;    ///< READY, CREATING …
    QStringList users; ///< names of the machines that have it; a TPU's workers among them or not
    QString id = {};   ///< another one of the same name has another; empty: not known
    bool operator==(const Disk &) const = default;

    /// "projects/P/zones/Z/disks/D", as nodes name it.
    [[nodiscard]] QString source() const;
};

/// A disk that a node has (AttachedDisk of the Cloud TPU API v2alpha1).
struct AttachedDisk
{
    QString source; ///< "projects/P/zones/Z/disks/D"; P may be the project's number
    bool isReadOnly = false;
    QStringList workerIds; ///< which workers have it; empty: all
    bool operator==(const AttachedDisk &) const = default;

    [[nodiscard]] bool isOf(const Disk &disk) const;
};
/// The data disks of nodes; those without any are missing.
using AttachedDisks = std::map<NodeRef, std::vector<AttachedDisk>>;

/// One page of the nodes of a project, as far as their disks go.
struct AttachedDiskPage
{
    AttachedDisks disks;
    QString nextPageToken;
    QStringList unreachable;
};
/// The answer of nodes.list.
[[nodiscard]] Result<AttachedDiskPage>
parseAttachedDiskPage(const QByteArray &json, const ProjectId &project);
/// The answer of nodes.get.
[[nodiscard]] Result<std::vector<AttachedDisk>>
parseAttachedDisks(const QByteArray &json, const NodeRef &node);

/// One page of the disks of a project.
struct DiskPage
{
    std::vector<Disk> disks;
    QString nextPageToken;
    QStringList unreachable; ///< zones that did not answer: what they have is not known
};

/// The answer of disks.aggregatedList.
[[nodiscard]] Result<DiskPage> parseDiskPage(const QByteArray &json, const ProjectId &project);
/// The answer of disks.get.
[[nodiscard]] Result<Disk> parseDisk(const QByteArray &json, const ProjectId &project);
/// Whether this is a disk's name.
[[nodiscard]] bool isDiskName(const QString &name);

/// The body of disks.insert.
[[nodiscard]] QByteArray writeNewDisk(const Disk &disk);
/// The body of nodes.patch with the mask data_disks (Cloud TPU API v2alpha1).
[[nodiscard]] QByteArray writeDataDisks(const std::vector<AttachedDisk> &disks);

} // namespace podium::cloud
