// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/reciperuntask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/files.h"
#include "core/recipe/recipelint.h"
#include "core/recipe/reciperun.h"
#include "core/recipe/syntaxcheck.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

constexpr int LongestValueFile = 64 * 1024;

/// NAME=TEXT as its parts; an Error without the text, which may be a secret.
Result<std::pair<QString, QString>> split(const QString &word)
{
    const int at = int(word.indexOf(QLatin1Char('=')));
    if (at <= 0) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("A parameter is given as NAME=TEXT."),
             {},
             {},
             {}});
    }
    return std::pair(word.left(at), word.mid(at + 1));
}

Json stepsJson(const std::vector<remote::Step> &steps)
{
    Json list = Json::array();
    for (const remote::Step &step : steps) {
        list.push_back(
            {{"step", text(step.name)},
             {"state", text(remote::stepStateName(step.state))},
             {"detail", text(step.detail)}});
    }
    return list;
}

} // namespace

RecipeRunTask::RecipeRunTask(
    RunServices services, QString folder, RecipeArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_folder(std::move(folder))
    , m_arguments(std::move(arguments))
{}

Result<recipe::Values> RecipeRunTask::givenValues() const
{
    recipe::Values given;
    for (const QString &word : m_arguments.values) {
        const auto value = split(word);
        if (!value) {
            return failure(value.error());
        }
        const recipe::Parameter *parameter = m_recipe.find(value->first);
        if (parameter && parameter->isSecret) {
            return failure(
                {ErrorKind::Refused,
                 QStringLiteral("\"%1\" is a secret; in a command line others can read it.")
                     .arg(value->first),
                 {},
                 QStringLiteral("Give it as --set-file %1=FILE.").arg(value->first),
                 value->first});
        }
        given.insert(value->first, value->second);
    }
    for (const QString &word : m_arguments.valueFiles) {
        const auto value = split(word);
        const auto bytes = value ? readFile(value->second, LongestValueFile)
                                 : Result<QByteArray>(failure(value.error()));
        if (!bytes) {
            return failure(bytes.error());
        }
        given.insert(value->first, QString::fromUtf8(bytes->left(bytes->indexOf('\n'))));
    }
    return recipe::completeValues(m_recipe, given);
}

void RecipeRunTask::start()
{
    const auto stored = recipe::loadRecipe(m_folder, m_arguments.name);
    if (!stored) {
        printError(stored.error());
        emit finished(ExitUsage);
        return;
    }
    m_recipe = stored->recipe;
    auto values = givenValues();
    if (!values) {
        printError(values.error());
        emit finished(ExitUsage);
        return;
    }
    m_values = std::move(*values);
    for (const QString &warning : recipe::lint(m_recipe)) {
        printNote(warning);
    }
    recipe::checkSyntax(m_recipe, Callback<Result<>>(this, [this](const Result<> &syntax) {
                            if (syntax) {
                                TargetTask::start();
                                return;
                            }
                            printError(syntax.error());
                            emit finished(ExitUsage);
                        }));
}

void RecipeRunTask::runOn(const std::vector<WorkerRef> &workers)
{
    const std::vector<WorkerRef> chosen = recipe::workersOf(m_recipe, workers);
    if (chosen.empty()) {
        printError(
            {ErrorKind::InvalidArgument,
             QStringLiteral("The recipe is for the first worker of a node; none was named."),
             {},
             {},
             {}});
        emit finished(ExitUsage);
        return;
    }
    m_run = std::make_unique<remote::RemoteRun>(
        runService(), recipe::recipeScript(m_recipe), chosen,
        std::vector<std::vector<remote::Record>>{recipe::recipeData(m_recipe, m_values)});
    if (!m_run->narrowed().isEmpty()) {
        printNote(m_run->narrowed());
    }
    connect(m_run.get(), &remote::RemoteRun::reported, this, &RecipeRunTask::take);
    connect(m_run.get(), &remote::RemoteRun::finished, this, &RecipeRunTask::show);
    m_run->start();
}

void RecipeRunTask::take(const remote::Report &report)
{
    if (!report.answer) {
        m_verdicts.emplace(report.worker, failure(report.answer.error()));
        if (!report.answer.error().isCancelled()) {
            printError(report.answer.error());
        }
        return;
    }
    auto verdicts = recipe::verdictsOf(m_recipe, m_values, *report.answer);
    if (!m_arguments.json) {
        for (const remote::Step &step : verdicts) {
            printLine(QStringLiteral("%1: %2: %3%4")
                          .arg(
                              report.worker.text(), step.name, remote::stepStateName(step.state),
                              step.detail.isEmpty() ? QString()
                                                    : QStringLiteral(": %1").arg(step.detail)));
        }
    }
    m_verdicts.emplace(report.worker, std::move(verdicts));
}

void RecipeRunTask::show()
{
    bool isUnreached = false;
    bool isGood = true;
    Json workers = Json::array();
    for (const WorkerRef &worker : m_run->workers()) {
        const auto &verdicts = m_verdicts.at(worker);
        const bool isWorkerGood = verdicts && recipe::isAllGood(*verdicts);
        isUnreached = isUnreached || !verdicts;
        isGood = isGood && isWorkerGood;
        workers.push_back(
            {{"worker", text(worker.text())},
             {"good", isWorkerGood},
             {"steps", verdicts ? stepsJson(*verdicts) : Json::array()},
             {"error", verdicts ? Json(nullptr) : errorJson(verdicts.error())}});
    }
    if (m_arguments.json) {
        printJson({{"recipe", text(m_recipe.name)}, {"workers", std::move(workers)}}, 2);
    }
    emit finished(
        m_isInterrupted ? ExitInterrupted
        : isUnreached   ? ExitUnreachable
        : isGood        ? ExitDone
                        : ExitDifferent);
}

void RecipeRunTask::interrupt()
{
    if (!m_run || m_run->isFinished()) {
        emit finished(ExitInterrupted);
        return;
    }
    m_isInterrupted = true;
    m_run->stop();
}

} // namespace podium::ctl
