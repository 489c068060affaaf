// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Tunnels of the real window over the demo's cloud. What listens on a worker listens here: the
// workers' addresses are of this machine's loopback.
#include "core/base/files.h"
#include "core/models/tunnel/servermodel.h"
#include "core/models/tunnel/tunnelmodel.h"
#include "core/tunnel/tunnelrecords.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/app/podiumctl/outcome.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/ownport.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/realssh.h"
#include "widgets/common/noticebar.h"
#include "widgets/tunnel/serverspanel.h"
#include "widgets/tunnel/tunnelpage.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonObject>
#include <QPushButton>
#include <QSpinBox>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTreeView>
#include <QUrl>
#include <QtTest>

#include <memory>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using models::TunnelModel;

class TestTunnelWindow final : public QObject
{
    Q_OBJECT

public slots:
    void takeUrl(const QUrl &url) { m_urls << url; }

private slots:
    void initTestCase();
    void init() { m_urls.clear(); }
    void itServesOnOtherPagesAndComesBack();
    void aRecreatedWorkerIsFollowed();
    void aRefusalIsInItsRow();
    void aProxyReachesWhatTheWorkerReaches();
    void aJupyterLetsTheBrowserIn();
    void aJupyterWithAPasswordIsOpenedAsItServes();
    void aTunnelThatIsGoneIsNotOpened();
    void whatPodiumctlHasIsListed();
    void podiumctlListsWhatItHas();

private:
    [[nodiscard]] static TunnelPage &page(const WindowFixture &f)
    {
        return *f.window->findChild<TunnelPage *>();
    }
    [[nodiscard]] static QString cell(const WindowFixture &f, TunnelModel::Column column)
    {
        return page(f).model().index(0, column).data().toString();
    }
    /// By its text, without the mark of its mnemonic.
    [[nodiscard]] static QAbstractButton *button(const QWidget &in, const QString &text)
    {
        for (auto *each : in.findChildren<QAbstractButton *>()) {
            if (QString(each->text()).remove('&') == text) {
                return each;
            }
        }
        return nullptr;
    }
    static void prepare(WindowFixture &f)
    {
        QTRY_VERIFY(f.hasLooked());
        f.goTo("Tunnels");
        page(f).prepare({"pod-v4:0"});
    }
    static void open(WindowFixture &f, int port)
    {
        prepare(f);
        byName<QSpinBox>(page(f), "Port of the worker")->setValue(port);
        byName<QPushButton>(page(f), "Open tunnel")->click();
        QTRY_COMPARE(cell(f, TunnelModel::StateColumn), QString("open"));
    }
    [[nodiscard]] static quint16 localPort(const WindowFixture &f)
    {
        return cell(f, TunnelModel::AddressColumn).section(':', 1).toUShort();
    }
    /// Of worker 0.
    [[nodiscard]] QString address() const
    {
        return m_cloud.get("/v2/projects/atlas-vision/locations/us-central2-b/nodes/pod-v4")
            .json()["networkEndpoints"]
            .toArray()
            .at(0)
            .toObject()["accessConfig"]
            .toObject()["externalIp"]
            .toString();
    }
    [[nodiscard]] Outcome onWorker(const QString &command) const
    {
        const QStringList to =
            sshArguments(m_cloud.sshPort(), m_cloud.identity(), m_cloud.user() + '@' + address());
        return execute("ssh", to + QStringList{command}, m_cloud.environment());
    }
    /// What curl prints, while this program goes on: it may be what curl talks to.
    [[nodiscard]] static QByteArray curl(const QStringList &arguments)
    {
        ChildProcess process;
        process.start("curl", QStringList{"--silent"} + arguments);
        [&] { QTRY_COMPARE(process.state(), QProcess::NotRunning); }();
        return process.readAllStandardOutput();
    }
    [[nodiscard]] static QByteArray seen(const QString &url)
    {
        return curl({"--noproxy", "*", "--location", url});
    }
    /// A new connection to the tunnel's end here reaches `server`.
    [[nodiscard]] static bool reaches(const WindowFixture &f, QTcpServer &server)
    {
        QTcpSocket visitor;
        visitor.connectToHost(QHostAddress::LocalHost, localPort(f));
        if (!QTest::qWaitFor([&] { return server.hasPendingConnections(); }, Patience)) {
            return false;
        }
        server.nextPendingConnection()->deleteLater();
        return true;
    }

