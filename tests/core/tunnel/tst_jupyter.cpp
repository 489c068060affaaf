// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The token of a Jupyter: what its files may say, read on a real worker, and its way to the
// browser.
#include "core/remote/remoterun.h"
#include "core/tunnel/jupyter.h"
#include "core/tunnel/secretredirect.h"
#include "core/tunnel/tunnelservice.h"
#include "tests/core/remote/shells.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>

#include <unistd.h>

using namespace podium;
using namespace podium::tests;
using namespace podium::tunnel;

namespace {

/// What a program says, while this one goes on.
QByteArray outputOf(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    [&] { QTRY_COMPARE(process.state(), QProcess::NotRunning); }();
    return process.readAllStandardOutput();
}

QByteArray curl(const QStringList &arguments)
{
    return outputOf(QStringLiteral("curl"), QStringList{"--silent", "--noproxy", "*"} + arguments);
}

} // namespace

class TestJupyter final : public QObject
{
    Q_OBJECT

private slots:
    void whatItsFilesSay_data();
    void whatItsFilesSay();
    void whereItListens_data();
    void whereItListens();
    void theScriptSaysWhereItListens_data() { addShells(); }
    void theScriptSaysWhereItListens();
    void whereItMayBe();
    void theBrowserIsSentOnOnce();
    void nobodyElseIsSentOn();
    void aTokenIsReadAndLetsIn();

private:
    static QByteArray fileOf(const QByteArray &more)
    {
        return R"({"port": 8888, "pid": 77, "token": "abc123", "base_url": "/")" + more + "}";
    }
};

void TestJupyter::whatItsFilesSay_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("address"); ///< empty: none
    const QString usual = QStringLiteral("http://localhost:9000/?token=abc123");
    QTest::newRow("usual") << fileOf("") << usual;
    QTest::newRow("below a path") << fileOf(R"(, "base_url": "/hub/ada/")")
                                  << QStringLiteral("http://localhost:9000/hub/ada/?token=abc123");
    QTest::newRow("by TLS") << fileOf(R"(, "secure": true)")
                            << QStringLiteral("https://localhost:9000/?token=abc123");
    for (const char *secure : {"false", "null", "\"true\"", "1"}) {
        QTest::addRow("secure: %s", secure)
            << fileOf(R"(, "secure": )" + QByteArray(secure)) << usual;
    }
    for (const char *path :
         {"//evil.example/", "http://evil.example/", "/a", "/a\\r\\nX: y/", "/?x/"}) {
        QTest::newRow(path) << fileOf(R"(, "base_url": ")" + QByteArray(path) + '"') << usual;
    }
    QTest::newRow("another port") << fileOf(R"(, "port": 8889)") << QString();
    QTest::newRow("another's id") << fileOf(R"(, "pid": 78)") << QString();
    QTest::newRow("a password instead")
        << fileOf(R"(, "token": "", "password": true)") << QStringLiteral("http://localhost:9000/");
    QTest::newRow("a password, by TLS, below a path")
        << fileOf(R"(, "token": "", "secure": true, "base_url": "/lab/")")
        << QStringLiteral("https://localhost:9000/lab/");
    QTest::newRow("a token of another kind") << fileOf(R"(, "token": 7)") << QString();
    QTest::newRow("no token") << QByteArray(R"({"port": 8888, "pid": 77})") << QString();
    for (const char *token : {"a b", "a&b", "a\\r\\nb", "a#b", "\\u0430", "%41"}) {
        QTest::newRow(token) << fileOf(R"(, "token": ")" + QByteArray(token) + '"') << QString();
    }
    QTest::newRow("a token without an end")
        << fileOf(R"(, "token": ")" + QByteArray(5000, 'a') + '"') << QString();
    for (const char *text : {"", "{", "[]", "null", "\xff"}) {
        QTest::newRow(text) << QByteArray(text) << QString();
    }
}

