// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/hostkeyalias.h"
#include "core/sshconfig/plan/configentries.h"
#include "core/sshconfig/plan/configtext.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;
using cloud::NodeState;

Q_DECLARE_METATYPE(podium::cloud::NodeState)
Q_DECLARE_METATYPE(podium::sshconfig::ConfigOptions)

namespace {

NodeSketch named(const char *name, int number, int workers = 1)
{
    NodeSketch sketch;
    sketch.name = name;
    sketch.number = number;
    sketch.workers = workers;
    return sketch;
}

Entries entriesOf(
    const inventory::Snapshot &snapshot, const ConfigOptions &options = {},
    const KnownHosts &known = {})
{
    const auto entries = makeEntries(snapshot, options, {}, known);
    return entries ? *entries : Entries();
}

QByteArray textOf(const Entries &entries)
{
    return configText(entries.list, {"/h/known_hosts", "/h/first_use"});
}

} // namespace

class TestConfigEntries final : public QObject
{
    Q_OBJECT

private slots:
    void stoppedNodesKeepTheirEntryAsAComment_data();
    void stoppedNodesKeepTheirEntryAsAComment();
    void staleNodesStay();
    void addressesFollowTheRules();
    void firstRuleThatSpeaksWins();
    void routesAreWritten();
    void iapGoesByTheInstanceName();
    void patternOfARule();
    void impossibleOptionsAreRefused_data();
    void impossibleOptionsAreRefused();
    void keysArePinnedAndKept();
    void wrongKeysAreNotPinned_data();
    void wrongKeysAreNotPinned();
    void hostKeyAliasHoldsNoSurprise();
    void sameInputSameBytes();
    void pathsAreQuoted_data();
    void pathsAreQuoted();
};

void TestConfigEntries::stoppedNodesKeepTheirEntryAsAComment_data()
{
    QTest::addColumn<NodeState>("state");
    QTest::newRow("stopped") << NodeState::Stopped;
    QTest::newRow("preempted") << NodeState::Preempted;
    QTest::newRow("terminated") << NodeState::Terminated;
}

void TestConfigEntries::stoppedNodesKeepTheirEntryAsAComment()
{
    QFETCH(NodeState, state);
    NodeSketch sketch = named("a", 1);
    sketch.state = state;
    const Entries entries = entriesOf(snapshotOf({sketch}));
    QVERIFY(!entries.list[0].isActive);
    QCOMPARE(entries.list[0].aliases, QStringList({"a", "a-0"}));
    const QByteArray text = textOf(entries);
    QVERIFY(text.contains("It is " + cloud::nodeStateName(state).toUtf8()));
    QVERIFY(text.contains("\n# Host a a-0\n"));
    for (const QByteArray &line : text.split('\n')) {
        QVERIFY(line.isEmpty() || line.startsWith('#'));
    }
}

void TestConfigEntries::staleNodesStay()
{
    NodeSketch sketch = named("a", 1);
    const QByteArray fresh = textOf(entriesOf(snapshotOf({sketch})));
    sketch.stale = true;
    QCOMPARE(textOf(entriesOf(snapshotOf({sketch}))), fresh);
    QVERIFY(fresh.contains("\nHost a a-0\n"));
}

void TestConfigEntries::addressesFollowTheRules()
{
    NodeSketch inner = named("a", 1);
    inner.externalIps = false;
    const inventory::Snapshot snapshot = snapshotOf({inner});
    Entries entries = entriesOf(snapshot);
    QVERIFY(!entries.list[0].isActive);
    QVERIFY(entries.list[0].note.startsWith("It has no external address"));

    // Behind a jump the internal address is what can be reached.
    ConfigOptions options;
    ConfigRule rule;
    rule.node = "a*";
    rule.routeKind = ConfigRule::Route::ProxyJump;
    rule.route = "ada@bastion:2200";
    options.rules = {rule};
    entries = entriesOf(snapshot, options);
    QVERIFY(entries.list[0].isActive);
    QCOMPARE(entries.list[0].hostName, QString("10.129.0.2"));
    QVERIFY(textOf(entries).contains("    ProxyJump ada@bastion:2200\n"));

    options.rules[0].address = ConfigRule::Address::External;
    entries = entriesOf(snapshot, options);
    QVERIFY(!entries.list[0].isActive);
    options.rules[0].address = ConfigRule::Address::Unset;
    const Entries outer = entriesOf(snapshotOf({named("a", 1)}), options);
    QCOMPARE(outer.list[0].hostName, QString("34.61.0.8"));

    inventory::Snapshot bare = snapshot;
    bare.nodes[0].node.workers.clear();
    entries = entriesOf(bare);
    QCOMPARE(entries.list.size(), std::size_t(1));
    QCOMPARE(entries.list[0].note, QString("It has no address."));
}

