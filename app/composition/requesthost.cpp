// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/requesthost.h"

#include "app/composition/services.h"
#include "core/inventory/inventorydiff.h"
#include "core/recipe/recipestore.h"
#include "core/remote/remoterun.h"
#include "core/run/detached/runjournal.h"

#include <algorithm>
#include <utility>

namespace podium::app {

using people::WorkerCheck;

namespace {

std::vector<WorkerRef> workersOfNode(const cloud::Node &node)
{
    std::vector<WorkerRef> workers;
    workers.reserve(node.workers.size());
    for (int i = 0; i < int(node.workers.size()); ++i) {
        workers.push_back({node.ref, i});
    }
    return workers;
}

Error notThereYet(const NodeRef &node)
{
    return {
        ErrorKind::Unavailable,
        QStringLiteral("%1 is not READY, or its workers are not known yet.").arg(node.text()),
        {},
        {},
        node.text()};
}

void adoptAttributes(const Result<std::vector<cloud::WorkerAttributes>> &read, cloud::Node &node)
{
    for (std::size_t i = 0; read && i < read->size(); ++i) {
        if (read->size() == node.workers.size()) {
            node.workers[i].hostKeys = read->at(i).hostKeys;
            node.workers[i].instanceName = read->at(i).instanceName;
        }
    }
}

/// All workers answered, but this is not as it should be on one.
Error notAsWished(const QString &subject, const QString &what, const QString &detail)
{
    return {ErrorKind::Conflict, QStringLiteral("%1: %2.").arg(subject, what), detail, {}, subject};
}

/// Who is let in is another matter: a login that is refused was answered.
Result<> judgeGreeting(const remote::Report &report)
{
    if (report.answer || report.answer.error().kind == ErrorKind::Authentication) {
        return {};
    }
    return failure(report.answer.error());
}

remote::Script greeting()
{
    remote::Script script;
    script.text = ":\n";
    script.title = QStringLiteral("Whether ssh answers");
    script.limit = std::chrono::seconds(30);
    return script;
}

} // namespace

RequestHost::RequestHost(Services &services, QObject *parent)
    : QObject(parent)
    , m_services(services)
{}

RequestHost::~RequestHost() = default;

void RequestHost::greet(const NodeRef &node, Callback<Result<>> done)
{
    withNode(node, done, [this, done](const cloud::Node &found) { greetAll(found, done); });
}

void RequestHost::carryOut(
    const NodeRef &node, const lifecycle::AfterStep &step, Callback<Result<>> done)
{
    if (step.kind == lifecycle::AfterStep::Kind::People) {
        applyPeople(node, done);
    } else {
        runRecipe(node, step.recipe, done);
    }
}

/// As it is now, with the host keys that Google vouches for, or vouched for before where it cannot
/// be asked.
void RequestHost::withNode(
    const NodeRef &node, const Done &done, std::function<void(const cloud::Node &)> then)
{
    m_services.tpu.node(
        node, {this, [this, done, then = std::move(then)](const Result<cloud::Node> &found) {
                   if (!found) {
                       done(failure(found.error()));
                       return;
                   }
                   if (found->state != cloud::NodeState::Ready || found->workers.empty()) {
                       done(failure(notThereYet(found->ref)));
                       return;
                   }
                   m_services.tpu.guestAttributes(
                       found->ref,
                       {this, [this, node = *found,
                               then](const Result<std::vector<cloud::WorkerAttributes>> &read) {
                            cloud::Node known = node;
                            adoptAttributes(read, known);
                            const auto *before = m_services.inventory.snapshot().find(node.ref);
                            if (before) {
                                inventory::carryHostKeys(before->node, known);
                            }
                            then(known);
                        }});
               }});
}

run::RunService RequestHost::serviceFor(const cloud::Node &node) const
{
    auto snapshot = std::make_shared<inventory::Snapshot>();
    snapshot->nodes.push_back({node, m_services.clock.now()});
    run::RunService service(
        m_services.transport,
        [snapshot, defaults = m_services.sshDefaults()](const WorkerRef &worker) {
            return run::endpointFor(*snapshot, worker, defaults);
        },
        m_services.clock);
    service.setJournalFolder(run::journalFolder(m_services.paths.stateDir));
    return service;
}

void RequestHost::greetAll(const cloud::Node &node, const Done &done)
{
    auto run =
        std::make_unique<remote::RemoteRun>(serviceFor(node), greeting(), workersOfNode(node));
    auto problem = std::make_shared<std::optional<Error>>();
    connect(run.get(), &remote::RemoteRun::reported, this, [problem](const remote::Report &report) {
        const auto verdict = judgeGreeting(report);
        if (!verdict && !*problem) {
            *problem = verdict.error();
        }
    });
    const int id = ++m_lastRun;
    connect(run.get(), &remote::RemoteRun::finished, this, [this, id, problem, done] {
        forget(id);
        done(*problem ? failure(**problem) : Result<>());
    });
    remote::RemoteRun &started = *run;
    m_runs[id] = std::move(run);
    started.start();
}

/// It is what has just said that it is finished.
void RequestHost::forget(int run)
{
    m_runs.at(run).release()->deleteLater();
    m_runs.erase(run);
}

void RequestHost::runRecipe(const NodeRef &node, const QString &name, const Done &done)
{
    const auto stored = recipe::loadRecipe(m_services.recipeFolders(), name);
    const auto values =
        stored ? recipe::completeValues(stored->recipe, {}) : failure(stored.error());
    if (!values) {
        done(failure(values.error()));
        return;
    }
    withNode(
        node, done,
        [this, done, recipe = stored->recipe, values = *values](const cloud::Node &found) {
            auto session = std::make_unique<recipe::RecipeSession>(
                serviceFor(found), recipe, values, recipe::workersOf(recipe, workersOfNode(found)));
            const int id = ++m_lastRun;
            recipe::RecipeSession &started = *session;
            connect(&started, &recipe::RecipeSession::finished, this, [this, id, &started, done] {
                const Result<> verdict = recipe::verdictOf(started);
                forget(id);
                done(verdict);
            });
            m_runs[id] = std::move(session);
            emit recipeMade(&started);
            started.start();
        });
}

std::vector<WorkerRef> RequestHost::knownWorkers(const NodeRef &node) const
{
    const inventory::NodeEntry *entry = m_services.inventory.snapshot().find(node);
    const bool isThere = entry && !entry->stale && entry->node.state == cloud::NodeState::Ready;
    return isThere ? workersOfNode(entry->node) : std::vector<WorkerRef>();
}

void RequestHost::applyPeople(const NodeRef &node, const Done &done)
{
    auto *once = new QObject(this);
    connect(
        &m_services.inventory, &inventory::Inventory::refreshed, once, [this, once, node, done] {
            once->deleteLater();
            disconnect(&m_services.inventory, nullptr, once, nullptr);
            whenRefreshed(node, done);
        });
    m_services.inventory.refresh();
}

void RequestHost::whenRefreshed(const NodeRef &node, const Done &done)
{
    if (knownWorkers(node).empty()) {
        done(failure(notThereYet(node)));
        return;
    }
    if (!m_people) {
        m_people = std::make_unique<people::PeopleService>(m_services.peopleWorld());
    }
    // Anew each time: whoever was removed since the last node must not come back with this one.
    m_people->load({this, [this, node, done](const Result<> &read) {
                        if (read) {
                            inspect(node, done);
                        } else {
                            done(read);
                        }
                    }});
}

void RequestHost::inspect(const NodeRef &node, const Done &done)
{
    const std::vector<WorkerRef> workers = knownWorkers(node);
    if (m_people->roster().people.empty() && m_people->roster().formerMembers.empty()) {
        done(Result<>());
        return;
    }
    m_people->inspect(workers, {this, [this, workers, done](const std::vector<WorkerRef> &) {
                                    judgePeople(workers, false, done);
                                }});
}

void RequestHost::awaitRecipes(const Done &done)
{
    AccountRecipes &recipes = m_services.accountRecipes;
    if (!recipes.isBusy()) {
        done(Result<>());
        return;
    }
    auto *once = new QObject(this);
    connect(&recipes, &AccountRecipes::idle, once, [&recipes, once, done] {
        once->deleteLater();
        disconnect(&recipes, nullptr, once, nullptr);
        done(Result<>());
    });
}

void RequestHost::judgePeople(
    const std::vector<WorkerRef> &workers, bool wasApplied, const Done &done)
{
    std::vector<WorkerRef> open;
    for (const WorkerRef &worker : workers) {
        const WorkerCheck *check = m_people->check(worker);
        if (!check || !check->found || check->error) {
            done(failure(check && check->error ? *check->error : notThereYet(worker.node)));
            return;
        }
        const people::WorkerPlan *plan = m_people->plan(worker);
        if (plan && plan->stepCount() > 0) {
            open.push_back(worker);
        }
    }
    if (open.empty()) {
        awaitRecipes(done);
    } else if (wasApplied) {
        done(failure(notAsWished(
            open.front().text(), QStringLiteral("people are not as the roster says"), {})));
    } else {
        m_people->apply(open, {this, [this, workers, done](const std::vector<WorkerRef> &) {
                                   judgePeople(workers, true, done);
                               }});
    }
}

} // namespace podium::app
