// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/cloudnodesource.h"

#include <QHash>

#include <deque>

namespace podium::inventory {

/// One question of CloudNodeSource: which projects, their nodes, then missing host keys.
class ListingRound final : public QObject
{
    Q_OBJECT

public:
    /// Clients and questions must outlive this.
    ListingRound(
        cloud::ProjectsClient &projects, cloud::TpuClient &tpu, CloudNodeOptions options,
        Snapshot known, HostKeyQuestions &questions, QObject *parent);

    void start();

signals:
    /// Once, later.
    void finished(const podium::inventory::Listing &listing);

private:
    void takeProjects(const Result<std::vector<cloud::Project>> &projects);
    void listNodes(std::vector<cloud::Project> projects);
    void startMoreProjects();
    void takeNodes(const ProjectId &project, const Result<cloud::NodeList> &nodes);
    void readHostKeys();
    void startMoreHostKeys();
    void
    takeAttributes(std::size_t index, const Result<std::vector<cloud::WorkerAttributes>> &workers);

    cloud::ProjectsClient &m_projects;
    cloud::TpuClient &m_tpu;
    CloudNodeOptions m_options;
    Snapshot m_known;
    HostKeyQuestions &m_questions;
    Listing m_listing;
    std::deque<ProjectId> m_projectsToAsk;
    std::deque<std::size_t> m_nodesToAsk; ///< indices in m_listing.nodes
    int m_underWay = 0;
};

/// The projects that the words name; InvalidArgument for one that cannot be a project's id.
[[nodiscard]] Result<std::vector<cloud::Project>> namedProjects(const QStringList &words);

/// Takes what `known` says of the host keys of the same machines; true where they are complete
/// and nothing suggests that they changed, so that they need not be asked for.
[[nodiscard]] bool takeKnownHostKeys(const Snapshot &known, cloud::Node &node);

} // namespace podium::inventory