void TestConfigEntries::firstRuleThatSpeaksWins()
{
    ConfigOptions options;
    options.user = "ada";
    options.port = 2222;
    ConfigRule first;
    first.zone = "us-central2-*";
    first.user = "zone";
    ConfigRule second;
    second.project = "lab-?peech";
    second.user = "project";
    second.port = 2200;
    second.forwardAgent = true;
    ConfigRule third;
    third.node = "b";
    third.leaveOut = true;
    options.rules = {first, second, third};
    NodeSketch a = named("a", 1);
    NodeSketch b = named("b", 2);
    NodeSketch c = named("c", 3);
    c.zone = "us-central2-b";
    NodeSketch d = named("d", 4);
    d.project = "other-lab";
    const Entries entries = entriesOf(snapshotOf({a, b, c, d}), options);
    QCOMPARE(entries.list[0].user, QString("project"));
    QCOMPARE(entries.list[0].port, quint16(2200));
    QVERIFY(entries.list[0].forwardAgent);
    QVERIFY(entries.list[1].isLeftOut);
    QCOMPARE(entries.list[2].user, QString("zone"));
    QCOMPARE(entries.list[2].port, quint16(2200));
    QCOMPARE(entries.list[3].user, QString("ada"));
    QCOMPARE(entries.list[3].port, quint16(2222));
    QVERIFY(!textOf(entries).contains("Host b"));
    QVERIFY(!textOf(entries).contains("/b:0"));
}

void TestConfigEntries::routesAreWritten()
{
    const inventory::Snapshot snapshot = snapshotOf({named("a", 1, 2)});
    QCOMPARE(textOf(entriesOf(snapshot)).count("    ProxyCommand none\n"), 2);
    ConfigOptions options;
    ConfigRule rule;
    rule.routeKind = ConfigRule::Route::ProxyCommand;
    rule.route = "tunnel {project} {zone} {node} {worker} %p";
    options.rules = {rule};
    const QByteArray text = textOf(entriesOf(snapshot, options));
    QVERIFY(text.contains("    ProxyCommand tunnel lab-speech us-central1-a a 1 %p\n"));
    QVERIFY(!text.contains("none\n    Forward"));
}

void TestConfigEntries::iapGoesByTheInstanceName()
{
    NodeSketch inner = named("a", 1, 2);
    inner.externalIps = false;
    inventory::Snapshot snapshot = snapshotOf({inner});
    snapshot.nodes[0].node.workers[0].instanceName = "t1v-n-0a1b2c3d-w-0";
    ConfigOptions options;
    ConfigRule rule;
    rule.project = "lab-*";
    rule.routeKind = ConfigRule::Route::Iap;
    options.rules = {rule};
    const Entries entries = entriesOf(snapshot, options);
    QVERIFY(entries.list[0].isActive);
    const QByteArray text = textOf(entries);
    QVERIFY2(
        text.contains("    HostName 10.129.0.2\n") &&
            text.contains("    ProxyCommand gcloud compute start-iap-tunnel t1v-n-0a1b2c3d-w-0 %p "
                          "--listen-on-stdin --project=lab-speech --zone=us-central1-a "
                          "--verbosity=warning\n    ProxyUseFdpass no\n"),
        text.constData());
    // Without the name there is no way, and a guess would be another machine.
    QVERIFY(!entries.list[1].isActive);
    QVERIFY(entries.list[1].note.startsWith("IAP needs its instance name"));
    // IAP reaches the internal interface, whatever else there is.
    inventory::Snapshot outer = snapshotOf({named("a", 1)});
    outer.nodes[0].node.workers[0].instanceName = "t1v-n-0a1b2c3d-w-0";
    QCOMPARE(entriesOf(outer, options).list[0].hostName, QString("10.129.0.2"));
}

