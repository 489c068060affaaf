// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/cloudcheck.h"

#include <algorithm>
#include <cstdlib>

namespace podium::doctor {

namespace {

using State = Finding::State;

constexpr qint64 MostSecondsOff = 60;

Finding badFinding(const QString &subject, const Error &error)
{
    const QString detail = error.detail.isEmpty() ? QString() : QLatin1Char(' ') + error.detail;
    return {subject, State::Bad, error.summary + detail, error.hint};
}

} // namespace

Findings checkCloud(const inventory::Snapshot &snapshot)
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
            {account,
             State::Good,
             QStringLiteral("Google lists %1 projects for them.").arg(snapshot.projects.size()),
             {}});
    }
    for (const cloud::Project &project : snapshot.projects) {
        const auto problem = std::find_if(
            snapshot.problems.begin(), snapshot.problems.end(),
            [&project](const inventory::ScopeProblem &each) { return each.project == project.id; });
        findings.push_back(
            problem == snapshot.problems.end()
                ? Finding{project.id.text(), State::Good, QStringLiteral("Its nodes are listed."), {}}
                : badFinding(project.id.text(), problem->error));
    }
    return findings;
}

Finding checkClock(const QDateTime &here, const QByteArray &dateHeader)
{
    const QString subject = QStringLiteral("clock");
    const QDateTime there = QDateTime::fromString(QString::fromLatin1(dateHeader), Qt::RFC2822Date);
    if (!there.isValid()) {
        return {subject, State::Unknown, QStringLiteral("Google's time was not to be had."), {}};
    }
    const qint64 off = there.secsTo(here);
    if (std::abs(off) > MostSecondsOff) {
        return {
            subject, State::Bad,
            QStringLiteral("This machine's clock is %1 seconds %2 Google's.")
                .arg(std::abs(off))
                .arg(off > 0 ? QStringLiteral("ahead of") : QStringLiteral("behind")),
            QStringLiteral("Let it be set from the network: timedatectl set-ntp true")};
    }
    return {subject, State::Good, QStringLiteral("It agrees with Google's."), {}};
}

} // namespace podium::doctor
