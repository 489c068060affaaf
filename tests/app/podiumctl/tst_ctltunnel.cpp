// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl tunnel and tunnels, to a real web server behind a real sshd.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>

using namespace podium::tests;

namespace {

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
    /// Waits until it is open.
    [[nodiscard]] QJsonObject opened()
    {
        [&] { QTRY_VERIFY2(count("open") > 0, m_process.readAllStandardError().constData()); }();
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
};

} // namespace

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
    void aTensorBoardIsFoundAndShown();
    void aJupyterLetsIn();
    void whatCannotBeIsASentence_data();
    void whatCannotBeIsASentence();

private:
    [[nodiscard]] Outcome curl(const QStringList &arguments) const
    {
        return m_lab.run(
            "curl",
            QStringList{"--silent", "--show-error", "--fail", "--noproxy", "*"} + arguments);
    }

    /// Of this machine, whose ports the workers have, too.
    [[nodiscard]] static QString freePort();

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

QString TestCtlTunnel::freePort()
{
    QTcpServer free;
    [&] { QVERIFY(free.listen(QHostAddress::LocalHost)); }();
    return QString::number(free.serverPort());
}

/// As a browser does it: the page, and at once what belongs to it.
void TestCtlTunnel::aTensorBoardIsFoundAndShown()
{
    const QString port = freePort();
    const Outcome started = m_lab.ctl(
        {"run", "pod-v4:0", "--",
         "mkdir -p runs/a && : >runs/a/events.out.tfevents.1; setsid python3 "
         "/etc/podium-sim/tensorboard --logdir runs --port=" +
             port +
             " >said 2>&1 </dev/null & timeout 180 sh -c 'until grep -qs CTRL+C said; do sleep "
             "0.05; done'"});
    VERIFY_EXIT(started, 0);
    const Outcome ports = m_lab.ctl({"ports", "pod-v4:0", "--json"});
    VERIFY_EXIT(ports, 0);
    QString kind;
    for (const auto &each :
         ports.json()["workers"].toArray().at(0).toObject()["servers"].toArray()) {
        if (each.toObject()["port"].toInt() == port.toInt()) {
            kind = each.toObject()["server"].toString();
        }
    }
    QCOMPARE(kind, QString("TensorBoard"));
    RunningTunnel tunnel(m_lab, {"pod-v4:0", port, "--json"});
    const QString url = tunnel.opened()["url"].toString();
    const Outcome page = curl({url + "/"});
    VERIFY_EXIT(page, 0);
    QVERIFY(page.out.contains("<title>TensorBoard</title>"));
    const Outcome parts = curl(
        {"--parallel", "--parallel-immediate", "--write-out", "%{http_code} %{size_download}\n",
         "--output", "/dev/null", url + "/index.js?[1-12]"});
    VERIFY_EXIT(parts, 0);
    QCOMPARE(parts.out.count("200 3000015\n"), 12);
    const Outcome runs = curl({url + "/data/runs"});
    QCOMPARE(runs.out, QByteArray(R"(["a"])"));
    tunnel.signal(SIGTERM);
    QCOMPARE(tunnel.exitCode(), 130);
    VERIFY_EXIT(
        m_lab.ctl({"run", "pod-v4:0", "--", "pkill -f '[p]odium-sim/tensorboard' && rm -r runs"}),
        0);
}

void TestCtlTunnel::aJupyterLetsIn()
{
    const QString port = freePort();
    const Outcome started = m_lab.ctl(
        {"run", "pod-v4:0", "--",
         "setsid python3 /etc/podium-sim/jupyter-lab --port=" + port +
             " >/dev/null 2>&1 </dev/null & timeout 180 sh -c 'until grep -qs 2.14.2 "
             "~/.local/share/jupyter/runtime/*.json; do sleep 0.05; done'"});
    VERIFY_EXIT(started, 0);
    RunningTunnel tunnel(m_lab, {"pod-v4:0", port, m_port, "--jupyter", "--json"});
    QTRY_COMPARE(tunnel.count("jupyter"), 2);
    int found = 0;
    for (const QJsonObject &event : tunnel.events()) {
        if (event["event"] == QLatin1String("jupyter") && event.contains("url")) {
            ++found;
            const Outcome page = curl({event["url"].toString()});
            VERIFY_EXIT(page, 0);
            QCOMPARE(page.out, QByteArray("JupyterLab\n"));
        } else if (event["event"] == QLatin1String("jupyter")) {
            const QString why = event["error"].toObject()["summary"].toString();
            QVERIFY2(why.contains("port " + m_port), qPrintable(why));
        }
    }
    QCOMPARE(found, 1);
    tunnel.signal(SIGTERM);
    QCOMPARE(tunnel.exitCode(), 130);
    VERIFY_EXIT(
        m_lab.ctl(
            {"run", "pod-v4:0", "--",
             R"(kill $(sed -n 's/.*"pid": \([0-9]*\).*/\1/p' ~/.local/share/jupyter/runtime/*.json))"}),
        0);
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
