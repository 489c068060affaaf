// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/tunnel/servermodel.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/privilegedports.h"
#include "tunnelpagefixture.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/tunnel/serverspanel.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using models::TunnelModel;
using tunnel::TunnelState;

namespace {

using Fixture = TunnelPageFixture;

QString summaryOf(const ServersPanel &panel)
{
    return panel.findChild<ElidedLabel *>()->text();
}

} // namespace

class TestTunnelPage final : public QObject
{
    Q_OBJECT

private slots:
    void aTunnelIsOpenedSeenAndStopped();
    void stopPressedTwiceStopsOne();
    void aTakenPortIsSaid();
    void aPortOfTheAdministratorIsSaid();
    void aProxyHasNoPortOfTheWorker();
    void aJupyterIsOpenedWithItsToken();
    void thoseOfOtherProgramsAreSeen();
    void severalWorkersAreNoTarget();
    void anErrorIsInItsRow();
    void oneMayComeBack();
    void hostileTextsStayText();
    void aServerThatIsFoundIsOneClickAway();
    void whatIsNotKnownOfServersIsSaid();
};

void TestTunnelPage::aTunnelIsOpenedSeenAndStopped()
{
    Fixture f;
    QVERIFY(!f.button(QStringLiteral("Open tunnel"))->isEnabled());
    f.open(QStringLiteral("pod:3"), 6006);
    QCOMPARE(f.page.model().rowCount(), 1);
    QTRY_COMPARE(f.cell(TunnelModel::StateColumn), QStringLiteral("open"));
    QCOMPARE(f.cell(TunnelModel::WorkerColumn), QStringLiteral("pod:3"));
    QCOMPARE(f.cell(TunnelModel::PortColumn), QStringLiteral("6006"));
    const QString port = QString::number(f.service.all().front().localPort);
    QCOMPARE(f.cell(TunnelModel::AddressColumn), "localhost:" + port);
    QSignalSpy browser(&f.page, &TunnelPage::browserWanted);
    f.button(QStringLiteral("Open in browser"))->click();
    QCOMPARE(browser.count(), 1);
    QCOMPARE(browser.front().front().toString(), "http://localhost:" + port);
    f.button(QStringLiteral("Copy address"))->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), "http://localhost:" + port);
    QVERIFY(!f.button(QStringLiteral("Try again"))->isEnabled());
    f.button(QStringLiteral("Stop"))->click();
    QCOMPARE(f.page.model().rowCount(), 0);
    QTRY_COMPARE(f.transport.active(), 0);
}

void TestTunnelPage::stopPressedTwiceStopsOne()
{
    Fixture f;
    for (const char *worker : {"pod:0", "pod:1", "pod:2"}) {
        f.open(QString(worker), 6006);
    }
    auto *view = byName<QTreeView>(f.page, "Tunnels");
    view->setCurrentIndex(f.page.model().index(0, 0));
    auto *stop = f.button(QStringLiteral("Stop"));
    stop->click();
    QVERIFY(!stop->isEnabled());
    stop->click();
    QCOMPARE(f.page.model().rowCount(), 2);
    QVERIFY(!f.button(QStringLiteral("Copy address"))->isEnabled());
    // Whoever uses the keyboard goes on from there.
    QTest::keyClick(view, Qt::Key_Down);
    QCOMPARE(view->currentIndex().row(), 1);
    QVERIFY(stop->isEnabled());
    stop->click();
    QCOMPARE(f.page.model().rowCount(), 1);
    QCOMPARE(f.cell(TunnelModel::WorkerColumn), QStringLiteral("pod:1"));
    QVERIFY(!stop->isEnabled());
    QTest::keyClick(view, Qt::Key_Space);
    QVERIFY(stop->isEnabled());
}

void TestTunnelPage::aTakenPortIsSaid()
{
    QTcpServer theirs;
    QVERIFY(theirs.listen(QHostAddress(QHostAddress::LocalHost)));
    Fixture f;
    f.open(QStringLiteral("pod:3"), theirs.serverPort());
    QTRY_COMPARE(f.cell(TunnelModel::StateColumn), QStringLiteral("open"));
    QCOMPARE(
        f.cell(TunnelModel::NoteColumn),
        QStringLiteral("Port %1 is taken on this machine.").arg(theirs.serverPort()));
    const QString port = QString::number(f.service.all().front().localPort);
    QVERIFY(port != QString::number(theirs.serverPort()));
    QCOMPARE(f.cell(TunnelModel::AddressColumn), "localhost:" + port);
}

