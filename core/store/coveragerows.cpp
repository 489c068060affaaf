// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/coveragerows.h"

#include "core/store/columns.h"

namespace podium::store {

namespace {

using inventory::Coverage;
using Projects = Coverage::Projects;

// States of the row without a project …
const QLatin1String All("all");
const QLatin1String Named("named");
// … of a project, and of a zone of it.
const QLatin1String Listed("listed");
const QLatin1String Unlisted("unlisted");
const QLatin1String Silent("silent");

void take(
    Coverage &coverage, const QString &projectText, const QString &zoneText, const QString &state)
{
    const auto project = ProjectId::parse(projectText);
    const auto zone = Zone::parse(zoneText);
    if (projectText.isEmpty()) {
        coverage.setProjects(
            state == All     ? Projects::All
            : state == Named ? Projects::Named
                             : Projects::Unknown);
    } else if (project && zoneText.isEmpty()) {
        state == Listed ? coverage.setListed(*project) : coverage.setUnlisted(*project);
    } else if (project && zone) {
        coverage.addSilentZone(*project, *zone);
    } else if (project) {
        coverage.setUnlisted(*project);
    }
}

Result<>
insert(Database &database, const QString &project, const QString &zone, QLatin1String state)
{
    return database.execute(
        QStringLiteral("INSERT INTO coverage (project, zone, state) VALUES (?, ?, ?)"),
        {notNull(project), notNull(zone), QString(state)});
}

Result<> insertScope(Database &database, const ProjectId &project, const Coverage::Scope &scope)
{
    auto done = insert(database, project.text(), {}, scope.isListed ? Listed : Unlisted);
    for (const Zone &zone : scope.silent) {
        if (done) {
            done = insert(database, project.text(), zone.text(), Silent);
        }
    }
    return done;
}

} // namespace

Result<Coverage> readCoverage(Database &database)
{
    // A project's own row comes before those of its zones.
    auto rows = database.run(
        QStringLiteral("SELECT project, zone, state FROM coverage ORDER BY project, zone"));
    if (!rows) {
        return failure(rows.error());
    }
    Coverage coverage;
    while (rows->next()) {
        take(
            coverage, rows->value(0).toString(), rows->value(1).toString(),
            rows->value(2).toString());
    }
    return coverage;
}

Result<> writeCoverage(Database &database, const Coverage &coverage)
{
    auto done = database.execute(QStringLiteral("DELETE FROM coverage"));
    if (done && coverage.projects() != Projects::Unknown) {
        done = insert(database, {}, {}, coverage.projects() == Projects::All ? All : Named);
    }
    for (const auto &[project, scope] : coverage.scopes()) {
        if (done) {
            done = insertScope(database, project, scope);
        }
    }
    return done;
}

} // namespace podium::store
