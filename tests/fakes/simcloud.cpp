// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fakes/simcloud.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTcpSocket>
#include <QTemporaryFile>
#include <QUrl>

#include <csignal>

namespace podium::tests {

// Only what hangs meets these limits.
constexpr int readyMs = 120000;
constexpr int answerMs = 120000;

/// Ignored where the tests run in the background of a script, and then by all that they start.
static void hearInterrupts()
{
    struct sigaction action = {};
    if (::sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
        ::signal(SIGINT, SIG_DFL);
}

QJsonObject SimCloud::Reply::json() const
{
    return QJsonDocument::fromJson(body).object();
}

SimCloud::~SimCloud()
{
    stop();
    if (!m_scenarioFile.isEmpty())
        QFile::remove(m_scenarioFile);
}

bool SimCloud::start(const QStringList &arguments)
{
    hearInterrupts();
    QStringList words = m_wrapper;
    words += QStringList{QStringLiteral(PODIUM_BIN_DIR "/podium-sim"), QStringLiteral("serve")};
    words += arguments;
    const QString program = words.takeFirst();
    m_process.start(program, words);
    const QDeadlineTimer deadline(readyMs);
    while (!m_process.canReadLine()) {
        if (m_process.state() == QProcess::NotRunning ||
            !m_process.waitForReadyRead(static_cast<int>(deadline.remainingTime())))
            break;
    }
    m_ready = QJsonDocument::fromJson(m_process.readLine()).object();
    return !m_ready.isEmpty();
}

bool SimCloud::startWith(const QJsonObject &scenario, const QStringList &arguments)
{
    QTemporaryFile file(QDir::tempPath() + QStringLiteral("/podium-scenario-XXXXXX.json"));
    file.setAutoRemove(false);
    if (!file.open() || file.write(QJsonDocument(scenario).toJson()) < 0)
        return false;
    file.close();
    file.setPermissions(QFile::Permissions(0x6644)); // the wrapper may change who reads it
    m_scenarioFile = file.fileName();
    return start(QStringList{QStringLiteral("--scenario"), m_scenarioFile} + arguments);
}

void SimCloud::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(readyMs)) {
        m_process.kill();
        m_process.waitForFinished(readyMs);
    }
}

QString SimCloud::error()
{
    m_error += m_process.readAllStandardError();
    return QString::fromUtf8(m_error);
}

QString SimCloud::url() const
{
    return m_ready[QLatin1String("url")].toString();
}

int SimCloud::sshPort() const
{
    return m_ready[QLatin1String("sshPort")].toInt();
}

QString SimCloud::identity() const
{
    return m_ready[QLatin1String("identity")].toString();
}

QString SimCloud::user() const
{
    return m_ready[QLatin1String("user")].toString();
}

QString SimCloud::workers() const
{
    return m_ready[QLatin1String("workers")].toString();
}

QString SimCloud::token() const
{
    QFile file(environmentValues().value(QStringLiteral("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE")));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed()
                                          : QString();
}

QHash<QString, QString> SimCloud::environmentValues() const
{
    QHash<QString, QString> values;
    const QJsonObject env = m_ready[QLatin1String("env")].toObject();
    for (auto it = env.begin(); it != env.end(); ++it)
        values.insert(it.key(), it.value().toString());
    return values;
}

QProcessEnvironment SimCloud::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QHash<QString, QString> values = environmentValues();
    for (auto it = values.begin(); it != values.end(); ++it)
        environment.insert(it.key(), it.value());
    return environment;
}

SimCloud::Reply SimCloud::get(const QString &path) const
{
    return call("GET", path, {});
}

SimCloud::Reply SimCloud::post(const QString &path, const QJsonObject &body) const
{
    return call("POST", path, QJsonDocument(body).toJson(QJsonDocument::Compact));
}

SimCloud::Reply SimCloud::call(
    const QByteArray &method, const QString &path, const QByteArray &body,
    const QString &token) const
{
    const QUrl target(url());
    QTcpSocket socket;
    socket.connectToHost(target.host(), static_cast<quint16>(target.port()));
    if (!socket.waitForConnected(answerMs))
        return {};
    QByteArray request = method + ' ' + path.toUtf8() + " HTTP/1.1\r\nHost: localhost\r\n";
    request += "Authorization: Bearer " + (token.isEmpty() ? this->token() : token).toUtf8() +
               "\r\nConnection: close\r\n";
    request += "Content-Type: application/json\r\nContent-Length: ";
    request += QByteArray::number(body.size()) + "\r\n\r\n" + body;
    socket.write(request);
    QByteArray answer;
    while (socket.waitForReadyRead(answerMs))
        answer += socket.readAll();
    const int head = answer.indexOf("\r\n\r\n");
    const QList<QByteArray> firstLine = answer.left(answer.indexOf('\r')).split(' ');
    if (head < 0 || firstLine.size() < 2)
        return {};
    return {firstLine[1].toInt(), answer.mid(head + 4)};
}

} // namespace podium::tests
