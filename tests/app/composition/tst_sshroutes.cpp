// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/sshroutes.h"
#include "core/ssh/route/routingtransport.h"
#include "tests/core/ssh/opensshrig.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/heldpool.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// The way to a worker by the person's ssh config: what is said of it is what ssh then does.
class TestSshRoutes final : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LocalSshd> m_sshd;

private slots:
    void initTestCase() { m_sshd = std::make_unique<LocalSshd>(); }

    void goesAsTheConfigSays_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("name");
        QTest::newRow("by its name") << "pod-*"
                                     << "pod-0";
        QTest::newRow("by its address") << "127.0.0.1"
                                        << "pod-0";
        QTest::newRow("by its address, without a name") << "127.0.0.1"
                                                        << "";
        QTest::newRow("of all") << "*"
                                << "pod-0";
    }
    void goesAsTheConfigSays()
    {
        QFETCH(QString, host);
        QFETCH(QString, name);
        OpensshRig rig;
        Paths paths;
        paths.home = rig.folder.path();
        paths.accountHome = QStringLiteral("/nonexistent"); // so the machine's files do not count
        QVERIFY(QDir().mkpath(paths.sshDir()));
        rig.configFile = paths.sshConfigFile();
        const QString mark = rig.folder.filePath("went");
        rig.configure(
            "Host " + host.toLatin1() + "\n  ProxyCommand touch " + mark.toLatin1() + '\n');
        const SystemClock clock;
        app::SshRoutes routes(paths, clock);
        tests::FakeTransport libssh;
        RoutingTransport chosen(
            libssh, *rig.transport, [&routes](const Endpoint &to, const Callback<Route> &answer) {
                routes.ask(to, answer);
            });
        Recorder recorder(chosen);
        CommandRequest request = OpensshRig::request(m_sshd->endpoint());
        request.endpoint.configName = name;
        const CommandId id = chosen.start(request).id();
        QTRY_VERIFY(recorder.hasEnded(id));
        QCOMPARE(recorder[id].route.why, QStringList{"ProxyCommand touch " + mark});
        QVERIFY(recorder.endedAs<Unreachable>(id)); // this command is no way to anywhere
        QVERIFY(QFile::exists(mark));
    }

    /// Where a machine is now, Google says; that the config has it elsewhere is not passed over.
    void saysThatAHostNameIsNotFollowed()
    {
        QTemporaryDir folder;
        Paths paths;
        paths.home = folder.path();
        paths.accountHome = QStringLiteral("/nonexistent");
        QVERIFY(QDir().mkpath(paths.sshDir()));
        writeAll(paths.sshConfigFile(), "Host pod-0\n  HostName 10.0.0.9\n  LocalForward 1 h:1\n");
        const SystemClock clock;
        app::SshRoutes routes(paths, clock);
        Endpoint endpoint = m_sshd->endpoint();
        endpoint.configName = "pod-0";
        std::optional<Route> route;
        routes.ask(endpoint, Callback<Route>(this, [&](const Route &found) { route = found; }));
        QTRY_VERIFY(route);
        QCOMPARE(int(route->by), int(Route::By::Libssh));
        QCOMPARE(route->ignored, (QStringList{"LocalForward 1 [h]:1", "HostName 10.0.0.9"}));
    }

    /// Neither what others do in the program's pool nor a Match of the person's that takes its time
    /// holds up the way to a worker of which the config says nothing.
    void waitsForNobodyElse()
    {
        OpensshRig rig;
        Paths paths;
        paths.home = rig.folder.path();
        paths.accountHome = QStringLiteral("/nonexistent");
        QVERIFY(QDir().mkpath(paths.sshDir()));
        const QString mark = rig.folder.filePath("runs");
        const QByteArray more = rig.folder.filePath("more").toLatin1();
        writeAll(paths.sshConfigFile(), "Host slow\n  Include " + more + '\n');
        writeAll(
            QString::fromLatin1(more),
            "Match exec \"touch " + mark.toLatin1() + "; sleep 100\"\n  ProxyJump b\n");
        const tests::HeldPool held;
        const SystemClock clock;
        app::SshRoutes routes(paths, clock);
        Endpoint slow = m_sshd->endpoint();
        slow.configName = "slow";
        bool isSlowAnswered = false;
        routes.ask(slow, Callback<Route>(this, [&](const Route &) { isSlowAnswered = true; }));
        QTRY_VERIFY(QFile::exists(mark));
        Endpoint other = m_sshd->endpoint(1);
        other.identityFiles = QStringList{rig.folder.filePath("no-key")}; // to be looked at
        bool isAnswered = false;
        routes.ask(other, Callback<Route>(this, [&](const Route &) { isAnswered = true; }));
        QTRY_VERIFY(isAnswered);
        QVERIFY(!isSlowAnswered);
    }

    /// They are kept as long as they are the same, and no longer.
    void rulesThatChangeAreFollowed()
    {
        const cloud::Node node = tests::nodeEntry({.name = "pod"}).node;
        sshconfig::ConfigOptions none;
        sshconfig::ConfigOptions jump;
        sshconfig::ConfigRule rule;
        rule.node = "po*";
        rule.routeKind = sshconfig::ConfigRule::Route::ProxyJump;
        rule.route = "bastion";
        jump.rules.push_back(rule);
        app::ReachByRules reach;
        for (int round = 0; round < 2; ++round) {
            QCOMPARE(reach.of(jump)(node, 0).proxyJump, QString("bastion"));
            QCOMPARE(reach.of(jump)(node, 0).proxyJump, QString("bastion"));
            QCOMPARE(reach.of(none)(node, 0).proxyJump, QString());
        }
        rule.route = "other";
        jump.rules = {rule};
        QCOMPARE(reach.of(jump)(node, 0).proxyJump, QString("other"));
        jump.aliasPattern = "tpu-{node}-{worker}";
        QCOMPARE(reach.of(jump)(node, 0).configName, QString("tpu-pod-0"));
    }
};

QTEST_GUILESS_MAIN(TestSshRoutes)
#include "tst_sshroutes.moc"
