// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/disk.h"
#include "core/cloud/values/operationjson.h"

#include <QObject>

namespace podium::cloud {

class HttpClient;

/// All disks of a project, who has them, and which zones did not say theirs.
struct DiskList
{
    std::vector<Disk> disks; ///< by zone and name
    AttachedDisks attached;
    QStringList unreachable;

    bool operator==(const DiskList &) const = default;
};

/// Disks of the Compute API v1, and those of nodes by the Cloud TPU API v2alpha1. Lives on one
/// thread, blocks never. A change is sent once: after Network, Timeout or Unavailable nobody knows
/// whether it was heard.
class DisksClient final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    DisksClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent = nullptr);

    void list(const ProjectId &project, Callback<Result<DiskList>> done);
    /// NotFound where there is none (any more).
    void disk(
        const ProjectId &project, const Zone &zone, const QString &name,
        Callback<Result<Disk>> done);
    /// Name, zone, type and size count.
    void create(const Disk &disk, Callback<Result<Operation>> done);
    void remove(const Disk &disk, Callback<Result<Operation>> done);
    /// How far an operation of the zone is; `action` says for errors what it does.
    void operation(
        const ProjectId &project, const Zone &zone, const QString &name, const QString &action,
        Callback<Result<Operation>> done);

    /// The data disks of one node.
    void attached(const NodeRef &node, Callback<Result<std::vector<AttachedDisk>>> done);
    /// Replaces the data disks of a node; the operation is of the Cloud TPU API.
    void setAttached(
        const NodeRef &node, const std::vector<AttachedDisk> &disks,
        Callback<Result<Operation>> done);

private:
    /// Who has the disks of a list.
    void addAttached(const ProjectId &project, DiskList disks, Callback<Result<DiskList>> done);
    [[nodiscard]] QUrl nodeUrl(const NodeRef &node, const ApiQuery &query) const;
    [[nodiscard]] QUrl
    diskUrl(const ProjectId &project, const Zone &zone, const QString &name) const;

    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
