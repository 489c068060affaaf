// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/projectbackoff.h"
#include "core/inventory/refreshpace.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/keptprocess.h"
#include "tests/fakes/patience.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QDir>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;
using namespace std::chrono_literals;

namespace {

/// What NetworkManager has on the bus, as far as Podium asks.
class NetworkManagerStandIn final : public QDBusVirtualObject
{
public:
    [[nodiscard]] QString introspect(const QString &) const override { return {}; }
    bool handleMessage(const QDBusMessage &message, const QDBusConnection &connection) override
    {
        if (message.member() != QLatin1String("GetAll") ||
            message.arguments().value(0).toString() != Service) {
            return false;
        }
        return connection.send(message.createReply(QVariantMap{
            {"Metered", QVariant::fromValue(1U)}, {"State", QVariant::fromValue(70U)}}));
    }
    static void change(const QDBusConnection &connection, const QString &property, uint value)
    {
        QDBusMessage signal = QDBusMessage::createSignal(
            "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Properties",
            "PropertiesChanged");
        signal << Service << QVariantMap{{property, QVariant::fromValue(value)}} << QStringList();
        connection.send(signal);
    }
    inline static const QString Service = QStringLiteral("org.freedesktop.NetworkManager");
};

/// As systemd's login manager tells before a sleep and after it.
void tellSleep(const QDBusConnection &connection, bool isBeginning)
{
    QDBusMessage signal = QDBusMessage::createSignal(
        "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep");
    signal << isBeginning;
    connection.send(signal);
}

} // namespace

class TestRefreshPace final : public QObject
{
    Q_OBJECT

private slots:
    void delayFollowsTheSituation_data();
    void delayFollowsTheSituation();
    void whatIsUnderWay_data();
    void whatIsUnderWay();
    void whatBroughtNothing();
    void failingProjectsRestLonger();
    void powerSupplies_data();
    void powerSupplies();
    void followsNetworkManager();
    void noBusIsNoTrouble();
};

void TestRefreshPace::delayFollowsTheSituation_data()
{
    QTest::addColumn<bool>("underWay");
    QTest::addColumn<bool>("lost");
    QTest::addColumn<bool>("battery");
    QTest::addColumn<bool>("metered");
    QTest::addColumn<int>("failures");
    QTest::addColumn<double>("random");
    QTest::addColumn<int>("seconds");
    QTest::newRow("quiet") << false << false << false << false << 0 << 0.5 << 60;
    QTest::newRow("less by jitter") << false << false << false << false << 0 << 0.0 << 54;
    QTest::newRow("more by jitter") << false << false << false << false << 0 << 1.0 << 66;
    QTest::newRow("under way") << true << false << false << false << 0 << 0.5 << 10;
    QTest::newRow("lost worker") << false << true << false << false << 0 << 0.5 << 10;
    QTest::newRow("both") << true << true << false << false << 0 << 0.5 << 10;
    QTest::newRow("battery") << false << false << true << false << 0 << 0.5 << 180;
    QTest::newRow("metered") << false << false << false << true << 0 << 0.5 << 180;
    QTest::newRow("battery and metered") << false << false << true << true << 0 << 0.5 << 180;
    QTest::newRow("under way on battery") << true << false << true << false << 0 << 0.5 << 20;
    QTest::newRow("lost on metered") << false << true << false << true << 0 << 0.5 << 20;
    QTest::newRow("failed") << false << false << false << false << 1 << 0.5 << 120;
    QTest::newRow("failed under way") << true << true << false << false << 1 << 0.5 << 120;
    QTest::newRow("failed again") << false << false << false << false << 2 << 0.5 << 240;
    QTest::newRow("failed on battery") << false << false << true << false << 1 << 0.5 << 360;
    QTest::newRow("failed for hours") << false << false << true << false << 1000 << 0.5 << 600;
}

void TestRefreshPace::delayFollowsTheSituation()
{
    QFETCH(bool, underWay);
    QFETCH(bool, lost);
    QFETCH(bool, battery);
    QFETCH(bool, metered);
    QFETCH(int, failures);
    QFETCH(double, random);
    QFETCH(int, seconds);
    const RefreshSituation situation{underWay, lost, {battery, metered}, failures};
    QCOMPARE(int(refreshDelay(situation, {60s, 10s, 600s, 0.1}, random).count()), seconds * 1000);
    // Whoever asks for a slow pace gets no faster one by sparing, whoever asks for a fast one
    // never a slower one than that when busy.
    QVERIFY(
        refreshDelay(situation, {900s, 10s, 600s, 0.0}, random) >= (underWay || lost ? 10s : 900s));
    QVERIFY(
        failures > 0 || !(underWay || lost) ||
        refreshDelay(situation, {5s, 10s, 600s, 0.0}, random) <= 5s);
}

