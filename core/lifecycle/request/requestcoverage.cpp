// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestcoverage.h"

#include <algorithm>
#include <iterator>

namespace podium::lifecycle {

RequestCoverage coverageOf(
    const NodeRequest &request, const TpuGrants &grants, const inventory::Snapshot &standing,
    const QDateTime &now, const ProjectQueue &queue)
{
    RequestCoverage coverage;
    const auto type = parseTpuType(request.spec.type);
    for (std::size_t i = 0; type && i < request.zones.size(); ++i) {
        const TpuRequest wanted{
            request.project, request.zones[i], *type, request.spec.spot,
            request.means == Means::FlexStart};
        coverage.push_back({wanted, grantVerdict(wanted, grants, standing, now, queue)});
    }
    return coverage;
}

bool isCovered(const RequestCoverage &coverage)
{
    return !coverage.empty() &&
           std::all_of(coverage.begin(), coverage.end(), [](const ZoneCoverage &zone) {
               return zone.isCovered();
           });
}

std::optional<double> dollarsPerDay(const RequestCoverage &coverage)
{
    std::optional<double> most;
    for (const ZoneCoverage &zone : coverage) {
        if (zone.isCovered()) {
            continue;
        }
        if (!zone.verdict.dollarsPerDay) {
            return {};
        }
        most = std::max(most.value_or(0), *zone.verdict.dollarsPerDay);
    }
    return most;
}

std::vector<Zone> newZones(const NodeRequest &request, const std::vector<Zone> &zones)
{
    std::vector<Zone> fresh;
    std::copy_if(
        zones.begin(), zones.end(), std::back_inserter(fresh), [&request](const Zone &zone) {
            return std::find(request.zones.begin(), request.zones.end(), zone) ==
                   request.zones.end();
        });
    return fresh;
}

RequestCoverage unconfirmed(const NodeRequest &request, const RequestCoverage &coverage)
{
    RequestCoverage costly;
    std::copy_if(
        coverage.begin(), coverage.end(), std::back_inserter(costly),
        [&request](const ZoneCoverage &zone) {
            const auto &price = zone.verdict.dollarsPerDay;
            const auto &agreed = request.confirmedDollarsPerDay;
            return !zone.isCovered() && (!price || !agreed || *price > *agreed);
        });
    return costly;
}

} // namespace podium::lifecycle
