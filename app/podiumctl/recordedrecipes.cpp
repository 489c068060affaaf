// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recordedrecipes.h"

#include "app/podiumctl/terminal.h"

#include <utility>

namespace podium::ctl {

models::RecipeRecorder *
recordRecipes(store::RunHistory runs, store::History history, const Clock &clock, QObject *parent)
{
    return new models::RecipeRecorder(
        runs, QStringLiteral("podiumctl"), clock,
        [history](const models::ActivityEntry &entry) mutable { history.append(entry); }, parent);
}

void printWorkerVerdicts(const recipe::WorkerVerdicts &worker, const QString &name)
{
    for (const remote::Step &step : worker.steps) {
        printLine(
            QStringLiteral("%1: %2: %3%4")
                .arg(
                    name, step.name, remote::stepStateName(step.state),
                    step.detail.isEmpty() ? QString() : QStringLiteral(": %1").arg(step.detail)));
    }
    flushOutput();
    if (worker.error && !worker.error->isCancelled()) {
        printError(*worker.error);
    }
}

Json workerVerdictsJson(const recipe::WorkerVerdicts &worker)
{
    Json steps = Json::array();
    for (const remote::Step &step : worker.steps) {
        steps.push_back(
            {{"step", text(step.name)},
             {"state", text(remote::stepStateName(step.state))},
             {"detail", text(step.detail)}});
    }
    return {
        {"worker", text(worker.worker.text())},
        {"good", worker.isGood()},
        {"begun", !worker.isNotBegun()},
        {"steps", std::move(steps)},
        {"error", worker.error ? errorJson(*worker.error) : Json(nullptr)}};
}

} // namespace podium::ctl
