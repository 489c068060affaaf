// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/ordinaryuser.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <unistd.h>

namespace podium::tests {

/// Writes a file that has `original`'s text, if one is named, and one more line.
static bool copyWith(const QString &path, const QString &original, const QByteArray &line)
{
    QFile source(original);
    QFile file(path);
    const bool readable = original.isEmpty() || source.open(QIODevice::ReadOnly);
    const QByteArray text = original.isEmpty() ? QByteArray() : source.readAll();
    return readable && file.open(QIODevice::WriteOnly) && file.write(text + line) > 0 &&
           file.setPermissions(QFile::Permissions(0x6644));
}

QStringList ordinaryUserWrapper(const QString &folder, QString &why)
{
    if (::geteuid() != 0) {
        why = QStringLiteral("the other tests here run as an ordinary user already");
        return {};
    }
    if (QStandardPaths::findExecutable(QStringLiteral("newuidmap")).isEmpty() ||
        !QFileInfo::exists(QStringLiteral("/etc/subuid")) ||
        !QFileInfo::exists(QStringLiteral("/etc/subgid"))) {
        why = QStringLiteral("uidmap is not installed here");
        return {};
    }
    const QByteArray ranges = "wanda:300000:65536\n";
    if (!QFile::setPermissions(folder, QFile::Permissions(0x5755)) ||
        !copyWith(
            folder + QStringLiteral("/passwd"), QStringLiteral("/etc/passwd"),
            "wanda:x:54321:54321::/nonexistent:/bin/sh\n") ||
        !copyWith(folder + QStringLiteral("/subuid"), {}, ranges) ||
        !copyWith(folder + QStringLiteral("/subgid"), {}, ranges)) {
        why = QStringLiteral("the account's files cannot be written");
        return {};
    }
    return {
        QStringLiteral("unshare"),
        QStringLiteral("--mount"),
        QStringLiteral("sh"),
        QStringLiteral("-ec"),
        QStringLiteral("for file in passwd subuid subgid; do "
                       "mount --bind \"$0/$file\" /etc/$file; done; "
                       "exec setpriv --reuid 54321 --regid 54321 --clear-groups \"$@\""),
        folder};
}

} // namespace podium::tests
