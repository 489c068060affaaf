// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/document/configdocument.h"
#include "core/sshconfig/document/sshline.h"
#include "tests/core/sshconfig/sshhome.h"

#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

const QByteArray kRegion = "# BEGIN Podium\n"
                           "# Kept by Podium. The rest of this file is yours.\n"
                           "Include ~/.ssh/podium/config\n"
                           "# END Podium\n";

QByteArrayList aliasesOf(const QByteArray &config)
{
    const ConfigDocument document(config);
    QByteArrayList names;
    for (const LiteralAlias &alias : document.aliases()) {
        names << QByteArray::fromStdString(alias.name);
    }
    return names;
}

} // namespace

class TestConfigDocument final : public QObject
{
    Q_OBJECT

private slots:
    void readsBlocksAsSshDoes_data();
    void readsBlocksAsSshDoes();
    void readsWhatIsNoBlock_data();
    void readsWhatIsNoBlock();
    void readsNamesInMatch();
    void knowsWhereIncludesApply();
    void placesTheRegion_data();
    void placesTheRegion();
    void removalBringsTheBytesBack_data();
    void removalBringsTheBytesBack();
    void refusesMarksInDisorder_data();
    void refusesMarksInDisorder();
    void leavesAnIncludeOfThePersonAlone();
};

void TestConfigDocument::readsBlocksAsSshDoes_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArrayList>("names");
    const auto row = [](const char *title, const QByteArray &line, const QByteArrayList &names) {
        QTest::newRow(title) << line << names;
    };
    row("plain", "Host a", {"a"});
    row("equals", "Host=a", {"a"});
    row("spaced equals", "Host = a", {"a"});
    row("tab", "HOST\ta", {"a"});
    row("quoted keyword", "\"Host\" a", {"a"});
    row("indented", " Host a", {"a"});
    row("indented by tab and equals", "\t=Host a", {"a"});
    row("comment behind", "Host a # b c", {"a"});
    row("comma is no list", "Host a,b", {"a,b"});
    row("hash inside", "Host a#c", {"a#c"});
    row("several", "Host a b\tc", {"a", "b", "c"});
    row("wildcards left out", "Host a b* ?c !d", {"a"});
    row("quoted name", "Host \"a\" 'b'", {"a", "b"});
    row("half-quoted name", "Host a\"b\"c", {"abc"});
    row("escaped quote", "Host a\\\"", {"a\""});
    row("brackets are literal", "Host [1]", {"[1]"});
    row("CRLF", "Host a\r", {"a"});
    row("form feed at the end", "Host a\f", {"a"});
    row("no continuation", "Host a \\", {"a", "\\"});
    row("match host", "Match host=a,b", {"a", "b"});
    row("match quoted", "Match originalhost \"a\"", {"a"});
}

void TestConfigDocument::readsBlocksAsSshDoes()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArrayList, names);
    QCOMPARE(aliasesOf(line + "\n"), names);

    // The judge: the block must apply to each of the names, and to no other.
    const SshHome home;
    home.putConfig(line + "\n  User hit\n");
    for (const QByteArray &name : qAsConst(names)) {
        // Some characters ssh takes in a pattern, but not on its command line.
        if (!name.contains(',') && !name.contains('"') && !name.contains('\\')) {
            QCOMPARE(home.value(name, "user"), QByteArray("hit"));
        }
    }
    QVERIFY(home.value("another", "user") != QByteArray("hit"));
}

void TestConfigDocument::readsWhatIsNoBlock_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<bool>("valid");
    QTest::newRow("empty") << QByteArray("") << "" << true;
    QTest::newRow("blank") << QByteArray(" \t\r") << "" << true;
    QTest::newRow("comment") << QByteArray("# Host a") << "" << true;
    QTest::newRow("indented comment") << QByteArray("  #Host a") << "" << true;
    QTest::newRow("another keyword") << QByteArray("HostName a") << "hostname" << true;
    QTest::newRow("algorithms") << QByteArray("HostKeyAlgorithms a") << "hostkeyalgorithms" << true;
    QTest::newRow("no argument") << QByteArray("Host") << "host" << false;
    QTest::newRow("no argument but white space") << QByteArray("Port  \t") << "port" << false;
    QTest::newRow("open quote") << QByteArray("User \"a") << "user" << false;
    QTest::newRow("lone apostrophe") << QByteArray("User o'neil") << "user" << false;
    QTest::newRow("NUL ends the line") << QByteArray("User a\0 'x", 10) << "user" << true;
}

void TestConfigDocument::readsWhatIsNoBlock()
{
    QFETCH(QByteArray, line);
    const SshLine read = lexSshLine({line.constData(), std::size_t(line.size())});
    QTEST(QString::fromStdString(read.keyword), "keyword");
    QTEST(read.isValid, "valid");
    const SshHome home;
    home.putConfig(line + '\n');
    QFETCH(bool, valid);
    if (read.keyword != "hostkeyalgorithms") {
        QCOMPARE(!home.resolve("x").isEmpty(), valid);
    }
}

void TestConfigDocument::readsNamesInMatch()
{
    QCOMPARE(
        aliasesOf("Match user root host a,*.b,!c exec \"host d\"\nMatch originalhost=e\n"),
        QByteArrayList({"a", "e"}));
}

void TestConfigDocument::knowsWhereIncludesApply()
{
    const ConfigDocument document("Include a \"b c\"\nUser x\nHost y\n  Include d\\ e\n");
    QCOMPARE(document.firstBlockLine(), 3);
    QCOMPARE(document.includes().size(), std::size_t(2));
    QVERIFY(document.includes()[0].isGlobal);
    QCOMPARE(document.includes()[0].patterns, (std::vector<std::string>{"a", "b c"}));
    QVERIFY(!document.includes()[1].isGlobal);
    QCOMPARE(document.includes()[1].patterns, (std::vector<std::string>{"d e"}));
}

