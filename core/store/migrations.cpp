// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/migrations.h"

namespace podium::store {

namespace {

QStringList firstTables()
{
    return {
        QStringLiteral("CREATE TABLE snapshot (id INTEGER PRIMARY KEY CHECK (id = 1), "
                       "as_of INTEGER NOT NULL)"),
        QStringLiteral("CREATE TABLE projects (id TEXT PRIMARY KEY, number TEXT NOT NULL, "
                       "name TEXT NOT NULL)"),
        QStringLiteral("CREATE TABLE nodes (project TEXT NOT NULL, zone TEXT NOT NULL, "
                       "name TEXT NOT NULL, seen_at INTEGER NOT NULL, "
                       "stale INTEGER NOT NULL, resource BLOB NOT NULL, "
                       "host_keys TEXT NOT NULL, PRIMARY KEY (project, zone, name))"),
        QStringLiteral("CREATE TABLE events (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, "
                       "kind TEXT NOT NULL, project TEXT NOT NULL, zone TEXT NOT NULL, "
                       "node TEXT NOT NULL, worker INTEGER NOT NULL, "
                       "old TEXT NOT NULL, new TEXT NOT NULL)"),
        QStringLiteral("CREATE INDEX events_by_node ON events (project, zone, node, worker, time)"),
        QStringLiteral("CREATE INDEX events_by_time ON events (time)"),
        QStringLiteral("CREATE TABLE activity (id INTEGER PRIMARY KEY, "
                       "time INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, "
                       "text TEXT NOT NULL, detail TEXT NOT NULL)"),
        QStringLiteral("CREATE INDEX activity_by_time ON activity (time)"),
    };
}

/// What happened and what was run, as values instead of texts.
QStringList story()
{
    return {
        // What an entry is about and how it came out, instead of texts that somebody would
        // have to read. Entries of before are read as they are: their outcome is unknown.
        QStringLiteral("ALTER TABLE activity ADD COLUMN outcome TEXT NOT NULL DEFAULT ''"),
        QStringLiteral("ALTER TABLE activity ADD COLUMN action TEXT NOT NULL DEFAULT ''"),
        QStringLiteral("ALTER TABLE activity ADD COLUMN node TEXT NOT NULL DEFAULT ''"),
        QStringLiteral("ALTER TABLE activity ADD COLUMN worker INTEGER NOT NULL DEFAULT -1"),
        QStringLiteral("ALTER TABLE activity ADD COLUMN run TEXT NOT NULL DEFAULT ''"),
        QStringLiteral("ALTER TABLE activity ADD COLUMN person TEXT NOT NULL DEFAULT ''"),
        QStringLiteral("ALTER TABLE activity ADD COLUMN config INTEGER NOT NULL DEFAULT 0"),
        QStringLiteral("ALTER TABLE activity ADD COLUMN parts BLOB NOT NULL DEFAULT ''"),
        QStringLiteral("CREATE UNIQUE INDEX activity_by_action ON activity (action) WHERE "
                       "action <> ''"),
        // Runs that there were. What is secret in one (stdin, environment) is not in it.
        QStringLiteral("CREATE TABLE runs (id TEXT PRIMARY KEY, program TEXT NOT NULL, "
                       "started INTEGER NOT NULL, ended INTEGER NOT NULL, end TEXT NOT NULL, "
                       "facts BLOB NOT NULL, summary BLOB NOT NULL)"),
        QStringLiteral("CREATE INDEX runs_by_time ON runs (started)"),
    };
}

} // namespace

const std::vector<QStringList> &migrations()
{
    // Times are milliseconds since 1970, UTC.
    static const std::vector<QStringList> steps{
        firstTables(),
        {
            // JSON documents, as an exported roster has them.
            QStringLiteral("CREATE TABLE people (login TEXT PRIMARY KEY, facts BLOB NOT NULL)"),
            QStringLiteral("CREATE TABLE leavers (login TEXT PRIMARY KEY, facts BLOB NOT NULL)"),
            QStringLiteral("CREATE TABLE people_options (name TEXT PRIMARY KEY, "
                           "value TEXT NOT NULL)"),
        },
        {
            // What did not answer when the snapshot was taken: another Podium may show it.
            QStringLiteral("CREATE TABLE problems (id INTEGER PRIMARY KEY, project TEXT NOT NULL, "
                           "zone TEXT NOT NULL, kind INTEGER NOT NULL, summary TEXT NOT NULL, "
                           "detail TEXT NOT NULL, hint TEXT NOT NULL, subject TEXT NOT NULL, "
                           "since INTEGER NOT NULL)"),
            // What was ever true of a node. Open ones are true still; they are as young as the
            // snapshot, so that a look that finds nothing new writes nothing.
            QStringLiteral("CREATE TABLE facts (id INTEGER PRIMARY KEY, project TEXT NOT NULL, "
                           "zone TEXT NOT NULL, node TEXT NOT NULL, worker INTEGER NOT NULL, "
                           "kind TEXT NOT NULL, value TEXT NOT NULL, first INTEGER NOT NULL, "
                           "last INTEGER NOT NULL, open INTEGER NOT NULL)"),
            QStringLiteral("CREATE INDEX facts_by_node ON facts (project, zone, node, open)"),
            QStringLiteral("CREATE INDEX facts_by_time ON facts (last)"),
            // When somebody was looking.
            QStringLiteral("CREATE TABLE looks (first INTEGER PRIMARY KEY, last INTEGER NOT NULL)"),
            QStringLiteral("CREATE TABLE watcher (id INTEGER PRIMARY KEY CHECK (id = 1), "
                           "owner TEXT NOT NULL, process TEXT NOT NULL, program TEXT NOT NULL, "
                           "until INTEGER NOT NULL)"),
            QStringLiteral("CREATE TABLE claims (what TEXT PRIMARY KEY, time INTEGER NOT NULL)"),
        },
        {
            // Of what the snapshot says everything. Without rows it says nothing of anything, and
            // so nothing that is missing in it is gone.
            QStringLiteral("CREATE TABLE coverage (project TEXT NOT NULL, zone TEXT NOT NULL, "
                           "state TEXT NOT NULL, PRIMARY KEY (project, zone))"),
        },
        story(),
    };
    return steps;
}

} // namespace podium::store
