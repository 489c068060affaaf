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

std::vector<WorkerRef> RecipeSession::notGood() const
{
    std::vector<WorkerRef> some;
    for (const WorkerVerdicts &worker : m_workers) {
        if (!worker.isGood()) {
            some.push_back(worker.worker);
        }
    }
    return some;
}

int RecipeSession::notGoodCount() const
{
    return int(notGood().size());
}

std::vector<WorkerRef> RecipeSession::all() const
{
    std::vector<WorkerRef> all;
    all.reserve(m_workers.size());
    for (const WorkerVerdicts &worker : m_workers) {
        all.push_back(worker.worker);
    }
    return all;
}

void RecipeSession::start()
{
    send(all());
}

void RecipeSession::check()
{
    send(all(), Errand::Check);
}

void RecipeSession::startAgain()
{
    send(notGood());
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

void RecipeSession::send(std::vector<WorkerRef> workers, Errand errand)
{
    if (workers.empty() || isBusy()) {
        return;
    }
    m_errand = errand;
    const remote::Script script = recipeScript(m_recipe, errand);
    for (const WorkerRef &worker : workers) {
        WorkerVerdicts &verdicts = verdictsFor(worker);
        verdicts = {worker};
        verdicts.isUnderWay = !script.oneByOne;
    }
    if (m_run) {
        // It may be the one that has just said that it is finished.
        m_run->setParent(this);
        m_run.release()->deleteLater();
    }
    m_run = std::make_unique<remote::RemoteRun>(
        m_service, script, std::move(workers), recipeData(m_recipe, m_values, errand),
        remote::Watched{hiddenTexts(m_recipe, m_values), m_outputLimits});
    m_runId = m_run->run()->spec().runId;
    m_begunAt = m_service.clock().now();
    m_isBusy = true;
    m_run->tellProgress();
    connect(m_run.get(), &remote::RemoteRun::workerStarting, this, &RecipeSession::onStarting);
    connect(m_run.get(), &remote::RemoteRun::progressed, this, &RecipeSession::onProgress);
    connect(m_run.get(), &remote::RemoteRun::reported, this, &RecipeSession::onReport);
    connect(m_run.get(), &remote::RemoteRun::finished, this, &RecipeSession::onRunFinished);
    emit begun();
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    emit changed();
    m_run->start();
}

void RecipeSession::onStarting(const WorkerRef &worker)
{
    if (WorkerVerdicts &verdicts = verdictsFor(worker); !verdicts.isUnderWay) {
        verdicts.isUnderWay = true;
        emit changed();
    }
}

void RecipeSession::onRunFinished()
{
    m_isBusy = false;
    emit changed();
    emit finished();
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
    // One without an address ends before anything is sent to it.
    if (!worker.isUnderWay && (report.answer || report.answer.error().isCancelled())) {
        return; // its turn has not come, and does not come any more
    }
    worker.isUnderWay = false;
    if (report.answer) {
        worker.steps = verdictsOf(m_recipe, m_values, *report.answer);
    } else {
        // What it has been through stays told: only the rest is unknown.
        worker.error = whyNoAnswer(worker, report.answer.error());
    }
    emit changed();
    emit workerEnded(worker);
}

/// One that was at work when the recipe's time was over is not one that does not answer.
Error RecipeSession::whyNoAnswer(const WorkerVerdicts &worker, Error told) const
{
    const auto &states = m_run->run()->state().workers();
    const auto state =
        std::find_if(states.begin(), states.end(), [&worker](const run::WorkerState &each) {
            return each.worker == worker.worker;
        });
    const auto *late = state != states.end() && state->ending
                           ? std::get_if<ssh::TimedOut>(&*state->ending)
                           : nullptr;
    if (!late || late->phase != ssh::Phase::Running) {
        return told;
    }
    told.summary = QStringLiteral("The recipe has a limit of %1 s, which was over")
                       .arg(m_recipe.limit.count());
    if (worker.steps.size() < m_recipe.steps.size()) {
        told.summary += QStringLiteral(" during the step \"%1\"")
                            .arg(m_recipe.steps[worker.steps.size()].title);
    }
    told.summary += QLatin1Char('.');
    told.hint = late->gone ? QStringLiteral("It was ended there. \"#: limit\" in its file says how "
                                            "many seconds it may take.")
                           : QStringLiteral("It may still be at work there: look before you run it "
                                            "again.");
    return told;
}

Result<> verdictOf(const RecipeSession &session)
{
    // One that was not begun says nothing: the reason is another one's.
    for (const WorkerVerdicts &worker : session.workers()) {
        if (worker.error) {
            return failure(*worker.error);
        }
        for (const remote::Step &step : worker.steps) {
            if (!isAllGood({step})) {
                return failure(
                    {ErrorKind::Conflict,
                     QStringLiteral("%1: the step \"%2\" of the recipe %3 is not done.")
                         .arg(worker.worker.text(), step.name, session.recipe().name),
                     step.detail,
                     {},
                     worker.worker.text()});
            }
        }
    }
    const std::vector<WorkerRef> left = session.notGood();
    if (left.empty()) {
        return {};
    }
    return failure(
        {ErrorKind::Cancelled,
         QStringLiteral("%1: the recipe %2 was not begun.")
             .arg(left.front().text(), session.recipe().name),
         {},
         {},
         left.front().text()});
}

QString verdictSummary(const std::vector<WorkerVerdicts> &workers)
{
    int changed = 0;
    int already = 0;
    int failed = 0;
    int unknown = 0;
    int needed = 0;
    int underWay = 0;
    int notBegun = 0;
    for (const WorkerVerdicts &worker : workers) {
        const auto has = [&worker](StepState state) {
            return std::any_of(
                worker.steps.begin(), worker.steps.end(),
                [state](const remote::Step &step) { return step.state == state; });
        };
        if (worker.isUnderWay) {
            ++underWay;
        } else if (worker.isNotBegun()) {
            ++notBegun;
        } else if (worker.isGood()) {
            ++(has(StepState::Changed) ? changed : already);
        } else if (has(StepState::Failed)) {
            ++failed;
        } else {
            const bool isKnown = !worker.error && !has(StepState::Unknown);
            ++(isKnown && has(StepState::Needed) ? needed : unknown);
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
    add(needed, QStringLiteral("%1 not so yet"));
    add(changed, QStringLiteral("%1 changed"));
    add(already, QStringLiteral("%1 were so already"));
    add(underWay, QStringLiteral("%1 under way"));
    add(notBegun, QStringLiteral("%1 not begun"));
    return parts.join(QStringLiteral(" · "));
}

} // namespace podium::recipe
