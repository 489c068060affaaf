// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/reciperuntask.h"

#include "app/podiumctl/commandhints.h"
#include "app/podiumctl/recordedrecipes.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"
#include "core/recipe/recipelint.h"
#include "core/recipe/syntaxcheck.h"
#include "core/secret/placedon.h"

#include <utility>

namespace podium::ctl {

RecipeRunTask::RecipeRunTask(
    RunServices services, recipe::RecipeFolders folders, secret::SecretService &secrets,
    RecipeArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_folders(std::move(folders))
    , m_secrets(secrets)
    , m_arguments(std::move(arguments))
{}

void RecipeRunTask::refuse(const Error &error, ExitCode code)
{
    if (!error.isCancelled()) {
        printError(error);
    }
    emit finished(error.isCancelled() ? ExitInterrupted : code);
}

void RecipeRunTask::start()
{
    const auto stored = recipe::loadRecipe(m_folders, m_arguments.name);
    if (!stored) {
        refuse(withRecipeCommand(stored.error()), ExitUsage);
        return;
    }
    m_recipe = stored->recipe;
    m_recipe.oneByOne = m_recipe.oneByOne || m_arguments.oneByOne;
    auto given = readGivenValues(m_recipe, m_arguments);
    if (!given) {
        refuse(given.error(), ExitUsage);
        return;
    }
    for (const QString &warning : recipe::lint(m_recipe)) {
        printNote(warning);
    }
    m_uses = given->uses;
    m_asked = std::make_unique<RecipeValues>(m_recipe, m_secrets, std::move(*given));
    recipe::checkSyntax(m_recipe, {this, [this](const Result<> &syntax) {
                                       if (!syntax) {
                                           refuse(syntax.error(), ExitUsage);
                                           return;
                                       }
                                       m_asked->complete(
                                           {this, [this](const Result<recipe::Values> &values) {
                                                onValues(values);
                                            }});
                                   }});
}

void RecipeRunTask::onValues(const Result<recipe::Values> &values)
{
    if (!values) {
        const ErrorKind kind = values.error().kind;
        const bool isUsage = kind == ErrorKind::NotFound || kind == ErrorKind::InvalidArgument;
        refuse(values.error(), isUsage ? ExitUsage : ExitRefused);
        return;
    }
    m_values = *values;
    TargetTask::start();
}

Result<std::vector<secret::Placement>>
RecipeRunTask::placementsOn(const std::vector<WorkerRef> &workers) const
{
    const inventory::Snapshot &snapshot = m_services.inventory.snapshot();
    return secret::placementsFor(
        m_recipe, m_values, m_uses, secret::placedOn(snapshot, workers, m_services.defaults),
        m_services.clock.now());
}

void RecipeRunTask::runOn(const std::vector<WorkerRef> &workers)
{
    const std::vector<WorkerRef> chosen = recipe::workersOf(m_recipe, workers);
    if (chosen.empty()) {
        refuse(
            {ErrorKind::InvalidArgument,
             QStringLiteral("The recipe is for the first worker of a node; none was named.")},
            ExitUsage);
        return;
    }
    if (m_arguments.dryRun) {
        run(chosen);
        return;
    }
    auto placements = placementsOn(chosen);
    if (!placements) {
        refuse(placements.error(), ExitUsage);
        return;
    }
    m_placements = std::move(*placements);
    if (m_placements.empty()) {
        run(chosen);
        return;
    }
    m_secrets.begin(m_placements, {this, [this, chosen](const Result<> &written) {
                                       written ? run(chosen) : refuse(written.error(), ExitRefused);
                                   }});
}

void RecipeRunTask::run(const std::vector<WorkerRef> &workers)
{
    m_session = std::make_unique<recipe::RecipeSession>(runService(), m_recipe, m_values, workers);
    connect(m_session.get(), &recipe::RecipeSession::narrowed, this, &printNote);
    connect(m_session.get(), &recipe::RecipeSession::workerEnded, this, &RecipeRunTask::print);
    connect(
        m_session.get(), &recipe::RecipeSession::finished, this, &RecipeRunTask::confirmPlacements);
    if (m_arguments.dryRun) {
        m_session->check();
        return;
    }
    recordRecipes(m_services.runHistory, m_services.history, m_services.clock, this)
        ->follow(m_session.get());
    m_session->start();
}

/// Where all steps hold, the secrets are there for certain.
void RecipeRunTask::confirmPlacements()
{
    if (m_placements.empty()) {
        show();
        return;
    }
    const auto there = secret::certainOf(m_placements, m_session->workers());
    m_secrets.confirm(there, {this, [this](const Result<> &written) {
                                  if (!written) {
                                      printError(written.error());
                                  }
                                  show();
                              }});
}

void RecipeRunTask::print(const recipe::WorkerVerdicts &worker) const
{
    if (!m_arguments.json) {
        printWorkerVerdicts(worker, namesOf({worker.worker}));
    } else if (worker.error && !worker.error->isCancelled()) {
        printError(*worker.error);
    }
}

void RecipeRunTask::show()
{
    bool isUnreached = false;
    Json workers = Json::array();
    for (const recipe::WorkerVerdicts &worker : m_session->workers()) {
        isUnreached = isUnreached || worker.error;
        if (worker.isNotBegun() && !m_arguments.json) {
            printLine(QStringLiteral("%1: not begun").arg(namesOf({worker.worker})));
        }
        workers.push_back(workerVerdictsJson(worker));
    }
    if (m_arguments.json) {
        printJson({{"recipe", text(m_recipe.name)}, {"workers", std::move(workers)}}, 2);
    }
    emit finished(
        m_isInterrupted                  ? ExitInterrupted
        : isUnreached                    ? ExitUnreachable
        : m_session->notGoodCount() == 0 ? ExitDone
                                         : ExitDifferent);
}

void RecipeRunTask::interrupt()
{
    interruptSession(m_session.get());
}

} // namespace podium::ctl
