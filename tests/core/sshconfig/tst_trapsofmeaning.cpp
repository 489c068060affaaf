// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/document/configdocument.h"
#include "tests/core/sshconfig/sshhome.h"

#include <QProcess>
#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

/// The traps of an ssh config that lie in what its lines mean, one test each, judged by the real
/// ssh. The other half is in tst_trapsoffiles.
class TestTrapsOfMeaning final : public QObject
{
    Q_OBJECT

private slots:
    void trap01FirstValueWins();
    void trap02UnsetKeysLeak_data();
    void trap02UnsetKeysLeak();
    void trap02ProxyJumpNoneLetsProxyCommandThrough();
    void trap03BlockAtTheTopCapturesGlobals();
    void trap04LinesAfterABlockBelongToIt_data();
    void trap04LinesAfterABlockBelongToIt();
    void trap05MissingFinalNewline();
    void trap06BlockStartersOfAllKinds_data();
    void trap06BlockStartersOfAllKinds();
    void trap15IgnoreUnknownIsSingle();
    void trap16CrLfAndBytesOfAllKinds_data();
    void trap16CrLfAndBytesOfAllKinds();
    void trap17IncludePaths();
    void trap18TokensAndQuotes_data();
    void trap18TokensAndQuotes();
    void trap19NamesAsPatterns();
    void trap20SecondPass();
    void trap21Limits();
    void trap21IncludedTwice();

private:
    static void writeOk(const SshHome &home, const ConfigOptions &options = usualOptions());
};

void TestTrapsOfMeaning::writeOk(const SshHome &home, const ConfigOptions &options)
{
    const auto report = home.writer().write(twoNodes(), options);
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    QCOMPARE(report->notes, QStringList());
    QCOMPARE(home.leftovers(), QStringList());
}

void TestTrapsOfMeaning::trap01FirstValueWins()
{
    const SshHome home;
    home.putConfig("Host *\n  User joe\n  HostName 10.0.0.1\n  ProxyCommand nc %h %p\n");
    writeOk(home);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("34.61.0.8"));
    QCOMPARE(home.value("tpu1", "proxycommand"), QByteArray());
    QCOMPARE(home.value("other", "user"), QByteArray("joe"));
}

void TestTrapsOfMeaning::trap02UnsetKeysLeak_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("keyword");
    QTest::addColumn<QByteArray>("wanted");
    const auto row = [](const char *line, const char *keyword, const char *wanted) {
        QTest::newRow(line) << QByteArray(line) << QByteArray(keyword) << QByteArray(wanted);
    };
    row("Port 2222", "port", "22");
    row("RemoteCommand tmux new -A", "remotecommand", "");
    row("RequestTTY force", "requesttty", "auto");
    row("ControlPath ~/.ssh/one-for-all", "controlpath", "");
    row("StrictHostKeyChecking no", "stricthostkeychecking", "true");
    row("ProxyJump bastion", "proxyjump", "");
    row("ProxyCommand nc %h %p", "proxycommand", "");
    row("ForwardAgent yes", "forwardagent", "no");
    row("ForwardX11 yes", "forwardx11", "no");
    row("HostKeyAlias same", "hostkeyalias", "tpu.7000000000000000001-0");
    row("IdentitiesOnly no", "identitiesonly", "yes");
    row("IdentityFile ~/.ssh/other", "identityfile", "~/.ssh/google_compute_engine");
    row("CheckHostIP yes", "checkhostip", "no");
    row("UpdateHostKeys yes", "updatehostkeys", "false");
    row("HashKnownHosts yes", "hashknownhosts", "no");
    row("HostName wrong", "hostname", "34.61.0.8");
}

void TestTrapsOfMeaning::trap02UnsetKeysLeak()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, keyword);
    QFETCH(QByteArray, wanted);
    for (const char *block : {"", "Host *\n"}) {
        const SshHome home;
        home.putConfig(block + line + "\n");
        const QByteArray other = home.resolve("other");
        writeOk(home);
        QCOMPARE(home.value("tpu1", keyword), wanted);
        QCOMPARE(home.resolve("other"), other);
    }
}

void TestTrapsOfMeaning::trap02ProxyJumpNoneLetsProxyCommandThrough()
{
    const SshHome home;
    home.putConfig("Host *\n  ProxyJump bastion\n  ProxyCommand nc %h %p\n");
    ConfigOptions options = usualOptions();
    ConfigRule rule;
    rule.node = "pod-*";
    rule.routeKind = ConfigRule::Route::ProxyJump;
    rule.route = "ada@gate:2200";
    options.rules = {rule};
    writeOk(home, options);
    QCOMPARE(home.value("tpu1", "proxyjump"), QByteArray());
    QCOMPARE(home.value("tpu1", "proxycommand"), QByteArray());
    QCOMPARE(home.value("pod-v4-3", "proxyjump"), QByteArray("ada@gate:2200"));
    QCOMPARE(home.value("pod-v4-3", "proxycommand"), QByteArray());
}