void TestTunnelPage::aPortOfTheAdministratorIsSaid()
{
    if (!hasPrivilegedPorts()) {
        QSKIP("On this machine anybody may have any port");
    }
    const WithoutPrivilegedPorts limited;
    Fixture f;
    byName<QSpinBox>(f.page, "Port of this machine")->setValue(1);
    f.open(QStringLiteral("pod:3"), 6006);
    QCOMPARE(f.cell(TunnelModel::StateColumn), QStringLiteral("failed"));
    QVERIFY2(
        f.cell(TunnelModel::NoteColumn)
            .startsWith(QStringLiteral("Port 1 of this machine is for its administrator alone.")),
        qPrintable(f.cell(TunnelModel::NoteColumn)));
    QCOMPARE(f.cell(TunnelModel::AddressColumn), QString());
    QVERIFY(!f.button(QStringLiteral("Open in browser"))->isEnabled());
    QVERIFY(f.button(QStringLiteral("Try again"))->isEnabled());
}

void TestTunnelPage::aProxyHasNoPortOfTheWorker()
{
    Fixture f;
    f.page.prepare({QStringLiteral("pod:2")});
    auto *kind = byName<QComboBox>(f.page, "Kind of tunnel");
    auto *port = byName<QSpinBox>(f.page, "Port of the worker");
    kind->setCurrentIndex(kind->findText(QStringLiteral("SOCKS proxy")));
    QVERIFY(!port->isVisible());
    QCOMPARE(byName<QSpinBox>(f.page, "Port of this machine")->text(), QStringLiteral("1080"));
    f.button(QStringLiteral("Open tunnel"))->click();
    QTRY_COMPARE(f.cell(TunnelModel::StateColumn), QStringLiteral("open"));
    QCOMPARE(f.cell(TunnelModel::PortColumn), QStringLiteral("SOCKS proxy"));
    const ssh::CommandRequest &request = f.transport.commands().front().request;
    QVERIFY(request.greeting && request.sockets && !request.forward);
    QVERIFY(!f.button(QStringLiteral("Open in browser"))->isEnabled());
    QSignalSpy browser(&f.page, &TunnelPage::browserWanted);
    emit byName<QTreeView>(f.page, "Tunnels")->activated(f.page.model().index(0, 0));
    QCOMPARE(browser.count(), 0);
    f.button(QStringLiteral("Copy address"))->click();
    QCOMPARE(
        QGuiApplication::clipboard()->text(),
        QStringLiteral("socks5h://127.0.0.1:%1").arg(f.service.all().front().localPort));
    f.page.findChild<QCheckBox *>()->click();
    QCOMPARE(f.service.thatComeBack().front().kind, tunnel::TunnelKind::Socks);
    f.page.prepare({QStringLiteral("pod:2")}); // the menu of a node means a port
    QVERIFY(port->isVisible());
    QCOMPARE(byName<QSpinBox>(f.page, "Port of this machine")->text(), QStringLiteral("the same"));
}

/// Which the page itself never sees.
void TestTunnelPage::aJupyterIsOpenedWithItsToken()
{
    Fixture f;
    auto *copy = f.button(QStringLiteral("Copy with token"));
    f.open(QStringLiteral("pod:0"), 6006);
    QVERIFY(!copy->isVisible());
    f.open(QStringLiteral("pod:1"), 8888);
    QVERIFY(copy->isVisible());
    std::vector<TunnelPage::Purpose> asked;
    connect(
        &f.page, &TunnelPage::jupyterWanted, this,
        [&asked](const tunnel::TunnelStatus &status, TunnelPage::Purpose purpose) {
            QCOMPARE(status.spec.worker.index, 1);
            asked.push_back(purpose);
        });
    QSignalSpy browser(&f.page, &TunnelPage::browserWanted);
    auto *open = f.button(QStringLiteral("Open in browser"));
    open->click();
    QVERIFY(!open->isEnabled() && !copy->isEnabled());
    f.page.endJupyter({});
    QVERIFY(!f.page.findChild<NoticeBar *>()->isVisible());
    // What is said meanwhile is not taken away by the answer.
    open->click();
    f.page.prepare({QStringLiteral("pod")});
    f.button(QStringLiteral("Open tunnel"))->click();
    f.page.endJupyter({});
    QVERIFY(f.page.findChild<NoticeBar *>()->text().contains(QStringLiteral("8 workers")));
    copy->click();
    f.page.endJupyter(QStringLiteral("No Jupyter is there."));
    QVERIFY(f.page.findChild<NoticeBar *>()->text().contains(QStringLiteral("token is not known")));
    // Of what was copied nothing else is to be seen; the token is not.
    copy->click();
    f.page.endJupyter({});
    QCOMPARE(
        f.page.findChild<NoticeBar *>()->text(),
        QStringLiteral("Copied the address with Jupyter's token."));
    open->click();
    f.page.endJupyter({});
    QVERIFY(!f.page.findChild<NoticeBar *>()->isVisible());
    QCOMPARE(
        asked, (std::vector{
                   TunnelPage::Purpose::Browser, TunnelPage::Purpose::Browser,
                   TunnelPage::Purpose::Clipboard, TunnelPage::Purpose::Clipboard,
                   TunnelPage::Purpose::Browser}));
    QCOMPARE(browser.count(), 0);
}

