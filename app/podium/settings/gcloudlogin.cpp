// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/settings/gcloudlogin.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <csignal>
#include <unistd.h>
#include <utility>

namespace podium::app {

namespace {

constexpr int MostSaid = 64 * 1024; // bytes: a link and an error, not a log

QString linkIn(const QByteArray &said)
{
    static const QRegularExpression link(QStringLiteral("https://[!-~]+(?=\\s)"));
    return link.match(QString::fromUtf8(said)).captured();
}

} // namespace

void GcloudLogin::Process::setupChildProcess()
{
    ::setpgid(0, 0);
}

GcloudLogin::GcloudLogin(QString program, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_process(new Process)
{
    m_process->setParent(this);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    connect(m_process, &QProcess::readyRead, this, &GcloudLogin::read);
    connect(
        m_process, qOverload<int, QProcess::ExitStatus>(&QProcess::finished), this,
        &GcloudLogin::ended);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            ended(-1, QProcess::NormalExit);
        }
    });
}

GcloudLogin::~GcloudLogin()
{
    m_process->disconnect(this);
    if (m_process->state() == QProcess::NotRunning) {
        return;
    }
    m_process->setParent(QCoreApplication::instance()); // it goes once it has ended
    connect(
        m_process, qOverload<int, QProcess::ExitStatus>(&QProcess::finished), m_process,
        &QObject::deleteLater);
    endGroup(SIGKILL);
}

void GcloudLogin::start()
{
    if (m_process->state() != QProcess::NotRunning) {
        return;
    }
    m_said.clear();
    m_isCancelled = false;
    emit waiting({});
    m_process->start(
        m_program, {QStringLiteral("auth"), QStringLiteral("login"), QStringLiteral("--quiet")});
    m_group = m_process->processId();
}

void GcloudLogin::cancel()
{
    m_isCancelled = m_process->state() != QProcess::NotRunning;
    endGroup(SIGTERM);
}

/// gcloud is a shell script with a Python below it, and that has a browser's helper.
void GcloudLogin::endGroup(int signal)
{
    if (m_group > 0) {
        ::kill(-pid_t(m_group), signal);
        if (const qint64 id = m_process->processId(); id > 0) {
            ::kill(pid_t(id), signal); // in the moment before it has a group of its own
        }
    }
}

void GcloudLogin::read()
{
    const QString before = linkIn(m_said);
    m_said += m_process->readAll();
    m_said.truncate(MostSaid);
    const QString link = linkIn(m_said);
    if (link != before) {
        emit waiting(link);
    }
}

void GcloudLogin::ended(int exitCode, QProcess::ExitStatus status)
{
    read();
    endGroup(SIGTERM); // what it left behind
    m_group = 0;
    emit over();
    if (m_isCancelled) {
        return;
    }
    if (status == QProcess::NormalExit && exitCode == 0) {
        emit signedIn();
        return;
    }
    const QString said = QString::fromUtf8(m_said).trimmed();
    emit failed(
        {.kind = ErrorKind::Credentials,
         .summary = tr("gcloud did not sign in."),
         .detail = said.isEmpty() ? m_process->errorString() : said.section(QLatin1Char('\n'), -1),
         .hint = tr("Try again, or use a key file."),
         .subject = QStringLiteral("gcloud")});
}

} // namespace podium::app