void TestConfigEntries::patternOfARule()
{
    ConfigOptions options;
    ConfigRule rule;
    rule.node = "b";
    rule.aliasPattern = "lab.{node}.{worker}";
    options.rules = {rule};
    const Entries entries = entriesOf(snapshotOf({named("a", 1), named("b", 2, 2)}), options);
    QCOMPARE(entries.list[0].aliases, QStringList({"a", "a-0"}));
    QCOMPARE(entries.list[1].aliases, QStringList({"b", "lab.b.0"}));
    QCOMPARE(entries.list[2].aliases, QStringList({"lab.b.1"}));
}

void TestConfigEntries::impossibleOptionsAreRefused_data()
{
    QTest::addColumn<ConfigOptions>("options");
    const auto row = [](const char *title, const auto &change) {
        ConfigOptions options;
        options.rules.resize(1);
        change(options);
        QTest::newRow(title) << options;
    };
    using Route = ConfigRule::Route;
    row("pattern with a star", [](ConfigOptions &o) { o.aliasPattern = "{node}*"; });
    row("pattern with a space", [](ConfigOptions &o) { o.aliasPattern = "{node} {worker}"; });
    row("empty pattern", [](ConfigOptions &o) { o.aliasPattern = ""; });
    row("unknown word", [](ConfigOptions &o) { o.aliasPattern = "{node}{x}"; });
    row("user with newline", [](ConfigOptions &o) { o.user = "a\nProxyCommand id"; });
    row("user with space", [](ConfigOptions &o) { o.user = "a b"; });
    row("user with option", [](ConfigOptions &o) { o.user = "-l"; });
    row("key with quote", [](ConfigOptions &o) { o.identityFile = "/a\"b"; });
    row("key with newline", [](ConfigOptions &o) { o.identityFile = "/a\nb"; });
    row("rule's pattern", [](ConfigOptions &o) { o.rules[0].aliasPattern = "{node} *"; });
    row("rule's user", [](ConfigOptions &o) { o.rules[0].user = "a#b"; });
    row("rule's key", [](ConfigOptions &o) { o.rules[0].identityFile = "/a\\b"; });
    row("jump with newline", [](ConfigOptions &o) {
        o.rules[0].routeKind = Route::ProxyJump;
        o.rules[0].route = "a\nb";
    });
    row("jump with command", [](ConfigOptions &o) {
        o.rules[0].routeKind = Route::ProxyJump;
        o.rules[0].route = "$(id)";
    });
    row("empty command", [](ConfigOptions &o) {
        o.rules[0].routeKind = Route::ProxyCommand;
        o.rules[0].route = " ";
    });
    row("command of two lines", [](ConfigOptions &o) {
        o.rules[0].routeKind = Route::ProxyCommand;
        o.rules[0].route = "a\nUser b";
    });
}

void TestConfigEntries::impossibleOptionsAreRefused()
{
    QFETCH(ConfigOptions, options);
    const auto entries = makeEntries(snapshotOf({named("a", 1)}), options, {}, {});
    QVERIFY(!entries);
    QCOMPARE(entries.error().kind, ErrorKind::InvalidArgument);
    QVERIFY(!entries.error().detail.isEmpty());
}

