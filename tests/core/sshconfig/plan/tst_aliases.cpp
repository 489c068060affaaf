// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configentries.h"
#include "core/sshconfig/plan/configtext.h"
#include "tests/fakes/nodes.h"

#include <QSet>
#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

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
    const OwnAliases &own = {})
{
    const auto entries = makeEntries(snapshot, options, own, {});
    return entries ? *entries : Entries();
}

QStringList aliasesOf(const Entries &entries)
{
    QStringList all;
    for (const ConfigEntry &entry : entries.list) {
        all << entry.aliases.join(' ');
    }
    return all;
}

QByteArray textOf(const Entries &entries)
{
    return configText(entries.list, {"/h/known_hosts", "/h/first_use"});
}

} // namespace

class TestAliases final : public QObject
{
    Q_OBJECT

private slots:
    void namesFollowThePattern_data();
    void namesFollowThePattern();
    void sameNameIsWidenedByZoneThenProject();
    void aNodeNamedLikeAWorkerStaysApart();
    void namesOfThePersonAreReportedNotShadowed();
    void namesStayUniqueInACrowd();
    void hostileNodesAreLeftOut_data();
    void hostileNodesAreLeftOut();
    void hostileTextsStayComments();
};

void TestAliases::namesFollowThePattern_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QStringList>("aliases");
    QTest::newRow("default") << "{node}-{worker}" << QStringList({"a a-0", "p p-0", "p-1"});
    QTest::newRow("other order") << "w{worker}.{node}" << QStringList({"a w0.a", "p w0.p", "w1.p"});
    QTest::newRow("node only") << "{node}" << QStringList({"a", "p p-0", "p-1"});
    QTest::newRow("prefix") << "tpu-{node}" << QStringList({"a tpu-a", "p tpu-p-0", "tpu-p-1"});
    QTest::newRow("zone")
        << "{node}.{zone}.{worker}"
        << QStringList({"a a.us-central1-a.0", "p p.us-central1-a.0", "p.us-central1-a.1"});
    QTest::newRow("no node") << "{worker}" << QStringList({"a a-0", "p p-0", "p-1"});
    QTest::newRow("project") << "{project}_{node}_{worker}"
                             << QStringList(
                                    {"a lab-speech_a_0", "p lab-speech_p_0", "lab-speech_p_1"});
}

void TestAliases::namesFollowThePattern()
{
    QFETCH(QString, pattern);
    ConfigOptions options;
    options.aliasPattern = pattern;
    QTEST(aliasesOf(entriesOf(snapshotOf({named("a", 1), named("p", 2, 2)}), options)), "aliases");
}

void TestAliases::sameNameIsWidenedByZoneThenProject()
{
    NodeSketch here = named("a", 1);
    NodeSketch there = named("a", 2);
    there.zone = "us-central2-b";
    NodeSketch other = named("b", 3);
    QCOMPARE(
        aliasesOf(entriesOf(snapshotOf({here, there, other}))),
        QStringList(
            {"a.us-central1-a a.us-central1-a-0", "b b-0", "a.us-central2-b a.us-central2-b-0"}));
    NodeSketch elsewhere = named("a", 4);
    elsewhere.project = "other-lab";
    QCOMPARE(
        aliasesOf(entriesOf(snapshotOf({here, elsewhere}))),
        QStringList(
            {"a.us-central1-a.lab-speech a.us-central1-a.lab-speech-0",
             "a.us-central1-a.other-lab a.us-central1-a.other-lab-0"}));
    elsewhere.project = "example.com:lab";
    QCOMPARE(
        aliasesOf(entriesOf(snapshotOf({here, elsewhere})))[0],
        QString("a.us-central1-a.example.com.lab a.us-central1-a.example.com.lab-0"));
}

void TestAliases::aNodeNamedLikeAWorkerStaysApart()
{
    const QStringList all =
        aliasesOf(entriesOf(snapshotOf({named("pod", 1, 2), named("pod-1", 2)})))
            .join(' ')
            .split(' ');
    QCOMPARE(QSet<QString>(all.begin(), all.end()).size(), all.size());
    QVERIFY(!all.contains("pod-1")); // would be either
    QCOMPARE(all.size(), 5);
}

