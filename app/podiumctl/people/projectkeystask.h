// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/people/keys/projectkeys.h"

namespace podium::ctl {

/// `podiumctl people project-keys …`: the keys in a project's metadata. Whoever has one is root on
/// each of its VMs: what a change would be is shown, and asked, first.
class ProjectKeysTask final : public Task
{
    Q_OBJECT

public:
    /// All references must outlive it.
    ProjectKeysTask(
        cloud::ComputeClient &compute, const Clock &clock, PeopleArguments arguments,
        QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

    [[nodiscard]] static bool does(PeopleAction action);

private:
    /// What the arguments make of the keys that are there.
    [[nodiscard]] Result<cloud::ComputeClient::Change> makeChange() const;
    [[nodiscard]] Result<cloud::ComputeClient::Change> makeAddition() const;
    void propose(const Result<cloud::ProjectMetadata> &read);
    void printPlan(const cloud::ProjectMetadata &metadata, const QString &after) const;
    void end(const Error &error);
    void print(const Result<cloud::ProjectMetadata> &metadata);

    cloud::ComputeClient &m_compute;
    const Clock &m_clock;
    PeopleArguments m_arguments;
    ProjectId m_project;
    cloud::ComputeClient::Change m_change; ///< none: they are listed
    bool m_isChanging = false;             ///< Google was asked to
};

} // namespace podium::ctl
