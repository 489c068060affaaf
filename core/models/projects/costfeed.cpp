// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/costfeed.h"

#include "core/base/jobs.h"
#include "core/models/projects/observations.h"

#include <utility>

namespace podium::models {

CostFeed::CostFeed(
    store::History &history, const GrantBook &grants, const inventory::Inventory &inventory,
    const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_history(history)
    , m_grants(grants)
    , m_inventory(inventory)
    , m_clock(clock)
{}

const ProjectCost *CostFeed::of(const ProjectId &project) const
{
    return m_cost && m_cost->project == project ? &*m_cost : nullptr;
}

void CostFeed::want(const ProjectId &project)
{
    if (m_isBusy) {
        m_next = project;
        return;
    }
    m_isBusy = true;
    const QDate first = m_clock.now().toUTC().date().addDays(1 - Days);
    m_history.seenNodes(
        QDateTime(first, QTime(0, 0), Qt::UTC),
        {this, [this, project](const Result<store::SeenNodes> &seen) {
             if (seen) {
                 compute(project, *seen);
             } else {
                 fail(project, seen.error());
             }
         }});
}

void CostFeed::compute(const ProjectId &project, const store::SeenNodes &seen)
{
    const QDate today = m_clock.now().toUTC().date();
    const auto work = [project, seen, today, standing = m_inventory.sharedSnapshot(),
                       grants = m_grants.grants()] {
        return ProjectCost{
            project,
            lifecycle::costReport(
                observationsOf(seen, *standing), grants, today.addDays(1 - Days), today, project),
            seen.since};
    };
    runJob(this, work, [this](const ProjectCost &cost) {
        m_cost = cost;
        emit changed(cost.project);
        finish();
    });
}

/// What was added up before stays.
void CostFeed::fail(const ProjectId &project, const Error &error)
{
    if (!of(project)) {
        m_cost = ProjectCost{project, {}, {}, error};
        emit changed(project);
    }
    emit failed(error);
    finish();
}

void CostFeed::finish()
{
    m_isBusy = false;
    if (const auto next = std::exchange(m_next, std::nullopt)) {
        want(*next);
    }
}

} // namespace podium::models
