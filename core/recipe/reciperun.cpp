// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/reciperun.h"

#include "core/recipe/scripttexts.h"

#include <algorithm>
#include <iterator>

namespace podium::recipe {

remote::Script recipeScript(const Recipe &recipe)
{
    return {
        scripttexts::run, recipe.rights, QStringLiteral("Recipe %1").arg(recipe.name), recipe.limit,
        true};
}

std::vector<remote::Record> recipeData(const Recipe &recipe, const Values &values)
{
    std::vector<remote::Record> data;
    for (auto it = values.cbegin(); it != values.cend(); ++it) {
        data.push_back({"value", {it.key().toUtf8(), it.value().toUtf8()}});
    }
    for (const RecipeStep &step : recipe.steps) {
        data.push_back({"step", {step.title.toUtf8(), step.check, step.act}});
    }
    return data;
}

std::vector<WorkerRef> workersOf(const Recipe &recipe, const std::vector<WorkerRef> &workers)
{
    if (recipe.where == Recipe::Where::AllWorkers) {
        return workers;
    }
    std::vector<WorkerRef> first;
    std::copy_if(
        workers.begin(), workers.end(), std::back_inserter(first),
        [](const WorkerRef &worker) { return worker.index == 0; });
    return first;
}

std::vector<remote::Step>
verdictsOf(const Recipe &recipe, const Values &values, const remote::Answer &answer)
{
    std::vector<remote::Step> said = remote::stepsOf(answer);
    std::vector<remote::Step> verdicts;
    for (std::size_t i = 0; i < recipe.steps.size(); ++i) {
        remote::Step verdict{
            recipe.steps[i].title, remote::StepState::Unknown,
            QStringLiteral("the worker did not answer")};
        if (i < said.size()) {
            verdict.state = said[i].state;
            verdict.detail = said[i].detail;
        }
        for (const Parameter &parameter : recipe.parameters) {
            const QString secret = values.value(parameter.name);
            if (parameter.isSecret && !secret.isEmpty()) {
                verdict.detail.replace(secret, QStringLiteral("(secret)"));
            }
        }
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

bool isAllGood(const std::vector<remote::Step> &verdicts)
{
    return std::all_of(verdicts.begin(), verdicts.end(), [](const remote::Step &step) {
        return step.state == remote::StepState::Ok || step.state == remote::StepState::Changed;
    });
}

} // namespace podium::recipe
