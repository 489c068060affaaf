// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipestore.h"

#include "core/base/files.h"
#include "core/recipe/builtintexts.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

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

Error badFile(const QString &path, const QString &why)
{
    return {
        ErrorKind::Refused, QStringLiteral("%1 cannot come along with its recipe.").arg(path), why,
        QStringLiteral("A copy brings folders, and more, to workers."), path};
}

/// Why one cannot come along; empty: it can. A link may lead to what is not meant to go anywhere.
QString problemOf(const QFileInfo &file)
{
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9_-][A-Za-z0-9._-]*\\z"));
    if (file.isSymLink() || !file.isFile()) {
        return QStringLiteral("It is no plain file.");
    }
    return name.match(file.fileName()).hasMatch()
               ? QString()
               : QStringLiteral("Its name has more than letters, digits, '.', '_' and '-'.");
}

Result<std::vector<RecipeFile>> filesBeside(const QFileInfo &recipe)
{
    std::vector<RecipeFile> files;
    int bytes = 0;
    // Without QDir::Hidden: what git and editors have there is not meant.
    for (const QFileInfo &file : recipe.dir().entryInfoList(
             QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot, QDir::Name)) {
        if (file.fileName() == recipe.fileName() || file.fileName().endsWith(QLatin1Char('~'))) {
            continue;
        }
        if (const QString problem = problemOf(file); !problem.isEmpty()) {
            return failure(badFile(file.filePath(), problem));
        }
        const auto content = readFile(file.filePath(), LongestFiles);
        if (!content) {
            return failure(content.error());
        }
        bytes += int(content->size());
        if (bytes > LongestFiles || int(files.size()) == MostFiles) {
            return failure(badFile(
                recipe.path(), QStringLiteral("It has more than %1 files, or %2 KiB of them.")
                                   .arg(MostFiles)
                                   .arg(LongestFiles / 1024)));
        }
        files.push_back({file.fileName(), *content});
    }
    return files;
}

QString recipeOf(const QString &folder)
{
    return QDir(folder).filePath(QStringLiteral("recipe.sh"));
}

Result<StoredRecipe> fromFolder(const QString &folder)
{
    auto stored = fromFile(recipeOf(folder));
    auto files = stored ? filesBeside(QFileInfo(stored->file)) : failure(stored.error());
    if (!files) {
        return failure(files.error());
    }
    stored->recipe.files = std::move(*files);
    return stored;
}

void add(RecipeList &list, Result<StoredRecipe> recipe)
{
    if (recipe) {
        list.recipes.push_back(std::move(*recipe));
    } else {
        list.errors.push_back(recipe.error());
    }
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
        add(list, fromFile(dir.filePath(name)));
    }
    for (const QString &name : dir.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        if (QFileInfo::exists(recipeOf(dir.filePath(name)))) {
            add(list, fromFolder(dir.filePath(name)));
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
        return QFileInfo(nameOrFile).isDir() ? fromFolder(nameOrFile) : fromFile(nameOrFile);
    }
    // A broken file of that name is said, not passed over for the built-in one.
    const QString own = QDir(folder).filePath(nameOrFile + QStringLiteral(".sh"));
    if (QFileInfo::exists(own)) {
        return fromFile(own);
    }
    const QString ownFolder = QDir(folder).filePath(nameOrFile);
    if (!nameOrFile.startsWith(QLatin1Char('.')) && QFileInfo::exists(recipeOf(ownFolder))) {
        return fromFolder(ownFolder);
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
         QStringLiteral("A recipe in a file needs a '/' in its path."),
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
    if (QFileInfo::exists(file) || QFileInfo::exists(recipeOf(QDir(folder).filePath(name)))) {
        return failure(
            {ErrorKind::AlreadyExists,
             QStringLiteral("You have a recipe %1 already.").arg(name),
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
