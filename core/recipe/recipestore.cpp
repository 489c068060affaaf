// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipestore.h"

#include "core/base/files.h"
#include "core/recipe/builtintexts.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace podium::recipe {

namespace {

Result<StoredRecipe> fromFile(const QString &file)
{
    const auto bytes = readFile(file, LongestRecipe + 1);
    auto recipe = bytes ? parseRecipe(*bytes) : failure(bytes.error());
    if (!recipe) {
        Error error = recipe.error();
        error.subject = file;
        return failure(error);
    }
    return StoredRecipe{*recipe, *bytes, file};
}

} // namespace

const std::vector<StoredRecipe> &builtInRecipes()
{
    static const std::vector<StoredRecipe> all = [] {
        std::vector<StoredRecipe> list;
        for (const char *text : builtintexts::all) {
            if (auto recipe = parseRecipe(text)) {
                list.push_back({std::move(*recipe), text, {}});
            }
        }
        return list;
    }();
    return all;
}

RecipeList listRecipes(const QString &folder)
{
    RecipeList list;
    const QDir dir(folder);
    for (const QString &name : dir.entryList({QStringLiteral("*.sh")}, QDir::Files, QDir::Name)) {
        if (auto recipe = fromFile(dir.filePath(name))) {
            list.recipes.push_back(std::move(*recipe));
        } else {
            list.errors.push_back(recipe.error());
        }
    }
    for (const StoredRecipe &builtIn : builtInRecipes()) {
        const bool isReplaced =
            std::any_of(list.recipes.begin(), list.recipes.end(), [&](const StoredRecipe &own) {
                return own.recipe.name == builtIn.recipe.name;
            });
        if (!isReplaced) {
            list.recipes.push_back(builtIn);
        }
    }
    std::stable_sort(
        list.recipes.begin(), list.recipes.end(),
        [](const StoredRecipe &a, const StoredRecipe &b) { return a.recipe.name < b.recipe.name; });
    return list;
}

Result<StoredRecipe> loadRecipe(const QString &folder, const QString &nameOrFile)
{
    if (nameOrFile.contains(QLatin1Char('/'))) {
        return fromFile(nameOrFile);
    }
    // A broken file of that name is said, not passed over for the built-in one.
    const QString own = QDir(folder).filePath(nameOrFile + QStringLiteral(".sh"));
    if (QFileInfo::exists(own)) {
        return fromFile(own);
    }
    for (StoredRecipe &stored : listRecipes(folder).recipes) {
        if (stored.recipe.name == nameOrFile) {
            return std::move(stored);
        }
    }
    return failure(
        {ErrorKind::NotFound,
         QStringLiteral("There is no recipe \"%1\".").arg(nameOrFile),
         {},
         QStringLiteral("`podiumctl recipe list` names them; a file needs a '/' in its path."),
         nameOrFile});
}

QByteArray recipeTemplate(const QString &name)
{
    return "#: recipe " + name.toUtf8() + R"(
#: purpose Say in one line what a worker has afterwards
#: on all
#: limit 600
#: parameter file path relative default .podium-example
#: about The file that is made in your home

#: step A file is there
#: check
test -e "$HOME/$R_file"
#: act
: >"$HOME/$R_file"
)";
}

Result<QString> newRecipe(const QString &folder, const QString &name, const QByteArray &text)
{
    if (auto recipe = parseRecipe(text); !recipe) {
        return failure(recipe.error());
    }
    const QString file = QDir(folder).filePath(name + QStringLiteral(".sh"));
    if (QFileInfo::exists(file)) {
        return failure(
            {ErrorKind::AlreadyExists,
             QStringLiteral("%1 is there already.").arg(file),
             {},
             {},
             file});
    }
    constexpr int mode = 0600;
    if (const auto made = makePrivateFolder(folder); !made) {
        return failure(made.error());
    }
    if (const auto kept = writeFileAtomically(file, text, mode); !kept) {
        return failure(kept.error());
    }
    return file;
}

} // namespace podium::recipe