void TestTrapsOfMeaning::trap03BlockAtTheTopCapturesGlobals()
{
    const SshHome home;
    home.putConfig("Compression yes\nUser joe\n\nHost work\n  Port 2022\n");
    const QByteArray work = home.resolve("work");
    const QByteArray other = home.resolve("other");
    writeOk(home);
    QCOMPARE(home.resolve("work"), work);
    QCOMPARE(home.resolve("other"), other);
    QCOMPARE(home.value("tpu1", "compression"), QByteArray("yes"));
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
}

void TestTrapsOfMeaning::trap04LinesAfterABlockBelongToIt_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::newRow("open Match at the end") << QByteArray("Host a\n  User b\nMatch user nobody\n");
    QTest::newRow("open Host at the end") << QByteArray("Host a\n");
    QTest::newRow("Match all at the end") << QByteArray("User x\nMatch all\nInclude more\n");
    QTest::newRow("region below a block")
        << QByteArray("Host a\n  User b\n\n# BEGIN Podium\nInclude ~/.ssh/podium/config\n"
                      "# END Podium\n\n");
    QTest::newRow("Include of the person's below a block")
        << QByteArray("Host a\n  Include ~/.ssh/podium/config\n");
}

void TestTrapsOfMeaning::trap04LinesAfterABlockBelongToIt()
{
    QFETCH(QByteArray, config);
    const SshHome home;
    home.putConfig(config);
    writeOk(home);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(withoutRegion(home.config()).trimmed(), withoutRegion(config).trimmed());
}

void TestTrapsOfMeaning::trap05MissingFinalNewline()
{
    const SshHome home;
    home.putConfig("Host a\n  Port 2200");
    writeOk(home);
    QCOMPARE(home.value("a", "port"), QByteArray("2200"));
    QVERIFY(home.config().endsWith("  Port 2200"));
}

void TestTrapsOfMeaning::trap06BlockStartersOfAllKinds_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char *line :
         {"Host=a", "Host = a", "HOST\ta", "\"Host\" a", " Host a", "Match host=a",
          "Host a # comment", "\tmatch\thost\ta", "hOsT a b", "Match originalhost \"a\""}) {
        QTest::newRow(line) << QByteArray(line);
    }
}

void TestTrapsOfMeaning::trap06BlockStartersOfAllKinds()
{
    QFETCH(QByteArray, line);
    const SshHome home;
    // Podium's region below the block: only who sees the block moves it up.
    home.putConfig(line + "\n  User b\n# BEGIN Podium\n# END Podium\n");
    writeOk(home);
    QCOMPARE(home.value("a", "user"), QByteArray("b"));
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QVERIFY(home.config().startsWith("# BEGIN Podium\n"));
}

void TestTrapsOfMeaning::trap15IgnoreUnknownIsSingle()
{
    const SshHome home;
    home.putConfig("IgnoreUnknown UseKeychain\nHost a\n  UseKeychain yes\n  User b\n");
    const QByteArray before = home.resolve("a");
    QVERIFY(!before.isEmpty());
    writeOk(home);
    QCOMPARE(home.resolve("a"), before);
    QVERIFY(!home.read(".ssh/podium/config").contains("IgnoreUnknown"));
}

void TestTrapsOfMeaning::trap16CrLfAndBytesOfAllKinds_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::newRow("CRLF") << QByteArray("Host a\r\n  User b\r\n");
    QTest::newRow("CRLF without the last") << QByteArray("Host a\r\n  User b");
    QTest::newRow("mixed") << QByteArray("Host a\r\n  User b\n\r\nHost c\n");
    QTest::newRow("Latin-1") << QByteArray("# caf\xe9\nHost a\n  User b\n");
    QTest::newRow("NUL in a comment") << QByteArray("# x\0y\nHost a\n  User b\n", 22);
    QTest::newRow("form feed and tabs") << QByteArray("\f\nHost\ta\n\t\tUser\tb\n").mid(2);
}

