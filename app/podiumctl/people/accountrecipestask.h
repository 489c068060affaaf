// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/accountrecipes.h"
#include "app/podiumctl/task.h"
#include "app/podiumctl/valuesjson.h"

#include <memory>
#include <optional>

namespace podium::ctl {

/// A task that may make accounts, and then the recipes that are run where it has made some, or that
/// were pending on the workers that it has heard of, with their verdicts. What the task itself came
/// to is not changed by them, but for an exit status of 0.
class AccountRecipesTask final : public Task
{
    Q_OBJECT

public:
    /// What the task would print as JSON, once it has come to that.
    using Document = std::shared_ptr<std::optional<Json>>;

    /// `recipes` must outlive it. With a document the verdicts go into that, which is printed at
    /// the end, and of the rest only what went wrong is printed.
    AccountRecipesTask(
        std::unique_ptr<Task> task, app::AccountRecipes &recipes, Document document,
        QObject *parent = nullptr);
    void start() override;
    void interrupt() override;

private:
    void follow(recipe::RecipeSession *session);
    void keep(const recipe::RecipeSession &session);
    void onTaskFinished(int exitCode);
    void end();

    const std::unique_ptr<Task> m_task;
    app::AccountRecipes &m_recipes;
    const Document m_document; ///< null: there is none
    Json m_verdicts = Json::array();
    Json m_errors = Json::array();
    int m_exitCode = -1; ///< of the task; -1: it goes on
    bool m_hasFailed = false;
};

} // namespace podium::ctl
