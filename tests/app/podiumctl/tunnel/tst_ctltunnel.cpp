// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl tunnel and tunnels, to a real web server behind a real sshd.
#include "tests/app/podiumctl/tunnel/runningtunnel.h"
#include "tests/fakes/privilegedports.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

using namespace podium::tests;

class TestCtlTunnel final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theServerIsAmongThePorts();
    void aWebServerIsSeenThroughIt();
    void manyRequestsAtOnceLoseNone();
    void itIsListedUntilItIsKilled();
    void aMovedWorkerIsFollowed();
    void aClosedPortIsSaidAndNothingEnds();
    void aProxyReachesWhatTheWorkerReaches();
    void aPortOfTheAdministratorIsRefused();
    void whatCannotBeIsASentence_data();
    void whatCannotBeIsASentence();

private:
    [[nodiscard]] Outcome curl(const QStringList &arguments) const
    {
        return podium::tests::curl(m_lab, arguments);
    }

    CtlLab m_lab;
    ChildProcess m_server; ///< of each worker: their addresses are of this machine's loopback
    QString m_port;
};

void TestCtlTunnel::initTestCase()
{
    QVERIFY2(m_lab.start({"pod-v4:2"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    // A small web server: a thread a connection, as many as there are. It says its port.
    m_server.start(
        "python3", {"-c", "import http.server as h\n"
                          "class Page(h.BaseHTTPRequestHandler):\n"
                          "    protocol_version = 'HTTP/1.1'\n"
                          "    def do_GET(self):\n"
                          "        body = b'p' * 100000 + self.path.encode()\n"
                          "        self.send_response(200)\n"
                          "        self.send_header('Content-Length', str(len(body)))\n"
                          "        self.end_headers()\n"
                          "        self.wfile.write(body)\n"
                          "    def log_message(self, *rest): pass\n"
                          "h.ThreadingHTTPServer.request_queue_size = 500\n"
                          "server = h.ThreadingHTTPServer(('0.0.0.0', 0), Page)\n"
                          "print(server.server_port, flush=True)\n"
                          "server.serve_forever()\n"});
    QTRY_VERIFY(m_server.canReadLine());
    m_port = QString::fromLatin1(m_server.readLine().trimmed());
}

void TestCtlTunnel::theServerIsAmongThePorts()
{
    const Outcome ports = m_lab.ctl({"ports", "pod-v4", "--json"});
    VERIFY_EXIT(ports, 0);
    const QJsonArray workers = ports.json()["workers"].toArray();
    QCOMPARE(workers.size(), 2);
    for (const auto &worker : workers) {
        QVERIFY(worker.toObject()["unknown"].isNull());
        const QJsonArray servers = worker.toObject()["servers"].toArray();
        const auto server = std::find_if(servers.begin(), servers.end(), [this](const auto &each) {
            return each.toObject()["port"].toInt() == m_port.toInt();
        });
        QVERIFY(server != servers.end());
        QCOMPARE(server->toObject()["address"].toString(), QString("0.0.0.0"));
        QVERIFY(server->toObject()["reachable"].toBool());
    }
    const Outcome table = m_lab.ctl({"ports", "pod-v4:0"});
    VERIFY_EXIT(table, 0);
    QVERIFY(table.out.contains("lab/us-central2-b/pod-v4:0 "));
    QVERIFY(table.out.contains(" " + m_port.toLatin1() + " "));
}

void TestCtlTunnel::aWebServerIsSeenThroughIt()
{
    RunningTunnel tunnel(m_lab, {"pod-v4:1", m_port, "--json"});
    const QJsonObject open = tunnel.opened();
    QCOMPARE(open["worker"].toString(), QStringLiteral("lab/us-central2-b/pod-v4:1"));
    // The port of the same number is the server's own here: the next free one.
    QVERIFY(open["localPort"].toInt() != m_port.toInt());
    const QString note = QStringLiteral("Port %1 is taken on this machine; it is %2 instead.")
                             .arg(m_port)
                             .arg(open["localPort"].toInt());
    QTRY_VERIFY2(tunnel.said().contains(note.toUtf8()), tunnel.said().constData());
    const Outcome page = curl({open["url"].toString() + "/x"});
    VERIFY_EXIT(page, 0);
    QCOMPARE(page.out, QByteArray(100'000, 'p') + "/x");
    tunnel.signal(SIGTERM);
    QCOMPARE(tunnel.exitCode(), 130);
    const QJsonObject closed = tunnel.events().back();
    QCOMPARE(closed["event"].toString(), QStringLiteral("closed"));
    QCOMPARE(closed["connections"].toInt(), 1);
    QVERIFY(closed["down"].toInt() > 100'000);
}

void TestCtlTunnel::manyRequestsAtOnceLoseNone()
{
    RunningTunnel tunnel(m_lab, {"pod-v4:0", m_port, "--json"});
    const QString url = tunnel.opened()["url"].toString();
    const Outcome pages = curl(
        {"--parallel", "--parallel-immediate", "--parallel-max", "200", "--write-out",
         "%{http_code} %{size_download}\n", "--output", "/dev/null", url + "/[100-299]"});
    VERIFY_EXIT(pages, 0);
    QCOMPARE(pages.out.count("200 100004\n"), 200);
    tunnel.signal(SIGINT);
    QCOMPARE(tunnel.exitCode(), 130);
}

void TestCtlTunnel::itIsListedUntilItIsKilled()
{
    RunningTunnel tunnel(m_lab, {"pod-v4:0", m_port, "--json"});
    const int port = tunnel.opened()["localPort"].toInt();
    const auto listed = [this] {
        return m_lab.ctl({"tunnels", "--json"}).json()["tunnels"].toArray();
    };
    QTRY_COMPARE(listed().size(), 1);
    QTRY_COMPARE(listed().at(0).toObject()["state"].toString(), QStringLiteral("open"));
    QCOMPARE(listed().at(0).toObject()["localPort"].toInt(), port);
    QVERIFY(m_lab.ctl({"tunnels"}).out.contains("127.0.0.1:" + QByteArray::number(port)));
    QCOMPARE(listed().at(0).toObject()["down"].toInt(), 0);
    VERIFY_EXIT(curl({tunnel.opened()["url"].toString()}), 0);
    QTRY_VERIFY(listed().at(0).toObject()["down"].toInt() > 100'000);
    QVERIFY2(m_lab.ctl({"tunnels"}).out.contains("100."), "kilobytes, in words");
    tunnel.signal(SIGKILL);
    QTRY_COMPARE(listed().size(), 0);
}

void TestCtlTunnel::aMovedWorkerIsFollowed()
{
    RunningTunnel tunnel(m_lab, {"pod-v4:0", m_port, "--json"});
    const QString url = tunnel.opened()["url"].toString();
    QCOMPARE(m_lab.cloud().post("/sim/nodes/lab/us-central2-b/pod-v4:moveIps").status, 200);
    QTRY_COMPARE(tunnel.count("open"), 2);
    QCOMPARE(tunnel.events().back()["url"].toString(), url);
    VERIFY_EXIT(curl({url + "/after"}), 0);
    tunnel.signal(SIGINT);
    QCOMPARE(tunnel.exitCode(), 130);
}

void TestCtlTunnel::aClosedPortIsSaidAndNothingEnds()
{
    // Of a port that is taken, without a listener, nobody else makes an open one.
    const int closed = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    socklen_t size = sizeof address;
    auto *name = reinterpret_cast<sockaddr *>(&address);
    QVERIFY(::bind(closed, name, size) == 0 && ::getsockname(closed, name, &size) == 0);
    const QString port = QString::number(ntohs(address.sin_port));
    RunningTunnel tunnel(m_lab, {"pod-v4:0", port + ":20000", "--json"});
    const QString url = tunnel.opened()["url"].toString();
    QVERIFY(curl({url}).exitCode != 0);
    QTRY_COMPARE(tunnel.count("refused"), 1);
    QTcpServer now;
    QVERIFY(::listen(closed, 10) == 0 && now.setSocketDescriptor(closed));
    QTcpSocket visitor;
    visitor.connectToHost(QHostAddress::LocalHost, quint16(QUrl(url).port()));
    QTRY_VERIFY(now.hasPendingConnections());
    tunnel.signal(SIGINT);
    QCOMPARE(tunnel.exitCode(), 130);
}

void TestCtlTunnel::aProxyReachesWhatTheWorkerReaches()
{
    RunningTunnel tunnel(m_lab, {"--socks", "pod-v4:1", "21080", "--json"});
    const QJsonObject open = tunnel.opened();
    QCOMPARE(open["kind"].toString(), QStringLiteral("socks"));
    QVERIFY(open["port"].isNull());
    const QString proxy = open["url"].toString();
    QCOMPARE(proxy, QStringLiteral("socks5h://127.0.0.1:%1").arg(open["localPort"].toInt()));
    const QStringList by{
        "--noproxy", "", "--socks5-hostname", proxy.mid(QStringLiteral("socks5h://").size())};
    for (const QString &host : {QString("localhost"), QString("127.0.0.1")}) {
        const Outcome page = curl(by + QStringList{"http://" + host + ":" + m_port + "/p"});
        VERIFY_EXIT(page, 0);
        QCOMPARE(page.out, QByteArray(100'000, 'p') + "/p");
    }
    const Outcome pages = curl(
        by + QStringList{
                 "--parallel", "--parallel-immediate", "--parallel-max", "100", "--write-out",
                 "%{http_code} %{size_download}\n", "--output", "/dev/null",
                 "http://localhost:" + m_port + "/[100-199]"});
    VERIFY_EXIT(pages, 0);
    QCOMPARE(pages.out.count("200 100004\n"), 100);
    constexpr int ProxyRefused = 97; // of curl
    const Outcome unknown = curl(by + QStringList{"http://no-such-host.invalid/"});
    VERIFY_EXIT(unknown, ProxyRefused);
    QTRY_COMPARE(tunnel.count("refused"), 1);
    const QJsonArray listed = m_lab.ctl({"tunnels", "--json"}).json()["tunnels"].toArray();
    QCOMPARE(listed.size(), 1);
    QCOMPARE(listed.at(0).toObject()["kind"].toString(), QStringLiteral("socks"));
    QCOMPARE(listed.at(0).toObject()["url"].toString(), proxy);
    tunnel.signal(SIGTERM);
    QCOMPARE(tunnel.exitCode(), 130);
    QCOMPARE(tunnel.events().back()["connections"].toInt(), 102);
}

/// Root may have all ports, unless the right to it is taken away.
void TestCtlTunnel::aPortOfTheAdministratorIsRefused()
{
    if (!hasPrivilegedPorts()) {
        QSKIP("On this machine anybody may have any port");
    }
    QStringList words{PODIUM_BIN_DIR "/podiumctl", "tunnel", "pod-v4:0", m_port + ":1", "--json"};
    if (::geteuid() == 0) {
        words =
            QStringList{
                "setpriv", "--bounding-set=-net_bind_service", "--inh-caps=-net_bind_service"} +
            words;
    }
    const QString program = words.takeFirst();
    const Outcome outcome = m_lab.run(program, words);
    VERIFY_EXIT(outcome, 4);
    QVERIFY2(
        outcome.err.contains("Port 1 of this machine is for its administrator alone."),
        outcome.err.constData());
    QVERIFY2(outcome.err.contains("Choose one from 1024 on."), outcome.err.constData());
    QCOMPARE(outcome.jsonLines().size(), std::size_t(1));
    QCOMPARE(outcome.json()["event"].toString(), QStringLiteral("failed"));
    QCOMPARE(
        outcome.json()["error"].toObject()["kind"].toString(), QStringLiteral("permission-denied"));
}

void TestCtlTunnel::whatCannotBeIsASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no port") << QStringList{"pod-v4:0", "http"} << 2
                             << QByteArray("\"http\" is no port");
    QTest::newRow("several workers")
        << QStringList{"pod-v4", "6006"} << 2 << QByteArray("names 2 workers");
    QTest::newRow("no such node") << QStringList{"other:0", "6006"} << 2 << QByteArray("other");
    QTest::newRow("a pair of ports for a proxy")
        << QStringList{"pod-v4:0", "--socks", "80:81"} << 2 << QByteArray("one PORT at most");
    QTest::newRow("two ports for a proxy")
        << QStringList{"pod-v4:0", "--socks", "80", "81"} << 2 << QByteArray("one PORT at most");
    QTest::newRow("a token of a proxy")
        << QStringList{"pod-v4:0", "--socks", "--jupyter"} << 2 << QByteArray("not for --socks");
    QTest::newRow("no port at all") << QStringList{"pod-v4:0"} << 2 << QByteArray("PORT");
}

void TestCtlTunnel::whatCannotBeIsASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, said);
    const Outcome outcome = m_lab.ctl(QStringList{"tunnel"} + arguments);
    VERIFY_EXIT(outcome, exitCode);
    QVERIFY2(outcome.err.contains(said), outcome.err.constData());
}

QTEST_GUILESS_MAIN(TestCtlTunnel)
#include "tst_ctltunnel.moc"
