// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/servers.h"
#include "tests/core/remote/shells.h"

#include <QTcpServer>

#include <algorithm>

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;
using namespace podium::tunnel;

namespace {

Answer answerOf(std::vector<Record> records, bool wasRoot = true)
{
    return {std::move(records), wasRoot, true};
}

Record listening(const char *address, const char *port, const char *inode)
{
    return {"listen", {address, port, inode}};
}

const Record PortsOk{"step", {"ports", "ok", ""}};
const Record ProcessesOk{"step", {"processes", "ok", ""}};

const Server *serverOn(const WorkerServers &found, quint16 port)
{
    const auto server =
        std::find_if(found.servers.begin(), found.servers.end(), [port](const Server &each) {
            return each.port == port;
        });
    return server == found.servers.end() ? nullptr : &*server;
}

} // namespace

/// Who listens on a worker: what its answer means, and the script on this machine.
class TestServers final : public QObject
{
    Q_OBJECT

private slots:
    void addressesSayWhatATunnelReaches_data();
    void addressesSayWhatATunnelReaches();
    void kindsAreToldByTheProgram_data();
    void kindsAreToldByTheProgram();
    void onePortIsOneServer();
    void withoutAProcessThePortIsAGuess();
    void whatIsNotToldIsUnknown();
    void hostileRecordsAreNone();
    void theScriptFindsAServer_data() { addShells(); }
    void theScriptFindsAServer();
};

void TestServers::addressesSayWhatATunnelReaches_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isReachable");
    QTest::addColumn<QString>("host");
    QTest::newRow("localhost") << QByteArray("0100007F") << "127.0.0.1" << true << "127.0.0.1";
    QTest::newRow("any") << QByteArray("00000000") << "0.0.0.0" << true << "127.0.0.1";
    QTest::newRow("a resolver's") << QByteArray("3500007F") << "127.0.0.53" << false << "";
    QTest::newRow("internal") << QByteArray("0500800A") << "10.128.0.5" << false << "";
    QTest::newRow("localhost, IPv6")
        << QByteArray("00000000000000000000000001000000") << "::1" << true << "::1";
    QTest::newRow("any, IPv6") << QByteArray(32, '0') << "::" << true << "";
    QTest::newRow("mapped") << QByteArray("0000000000000000FFFF00000100007F") << "127.0.0.1" << true
                            << "127.0.0.1";
}

void TestServers::addressesSayWhatATunnelReaches()
{
    QFETCH(QByteArray, hex);
    QFETCH(QString, address);
    QFETCH(bool, isReachable);
    const WorkerServers found = readServers(answerOf({{"listen", {hex, "1770", "7"}}}));
    QCOMPARE(found.servers.size(), 1U);
    QCOMPARE(found.servers[0].address, address);
    QCOMPARE(found.servers[0].isReachable, isReachable);
    QFETCH(QString, host);
    QCOMPARE(found.servers[0].host, host);
    QCOMPARE(int(found.servers[0].port), 6000);
}

void TestServers::kindsAreToldByTheProgram_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QString>("kind");
    QTest::newRow("tensorboard")
        << QByteArray("/usr/bin/python3 /home/ada/.local/bin/tensorboard --logdir /tmp/run")
        << "TensorBoard";
    QTest::newRow("a module") << QByteArray("python3 -m tensorboard.main --port 7000")
                              << "TensorBoard";
    QTest::newRow("lab") << QByteArray("/usr/bin/python3 /usr/bin/jupyter-lab --no-browser")
                         << "Jupyter";
    QTest::newRow("a kernel of it")
        << QByteArray("python3 -m ipykernel_launcher -f /home/ada/jupyter/kernel-1.json") << "";
    QTest::newRow("xprof")
        << QByteArray("/usr/bin/python3 /home/ada/.local/bin/xprof --logdir=/tmp/run --port=9012")
        << "xprof";
    QTest::newRow("ray") << QByteArray("python3 /opt/ray/dashboard/dashboard.py --host=127.0.0.1")
                         << "Ray dashboard";
    QTest::newRow("another on its port") << QByteArray("nginx: master process") << "";
}

