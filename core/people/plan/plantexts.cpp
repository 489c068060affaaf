// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/plantexts.h"

#include "core/base/daytext.h"
#include "core/ssh/plaintext.h"

#include <QDateTime>
#include <QStringBuilder>

namespace podium::people {

QString keyText(const PublicKey &key, const QByteArray &comment)
{
    const QString label = ssh::plainText(comment, 60);
    return label.isEmpty() ? key.fingerprint()
                           : QStringLiteral("%1 (%2)").arg(key.fingerprint(), label);
}

QString timeText(qint64 secondsSinceEpoch)
{
    return lastTimeText(QDateTime::fromSecsSinceEpoch(secondsSinceEpoch));
}

QString keyFileProblem(const ActualAccount &found)
{
    switch (found.keyFile) {
    case KeyFileState::Absent:
    case KeyFileState::Read:
        return {};
    case KeyFileState::Link:
        return QStringLiteral("Its authorized_keys is a link; Podium follows none.");
    case KeyFileState::FolderLink:
        return QStringLiteral("Its folder .ssh is a link; Podium follows none.");
    case KeyFileState::NotAFile:
        return QStringLiteral("Its authorized_keys is not a file.");
    case KeyFileState::NotRead:
        break;
    }
    return QStringLiteral("Its authorized_keys is too large or cannot be read.");
}

QVector<PlanNote> secondFileNotes(const ActualAccount &found)
{
    QVector<PlanNote> notes;
    if (found.hidesSecondFile) {
        notes.push_back(warning(QStringLiteral(
            "Its authorized_keys2 is a link, too large or cannot be read: a key that lets in "
            "somebody else, or somebody who has left, may be in it.")));
    }
    return notes;
}

QString keyFileBarrierText(const ActualAccount &found)
{
    return found.keyFileBarrier %
           QStringLiteral(" Podium changes keys only with the account's own rights.");
}

QString shellProblem(const QString &shell)
{
    const QString name = shell.section(QLatin1Char('/'), -1);
    return name == QLatin1String("nologin") || name == QLatin1String("false") ||
                   name == QLatin1String("true")
               ? QStringLiteral("Its login shell %1 lets nobody in.")
                     .arg(ssh::plainText(shell.toUtf8(), 100))
               : QString();
}

QString tracesText(const ActualAccount &found, const AccountProcesses &processes)
{
    QStringList parts;
    if (processes.count > 0) {
        const QString names =
            ssh::plainText(processes.names.mid(0, 5).join(QStringLiteral(", ")).toUtf8(), 200);
        parts
            << (processes.count == 1
                    ? QStringLiteral("a process (%1)").arg(names)
                    : QStringLiteral("%1 processes (%2)").arg(processes.count).arg(names));
    }
    if (found.hasCrontab) {
        parts << QStringLiteral("a crontab");
    }
    if (found.hasUnits) {
        parts << QStringLiteral("services or timers of its own");
    }
    if (found.lingers) {
        parts << QStringLiteral("services that start without a login");
    }
    return parts.isEmpty()
               ? QString()
               : QStringLiteral("In its name there are %1.").arg(parts.join(QStringLiteral(", ")));
}

} // namespace podium::people
