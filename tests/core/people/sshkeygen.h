// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>
#include <QMap>
#include <QProcess>
#include <QSet>
#include <QStringList>
#include <QTemporaryDir>

namespace podium::tests {

/// Makes a key pair with the real ssh-keygen; the public line, or an empty one.
inline QByteArray makeKey(const QString &folder, const QString &name, const QStringList &how)
{
    const QString path = folder + QStringLiteral("/") + name;
    QProcess process;
    process.start(
        QStringLiteral("ssh-keygen"),
        QStringList{
            QStringLiteral("-q"), QStringLiteral("-N"), QString(), QStringLiteral("-f"), path} +
            how);
    QFile file(path + QStringLiteral(".pub"));
    if (!process.waitForFinished(-1) || process.exitCode() != 0 ||
        !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return file.readAll().trimmed();
}

/// What `ssh-keygen -l` says of a file of lines.
struct KeygenVerdict
{
    QSet<int> refusedLines; ///< from 1; neither comments nor empty lines
    QList<QByteArray> keys; ///< "BITS FINGERPRINT … (TYPE)", in the order of the lines
};

inline KeygenVerdict askKeygen(const QList<QByteArray> &lines)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("keys")));
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    file.write(lines.join('\n') + '\n');
    file.close();
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    process.setProcessEnvironment(environment);
    process.start(
        QStringLiteral("ssh-keygen"),
        {QStringLiteral("-lvf"), file.fileName(), QStringLiteral("-E"), QStringLiteral("sha256")});
    KeygenVerdict verdict;
    if (!process.waitForFinished(-1)) {
        return verdict;
    }
    for (const QByteArray &line : process.readAllStandardOutput().split('\n')) {
        if (line.contains(" SHA256:")) {
            verdict.keys.append(line);
        }
    }
    for (const QByteArray &line : process.readAllStandardError().split('\n')) {
        const int end = line.indexOf(": not a public key");
        if (end > 0) {
            const QByteArray head = line.left(end);
            verdict.refusedLines.insert(head.mid(head.lastIndexOf(':') + 1).toInt());
        }
    }
    return verdict;
}

} // namespace podium::tests
