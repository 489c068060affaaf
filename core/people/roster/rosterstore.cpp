// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/rosterstore.h"

#include "core/people/roster/roster.h"
#include "core/people/roster/rosterjson.h"

#include <QHash>
#include <QJsonDocument>
#include <QMap>

#include <algorithm>
#include <utility>

namespace podium::people {

namespace {

using store::Database;

/// login → document, of either table.
using Rows = QHash<QString, QByteArray>;

Result<Rows> readRows(Database &database, const char *table)
{
    auto query = database.run(QStringLiteral("SELECT login, facts FROM ") % QLatin1String(table));
    if (!query) {
        return failure(query.error());
    }
    Rows rows;
    while (query->next()) {
        rows.insert(query->value(0).toString(), query->value(1).toByteArray());
    }
    return rows;
}

/// One that a newer Podium wrote is no reason to lose all others silently: it is told.
template <typename Value, typename FromJson>
Result<std::vector<Value>> readAll(const Rows &rows, FromJson fromJson)
{
    std::vector<Value> values;
    for (const QByteArray &row : rows) {
        auto value = fromJson(QJsonDocument::fromJson(row).object());
        if (!value) {
            return failure(value.error());
        }
        values.push_back(std::move(*value));
    }
    std::sort(values.begin(), values.end(), [](const Value &a, const Value &b) {
        return a.login < b.login;
    });
    return values;
}

constexpr auto autoApplyName = "keep-by-itself";
constexpr auto recipesName = "recipes";

/// Empty: it was never set.
Result<QString> readOption(Database &database, const char *name)
{
    auto query = database.run(
        QStringLiteral("SELECT value FROM people_options WHERE name = ?"),
        {QString::fromLatin1(name)});
    if (!query) {
        return failure(query.error());
    }
    return query->next() ? query->value(0).toString() : QString();
}

Result<> writeOption(Database &database, const QString &name, const QString &value)
{
    return database.execute(
        QStringLiteral("INSERT OR REPLACE INTO people_options (name, value) VALUES (?, ?)"),
        {name, value});
}

/// Whose recipes, by the name of their option; "recipes" alone: those of all. Not in a person's
/// document, which goes elsewhere.
using RecipeOptions = QMap<QString, QString>;

QString recipesNameOf(const Person &person)
{
    return QLatin1String(recipesName) % QLatin1Char(' ') % person.login.text();
}

/// No name of a recipe has a blank.
QStringList recipesIn(const QString &option)
{
    return option.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

Result<RecipeOptions> readRecipes(Database &database)
{
    auto query = database.run(
        QStringLiteral("SELECT name, value FROM people_options WHERE name = ? OR name LIKE ?"),
        {QString::fromLatin1(recipesName),
         QString(QLatin1String(recipesName) % QLatin1String(" %"))});
    if (!query) {
        return failure(query.error());
    }
    RecipeOptions options;
    while (query->next()) {
        options.insert(query->value(0).toString(), query->value(1).toString());
    }
    return options;
}

RecipeOptions recipeOptionsOf(const Roster &roster)
{
    RecipeOptions options{
        {QString::fromLatin1(recipesName), roster.recipes.join(QLatin1Char(' '))}};
    for (const Person &person : roster.people) {
        options.insert(recipesNameOf(person), person.recipes.join(QLatin1Char(' ')));
    }
    return options;
}

/// Writes only what differs. Of who is gone nothing stays.
Result<> writeRecipes(Database &database, const RecipeOptions &before, const RecipeOptions &after)
{
    QStringList names = before.keys() + after.keys();
    names.removeDuplicates();
    for (const QString &name : std::as_const(names)) {
        const QString value = after.value(name);
        if (before.value(name) == value) {
            continue;
        }
        const QString remove = QStringLiteral("DELETE FROM people_options WHERE name = ?");
        const auto written =
            value.isEmpty() ? database.execute(remove, {name}) : writeOption(database, name, value);
        if (!written) {
            return written;
        }
    }
    return {};
}

Result<Roster> readRoster(Database &database)
{
    const auto people = readRows(database, "people");
    const auto formerMembers = readRows(database, "leavers");
    if (!people || !formerMembers) {
        return failure(people ? formerMembers.error() : people.error());
    }
    auto readPeople = readAll<Person>(*people, personFromJson);
    auto readFormerMembers = readAll<FormerMember>(*formerMembers, formerMemberFromJson);
    if (!readPeople || !readFormerMembers) {
        return failure(readPeople ? readFormerMembers.error() : readPeople.error());
    }
    const auto recipes = readRecipes(database);
    if (!recipes) {
        return failure(recipes.error());
    }
    for (Person &person : *readPeople) {
        person.recipes = recipesIn(recipes->value(recipesNameOf(person)));
    }
    return Roster{
        std::move(*readPeople), std::move(*readFormerMembers),
        recipesIn(recipes->value(QString::fromLatin1(recipesName)))};
}

template <typename Value, typename ToJson>
Rows rowsOf(const std::vector<Value> &values, ToJson toJson)
{
    Rows rows;
    for (const Value &value : values) {
        rows.insert(
            value.login.text(), QJsonDocument(toJson(value)).toJson(QJsonDocument::Compact));
    }
    return rows;
}

/// Writes only what differs.
Result<> writeRows(Database &database, const char *table, const Rows &before, const Rows &after)
{
    const QString name = QLatin1String(table);
    for (auto row = before.begin(); row != before.end(); ++row) {
        if (!after.contains(row.key())) {
            const auto gone = database.execute(
                QStringLiteral("DELETE FROM %1 WHERE login = ?").arg(name), {row.key()});
            if (!gone) {
                return gone;
            }
        }
    }
    for (auto row = after.begin(); row != after.end(); ++row) {
        if (before.value(row.key()) != row.value()) {
            const auto kept = database.execute(
                QStringLiteral("INSERT OR REPLACE INTO %1 (login, facts) VALUES (?, ?)").arg(name),
                {row.key(), row.value()});
            if (!kept) {
                return kept;
            }
        }
    }
    return {};
}

Result<> writeRoster(Database &database, const Roster &before, const Roster &after)
{
    if (auto people = writeRows(
            database, "people", rowsOf(before.people, personToJson),
            rowsOf(after.people, personToJson));
        !people) {
        return people;
    }
    if (auto recipes = writeRecipes(database, recipeOptionsOf(before), recipeOptionsOf(after));
        !recipes) {
        return recipes;
    }
    return writeRows(
        database, "leavers", rowsOf(before.formerMembers, formerMemberToJson),
        rowsOf(after.formerMembers, formerMemberToJson));
}

} // namespace

Result<RecipesForAccounts> readRecipesForAccounts(Database &database)
{
    return readRoster(database).map(recipesForAccounts);
}

void RosterStore::load(Callback<Result<Roster>> done)
{
    m_queue.run<Roster>(
        [](Database &database) {
            // In one transaction: another Podium may be between its two tables.
            return database.transaction<Roster>([&database] { return readRoster(database); });
        },
        std::move(done));
}

void RosterStore::change(Change change, Callback<Result<Roster>> done)
{
    m_queue.run<Roster>(
        [change = std::move(change)](Database &database) {
            return database.transaction<Roster>([&]() -> Result<Roster> {
                const auto before = readRoster(database);
                if (!before) {
                    return before;
                }
                auto after = change(*before);
                if (!after) {
                    return after;
                }
                const auto written = writeRoster(database, *before, *after);
                return written ? after : failure(written.error());
            });
        },
        std::move(done));
}

void RosterStore::loadKeeping(Callback<Result<bool>> done)
{
    m_queue.run<bool>(
        [](Database &database) {
            return readOption(database, autoApplyName).map([](const QString &value) {
                return value == QLatin1String("yes");
            });
        },
        std::move(done));
}

void RosterStore::setKeeping(bool keeps, Callback<Result<>> done)
{
    m_queue.run<void>(
        [keeps](Database &database) {
            return writeOption(
                database, QString::fromLatin1(autoApplyName),
                keeps ? QStringLiteral("yes") : QStringLiteral("no"));
        },
        std::move(done));
}

} // namespace podium::people
