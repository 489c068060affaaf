// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/files/listing.h"
#include "tests/fakes/patience.h"

#include <QDir>

namespace podium::tests {

/// An empty folder here for each test, and some real sshd workers of a pod.
class TransferTest : public QObject
{
protected:
    explicit TransferTest(int workers) : m_workers(workers) {}

    void startLab()
    {
        QVERIFY2(
            m_lab.start({QStringLiteral("pod:%1").arg(m_workers)}),
            qPrintable(m_lab.cloud().error()));
        if (m_lab.cloud().workers() == QLatin1String("none")) {
            QSKIP("This machine lets nobody make ssh workers");
        }
    }
    void makeFolder()
    {
        m_here = m_lab.file(QStringLiteral("here-%1").arg(++m_turn));
        QVERIFY(QDir().mkpath(m_here));
    }
    void removeFolder() const { sh("chmod -R u+rwx . && find . -mindepth 1 -delete"); }
    QByteArray sh(const QString &command) const
    {
        const Outcome outcome =
            m_lab.run("sh", {"-c", QStringLiteral("cd '%1' && %2").arg(m_here, command)});
        [&] { VERIFY_EXIT(outcome, 0); }();
        return outcome.out;
    }
    QByteArray there(const QString &command, int worker = 0) const
    {
        return m_lab.admin("pod", command, worker).out;
    }
    /// For connections that begin from now on, so that a transfer is not over before it is cut off;
    /// 0: as fast as they go.
    void setBytesPerSecond(int rate)
    {
        for (int worker = 0; worker < m_workers; ++worker) {
            const auto reply = m_lab.cloud().post(
                QStringLiteral("/sim/workers/lab/us-central2-b/pod/%1:distance").arg(worker),
                {{"rate", rate}});
            QCOMPARE(reply.status, 200);
        }
    }
    /// The first worker's connections; new ones can be made.
    void dropConnections()
    {
        for (const char *what : {"drop", "restore"}) {
            QCOMPARE(
                m_lab.cloud().post(QString("/sim/workers/lab/us-central2-b/pod/0:") + what).status,
                200);
        }
    }
    [[nodiscard]] static QJsonObject workerOf(const Outcome &outcome, int index)
    {
        return outcome.json()["workers"].toArray().at(index).toObject();
    }

    CtlLab m_lab;
    QString m_here;

private:
    const int m_workers;
    int m_turn = 0;
};

} // namespace podium::tests
