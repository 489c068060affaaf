// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/gcloudlogin.h"

namespace podium::app {

GcloudLogin::GcloudLogin(QObject *parent) : QObject(parent)
{
    m_process.setStandardInputFile(QProcess::nullDevice());
    connect(
        &m_process, qOverload<int, QProcess::ExitStatus>(&QProcess::finished), this,
        &GcloudLogin::ended);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            ended(-1, QProcess::NormalExit);
        }
    });
}

void GcloudLogin::start()
{
    if (m_process.state() == QProcess::NotRunning) {
        m_process.start(
            QStringLiteral("gcloud"),
            {QStringLiteral("auth"), QStringLiteral("login"), QStringLiteral("--quiet")});
    }
}

void GcloudLogin::ended(int exitCode, QProcess::ExitStatus status)
{
    if (status == QProcess::NormalExit && exitCode == 0) {
        emit signedIn();
        return;
    }
    const QString last = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
    emit failed(
        {.kind = ErrorKind::Credentials,
         .summary = tr("gcloud did not sign in."),
         .detail = last.section(QLatin1Char('\n'), -1),
         .hint = tr("Run “gcloud auth login” in a terminal, then refresh."),
         .subject = QStringLiteral("gcloud")});
}

} // namespace podium::app