    SimCloud m_cloud;
    QList<QUrl> m_urls;
};

void TestTunnelWindow::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == "none") {
        QSKIP("This machine lets nobody make ssh workers");
    }
    QDesktopServices::setUrlHandler("http", this, "takeUrl");
    QDesktopServices::setUrlHandler("https", this, "takeUrl");
}

void TestTunnelWindow::itServesOnOtherPagesAndComesBack()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::AnyIPv4));
    WindowFixture f(m_cloud);
    open(f, server.serverPort());
    f.goTo("Nodes");
    QVERIFY(reaches(f, server));
    QTcpSocket visitor;
    visitor.connectToHost(QHostAddress::LocalHost, localPort(f));
    QTRY_VERIFY(server.hasPendingConnections());
    const std::unique_ptr<QTcpSocket> there(server.nextPendingConnection());
    visitor.write(QByteArray(2000, 'u'));
    there->write(QByteArray(5000, 'd'));
    QTRY_COMPARE(cell(f, TunnelModel::TrafficColumn), QString("5.0 kB down, 2.0 kB up"));
    f.goTo("Tunnels");
    button(page(f), "Open in browser")->click();
    QCOMPARE(m_urls.value(0).toString(), "http://" + cell(f, TunnelModel::AddressColumn));
    f.reopen(m_cloud); // it was not to come back
    QCOMPARE(page(f).model().rowCount(), 0);
    open(f, server.serverPort());
    button(page(f), "Reopen when Podium starts")->click();
    f.reopen(m_cloud);
    QTRY_COMPARE(cell(f, TunnelModel::StateColumn), QString("open"));
    QVERIFY(reaches(f, server));
}

void TestTunnelWindow::aRecreatedWorkerIsFollowed()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::AnyIPv4));
    WindowFixture f(m_cloud);
    open(f, server.serverPort());
    // It may be open again before one looks.
    bool wasCut = false;
    const QObject watch; // it goes before what it looks at
    connect(&page(f).model(), &QAbstractItemModel::dataChanged, &watch, [&f, &wasCut] {
        wasCut = wasCut || cell(f, TunnelModel::StateColumn) != QString("open");
    });
    QCOMPARE(m_cloud.post("/sim/nodes/atlas-vision/us-central2-b/pod-v4:recreate").status, 200);
    QTRY_VERIFY(wasCut);
    QTRY_COMPARE_WITH_TIMEOUT(cell(f, TunnelModel::StateColumn), QString("open"), 4 * Patience);
    QVERIFY(reaches(f, server));
}

void TestTunnelWindow::aRefusalIsInItsRow()
{
    // On the worker, where it is taken, so that no other test listens there, and nobody listens;
    // here it is free.
    const QHostAddress worker(address());
    QVERIFY(!worker.isNull());
    QTcpSocket taken;
    QVERIFY(taken.bind(worker, 0, QAbstractSocket::DontShareAddress));
    const int port = taken.localPort();
    WindowFixture f(m_cloud);
    open(f, port);
    QTcpSocket visitor;
    visitor.connectToHost(QHostAddress::LocalHost, localPort(f));
    QTRY_VERIFY(!cell(f, TunnelModel::NoteColumn).isEmpty());
    QVERIFY2(
        cell(f, TunnelModel::NoteColumn).contains(QString::number(port)),
        qPrintable(cell(f, TunnelModel::NoteColumn)));
    QCOMPARE(cell(f, TunnelModel::StateColumn), QString("open"));
}

