// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/cloudnodesource.h"

#include <QTimer>

#include <deque>
#include <map>
#include <vector>

namespace podium::inventory {

/// What outlives one question: who failed lately, what was asked in vain, who still isPending an
/// answer.
struct ListingMemory
{
    ProjectBackoff backoff;
    HostKeyQuestions hostKeys;
    std::vector<ProjectId> owing; ///< asked by an earlier round, not answered yet
};

/// One question of CloudNodeSource: which projects, their nodes, then missing host keys. Tells
/// what it has while it goes on. Ends when all have answered, or when the last ones have been
/// waited for long enough: then it lives on until those have answered too.
class NodeListRequest final : public QObject
{
    Q_OBJECT

public:
    /// Clients and memory must outlive this.
    NodeListRequest(
        cloud::ProjectsClient &projects, cloud::TpuClient &tpu, const CloudNodeOptions &options,
        const Question &question, ListingMemory &memory, QObject *parent);

    void start();

signals:
    /// Projects that have answered since the last time; also after finished(), those that were
    /// not waited for.
    void progressed(const podium::inventory::Listing &listing);
    /// Once, later: what was not told before.
    void finished(const podium::inventory::Listing &listing);
    /// Nothing more comes.
    void over();

private:
    /// What a project has answered.
    struct Part
    {
        std::vector<cloud::Node> nodes;
        std::vector<ScopeProblem> problems;
        int keysAwaited = 0;
        bool isNew = false;  ///< to be told
        bool isOwed = false; ///< asked by an earlier round
    };

    void handleProjects(const Result<cloud::ProjectList> &projects);
    void handleNamed();
    /// The list of projects was not to be had: asks for those that are set or were there before.
    void goWithout(const Error &error);
    void end(const Error &error);
    void listNodes(std::vector<cloud::Project> projects);
    [[nodiscard]] ScopeProblem whyMissing(const ProjectId &project) const;
    [[nodiscard]] bool passOver(const ProjectId &project);
    void startMore();
    void askProject(const ProjectId &project);
    void handleNodes(const ProjectId &project, Result<cloud::NodeList> nodes);
    void
    handleList(const ProjectId &project, cloud::NodeList list, const std::optional<Error> &doubt);
    /// A list that ends with nothing, and lacks nodes: asks for one of these by its name.
    void askWhetherGone(const ProjectId &project, const NodeRef &missing, cloud::NodeList list);
    void handlePrepared(const ProjectId &project, PreparedNodes prepared);
    void askHostKeys(const ProjectId &project, const MissingKeys &missing);
    void handleAttributes(
        const ProjectId &project, std::size_t node,
        const Result<std::vector<cloud::WorkerAttributes>> &workers);
    void partChanged();
    void endWait();
    void finish();
    [[nodiscard]] Listing handleNews();

    cloud::ProjectsClient &m_projects;
    cloud::TpuClient &m_tpu;
    CloudNodeOptions m_options;
    SharedSnapshot m_known;
    Urgency m_urgency;
    ListingMemory &m_memory;
    std::vector<cloud::Project> m_allProjects;
    Coverage::Projects m_otherProjects = Coverage::Projects::All;
    std::optional<Error> m_projectsError;
    std::optional<Error> m_keysError;
    std::map<ProjectId, Part> m_parts;
    std::deque<ProjectId> m_projectsToAsk;
    std::deque<std::pair<ProjectId, MissingKeys>> m_keysToAsk;
    std::vector<ProjectId> m_asking; ///< whose answer is awaited
    std::map<ProjectId, Error> m_failedTries;
    int m_keysAsked = 0;
    bool m_isFinished = false;
    QTimer m_tell;
    QTimer m_limit;
};

/// The projects that the words name; InvalidArgument for one that cannot be a project's id.
[[nodiscard]] Result<std::vector<cloud::Project>> namedProjects(const QStringList &words);

} // namespace podium::inventory
