// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QJsonArray>
#include <QtTest>

using namespace podium::tests;

/// Internal addresses of a node whose scenario asks for real ones.
class TestSimInternal final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void itIsTheSameMachine();
    void itIsNearWhereTheOtherIsFar();
    void workersReachEachOther();
    void whatBefallsAWorkerBefallsBothAddresses_data();
    void whatBefallsAWorkerBefallsBothAddresses();
    void bothMoveTogether();
    void othersAreOnlyShown();

private:
    [[nodiscard]] QString internalAddress(const char *node, int worker = 0) const
    {
        return m_cloud.get(nodePath("lab", "us-central2-b", node))
            .json()[QLatin1String("networkEndpoints")]
            .toArray()
            .at(worker)
            .toObject()[QLatin1String("ipAddress")]
            .toString();
    }
    [[nodiscard]] QString externalAddress(int worker = 0) const
    {
        return workerAddress(m_cloud, nodePath("lab", "us-central2-b", "pod"), worker);
    }
    [[nodiscard]] ProgramResult run(const QString &address, const QString &command) const
    {
        return runOnWorker(m_cloud, address, command);
    }
    /// To log in and do nothing, with so many seconds to connect in.
    [[nodiscard]] QStringList loginTo(const QString &address, int seconds) const
    {
        return sshOptions(m_cloud, seconds) +
               QStringList{m_cloud.user() + QLatin1Char('@') + address, QStringLiteral("true")};
    }
    void setRoundTrip(int milliseconds) const
    {
        QCOMPARE(
            m_cloud
                .post(
                    m_worker + QStringLiteral("distance"), {{QStringLiteral("rtt"), milliseconds}})
                .status,
            200);
    }

    SimCloud m_cloud;
    const QString m_worker = QStringLiteral("/sim/workers/lab/us-central2-b/pod/0:");
};

void TestSimInternal::initTestCase()
{
    QJsonObject scenario = labScenario({QStringLiteral("pod"), QStringLiteral("other")});
    QJsonObject project = scenario[QLatin1String("projects")].toArray().first().toObject();
    QJsonArray nodes = project[QLatin1String("nodes")].toArray();
    QJsonObject pod = nodes.first().toObject();
    pod.insert(QLatin1String("internalNetwork"), true);
    pod.insert(QLatin1String("workers"), 2);
    nodes.replace(0, pod);
    project.insert(QLatin1String("nodes"), nodes);
    scenario.insert(QLatin1String("projects"), QJsonArray{project});
    QVERIFY2(m_cloud.startWith(scenario), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(m_cloud.error()));
}

void TestSimInternal::cleanup()
{
    m_cloud.post(m_worker + QStringLiteral("restore"));
    m_cloud.post(m_worker + QStringLiteral("distance"));
}

void TestSimInternal::itIsTheSameMachine()
{
    const QString address = internalAddress("pod");
    QVERIFY2(address.startsWith(QLatin1String("127.78.")), qPrintable(address));
    const QString hostname = run(externalAddress(), QStringLiteral("hostname")).out;
    QVERIFY(!hostname.isEmpty());
    QCOMPARE(run(address, QStringLiteral("hostname")).out, hostname);
    QVERIFY(run(internalAddress("pod", 1), QStringLiteral("hostname")).out != hostname);
}

/// Both are asked together: the near one has answered before the far one can have begun, which
/// takes minutes.
void TestSimInternal::itIsNearWhereTheOtherIsFar()
{
    constexpr int farthest = 60000;
    setRoundTrip(farthest);
    QProcess far;
    QProcess near;
    far.start(QStringLiteral("ssh"), loginTo(externalAddress(), 3600));
    near.start(QStringLiteral("ssh"), loginTo(internalAddress("pod"), 180));
    QVERIFY(near.waitForFinished(podium::Patience));
    QVERIFY(!far.waitForFinished(0));
    QCOMPARE(near.exitCode(), 0);
    far.kill();
    QVERIFY(far.waitForFinished(podium::Patience));
    setRoundTrip(1000);
    far.start(QStringLiteral("ssh"), loginTo(externalAddress(), 180));
    QVERIFY(far.waitForFinished(podium::Patience));
    QCOMPARE(far.exitCode(), 0);
}

void TestSimInternal::workersReachEachOther()
{
    const QString banner = QStringLiteral("exec 3<>/dev/tcp/%1/%2; head -c 8 <&3")
                               .arg(internalAddress("pod", 1))
                               .arg(m_cloud.sshPort());
    QCOMPARE(
        run(internalAddress("pod"), QStringLiteral("bash -c '%1'").arg(banner)).out,
        QStringLiteral("SSH-2.0-"));
}

void TestSimInternal::whatBefallsAWorkerBefallsBothAddresses_data()
{
    QTest::addColumn<QString>("manner");
    QTest::addColumn<QString>("message");
    QTest::newRow("refuse") << "refuse"
                            << "Connection refused";
    QTest::newRow("hang") << "hang"
                          << "Connection timed out during banner exchange";
    QTest::newRow("stop") << "stop"
                          << "Connection timed out";
}

void TestSimInternal::whatBefallsAWorkerBefallsBothAddresses()
{
    QFETCH(QString, manner);
    QFETCH(QString, message);
    QCOMPARE(m_cloud.post(m_worker + manner).status, 200);
    for (const QString &address : {internalAddress("pod"), externalAddress()}) {
        const ProgramResult failed = runProgram(
            QStringLiteral("ssh"), loginTo(address, 1), QProcessEnvironment::systemEnvironment());
        QCOMPARE(failed.exitCode, 255);
        QVERIFY2(failed.err.contains(message), qPrintable(failed.err));
    }
    QCOMPARE(m_cloud.post(m_worker + QStringLiteral("restore")).status, 200);
    QCOMPARE(
        run(internalAddress("pod"), QStringLiteral("echo back")).out, QStringLiteral("back\n"));
}

void TestSimInternal::bothMoveTogether()
{
    const QString before = internalAddress("pod");
    QCOMPARE(
        m_cloud.post(simNode("lab", "us-central2-b", "pod") + QStringLiteral(":moveIps")).status,
        200);
    const QString after = internalAddress("pod");
    QVERIFY(after != before);
    QCOMPARE(run(after, QStringLiteral("echo there")).out, QStringLiteral("there\n"));
    QCOMPARE(run(before, QStringLiteral("echo there")).exitCode, 255);
}

void TestSimInternal::othersAreOnlyShown()
{
    QVERIFY(internalAddress("other").startsWith(QLatin1String("10.")));
}

QTEST_GUILESS_MAIN(TestSimInternal)
#include "tst_sim_internal.moc"
