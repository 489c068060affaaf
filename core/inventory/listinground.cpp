// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/listinground.h"

#include "core/base/log.h"
#include "core/inventory/inventorydiff.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace podium::inventory {

namespace {

ScopeProblem zoneProblem(const ProjectId &project, const Zone &zone)
{
    const QString subject = project.text() % QLatin1Char('/') % zone.text();
    return {
        project,
        zone,
        Error{
            ErrorKind::Unavailable, QStringLiteral("The zone %1 does not answer.").arg(zone.text()),
            QStringLiteral("Google lists it as unreachable; its nodes in %1 are shown as they were "
                           "last seen.")
                .arg(project.text()),
            QStringLiteral("Podium will ask again; see https://status.cloud.google.com."), subject},
        {}};
}

bool isNoAnswer(const Error &error)
{
    return error.kind == ErrorKind::Timeout || error.kind == ErrorKind::Network ||
           error.kind == ErrorKind::Unavailable;
}

/// Nodes that could not be read are a problem of their project: the rest of it is there.
Error unreadableNodes(const ProjectId &project, const std::vector<Error> &errors)
{
    Error error = errors.front();
    if (errors.size() > 1) {
        error.detail = QStringLiteral("%1 more nodes of %2 could not be read either.")
                           .arg(errors.size() - 1)
                           .arg(project.text());
    }
    return error;
}

} // namespace

Result<std::vector<cloud::Project>> namedProjects(const QStringList &words)
{
    std::vector<cloud::Project> projects;
    for (const QString &word : words) {
        const auto id = ProjectId::parse(word);
        if (!id) {
            return failure(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("\"%1\" is not the id of a project.").arg(word),
                 {},
                 QStringLiteral("podiumctl projects lists the ids."),
                 word});
        }
        if (std::none_of(projects.begin(), projects.end(), [&id](const cloud::Project &p) {
                return p.id == *id;
            })) {
            projects.push_back({*id, {}, {}});
        }
    }
    return projects;
}

bool takeKnownHostKeys(const Snapshot &known, cloud::Node &node)
{
    const NodeEntry *entry = known.find(node.ref);
    if (!entry || node.id.isEmpty() || !isSameMachine(entry->node, node) ||
        entry->node.workers.size() != node.workers.size()) {
        return false;
    }
    bool complete = true;
    for (std::size_t i = 0; i < node.workers.size(); ++i) {
        const cloud::Worker &before = entry->node.workers[i];
        node.workers[i].hostKeys = before.hostKeys;
        node.workers[i].instanceName = before.instanceName;
        complete = complete && !before.hostKeys.isEmpty() &&
                   before.externalIp == node.workers[i].externalIp &&
                   before.internalIp == node.workers[i].internalIp;
    }
    return complete;
}

ListingRound::ListingRound(
    cloud::ProjectsClient &projects, cloud::TpuClient &tpu, CloudNodeOptions options,
    Snapshot known, HostKeyQuestions &questions, QObject *parent)
    : QObject(parent)
    , m_projects(projects)
    , m_tpu(tpu)
    , m_options(std::move(options))
    , m_known(std::move(known))
    , m_questions(questions)
{}

void ListingRound::start()
{
    if (m_options.projects.isEmpty()) {
        m_projects.list({this, [this](const Result<std::vector<cloud::Project>> &projects) {
                             takeProjects(projects);
                         }});
        return;
    }
    // Later, like every other answer.
    QMetaObject::invokeMethod(
        this, [this] { takeProjects(namedProjects(m_options.projects)); }, Qt::QueuedConnection);
}

void ListingRound::takeProjects(const Result<std::vector<cloud::Project>> &projects)
{
    if (projects) {
        listNodes(*projects);
        return;
    }
    const bool mayFallBack = projects.error().kind != ErrorKind::Credentials &&
                             projects.error().kind != ErrorKind::InvalidArgument;
    const auto fallback = namedProjects(m_options.fallbackProjects);
    if (mayFallBack && fallback && !fallback->empty()) {
        logger("inventory")->info("The projects cannot be listed; asking for those that are set.");
        listNodes(*fallback);
        return;
    }
    m_listing.error = projects.error();
    emit finished(m_listing);
}

