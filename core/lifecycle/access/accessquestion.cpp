// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/access/accessquestion.h"

#include "core/cloud/clients/accessclient.h"

#include <memory>

namespace podium::lifecycle {

namespace {

struct OpenQuestion
{
    Callback<ProjectAccess> done;
    ProjectAccess access;
    int open = 0; ///< answers that are still to come

    void answered()
    {
        if (--open == 0) {
            done(access);
        }
    }
};

} // namespace

void askAccess(
    cloud::AccessClient &client, const ProjectId &project, const Callback<ProjectAccess> &done)
{
    using cloud::ServiceState;
    const auto question = std::make_shared<OpenQuestion>(OpenQuestion{done, {}, 3});
    const auto ask = [&client, &project, question](
                         const QString &service, ServiceState ProjectAccess::*state,
                         std::optional<Error> ProjectAccess::*error) {
        client.service(
            project, service,
            {&client, [question, state, error](const Result<ServiceState> &answer) {
                 question->access.*state = answer.value_or(ServiceState::Unknown);
                 question->access.*error = answer ? std::nullopt : std::optional(answer.error());
                 question->answered();
             }});
    };
    ask(QStringLiteral("tpu.googleapis.com"), &ProjectAccess::tpuApi, &ProjectAccess::tpuError);
    ask(QStringLiteral("compute.googleapis.com"), &ProjectAccess::computeApi,
        &ProjectAccess::computeError);
    client.permissions(
        project, neededPermissionNames(), {&client, [question](const Result<QStringList> &granted) {
                                               if (granted) {
                                                   question->access.permissions = *granted;
                                               } else {
                                                   question->access.permissionsError =
                                                       granted.error();
                                               }
                                               question->answered();
                                           }});
}

} // namespace podium::lifecycle