void TestRefreshPace::whatIsUnderWay_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("health");
    QTest::addColumn<QString>("maintenance");
    QTest::addColumn<bool>("stale");
    QTest::addColumn<bool>("underWay");
    QTest::newRow("ready") << "READY"
                           << "HEALTHY"
                           << "" << false << false;
    QTest::newRow("starting") << "STARTING"
                              << ""
                              << "" << false << true;
    QTest::newRow("starting, long ago") << "STARTING"
                                        << ""
                                        << "" << true << false;
    QTest::newRow("preempted") << "PREEMPTED"
                               << ""
                               << "" << false << false;
    QTest::newRow("under maintenance") << "READY"
                                       << "UNHEALTHY_MAINTENANCE"
                                       << "" << false << true;
    QTest::newRow("announced") << "READY"
                               << ""
                               << "PENDING" << false << false;
    QTest::newRow("going on") << "READY"
                              << ""
                              << "ONGOING" << false << true;
}

void TestRefreshPace::whatIsUnderWay()
{
    QFETCH(QString, state);
    QFETCH(QString, health);
    QFETCH(QString, maintenance);
    QFETCH(bool, stale);
    auto one = node("lab/us-a1-a/n");
    one.stateText = state;
    one.state = cloud::nodeStateFromName(state);
    one.healthText = health;
    one.health = cloud::nodeHealthFromName(health);
    if (!maintenance.isEmpty()) {
        one.maintenance = cloud::Maintenance{"SCHEDULED", maintenance, minute(1), minute(2), false};
    }
    auto snapshot = snapshotOf({node("lab/us-a1-a/m"), one});
    snapshot.nodes[1].stale = stale;
    QTEST(isUnderWay(snapshot), "underWay");
}

void TestRefreshPace::whatBroughtNothing()
{
    Snapshot snapshot;
    QVERIFY(!broughtNothing(snapshot));
    const auto lab = *ProjectId::parse("lab-one");
    snapshot.projects = {{lab, {}, {}}, {*ProjectId::parse("lab-two"), {}, {}}};
    snapshot.problems = {{lab, std::nullopt, {}, {}}};
    QVERIFY(!broughtNothing(snapshot));
    snapshot.problems.push_back({*ProjectId::parse("lab-two"), std::nullopt, {}, {}});
    QVERIFY(broughtNothing(snapshot));
    snapshot.problems.clear();
    snapshot.error = Error{};
    QVERIFY(broughtNothing(snapshot));
}

void TestRefreshPace::failingProjectsRestLonger()
{
    QCOMPARE(projectRest(0), std::chrono::milliseconds(0));
    QCOMPARE(projectRest(1), std::chrono::milliseconds(45s));
    QCOMPARE(projectRest(3), std::chrono::milliseconds(180s));
    QCOMPARE(projectRest(1000), std::chrono::milliseconds(15min));
    const auto bad = *ProjectId::parse("lab-bad");
    const auto good = *ProjectId::parse("lab-good");
    ProjectBackoff backoff;
    QVERIFY(backoff.isDue(bad, 0));
    backoff.failed(bad, 0);
    QVERIFY(!backoff.isDue(bad, 44000));
    QVERIFY(backoff.isDue(good, 0));
    QVERIFY(backoff.isDue(bad, 45000));
    backoff.failed(bad, 45000);
    QVERIFY(!backoff.isDue(bad, 45000 + 89000));
    backoff.answered(bad);
    QVERIFY(backoff.isDue(bad, 45000));
}

