// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipestore.h"

#include "core/base/files.h"
#include "core/recipe/builtintexts.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace podium::recipe {

namespace {

Result<StoredRecipe> fromFile(const QString &file)
{
    const auto bytes = readFile(file, LongestRecipe);
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

/// Among other scripts: one without a line that is a recipe's is none, and no broken one.
bool isMeant(const QString &file)
{
    const auto bytes = readFile(file, LongestRecipe);
    return bytes ? bytes->startsWith("#:") || bytes->contains("\n#:")
                 : bytes.error().kind != ErrorKind::Refused;
}

/// One whose file or folder has its name goes before others of that name: loadRecipe() finds it so.
int rankOf(const StoredRecipe &stored)
{
    const QFileInfo file(stored.file);
    const bool isFolder = file.fileName() == QLatin1String("recipe.sh");
    return file.completeBaseName() == stored.recipe.name            ? 0
           : isFolder && file.dir().dirName() == stored.recipe.name ? 1
                                                                    : 2;
}

/// `problem`: why it is not known what is in it.
Error unreadableFolder(const QString &folder, const QString &problem)
{
    return {
        ErrorKind::Io, QStringLiteral("The recipes in %1 cannot be read.").arg(folder), problem,
        QStringLiteral("Make it readable, or take it out of recipeFolders in the settings."),
        folder};
}

/// Why it cannot be told what is in a further folder; empty: it can.
QString problemOfFolder(const QString &folder)
{
    if (!QDir::isAbsolutePath(folder)) {
        return QStringLiteral("It is no whole path.");
    }
    const QFileInfo info(folder);
    return !info.isDir()          ? QStringLiteral("There is no such folder.")
           : !info.isReadable()   ? QStringLiteral("You may not read it.")
           : !info.isExecutable() ? QStringLiteral("You may not enter it.")
                                  : QString();
}

/// What is in one folder, several of one name too.
RecipeList readFolder(const QString &folder, bool isOwn)
{
    RecipeList list;
    const QString problem = isOwn ? QString() : problemOfFolder(folder);
    if (!problem.isEmpty()) {
        list.errors.push_back(unreadableFolder(folder, problem));
        return list;
    }
    const QDir dir(folder);
    for (const QString &name : dir.entryList({QStringLiteral("*.sh")}, QDir::Files, QDir::Name)) {
        if (isOwn || isMeant(dir.filePath(name))) {
            add(list, fromFile(dir.filePath(name)));
        }
    }
    for (const QString &name : dir.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        if (QFileInfo::exists(recipeOf(dir.filePath(name)))) {
            add(list, fromFolder(dir.filePath(name)));
        }
    }
    std::stable_sort(
        list.recipes.begin(), list.recipes.end(),
        [](const StoredRecipe &a, const StoredRecipe &b) { return rankOf(a) < rankOf(b); });
    return list;
}

/// Those whose name is taken are noted down with the one that has it.
void addFolder(RecipeList &list, const RecipeList &more)
{
    for (const StoredRecipe &stored : more.recipes) {
        const auto at =
            std::find_if(list.recipes.begin(), list.recipes.end(), [&](const StoredRecipe &each) {
                return each.recipe.name == stored.recipe.name;
            });
        if (at == list.recipes.end()) {
            list.recipes.push_back(stored);
        } else {
            at->insteadOf << stored.file;
        }
    }
    list.errors.insert(list.errors.end(), more.errors.begin(), more.errors.end());
}

/// Of one folder; nothing where it has none of that name. A broken file of that name is said, not
/// passed over for another one.
std::optional<Result<StoredRecipe>> loadFrom(const QString &folder, bool isOwn, const QString &name)
{
    const QString problem = isOwn ? QString() : problemOfFolder(folder);
    if (!problem.isEmpty()) {
        return failure(unreadableFolder(folder, problem));
    }
    const QString file = QDir(folder).filePath(name + QStringLiteral(".sh"));
    if (QFileInfo::exists(file) && (isOwn || isMeant(file))) {
        return fromFile(file);
    }
    const QString inside = QDir(folder).filePath(name);
    if (!name.startsWith(QLatin1Char('.')) && QFileInfo::exists(recipeOf(inside))) {
        return fromFolder(inside);
    }
    for (StoredRecipe &stored : readFolder(folder, isOwn).recipes) {
        if (stored.recipe.name == name) {
            return std::move(stored);
        }
    }
    return std::nullopt;
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

RecipeList listRecipes(const RecipeFolders &folders)
{
    RecipeList list;
    addFolder(list, readFolder(folders.own, true));
    for (const QString &folder : folders.further) {
        addFolder(list, readFolder(folder, false));
    }
    addFolder(list, {builtInRecipes(), {}});
    std::stable_sort(
        list.recipes.begin(), list.recipes.end(),
        [](const StoredRecipe &a, const StoredRecipe &b) { return a.recipe.name < b.recipe.name; });
    return list;
}

Result<StoredRecipe> loadRecipe(const RecipeFolders &folders, const QString &nameOrFile)
{
    if (nameOrFile.contains(QLatin1Char('/'))) {
        return QFileInfo(nameOrFile).isDir() ? fromFolder(nameOrFile) : fromFile(nameOrFile);
    }
    if (auto own = loadFrom(folders.own, true, nameOrFile)) {
        return std::move(*own);
    }
    for (const QString &folder : folders.further) {
        if (auto found = loadFrom(folder, false, nameOrFile)) {
            return std::move(*found);
        }
    }
    for (const StoredRecipe &stored : builtInRecipes()) {
        if (stored.recipe.name == nameOrFile) {
            return stored;
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
    if (!isRecipeName(name)) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral(
                 "\"%1\" is not a valid recipe name: lower-case letters, digits and -, at "
                 "most %2, starting with a letter or a digit.")
                 .arg(name, QString::number(LongestRecipeName)),
             {},
             {},
             name});
    }
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
