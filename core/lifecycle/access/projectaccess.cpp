// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/access/projectaccess.h"

#include <algorithm>

namespace podium::lifecycle {

using cloud::ServiceState;

const std::vector<NeededPermission> &neededPermissions()
{
    // As the Cloud TPU API's own documentation and gcloud name them. Queued resources have none of
    // their own: they go by those of nodes.
    static const std::vector<NeededPermission> needed{
        {QStringLiteral("tpu.nodes.list"), QStringLiteral("see nodes")},
        {QStringLiteral("tpu.nodes.create"), QStringLiteral("create nodes")},
        {QStringLiteral("tpu.nodes.delete"), QStringLiteral("delete nodes")},
        {QStringLiteral("tpu.nodes.start"), QStringLiteral("start nodes")},
        {QStringLiteral("tpu.nodes.stop"), QStringLiteral("stop nodes")},
        {QStringLiteral("tpu.nodes.update"), QStringLiteral("change nodes, attach disks")},
        {QStringLiteral("tpu.operations.get"), QStringLiteral("see how far a change of a node is")},
        {QStringLiteral("compute.projects.get"), QStringLiteral("read the project's keys")},
        {QStringLiteral("compute.projects.setCommonInstanceMetadata"),
         QStringLiteral("change the project's keys")},
        {QStringLiteral("compute.regions.get"), QStringLiteral("read address quotas")},
        {QStringLiteral("compute.disks.list"), QStringLiteral("see disks")},
        {QStringLiteral("compute.disks.create"), QStringLiteral("create disks")},
        {QStringLiteral("compute.disks.delete"), QStringLiteral("delete disks")},
        {QStringLiteral("compute.disks.use"), QStringLiteral("attach disks")},
        {QStringLiteral("iam.serviceAccounts.actAs"),
         QStringLiteral("give nodes a service account")},
    };
    return needed;
}

QStringList neededPermissionNames()
{
    QStringList names;
    for (const NeededPermission &needed : neededPermissions()) {
        names << needed.name;
    }
    return names;
}

QStringList ProjectAccess::missingPurposes() const
{
    QStringList purposes;
    for (const NeededPermission &needed : neededPermissions()) {
        if (lacks(needed.name)) {
            purposes << needed.purpose;
        }
    }
    return purposes;
}

bool ProjectAccess::lacks(const QString &permission) const
{
    return permissions && !permissions->contains(permission);
}

QString serviceStateText(ServiceState state)
{
    switch (state) {
    case ServiceState::Enabled:
        return QStringLiteral("on");
    case ServiceState::Disabled:
        return QStringLiteral("off");
    case ServiceState::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

QString permissionsText(const ProjectAccess &access)
{
    if (!access.permissions) {
        return access.permissionsError ? access.permissionsError->text()
                                       : QStringLiteral("Not asked yet.");
    }
    const QStringList missing = access.missingPurposes();
    return missing.isEmpty()
               ? QStringLiteral("You may do everything that Podium can.")
               : QStringLiteral("You may not: %1.").arg(missing.join(QStringLiteral("; ")));
}

namespace {

void judgeAddresses(const RegionState &region, const CreateNeeds &needs, CreateObstacles &obstacles)
{
    const auto isAddresses = [](const cloud::RegionQuota &quota) {
        return quota.metric == QLatin1String("IN_USE_ADDRESSES");
    };
    const auto quota = region.quotas
                           ? std::find_if(region.quotas->begin(), region.quotas->end(), isAddresses)
                           : std::vector<cloud::RegionQuota>::const_iterator();
    if (!region.quotas || quota == region.quotas->end()) {
        obstacles.unknown << QStringLiteral("Whether %1 has enough external addresses is unknown.")
                                 .arg(needs.region);
        return;
    }
    const int left = std::max(0, int(quota->limit - quota->usage));
    if (left < needs.workers) {
        obstacles.known << QStringLiteral(
                               "It needs %1 external addresses (one a worker), and %2 has %3 left "
                               "of %4 (IN_USE_ADDRESSES).")
                               .arg(needs.workers)
                               .arg(needs.region)
                               .arg(left)
                               .arg(int(quota->limit));
    }
}

void judgeWayOut(const RegionState &region, const CreateNeeds &needs, CreateObstacles &obstacles)
{
    if (!region.hasNat) {
        obstacles.unknown << QStringLiteral("Whether workers without an external address reach the "
                                            "Internet from %1 (Cloud NAT) is unknown.")
                                 .arg(needs.region);
    } else if (!*region.hasNat) {
        obstacles.known << QStringLiteral("Without external addresses its workers do not reach the "
                                          "Internet: %1 has no Cloud NAT.")
                               .arg(needs.region);
    }
}

} // namespace

CreateObstacles
createObstacles(const ProjectAccess &access, const RegionState &region, const CreateNeeds &needs)
{
    CreateObstacles obstacles;
    if (access.tpuApi == ServiceState::Disabled) {
        obstacles.known << QStringLiteral("The Cloud TPU API is off in this project.");
    }
    if (access.lacks(QStringLiteral("tpu.nodes.create"))) {
        obstacles.known << QStringLiteral("You lack the permission tpu.nodes.create.");
    }
    if (needs.usesServiceAccount && access.lacks(QStringLiteral("iam.serviceAccounts.actAs"))) {
        obstacles.known << QStringLiteral("You lack the permission iam.serviceAccounts.actAs.");
    }
    if (!access.permissions) {
        obstacles.unknown << QStringLiteral("Whether you may create nodes there is unknown.");
    }
    needs.usesExternalIps ? judgeAddresses(region, needs, obstacles)
                          : judgeWayOut(region, needs, obstacles);
    return obstacles;
}

} // namespace podium::lifecycle
