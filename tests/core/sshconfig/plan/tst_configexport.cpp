// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configexport.h"
#include "tests/core/sshconfig/sshhome.h"

#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

ConfigOptions ours()
{
    ConfigOptions options;
    options.user = "ada";
    options.identityFile = "/home/ada/.ssh/google_compute_engine";
    options.forwardAgent = true;
    return options;
}

ConfigExport
exported(const inventory::Snapshot &snapshot, const ConfigOptions &from, const ExportOptions &to)
{
    const auto part = exportConfig(snapshot, from, {}, to);
    return part ? *part : ConfigExport();
}

ExportOptions forGrace()
{
    ExportOptions options;
    options.user = "grace";
    options.identityFile = "~/.ssh/id_ed25519";
    return options;
}

ConfigRule ruleFor(const char *node, ConfigRule::Route kind, const char *route)
{
    ConfigRule rule;
    rule.node = node;
    rule.routeKind = kind;
    rule.route = route;
    return rule;
}

} // namespace

/// What somebody else gets of the config, judged by the real ssh in a home of theirs.
class TestConfigExport final : public QObject
{
    Q_OBJECT

private slots:
    void sshUnderstandsItThere();
    void holdsNothingOfThisMachine();
    void onlyTheWantedWorkers();
    void saysWhatCannotBeGiven();
    void jumpsAreTheirOwn();
    void windowsPaths_data();
    void windowsPaths();
    void impossibleTextsAreRefused();
    void hintsNameTheAlias();
    void ownNamesOfOursDoNotCount();
};

void TestConfigExport::sshUnderstandsItThere()
{
    const ConfigExport part = exported(twoNodes(), ours(), forGrace());
    const SshHome theirs;
    theirs.put(".ssh/podium_config", part.config);
    theirs.put(".ssh/podium_known_hosts", part.knownHosts);
    theirs.putConfig(
        "Include " + theirs.path(".ssh/podium_config").toUtf8() + "\n\nHost *\n  User x\n");
    QCOMPARE(theirs.value("pod-v4-3", "user"), QByteArray("grace"));
    QCOMPARE(theirs.value("pod-v4-3", "identityfile"), QByteArray("~/.ssh/id_ed25519"));
    QCOMPARE(theirs.value("pod-v4-3", "stricthostkeychecking"), QByteArray("true"));
    QCOMPARE(theirs.value("pod-v4-3", "forwardagent"), QByteArray("no"));
    QVERIFY(theirs.value("pod-v4-3", "userknownhostsfile").endsWith("/.ssh/podium_known_hosts"));
    QCOMPARE(theirs.value("tpu1", "hostname"), QByteArray("34.61.0.8"));
    QCOMPARE(theirs.value("anything", "user"), QByteArray("x"));
    QCOMPARE(part.aliases.size(), 9);
    QCOMPARE(part.knownHosts.count('\n'), 9);
    QVERIFY(part.knownHosts.contains("tpu.7000000000000000002-3 ssh-ed25519 "));
}

void TestConfigExport::holdsNothingOfThisMachine()
{
    const ConfigExport part = exported(twoNodes(), ours(), forGrace());
    for (const char *word : {"ada", "google_compute_engine", "/home/", "known_hosts_first_use"}) {
        QVERIFY2(!part.config.contains(word), word);
        QVERIFY2(!exportText(part).toUtf8().contains(word), word);
    }
    // Without a user and a key of theirs, none at all.
    const QByteArray bare = exported(twoNodes(), ours(), {}).config;
    QVERIFY(!bare.contains("    User "));
    QVERIFY(!bare.contains("IdentityFile"));
}

void TestConfigExport::onlyTheWantedWorkers()
{
    ExportOptions options = forGrace();
    const inventory::Snapshot snapshot = twoNodes();
    options.workers = {*WorkerRef::parse(snapshot.nodes[0].node.ref.text() + ":5")};
    const ConfigExport part = exported(snapshot, ours(), options);
    QCOMPARE(part.aliases, QStringList{"pod-v4-5"});
    QCOMPARE(part.config.count("\nHost "), 1);
    QCOMPARE(part.knownHosts.count('\n'), 1);
}

