// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/accountrecipes.h"
#include "app/podiumctl/task.h"

#include <memory>

namespace podium::ctl {

/// A task that may make accounts, and then the recipes that are run where it has made some, with
/// their verdicts. What the task itself came to is not changed by them, but for an exit status of
/// 0.
class AccountRecipesTask final : public Task
{
    Q_OBJECT

public:
    /// `recipes` must outlive it. `isQuiet`: verdicts are not printed, only what went wrong.
    AccountRecipesTask(
        std::unique_ptr<Task> task, app::AccountRecipes &recipes, bool isQuiet,
        QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    void follow(recipe::RecipeSession *session);
    void onTaskFinished(int exitCode);
    void end();

    const std::unique_ptr<Task> m_task;
    app::AccountRecipes &m_recipes;
    const bool m_isQuiet;
    int m_exitCode = -1; ///< of the task; -1: it goes on
    bool m_hasFailed = false;
};

} // namespace podium::ctl
