// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/rosterrecipestask.h"

#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/recipe/reciperun.h"

#include <utility>

namespace podium::ctl {

using people::Roster;

RosterRecipesTask::RosterRecipesTask(
    people::RosterStore &store, recipe::RecipeFolders folders, PeopleArguments arguments,
    QObject *parent)
    : Task(parent)
    , m_store(store)
    , m_folders(std::move(folders))
    , m_arguments(std::move(arguments))
{}

Result<> RosterRecipesTask::check() const
{
    for (const QString &name : m_arguments.recipes) {
        if (name.contains(QLatin1Char('/'))) {
            return failure(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("\"%1\" is no name of a recipe.").arg(name),
                 {},
                 QStringLiteral("`podiumctl recipe list` has the names."),
                 name});
        }
        const auto usable = recipe::loadRecipe(m_folders, name).and_then([](const auto &stored) {
            return recipe::completeValues(
                stored.recipe, recipe::valuesForAccount(stored.recipe, QStringLiteral("login")));
        });
        if (!usable) {
            return failure(usable.error());
        }
    }
    return {};
}

void RosterRecipesTask::start()
{
    const Callback<Result<Roster>> done{
        this, [this](const Result<Roster> &roster) { print(roster); }};
    if (m_arguments.recipes.isEmpty() && !m_arguments.noRecipes) {
        m_store.load(done);
        return;
    }
    if (const auto usable = check(); !usable) {
        emit finished(printRosterFailure(usable.error()));
        return;
    }
    m_store.change(
        [names = m_arguments.recipes](Roster roster) -> Result<Roster> {
            roster.recipes = names;
            return roster;
        },
        done);
}

void RosterRecipesTask::print(const Result<Roster> &roster)
{
    if (!roster) {
        emit finished(printRosterFailure(roster.error()));
        return;
    }
    if (m_arguments.json) {
        Json names = Json::array();
        for (const QString &name : roster->recipes) {
            names.push_back(text(name));
        }
        printJson({{"recipes", std::move(names)}}, 2);
    } else if (roster->recipes.isEmpty()) {
        printNote(QStringLiteral("no recipe is run where an account was made"));
    }
    for (const QString &name : m_arguments.json ? QStringList() : roster->recipes) {
        printLine(name);
    }
    emit finished(ExitDone);
}

} // namespace podium::ctl
