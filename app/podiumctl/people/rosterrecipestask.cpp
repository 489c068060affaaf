// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/rosterrecipestask.h"

#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/people/roster/rosteredit.h"
#include "core/recipe/reciperun.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace podium::ctl {

using people::Roster;

namespace {

Json namesJson(const QStringList &names)
{
    Json list = Json::array();
    for (const QString &name : names) {
        list.push_back(text(name));
    }
    return list;
}

} // namespace

RosterRecipesTask::RosterRecipesTask(
    people::RosterStore &store, people::PendingRecipesStore pending, recipe::RecipeFolders folders,
    PeopleArguments arguments, QObject *parent)
    : Task(parent)
    , m_store(store)
    , m_pending(pending)
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
        this, [this](const Result<Roster> &roster) { loadPending(roster); }};
    if (m_arguments.recipes.isEmpty() && !m_arguments.noRecipes) {
        m_store.load(done);
        return;
    }
    if (const auto usable = check(); !usable) {
        emit finished(printRosterFailure(usable.error()));
        return;
    }
    m_store.change(
        [names = m_arguments.recipes, login = m_arguments.recipesFor](Roster roster) {
            return people::withRecipes(std::move(roster), login, names);
        },
        done);
}

void RosterRecipesTask::loadPending(const Result<Roster> &roster)
{
    if (!roster) {
        emit finished(printRosterFailure(roster.error()));
        return;
    }
    m_pending.load({this, [this, roster = *roster](const Result<Pending> &found) {
                        if (!found) {
                            emit finished(printRosterFailure(found.error()));
                            return;
                        }
                        Pending pending;
                        const QString &login = m_arguments.recipesFor;
                        std::copy_if(
                            found->begin(), found->end(), std::back_inserter(pending),
                            [&login](const people::PendingRecipes &each) {
                                return login.isEmpty() || each.at.login == login;
                            });
                        print(roster, pending);
                    }});
}

void RosterRecipesTask::print(const Roster &roster, const Pending &pending)
{
    const QString &login = m_arguments.recipesFor;
    const auto recipes = people::recipesOf(roster, login);
    if (!recipes) {
        emit finished(printRosterFailure(recipes.error()));
        return;
    }
    if (m_arguments.json) {
        printJsonOf(roster, *recipes, pending);
        emit finished(ExitDone);
        return;
    }
    if (recipes->isEmpty()) {
        printNote(QStringLiteral("no recipe is run where an account was made"));
    }
    for (const QString &name : *recipes) {
        printLine(name);
    }
    for (const people::Person &person : roster.people) {
        if (login.isEmpty() && !person.recipes.isEmpty()) {
            printLine(QStringLiteral("for %1: %2")
                          .arg(person.login.text(), person.recipes.join(QLatin1Char(' '))));
        }
    }
    for (const people::PendingRecipes &each : pending) {
        printNote(
            QStringLiteral("still to be run for %1 on %2: %3")
                .arg(each.at.login, each.at.worker.text(), each.recipes.join(QLatin1Char(' '))));
    }
    emit finished(ExitDone);
}

void RosterRecipesTask::printJsonOf(
    const Roster &roster, const QStringList &recipes, const Pending &pending)
{
    const bool isOfAll = m_arguments.recipesFor.isEmpty();
    Json json{{"recipes", namesJson(recipes)}};
    if (isOfAll) {
        json["people"] = Json::object();
    }
    for (const people::Person &person : roster.people) {
        if (isOfAll && !person.recipes.isEmpty()) {
            json["people"][text(person.login.text())] = namesJson(person.recipes);
        }
    }
    json["pending"] = Json::array();
    for (const people::PendingRecipes &each : pending) {
        json["pending"].push_back(
            {{"login", text(each.at.login)},
             {"worker", text(each.at.worker.text())},
             {"recipes", namesJson(each.recipes)}});
    }
    printJson(json, 2);
}

} // namespace podium::ctl
