// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantcoverage.h"
#include "core/lifecycle/request/noderequest.h"

#include <optional>
#include <vector>

namespace podium::lifecycle {

/// Whether a grant covers a request in one of its zones.
struct ZoneCoverage
{
    TpuRequest wanted;
    GrantVerdict verdict;

    [[nodiscard]] bool isCovered() const { return verdict.kind == GrantVerdict::Kind::Covered; }
};
using RequestCoverage = std::vector<ZoneCoverage>;

/// Zone by zone, in their order; none where the type is unknown. Pure.
[[nodiscard]] RequestCoverage coverageOf(
    const NodeRequest &request, const TpuGrants &grants, const inventory::Snapshot &standing,
    const QDateTime &now, const ProjectQueue &queue = {});
/// In each of the zones; not where there is none.
[[nodiscard]] bool isCovered(const RequestCoverage &coverage);
/// US dollars by list price, of the dearest zone that is not covered; nothing: one has no known
/// price, or all are covered.
[[nodiscard]] std::optional<double> dollarsPerDay(const RequestCoverage &coverage);

/// Of the zones those in which the request is not tried yet.
[[nodiscard]] std::vector<Zone>
newZones(const NodeRequest &request, const std::vector<Zone> &zones);
/// Of what new zones mean all that costs more than was confirmed for the request so far, or that
/// has no known price.
[[nodiscard]] RequestCoverage
unconfirmed(const NodeRequest &request, const RequestCoverage &coverage);

} // namespace podium::lifecycle
