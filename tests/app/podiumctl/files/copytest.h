// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/files/listing.h"
#include "tests/fakes/patience.h"

#include <QDir>

namespace podium::tests {

/// A folder here for each test, and three real sshd workers of a pod without a folder `data`.
class CopyTest : public QObject
{
protected:
    void startLab()
    {
        QVERIFY2(m_lab.start({"pod:3"}), qPrintable(m_lab.cloud().error()));
        if (m_lab.cloud().workers() == QLatin1String("none")) {
            QSKIP("This machine lets nobody make ssh workers");
        }
    }
    void makeFolders()
    {
        m_here = m_lab.file(QStringLiteral("here-%1").arg(++m_turn));
        QVERIFY(QDir().mkpath(m_here));
        for (int worker = 0; worker < 3; ++worker) {
            QVERIFY(
                there("chmod -R u+rwx data 2>/dev/null; rm -rf data; echo gone", worker) ==
                "gone\n");
        }
    }
    void removeFolder() const { sh("chmod -R u+rwx . && find . -mindepth 1 -delete"); }
    QByteArray sh(const QString &command) const
    {
        const Outcome outcome =
            m_lab.run("sh", {"-c", QStringLiteral("cd '%1' && %2").arg(m_here, command)});
        [&] { VERIFY_EXIT(outcome, 0); }();
        return outcome.out;
    }
    [[nodiscard]] Outcome copy(const QStringList &arguments) const
    {
        return m_lab.ctl(QStringList{"copy", "--yes", "--json"} + arguments);
    }
    QByteArray there(const QString &command, int worker = 0) const
    {
        return m_lab.admin("pod", command, worker).out;
    }
    /// Until a copy to worker 0 has got so far.
    void waitFor(const QString &name)
    {
        const Outcome outcome = m_lab.admin(
            "pod",
            QString("timeout %1 sh -c 'until ls data/.podium-copy-*/sent/%2 >/dev/null 2>&1; do "
                    "sleep 0.02; done'")
                .arg(QString::number(podium::Patience / 1000), name));
        VERIFY_EXIT(outcome, 0);
    }
    /// For connections that begin from now on, so that a copy is not over before it is cut off;
    /// 0: as fast as they go.
    void setBytesPerSecond(int rate)
    {
        for (int worker = 0; worker < 3; ++worker) {
            const auto reply = m_lab.cloud().post(
                QStringLiteral("/sim/workers/lab/us-central2-b/pod/%1:distance").arg(worker),
                {{"rate", rate}});
            QCOMPARE(reply.status, 200);
        }
    }
    [[nodiscard]] QByteArray listedThere(const QString &folder, int worker) const
    {
        return there(QString(Listing).arg(folder), worker);
    }
    [[nodiscard]] static QJsonObject workerOf(const Outcome &outcome, int index)
    {
        return outcome.json()["workers"].toArray().at(index).toObject();
    }
    [[nodiscard]] QString source(const QString &name) const { return m_here + '/' + name; }

    CtlLab m_lab;
    QString m_here;
    int m_turn = 0;
};

} // namespace podium::tests
