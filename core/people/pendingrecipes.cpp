// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/pendingrecipes.h"

#include "core/people/roster/roster.h"
#include "core/people/roster/rosterstore.h"
#include "core/store/watcherlease.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

namespace podium::people {

namespace {

using store::Database;
using Found = PendingRecipesStore::Found;

constexpr auto pendingName = "pending-recipes";
/// Longer than recipes take; on another machine with this home nobody sees whether a process lives.
constexpr auto OursFor = std::chrono::hours(2);

struct PendingRow
{
    PendingRecipes pending;
    QString process; ///< store::thisProcess() of who is at work with it; empty: nobody
    QDateTime until; ///< of that

    [[nodiscard]] bool isFree(const QDateTime &now) const
    {
        // A limit far ahead was written before the clock was set back.
        const bool isOver =
            until < now || until > now.addSecs(2 * std::chrono::seconds(OursFor).count());
        return process.isEmpty() || isOver || store::isDead(process);
    }
};

/// "pending-recipes LOGIN WORKER"; no login has a blank.
QString rowNameOf(const AccountPlace &at)
{
    return QLatin1String(pendingName) % QLatin1Char(' ') % at.login % QLatin1Char(' ') %
           at.worker.text();
}

std::optional<PendingRow> rowOf(const QString &name, const QByteArray &value)
{
    const auto worker = WorkerRef::parse(name.section(QLatin1Char(' '), 2));
    const QJsonObject object = QJsonDocument::fromJson(value).object();
    PendingRow row;
    for (const QJsonValue &recipe : object[QStringLiteral("recipes")].toArray()) {
        row.pending.recipes << recipe.toString();
    }
    if (!worker || row.pending.recipes.isEmpty()) {
        return std::nullopt;
    }
    row.pending.at = {
        *worker, object[QStringLiteral("node")].toString(), name.section(QLatin1Char(' '), 1, 1)};
    row.process = object[QStringLiteral("process")].toString();
    row.until = QDateTime::fromString(object[QStringLiteral("until")].toString(), Qt::ISODate);
    return row;
}

Result<std::vector<PendingRow>> readRows(Database &database)
{
    return database.select<PendingRow>(
        QStringLiteral("SELECT name, value FROM people_options WHERE name LIKE ? ORDER BY name"),
        {QString(QLatin1String(pendingName) % QLatin1String(" %"))}, [](const QSqlQuery &row) {
            return rowOf(row.value(0).toString(), row.value(1).toByteArray());
        });
}

/// Without recipes it goes.
Result<> writeRow(Database &database, const PendingRow &row)
{
    const QString name = rowNameOf(row.pending.at);
    if (row.pending.recipes.isEmpty()) {
        return database.execute(
            QStringLiteral("DELETE FROM people_options WHERE name = ?"), {name});
    }
    const QJsonObject object{
        {QStringLiteral("node"), row.pending.at.nodeId},
        {QStringLiteral("recipes"), QJsonArray::fromStringList(row.pending.recipes)},
        {QStringLiteral("process"), row.process},
        {QStringLiteral("until"), row.until.toUTC().toString(Qt::ISODate)}};
    return database.execute(
        QStringLiteral("INSERT OR REPLACE INTO people_options (name, value) VALUES (?, ?)"),
        {name, QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact))});
}

PendingRow ourRow(PendingRecipes pending, const QDateTime &now)
{
    return {
        std::move(pending), store::thisProcess(),
        now.addMSecs(std::chrono::milliseconds(OursFor).count())};
}

Result<Found>
beginIn(Database &database, const std::vector<AccountPlace> &made, const QDateTime &now)
{
    const auto recipes = readRecipesForAccounts(database);
    if (!recipes) {
        return failure(recipes.error());
    }
    Found found;
    for (const AccountPlace &at : made) {
        // What an account of before had left there is none of this one.
        const PendingRecipes pending{at, recipes->of(at.login)};
        if (auto written = writeRow(database, ourRow(pending, now)); !written) {
            return failure(written.error());
        }
        if (!pending.recipes.isEmpty()) {
            found.push_back(pending);
        }
    }
    return found;
}

/// Whether the account that this is of is still there.
bool isThere(const AccountPlace &at, const WorkerContact &contact)
{
    const bool isSameNode =
        at.nodeId == contact.nodeId || at.nodeId.isEmpty() || contact.nodeId.isEmpty();
    return isSameNode && contact.found->find(at.login) != nullptr;
}

/// What the roster says meanwhile counts, for recipes and for people.
QStringList stillWanted(const PendingRecipes &pending, const RecipesForAccounts &wanted)
{
    const QString &login = pending.at.login;
    const QStringList named = wanted.ofLogins.contains(login) ? wanted.of(login) : QStringList();
    QStringList still;
    std::copy_if(
        pending.recipes.begin(), pending.recipes.end(), std::back_inserter(still),
        [&named](const QString &recipe) { return named.contains(recipe); });
    return still;
}

Result<Found>
claimIn(Database &database, const std::vector<WorkerContact> &contacts, const QDateTime &now)
{
    auto rows = readRows(database);
    if (!rows || rows->empty()) {
        return rows.map([](const std::vector<PendingRow> &) { return Found(); });
    }
    const auto wanted = readRecipesForAccounts(database);
    if (!wanted) {
        return failure(wanted.error());
    }
    Found found;
    for (PendingRow &row : *rows) {
        PendingRecipes &pending = row.pending;
        const auto contact =
            std::find_if(contacts.begin(), contacts.end(), [&pending](const WorkerContact &each) {
                return each.worker == pending.at.worker;
            });
        if (contact == contacts.end() || !row.isFree(now) ||
            contact->failed.contains(pending.at.login)) {
            continue;
        }
        pending.recipes =
            isThere(pending.at, *contact) ? stillWanted(pending, *wanted) : QStringList();
        if (auto written = writeRow(database, ourRow(pending, now)); !written) {
            return failure(written.error());
        }
        if (!pending.recipes.isEmpty()) {
            found.push_back(pending);
        }
    }
    return found;
}

} // namespace

void PendingRecipesStore::begin(
    std::vector<AccountPlace> made, const QDateTime &now, Callback<Result<Found>> done)
{
    m_queue.run<Found>(
        [made = std::move(made), now](Database &database) {
            return database.transaction<Found>([&] { return beginIn(database, made, now); });
        },
        std::move(done));
}

void PendingRecipesStore::claim(
    std::vector<WorkerContact> contacts, const QDateTime &now, Callback<Result<Found>> done)
{
    m_queue.run<Found>(
        [contacts = std::move(contacts), now](Database &database) {
            return database.transaction<Found>([&] { return claimIn(database, contacts, now); });
        },
        std::move(done));
}

void PendingRecipesStore::keep(
    Found left, bool isOurs, const QDateTime &now, Callback<Result<>> done)
{
    m_queue.run<void>(
        [left = std::move(left), isOurs, now](Database &database) {
            return database.transaction([&]() -> Result<> {
                for (const PendingRecipes &each : left) {
                    const PendingRow row = isOurs ? ourRow(each, now) : PendingRow{each, {}, {}};
                    if (auto written = writeRow(database, row); !written) {
                        return written;
                    }
                }
                return {};
            });
        },
        std::move(done));
}

void PendingRecipesStore::load(Callback<Result<Found>> done)
{
    m_queue.run<Found>(
        [](Database &database) {
            return readRows(database).map([](const std::vector<PendingRow> &rows) {
                Found found;
                for (const PendingRow &row : rows) {
                    found.push_back(row.pending);
                }
                return found;
            });
        },
        std::move(done));
}

} // namespace podium::people