void TestRefreshPace::powerSupplies_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<bool>("onBattery");
    QTest::newRow("none") << QStringList{} << false;
    QTest::newRow("discharging")
        << QStringList{"BAT0/type=Battery", "BAT0/status=Discharging", "AC/type=Mains", "AC/online=0"}
        << true;
    QTest::newRow("charging")
        << QStringList{"BAT0/type=Battery", "BAT0/status=Charging", "AC/type=Mains", "AC/online=1"}
        << false;
    QTest::newRow("drawing from both")
        << QStringList{"BAT0/type=Battery", "BAT0/status=Discharging", "AC/type=Mains", "AC/online=1"}
        << false;
    QTest::newRow("charged by USB")
        << QStringList{"BAT0/type=Battery", "BAT0/status=Discharging", "ucsi/type=USB", "ucsi/online=1"}
        << false;
    QTest::newRow("only the mouse")
        << QStringList{"mouse/type=Battery", "mouse/status=Discharging", "mouse/scope=Device"}
        << false;
    QTest::newRow("second battery")
        << QStringList{"BAT0/type=Battery", "BAT0/status=Unknown", "BAT1/type=Battery", "BAT1/status=Discharging"}
        << true;
}

void TestRefreshPace::powerSupplies()
{
    QFETCH(QStringList, files);
    const QTemporaryDir folder;
    for (const QString &entry : files) {
        const QString path = folder.filePath(entry.section('=', 0, 0));
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(entry.section('=', 1).toLatin1() + '\n');
    }
    QTEST(isOnBattery(folder.path()), "onBattery");
    QVERIFY(!isOnBattery(folder.filePath("missing")));
}

void TestRefreshPace::followsNetworkManager()
{
    const QString program = QStandardPaths::findExecutable("dbus-daemon");
    if (program.isEmpty()) {
        QSKIP("dbus-daemon is not installed");
    }
    KeptProcess daemon;
    daemon.startKept(program, {"--session", "--nofork", "--print-address"});
    QTRY_VERIFY(daemon.canReadLine());
    const QString address = QString::fromLatin1(daemon.readLine()).trimmed();
    auto bus = QDBusConnection::connectToBus(address, "stand-in");
    NetworkManagerStandIn manager;
    QVERIFY(bus.registerVirtualObject("/org/freedesktop/NetworkManager", &manager));
    QVERIFY(bus.registerService(NetworkManagerStandIn::Service));
    QVERIFY(bus.registerService("org.freedesktop.login1"));
    {
        PowerAndNetworkWatch watch({"/nowhere", address}, nullptr);
        QTRY_VERIFY(watch.now().isMetered);
        QVERIFY(!watch.now().onBattery);
        QSignalSpy changed(&watch, &PowerAndNetworkWatch::changed);
        manager.change(bus, "Metered", 4); // a guess of no
        QVERIFY(changed.wait(Patience));
        QVERIFY(!watch.now().isMetered);
        manager.change(bus, "Metered", 3); // a guess of yes
        QVERIFY(changed.wait(Patience));
        QVERIFY(watch.now().isMetered);
        QSignalSpy cameBack(&watch, &PowerAndNetworkWatch::cameBack);
        const auto toldInOrder = [&] { // what comes behind it has been heard
            changed.clear();
            manager.change(bus, "Metered", watch.now().isMetered ? 4 : 3);
            return changed.wait(Patience);
        };
        tellSleep(bus, true);
        manager.change(bus, "State", 10); // asleep
        tellSleep(bus, false);
        manager.change(bus, "State", 50); // no more than the local network
        QVERIFY(toldInOrder());
        QCOMPARE(cameBack.size(), 0);
        manager.change(bus, "State", 70);
        QVERIFY(toldInOrder());
        QCOMPARE(cameBack.size(), 1);
        // A network that stays, and one that is not NetworkManager's.
        for (const uint state : {70U, 20U}) {
            manager.change(bus, "State", state);
            cameBack.clear();
            tellSleep(bus, true);
            tellSleep(bus, false);
            QVERIFY(toldInOrder());
            QCOMPARE(cameBack.size(), 1);
        }
    }
    QDBusConnection::disconnectFromBus("stand-in");
    QVERIFY(daemon.endAll());
}

void TestRefreshPace::noBusIsNoTrouble()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("BAT0"));
    for (const auto &[name, text] :
         {std::pair{"BAT0/type", "Battery"}, {"BAT0/status", "Discharging"}}) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    PowerAndNetworkWatch watch({folder.path(), "unix:path=/nowhere/bus"}, nullptr);
    QTRY_VERIFY(watch.now().onBattery);
    QVERIFY(!watch.now().isMetered);
}

QTEST_GUILESS_MAIN(TestRefreshPace)
#include "tst_refreshpace.moc"
