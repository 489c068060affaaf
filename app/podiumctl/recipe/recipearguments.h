// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>
#include <QStringList>

namespace podium::ctl {

/// `podiumctl recipe …`.
struct RecipeArguments
{
    enum class Action { List, Show, New, Check, Run, Verdicts };
    Action action = Action::List;
    QString name; ///< of the recipe, or the path of a file
    QString run;  ///< of Verdicts: PastRun::id; empty: the last one
    QStringList targets;
    QStringList values;     ///< NAME=TEXT
    QStringList valueFiles; ///< NAME=FILE, all of which is the value
    bool oneByOne = false;  ///< of Run, whatever the recipe says
    bool dryRun = false;    ///< of Run: only which steps are not so yet
    bool json = false;
};

[[nodiscard]] Subcommand recipeSubcommand(const std::shared_ptr<RecipeArguments> &arguments);

} // namespace podium::ctl