void TestAliases::namesOfThePersonAreReportedNotShadowed()
{
    const OwnAliases own{{"a", "~/.ssh/config, line 3"}, {"p", "x"}, {"p-0", "x"}, {"p-1", "x"}};
    const Entries entries = entriesOf(snapshotOf({named("a", 1), named("p", 2, 2)}), {}, own);
    QCOMPARE(
        aliasesOf(entries),
        QStringList({"a-0", "p.us-central1-a p.us-central1-a-0", "p.us-central1-a-1"}));
    QCOMPARE(entries.warnings.size(), 4);
    QCOMPARE(
        entries.warnings[0],
        QString("a is your own name (~/.ssh/config, line 3): it stays as it is."));
}

void TestAliases::namesStayUniqueInACrowd()
{
    std::vector<NodeSketch> sketches;
    const char *zones[] = {"us-central1-a", "us-central2-b", "europe-west4-a"};
    const char *projects[] = {"lab-speech", "other-lab"};
    int number = 0;
    for (const char *project : projects) {
        for (const char *zone : zones) {
            for (const char *name : {"a", "a-0", "a-1", "pod"}) {
                NodeSketch sketch = named(name, ++number, 3);
                sketch.project = project;
                sketch.zone = zone;
                sketches.push_back(sketch);
            }
        }
    }
    const Entries entries = entriesOf(snapshotOf(sketches));
    QSet<QString> seen;
    for (const ConfigEntry &entry : entries.list) {
        QVERIFY(entry.isActive);
        QVERIFY(!entry.aliases.isEmpty());
        for (const QString &alias : entry.aliases) {
            QVERIFY2(!seen.contains(alias), qPrintable(alias));
            seen.insert(alias);
        }
    }
}

void TestAliases::hostileNodesAreLeftOut_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name :
         {"vm*", "vm?", "!vm", "a b", "a;id", "-oProxyCommand=id", "a\nHost *", "a\rHost b",
          "$(id)", "`id`", "a\"", "a'", "{project}", "a%h",
          "\xE2\x80\xAE"
          "abc",
          "a#b", "..", "[1]"}) {
        QTest::newRow(name) << QString::fromUtf8(name);
    }
}

void TestAliases::hostileNodesAreLeftOut()
{
    QFETCH(QString, name);
    NodeSketch hostile = named("x", 7, 2);
    hostile.name = name;
    const Entries entries = entriesOf(snapshotOf({named("good", 1), hostile}));
    QCOMPARE(entries.warnings.size(), 1);
    for (const ConfigEntry &entry : entries.list) {
        const bool isGood = entry.worker.node.name.text() == "good";
        QCOMPARE(entry.aliases.isEmpty(), !isGood);
        QCOMPARE(entry.note.isEmpty(), isGood);
    }
    QCOMPARE(textOf(entries), textOf(entriesOf(snapshotOf({named("good", 1)}))));
}

void TestAliases::hostileTextsStayComments()
{
    inventory::Snapshot snapshot = snapshotOf({named("a", 1)});
    cloud::Node &node = snapshot.nodes[0].node;
    node.stateText = "READY\nHost *\n  ProxyCommand id";
    node.id = "1\nProxyCommand id";
    node.workers[0].externalIp = "1.2.3.4\n  ProxyCommand id";
    node.workers[0].hostKeys = QStringList{"ssh-ed25519 AAAA\n* ssh-rsa BBBB"};
    const Entries entries = entriesOf(snapshot);
    const QByteArray text = textOf(entries);
    QVERIFY(!text.contains("id\n"));
    QCOMPARE(text.count("Host "), 1);
    QCOMPARE(knownHostsText(entries.list), QByteArray());
    QVERIFY(entries.list[0].hostName.isEmpty());
}

QTEST_GUILESS_MAIN(TestAliases)
#include "tst_aliases.moc"
