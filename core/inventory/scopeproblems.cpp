// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/scopeproblems.h"

namespace podium::inventory {

namespace {

ScopeProblem zoneProblem(const ProjectId &project, const Zone &zone)
{
    const QString subject = project.text() % QLatin1Char('/') % zone.text();
    return {
        project,
        zone,
        Error{
            ErrorKind::Unavailable, QStringLiteral("The zone %1 does not answer.").arg(zone.text()),
            QStringLiteral("Google lists it as unreachable; its nodes in %1 are shown as they were "
                           "last seen.")
                .arg(project.text()),
            QStringLiteral("Podium will ask again; see https://status.cloud.google.com."), subject},
        {}};
}

/// Nodes that could not be read are a problem of their project: the rest of it is there.
Error unreadableNodes(const ProjectId &project, const std::vector<Error> &errors)
{
    Error error = errors.front();
    if (errors.size() > 1) {
        error.detail = QStringLiteral("%1 more nodes of %2 could not be read either.")
                           .arg(errors.size() - 1)
                           .arg(project.text());
    }
    return error;
}

} // namespace

std::vector<ScopeProblem> problemsOf(const ProjectId &project, const cloud::NodeList &list)
{
    std::vector<ScopeProblem> problems;
    for (const QString &name : list.unreachable) {
        if (const auto zone = Zone::parse(name)) {
            problems.push_back(zoneProblem(project, *zone));
        } else {
            Error error{
                ErrorKind::Unavailable,
                QStringLiteral("A part of %1 does not answer.").arg(project.text()), name,
                QStringLiteral("Podium will ask again."), project.text()};
            problems.push_back({project, std::nullopt, error, {}});
        }
    }
    if (!list.errors.empty()) {
        problems.push_back({project, std::nullopt, unreadableNodes(project, list.errors), {}});
    }
    return problems;
}

ScopeProblem stillWaiting(const ProjectId &project, const std::optional<Error> &lastTry)
{
    const QString before =
        lastTry ? QString(lastTry->detail % QLatin1Char(' ') % lastTry->hint).trimmed() %
                      QLatin1Char(' ')
                : QString();
    return {
        project,
        std::nullopt,
        Error{
            ErrorKind::Unavailable, QStringLiteral("%1 has not answered yet.").arg(project.text()),
            before + QStringLiteral("The other projects have; this one is still being asked, and "
                                    "its nodes are shown as they were last seen."),
            QStringLiteral("Nothing need be done: the answer is shown when it comes."),
            project.text()},
        {}};
}

ScopeProblem notWaitedFor(const ProjectId &project, const std::optional<Error> &lastTry)
{
    const QString known =
        QStringLiteral("What is known of its nodes is what was last seen of them.");
    if (lastTry) {
        Error error = *lastTry;
        error.detail = error.detail % QLatin1Char(' ') % known;
        return {project, std::nullopt, error, {}};
    }
    return {
        project,
        std::nullopt,
        Error{
            ErrorKind::Unavailable,
            QStringLiteral("%1 did not answer in time.").arg(project.text()), known,
            QStringLiteral("Try again, or see https://status.cloud.google.com."), project.text()},
        {}};
}

} // namespace podium::inventory
