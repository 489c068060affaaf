// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaycopy.h"

#include "core/base/jobs.h"
#include "core/files/digest.h"
#include "core/files/treesender.h"
#include "core/gateway/gatewayerrors.h"
#include "core/gateway/gatewayscripts.h"
#include "core/recipe/recipestore.h"

#include <algorithm>
#include <utility>

namespace podium::gateway {

using files::CopySession;
using files::CopyState;
using files::WorkerCopy;

namespace {

/// Workers that are let in at a time: each holds a session open until all of them are served.
constexpr std::size_t MostAtOnce = 64;

using SumsByPath = QHash<QByteArray, QByteArray>;

recipe::Recipe engineRecipe()
{
    const auto &all = recipe::builtInRecipes();
    const auto found = std::find_if(all.begin(), all.end(), [](const recipe::StoredRecipe &each) {
        return each.recipe.name == QLatin1String(EngineRecipe);
    });
    Q_ASSERT(found != all.end());
    return found->recipe;
}

/// Blocks: for a pool.
std::vector<Control> controlsOf(
    const files::LocalTree &tree, const std::vector<Group> &groups, SumsByPath known,
    const std::atomic<bool> &isStopped)
{
    std::vector<Control> controls;
    const auto shared = std::make_shared<files::LocalTree>(tree);
    for (const Group &group : groups) {
        auto sums = std::make_shared<QHash<std::size_t, QByteArray>>();
        for (const std::size_t place : group.send) {
            const files::LocalEntry &local = tree.entries[place];
            if (local.entry.kind != files::EntryKind::File) {
                continue;
            }
            QByteArray &sum = known[local.entry.path];
            if (sum.isEmpty()) {
                sum = files::digestOf(local.localPath, isStopped);
            }
            if (!sum.isEmpty()) {
                sums->insert(place, sum);
            }
        }
        Control control;
        control.bytes = files::controlOf({shared, group.send, sums, {}, group.deletes, false, {}});
        files::Digest digest;
        digest.add(control.bytes.constData(), std::size_t(control.bytes.size()));
        control.digest = digest.result();
        controls.push_back(std::move(control));
    }
    return controls;
}

} // namespace

GatewayCopy::GatewayCopy(
    run::RunService service, const std::vector<WorkerRef> &workers, GatewayRequest request,
    InternalEndpointOf internalEndpointOf, QObject *parent)
    : Transfer(workers, parent)
    , m_service(std::move(service))
    , m_request(std::move(request))
    , m_internalEndpointOf(std::move(internalEndpointOf))
    , m_plan(std::make_unique<CopySession>(m_service, workers, m_request.copy))
{
    connect(m_plan.get(), &CopySession::narrowed, this, &GatewayCopy::narrowed);
    connect(m_plan.get(), &CopySession::planned, this, &GatewayCopy::onPlanned);
}

GatewayCopy::~GatewayCopy() = default;

bool GatewayCopy::hasWork() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [this](const WorkerCopy &copy) {
        return !copy.plan.error &&
               (!copy.plan.send.empty() || (deletesExtras() && !copy.plan.extras.isEmpty()));
    });
}

std::vector<Group> GatewayCopy::groups() const
{
    return groupsOf(m_workers, m_gateway, deletesExtras());
}

std::optional<files::PassedOn> GatewayCopy::passedOn() const
{
    files::PassedOn facts;
    facts.gateway = gateway();
    facts.needsEngine = !m_hasEngine;
    facts.linkBytes = m_workers[m_gateway].plan.bytes;
    for (const Group &group : groups()) {
        facts.betweenBytes += group.bytes * qint64(group.workers.size());
    }
    for (const WorkerCopy &copy : m_workers) {
        facts.sentBytes += copy.sentBytes;
    }
    facts.notWithdrawn = m_notWithdrawn;
    facts.swept = m_swept;
    return facts;
}

void GatewayCopy::look()
{
    m_isBusy = true;
    const auto wanted = std::find_if(m_workers.begin(), m_workers.end(), [this](const auto &copy) {
        return !m_request.gateway || copy.plan.worker == *m_request.gateway;
    });
    if (wanted == m_workers.end()) {
        m_error = notAmongThem(m_request.gateway ? m_request.gateway->text() : QString());
        QMetaObject::invokeMethod(this, &GatewayCopy::endPlan, Qt::QueuedConnection);
        return;
    }
    m_gateway = std::size_t(wanted - m_workers.begin());
    m_plan->look();
}

