// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/storednames.h"

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

} // namespace

StoredNames readStoredNames(const QString &databaseFile)
{
    StoredNames names;
    if (!QFileInfo::exists(databaseFile)) {
        return names;
    }
    {
        QSqlDatabase database =
            QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QLatin1String(Connection));
        database.setDatabaseName(databaseFile);
        database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=10"));
        if (database.open()) {
            names = namesIn(database);
        }
    }
    QSqlDatabase::removeDatabase(QLatin1String(Connection));
    return names;
}

} // namespace podium::store
