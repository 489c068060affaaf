// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::cloud {

/// Whether a project has an API switched on.
enum class ServiceState { Unknown, Enabled, Disabled };

/// One limit of a region and what is used of it (Compute Engine).
struct RegionQuota
{
    QString metric; ///< "IN_USE_ADDRESSES"
    double limit = 0;
    double usage = 0;
    bool operator==(const RegionQuota &) const = default;
};

/// The answer of services.get (Service Usage API v1). `subject`, here and below: for errors.
[[nodiscard]] Result<ServiceState>
parseServiceState(const QByteArray &json, const QString &subject);

/// The answer of projects.testIamPermissions (Resource Manager API): those of the asked ones that
/// the caller has. Without any, the API leaves the member out.
[[nodiscard]] Result<QStringList>
parseGrantedPermissions(const QByteArray &json, const QString &subject);

/// The answer of regions.get (Compute API v1).
[[nodiscard]] Result<std::vector<RegionQuota>>
parseRegionQuotas(const QByteArray &json, const QString &subject);

/// The answer of routers.list (Compute API v1): whether any router of the region has a Cloud NAT
/// for the network of this name.
[[nodiscard]] Result<bool>
parseHasNat(const QByteArray &json, const QString &network, const QString &subject);

} // namespace podium::cloud