void TestConfigDocument::placesTheRegion_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const QByteArray full = kRegion + "\n";
    const QByteArray crLf = QByteArray(full).replace("\n", "\r\n");
    const auto row = [](const char *title, const QByteArray &before, const QByteArray &after) {
        QTest::newRow(title) << before << after;
    };
    row("empty", "", full);
    row("at the top", "# mine\nUser a\nHost b\n", full + "# mine\nUser a\nHost b\n");
    row("no final newline", "Host b", full + "Host b");
    row("starts blank", "\n\nHost b\n", full + "\n\nHost b\n");
    row("CRLF", "Host b\r\n User c\r\n", crLf + "Host b\r\n User c\r\n");
    row("mixed, mostly LF", "Host b\r\n User c\n Port 1\n", full + "Host b\r\n User c\n Port 1\n");
    row("byte order mark", "\xEF\xBB\xBFHost b\n", "\xEF\xBB\xBF" + full + "Host b\n");
    row("there already", "User a\n" + full + "Host b\n", "User a\n" + full + "Host b\n");
    row("there, other tool above", "Include x\n\n" + full, "Include x\n\n" + full);
    row("below a block", "Host b\n User c\n" + full, full + "Host b\n User c\n");
    row("inside a Match", "Match all\n" + full + " User c\n", full + "Match all\n User c\n");
    row("blank line lost", "User a\n" + kRegion + "Host b\n", "User a\n" + full + "Host b\n");
    row("trimmed at the end", "User a\n" + kRegion.chopped(1), "User a\n" + full);
    row("Include lost", "# BEGIN Podium\n# END Podium\n\nHost b\n", full + "Host b\n");
    row("CRLF marks", crLf + "Host b\r\n", crLf + "Host b\r\n");
    row("LF marks in a CRLF file", full + "Host b\r\n A\r\n C\r\n D\r\n E\r\n F\r\n",
        full + "Host b\r\n A\r\n C\r\n D\r\n E\r\n F\r\n");
    row("a comment that speaks of the mark", "# see \"# BEGIN Podium\" below\nHost b\n",
        full + "# see \"# BEGIN Podium\" below\nHost b\n");
}

void TestConfigDocument::placesTheRegion()
{
    QFETCH(QByteArray, before);
    const auto after = ConfigDocument(before).withRegion();
    QVERIFY(after);
    QTEST(*after, "after");
    const auto again = ConfigDocument(*after).withRegion();
    QVERIFY(again);
    QCOMPARE(*again, *after);
}

void TestConfigDocument::removalBringsTheBytesBack_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("newline") << QByteArray("\n");
    QTest::newRow("two newlines") << QByteArray("\n\n");
    QTest::newRow("CRLF only") << QByteArray("\r\n");
    QTest::newRow("CR only") << QByteArray("\r");
    QTest::newRow("no newline") << QByteArray("Host a");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF");
    QTest::newRow("not UTF-8") << QByteArray("# caf\xe9\nHost a\n");
    QTest::newRow("NULs") << QByteArray("Host a\0b\n\0\n", 11);
    QTest::newRow("blank lines first") << QByteArray("\n\n\nHost a\n\n\n");
}

void TestConfigDocument::removalBringsTheBytesBack()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(ConfigDocument(bytes).bytes(), bytes);
    const auto with = ConfigDocument(bytes).withRegion();
    QVERIFY(with);
    QVERIFY(*with != bytes);
    const auto without = ConfigDocument(*with).withoutRegion();
    QVERIFY(without);
    QCOMPARE(*without, bytes);
}

void TestConfigDocument::refusesMarksInDisorder_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *title, const QByteArray &config, const char *says) {
        QTest::newRow(title) << config << QString::fromLatin1(says);
    };
    row("twice", kRegion + "\n" + kRegion, "lines 1, 4, 6, 9");
    row("BEGIN only", "\n# BEGIN Podium\n", "lines 2");
    row("END only", "# END Podium\n", "lines 1");
    row("reordered", "# END Podium\n# BEGIN Podium\n", "lines 1, 2");
    row("BEGIN twice", "# BEGIN Podium\n" + kRegion, "lines 1, 2, 5");
    row("indented", "Host a\n  # BEGIN Podium\n  # END Podium\n", "line 2 was altered");
    row("other case", "# begin podium\n# END Podium\n", "line 1 was altered");
    row("a block in between", "# BEGIN Podium\nHost a\n  User b\n# END Podium\n", "Line 2 stands");
    row("Include commented out", "# BEGIN Podium\n#Include ~/.ssh/podium/config\n# END Podium\n",
        "Line 2 stands");
}

void TestConfigDocument::refusesMarksInDisorder()
{
    QFETCH(QByteArray, config);
    QFETCH(QString, says);
    const ConfigDocument document(config);
    for (const auto &result : {document.withRegion(), document.withoutRegion()}) {
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Refused);
        QVERIFY2(result.error().summary.contains(says), qPrintable(result.error().summary));
    }
}

void TestConfigDocument::leavesAnIncludeOfThePersonAlone()
{
    const QByteArray config = "Include ~/.ssh/podium/config\nHost a\n";
    QCOMPARE(*ConfigDocument(config).withRegion(), config);
    // Under a block it would not apply: a region is needed.
    const QByteArray below = "Host a\nInclude ~/.ssh/podium/config\n";
    QCOMPARE(*ConfigDocument(below).withRegion(), QByteArray(kRegion + "\n" + below));
}

QTEST_GUILESS_MAIN(TestConfigDocument)
#include "tst_configdocument.moc"