void TestConfigEntries::keysArePinnedAndKept()
{
    inventory::Snapshot snapshot = snapshotOf({named("a", 1)});
    const Entries first = entriesOf(snapshot);
    const QByteArray known = knownHostsText(first.list);
    QVERIFY(known.startsWith("tpu.7000000000000000001-0 ssh-ed25519 AAAA"));
    QVERIFY(textOf(first).contains("    UserKnownHostsFile /h/known_hosts\n"
                                   "    StrictHostKeyChecking yes\n"));
    // The cloud does not tell the key this time: trust must not fall back to first use.
    snapshot.nodes[0].node.workers[0].hostKeys.clear();
    const Entries second = entriesOf(snapshot, {}, readKnownHosts(known));
    QCOMPARE(textOf(second), textOf(first));
    QCOMPARE(knownHostsText(second.list), known);
    // A node made anew has another id, and none of the old one's keys.
    snapshot.nodes[0].node.id = "7000000000000000009";
    const Entries third = entriesOf(snapshot, {}, readKnownHosts(known));
    QCOMPARE(knownHostsText(third.list), QByteArray());
    QVERIFY(textOf(third).contains("    UserKnownHostsFile /h/first_use\n"
                                   "    StrictHostKeyChecking accept-new\n"));
}

void TestConfigEntries::wrongKeysAreNotPinned_data()
{
    QTest::addColumn<QString>("key");
    QTest::newRow("empty") << "";
    QTest::newRow("no blob") << "ssh-ed25519";
    QTest::newRow("not base64") << "ssh-ed25519 AAAA!";
    QTest::newRow("too short") << "ssh-ed25519 AAAA";
    QTest::newRow("two keys")
        << "ssh-ed25519 "
           "AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GK"
           "Jl x";
    QTest::newRow("another type inside")
        << "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
    QTest::newRow("marker") << "@cert-authority * ssh-ed25519 AAAA";
    QTest::newRow("old type") << "ssh-dss AAAAB3NzaC1kc3MAAACBAAAA";
}

void TestConfigEntries::wrongKeysAreNotPinned()
{
    QFETCH(QString, key);
    QVERIFY(!isHostKey(key));
    inventory::Snapshot snapshot = snapshotOf({named("a", 1)});
    const QString good = snapshot.nodes[0].node.workers[0].hostKeys[0];
    QVERIFY(isHostKey(good));
    snapshot.nodes[0].node.workers[0].hostKeys = QStringList{key, good};
    QCOMPARE(entriesOf(snapshot).list[0].hostKeys, QStringList{good});
}

void TestConfigEntries::hostKeyAliasHoldsNoSurprise()
{
    inventory::Snapshot snapshot = snapshotOf({named("a", 1)});
    cloud::Node node = snapshot.nodes[0].node;
    QCOMPARE(hostKeyAlias(node, 3), QString("tpu.7000000000000000001-3"));
    node.id = "ABC*\n x";
    const QString odd = hostKeyAlias(node, 0);
    QVERIFY(odd.startsWith("tpu.x"));
    QCOMPARE(odd, odd.toLower());
    QVERIFY(isPlainName(odd));
    node.id = "";
    QVERIFY(isPlainName(hostKeyAlias(node, 0)));
    QVERIFY(hostKeyAlias(node, 0) != odd);
}

void TestConfigEntries::sameInputSameBytes()
{
    const inventory::Snapshot snapshot = snapshotOf({named("b", 1, 3), named("a", 2)});
    const QByteArray first = textOf(entriesOf(snapshot));
    inventory::Snapshot later = snapshot;
    later.asOf = later.asOf.addSecs(60);
    for (auto &entry : later.nodes) {
        entry.seenAt = later.asOf;
        entry.node.health = cloud::NodeHealth::Timeout;
        entry.node.labels.insert("x", "y");
    }
    QCOMPARE(textOf(entriesOf(later)), first);
}

void TestConfigEntries::pathsAreQuoted_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << "~/.ssh/id" << QByteArray("~/.ssh/id");
    QTest::newRow("space") << "/a b/id" << QByteArray("\"/a b/id\"");
    QTest::newRow("percent") << "/50%off" << QByteArray("/50%%off");
    QTest::newRow("apostrophe") << "/o'neil" << QByteArray("\"/o'neil\"");
    QTest::newRow("hash") << "/a #b" << QByteArray("\"/a #b\"");
    QTest::newRow("umlaut") << QString::fromUtf8("/ä") << QByteArray("/ä");
}

void TestConfigEntries::pathsAreQuoted()
{
    QFETCH(QString, path);
    QTEST(quotedPath(path), "text");
}

QTEST_GUILESS_MAIN(TestConfigEntries)
#include "tst_configentries.moc"
