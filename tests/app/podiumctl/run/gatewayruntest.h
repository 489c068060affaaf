// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/gatewaytest.h"

namespace podium::tests {

/// What podiumctl run --via-gateway does on a pod.
class GatewayRunTest : public GatewayTest
{
protected:
    static constexpr int Workers = 4;

    void startLab() { GatewayTest::startLab(Workers); }
    [[nodiscard]] QStringList viaGateway(const QStringList &arguments) const
    {
        return QStringList{"run", "pod", "--via-gateway"} + arguments;
    }
    [[nodiscard]] Outcome run(const QStringList &arguments) const
    {
        return m_lab.ctl(viaGateway(arguments));
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
    /// "exit 0", "stopped", "unreachable" …
    [[nodiscard]] static QString endingOf(const Outcome &outcome, int worker)
    {
        const QJsonObject end = endOf(outcome, worker);
        return end.contains("status") ? QStringLiteral("exit %1").arg(end["status"].toInt())
                                      : end["kind"].toString() + end["signal"].toString();
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
};

} // namespace podium::tests