void TestServers::kindsAreToldByTheProgram()
{
    QFETCH(QByteArray, command);
    QFETCH(QString, kind);
    const WorkerServers found = readServers(answerOf(
        {listening("0100007F", "1776", "7"), // 6006, TensorBoard's
         {"socket", {"7", "42"}},
         {"process", {"42", "ada", command}}}));
    QCOMPARE(found.servers.size(), 1U);
    QCOMPARE(found.servers[0].kind, kind);
    QVERIFY(!found.servers[0].isGuess);
    QCOMPARE(*found.servers[0].pid, qint64(42));
    QCOMPARE(found.servers[0].user, QString("ada"));
}

void TestServers::onePortIsOneServer()
{
    const WorkerServers found = readServers(answerOf(
        {PortsOk,
         ProcessesOk,
         listening("0500800A", "0050", "1"),
         listening("00000000", "0050", "2"),
         listening("00000000000000000000000000000000", "0050", "3"),
         listening("0100007F", "0016", "4"),
         listening("0100007F", "22B8", "5"),
         {"socket", {"5", "9"}},
         {"process", {"9", "ada", "jupyter-notebook"}}}));
    QCOMPARE(found.servers.size(), 3U);
    QCOMPARE(found.servers[0].kind, QString("Jupyter")); // what is known comes first
    QCOMPARE(int(found.servers[1].port), 22);
    QVERIFY(serverOn(found, 80)->isReachable);
    QVERIFY(found.unknown.isEmpty() && found.unknownProcesses.isEmpty());
}

void TestServers::withoutAProcessThePortIsAGuess()
{
    const WorkerServers found =
        readServers(answerOf({PortsOk, ProcessesOk, listening("0100007F", "22B8", "5")}, false));
    QCOMPARE(found.servers[0].kind, QString("Jupyter"));
    QVERIFY(found.servers[0].isGuess);
    QVERIFY(!found.servers[0].pid);
    QVERIFY(found.unknownProcesses.contains("sudo"));
}

void TestServers::whatIsNotToldIsUnknown()
{
    QVERIFY(!readServers(answerOf({})).unknown.isEmpty());
    const WorkerServers unread =
        readServers(answerOf({{"step", {"ports", "unknown", "no /proc"}}}));
    QCOMPARE(unread.unknown, QString("no /proc"));
    const WorkerServers without =
        readServers(answerOf({PortsOk, {"step", {"processes", "unknown", "no find"}}}));
    QVERIFY(without.unknown.isEmpty());
    QCOMPARE(without.unknownProcesses, QString("no find"));
}

void TestServers::hostileRecordsAreNone()
{
    const std::vector<Record> records{
        {"listen", {}},
        {"listen", {"0100007F"}},
        listening("0100007F", "10000", "1"),
        listening("0100007F", "0000", "1"),
        listening("0100007F", "-1", "1"),
        listening("0100", "1776", "1"),
        listening("zz00007F", "1776", "1"),
        listening("0100007F0100007F", "1776", "1"),
        {"socket", {"1", "-5"}},
        {"process", {}}};
    QVERIFY(readServers(answerOf(records)).servers.empty());
}

void TestServers::theScriptFindsAServer()
{
    QFETCH(QStringList, shell);
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const auto answer = decodeAnswer(runScript(shell, serversScript()));
    QVERIFY(answer && answer->isComplete);
    const WorkerServers found = readServers(*answer);
    QVERIFY2(found.unknown.isEmpty(), qPrintable(found.unknown));
    const Server *own = serverOn(found, server.serverPort());
    QVERIFY(own);
    QVERIFY(own->isReachable);
    QCOMPARE(own->address, QString("127.0.0.1"));
    QCOMPARE(own->pid.value_or(0), qint64(QCoreApplication::applicationPid()));
    QVERIFY(own->command.contains("tst_servers"));
    QVERIFY(!own->user.isEmpty());
    server.close();
    const auto later = decodeAnswer(runScript(shell, serversScript()));
    QVERIFY(later && !serverOn(readServers(*later), server.serverPort()));
}

QTEST_GUILESS_MAIN(TestServers)
#include "tst_servers.moc"
