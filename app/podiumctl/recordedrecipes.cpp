// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recordedrecipes.h"

#include "app/podiumctl/terminal.h"

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

} // namespace podium::ctl