void TestTunnelPage::thoseOfOtherProgramsAreSeen()
{
    Fixture f;
    const WorkerRef worker = *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:5"));
    tunnel::TunnelRecord theirs{
        77, QStringLiteral("podiumctl %1"), worker.text(), 6006, 6007, QStringLiteral("open"), {}};
    f.page.setOthers({theirs});
    QCOMPARE(f.page.model().rowCount(), 1);
    QCOMPARE(f.cell(TunnelModel::WorkerColumn), QStringLiteral("pod:5"));
    QCOMPARE(f.cell(TunnelModel::AddressColumn), QStringLiteral("localhost:6007"));
    QCOMPARE(f.cell(TunnelModel::NoteColumn), QStringLiteral("Of podiumctl %1, process 77."));
    QCOMPARE(f.cell(TunnelModel::TrafficColumn), QString());
    // It can be used, and nothing else.
    auto *view = byName<QTreeView>(f.page, "Tunnels");
    view->setCurrentIndex(f.page.model().index(0, 0));
    for (const char *name : {"Stop", "Try again"}) {
        QVERIFY2(!f.button(QString(name))->isEnabled(), name);
    }
    QVERIFY(!f.page.findChild<QCheckBox *>()->isEnabled());
    QSignalSpy browser(&f.page, &TunnelPage::browserWanted);
    f.button(QStringLiteral("Open in browser"))->click();
    QCOMPARE(browser.value(0).value(0).toString(), QStringLiteral("http://localhost:6007"));
    f.button(QStringLiteral("Copy address"))->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("http://localhost:6007"));
    // It stays selected while its bytes change; one's own come above it.
    theirs.down = 2000;
    f.page.setOthers({theirs});
    QVERIFY(view->currentIndex().isValid());
    QCOMPARE(f.cell(TunnelModel::TrafficColumn), QStringLiteral("2.0 kB down, 0 bytes up"));
    f.open(QStringLiteral("pod:1"), 8888);
    QCOMPARE(f.page.model().rowCount(), 2);
    QCOMPARE(f.cell(TunnelModel::WorkerColumn), QStringLiteral("pod:1"));
    QVERIFY(f.button(QStringLiteral("Stop"))->isEnabled());
    f.page.setOthers({});
    QCOMPARE(f.page.model().rowCount(), 1);
    QVERIFY(f.button(QStringLiteral("Stop"))->isEnabled());
}

void TestTunnelPage::severalWorkersAreNoTarget()
{
    Fixture f;
    f.open(QStringLiteral("pod"), 6006);
    QCOMPARE(f.page.model().rowCount(), 0);
    QVERIFY(f.page.findChild<NoticeBar *>()->text().contains(QStringLiteral("8 workers")));
    f.open(QStringLiteral("pod:0"), 6006);
    QCOMPARE(f.page.model().rowCount(), 1);
    QVERIFY(!f.page.findChild<NoticeBar *>()->isVisible());
}

void TestTunnelPage::anErrorIsInItsRow()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Refused{
            {ErrorKind::HostKey, QStringLiteral("The host key has changed."), {}, {}, {}}});
    });
    f.open(QStringLiteral("pod:0"), 6006);
    QTRY_COMPARE(f.cell(TunnelModel::NoteColumn), QStringLiteral("The host key has changed."));
    QCOMPARE(
        f.page.model()
            .index(0, TunnelModel::StateColumn)
            .data(TunnelModel::MarkRole)
            .value<models::Mark>(),
        models::Mark::Bad);
    f.transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    QVERIFY(f.button(QStringLiteral("Try again"))->isEnabled());
    f.button(QStringLiteral("Try again"))->click();
    QTRY_COMPARE(f.service.all().front().state, TunnelState::Open);
    QCOMPARE(f.cell(TunnelModel::NoteColumn), QString());
}

void TestTunnelPage::oneMayComeBack()
{
    Fixture f;
    f.open(QStringLiteral("pod:0"), 6006);
    auto *box = f.page.findChild<QCheckBox *>();
    QVERIFY(!box->isChecked());
    box->click();
    QCOMPARE(f.service.thatComeBack().size(), std::size_t(1));
    QVERIFY(box->isChecked());
    box->click();
    QVERIFY(f.service.thatComeBack().empty());
}

