// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/files/listing.h"
#include "tests/fakes/patience.h"

#include <QDir>

namespace podium::tests {

/// An empty folder here for each test, and two real sshd workers of a pod with an empty folder
/// `data`.
class FetchTest : public QObject
{
protected:
    void startLab()
    {
        QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
        if (m_lab.cloud().workers() == QLatin1String("none")) {
            QSKIP("This machine lets nobody make ssh workers");
        }
    }
    void makeFolders()
    {
        m_here = m_lab.file(QStringLiteral("here-%1").arg(++m_turn));
        QVERIFY(QDir().mkpath(m_here));
        for (int worker = 0; worker < 2; ++worker) {
            there("chmod -R u+rwx data; rm -rf data; mkdir -p data", worker);
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
    [[nodiscard]] Outcome fetch(const QStringList &arguments) const
    {
        return m_lab.ctl(QStringList{"fetch", "--yes", "--json"} + arguments);
    }
    QByteArray there(const QString &command, int worker = 0) const
    {
        return m_lab.admin("pod", command, worker).out;
    }
    [[nodiscard]] static QJsonObject workerOf(const Outcome &outcome, int index)
    {
        return outcome.json()["workers"].toArray().at(index).toObject();
    }

    CtlLab m_lab;
    QString m_here;
    int m_turn = 0;
};

} // namespace podium::tests
