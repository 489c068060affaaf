// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/machinecheck.h"

#include "core/base/descriptor.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStorageInfo>

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace podium::doctor {

namespace {

using State = Finding::State;

constexpr qint64 LeastRoomMiB = 200;

QString programIn(const QProcessEnvironment &environment, const QString &name)
{
    return QStandardPaths::findExecutable(
        name, environment.value(QStringLiteral("PATH")).split(QLatin1Char(':')));
}

Finding checkCredentials(const QProcessEnvironment &environment)
{
    const QString subject = QStringLiteral("gcloud");
    const QString program = programIn(environment, subject);
    if (!program.isEmpty()) {
        return {subject, State::Good, QStringLiteral("gcloud is %1.").arg(program), {}};
    }
    for (const char *name :
         {"CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", "CLOUDSDK_AUTH_ACCESS_TOKEN",
          "GOOGLE_APPLICATION_CREDENTIALS"}) {
        if (!environment.value(QLatin1String(name)).isEmpty()) {
            return {
                subject,
                State::Good,
                QStringLiteral("gcloud is not installed; %1 is used instead.")
                    .arg(QLatin1String(name)),
                {}};
        }
    }
    return {
        subject, State::Bad, QStringLiteral("gcloud is not installed, and no key file is set."),
        QStringLiteral("Install the Google Cloud CLI and run `gcloud auth login`, or set "
                       "GOOGLE_APPLICATION_CREDENTIALS to a key file.")};
}

Finding
checkProgram(const QProcessEnvironment &environment, const QString &name, const QString &purpose)
{
    const QString program = programIn(environment, name);
    if (!program.isEmpty()) {
        return {name, State::Good, QStringLiteral("%1 is %2.").arg(name, program), {}};
    }
    return {
        name, State::Bad, QStringLiteral("%1 is not installed: %2.").arg(name, purpose),
        QStringLiteral("Install openssh-client.")};
}

/// Nobody else may write what ssh reads, or it refuses to read it; of the folder, nobody else
/// should read what lies there either.
Finding checkMode(const QString &path, const QString &shown, mode_t forbidden, const QString &mode)
{
    struct stat info = {};
    if (::stat(QFile::encodeName(path).constData(), &info) != 0) {
        return errno == ENOENT
                   ? Finding{shown, State::Good, QStringLiteral("There is none yet; Podium makes it."), {}}
                   : Finding{
                         shown,
                         State::Unknown,
                         QStringLiteral("It cannot be looked at: %1.")
                             .arg(QString::fromLocal8Bit(std::strerror(errno))),
                         {}};
    }
    if (info.st_uid != ::geteuid()) {
        return {
            shown, State::Bad, QStringLiteral("It belongs to somebody else."),
            QStringLiteral("Make it yours: chown %1 %2").arg(QString::number(::geteuid()), shown)};
    }
    if ((info.st_mode & forbidden) != 0) {
        return {
            shown, State::Bad,
            QStringLiteral("Others may do more with it than ssh allows (mode %1).")
                .arg(info.st_mode & 07777U, 4, 8, QLatin1Char('0')),
            QStringLiteral("chmod %1 %2").arg(mode, shown)};
    }
    if (::access(QFile::encodeName(path).constData(), W_OK) != 0) {
        return {
            shown, State::Bad, QStringLiteral("It cannot be written."),
            QStringLiteral("chmod u+w %1").arg(shown)};
    }
    return {shown, State::Good, QStringLiteral("It is yours alone to write."), {}};
}

Finding checkAgent(const QProcessEnvironment &environment)
{
    const QString subject = QStringLiteral("agent");
    const QByteArray path = QFile::encodeName(environment.value(QStringLiteral("SSH_AUTH_SOCK")));
    if (path.isEmpty()) {
        return {
            subject, State::Unknown, QStringLiteral("There is no ssh agent (SSH_AUTH_SOCK)."),
            QStringLiteral("Needed only for keys with a passphrase: `ssh-add` them to one.")};
    }
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const timeval limit = {2, 0};
    const bool fits = std::size_t(path.size()) < sizeof address.sun_path;
    if (fits) {
        std::memcpy(address.sun_path, path.constData(), std::size_t(path.size()) + 1);
        ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    }
    if (!fits ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) !=
            0) {
        return {
            subject, State::Bad, QStringLiteral("The ssh agent of SSH_AUTH_SOCK does not answer."),
            QStringLiteral("Start it again, or unset SSH_AUTH_SOCK.")};
    }
    return {subject, State::Good, QStringLiteral("The ssh agent answers."), {}};
}

Finding checkRoom(const QString &folder, const QString &subject)
{
    QDir dir(folder);
    while (!dir.exists() && dir.path() != QDir::rootPath()) {
        dir.setPath(QFileInfo(dir.path()).path());
    }
    const QStorageInfo storage(dir.path());
    if (!storage.isValid()) {
        return {subject, State::Unknown, QStringLiteral("The room there is not known."), {}};
    }
    const qint64 free = storage.bytesAvailable() / 1024 / 1024;
    if (free < LeastRoomMiB) {
        return {
            subject, State::Bad, QStringLiteral("Only %1 MiB are free there.").arg(free),
            QStringLiteral("Make room: history and output need some.")};
    }
    return {subject, State::Good, QStringLiteral("%1 MiB are free there.").arg(free), {}};
}

} // namespace

Findings checkMachine(const Paths &paths, const QProcessEnvironment &environment)
{
    constexpr mode_t anyOfOthers = 077;
    constexpr mode_t writeOfOthers = 022;
    return {
        checkCredentials(environment),
        checkProgram(
            environment, QStringLiteral("ssh"),
            QStringLiteral("it proves the ssh config, and goes where jump hosts are")),
        checkProgram(environment, QStringLiteral("ssh-keygen"), QStringLiteral("it makes keys")),
        checkMode(paths.sshDir(), QStringLiteral("~/.ssh"), anyOfOthers, QStringLiteral("700")),
        checkMode(
            paths.sshConfigFile(), QStringLiteral("~/.ssh/config"), writeOfOthers,
            QStringLiteral("600")),
        checkAgent(environment),
        checkRoom(paths.dataDir, QStringLiteral("room for history")),
        checkRoom(paths.stateDir, QStringLiteral("room for output")),
    };
}

} // namespace podium::doctor
