// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Tunnels of the real window over the demo's cloud. What listens on a worker listens here: the
// workers' addresses are of this machine's loopback.
#include "core/base/files.h"
#include "core/models/tunnel/tunnelmodel.h"
#include "core/tunnel/tunnelrecords.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/tunnel/tunnelpage.h"

#include <QCheckBox>
#include <QDesktopServices>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonObject>
#include <QPushButton>
#include <QSpinBox>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>
#include <QtTest>

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
    void whatPodiumctlHasIsListed();

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
    void open(WindowFixture &f, int port) const
    {
        QTRY_VERIFY(f.hasLooked());
        f.goTo("Tunnels");
        page(f).prepare({"pod-v4:0"});
        byName<QSpinBox>(page(f), "Port of the worker")->setValue(port);
        byName<QPushButton>(page(f), "Open tunnel")->click();
        QTRY_COMPARE(cell(f, TunnelModel::StateColumn), QString("open"));
    }
    /// A new connection to the tunnel's end here reaches `server`.
    [[nodiscard]] static bool reaches(const WindowFixture &f, QTcpServer &server)
    {
        QTcpSocket visitor;
        const QString address = cell(f, TunnelModel::AddressColumn);
        visitor.connectToHost(QHostAddress::LocalHost, address.section(':', 1).toUShort());
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
}

void TestTunnelWindow::itServesOnOtherPagesAndComesBack()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::AnyIPv4));
    WindowFixture f(m_cloud);
    open(f, server.serverPort());
    f.goTo("Nodes");
    QVERIFY(reaches(f, server));
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
    const QHostAddress worker(
        m_cloud.get("/v2/projects/atlas-vision/locations/us-central2-b/nodes/pod-v4")
            .json()["networkEndpoints"]
            .toArray()
            .at(0)
            .toObject()["accessConfig"]
            .toObject()["externalIp"]
            .toString());
    QVERIFY(!worker.isNull());
    QTcpSocket taken;
    QVERIFY(taken.bind(worker, 0, QAbstractSocket::DontShareAddress));
    const int port = taken.localPort();
    WindowFixture f(m_cloud);
    open(f, port);
    QTcpSocket visitor;
    visitor.connectToHost(
        QHostAddress::LocalHost, cell(f, TunnelModel::AddressColumn).section(':', 1).toUShort());
    QTRY_VERIFY(!cell(f, TunnelModel::NoteColumn).isEmpty());
    QVERIFY2(
        cell(f, TunnelModel::NoteColumn).contains(QString::number(port)),
        qPrintable(cell(f, TunnelModel::NoteColumn)));
    QCOMPARE(cell(f, TunnelModel::StateColumn), QString("open"));
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

QTEST_MAIN(TestTunnelWindow)
#include "tst_tunnelwindow.moc"