void TestConfigExport::saysWhatCannotBeGiven()
{
    NodeSketch stopped;
    stopped.name = "a-stopped";
    stopped.state = cloud::NodeState::Stopped;
    NodeSketch inner;
    inner.name = "b-inner";
    inner.number = 2;
    inner.externalIps = false;
    NodeSketch local;
    local.name = "c-local";
    local.number = 3;
    NodeSketch plain;
    plain.name = "d-plain";
    plain.number = 4;
    ConfigOptions from = ours();
    from.rules = {
        ruleFor("c-*", ConfigRule::Route::ProxyCommand, "/home/ada/bin/tunnel %h %p"),
        ruleFor("d-*", ConfigRule::Route::ProxyCommand, "nc -X 5 -x proxy:1080 %h %p")};
    const ConfigExport part =
        exported(snapshotOf({stopped, inner, local, plain}), from, forGrace());
    QCOMPARE(part.aliases, QStringList{"d-plain"});
    QCOMPARE(int(part.notExported.size()), 3);
    QCOMPARE(part.notExported[0].reason, QString("It is STOPPED."));
    QVERIFY(part.notExported[1].reason.startsWith("It has no external address"));
    QCOMPARE(
        part.notExported[2].reason, QString("The command that reaches it is one of this machine."));
    QVERIFY(!part.config.contains("tunnel"));
}

void TestConfigExport::jumpsAreTheirOwn()
{
    NodeSketch inner;
    inner.externalIps = false;
    ConfigOptions from = ours();
    from.rules = {ruleFor("", ConfigRule::Route::ProxyJump, "ada@gate:2200,ada@inner")};
    const ConfigExport part = exported(snapshotOf({inner}), from, forGrace());
    QVERIFY(part.config.contains("    HostName 10.129.0.2\n"));
    QVERIFY(part.config.contains("    ProxyJump gate:2200,inner\n"));
    QCOMPARE(part.jumps, QStringList{"gate:2200,inner"});
    QVERIFY(importHints(part).contains("gate:2200,inner"));
}

void TestConfigExport::windowsPaths_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("profile") << R"(%USERPROFILE%\.ssh\id_ed25519)"
                             << QByteArray("    IdentityFile ~/.ssh/id_ed25519\n");
    QTest::newRow("drive") << R"(C:\Users\Grace Hopper\.ssh\id)"
                           << QByteArray("    IdentityFile \"C:/Users/Grace Hopper/.ssh/id\"\n");
    QTest::newRow("slashes") << "%userprofile%/.ssh/id"
                             << QByteArray("    IdentityFile ~/.ssh/id\n");
    QTest::newRow("unix") << "~/.ssh/id" << QByteArray("    IdentityFile ~/.ssh/id\n");
}

void TestConfigExport::windowsPaths()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, line);
    ExportOptions options = forGrace();
    options.identityFile = path;
    const ConfigExport part = exported(oneNode(), ours(), options);
    QVERIFY2(part.config.contains(line), part.config.constData());
    QVERIFY(importHints(part).contains(R"(%USERPROFILE%\.ssh)"));
}

void TestConfigExport::impossibleTextsAreRefused()
{
    ExportOptions options = forGrace();
    options.user = "a\nProxyCommand id";
    QVERIFY(!exportConfig(oneNode(), ours(), {}, options));
    options = forGrace();
    options.identityFile = "x\"y";
    const auto part = exportConfig(oneNode(), ours(), {}, options);
    QVERIFY(!part);
    QCOMPARE(part.error().kind, ErrorKind::InvalidArgument);
}

void TestConfigExport::hintsNameTheAlias()
{
    const ConfigExport part = exported(oneNode(), ours(), forGrace());
    const QString hints = importHints(part);
    for (const char *word : {"ssh tpu1", "Remote - SSH", "PyCharm", "Include podium_config"}) {
        QVERIFY2(hints.contains(word), word);
    }
    for (const QString &line : hints.split('\n')) {
        QVERIFY2(line.size() <= 80, qPrintable(line));
    }
    const QString all = exportText(part);
    QVERIFY(all.contains(QString::fromUtf8(part.config)));
    QVERIFY(all.contains(QString::fromUtf8(part.knownHosts)));
}

void TestConfigExport::ownNamesOfOursDoNotCount()
{
    const auto entries = makeEntries(oneNode(), ours(), {{"tpu1", "~/.ssh/config, line 1"}}, {});
    QVERIFY(entries);
    QCOMPARE(entries->list[0].aliases, QStringList{"tpu1-0"}); // here it is taken
    QCOMPARE(exported(oneNode(), ours(), forGrace()).aliases, QStringList{"tpu1"});
}

QTEST_GUILESS_MAIN(TestConfigExport)
#include "tst_configexport.moc"
