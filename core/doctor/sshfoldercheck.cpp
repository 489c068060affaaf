// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/sshfoldercheck.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace podium::doctor {

namespace {

using State = Finding::State;

/// A file or folder that ssh reads and Podium writes.
struct Place
{
    QString path;
    QString shown;    ///< "~/.ssh"
    mode_t forbidden; ///< what others may not be allowed, or ssh refuses to read it
    QString mode;     ///< what it should be, for chmod
};

QString lockedHint()
{
    return QStringLiteral("All but the ssh config works without it. To have its entries elsewhere, "
                          "print them into a file, and give that to ssh.");
}

/// Why it cannot be written, by the errno of access(2); modes and owner are fine.
Finding lockedFinding(const Place &place, int reason)
{
    const QString command = QStringLiteral("podiumctl ssh-config print > podium-ssh-config");
    if (reason == EROFS) {
        return {
            place.shown, State::Bad, QStringLiteral("It is on a disk that is read-only."),
            lockedHint(), command};
    }
    if (reason == EPERM) {
        return {
            place.shown, State::Bad,
            QStringLiteral("It is locked (the attribute “immutable”), and cannot be written."),
            lockedHint(), command};
    }
    return {
        place.shown, State::Bad, QStringLiteral("It cannot be written."),
        QStringLiteral("Allow yourself to write it."),
        QStringLiteral("chmod u+w %1").arg(place.shown)};
}

Finding missingFinding(const Place &place)
{
    if (QFileInfo(place.path).isSymLink()) {
        return {
            place.shown, State::Bad,
            QStringLiteral("It is a link to %1, which is not there.")
                .arg(QFileInfo(place.path).symLinkTarget()),
            QStringLiteral("Make what it leads to, or remove the link.")};
    }
    return {place.shown, State::Good, QStringLiteral("There is none yet; Podium makes it.")};
}

Finding checkPlace(const Place &place)
{
    const QByteArray path = QFile::encodeName(place.path);
    struct stat info = {};
    if (::stat(path.constData(), &info) != 0) {
        return errno == ENOENT ? missingFinding(place)
                               : Finding{
                                     place.shown, State::Unknown,
                                     QStringLiteral("It cannot be looked at: %1.")
                                         .arg(QString::fromLocal8Bit(std::strerror(errno)))};
    }
    if (info.st_uid != ::geteuid()) {
        return {
            place.shown, State::Bad, QStringLiteral("It belongs to somebody else."),
            QStringLiteral("Make it yours, or ask who looks after this machine. ") + lockedHint(),
            QStringLiteral("sudo chown %1 %2").arg(QString::number(::geteuid()), place.shown)};
    }
    if ((info.st_mode & place.forbidden) != 0) {
        return {
            place.shown, State::Bad,
            QStringLiteral("Others may do more with it than ssh allows (mode %1).")
                .arg(info.st_mode & 07777U, 4, 8, QLatin1Char('0')),
            QStringLiteral("Keep others out."),
            QStringLiteral("chmod %1 %2").arg(place.mode, place.shown)};
    }
    if (::access(path.constData(), W_OK) != 0) {
        return lockedFinding(place, errno);
    }
    return {place.shown, State::Good, QStringLiteral("It is yours alone to write.")};
}

/// Whether ssh would read it: we may, and nobody else.
bool isUsableKey(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    struct stat info = {};
    return ::stat(name.constData(), &info) == 0 && (info.st_mode & 077U) == 0 &&
           ::access(name.constData(), R_OK) == 0;
}

} // namespace

Findings checkSshFolder(const Paths &paths)
{
    constexpr mode_t anyOfOthers = 077;
    constexpr mode_t writeOfOthers = 022;
    const QString whole = QStringLiteral("700");
    const QString config = QStringLiteral("~/.ssh/config");
    Findings findings{
        checkPlace({paths.sshDir(), QStringLiteral("~/.ssh"), anyOfOthers, whole}),
        checkPlace({paths.sshConfigFile(), config, writeOfOthers, QStringLiteral("600")})};
    if (QFileInfo::exists(paths.podiumSshDir())) {
        const QString own = QStringLiteral("~/.ssh/podium");
        findings.push_back(checkPlace({paths.podiumSshDir(), own, anyOfOthers, whole}));
    }
    return findings;
}

Finding checkKeys(const QStringList &identityFiles, bool agentHasKeys)
{
    const QString subject = QStringLiteral("key");
    QString open;
    for (const QString &path : identityFiles) {
        if (isUsableKey(path)) {
            return {subject, State::Good, QStringLiteral("Logins try %1.").arg(path)};
        }
        open = open.isEmpty() && QFileInfo(path).isReadable() ? path : open;
    }
    if (!open.isEmpty()) {
        return {
            subject, State::Bad,
            QStringLiteral("Others may read %1: ssh refuses such a key.").arg(open),
            QStringLiteral("Keep others out; if somebody may have read it, make another one."),
            QStringLiteral("chmod 600 '%1'").arg(open)};
    }
    if (agentHasKeys) {
        return {subject, State::Good, QStringLiteral("Logins use the keys of the ssh agent.")};
    }
    return {
        subject, State::Bad, QStringLiteral("There is no key to log in to workers with."),
        QStringLiteral("Make one, and add it to the project; the page for people does both."),
        QStringLiteral("ssh-keygen -t ed25519")};
}

} // namespace podium::doctor
