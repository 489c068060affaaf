// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/cloudcheck.h"

#include <algorithm>
#include <cstdlib>

namespace podium::doctor {

namespace {

using cloud::ServiceState;
using lifecycle::ProjectAccess;
using State = Finding::State;

constexpr qint64 MostSecondsOff = 60;

Finding badFinding(const QString &subject, const Error &error)
{
    const QString detail = error.detail.isEmpty() ? QString() : QLatin1Char(' ') + error.detail;
    return {subject, State::Bad, error.summary + detail, error.hint};
}

QString whyNot(const std::optional<Error> &error)
{
    return error ? QLatin1Char(' ') + error->summary : QString();
}

/// Nothing for one that is on.
void addService(
    const QString &project, const QString &service, ServiceState state,
    const std::optional<Error> &error, Findings &findings)
{
    if (state == ServiceState::Disabled) {
        findings.push_back(
            {project, State::Bad, QStringLiteral("The API %1 is off.").arg(service),
             QStringLiteral("An owner of the project can switch it on; it takes some minutes."),
             QStringLiteral("gcloud services enable %1 --project=%2").arg(service, project)});
    } else if (state == ServiceState::Unknown) {
        findings.push_back(
            {project, State::Unknown,
             QStringLiteral("Whether the API %1 is on is unknown.").arg(service) + whyNot(error)});
    }
}

/// Nothing where there are all.
void addPermissions(const QString &project, const ProjectAccess &access, Findings &findings)
{
    if (!access.permissions) {
        findings.push_back(
            {project, State::Unknown,
             QStringLiteral("What you may do there is unknown.") +
                 whyNot(access.permissionsError)});
        return;
    }
    const QString needed = QStringLiteral("tpu.nodes.list"); // all else begins with it
    if (access.lacks(needed)) {
        findings.push_back(
            {project, State::Bad, QStringLiteral("You lack the permission %1.").arg(needed),
             QStringLiteral("Ask an owner of the project for the role TPU Viewer, or TPU Admin.")});
        return;
    }
    if (!access.missingPurposes().isEmpty()) {
        findings.push_back(
            {project, State::Optional, lifecycle::permissionsText(access),
             QStringLiteral(
                 "Where you need that, ask an owner of the project for a role with it.")});
    }
}

/// What keeps Podium from its jobs in one project.
Findings faultsOf(
    const QString &project, const inventory::ScopeProblem *problem, const ProjectAccess *access)
{
    Findings faults;
    if (problem) {
        faults.push_back(badFinding(project, problem->error));
    }
    if (!access) {
        faults.push_back(
            {project, State::Unknown,
             QStringLiteral("Its APIs and what you may do there have not been asked for.")});
        return faults;
    }
    addService(
        project, QStringLiteral("tpu.googleapis.com"), access->tpuApi, access->tpuError, faults);
    addService(
        project, QStringLiteral("compute.googleapis.com"), access->computeApi, access->computeError,
        faults);
    addPermissions(project, *access, faults);
    return faults;
}

Findings checkProject(
    const cloud::Project &project, const inventory::Snapshot &snapshot,
    const ProjectAccesses &accesses)
{
    const auto problem = std::find_if(
        snapshot.problems.begin(), snapshot.problems.end(),
        [&project](const inventory::ScopeProblem &each) { return each.project == project.id; });
    const auto access = accesses.find(project.id);
    const Findings faults = faultsOf(
        project.id.text(), problem == snapshot.problems.end() ? nullptr : &*problem,
        access == accesses.end() ? nullptr : &access->second);
    return !faults.empty() ? faults
                           : Findings{
                                 {project.id.text(), State::Good,
                                  QStringLiteral("Its nodes are listed, its APIs are on, and you "
                                                 "may do everything that Podium can.")}};
}

} // namespace

Findings checkCloud(const inventory::Snapshot &snapshot, const ProjectAccesses &accesses)
{
    const QString account = QStringLiteral("credentials");
    if (snapshot.error) {
        return {badFinding(account, *snapshot.error)};
    }
    Findings findings;
    if (snapshot.projectsError) {
        findings.push_back(badFinding(QStringLiteral("projects"), *snapshot.projectsError));
    } else {
        findings.push_back(
            {account, State::Good,
             QStringLiteral("Projects that Google lists for them: %1.")
                 .arg(snapshot.projects.size())});
    }
    for (const cloud::Project &project : snapshot.projects) {
        const Findings more = checkProject(project, snapshot, accesses);
        findings.insert(findings.end(), more.begin(), more.end());
    }
    return findings;
}

Finding checkClock(const QDateTime &here, const QByteArray &dateHeader)
{
    const QString subject = QStringLiteral("clock");
    const QDateTime there = QDateTime::fromString(QString::fromLatin1(dateHeader), Qt::RFC2822Date);
    if (!there.isValid()) {
        return {subject, State::Unknown, QStringLiteral("Google's time was not to be had.")};
    }
    const qint64 off = there.secsTo(here);
    if (std::abs(off) > MostSecondsOff) {
        return {
            subject, State::Bad,
            QStringLiteral("This machine's clock is %1 seconds %2 Google's.")
                .arg(std::abs(off))
                .arg(off > 0 ? QStringLiteral("ahead of") : QStringLiteral("behind")),
            QStringLiteral("Let it be set from the network."),
            QStringLiteral("sudo timedatectl set-ntp true")};
    }
    return {subject, State::Good, QStringLiteral("It agrees with Google's.")};
}

} // namespace podium::doctor
