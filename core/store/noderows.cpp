// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/noderows.h"

#include "core/cloud/values/nodejson.h"
#include "core/store/columns.h"
#include "core/store/coveragerows.h"

#include <algorithm>

namespace podium::store {

namespace {

using inventory::NodeEntry;
using inventory::Snapshot;

QString hostName()
{
    return QStringLiteral("hostname ");
}

/// What the guest attributes said, a line each: "WORKER TYPE BASE64" for a host key, and
/// "WORKER hostname NAME".
QString hostKeyLines(const cloud::Node &node)
{
    QString lines;
    for (std::size_t i = 0; i < node.workers.size(); ++i) {
        const QString worker = QString::number(i) % QLatin1Char(' ');
        for (const QString &key : node.workers[i].hostKeys) {
            lines += worker % key % QLatin1Char('\n');
        }
        if (!node.workers[i].instanceName.isEmpty()) {
            lines += worker % hostName() % node.workers[i].instanceName % QLatin1Char('\n');
        }
    }
    return lines.isNull() ? QStringLiteral("") : lines;
}

void readHostKeyLines(const QString &lines, cloud::Node &node)
{
    for (const QString &line : lines.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const int space = line.indexOf(QLatin1Char(' '));
        bool isNumber = false;
        const uint worker = line.left(space).toUInt(&isNumber);
        if (space <= 0 || !isNumber || worker >= node.workers.size()) {
            continue;
        }
        const QString said = line.mid(space + 1);
        if (said.startsWith(hostName())) {
            node.workers[worker].instanceName = said.mid(hostName().size());
        } else {
            node.workers[worker].hostKeys << said;
        }
    }
}

Result<> readProjects(Database &database, Snapshot &snapshot)
{
    auto rows = database.run(QStringLiteral("SELECT id, number, name FROM projects ORDER BY id"));
    if (!rows) {
        return failure(rows.error());
    }
    while (rows->next()) {
        if (const auto id = ProjectId::parse(rows->value(0).toString())) {
            snapshot.projects.push_back(
                {*id, rows->value(1).toString(), rows->value(2).toString()});
        }
    }
    return {};
}

Result<> readNodes(Database &database, Snapshot &snapshot)
{
    auto rows = database.run(
        QStringLiteral("SELECT project, seen_at, stale, resource, host_keys FROM nodes"));
    if (!rows) {
        return failure(rows.error());
    }
    while (rows->next()) {
        const auto project = ProjectId::parse(rows->value(0).toString());
        auto node = project ? cloud::parseNode(rows->value(3).toByteArray(), *project)
                            : Result<cloud::Node>(failure({}));
        if (!node) {
            continue;
        }
        readHostKeyLines(rows->value(4).toString(), *node);
        const bool stale = rows->value(2).toBool();
        // Fresh nodes are as old as the snapshot: their rows are not rewritten at each refresh.
        snapshot.nodes.push_back(
            {std::move(*node), stale ? fromMs(rows->value(1)) : snapshot.asOf, stale});
    }
    std::sort(
        snapshot.nodes.begin(), snapshot.nodes.end(),
        [](const NodeEntry &a, const NodeEntry &b) { return a.node.ref < b.node.ref; });
    return {};
}

Result<> readProblems(Database &database, Snapshot &snapshot)
{
    auto rows = database.run(
        QStringLiteral("SELECT project, zone, kind, summary, detail, hint, subject, since FROM "
                       "problems ORDER BY id"));
    if (!rows) {
        return failure(rows.error());
    }
    while (rows->next()) {
        const QString about = rows->value(0).toString();
        const auto project = ProjectId::parse(about);
        const int kind = rows->value(2).toInt();
        if (kind < 0 || kind > int(ErrorKind::Internal)) {
            continue;
        }
        Error error{
            ErrorKind(kind), rows->value(3).toString(), rows->value(4).toString(),
            rows->value(5).toString(), rows->value(6).toString()};
        if (about.isEmpty()) {
            snapshot.projectsError = std::move(error);
        } else if (project) {
            snapshot.problems.push_back(
                {*project, Zone::parse(rows->value(1).toString()), std::move(error),
                 fromMs(rows->value(7))});
        }
    }
    return {};
}

Result<> readWhatIsCovered(Database &database, Snapshot &snapshot)
{
    auto coverage = readCoverage(database);
    if (!coverage) {
        return failure(coverage.error());
    }
    snapshot.coverage = std::move(*coverage);
    return {};
}

Result<> insertProblem(
    Database &database, const QString &project, const QString &zone, const Error &error,
    const QDateTime &since)
{
    return database.execute(
        QStringLiteral("INSERT INTO problems (project, zone, kind, summary, detail, hint, "
                       "subject, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
        {notNull(project), notNull(zone), int(error.kind), notNull(error.summary),
         notNull(error.detail), notNull(error.hint), notNull(error.subject),
         since.toMSecsSinceEpoch()});
}

Result<> writeProblems(Database &database, const Snapshot &snapshot)
{
    if (auto cleared = database.execute(QStringLiteral("DELETE FROM problems")); !cleared) {
        return cleared;
    }
    for (const inventory::ScopeProblem &problem : snapshot.problems) {
        const QString zone = problem.zone ? problem.zone->text() : QString();
        auto done =
            insertProblem(database, problem.project.text(), zone, problem.error, problem.since);
        if (!done) {
            return done;
        }
    }
    // The one about no project in particular is that of their list.
    return snapshot.projectsError
               ? insertProblem(database, {}, {}, *snapshot.projectsError, snapshot.asOf)
               : Result<>();
}

Result<> writeProjects(Database &database, const std::vector<cloud::Project> &projects)
{
    if (auto cleared = database.execute(QStringLiteral("DELETE FROM projects")); !cleared) {
        return cleared;
    }
    for (const cloud::Project &project : projects) {
        const auto done = database.execute(
            QStringLiteral("INSERT OR REPLACE INTO projects (id, number, name) VALUES (?, ?, ?)"),
            {project.id.text(), notNull(project.number), notNull(project.name)});
        if (!done) {
            return done;
        }
    }
    return {};
}

Result<> writeNode(Database &database, const NodeEntry &entry)
{
    const NodeRef &ref = entry.node.ref;
    return database.execute(
        QStringLiteral(
            "INSERT OR REPLACE INTO nodes (project, zone, name, seen_at, stale, resource, "
            "host_keys) VALUES (?, ?, ?, ?, ?, ?, ?)"),
        {ref.project.text(), ref.zone.text(), ref.name.text(), entry.seenAt.toMSecsSinceEpoch(),
         entry.stale, cloud::writeNode(entry.node), hostKeyLines(entry.node)});
}

Result<> writeNodes(Database &database, const Snapshot &before, const Snapshot &after)
{
    for (const NodeEntry &entry : before.nodes) {
        const NodeRef &ref = entry.node.ref;
        if (after.find(ref)) {
            continue;
        }
        const auto done = database.execute(
            QStringLiteral("DELETE FROM nodes WHERE project = ? AND zone = ? AND name = ?"),
            {ref.project.text(), ref.zone.text(), ref.name.text()});
        if (!done) {
            return done;
        }
    }
    for (const NodeEntry &entry : after.nodes) {
        const NodeEntry *old = before.find(entry.node.ref);
        // When a fresh node was seen is what the snapshot itself says.
        const bool isWritten = old && old->stale == entry.stale && old->node == entry.node &&
                               (!entry.stale || old->seenAt == entry.seenAt);
        if (!isWritten) {
            if (auto done = writeNode(database, entry); !done) {
                return done;
            }
        }
    }
    return {};
}

Result<> writeAsOf(Database &database, const QDateTime &asOf)
{
    return database.execute(
        QStringLiteral("INSERT OR REPLACE INTO snapshot (id, as_of) VALUES (1, ?)"),
        {asOf.toMSecsSinceEpoch()});
}

} // namespace

Result<QDateTime> storedAsOf(Database &database)
{
    auto row = database.run(QStringLiteral("SELECT as_of FROM snapshot WHERE id = 1"));
    if (!row) {
        return failure(row.error());
    }
    return row->next() ? fromMs(row->value(0)) : QDateTime();
}

Result<Snapshot> readSnapshotRows(Database &database)
{
    Snapshot snapshot;
    const auto asOf = storedAsOf(database);
    if (!asOf) {
        return failure(asOf.error());
    }
    snapshot.asOf = *asOf;
    if (!asOf->isValid()) {
        return snapshot;
    }
    for (const auto read : {&readProjects, &readNodes, &readProblems, &readWhatIsCovered}) {
        if (auto done = read(database, snapshot); !done) {
            return failure(done.error());
        }
    }
    return snapshot;
}

Result<Snapshot> readSnapshot(Database &database)
{
    // One transaction, so that another process's write is seen whole or not at all.
    return database.transaction<Snapshot>([&database] { return readSnapshotRows(database); });
}

Result<> writeSnapshot(Database &database, const Snapshot &before, const Snapshot &after)
{
    if (before.projects != after.projects || !before.asOf.isValid()) {
        if (auto done = writeProjects(database, after.projects); !done) {
            return done;
        }
    }
    if (before.problems != after.problems || before.projectsError != after.projectsError ||
        !before.asOf.isValid()) {
        if (auto done = writeProblems(database, after); !done) {
            return done;
        }
    }
    if (before.coverage != after.coverage || !before.asOf.isValid()) {
        if (auto done = writeCoverage(database, after.coverage); !done) {
            return done;
        }
    }
    if (auto done = writeNodes(database, before, after); !done) {
        return done;
    }
    return writeAsOf(database, after.asOf);
}

} // namespace podium::store