void GatewayCopy::onPlanned()
{
    m_error = m_plan->error();
    m_workers = m_plan->workers();
    if (m_error) {
        endPlan();
        return;
    }
    for (const WorkerCopy &copy : m_workers) {
        m_endpoints.push_back(m_internalEndpointOf(copy.plan.worker));
    }
    checkWays(m_workers, m_gateway, m_endpoints, deletesExtras());
    groups().empty() ? endPlan() : askForEngine();
}

void GatewayCopy::askForEngine()
{
    m_engine = std::make_unique<remote::RemoteRun>(
        m_service, engineScript(), std::vector<WorkerRef>{gateway()});
    connect(m_engine.get(), &remote::RemoteRun::reported, this, &GatewayCopy::onEngine);
    connect(m_engine.get(), &remote::RemoteRun::finished, this, &GatewayCopy::endPlan);
    m_engine->start();
}

void GatewayCopy::onEngine(const remote::Report &report)
{
    if (!report.answer) {
        refuseOthers(report.answer.error());
        return;
    }
    const auto &records = report.answer->records;
    m_hasEngine = !records.empty() && isRecentEngine(records.front().at(0));
}

/// In their plans: through this gateway nothing comes.
void GatewayCopy::refuseOthers(const Error &why)
{
    for (const Group &group : groups()) {
        for (const std::size_t worker : group.workers) {
            files::WorkerPlan &plan = m_workers[worker].plan;
            plan.error = noGateway(why, plan.worker.text());
        }
    }
}

void GatewayCopy::endPlan()
{
    m_isBusy = false;
    if (*m_isStopped && !m_error) {
        m_error = files::stoppedByPerson();
    }
    emit planned();
}

void GatewayCopy::apply()
{
    m_isBusy = true;
    m_hasEngine ? copyToGateway() : install();
}

void GatewayCopy::install()
{
    const recipe::Recipe engine = engineRecipe();
    m_setUp = std::make_unique<recipe::RecipeSession>(
        m_service, engine, *recipe::completeValues(engine, {}), std::vector<WorkerRef>{gateway()});
    connect(m_setUp.get(), &recipe::RecipeSession::finished, this, &GatewayCopy::onInstalled);
    m_setUp->start();
}

void GatewayCopy::onInstalled()
{
    const recipe::WorkerVerdicts &verdicts = m_setUp->workers().front();
    m_hasEngine = verdicts.isGood();
    if (!m_hasEngine) {
        QString detail;
        for (const remote::Step &step : verdicts.steps) {
            detail = step.state == remote::StepState::Failed ? step.detail : detail;
        }
        m_engineError = verdicts.error.value_or(noEngine(detail.trimmed(), gateway().text()));
    }
    copyToGateway();
}

void GatewayCopy::copyToGateway()
{
    if (m_workers[m_gateway].plan.error || *m_isStopped) {
        onGatewayHasIt();
        return;
    }
    m_first =
        std::make_unique<CopySession>(m_service, std::vector<WorkerRef>{gateway()}, m_request.copy);
    connect(m_first.get(), &CopySession::narrowed, this, &GatewayCopy::narrowed);
    connect(m_first.get(), &CopySession::planned, m_first.get(), [this] {
        files::WorkerPlan &shown = m_workers[m_gateway].plan;
        if (deletesExtras() && !deletesNoMore(m_first->workers().front().plan, shown)) {
            shown.error = moreToDelete(gateway().text());
        }
        m_first->error() || shown.error ? onGatewayHasIt() : m_first->apply();
    });
    connect(m_first.get(), &CopySession::finished, this, &GatewayCopy::onGatewayHasIt);
    m_first->look();
}

void GatewayCopy::onGatewayHasIt()
{
    updateProgress();
    WorkerCopy &own = m_workers[m_gateway];
    if (*m_isStopped && own.state == CopyState::Planned) {
        files::concludeCopy(own, failure(files::stoppedByPerson()));
    } else if (!files::hasEnded(own.state)) {
        const auto &error = own.plan.error ? own.plan.error : m_first->error();
        files::concludeCopy(own, failure(*error));
        if (m_first) {
            m_first.release()->deleteLater(); // it has called us, and knows of no verdict
        }
    }
    const bool hasIt = own.state == CopyState::Verified || own.state == CopyState::Incomplete;
    const std::optional<Error> why = hasIt ? m_engineError : own.error.value_or(Error());
    if (why && !*m_isStopped) {
        failOthers(*why);
    } else if (!*m_isStopped) {
        m_waves = wavesOf(groups(), MostAtOnce);
    }
    concludeOthers();
    passOn();
}

