// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/gatewaytest.h"

#include <QDir>

#include <algorithm>

namespace podium::tests {

/// Stands for clush where a copy is to be seen while it goes on. None from before is left.
inline QString slowClush()
{
    return "pkill -xf 'sleep 1000'\n" +
           programInstead(
               "clush", "#!/bin/sh\n[ \"$1\" = --version ] && exec echo clush 1.9.1\nsleep 1000");
}
/// What a copy has on a worker for a time.
constexpr const char *Traces = "grep podium-gateway .ssh/authorized_keys; ls -d .podium-* "
                               "data/.podium-* 2>/dev/null; true";

/// What podiumctl copy --via-gateway does to a pod: a folder `t` with one file here, and none
/// `data` there, for each test.
class GatewayCopyTest : public GatewayTest
{
protected:
    static constexpr int Workers = 3;

    void makeFolders()
    {
        m_here = m_lab.file(QStringLiteral("here-%1").arg(++m_turn));
        QVERIFY(QDir().mkpath(m_here));
        QCOMPARE(
            onAll("chmod -R u+rwx data 2>/dev/null; rm -rf data; echo gone"), everywhere("gone\n"));
        sh("mkdir t && head -c 300000 /dev/urandom >t/f");
    }
    void seeThatNothingIsLeft()
    {
        sh("chmod -R u+rwx . && find . -mindepth 1 -delete");
        QTRY_COMPARE(onAll(Traces), everywhere({}));
    }
    QByteArray sh(const QString &command) const
    {
        const Outcome outcome =
            m_lab.run("sh", {"-c", QStringLiteral("cd '%1' && %2").arg(m_here, command)});
        [&] { VERIFY_EXIT(outcome, 0); }();
        return outcome.out;
    }
    [[nodiscard]] Outcome copy(const QStringList &arguments) const
    {
        return m_lab.ctl(QStringList{"copy", "--yes", "--json", "--via-gateway"} + arguments);
    }
    [[nodiscard]] static QJsonObject workerOf(const Outcome &outcome, int index)
    {
        return outcome.json()["workers"].toArray().at(index).toObject();
    }
    [[nodiscard]] static QString stateOf(const Outcome &outcome, int index)
    {
        return workerOf(outcome, index)["state"].toString();
    }
    void begin(QProcess &process) const
    {
        process.setProcessEnvironment(m_lab.environment());
        process.start(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
            {"copy", "--yes", "--json", "--via-gateway", m_here + "/t", "pod:data"});
    }
    void waitUntilAllAreIn()
    {
        const auto areIn = [this] {
            const QVector<QByteArray> traces = onAll(Traces);
            return std::all_of(traces.begin() + 1, traces.end(), [](const QByteArray &text) {
                return text.contains("restrict");
            });
        };
        QTRY_VERIFY(areIn());
        // Podium knows that, too, once it has the gateway's clush begin.
        QTRY_COMPARE(there("pgrep -cxf 'sleep 1000'; true"), QByteArray("1\n"));
    }

    QString m_here;

private:
    int m_turn = 0;
};

} // namespace podium::tests
