// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/accessclient.h"
#include "core/lifecycle/access/projectaccess.h"
#include "core/lifecycle/grantcoverage.h"
#include "core/lifecycle/request/noderequest.h"
#include "core/models/projects/projectaccessfeed.h"
#include "core/models/projects/quotafeed.h"

#include <QObject>

#include <map>
#include <utility>
#include <vector>

namespace podium::models {

/// What stands in the way of a new node, asked for as its form is filled in. Lives on one thread.
class CreateChecks final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    CreateChecks(
        cloud::AccessClient &client, ProjectAccessFeed &access, QuotaFeed &quotas,
        QObject *parent = nullptr);

    /// Asks for what is not known yet of the project and these regions; once each.
    void want(const ProjectId &project, const QStringList &regions);
    /// Regions are asked anew: their addresses come and go, and a failure is not for ever.
    void forgetRegions();
    /// By what is known now.
    [[nodiscard]] lifecycle::CreateObstacles
    obstacles(const ProjectId &project, const lifecycle::CreateNeeds &needs) const;
    [[nodiscard]] QuotaFeed::State quota(const ProjectId &project) const;
    /// Whether an answer is still to come.
    [[nodiscard]] bool isAsking(const ProjectId &project) const;

signals:
    void changed();

private:
    struct Region
    {
        lifecycle::RegionState state;
        int open = 0; ///< answers that are still to come
    };
    using Key = std::pair<ProjectId, QString>;
    void ask(const Key &key);

    cloud::AccessClient &m_client;
    ProjectAccessFeed &m_access;
    QuotaFeed &m_quotas;
    std::map<Key, Region> m_regions;
};

/// What a request needs of each region of its zones. Pure, as the next.
[[nodiscard]] std::vector<lifecycle::CreateNeeds>
createNeeds(const lifecycle::NodeRequest &request);
[[nodiscard]] QStringList regionsOf(const std::vector<lifecycle::CreateNeeds> &needs);
/// What stands in the way, or may, a sentence a line, each once; empty: nothing does.
[[nodiscard]] QString obstaclesText(
    const CreateChecks &checks, const lifecycle::NodeRequest &request,
    const inventory::Snapshot &standing, const lifecycle::ProjectQueue &queue);

} // namespace podium::models
