// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/pastrecipe.h"

#include "core/models/activity/activity.h"
#include "core/models/run/pastrunsmodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace podium::models {

using recipe::WorkerVerdicts;
using store::PastRun;

namespace {

struct PastRecipeTexts
{
    Q_DECLARE_TR_FUNCTIONS(PastRecipe)
};

store::PastVerdicts pastVerdictsOf(const WorkerVerdicts &worker)
{
    store::PastVerdicts past;
    past.workers = {worker.worker};
    for (const remote::Step &step : worker.steps) {
        past.states << remote::stepStateName(step.state);
    }
    past.error = worker.error ? worker.error->summary : QString();
    return past;
}

/// Those that stand in the same way together: a pod is one of them, mostly.
void addVerdicts(std::vector<store::PastVerdicts> &all, store::PastVerdicts one)
{
    const auto same = std::find_if(all.begin(), all.end(), [&one](const auto &each) {
        return each.states == one.states && each.error == one.error;
    });
    if (same == all.end()) {
        all.push_back(std::move(one));
    } else {
        same->workers.push_back(one.workers.front());
    }
}

/// As the numbers of other runs: who did not come to its turn was never started.
void count(run::RunSummary &summary, const WorkerVerdicts &worker)
{
    if (worker.isGood()) {
        ++summary.ok;
    } else if (worker.isNotBegun() || (worker.error && worker.error->isCancelled())) {
        ++summary.stopped;
    } else {
        ++(worker.error ? summary.unreachable : summary.failed);
    }
}

} // namespace

PastRun
pastRunOf(const recipe::RecipeSession &session, const QString &program, const QDateTime &now)
{
    std::vector<WorkerRef> workers;
    for (const WorkerVerdicts &each : session.workers()) {
        workers.push_back(each.worker);
    }
    PastRun run;
    run.id = session.runId();
    run.program = program;
    run.recipe = session.recipe().name;
    run.person = session.person();
    run.title = run.person.isEmpty()
                    ? PastRecipeTexts::tr("Recipe %1").arg(run.recipe)
                    : PastRecipeTexts::tr("Recipe %1 for %2").arg(run.recipe, run.person);
    for (const recipe::RecipeStep &step : session.recipe().steps) {
        run.steps << step.title;
    }
    run.targets = targetWordsOf(workers);
    run.workers = int(workers.size());
    run.startedAt = now;
    return run;
}

void setEnd(PastRun &run, const std::vector<WorkerVerdicts> &workers, const QDateTime &now)
{
    run.end = PastRun::End::Finished;
    run.endedAt = now;
    run.summary = {};
    run.verdicts.clear();
    for (const WorkerVerdicts &worker : workers) {
        count(run.summary, worker);
        addVerdicts(run.verdicts, pastVerdictsOf(worker));
    }
}

std::vector<WorkerVerdicts> verdictsOf(const PastRun &run)
{
    std::vector<WorkerVerdicts> workers;
    for (const store::PastVerdicts &past : run.verdicts) {
        WorkerVerdicts one;
        for (int i = 0; i < past.states.size(); ++i) {
            one.steps.push_back(
                {run.steps.value(i), remote::stepStateFromName(past.states.at(i)), {}});
        }
        if (!past.error.isEmpty()) {
            one.error = Error{ErrorKind::Unavailable, past.error};
        }
        for (const WorkerRef &worker : past.workers) {
            one.worker = worker;
            workers.push_back(one);
        }
    }
    std::sort(workers.begin(), workers.end(), [](const auto &a, const auto &b) {
        return a.worker < b.worker;
    });
    return workers;
}

QString pastRunNumbers(const PastRun &run)
{
    return run.recipe.isEmpty() ? runNumbers(run.summary) : recipe::verdictSummary(verdictsOf(run));
}

} // namespace podium::models