/// Nothing comes through this gateway now, whatever was planned.
void GatewayCopy::failOthers(const Error &why)
{
    Error ofGateway = why;
    ofGateway.subject = gateway().text();
    for (const Group &group : groups()) {
        for (const std::size_t worker : group.workers) {
            WorkerCopy &copy = m_workers[worker];
            files::concludeCopy(copy, failure(noGateway(ofGateway, copy.plan.worker.text())));
        }
    }
}

void GatewayCopy::concludeOthers()
{
    const std::vector<Group> waiting = groups();
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        WorkerCopy &copy = m_workers[i];
        const bool isServed = std::any_of(waiting.begin(), waiting.end(), [i](const Group &group) {
            return std::find(group.workers.begin(), group.workers.end(), i) != group.workers.end();
        });
        if (i == m_gateway || files::hasEnded(copy.state) || (isServed && !*m_isStopped)) {
            continue;
        }
        if (copy.plan.error) {
            files::concludeCopy(copy, failure(*copy.plan.error));
        } else if (isServed) {
            files::concludeCopy(copy, failure(files::stoppedByPerson()));
        } else {
            files::concludePlanned(copy);
        }
    }
}

/// To the next of those that are left; the controls are made for them alone, for they may be large.
void GatewayCopy::passOn()
{
    if (m_waves.empty()) {
        end();
        return;
    }
    const std::vector<Group> groups = m_waves.front();
    m_waves.erase(m_waves.begin());
    SumsByPath known;
    if (m_first && m_first->tree() != nullptr) {
        const auto sums = m_first->sums();
        for (auto it = sums->begin(); it != sums->end(); ++it) {
            known.insert(m_first->tree()->entries[it.key()].entry.path, it.value());
        }
    }
    runJob(
        this,
        [tree = *m_plan->tree(), groups, known = std::move(known), isStopped = m_isStopped] {
            return controlsOf(tree, groups, known, *isStopped);
        },
        [this, groups](const std::vector<Control> &controls) {
            startDistribution(groups, controls);
        });
}

void GatewayCopy::startDistribution(std::vector<Group> groups, std::vector<Control> controls)
{
    m_distribution = std::make_unique<GatewayDistribution>(
        m_service,
        DistributionInput{
            gateway(), m_endpoints[m_gateway], files::workerFolder(folder()), std::move(groups),
            std::move(controls), m_endpoints},
        m_workers);
    connect(m_distribution.get(), &GatewayDistribution::finished, this, &GatewayCopy::onPassed);
    if (*m_isStopped) {
        m_distribution->stop();
    } else {
        m_distribution->start();
    }
}

void GatewayCopy::onPassed()
{
    updateProgress();
    m_passedBytes += m_distribution->gatewayBytes();
    m_notWithdrawn << m_distribution->notWithdrawn();
    m_notWithdrawn.removeDuplicates();
    m_swept << m_distribution->swept();
    m_distribution.release()->deleteLater(); // it is what has just called us
    passOn();
}

void GatewayCopy::end()
{
    updateProgress();
    m_isBusy = false;
    emit finished();
}

void GatewayCopy::updateProgress()
{
    if (m_first) {
        m_first->updateProgress();
        const files::WorkerPlan plan = m_workers[m_gateway].plan;
        m_workers[m_gateway] = m_first->workers().front();
        m_workers[m_gateway].plan = plan; // what was shown
        m_workers[m_gateway].sentBytes += m_passedBytes;
    }
    if (m_distribution) {
        m_distribution->updateProgress();
        m_workers[m_gateway].sentBytes += m_distribution->gatewayBytes();
    }
}

void GatewayCopy::stop()
{
    *m_isStopped = true;
    if (m_distribution) {
        m_distribution->stop();
    } else if (m_first) {
        m_first->stop();
    } else if (m_setUp) {
        m_setUp->stop();
    } else if (m_engine) {
        m_engine->stop();
    } else {
        m_plan->stop();
    }
}

} // namespace podium::gateway
