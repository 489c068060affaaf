// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/recipe/recipearguments.h"
#include "app/podiumctl/recipe/recipevalues.h"
#include "core/recipe/recipesession.h"
#include "core/recipe/recipestore.h"

#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl recipe run RECIPE TARGET…`: a verdict for each step and worker.
class RecipeRunTask final : public TargetTask
{
    Q_OBJECT

public:
    /// `folders`: where recipes are looked for. `secrets` must outlive it.
    RecipeRunTask(
        RunServices services, recipe::RecipeFolders folders, secret::SecretService &secrets,
        RecipeArguments arguments, QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    void onValues(const Result<recipe::Values> &values);
    void runOn(const std::vector<WorkerRef> &workers) override;
    /// Where stored secrets will be put.
    [[nodiscard]] Result<std::vector<secret::Placement>>
    placementsOn(const std::vector<WorkerRef> &workers) const;
    void run(const std::vector<WorkerRef> &workers);
    void print(const recipe::WorkerVerdicts &worker) const;
    void confirmPlacements();
    void show();
    void refuse(const Error &error, ExitCode code);

    const recipe::RecipeFolders m_folders;
    secret::SecretService &m_secrets;
    const RecipeArguments m_arguments;
    recipe::Recipe m_recipe;
    std::unique_ptr<RecipeValues> m_asked;
    secret::SecretUses m_uses;
    recipe::Values m_values;
    std::vector<secret::Placement> m_placements;
    std::unique_ptr<recipe::RecipeSession> m_session;
};

} // namespace podium::ctl
