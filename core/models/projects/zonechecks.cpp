// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/zonechecks.h"

namespace podium::models {

ZoneChecks::ZoneChecks(
    const inventory::Inventory &inventory, const lifecycle::GrantStore &grants, QueueFeed &queues,
    const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_store(grants)
    , m_queues(queues)
    , m_clock(clock)
{
    connect(&inventory, &inventory::Inventory::changed, this, &ZoneChecks::changed);
    connect(&queues, &QueueFeed::changed, this, &ZoneChecks::changed);
}

void ZoneChecks::want(const ProjectId &project)
{
    m_grants.reset();
    m_store.load({this, [this](const Result<lifecycle::TpuGrants> &grants) {
                      m_grants = grants;
                      emit changed();
                  }});
    m_queues.want(project);
}

ZonesPlan
ZoneChecks::plan(const lifecycle::NodeRequest &request, const std::vector<Zone> &zones) const
{
    if (m_grants && *m_grants) {
        return planZones(
            request, zones, **m_grants, m_inventory.snapshot(), m_clock.now(),
            m_queues.of(request.project));
    }
    ZonesPlan plan;
    plan.problem = m_grants ? m_grants->error().summary : tr("The TPU grants are being read.");
    return plan;
}

} // namespace podium::models
