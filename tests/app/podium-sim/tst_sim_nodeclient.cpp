// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>
#include <QtTest>

using namespace podium::tests;

constexpr int installMs = 120000;

/// Google's own Node client, unchanged, over its REST fallback.
class TestSimNodeClient final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void officialClientWorksUnchanged();

private:
    SimCloud m_cloud;
    QTemporaryDir m_folder;
};

void TestSimNodeClient::initTestCase()
{
    if (QStandardPaths::findExecutable(QStringLiteral("npm")).isEmpty() ||
        QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty())
        QSKIP("npm is not installed here: the Node client was not tried");
    QProcess npm;
    npm.setWorkingDirectory(m_folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(
        QStringLiteral("npm_config_cache"), m_folder.filePath(QStringLiteral("cache")));
    npm.setProcessEnvironment(environment);
    npm.start(
        QStringLiteral("npm"),
        {QStringLiteral("install"), QStringLiteral("--no-audit"), QStringLiteral("--no-fund"),
         QStringLiteral("--fetch-retries=0"), QStringLiteral("@google-cloud/tpu@3")});
    if (!npm.waitForFinished(installMs) || npm.exitCode() != 0)
        QSKIP("npm could not fetch @google-cloud/tpu (offline?): the Node client was not tried");
    QVERIFY2(
        m_cloud.startWith(labScenario({QStringLiteral("one"), QStringLiteral("two")})),
        qPrintable(m_cloud.error()));
}

void TestSimNodeClient::officialClientWorksUnchanged()
{
    const QString script = m_folder.filePath(QStringLiteral("client.js"));
    QVERIFY(QFile::copy(
        QStringLiteral(PODIUM_SOURCE_DIR "/tests/app/podium-sim/data/node-client.js"), script));
    const QUrl url(m_cloud.url());
    const ProgramResult result = runProgram(
        QStringLiteral("node"),
        {script, url.host(), QString::number(url.port()), m_cloud.token(), QStringLiteral("lab")},
        QProcessEnvironment::systemEnvironment());
    QVERIFY2(result.exitCode == 0, qPrintable(result.err));
    const QJsonObject saw = QJsonDocument::fromJson(result.out.toUtf8()).object();
    QCOMPARE(saw[QLatin1String("nodes")].toArray().size(), 2);
    QCOMPARE(saw[QLatin1String("state")].toString(), QStringLiteral("READY"));
    QCOMPARE(
        saw[QLatin1String("address")].toString(),
        workerAddress(m_cloud, nodePath("lab", "us-central2-b", "one"), 0));
    QCOMPARE(saw[QLatin1String("hostKeys")].toInt(), 1);
    QCOMPARE(saw[QLatin1String("left")].toInt(), 2);
    constexpr int grpcNotFound = 5;
    QCOMPARE(saw[QLatin1String("missing")].toInt(), grpcNotFound);
}

QTEST_GUILESS_MAIN(TestSimNodeClient)
#include "tst_sim_nodeclient.moc"