void TestTrapsOfMeaning::trap16CrLfAndBytesOfAllKinds()
{
    QFETCH(QByteArray, config);
    const SshHome home;
    home.putConfig(config);
    writeOk(home);
    QCOMPARE(withoutRegion(home.config()), config);
    QCOMPARE(home.value("a", "user"), QByteArray("b"));
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    const int crLf = config.count("\r\n");
    const bool mostly = crLf * 2 > config.count('\n');
    QCOMPARE(home.config().count("\r\n") - crLf, mostly ? 5 : 0);
}

void TestTrapsOfMeaning::trap17IncludePaths()
{
    const SshHome home;
    home.put(".ssh/with space", "Host spaced\n  User s\n");
    home.put(".ssh/conf.d/10-x", "Host ten\n  User t\n  Include deeper\n");
    home.put(".ssh/deeper", "Host deep\n  User d\n");
    home.put("abs/file", "Host tpu1\n  User theirs\n");
    home.putConfig(
        "Include \"with space\" conf.d/* missing\nInclude " + home.path("abs").toUtf8() +
        "/fi?e ~/.ssh/with\\ space\n");
    const QByteArray spaced = home.resolve("spaced");
    const auto report = home.writer().write(twoNodes(), usualOptions());
    QVERIFY(report);
    QCOMPARE(home.resolve("spaced"), spaced);
    QCOMPARE(home.value("ten", "user"), QByteArray("t"));
    // A name in an included file is the person's as well.
    QCOMPARE(home.value("tpu1", "user"), QByteArray("theirs"));
    QCOMPARE(home.value("tpu1-0", "user"), QByteArray("ada"));
    const auto plan = home.writer().plan(twoNodes(), usualOptions());
    QVERIFY(plan);
    QVERIFY(plan->warnings.join(' ').contains("abs/file, line 1"));
}

void TestTrapsOfMeaning::trap18TokensAndQuotes_data()
{
    QTest::addColumn<QString>("folder");
    QTest::newRow("percent") << "50%off";
    QTest::newRow("percent h") << "%h%%q";
    QTest::newRow("space") << "with space";
    QTest::newRow("hash") << "a #b";
    QTest::newRow("apostrophe") << "o'neil";
}

void TestTrapsOfMeaning::trap18TokensAndQuotes()
{
    QFETCH(QString, folder);
    const SshHome home;
    ConfigOptions options = usualOptions();
    options.identityFile = home.path(folder + "/id");
    writeOk(home, options);
    const QByteArray found = home.value("tpu1", "identityfile");
    QCOMPARE(QByteArray(found).replace("%%", "%"), options.identityFile.toUtf8());
}

void TestTrapsOfMeaning::trap19NamesAsPatterns()
{
    const SshHome home;
    home.putConfig(
        "Host vmware.com\n  User v\nHost TPU1\n  User upper\nHost tpu?\n  Compression yes\n");
    inventory::Snapshot snapshot = twoNodes();
    NodeSketch star;
    star.name = "vm*";
    star.number = 9;
    snapshot.nodes.push_back(nodeEntry(star));
    QVERIFY(home.writer().write(snapshot, usualOptions()));
    QCOMPARE(home.value("vmware.com", "user"), QByteArray("v"));
    // Patterns are compared with what was typed: another case is another name.
    QCOMPARE(home.value("TPU1", "user"), QByteArray("upper"));
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.value("tpu1", "compression"), QByteArray("yes"));
}

void TestTrapsOfMeaning::trap20SecondPass()
{
    const SshHome home;
    home.putConfig("CanonicalizeHostname always\nCanonicalDomains invalid\n"
                   "Match final all\n  User final\nHost a\n  User b\n");
    writeOk(home);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("34.61.0.8"));
}

void TestTrapsOfMeaning::trap21Limits()
{
    const SshHome home;
    QByteArray config;
    for (int i = 0; i < 5000; ++i) {
        config += "Host h*" + QByteArray::number(i) + "\n  User u\n";
    }
    config += "Host " + QByteArray(100000, 'x') + "*\n";
    home.putConfig(config);
    writeOk(home);
    QCOMPARE(withoutRegion(home.config()), config);
    for (const QByteArray &line : home.read(".ssh/podium/config").split('\n')) {
        QVERIFY(line.size() < 1024); // readers that stop at 64 kB are safe
    }
}

void TestTrapsOfMeaning::trap21IncludedTwice()
{
    const SshHome home;
    home.putConfig("Host a\n  Include ~/.ssh/podium/config\nInclude podium/config\n");
    writeOk(home);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.resolve("tpu1").count("identityfile "), 1);
}

QTEST_GUILESS_MAIN(TestTrapsOfMeaning)
#include "tst_trapsofmeaning.moc"
