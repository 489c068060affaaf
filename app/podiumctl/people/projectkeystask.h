// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/people/keys/projectkeys.h"

namespace podium::ctl {

/// `podiumctl people project-keys …`: the keys in a project's metadata.
class ProjectKeysTask final : public Task
{
    Q_OBJECT

public:
    /// All references must outlive it.
    ProjectKeysTask(
        cloud::ComputeClient &compute, const Clock &clock, PeopleArguments arguments,
        QObject *parent = nullptr);
    void start() override;

    [[nodiscard]] static bool does(PeopleAction action);

private:
    void add();
    void change(cloud::ComputeClient::Change change);
    void print(const Result<cloud::ProjectMetadata> &metadata);

    cloud::ComputeClient &m_compute;
    const Clock &m_clock;
    PeopleArguments m_arguments;
    ProjectId m_project;
};

} // namespace podium::ctl
