// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/planner.h"

#include "core/base/jobs.h"
#include "core/people/keys/ownkeys.h"

#include <utility>

namespace podium::people {

namespace {

/// Whoever draws the plans needs some milliseconds each time.
constexpr qint64 PauseMs = 250;

} // namespace

Planner::Planner(Needs needs, QObject *parent) : QObject(parent), m_needs(std::move(needs)) {}

void Planner::plan()
{
    if (m_isPlanning) {
        m_mustPlanAgain = true;
        return;
    }
    m_isPlanning = true;
    runJob(
        this,
        [facts = m_needs.facts(), defaults = m_needs.defaults()]() mutable {
            facts.ownKeys = ownPublicKeys(defaults.identityFiles);
            return Planned{std::make_shared<const Planning>(planAll(facts)), facts.ownKeys};
        },
        [this](Planned planned) { onPlanned(std::move(planned)); });
}

void Planner::onPlanned(Planned planned)
{
    m_isPlanning = false;
    const bool isCurrent = !std::exchange(m_mustPlanAgain, false);
    if (!isCurrent) {
        plan();
    }
    const qint64 now = m_needs.clock.monotonicMs();
    if (!isCurrent && m_toldAtMs && now - *m_toldAtMs < PauseMs) {
        releaseInPool(std::move(planned.planning));
        return;
    }
    m_toldAtMs = now;
    auto before = std::exchange(m_planning, std::move(planned.planning));
    m_ownKeys = std::move(planned.ownKeys);
    emit this->planned();
    releaseInPool(std::move(before));
}

} // namespace podium::people
