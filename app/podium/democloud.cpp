// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/democloud.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <chrono>

namespace podium::app {

using namespace std::chrono_literals;

DemoCloud::DemoCloud(QString program, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
{
    m_limit.setSingleShot(true);
    m_limit.setInterval(60s);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        fail(tr("It was not ready within a minute."));
    });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &DemoCloud::readReadyLine);
    connect(
        &m_process, qOverload<int, QProcess::ExitStatus>(&QProcess::finished), this,
        &DemoCloud::ended);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_stopping ? emit stopped() : fail(m_process.errorString());
        }
    });
}

DemoCloud::~DemoCloud()
{
    m_process.disconnect(this); // it tells its end while it is destroyed
}

void DemoCloud::start()
{
    if (m_program.isEmpty()) {
        QMetaObject::invokeMethod(
            this, [this] { fail(tr("The program podium-sim is not installed.")); },
            Qt::QueuedConnection);
        return;
    }
    m_limit.start();
    m_process.start(m_program, {QStringLiteral("serve")});
}

void DemoCloud::stop()
{
    m_stopping = true;
    m_limit.stop();
    if (m_process.state() == QProcess::NotRunning) {
        emit stopped();
        return;
    }
    m_process.closeWriteChannel();
    // It takes its workers down within a moment; after that the kernel does.
    QTimer::singleShot(5s, &m_process, &QProcess::kill);
}

void DemoCloud::readReadyLine()
{
    if (m_ready || m_stopping || !m_process.canReadLine()) {
        return;
    }
    const QJsonObject said = QJsonDocument::fromJson(m_process.readLine()).object();
    const QJsonObject env = said.value(QLatin1String("env")).toObject();
    if (env.isEmpty()) {
        fail(tr("Its first line was not the expected one."));
        return;
    }
    m_ready = true;
    m_limit.stop();
    QProcessEnvironment variables;
    for (auto variable = env.begin(); variable != env.end(); ++variable) {
        variables.insert(variable.key(), variable.value().toString());
    }
    emit ready(variables);
}

void DemoCloud::ended()
{
    if (m_stopping) {
        emit stopped();
        return;
    }
    const QString last = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
    fail(last.section(QLatin1Char('\n'), -1));
}

void DemoCloud::fail(const QString &detail)
{
    m_limit.stop();
    emit failed(
        {.kind = ErrorKind::Unavailable,
         .summary =
             m_ready ? tr("The demo cloud has stopped.") : tr("The demo cloud did not start."),
         .detail = detail,
         .hint =
             m_ready
                 ? tr("What is shown stays as it was. Close this window and open the demo again.")
                 : tr("Close this window and open the demo again."),
         .subject = QStringLiteral("podium-sim")});
}

QString findSimulator()
{
    const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/podium-sim");
    return QFileInfo(beside).isExecutable()
               ? beside
               : QStandardPaths::findExecutable(QStringLiteral("podium-sim"));
}

QProcessEnvironment demoEnvironment(
    const QProcessEnvironment &powerAndNetwork, const QProcessEnvironment &variables,
    const QString &home)
{
    QProcessEnvironment result = powerAndNetwork;
    for (const QString &name : powerAndNetwork.keys()) {
        if (name.startsWith(QLatin1String("CLOUDSDK_")) ||
            name.startsWith(QLatin1String("GOOGLE_")) ||
            name.startsWith(QLatin1String("PODIUM_")) || name.startsWith(QLatin1String("XDG_")) ||
            name == QLatin1String("SSH_AUTH_SOCK")) {
            result.remove(name);
        }
    }
    result.insert(variables);
    result.insert(QStringLiteral("HOME"), home);
    return result;
}

} // namespace podium::app