void TestJupyter::whatItsFilesSay()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, address);
    const remote::Answer answer{
        {{"jupyter", {"12", R"({"port": 1, "pid": 12, "token": "other"})"}},
         {"other", {"77", fileOf("")}},
         {"jupyter", {"77", file}}},
        false,
        true};
    const auto found = readJupyter(answer, 8888);
    QCOMPARE(found ? jupyterAddress(*found, 9000) : QString(), address);
}

/// A tunnel by the name "localhost" may meet another program on the same port.
void TestJupyter::whereItListens_data()
{
    QTest::addColumn<QByteArray>("listens");
    QTest::addColumn<QString>("host"); ///< empty: not known
    const QByteArray nulls(32, '0');
    const QByteArray ipv6 = "00000000000000000000000001000000";
    QTest::newRow("localhost") << QByteArray("0100007F:22B8 ") << "127.0.0.1";
    QTest::newRow("both") << QByteArray("0100007F:22B8 " + ipv6 + ":22B8 ") << "127.0.0.1";
    QTest::newRow("IPv6 alone") << QByteArray(ipv6 + ":22B8 ") << "::1";
    QTest::newRow("any") << QByteArray("00000000:22B8 ") << "127.0.0.1";
    QTest::newRow("any of IPv6") << QByteArray(nulls + ":22B8 ") << "::1";
    QTest::newRow("its kernels' ports")
        << QByteArray("0100007F:8001 0500800A:22B8 0100007F:8002 ") << "10.128.0.5";
    QTest::newRow("not seen") << QByteArray() << "";
    for (const char *odd : {"0100007F", "0100007F:", ":22B8", "01:22B8", "0100007F:x", " : "}) {
        QTest::newRow(odd) << QByteArray(odd) << "";
    }
}

void TestJupyter::whereItListens()
{
    QFETCH(QByteArray, listens);
    QFETCH(QString, host);
    const auto found = readJupyter({{{"jupyter", {"77", fileOf(""), listens}}}, false, true}, 8888);
    QVERIFY(found.has_value());
    QCOMPARE(found->host, host);
}

void TestJupyter::theScriptSaysWhereItListens()
{
    QFETCH(QStringList, shell);
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const QTemporaryDir folder;
    const QByteArray pid = QByteArray::number(QCoreApplication::applicationPid());
    QFile file(folder.filePath(QStringLiteral("jpserver-%1.json").arg(QString(pid))));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"token": "a", "pid": )" + pid + R"(, "port": )" +
        QByteArray::number(server.serverPort()) + "}");
    file.close();
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("JUPYTER_RUNTIME_DIR"), folder.path());
    const auto ask = [&, port = server.serverPort()] {
        const auto answer =
            remote::decodeAnswer(runScript(shell, jupyterScript(), {}, environment));
        return answer ? readJupyter(*answer, port) : std::optional<JupyterServer>();
    };
    const auto found = ask();
    QVERIFY(found.has_value());
    QCOMPARE(found->host, QString("127.0.0.1"));
    server.close();
    const auto later = ask();
    QVERIFY(later && later->host.isEmpty());
}

void TestJupyter::whereItMayBe()
{
    TunnelSpec spec;
    spec.port = 8888;
    QVERIFY(mayBeJupyter(spec));
    spec.port = 6006;
    QVERIFY(!mayBeJupyter(spec));
    spec.isJupyter = true;
    QVERIFY(mayBeJupyter(spec));
    spec.kind = TunnelKind::Socks;
    QVERIFY(!mayBeJupyter(spec));
}

void TestJupyter::theBrowserIsSentOnOnce()
{
    SecretRedirect redirect;
    const QString target = QStringLiteral("http://localhost:9/?token=secret");
    const auto address = redirect.offer(target);
    QVERIFY(address.has_value());
    QVERIFY(!address->contains(QStringLiteral("secret")));
    const QStringList asked{"--dump-header", "-", *address};
    QVERIFY(curl(QStringList{"--dump-header", "-", *address + 'x'}).startsWith("HTTP/1.1 404"));
    QVERIFY(curl({"--dump-header", "-", "--request", "POST", *address}).startsWith("HTTP/1.1 404"));
    const QByteArray answer = curl(asked);
    QVERIFY2(answer.startsWith("HTTP/1.1 303"), answer.constData());
    QVERIFY(answer.contains("Location: " + target.toLatin1() + "\r\n"));
    QVERIFY(answer.contains("no-store") && answer.contains("no-referrer"));
    QVERIFY(!redirect.isOffering());
    QCOMPARE(curl(asked), QByteArray());
    const auto next = redirect.offer(target);
    QVERIFY(next && *next != *address);
}

