// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipesession.h"

#include <algorithm>
#include <utility>

namespace podium::recipe {

using remote::StepState;

RecipeSession::RecipeSession(
    run::RunService service, Recipe recipe, Values values, std::vector<WorkerRef> workers,
    QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_recipe(std::move(recipe))
    , m_values(std::move(values))
{
    for (WorkerRef &worker : workers) {
        m_workers.push_back({std::move(worker)});
    }
}

RecipeSession::~RecipeSession() = default;

int RecipeSession::notGoodCount() const
{
    return int(std::count_if(m_workers.begin(), m_workers.end(), [](const WorkerVerdicts &worker) {
        return !worker.isGood();
    }));
}

void RecipeSession::start()
{
    std::vector<WorkerRef> all;
    all.reserve(m_workers.size());
    for (const WorkerVerdicts &worker : m_workers) {
        all.push_back(worker.worker);
    }
    send(all);
}

void RecipeSession::startAgain()
{
    std::vector<WorkerRef> some;
    for (const WorkerVerdicts &worker : m_workers) {
        if (!worker.isGood()) {
            some.push_back(worker.worker);
        }
    }
    send(some);
}

void RecipeSession::resume(const WorkerRef &worker)
{
    if (!isBusy() && !verdictsFor(worker).isGood()) {
        send({worker});
    }
}

void RecipeSession::stop()
{
    if (isBusy()) {
        m_run->stop();
    }
}

void RecipeSession::send(const std::vector<WorkerRef> &workers)
{
    if (workers.empty() || isBusy()) {
        return;
    }
    for (WorkerVerdicts &worker : m_workers) {
        if (std::find(workers.begin(), workers.end(), worker.worker) != workers.end()) {
            worker = {worker.worker, true};
        }
    }
    m_run = std::make_unique<remote::RemoteRun>(
        m_service, recipeScript(m_recipe), workers,
        std::vector<std::vector<remote::Record>>{recipeData(m_recipe, m_values)});
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    m_run->tellProgress();
    connect(m_run.get(), &remote::RemoteRun::progressed, this, &RecipeSession::onProgress);
    connect(m_run.get(), &remote::RemoteRun::reported, this, &RecipeSession::onReport);
    connect(m_run.get(), &remote::RemoteRun::finished, this, [this] {
        emit changed();
        emit finished();
    });
    emit changed();
    m_run->start();
}

WorkerVerdicts &RecipeSession::verdictsFor(const WorkerRef &worker)
{
    return *std::find_if(m_workers.begin(), m_workers.end(), [&worker](const WorkerVerdicts &each) {
        return each.worker == worker;
    });
}

void RecipeSession::onProgress(const WorkerRef &worker, const remote::Answer &soFar)
{
    WorkerVerdicts &verdicts = verdictsFor(worker);
    const std::size_t said = remote::stepsOf(soFar).size();
    if (!verdicts.isUnderWay || said <= verdicts.steps.size()) {
        return;
    }
    verdicts.steps = verdictsOf(m_recipe, m_values, soFar);
    verdicts.steps.resize(std::min(said, verdicts.steps.size()));
    emit changed();
}

void RecipeSession::onReport(const remote::Report &report)
{
    WorkerVerdicts &worker = verdictsFor(report.worker);
    worker.isUnderWay = false;
    if (report.answer) {
        worker.steps = verdictsOf(m_recipe, m_values, *report.answer);
    } else {
        // What it has been through stays told: only the rest is unknown.
        worker.error = report.answer.error();
    }
    emit changed();
}

QString verdictSummary(const std::vector<WorkerVerdicts> &workers)
{
    int changed = 0;
    int already = 0;
    int failed = 0;
    int unknown = 0;
    int underWay = 0;
    for (const WorkerVerdicts &worker : workers) {
        const auto has = [&worker](StepState state) {
            return std::any_of(
                worker.steps.begin(), worker.steps.end(),
                [state](const remote::Step &step) { return step.state == state; });
        };
        if (worker.isUnderWay) {
            ++underWay;
        } else if (worker.isGood()) {
            ++(has(StepState::Changed) ? changed : already);
        } else {
            ++(has(StepState::Failed) ? failed : unknown);
        }
    }
    QStringList parts;
    const auto add = [&parts](int count, const QString &what) {
        if (count > 0) {
            parts << what.arg(count);
        }
    };
    add(failed, QStringLiteral("%1 failed"));
    add(unknown, QStringLiteral("%1 unknown"));
    add(changed, QStringLiteral("%1 changed"));
    add(already, QStringLiteral("%1 were so already"));
    add(underWay, QStringLiteral("%1 under way"));
    return parts.join(QStringLiteral(" · "));
}

} // namespace podium::recipe