void TestTunnelWindow::aProxyReachesWhatTheWorkerReaches()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::AnyIPv4));
    WindowFixture f(m_cloud);
    prepare(f);
    auto *kind = byName<QComboBox>(page(f), "Kind of tunnel");
    kind->setCurrentIndex(kind->findText("SOCKS proxy"));
    byName<QPushButton>(page(f), "Open tunnel")->click();
    QTRY_COMPARE(cell(f, TunnelModel::StateColumn), QString("open"));
    ChildProcess visitor; // who looks up the name is the worker
    visitor.start(
        "curl", {"--silent", "--noproxy", "", "--socks5-hostname",
                 QStringLiteral("127.0.0.1:%1").arg(localPort(f)),
                 QStringLiteral("http://localhost:%1/").arg(server.serverPort())});
    QTRY_VERIFY(server.hasPendingConnections());
    QTcpSocket *there = server.nextPendingConnection();
    QTRY_VERIFY(there->peek(10'000).contains("\r\n\r\n"));
    there->readAll();
    there->write("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nthrough");
    there->disconnectFromHost();
    QTRY_COMPARE(visitor.state(), QProcess::NotRunning);
    QCOMPARE(visitor.readAllStandardOutput(), QByteArray("through"));
}

void TestTunnelWindow::aJupyterLetsTheBrowserIn()
{
    const quint16 port = ownPort();
    VERIFY_EXIT(
        onWorker(
            QStringLiteral(
                "setsid python3 /etc/podium-sim/jupyter-lab --port=%1 --ip=0.0.0.0 >/dev/null 2>&1 "
                "</dev/null & timeout 180 sh -c 'until grep -qs 2.14.2 "
                "~/.local/share/jupyter/runtime/*.json; do sleep 0.05; done'")
                .arg(port)),
        0);
    WindowFixture f(m_cloud);
    prepare(f);
    byName<QAbstractButton>(page(f), "Find servers")->click();
    const models::ServerModel &servers = page(f).servers().model();
    const auto found = [&servers, port] {
        return servers.match(
            servers.index(0, models::ServerModel::PortColumn), Qt::DisplayRole,
            QString::number(port), 1, Qt::MatchExactly);
    };
    QTRY_VERIFY(!found().isEmpty());
    const int row = found().first().row();
    QCOMPARE(servers.server(row).kind, QString("Jupyter"));
    byName<QTreeView>(page(f).servers(), "Servers")->setCurrentIndex(servers.index(row, 0));
    button(page(f), "Open a tunnel to it")->click();
    QTRY_COMPARE(cell(f, TunnelModel::StateColumn), QString("open"));
    const QString bare = QStringLiteral("http://localhost:%1").arg(localPort(f));
    QCOMPARE(seen(bare), QByteArray("Password or token:\n"));
    button(page(f), "Open in browser")->click();
    QTRY_COMPARE(m_urls.size(), 1);
    // What a browser is started with is seen by all on this machine, and leads there once.
    const QString url = m_urls.first().toString();
    QVERIFY2(!url.contains("token") && !url.startsWith(bare), qPrintable(url));
    QCOMPARE(seen(url), QByteArray("JupyterLab\n"));
    QCOMPARE(seen(url), QByteArray());
    QGuiApplication::clipboard()->clear();
    button(page(f), "Copy with token")->click();
    QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
    QCOMPARE(seen(QGuiApplication::clipboard()->text()), QByteArray("JupyterLab\n"));
    VERIFY_EXIT(
        onWorker(
            R"(kill $(sed -n 's/.*"pid": \([0-9]*\).*/\1/p' ~/.local/share/jupyter/runtime/*.json))"),
        0);
}

/// Its files say whether by TLS, and below which path.
void TestTunnelWindow::aJupyterWithAPasswordIsOpenedAsItServes()
{
    VERIFY_EXIT(
        onWorker(
            R"(mkdir -p ~/.local/share/jupyter/runtime && cd ~/.local/share/jupyter/runtime &&
               { setsid sleep 170 >/dev/null 2>&1 </dev/null & } &&
               echo '{"port": 8888, "pid": '$!', "token": "", "password": true, "secure": true,
               "base_url": "/lab/"}' >jpserver-$!.json)"),
        0);
    WindowFixture f(m_cloud);
    open(f, 8888);
    button(page(f), "Open in browser")->click();
    QTRY_COMPARE(m_urls.size(), 1);
    const QString address = QStringLiteral("https://localhost:%1/lab/").arg(localPort(f));
    QCOMPARE(m_urls.first().toString(), address);
    QGuiApplication::clipboard()->clear();
    button(page(f), "Copy with token")->click();
    const auto *notice = page(f).findChild<NoticeBar *>();
    QTRY_VERIFY2(notice->text().contains("is not known"), qPrintable(notice->text()));
    QVERIFY(QGuiApplication::clipboard()->text().isEmpty());
    VERIFY_EXIT(
        onWorker(
            R"(cd ~/.local/share/jupyter/runtime && f=$(grep -l '"password": true' jpserver-*) &&
               pid=${f%.json} && kill "${pid#jpserver-}" && rm "$f")"),
        0);
}

/// Its port may be another program's by the time the worker has answered.
void TestTunnelWindow::aTunnelThatIsGoneIsNotOpened()
{
    WindowFixture f(m_cloud);
    open(f, 8888); // Jupyter's
    button(page(f), "Open in browser")->click();
    const auto *notice = page(f).findChild<NoticeBar *>();
    QVERIFY2(notice->text().startsWith("Asking"), qPrintable(notice->text()));
    button(page(f), "Stop")->click();
    QCOMPARE(page(f).model().rowCount(), 0);
    QTRY_VERIFY2(notice->text().contains("is not known"), qPrintable(notice->text()));
    QCOMPARE(m_urls.size(), 0);
}

void TestTunnelWindow::whatPodiumctlHasIsListed()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    f.goTo("Tunnels");
    QCOMPARE(page(f).model().rowCount(), 0);
    // As podiumctl writes it down, in the same state folder.
    const tunnel::TunnelRecord record{
        1, "podiumctl", "atlas-vision/us-central2-b/pod-v4:2", 6006, 6006, "open", {}};
    const QString folder = tunnel::tunnelRecordsFolder(f.home.filePath("state"));
    QVERIFY(makePrivateFolder(folder));
    const QString file = folder + "/1-theirs.json";
    const auto lock = FileLock::acquire(file + ".lock", std::chrono::milliseconds(0));
    QVERIFY(lock);
    QVERIFY(writeFileAtomically(file, tunnel::recordsToJson({record}), 0600));
    QTRY_COMPARE(page(f).model().rowCount(), 1);
    QCOMPARE(cell(f, TunnelModel::WorkerColumn), QString("pod-v4:2"));
    QVERIFY(QFile::remove(file));
    QTRY_COMPARE(page(f).model().rowCount(), 0);
}

