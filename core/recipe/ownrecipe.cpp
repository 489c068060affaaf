// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/ownrecipe.h"

#include "core/base/files.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace podium::recipe {

namespace {

Error cannotMove(const QString &from, const QString &to)
{
    return {ErrorKind::Io, QStringLiteral("%1 cannot be moved to %2.").arg(from, to), {}, {}, from};
}

/// Of a recipe that is a folder, the folder; empty: it is none of those in `folder`.
QString pathOf(const QString &folder, const QString &file)
{
    const QFileInfo info(file);
    if (QDir(info.absolutePath()) == QDir(folder)) {
        return info.absoluteFilePath();
    }
    const QFileInfo above(info.absolutePath());
    const bool isFolder =
        info.fileName() == QLatin1String("recipe.sh") && QDir(above.absolutePath()) == QDir(folder);
    return isFolder ? above.absoluteFilePath() : QString();
}

} // namespace

bool isBuiltIn(const QString &name)
{
    const auto &all = builtInRecipes();
    return std::any_of(all.begin(), all.end(), [&name](const StoredRecipe &builtIn) {
        return builtIn.recipe.name == name;
    });
}

QByteArray renamedRecipe(const StoredRecipe &recipe, const QString &name)
{
    const QByteArray head = "#: recipe ";
    QByteArray text = recipe.text;
    const QByteArray before = head + recipe.recipe.name.toUtf8();
    if (const int at = int(text.indexOf(before)); at >= 0) {
        text.replace(at, before.size(), QByteArray(head + name.toUtf8()));
    }
    return text;
}

Result<> takeAway(const QString &file, const QByteArray &text)
{
    const auto now = readFile(file, LongestRecipe);
    if (!now) {
        return failure(now.error());
    }
    if (*now != text) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("%1 was edited since, and stays.").arg(file),
             {},
             {},
             file});
    }
    if (!QFile::remove(file)) {
        return failure(
            {ErrorKind::Io, QStringLiteral("%1 cannot be removed.").arg(file), {}, {}, file});
    }
    return {};
}

Result<Aside> putAside(const QString &folder, const StoredRecipe &own)
{
    Aside aside{pathOf(folder, own.file), {}};
    if (own.file.isEmpty() || aside.from.isEmpty()) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("The recipe %1 is none of your own.").arg(own.recipe.name),
             {},
             {},
             own.file});
    }
    const QString place = QDir(folder).filePath(QStringLiteral(".aside"));
    if (const auto made = makePrivateFolder(place); !made) {
        return failure(made.error());
    }
    const QString name = QFileInfo(aside.from).fileName();
    aside.to = QDir(place).filePath(name);
    for (int number = 2; QFileInfo::exists(aside.to); ++number) {
        aside.to = QDir(place).filePath(QStringLiteral("%1-%2").arg(number).arg(name));
    }
    if (!QDir().rename(aside.from, aside.to)) {
        return failure(cannotMove(aside.from, aside.to));
    }
    return aside;
}

Result<> putBack(const Aside &aside)
{
    if (QFileInfo::exists(aside.from)) {
        return failure(
            {ErrorKind::AlreadyExists,
             QStringLiteral("There is another %1 by now.").arg(aside.from),
             {},
             QStringLiteral("The one before is %1.").arg(aside.to),
             aside.from});
    }
    if (!QDir().rename(aside.to, aside.from)) {
        return failure(cannotMove(aside.to, aside.from));
    }
    return {};
}

} // namespace podium::recipe
