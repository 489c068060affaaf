// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/workeractivity.h"

#include "core/models/activity/actionstory.h"
#include "core/models/nodes/freelog.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::models {

using remote::StepState;

namespace {

struct WorkerActivityTexts
{
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

/// What was stopped before it came to all of them is not good.
Outcome wholeOutcome(Outcome worst, bool isWhole)
{
    return worst == Outcome::Good && !isWhole ? Outcome::Off : worst;
}

bool hasChanged(const recipe::WorkerVerdicts &worker)
{
    return std::any_of(worker.steps.begin(), worker.steps.end(), [](const remote::Step &step) {
        return step.state == StepState::Changed;
    });
}

/// The step that keeps a worker which has answered from being good.
const remote::Step *brokenStep(const recipe::WorkerVerdicts &worker)
{
    const auto found =
        std::find_if(worker.steps.begin(), worker.steps.end(), [](const remote::Step &step) {
            return !recipe::isAllGood({step});
        });
    return found == worker.steps.end() ? nullptr : &*found;
}

/// How it stands, without a full stop.
QString recipeText(const recipe::WorkerVerdicts &worker)
{
    if (worker.isNotBegun()) {
        return WorkerActivityTexts::tr("not begun");
    }
    if (worker.error) {
        return worker.error->isCancelled() ? WorkerActivityTexts::tr("stopped")
                                           : worker.error->summary;
    }
    if (worker.isGood()) {
        return hasChanged(worker) ? WorkerActivityTexts::tr("changed")
                                  : WorkerActivityTexts::tr("was so already");
    }
    const remote::Step *step = brokenStep(worker);
    if (!step) {
        return WorkerActivityTexts::tr("unknown");
    }
    return step->state == StepState::Failed
               ? WorkerActivityTexts::tr("failed at “%1”").arg(step->name)
               : WorkerActivityTexts::tr("unknown at “%1”").arg(step->name);
}

Outcome recipeOutcome(const recipe::WorkerVerdicts &worker)
{
    if (worker.isGood()) {
        return Outcome::Good;
    }
    if (worker.isNotBegun() || (worker.error && worker.error->isCancelled())) {
        return Outcome::Off;
    }
    const remote::Step *step = brokenStep(worker);
    const bool isUnknown = !worker.error && (!step || step->state != StepState::Failed);
    return isUnknown ? Outcome::Warning : Outcome::Bad;
}

bool isFreed(const tpu::WorkerTpu &worker)
{
    return !worker.error && worker.outcome && worker.outcome->now.isFree() &&
           !worker.outcome->now.hasStaleLock();
}

Outcome freedOutcome(const tpu::WorkerTpu &worker)
{
    if (isFreed(worker)) {
        const bool isGood = worker.health && worker.health->verdict == tpu::Health::Verdict::Good;
        return isGood ? Outcome::Good : Outcome::Warning;
    }
    if (worker.error && worker.error->isCancelled()) {
        return Outcome::Off;
    }
    // Somebody else's processes were left alone, as planned.
    return !worker.error && worker.plan.leavesSome() ? Outcome::Warning : Outcome::Bad;
}

} // namespace

ActivityEntry
activityOfRecipe(const store::PastRun &run, const std::vector<recipe::WorkerVerdicts> &workers)
{
    ActionStory story(ActivityKind::Run, {});
    bool isWhole = true;
    for (const recipe::WorkerVerdicts &each : workers) {
        const Outcome outcome = recipeOutcome(each);
        isWhole = isWhole && outcome != Outcome::Off;
        story.add(
            {each.worker.node, each.worker.index, {}, recipeText(each), outcome}, run.endedAt);
    }
    ActivityEntry entry = story.entry();
    entry.run = run.id;
    entry.person = run.person;
    entry.text = WorkerActivityTexts::tr("%1: %2").arg(
        run.title,
        workers.size() == 1 ? recipeText(workers.front()) : recipe::verdictSummary(workers));
    if (!entry.text.endsWith(QLatin1Char('.'))) {
        entry.text += QLatin1Char('.');
    }
    entry.outcome = wholeOutcome(entry.outcome, isWhole);
    return entry;
}

std::optional<ActivityEntry>
activityOfFreedTpu(const std::vector<tpu::WorkerTpu> &workers, const QDateTime &time)
{
    ActionStory story(ActivityKind::NodeAction, {});
    int all = 0;
    int freed = 0;
    bool isWhole = true;
    for (const tpu::WorkerTpu &each : workers) {
        if (each.plan.isEmpty()) {
            continue;
        }
        ++all;
        freed += isFreed(each) ? 1 : 0;
        const Outcome outcome = freedOutcome(each);
        isWhole = isWhole && outcome != Outcome::Off;
        story.add(
            {each.worker.node,
             each.worker.index,
             {},
             freeLog(each).join(QLatin1Char(' ')),
             outcome},
            time);
    }
    if (all == 0) {
        return std::nullopt;
    }
    ActivityEntry entry = story.entry();
    if (all > 1) {
        entry.text =
            WorkerActivityTexts::tr("Freed the TPU on %1 of %2 workers.").arg(freed).arg(all);
    } else {
        const QString what = freed > 0 ? WorkerActivityTexts::tr("Freed the TPU.")
                                       : WorkerActivityTexts::tr("The TPU was not freed.");
        entry.text = what + QLatin1Char(' ') + entry.text;
    }
    entry.outcome = wholeOutcome(entry.outcome, isWhole);
    return entry;
}

} // namespace podium::models
