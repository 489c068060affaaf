// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/cloud/values/projectaccess.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::lifecycle {

/// A permission that Podium's jobs need, and for what.
struct NeededPermission
{
    QString name;    ///< "tpu.nodes.create"
    QString purpose; ///< "create nodes"
};
/// What Podium can be asked to do in a project, in the order in which people do it. Roles are not
/// asked for: a custom one may have any of these.
[[nodiscard]] const std::vector<NeededPermission> &neededPermissions();
[[nodiscard]] QStringList neededPermissionNames();

/// What is known of what can be done in a project. Nothing in it is ever taken for good news where
/// it is not known.
struct ProjectAccess
{
    cloud::ServiceState tpuApi = cloud::ServiceState::Unknown;
    cloud::ServiceState computeApi = cloud::ServiceState::Unknown;
    std::optional<Error> tpuError; ///< why that is unknown
    std::optional<Error> computeError;
    std::optional<QStringList> permissions; ///< those of the needed ones that there are
    std::optional<Error> permissionsError;
    QDateTime askedAt; ///< invalid: never, or not yet
    bool operator==(const ProjectAccess &) const = default;

    /// Purposes of the needed permissions that are missing; empty where that is unknown.
    [[nodiscard]] QStringList missingPurposes() const;
    [[nodiscard]] bool lacks(const QString &permission) const; ///< known to be missing
};

/// Words for an API: "on", "off", "unknown".
[[nodiscard]] QString serviceStateText(cloud::ServiceState state);
/// A sentence on the permissions.
[[nodiscard]] QString permissionsText(const ProjectAccess &access);

/// What a new node needs of its project beside TPUs.
struct CreateNeeds
{
    QString region; ///< "us-central1"
    int workers = 1;
    bool usesExternalIps = true;
    bool usesServiceAccount = false; ///< a named one
};
/// What is known of one region for that.
struct RegionState
{
    std::optional<std::vector<cloud::RegionQuota>> quotas;
    std::optional<bool> hasNat; ///< of the default network
};
/// What stands in the way of making a node, or may: a sentence each, the sure ones first.
struct CreateObstacles
{
    QStringList known;   ///< it would fail
    QStringList unknown; ///< what could not be found out
};
/// Pure.
[[nodiscard]] CreateObstacles
createObstacles(const ProjectAccess &access, const RegionState &region, const CreateNeeds &needs);

} // namespace podium::lifecycle
