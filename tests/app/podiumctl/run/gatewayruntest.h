// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"

#include <QStandardPaths>

namespace podium::tests {

/// A pod whose workers reach each other, and what podiumctl run --via-gateway does there.
class GatewayRunTest : public QObject
{
protected:
    static constexpr int Workers = 4;

    void startLab()
    {
        if (QStandardPaths::findExecutable("clush").isEmpty()) {
            QSKIP("This machine has no ClusterShell");
        }
        QVERIFY2(m_lab.start({QStringLiteral("pod:%1").arg(Workers)}), "");
        if (m_lab.cloud().workers() == QLatin1String("none")) {
            QSKIP("This machine lets nobody make ssh workers");
        }
    }
    [[nodiscard]] QStringList viaGateway(const QStringList &arguments) const
    {
        return QStringList{"run", "pod", "--via-gateway"} + arguments;
    }
    [[nodiscard]] Outcome run(const QStringList &arguments) const
    {
        return m_lab.ctl(viaGateway(arguments));
    }
    QByteArray there(const QString &command, int worker = 0) const
    {
        return m_lab.admin("pod", command, worker).out;
    }
    /// As root, in the worker.
    void prepare(const QString &script, int worker = 0)
    {
        const auto reply = m_lab.cloud().post(
            QStringLiteral("/sim/workers/lab/us-central2-b/pod/%1:run").arg(worker),
            {{"script", script}});
        QCOMPARE(reply.status, 200);
    }
    [[nodiscard]] static bool isOf(const QJsonObject &line, int worker)
    {
        return line["worker"].toString() == QStringLiteral("lab/us-central2-b/pod:%1").arg(worker);
    }
    /// What told how it ended there.
    [[nodiscard]] static QJsonObject endOf(const Outcome &outcome, int worker)
    {
        for (const QJsonObject &line : outcome.jsonLines()) {
            const QString event = line["event"].toString();
            if (isOf(line, worker) && (event == "exit" || event == "error")) {
                return line;
            }
        }
        return {};
    }
    /// Everything that a worker printed on a stream.
    [[nodiscard]] static QByteArray
    printed(const Outcome &outcome, int worker, const QString &stream = QStringLiteral("stdout"))
    {
        QByteArray all;
        for (const QJsonObject &line : outcome.jsonLines()) {
            if (isOf(line, worker) && line["stream"].toString() == stream) {
                all += line.contains("base64")
                           ? QByteArray::fromBase64(line["base64"].toString().toLatin1())
                           : line["data"].toString().toUtf8();
            }
        }
        return all;
    }

    CtlLab m_lab;
};

} // namespace podium::tests
