// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/recipe/recipearguments.h"
#include "app/podiumctl/task.h"
#include "core/recipe/recipestore.h"

namespace podium::ctl {

/// `podiumctl recipe list|show|new|check`: about the files alone.
class RecipeTask final : public Task
{
    Q_OBJECT

public:
    /// `folders`: where recipes are looked for.
    RecipeTask(recipe::RecipeFolders folders, RecipeArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void list();
    void show();
    void make();
    void check();
    void showWarnings(const QStringList &warnings);

    const recipe::RecipeFolders m_folders;
    const RecipeArguments m_arguments;
};

} // namespace podium::ctl
