// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/nodelistrequest.h"

#include "core/base/jobs.h"
#include "core/base/log.h"
#include "core/inventory/doubtfullists.h"
#include "core/inventory/scopeproblems.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>

namespace podium::inventory {

namespace {

bool isNoAnswer(const Error &error)
{
    return error.kind == ErrorKind::Timeout || error.kind == ErrorKind::Network ||
           error.kind == ErrorKind::Unavailable;
}

bool contains(const std::vector<ProjectId> &projects, const ProjectId &project)
{
    return std::find(projects.begin(), projects.end(), project) != projects.end();
}

/// Whether anything was said.
bool adoptAttributes(const cloud::WorkerAttributes &said, cloud::Worker &worker)
{
    if (!said.hostKeys.isEmpty()) {
        worker.hostKeys = said.hostKeys;
    }
    if (!said.instanceName.isEmpty()) {
        worker.instanceName = said.instanceName;
    }
    return !said.hostKeys.isEmpty() || !said.instanceName.isEmpty();
}

qint64 nowMs()
{
    return SystemClock().monotonicMs();
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
                 QStringLiteral("See the list of projects for their ids."),
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

NodeListRequest::NodeListRequest(
    cloud::ProjectsClient &projects, cloud::TpuClient &tpu, const CloudNodeOptions &options,
    const Question &question, ListingMemory &memory, QObject *parent)
    : QObject(parent)
    , m_projects(projects)
    , m_tpu(tpu)
    , m_options(options)
    , m_known(question.known)
    , m_urgency(question.urgency)
    , m_memory(memory)
{
    m_tell.setSingleShot(true);
    // Where much is known already, little news can wait for a little more.
    m_tell.setInterval(m_known->nodes.empty() ? m_options.tell : 5 * m_options.tell);
    connect(&m_tell, &QTimer::timeout, this, [this] { emit progressed(handleNews()); });
    m_limit.setSingleShot(true);
    m_limit.setInterval(m_options.wait);
    connect(&m_limit, &QTimer::timeout, this, &NodeListRequest::endWait);
}

void NodeListRequest::start()
{
    if (m_options.projects.isEmpty() && m_options.only.isEmpty()) {
        m_projects.list({this, [this](const Result<cloud::ProjectList> &projects) {
                             handleProjects(projects);
                         }});
        return;
    }
    // Later, like every other answer.
    QMetaObject::invokeMethod(this, &NodeListRequest::handleNamed, Qt::QueuedConnection);
}

void NodeListRequest::handleNamed()
{
    const bool isPart = m_options.isPart || !m_options.only.isEmpty();
    auto projects = namedProjects(m_options.only.isEmpty() ? m_options.projects : m_options.only);
    if (!projects) {
        end(projects.error());
        return;
    }
    m_otherProjects = isPart ? Coverage::Projects::Named : Coverage::Projects::All;
    listNodes(std::move(*projects));
}

void NodeListRequest::handleProjects(const Result<cloud::ProjectList> &projects)
{
    if (!projects) {
        goWithout(projects.error());
        return;
    }
    const auto doubt = doubtOf(*projects, m_known->projects, m_options.fallbackProjects);
    if (doubt) {
        goWithout(*doubt);
        return;
    }
    m_otherProjects = Coverage::Projects::All;
    listNodes(projects->projects);
}

void NodeListRequest::goWithout(const Error &error)
{
    auto set = namedProjects(m_options.fallbackProjects);
    auto projects = projectsInstead(
        error, set ? std::move(*set) : std::vector<cloud::Project>(), m_known->projects);
    if (projects.empty()) {
        end(error);
        return;
    }
    logger("inventory")->warn("{}", error.text().toStdString());
    m_otherProjects = Coverage::Projects::Unknown;
    m_projectsError = projectsNotListed(error);
    listNodes(std::move(projects));
}

void NodeListRequest::end(const Error &error)
{
    Listing listing;
    listing.error = error;
    emit finished(listing);
    emit over();
}

void NodeListRequest::listNodes(std::vector<cloud::Project> projects)
{
    for (const cloud::Project &project : projects) {
        if (!passOver(project.id)) {
            m_projectsToAsk.push_back(project.id);
        }
    }
    m_allProjects = std::move(projects);
    startMore();
}

/// A project that is being asked already, or that failed lately, is as it was.
bool NodeListRequest::passOver(const ProjectId &project)
{
    if (contains(m_memory.owing, project)) {
        Part &part = m_parts[project];
        part.problems = {stillWaiting(project)};
        part.isNew = true;
        part.isOwed = true;
        return true;
    }
    if (m_urgency == Urgency::Urgent || m_memory.backoff.isDue(project, nowMs())) {
        return false;
    }
    std::vector<ScopeProblem> before;
    std::copy_if(
        m_known->problems.begin(), m_known->problems.end(), std::back_inserter(before),
        [&project](const ScopeProblem &p) { return p.project == project && !p.zone; });
    if (before.empty()) {
        return false; // nobody could be told why it is left out
    }
    Part &part = m_parts[project];
    part.problems = std::move(before);
    part.isNew = true;
    return true;
}

void NodeListRequest::startMore()
{
    while (int(m_asking.size()) < m_options.projectsAtOnce && !m_projectsToAsk.empty()) {
        const ProjectId project = m_projectsToAsk.front();
        m_projectsToAsk.pop_front();
        askProject(project);
    }
    while (m_keysAsked < m_options.hostKeysAtOnce && !m_keysToAsk.empty()) {
        const auto [project, missing] = m_keysToAsk.front();
        m_keysToAsk.pop_front();
        askHostKeys(project, missing);
    }
    if (!m_isFinished && m_asking.empty() && m_keysAsked == 0) {
        finish();
    } else if (!m_isFinished && m_projectsToAsk.empty() && !m_limit.isActive()) {
        m_limit.start();
    }
    if (m_isFinished && m_asking.empty() && m_keysAsked == 0) {
        emit over();
    }
}

void NodeListRequest::askProject(const ProjectId &project)
{
    m_asking.push_back(project);
    m_memory.owing.push_back(project);
    m_tpu.listNodes(
        project,
        {this, [this, project](
                   Result<cloud::NodeList> nodes) { handleNodes(project, std::move(nodes)); }},
        {this,
         [this, project](const Error &error) { m_failedTries.insert_or_assign(project, error); }});
}

void NodeListRequest::handleNodes(const ProjectId &project, Result<cloud::NodeList> nodes)
{
    if (!nodes) {
        Part &part = m_parts[project];
        m_memory.backoff.failed(project, nowMs());
        part.problems = {{project, std::nullopt, nodes.error(), {}}};
        handlePrepared(project, {});
        return;
    }
    m_memory.backoff.answered(project);
    const NodeRef *missing = nodes->endsEmpty ? lastMissing(*m_known, project, *nodes) : nullptr;
    if (missing) {
        askWhetherGone(project, *missing, std::move(*nodes));
    } else {
        handleList(project, std::move(*nodes), {});
    }
}

void NodeListRequest::askWhetherGone(
    const ProjectId &project, const NodeRef &missing, cloud::NodeList list)
{
    const auto kept = std::make_shared<cloud::NodeList>(std::move(list));
    m_tpu.node(missing, {this, [this, project, missing, kept](const Result<cloud::Node> &node) {
                             std::optional<Error> doubt;
                             if (node) {
                                 doubt = listLacks(missing);
                             } else if (node.error().kind != ErrorKind::NotFound) {
                                 doubt = node.error();
                             }
                             handleList(project, std::move(*kept), doubt);
                         }});
}

void NodeListRequest::handleList(
    const ProjectId &project, cloud::NodeList list, const std::optional<Error> &doubt)
{
    Part &part = m_parts[project];
    part.problems = problemsOf(project, list);
    if (doubt) {
        part.problems.push_back({project, std::nullopt, *doubt, {}});
    }
    runJob(
        this,
        [known = m_known, nodes = std::move(list.nodes)]() mutable {
            return prepareNodes(*known, std::move(nodes));
        },
        [this, project](PreparedNodes prepared) { handlePrepared(project, std::move(prepared)); });
}

void NodeListRequest::handlePrepared(const ProjectId &project, PreparedNodes prepared)
{
    std::erase(m_asking, project);
    std::erase(m_memory.owing, project);
    Part &part = m_parts[project];
    part.nodes = std::move(prepared.nodes);
    part.isNew = true;
    const qint64 now = nowMs();
    for (const MissingKeys &missing : prepared.missing) {
        if (m_options.asksHostKeys && !m_isFinished && m_memory.hostKeys.isDue(missing, now)) {
            m_memory.hostKeys.asked(missing, now);
            m_keysToAsk.emplace_back(project, missing);
            ++part.keysAwaited;
        }
    }
    partChanged();
}

void NodeListRequest::askHostKeys(const ProjectId &project, const MissingKeys &missing)
{
    ++m_keysAsked;
    m_tpu.guestAttributes(
        missing.node, {this, [this, project, index = missing.index](
                                 const Result<std::vector<cloud::WorkerAttributes>> &workers) {
                           --m_keysAsked;
                           handleAttributes(project, index, workers);
                       }});
}

void NodeListRequest::handleAttributes(
    const ProjectId &project, std::size_t index,
    const Result<std::vector<cloud::WorkerAttributes>> &workers)
{
    Part &part = m_parts[project];
    --part.keysAwaited;
    cloud::Node &node = part.nodes[index];
    if (!workers) {
        // The switched-off attributes of a node are no fault: its keys are then learnt at login.
        logger("inventory")->info("{}", workers.error().text().toStdString());
        m_keysError = m_keysError ? m_keysError : keysNotRead(workers.error());
        if (isNoAnswer(workers.error())) {
            // The nodes themselves are worth more than a wait for each.
            m_keysToAsk.clear();
        }
    } else if (workers->size() != node.workers.size()) {
        // Which entry belongs to which worker is not said; a guess could pin a wrong key.
        logger("inventory")
            ->info(
                "{} has {} workers and guest attributes of {}", node.ref.text().toStdString(),
                node.workers.size(), workers->size());
    } else {
        for (std::size_t i = 0; i < workers->size(); ++i) {
            part.isNew = adoptAttributes(workers->at(i), node.workers[i]) || part.isNew;
        }
    }
    partChanged();
}

void NodeListRequest::partChanged()
{
    if (m_isFinished) {
        emit progressed(handleNews());
    } else if (!m_tell.isActive()) {
        m_tell.start();
    }
    startMore();
}

void NodeListRequest::endWait()
{
    if (!m_keysError && m_keysAsked > 0) {
        m_keysError = keysNotWaitedFor();
    }
    m_keysToAsk.clear();
    for (const ProjectId &project : m_asking) {
        Part &part = m_parts[project];
        part.problems = {whyMissing(project)};
        part.isNew = true;
    }
    finish();
}

ScopeProblem NodeListRequest::whyMissing(const ProjectId &project) const
{
    const auto failed = m_failedTries.find(project);
    const auto lastTry =
        failed == m_failedTries.end() ? std::nullopt : std::optional<Error>(failed->second);
    return m_options.isPatient ? stillWaiting(project, lastTry) : notWaitedFor(project, lastTry);
}

void NodeListRequest::finish()
{
    m_isFinished = true;
    m_tell.stop();
    m_limit.stop();
    emit finished(handleNews());
}

Listing NodeListRequest::handleNews()
{
    Listing news;
    news.projects = m_allProjects;
    news.otherProjects = m_otherProjects;
    news.projectsError = m_projectsError;
    news.keysError = m_keysError;
    news.about.emplace();
    for (auto &[project, part] : m_parts) {
        if (!part.isNew) {
            continue;
        }
        part.isNew = false;
        if (part.isOwed && !contains(m_memory.owing, project)) {
            continue; // the earlier round has told its answer meanwhile
        }
        news.about->push_back(project);
        news.problems.insert(news.problems.end(), part.problems.begin(), part.problems.end());
        if (part.keysAwaited > 0) {
            news.nodes.insert(news.nodes.end(), part.nodes.begin(), part.nodes.end());
        } else {
            std::move(part.nodes.begin(), part.nodes.end(), std::back_inserter(news.nodes));
            part.nodes.clear();
        }
    }
    return news;
}

} // namespace podium::inventory
