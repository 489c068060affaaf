// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"

#include <QStandardPaths>
#include <QVector>

#include <vector>

namespace podium::tests {

/// Scripts that put another program, or none, in the place of one of a worker's, and bring that
/// back. By mounts, which are of this worker alone and work where all share /usr, too, or where
/// nobody may write to it.
inline QString withoutProgram(const QString &name)
{
    return QStringLiteral("mount --bind /dev/null /usr/bin/%1\n").arg(name);
}
inline QString programInstead(const QString &name, const QString &text)
{
    return QStringLiteral("mkdir -p -m 755 /var/lib/instead && cat >/var/lib/instead/%1 <<'END' && "
                          "chmod 755 /var/lib/instead/%1 && "
                          "mount --bind /var/lib/instead/%1 /usr/bin/%1\n%2\nEND\n")
        .arg(name, text);
}
inline QString usualProgram(const QString &name)
{
    return QStringLiteral("while umount -l /usr/bin/%1 2>/dev/null; do :; done\n").arg(name);
}
inline QString oldClush()
{
    return programInstead(QStringLiteral("clush"), QStringLiteral("#!/bin/sh\necho clush 1.6"));
}

/// A pod whose workers reach each other, with ClusterShell.
class GatewayTest : public QObject
{
protected:
    void startLab(int workers)
    {
        if (QStandardPaths::findExecutable("clush").isEmpty()) {
            QSKIP("This machine has no ClusterShell");
        }
        QVERIFY2(
            m_lab.start({QStringLiteral("pod:%1").arg(workers)}),
            qPrintable(m_lab.cloud().error()));
        if (m_lab.cloud().workers() == QLatin1String("none")) {
            QSKIP("This machine lets nobody make ssh workers");
        }
        m_workers = workers;
    }
    QByteArray there(const QString &command, int worker = 0) const
    {
        return m_lab.admin("pod", command, worker).out;
    }
    /// What each worker answers; they are asked side by side.
    QVector<QByteArray> onAll(const QString &command) const
    {
        std::vector<QProcess> asked(static_cast<std::size_t>(m_workers));
        for (int worker = 0; worker < m_workers; ++worker) {
            m_lab.beginAdmin(asked[static_cast<std::size_t>(worker)], "pod", command, worker);
        }
        QVector<QByteArray> answers;
        for (QProcess &process : asked) {
            answers << outcomeOf(process).out;
        }
        return answers;
    }
    /// That answer of each of them.
    [[nodiscard]] QVector<QByteArray> everywhere(const QByteArray &answer) const
    {
        return QVector<QByteArray>(m_workers, answer);
    }
    /// As root, in the worker.
    void prepare(const QString &script, int worker = 0)
    {
        QVERIFY(m_lab.runAsRoot("pod", script, worker));
    }

    CtlLab m_lab;

private:
    int m_workers = 0;
};

} // namespace podium::tests
