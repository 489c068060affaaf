// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <memory>

namespace CLI {
class App;
}

namespace podium::ctl {

/// `podiumctl recipe …`.
struct RecipeArguments
{
    enum class Action { List, Show, New, Check, Run };
    Action action = Action::List;
    QString name; ///< of the recipe, or the path of a file
    QStringList targets;
    QStringList values;     ///< NAME=TEXT
    QStringList valueFiles; ///< NAME=FILE, whose first line is the value
    bool json = false;
};

/// Adds the subcommand; after parsing, `arguments` has what was given.
void addRecipe(CLI::App &app, const std::shared_ptr<RecipeArguments> &arguments);

} // namespace podium::ctl
