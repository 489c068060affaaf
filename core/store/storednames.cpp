// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/storednames.h"

#include "core/cloud/values/nodejson.h"
#include "core/inventory/targets.h"

#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

namespace podium::store {

namespace {

constexpr const char *Connection = "podium-names";

StoredNames namesIn(const QSqlDatabase &database)
{
    StoredNames names;
    QSqlQuery query(database);
    query.setForwardOnly(true);
    query.exec(
        QStringLiteral("SELECT project, zone, name FROM nodes ORDER BY name, project, zone"));
    while (query.next()) {
        names.nodes.push_back(
            {query.value(0).toString(), query.value(1).toString(), query.value(2).toString()});
    }
    query.exec(QStringLiteral("SELECT id FROM projects ORDER BY id"));
    while (query.next()) {
        names.projects << query.value(0).toString();
    }
    query.exec(QStringLiteral("SELECT login FROM people ORDER BY login"));
    while (query.next()) {
        names.people << query.value(0).toString();
    }
    return names;
}

std::vector<StoredNames::Node> workersIn(const QSqlDatabase &database, const QString &name)
{
    std::vector<StoredNames::Node> nodes;
    QSqlQuery query(database);
    query.prepare(QStringLiteral(
        "SELECT project, zone, resource FROM nodes WHERE name = ? ORDER BY project, zone"));
    query.addBindValue(name);
    query.exec();
    while (query.next()) {
        const auto project = ProjectId::parse(query.value(0).toString());
        const auto node = project ? cloud::parseNode(query.value(2).toByteArray(), *project)
                                  : Result<cloud::Node>(failure({}));
        if (node) {
            nodes.push_back(
                {query.value(0).toString(), query.value(1).toString(), name,
                 inventory::workerCount(*node)});
        }
    }
    return nodes;
}

/// What `read` takes from the database as it is; nothing where there is none.
template <typename Read>
auto readFrom(const QString &databaseFile, const Read &read)
{
    decltype(read(QSqlDatabase())) found;
    if (!QFileInfo::exists(databaseFile)) {
        return found;
    }
    {
        QSqlDatabase database =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QLatin1String(Connection));
        database.setDatabaseName(databaseFile);
        database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=10"));
        if (database.open()) {
            found = read(database);
        }
    }
    QSqlDatabase::removeDatabase(QLatin1String(Connection));
    return found;
}

} // namespace

StoredNames readStoredNames(const QString &databaseFile)
{
    return readFrom(databaseFile, namesIn);
}

std::vector<StoredNames::Node> readStoredWorkers(const QString &databaseFile, const QString &name)
{
    return readFrom(
        databaseFile, [&name](const QSqlDatabase &database) { return workersIn(database, name); });
}

} // namespace podium::store
