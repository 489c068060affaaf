// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/projectaccessfeed.h"

namespace podium::models {

using cloud::ServiceState;
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
    return found != m_asked.end() && found->second.open > 0;
}

void ProjectAccessFeed::want(const ProjectId &project, bool anew)
{
    Asked &asked = m_asked[project];
    const bool isYoung =
        asked.access.askedAt.isValid() && m_clock.monotonicMs() - asked.askedMs < m_keep.count();
    if (asked.open > 0 || (isYoung && !anew)) {
        return;
    }
    asked.coming = {};
    asked.open = 3;
    const auto ask = [this, project](
                         const QString &service, ServiceState ProjectAccess::*state,
                         std::optional<Error> ProjectAccess::*error) {
        m_client.service(
            project, service,
            {this, [this, project, state, error](const Result<ServiceState> &answer) {
                 ProjectAccess &coming = m_asked[project].coming;
                 coming.*state = answer.value_or(ServiceState::Unknown);
                 coming.*error = answer ? std::nullopt : std::optional(answer.error());
                 answered(project);
             }});
    };
    ask(QStringLiteral("tpu.googleapis.com"), &ProjectAccess::tpuApi, &ProjectAccess::tpuError);
    ask(QStringLiteral("compute.googleapis.com"), &ProjectAccess::computeApi,
        &ProjectAccess::computeError);
    m_client.permissions(
        project, lifecycle::neededPermissionNames(),
        {this, [this, project](const Result<QStringList> &granted) {
             ProjectAccess &coming = m_asked[project].coming;
             if (granted) {
                 coming.permissions = *granted;
             } else {
                 coming.permissionsError = granted.error();
             }
             answered(project);
         }});
}

void ProjectAccessFeed::answered(const ProjectId &project)
{
    Asked &asked = m_asked[project];
    if (--asked.open > 0) {
        return;
    }
    asked.access = asked.coming;
    asked.access.askedAt = m_clock.now();
    asked.askedMs = m_clock.monotonicMs();
    emit changed(project);
}

} // namespace podium::models
