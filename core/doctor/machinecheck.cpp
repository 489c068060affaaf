// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/machinecheck.h"

#include "core/cloud/credentials/credentialplan.h"
#include "core/doctor/agentcheck.h"
#include "core/doctor/keyringcheck.h"
#include "core/doctor/sshfoldercheck.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStorageInfo>

#include <variant>

namespace podium::doctor {

namespace {

using State = Finding::State;

constexpr qint64 LeastRoomMiB = 200;

QString programIn(const QProcessEnvironment &environment, const QString &name)
{
    return QStandardPaths::findExecutable(
        name, environment.value(QStringLiteral("PATH")).split(QLatin1Char(':')));
}

/// By what a call to Google would go with, not by what is installed.
Finding checkCredentials(const QProcessEnvironment &environment)
{
    const QString subject = QStringLiteral("gcloud");
    const auto plan = cloud::findCredentials(environment);
    if (!plan) {
        const Error &error = plan.error();
        return {
            subject, State::Bad, QStringLiteral("%1 %2").arg(error.summary, error.detail),
            error.hint};
    }
    const QString program = programIn(environment, subject);
    if (program.isEmpty()) {
        return {
            subject, State::Good,
            QStringLiteral("gcloud is not installed; %1 is used instead.").arg(plan->info.source)};
    }
    if (!std::holds_alternative<cloud::GcloudLogin>(plan->source)) {
        return {
            subject, State::Good,
            QStringLiteral("gcloud is %1; %2 is used instead of its login.")
                .arg(program, plan->info.source)};
    }
    return {subject, State::Good, QStringLiteral("gcloud is %1.").arg(program)};
}

Finding
checkProgram(const QProcessEnvironment &environment, const QString &name, const QString &purpose)
{
    const QString program = programIn(environment, name);
    if (!program.isEmpty()) {
        return {name, State::Good, QStringLiteral("%1 is %2.").arg(name, program)};
    }
    return {
        name, State::Bad, QStringLiteral("%1 is not installed: %2.").arg(name, purpose),
        QStringLiteral("Install the package openssh-client."),
        QStringLiteral("sudo apt install openssh-client")};
}

/// Of the nearest folder above that is there.
Room roomOf(const QString &folder)
{
    QDir dir(folder);
    while (!dir.exists() && dir.path() != QDir::rootPath()) {
        dir.setPath(QFileInfo(dir.path()).path());
    }
    const QStorageInfo storage(dir.path());
    Room room{dir.path(), {}, storage.isReadOnly()};
    if (storage.isValid()) {
        room.freeBytes = storage.bytesAvailable();
    }
    return room;
}

} // namespace

Finding checkRoom(const QString &subject, const Room &room)
{
    if (!room.freeBytes) {
        return {subject, State::Unknown, QStringLiteral("The room there is not known.")};
    }
    if (room.isReadOnly) {
        return {
            subject, State::Bad,
            QStringLiteral("%1 is on a disk that is read-only.").arg(room.folder),
            QStringLiteral("History and output are not kept until it can be written.")};
    }
    const qint64 free = *room.freeBytes / 1024 / 1024;
    if (free < LeastRoomMiB) {
        return {
            subject, State::Bad, QStringLiteral("Only %1 MiB are free there.").arg(free),
            QStringLiteral("Make room: history and output need some.")};
    }
    return {subject, State::Good, QStringLiteral("%1 MiB are free there.").arg(free)};
}

Findings checkMachine(const Machine &machine)
{
    const QProcessEnvironment &environment = machine.environment;
    Findings findings{
        checkCredentials(environment),
        checkProgram(
            environment, QStringLiteral("ssh"),
            QStringLiteral("it proves the ssh config, and goes where jump hosts are")),
        checkProgram(environment, QStringLiteral("ssh-keygen"), QStringLiteral("it makes keys")),
    };
    const Findings folder = checkSshFolder(machine.paths);
    findings.insert(findings.end(), folder.begin(), folder.end());
    const AgentState agent = askAgent(environment.value(QStringLiteral("SSH_AUTH_SOCK")));
    findings.push_back(checkAgent(agent));
    findings.push_back(checkKeys(machine.identityFiles, agent.keys > 0));
    findings.push_back(checkKeyring(environment));
    findings.push_back(
        checkRoom(QStringLiteral("room for history"), roomOf(machine.paths.dataDir)));
    findings.push_back(
        checkRoom(QStringLiteral("room for output"), roomOf(machine.paths.stateDir)));
    return findings;
}

} // namespace podium::doctor
