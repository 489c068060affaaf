// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/projectaccessfeed.h"

#include "core/lifecycle/access/accessquestion.h"

namespace podium::models {

using lifecycle::ProjectAccess;

ProjectAccessFeed::ProjectAccessFeed(
    cloud::AccessClient &client, const Clock &clock, std::chrono::seconds keep, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
    , m_keep(keep)
{}

ProjectAccess ProjectAccessFeed::of(const ProjectId &project) const
{
    const auto found = m_asked.find(project);
    return found == m_asked.end() ? ProjectAccess() : found->second.access;
}

bool ProjectAccessFeed::isAsking(const ProjectId &project) const
{
    const auto found = m_asked.find(project);
    return found != m_asked.end() && found->second.isOpen;
}

void ProjectAccessFeed::want(const ProjectId &project, bool anew)
{
    Asked &asked = m_asked[project];
    const bool isYoung =
        asked.access.askedAt.isValid() && m_clock.monotonicMs() - asked.askedMs < m_keep.count();
    if (asked.isOpen || (isYoung && !anew)) {
        return;
    }
    asked.isOpen = true;
    lifecycle::askAccess(m_client, project, {this, [this, project](const ProjectAccess &access) {
                                                 answered(project, access);
                                             }});
}

void ProjectAccessFeed::answered(const ProjectId &project, const ProjectAccess &access)
{
    Asked &asked = m_asked[project];
    asked.isOpen = false;
    asked.access = access;
    asked.access.askedAt = m_clock.now();
    asked.askedMs = m_clock.monotonicMs();
    emit changed(project);
}

} // namespace podium::models
