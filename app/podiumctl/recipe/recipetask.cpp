// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recipe/recipetask.h"

#include "app/podiumctl/commandhints.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/recipe/recipelint.h"
#include "core/recipe/shellcheck.h"
#include "core/recipe/syntaxcheck.h"

#include <limits>
#include <utility>

namespace podium::ctl {

namespace {

Json parameterJson(const recipe::Parameter &parameter)
{
    using Kind = recipe::ParameterType::Kind;
    using Limits = std::numeric_limits<qint64>;
    const recipe::ParameterType &type = parameter.type;
    Json choices = Json::array();
    for (const QString &choice : parameter.choices) {
        choices.push_back(text(choice));
    }
    return {
        {"name", text(parameter.name)},
        {"purpose", text(parameter.purpose)},
        {"default", parameter.defaultValue ? Json(text(*parameter.defaultValue)) : Json(nullptr)},
        {"choices", std::move(choices)},
        {"secret", parameter.isSecret},
        {"type", text(recipe::typeName(type.kind))},
        {"least", type.least == Limits::min() ? Json(nullptr) : Json(type.least)},
        {"most", type.most == Limits::max() ? Json(nullptr) : Json(type.most)},
        {"pattern", type.kind == Kind::Pattern ? Json(text(type.pattern)) : Json(nullptr)}};
}

/// Of one that comes with Podium: null.
Json fileJson(const QString &file)
{
    return file.isEmpty() ? Json(nullptr) : Json(text(file));
}

Json recipeJson(const recipe::StoredRecipe &stored)
{
    Json parameters = Json::array();
    for (const recipe::Parameter &parameter : stored.recipe.parameters) {
        parameters.push_back(parameterJson(parameter));
    }
    Json files = Json::array();
    for (const recipe::RecipeFile &file : stored.recipe.files) {
        files.push_back(text(file.name));
    }
    Json instead = Json::array();
    for (const QString &file : stored.insteadOf) {
        instead.push_back(fileJson(file));
    }
    return {
        {"name", text(stored.recipe.name)},
        {"purpose", text(stored.recipe.purpose)},
        {"file", fileJson(stored.file)},
        {"insteadOf", std::move(instead)},
        {"files", std::move(files)},
        {"root", stored.recipe.rights == remote::Rights::Root},
        {"usesSudo", recipe::usesSudo(stored.recipe)},
        {"parameters", std::move(parameters)},
        {"steps", stored.recipe.steps.size()}};
}

/// What a person should know before choosing it.
QString noteOf(const recipe::StoredRecipe &stored, const recipe::RecipeFolders &folders)
{
    QStringList notes;
    if (stored.recipe.rights == remote::Rights::Root) {
        notes << QStringLiteral("as root");
    } else if (recipe::usesSudo(stored.recipe)) {
        notes << QStringLiteral("uses sudo");
    }
    if (stored.file.startsWith(folders.own + QLatin1Char('/'))) {
        notes << QStringLiteral("yours");
    } else if (!stored.file.isEmpty()) {
        notes << QStringLiteral("from %1").arg(stored.file);
    }
    return notes.isEmpty() ? QString()
                           : QStringLiteral(" (%1)").arg(notes.join(QStringLiteral(", ")));
}

/// Which of several with one name counts.
void noteTaken(const recipe::RecipeList &list)
{
    for (const recipe::StoredRecipe &stored : list.recipes) {
        for (const QString &file : stored.insteadOf) {
            printNote(
                QStringLiteral("%1: %2 is used, not %3")
                    .arg(
                        stored.recipe.name, stored.file,
                        file.isEmpty() ? QStringLiteral("the one that comes with Podium") : file));
        }
    }
}

} // namespace

RecipeTask::RecipeTask(recipe::RecipeFolders folders, RecipeArguments arguments, QObject *parent)
    : Task(parent)
    , m_folders(std::move(folders))
    , m_arguments(std::move(arguments))
{}

void RecipeTask::start()
{
    using What = RecipeArguments::Action;
    switch (m_arguments.action) {
    case What::List:
        list();
        break;
    case What::Show:
        show();
        break;
    case What::New:
        make();
        break;
    case What::Check:
    case What::Run:
    case What::Verdicts:
        check();
        break;
    }
}

void RecipeTask::list()
{
    const recipe::RecipeList found = recipe::listRecipes(m_folders);
    Json recipes = Json::array();
    std::vector<QStringList> rows{
        {QStringLiteral("RECIPE"), QStringLiteral("PARAMETERS"), QStringLiteral("PURPOSE")}};
    for (const recipe::StoredRecipe &stored : found.recipes) {
        recipes.push_back(recipeJson(stored));
        QStringList names;
        for (const recipe::Parameter &parameter : stored.recipe.parameters) {
            names << parameter.name;
        }
        rows.push_back(
            {stored.recipe.name, names.join(QLatin1Char(' ')),
             stored.recipe.purpose + noteOf(stored, m_folders)});
    }
    noteTaken(found);
    Json errors = Json::array();
    for (const Error &bare : found.errors) {
        const Error error = withRecipeCommand(bare);
        errors.push_back(errorJson(error));
        printError(error);
    }
    if (m_arguments.json) {
        printJson({{"recipes", std::move(recipes)}, {"errors", std::move(errors)}}, 2);
    } else {
        printTable(rows);
    }
    emit finished(ExitDone);
}

void RecipeTask::show()
{
    const auto stored = recipe::loadRecipe(m_folders, m_arguments.name);
    if (!stored) {
        printError(withRecipeCommand(stored.error()));
        emit finished(ExitUsage);
        return;
    }
    if (m_arguments.json) {
        Json json = recipeJson(*stored);
        json["text"] = text(QString::fromUtf8(stored->text));
        printJson(json, 2);
    } else {
        printBytes(stored->text);
    }
    emit finished(ExitDone);
}

void RecipeTask::make()
{
    // One that is there already is the beginning of one's own.
    const auto builtIn = recipe::loadRecipe(m_folders, m_arguments.name);
    const auto file = recipe::newRecipe(
        m_folders.own, m_arguments.name,
        builtIn ? builtIn->text : recipe::recipeTemplate(m_arguments.name));
    if (!file) {
        printError(withRecipeCommand(file.error()));
        emit finished(ExitUsage);
        return;
    }
    printLine(*file);
    emit finished(ExitDone);
}

void RecipeTask::check()
{
    const auto stored = recipe::loadRecipe(m_folders, m_arguments.name);
    if (!stored) {
        printError(withRecipeCommand(stored.error()));
        emit finished(ExitUsage);
        return;
    }
    const QStringList warnings = recipe::lint(stored->recipe);
    recipe::checkSyntax(
        stored->recipe,
        Callback<Result<>>(this, [this, stored = *stored, warnings](const Result<> &syntax) {
            if (!syntax) {
                printError(syntax.error());
                emit finished(ExitUsage);
                return;
            }
            recipe::askShellcheck(
                this, stored, {this, [this, warnings](const QStringList &findings) {
                                   showWarnings(warnings + findings);
                               }});
        }));
}

void RecipeTask::showWarnings(const QStringList &warnings)
{
    if (m_arguments.json) {
        Json list = Json::array();
        for (const QString &warning : warnings) {
            list.push_back(text(warning));
        }
        printJson({{"recipe", text(m_arguments.name)}, {"warnings", std::move(list)}}, 2);
    } else {
        for (const QString &warning : warnings) {
            printLine(warning);
        }
    }
    emit finished(warnings.isEmpty() ? ExitDone : ExitDifferent);
}

} // namespace podium::ctl