void TestTunnelPage::hostileTextsStayText()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Refused{
            {ErrorKind::HostKey, QStringLiteral("<img src=x>&amp;\u202e"), {}, {}, {}}});
    });
    f.open(QStringLiteral("pod:0"), 6006);
    QTRY_COMPARE(f.cell(TunnelModel::NoteColumn), QStringLiteral("<img src=x>&amp;\u202e"));
    if (!qEnvironmentVariableIsEmpty("PODIUM_PICTURES")) {
        f.transport.setScript(
            [](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
        f.open(QStringLiteral("pod:3"), 8888);
        QTRY_COMPARE(f.service.all().back().state, TunnelState::Open);
        QVERIFY(f.page.grab().save(qEnvironmentVariable("PODIUM_PICTURES") + "/tunnels.png"));
    }
}

void TestTunnelPage::aServerThatIsFoundIsOneClickAway()
{
    Fixture f;
    std::vector<WorkerRef> workers;
    connect(
        &f.page, &TunnelPage::serversWanted, this, [&workers](const auto &all) { workers = all; });
    f.page.prepare({QStringLiteral("pod:0-1")});
    auto *find =
        f.button(QStringLiteral("Find servers")); // not a picture: it would search the field
    QVERIFY(find);
    find->click();
    QCOMPARE(workers.size(), 2U);
    ServersPanel &panel = f.page.servers();
    QVERIFY(panel.isVisible());
    QAbstractItemModelTester tester(
        const_cast<models::ServerModel *>(&panel.model()),
        QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto *open = f.button(QStringLiteral("Open a tunnel to it"));
    QVERIFY(!open->isEnabled());
    panel.add(
        workers[1], tunnel::WorkerServers{
                        {{6006, true, "127.0.0.1", 7, "ada", "tensorboard --logdir x",
                          "TensorBoard", false, "127.0.0.1"},
                         {53, false, "127.0.0.53", 8, "systemd", "resolved", {}, false}},
                        {},
                        {}});
    panel.add(workers[0], tunnel::WorkerServers{});
    panel.end();
    QCOMPARE(panel.model().rowCount(), 2);
    QCOMPARE(summaryOf(panel), QString("2 servers listen"));
    QVERIFY(open->isEnabled());
    open->click();
    QCOMPARE(f.service.all().size(), 1U);
    QCOMPARE(f.service.all().front().spec.worker, workers[1]);
    QCOMPARE(int(f.service.all().front().spec.port), 6006);
    QCOMPARE(f.service.all().front().spec.host, QString("127.0.0.1"));
    auto *list = byName<QTreeView>(panel, "Servers");
    list->setCurrentIndex(panel.model().index(1, 0));
    QVERIFY(!open->isEnabled()); // it listens where no tunnel leads
    list->setCurrentIndex(panel.model().index(0, 0));
    QVERIFY(open->isEnabled());
    list->clearSelection(); // that row is still the current one
    QVERIFY(!open->isEnabled());
    emit list->activated(list->currentIndex());
    QCOMPARE(f.service.all().size(), 1U);
    QSignalSpy closed(&f.page, &TunnelPage::serversClosed);
    byName<QAbstractButton>(panel, "Close the list of servers")->click();
    QVERIFY(!panel.isVisible());
    QCOMPARE(closed.count(), 1);
}

void TestTunnelPage::whatIsNotKnownOfServersIsSaid()
{
    Fixture f;
    f.page.prepare({QStringLiteral("pod:0-1")});
    byName<QAbstractButton>(f.page, "Find servers")->click();
    ServersPanel &panel = f.page.servers();
    const auto worker = [](int index) {
        return *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:%1").arg(index));
    };
    QCOMPARE(summaryOf(panel), QString("Looking who listens: 0 of 2 workers"));
    panel.begin(1);
    QCOMPARE(summaryOf(panel), QString("Looking who listens on 1 worker"));
    panel.begin(2);
    panel.add(worker(0), failure({ErrorKind::Network, QStringLiteral("No route."), {}, {}, {}}));
    panel.add(worker(1), tunnel::WorkerServers{{}, {}, QStringLiteral("no sudo")});
    panel.end();
    QCOMPARE(
        summaryOf(panel),
        QString("0 servers listen · not all is known: lab/us-central2-b/pod:0: No route.; "
                "lab/us-central2-b/pod:1: no sudo"));
}

QTEST_MAIN(TestTunnelPage)
#include "tst_tunnelpage.moc"
