// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/createchecks.h"

#include "core/lifecycle/tpuquota.h"
#include "core/lifecycle/tputype.h"

#include <algorithm>

namespace podium::models {

using lifecycle::CreateObstacles;

CreateChecks::CreateChecks(
    cloud::AccessClient &client, ProjectAccessFeed &access, QuotaFeed &quotas, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_access(access)
    , m_quotas(quotas)
{
    connect(&quotas, &QuotaFeed::changed, this, &CreateChecks::changed);
    connect(&access, &ProjectAccessFeed::changed, this, &CreateChecks::changed);
}

void CreateChecks::want(const ProjectId &project, const QStringList &regions)
{
    m_access.want(project);
    m_quotas.want(project);
    for (const QString &region : regions) {
        const Key key(project, region);
        if (m_regions.find(key) == m_regions.end()) {
            ask(key);
        }
    }
}

void CreateChecks::forgetRegions()
{
    std::erase_if(m_regions, [](const auto &region) { return region.second.open == 0; });
}

void CreateChecks::ask(const Key &key)
{
    m_regions[key].open = 2;
    const auto answered = [this, key] {
        --m_regions[key].open;
        emit changed();
    };
    m_client.regionQuotas(
        key.first, key.second,
        {this, [this, key, answered](const Result<std::vector<cloud::RegionQuota>> &quotas) {
             if (quotas) {
                 m_regions[key].state.quotas = *quotas;
             }
             answered();
         }});
    m_client.hasNat(
        key.first, key.second, QStringLiteral("default"),
        {this, [this, key, answered](const Result<bool> &hasNat) {
             if (hasNat) {
                 m_regions[key].state.hasNat = *hasNat;
             }
             answered();
         }});
}

CreateObstacles
CreateChecks::obstacles(const ProjectId &project, const lifecycle::CreateNeeds &needs) const
{
    const auto region = m_regions.find({project, needs.region});
    return lifecycle::createObstacles(
        m_access.of(project),
        region == m_regions.end() ? lifecycle::RegionState() : region->second.state, needs);
}

QuotaFeed::State CreateChecks::quota(const ProjectId &project) const
{
    return m_quotas.of(project);
}

bool CreateChecks::isAsking(const ProjectId &project) const
{
    return m_access.isAsking(project) || m_quotas.of(project).isAsking ||
           std::any_of(m_regions.begin(), m_regions.end(), [&project](const auto &region) {
               return region.first.first == project && region.second.open > 0;
           });
}

std::vector<lifecycle::CreateNeeds> createNeeds(const lifecycle::NodeRequest &request)
{
    std::vector<lifecycle::CreateNeeds> all;
    const auto type = lifecycle::parseTpuType(request.spec.type);
    for (const Zone &zone : request.zones) {
        lifecycle::CreateNeeds needs;
        needs.region = zone.text().section(QLatin1Char('-'), 0, -2);
        needs.workers = type ? type->workers() : 1;
        needs.usesExternalIps = !request.spec.isInternal;
        needs.usesServiceAccount = !request.spec.serviceAccount.isEmpty();
        const bool isNew = std::none_of(all.begin(), all.end(), [&needs](const auto &each) {
            return each.region == needs.region;
        });
        if (isNew) {
            all.push_back(std::move(needs));
        }
    }
    return all;
}

QStringList regionsOf(const std::vector<lifecycle::CreateNeeds> &needs)
{
    QStringList regions;
    for (const lifecycle::CreateNeeds &each : needs) {
        regions << each.region;
    }
    return regions;
}

namespace {

/// By the TPU quota of its zones.
CreateObstacles quotaObstaclesOf(
    const QuotaFeed::State &quota, const lifecycle::NodeRequest &request,
    const inventory::Snapshot &standing, const lifecycle::ProjectQueue &queue)
{
    CreateObstacles found;
    const auto type = lifecycle::parseTpuType(request.spec.type);
    if (!quota.limits && quota.error) {
        found.unknown
            << CreateChecks::tr("The TPU quota is not known: %1").arg(quota.error->summary);
    }
    if (!quota.limits || !type) {
        return found;
    }
    for (const Zone &zone : request.zones) {
        found.known += lifecycle::quotaObstacles(
            {request.project, zone, *type, request.spec.spot}, *quota.limits, standing, queue);
    }
    return found;
}

} // namespace

QString obstaclesText(
    const CreateChecks &checks, const lifecycle::NodeRequest &request,
    const inventory::Snapshot &standing, const lifecycle::ProjectQueue &queue)
{
    if (checks.isAsking(request.project)) {
        return CreateChecks::tr("Checking permissions and quota…");
    }
    const CreateObstacles quota =
        quotaObstaclesOf(checks.quota(request.project), request, standing, queue);
    QStringList known = quota.known;
    QStringList unknown = quota.unknown;
    for (const lifecycle::CreateNeeds &each : createNeeds(request)) {
        const CreateObstacles found = checks.obstacles(request.project, each);
        known += found.known;
        unknown += found.unknown;
    }
    QStringList all = known + unknown;
    all.removeDuplicates();
    return all.join(QLatin1Char('\n'));
}

} // namespace podium::models
