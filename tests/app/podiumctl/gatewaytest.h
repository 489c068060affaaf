// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"

#include <QStandardPaths>

namespace podium::tests {

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
    }
    QByteArray there(const QString &command, int worker = 0) const
    {
        return m_lab.admin("pod", command, worker).out;
    }
    /// As root, in the worker.
    void prepare(const QString &script, int worker = 0)
    {
        QVERIFY(m_lab.runAsRoot("pod", script, worker));
    }

    CtlLab m_lab;
};

} // namespace podium::tests