void ListingRound::listNodes(std::vector<cloud::Project> projects)
{
    for (const cloud::Project &project : projects) {
        m_projectsToAsk.push_back(project.id);
    }
    m_listing.projects = std::move(projects);
    startMoreProjects();
}

void ListingRound::startMoreProjects()
{
    while (m_underWay < m_options.projectsAtOnce && !m_projectsToAsk.empty()) {
        const ProjectId project = m_projectsToAsk.front();
        m_projectsToAsk.pop_front();
        ++m_underWay;
        m_tpu.listNodes(project, {this, [this, project](const Result<cloud::NodeList> &nodes) {
                                      --m_underWay;
                                      takeNodes(project, nodes);
                                      startMoreProjects();
                                  }});
    }
    if (m_underWay == 0) {
        readHostKeys();
    }
}

void ListingRound::takeNodes(const ProjectId &project, const Result<cloud::NodeList> &nodes)
{
    if (!nodes) {
        m_listing.problems.push_back({project, std::nullopt, nodes.error(), {}});
        return;
    }
    for (const QString &name : nodes->unreachable) {
        if (const auto zone = Zone::parse(name)) {
            m_listing.problems.push_back(zoneProblem(project, *zone));
        } else {
            Error error{
                ErrorKind::Unavailable,
                QStringLiteral("A part of %1 does not answer.").arg(project.text()), name,
                QStringLiteral("Podium will ask again."), project.text()};
            m_listing.problems.push_back({project, std::nullopt, error, {}});
        }
    }
    if (!nodes->errors.empty()) {
        m_listing.problems.push_back(
            {project, std::nullopt, unreadableNodes(project, nodes->errors), {}});
    }
    m_listing.nodes.insert(m_listing.nodes.end(), nodes->nodes.begin(), nodes->nodes.end());
}

void ListingRound::readHostKeys()
{
    const qint64 now = SystemClock().monotonicMs();
    for (std::size_t i = 0; i < m_listing.nodes.size(); ++i) {
        cloud::Node &node = m_listing.nodes[i];
        const bool areKnown = takeKnownHostKeys(m_known, node);
        if (!areKnown && node.state == cloud::NodeState::Ready && !node.workers.empty() &&
            m_questions.isDue(node, now)) {
            m_questions.asked(node, now);
            m_nodesToAsk.push_back(i);
        }
    }
    startMoreHostKeys();
}

void ListingRound::startMoreHostKeys()
{
    while (m_underWay < m_options.hostKeysAtOnce && !m_nodesToAsk.empty()) {
        const std::size_t node = m_nodesToAsk.front();
        m_nodesToAsk.pop_front();
        ++m_underWay;
        m_tpu.guestAttributes(
            m_listing.nodes[node].ref,
            {this, [this, node](const Result<std::vector<cloud::WorkerAttributes>> &workers) {
                 --m_underWay;
                 takeAttributes(node, workers);
                 startMoreHostKeys();
             }});
    }
    if (m_underWay == 0) {
        emit finished(m_listing);
    }
}

void ListingRound::takeAttributes(
    std::size_t index, const Result<std::vector<cloud::WorkerAttributes>> &workers)
{
    cloud::Node &node = m_listing.nodes[index];
    if (!workers) {
        // The switched-off attributes of a node are no fault: its keys are then learnt at login.
        logger("inventory")->info("{}", workers.error().text().toStdString());
        if (isNoAnswer(workers.error())) {
            m_nodesToAsk.clear(); // the nodes themselves are worth more than a wait for each
        }
        return;
    }
    if (workers->size() != node.workers.size()) {
        // Which entry belongs to which worker is not said; a guess could pin a wrong key.
        logger("inventory")
            ->info(
                "{} has {} workers and guest attributes of {}", node.ref.text().toStdString(),
                node.workers.size(), workers->size());
        return;
    }
    for (std::size_t i = 0; i < workers->size(); ++i) {
        const cloud::WorkerAttributes &said = workers->at(i);
        if (!said.hostKeys.isEmpty()) {
            node.workers[i].hostKeys = said.hostKeys;
        }
        if (!said.instanceName.isEmpty()) {
            node.workers[i].instanceName = said.instanceName;
        }
    }
}

} // namespace podium::inventory
