// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/accountrecipestask.h"

#include "app/podiumctl/recordedrecipes.h"
#include "app/podiumctl/terminal.h"

#include <utility>

namespace podium::ctl {

using app::AccountRecipes;

AccountRecipesTask::AccountRecipesTask(
    std::unique_ptr<Task> task, AccountRecipes &recipes, Document document, QObject *parent)
    : Task(parent)
    , m_task(std::move(task))
    , m_recipes(recipes)
    , m_document(std::move(document))
{
    connect(m_task.get(), &Task::finished, this, &AccountRecipesTask::onTaskFinished);
    connect(&recipes, &AccountRecipes::recipeMade, this, &AccountRecipesTask::follow);
    connect(&recipes, &AccountRecipes::failed, this, [this](const Error &error) {
        m_hasFailed = true;
        m_errors.push_back(errorJson(error));
        printError(error);
    });
    connect(&recipes, &AccountRecipes::idle, this, [this] {
        if (m_exitCode >= 0) {
            end();
        }
    });
}

void AccountRecipesTask::start()
{
    m_task->start();
}

void AccountRecipesTask::follow(recipe::RecipeSession *session)
{
    connect(session, &recipe::RecipeSession::finished, this, [this, session] {
        const Result<> verdict = recipe::verdictOf(*session);
        m_hasFailed = m_hasFailed || !verdict;
        keep(*session);
        if (m_document && !verdict && !verdict.error().isCancelled()) {
            printError(verdict.error());
        }
    });
    if (m_document) {
        return;
    }
    printNote(QStringLiteral("recipe %1 for %2").arg(session->recipe().name, session->person()));
    connect(
        session, &recipe::RecipeSession::workerEnded, this,
        [](const recipe::WorkerVerdicts &worker) {
            printWorkerVerdicts(worker, worker.worker.text());
        });
}

void AccountRecipesTask::keep(const recipe::RecipeSession &session)
{
    Json workers = Json::array();
    for (const recipe::WorkerVerdicts &worker : session.workers()) {
        workers.push_back(workerVerdictsJson(worker));
    }
    m_verdicts.push_back(
        {{"recipe", text(session.recipe().name)},
         {"login", text(session.person())},
         {"workers", std::move(workers)}});
}

void AccountRecipesTask::onTaskFinished(int exitCode)
{
    m_exitCode = exitCode;
    // What was refused or ended had nothing done, and what is pending was to be done before.
    if (exitCode == ExitDone || exitCode == ExitDifferent || exitCode == ExitUnreachable) {
        m_recipes.retryWhereHeard();
    }
    if (!m_recipes.isBusy()) {
        end();
    } else if (exitCode == ExitInterrupted) {
        m_recipes.stop();
    }
}

void AccountRecipesTask::end()
{
    if (m_document && *m_document) {
        Json &document = **m_document;
        document["recipes"] = m_verdicts;
        document["recipeErrors"] = m_errors;
        printJson(document, 2);
    }
    emit finished(m_exitCode == ExitDone && m_hasFailed ? int(ExitDifferent) : m_exitCode);
}

void AccountRecipesTask::interrupt()
{
    if (m_exitCode < 0) {
        m_task->interrupt();
        return;
    }
    m_exitCode = ExitInterrupted;
    m_recipes.stop();
}

} // namespace podium::ctl
