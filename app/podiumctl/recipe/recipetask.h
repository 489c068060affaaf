// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/recipe/recipearguments.h"
#include "app/podiumctl/task.h"

#include <QString>

namespace podium::ctl {

/// `podiumctl recipe list|show|new|check`: about the files alone.
class RecipeTask final : public Task
{
    Q_OBJECT

public:
    /// `folder`: of the person's own recipes.
    RecipeTask(QString folder, RecipeArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void list();
    void show();
    void make();
    void check();
    void showWarnings(const QStringList &warnings);

    const QString m_folder;
    const RecipeArguments m_arguments;
};

} // namespace podium::ctl
