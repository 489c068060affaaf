// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <vector>

#include <signal.h>

namespace podium::tests {

/// A `podiumctl tunnel` that runs, and what it has said.
class RunningTunnel final
{
public:
    RunningTunnel(const CtlLab &lab, const QStringList &arguments)
    {
        m_process.setProcessEnvironment(lab.environment());
        m_process.setStandardInputFile(QProcess::nullDevice()); // its end is no reason to end
        m_process.start(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), QStringList{"tunnel"} + arguments);
    }
    /// The events so far.
    [[nodiscard]] std::vector<QJsonObject> events()
    {
        m_process.waitForReadyRead(20);
        m_out += m_process.readAllStandardOutput();
        return Outcome{0, m_out, {}}.jsonLines();
    }
    [[nodiscard]] int count(const char *event)
    {
        int count = 0;
        for (const QJsonObject &each : events()) {
            count += each["event"] == QLatin1String(event) ? 1 : 0;
        }
        return count;
    }
    /// What it has told the person so far.
    [[nodiscard]] QByteArray said()
    {
        m_err += m_process.readAllStandardError();
        return m_err;
    }
    /// Waits until it is open.
    [[nodiscard]] QJsonObject opened()
    {
        [&] { QTRY_VERIFY2(count("open") > 0, said().constData()); }();
        return events().empty() ? QJsonObject() : events().back();
    }
    void signal(int number) { ::kill(pid_t(m_process.processId()), number); }
    [[nodiscard]] int exitCode()
    {
        [&] {
            QTRY_VERIFY((m_process.waitForFinished(20), m_process.state() == QProcess::NotRunning));
        }();
        m_out += m_process.readAllStandardOutput();
        return m_process.exitCode();
    }

private:
    ChildProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

/// curl's, of what is seen through one.
[[nodiscard]] inline Outcome curl(const CtlLab &lab, const QStringList &arguments)
{
    return lab.run(
        "curl", QStringList{"--silent", "--show-error", "--fail", "--noproxy", "*"} + arguments);
}

} // namespace podium::tests