/// Which looks below $XDG_STATE_HOME/podium.
void TestTunnelWindow::podiumctlListsWhatItHas()
{
    WindowFixture f(m_cloud);
    open(f, 6006);
    QVERIFY(QFile::link(f.home.filePath("state"), f.home.filePath("podium")));
    QProcessEnvironment environment = m_cloud.environment();
    environment.insert("HOME", f.home.path());
    environment.insert("XDG_STATE_HOME", f.home.path());
    const auto listed = [&environment] {
        return execute(
                   QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"tunnels", "--json"}, environment)
            .json()["tunnels"]
            .toArray();
    };
    QTRY_COMPARE(listed().at(0).toObject()["state"].toString(), QString("open"));
    const QJsonObject one = listed().at(0).toObject();
    QCOMPARE(one["program"].toString(), QString("podium"));
    QCOMPARE(one["worker"].toString(), QString("atlas-vision/us-central2-b/pod-v4:0"));
    QCOMPARE(one["port"].toInt(), 6006);
    QCOMPARE(one["localPort"].toInt(), int(localPort(f)));
    button(page(f), "Stop")->click();
    QTRY_COMPARE(listed().size(), 0);
}

QTEST_MAIN(TestTunnelWindow)
#include "tst_tunnelwindow.moc"