void TestJupyter::nobodyElseIsSentOn()
{
    if (::geteuid() != 0) {
        QSKIP("Only root can be somebody else");
    }
    SecretRedirect redirect;
    const auto address = redirect.offer(QStringLiteral("http://localhost:9/?token=secret"));
    const QByteArray answer = outputOf(
        QStringLiteral("setpriv"),
        {"--reuid", "65534", "--regid", "65534", "--clear-groups", "curl", "--silent", "--noproxy",
         "*", "--dump-header", "-", *address});
    QVERIFY2(answer.startsWith("HTTP/1.1 404"), answer.constData());
    QVERIFY(redirect.isOffering());
    QVERIFY(curl({"--dump-header", "-", *address}).startsWith("HTTP/1.1 303"));
}

void TestJupyter::aTokenIsReadAndLetsIn()
{
    SimRuns runs;
    if (!runs.start(1)) {
        QSKIP(qPrintable(runs.workers.reason()));
    }
    QTcpServer free;
    QVERIFY(free.listen(QHostAddress::LocalHost));
    const quint16 port = free.serverPort();
    free.close();
    const auto started = runs.runToEnd(runs.specOfFirst(
        "command -v python3 >/dev/null || exit 9; setsid python3 /etc/podium-sim/jupyter-lab "
        "--port=" +
        QByteArray::number(port) +
        " >/dev/null 2>&1 </dev/null & "
        "timeout 170 sh -c 'until grep -qs } ~/.local/share/jupyter/runtime/*.json; "
        "do sleep 0.05; done' && "
        "stat -c %a ~/.local/share/jupyter/runtime/*.json && cd ~/.local/share/jupyter/runtime && "
        "sed 's/\"token\": \"/&stale/; s/\"pid\": [0-9]*/\"pid\": 999999/' *.json "
        ">jpserver-999999.json"));
    QVERIFY(started->output().bytes(0, ssh::OutputStream::Out).contains("600\n"));
    const auto endpointOf = [&runs](const WorkerRef &worker) {
        return runs.workers.endpointOf(worker);
    };
    const run::RunService service(*runs.transport, endpointOf, *runs.clock);
    remote::RemoteRun script(service, jupyterScript(), runs.workers.refs());
    std::optional<JupyterServer> found;
    connect(&script, &remote::RemoteRun::reported, this, [&](const remote::Report &report) {
        QVERIFY(report.answer.has_value());
        QCOMPARE(report.answer->records.size(), std::size_t(1)); // of the one that lives
        found = readJupyter(*report.answer, port);
    });
    script.start();
    QTRY_VERIFY(script.isFinished());
    QVERIFY(found && found->token.size() == 48 && !found->host.isEmpty());
    TunnelService tunnels({*runs.transport, endpointOf});
    const int id = tunnels.open({runs.workers.refs().front(), port, 0, false});
    QTRY_COMPARE(tunnels.find(id)->state, TunnelState::Open);
    const quint16 localPort = tunnels.find(id)->localPort;
    QCOMPARE(
        curl({tunnelAddress(TunnelKind::Port, localPort)}), QByteArray("Password or token:\n"));
    SecretRedirect redirect;
    const auto address = redirect.offer(jupyterAddress(*found, localPort));
    QCOMPARE(curl({"--location", *address}), QByteArray("JupyterLab\n"));
}

QTEST_GUILESS_MAIN(TestJupyter)
#include "tst_jupyter.moc"
