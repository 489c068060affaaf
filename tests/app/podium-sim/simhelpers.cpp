// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"

#include "tests/fakes/patience.h"

#include <QJsonArray>
#include <QProcess>

namespace podium::tests {

ProgramResult runProgram(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    if (!process.waitForFinished(Patience)) {
        process.kill();
        process.waitForFinished(Patience);
        return {
            -1, QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
    }
    return {
        process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

QStringList sshOptions(const SimCloud &cloud, int seconds)
{
    return {
        QStringLiteral("-F"),
        QStringLiteral("none"),
        QStringLiteral("-p"),
        QString::number(cloud.sshPort()),
        QStringLiteral("-i"),
        cloud.identity(),
        QStringLiteral("-oIdentitiesOnly=yes"),
        QStringLiteral("-oBatchMode=yes"),
        QStringLiteral("-oStrictHostKeyChecking=no"),
        QStringLiteral("-oUserKnownHostsFile=/dev/null"),
        QStringLiteral("-oLogLevel=ERROR"),
        QStringLiteral("-oConnectTimeout=%1").arg(seconds)};
}

QString scannedKeys(const SimCloud &cloud, const QStringList &addresses)
{
    // Its own limit of five seconds is for each worker, from the connection to the key.
    const QStringList options{QStringLiteral("-T"), QStringLiteral("180"),
                              QStringLiteral("-t"), QStringLiteral("ed25519"),
                              QStringLiteral("-p"), QString::number(cloud.sshPort())};
    return runProgram(
               QStringLiteral("ssh-keyscan"), options + addresses,
               QProcessEnvironment::systemEnvironment())
        .out;
}

ProgramResult runOnWorker(const SimCloud &cloud, const QString &address, const QString &command)
{
    const QStringList arguments =
        sshOptions(cloud) + QStringList{cloud.user() + QLatin1Char('@') + address, command};
    return runProgram(QStringLiteral("ssh"), arguments, QProcessEnvironment::systemEnvironment());
}

QString workerAddress(const SimCloud &cloud, const QString &nodePath, int worker)
{
    const QJsonArray endpoints =
        cloud.get(nodePath).json()[QLatin1String("networkEndpoints")].toArray();
    return endpoints.at(worker)
        .toObject()[QLatin1String("accessConfig")]
        .toObject()[QLatin1String("externalIp")]
        .toString();
}

QString nodePath(const char *project, const char *zone, const char *node)
{
    return QStringLiteral("/v2/projects/%1/locations/%2/nodes/%3")
        .arg(QLatin1String(project), QLatin1String(zone), QLatin1String(node));
}

QString simNode(const char *project, const char *zone, const char *node)
{
    return QStringLiteral("/sim/nodes/%1/%2/%3")
        .arg(QLatin1String(project), QLatin1String(zone), QLatin1String(node));
}

QJsonObject labScenario(const QStringList &nodes)
{
    QJsonArray list;
    for (const QString &name : nodes)
        list.append(QJsonObject{
            {QStringLiteral("zone"), QStringLiteral("us-central2-b")},
            {QStringLiteral("name"), name},
            {QStringLiteral("acceleratorType"), QStringLiteral("v4-8")}});
    const QJsonObject project{
        {QStringLiteral("id"), QStringLiteral("lab")}, {QStringLiteral("nodes"), list}};
    return {{QStringLiteral("operationMs"), 0}, {QStringLiteral("projects"), QJsonArray{project}}};
}

} // namespace podium::tests
