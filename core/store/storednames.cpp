// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/storednames.h"

#include "core/cloud/values/nodejson.h"
#include "core/inventory/targets.h"

#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

#include <map>
#include <tuple>

namespace podium::store {

namespace {

constexpr const char *Connection = "podium-names";

/// Those that may be meant are chosen by the database: to bring a row here costs far more than to
/// look at it there. A project that is typed may be that of any node whose name is not the only
/// one.
std::vector<StoredNode> nodesIn(const QSqlDatabase &database, const QString &typed)
{
    const auto begins = [](const char *what) {
        return QStringLiteral("substr(%1, 1, length(:typed)) = :typed").arg(QLatin1String(what));
    };
    const QString which = typed.contains(QLatin1Char('/'))
                              ? begins("project || '/' || zone || '/' || name")
                              : QStringLiteral("%1 OR EXISTS (SELECT 1 FROM nodes WHERE %2)")
                                    .arg(begins("name"), begins("project"));
    std::vector<StoredNode> nodes;
    QSqlQuery query(database);
    query.setForwardOnly(true);
    query.prepare(QStringLiteral(
                      "SELECT project, zone, name FROM nodes WHERE %1 ORDER BY name, project, zone")
                      .arg(which));
    query.bindValue(QStringLiteral(":typed"), typed);
    query.exec();
    while (query.next()) {
        nodes.push_back(
            {query.value(0).toString(), query.value(1).toString(), query.value(2).toString()});
    }
    return nodes;
}

/// The one column that `select` takes.
QStringList wordsIn(const QSqlDatabase &database, const QString &select)
{
    QStringList words;
    QSqlQuery query(database);
    query.setForwardOnly(true);
    query.exec(select);
    while (query.next()) {
        words << query.value(0).toString();
    }
    return words;
}

std::vector<StoredNode> workersIn(const QSqlDatabase &database, const QString &name)
{
    std::vector<StoredNode> nodes;
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

std::vector<StoredDisk> disksIn(const QSqlDatabase &database)
{
    using Key = std::tuple<QString, QString, QString>; // name, project, zone
    std::map<Key, QStringList> nodes;
    QSqlQuery query(database);
    query.setForwardOnly(true);
    // Most nodes have none, and are not taken apart.
    query.exec(QStringLiteral("SELECT project, zone, name, resource FROM nodes "
                              "WHERE instr(CAST(resource AS TEXT), '\"dataDisks\"') > 0 "
                              "ORDER BY name"));
    while (query.next()) {
        const QString project = query.value(0).toString();
        const QString zone = query.value(1).toString();
        const auto id = ProjectId::parse(project);
        const auto node = id ? cloud::parseNode(query.value(3).toByteArray(), *id)
                             : Result<cloud::Node>(failure({}));
        for (const QString &disk : node ? node->dataDisks : QStringList()) {
            nodes[{disk, project, zone}] << query.value(2).toString();
        }
    }
    std::vector<StoredDisk> disks;
    disks.reserve(nodes.size());
    for (const auto &[key, names] : nodes) {
        disks.push_back({std::get<1>(key), std::get<2>(key), std::get<0>(key), names});
    }
    return disks;
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

std::vector<StoredNode> readStoredNodes(const QString &databaseFile, const QString &typed)
{
    return readFrom(
        databaseFile, [&typed](const QSqlDatabase &database) { return nodesIn(database, typed); });
}

std::vector<StoredNode> readStoredWorkers(const QString &databaseFile, const QString &name)
{
    return readFrom(
        databaseFile, [&name](const QSqlDatabase &database) { return workersIn(database, name); });
}

std::vector<StoredDisk> readStoredDisks(const QString &databaseFile)
{
    return readFrom(databaseFile, disksIn);
}

QStringList readStoredProjects(const QString &databaseFile)
{
    return readFrom(databaseFile, [](const QSqlDatabase &database) {
        return wordsIn(database, QStringLiteral("SELECT id FROM projects ORDER BY id"));
    });
}

QStringList readStoredZones(const QString &databaseFile)
{
    return readFrom(databaseFile, [](const QSqlDatabase &database) {
        return wordsIn(database, QStringLiteral("SELECT DISTINCT zone FROM nodes ORDER BY zone"));
    });
}

QStringList readStoredPeople(const QString &databaseFile)
{
    return readFrom(databaseFile, [](const QSqlDatabase &database) {
        return wordsIn(database, QStringLiteral("SELECT login FROM people ORDER BY login"));
    });
}

} // namespace podium::store
