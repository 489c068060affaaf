// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/recipe/recipearguments.h"
#include "core/recipe/recipestore.h"
#include "core/remote/remoterun.h"

#include <map>
#include <memory>
#include <vector>

namespace podium::ctl {

/// `podiumctl recipe run RECIPE TARGET…`: a verdict for each step and worker.
class RecipeRunTask final : public TargetTask
{
    Q_OBJECT

public:
    /// `folder`: of the person's own recipes.
    RecipeRunTask(
        RunServices services, QString folder, RecipeArguments arguments, QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    [[nodiscard]] Result<recipe::Values> givenValues() const;
    void runOn(const std::vector<WorkerRef> &workers) override;
    void take(const remote::Report &report);
    void show();

    const QString m_folder;
    const RecipeArguments m_arguments;
    recipe::Recipe m_recipe;
    recipe::Values m_values;
    std::unique_ptr<remote::RemoteRun> m_run;
    std::map<WorkerRef, Result<std::vector<remote::Step>>> m_verdicts;
    bool m_isInterrupted = false;
};

} // namespace podium::ctl
