// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/quotafeed.h"

namespace podium::models {

QuotaFeed::QuotaFeed(
    cloud::AccessClient &client, const Clock &clock, std::chrono::seconds keep, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
    , m_keep(keep)
{}

QuotaFeed::State QuotaFeed::of(const ProjectId &project) const
{
    const auto found = m_asked.find(project);
    return found == m_asked.end() ? State() : found->second.state;
}

void QuotaFeed::want(const ProjectId &project, bool anew)
{
    const auto [known, isNew] = m_asked.try_emplace(project);
    Asked &asked = known->second;
    const bool isYoung = !isNew && m_clock.monotonicMs() - asked.askedMs < qint64(m_keep.count());
    if (asked.state.isAsking || (isYoung && !anew)) {
        return;
    }
    asked.state.isAsking = true;
    asked.askedMs = m_clock.monotonicMs();
    m_client.tpuQuotas(project, {this, [this, project](const Result<cloud::QuotaLimits> &limits) {
                                     handleAnswer(project, limits);
                                 }});
}

/// Limits seldom change: those of before stay where they cannot be had again.
void QuotaFeed::handleAnswer(const ProjectId &project, const Result<cloud::QuotaLimits> &limits)
{
    State &state = m_asked[project].state;
    state.isAsking = false;
    state.error = limits ? std::nullopt : std::optional(limits.error());
    if (limits) {
        state.limits = *limits;
    }
    emit changed(project);
}

} // namespace podium::models
