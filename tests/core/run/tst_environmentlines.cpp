// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/environmentlines.h"
#include "core/run/sentcommand.h"

#include <QTest>

using namespace podium;
using namespace podium::run;

using Variables = std::vector<EnvironmentVariable>;

/// Variables from lines and names, and what is said of lines that are none.
class TestEnvironmentLines final : public QObject
{
    Q_OBJECT

private slots:
    void linesAreAsDockersAre_data();
    void linesAreAsDockersAre();
    void ofOneNameTheLater();
    void aNameAloneTakesItsValueFromElsewhere();
    void whatIsWrongIsSaidWithoutTheValue_data();
    void whatIsWrongIsSaidWithoutTheValue();
    void manyLinesAreRead();
    void aFileThatOthersReadIsTold();
};

void TestEnvironmentLines::linesAreAsDockersAre_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("value"); // of A, the only one
    const auto row = [](const char *what, const QByteArray &text, const QByteArray &value) {
        QTest::newRow(what) << text << value;
    };
    row("plain", "A=1", "1");
    row("as it stands", "A= \"with\" = 'quotes' $HOME # \t", " \"with\" = 'quotes' $HOME # \t");
    row("empty", "A=", "");
    row("indented", " \t A=1\n", "1");
    row("comments", "# B=2\n\n   \n  # C\nA=1\n#", "1");
    row("from Windows", "A=1\r\n\r\n", "1");
    row("only one \\r", "A=1\r\r\n", "1\r");
    row("a mark first", QByteArray("\xef\xbb\xbf") + "A=1", "1");
    row("zero byte", QByteArray("A=1\0002", 5), QByteArray("1\0002", 3));
}

void TestEnvironmentLines::linesAreAsDockersAre()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, value);
    EnvironmentLines lines;
    QVERIFY(lines.readText(text, "file"));
    QCOMPARE(lines.variables(), (Variables{{"A", value}}));
}

void TestEnvironmentLines::ofOneNameTheLater()
{
    EnvironmentLines lines([](const QByteArray &) { return QByteArray("own"); });
    QVERIFY(lines.readText("A=1\nB=1\nA=2\nC=1\n", "file"));
    QVERIFY(lines.readText("B=2\nD=2", "typed"));
    QVERIFY(lines.readName("C"));
    QCOMPARE(lines.variables(), (Variables{{"A", "2"}, {"B", "2"}, {"C", "own"}, {"D", "2"}}));
}

void TestEnvironmentLines::aNameAloneTakesItsValueFromElsewhere()
{
    EnvironmentLines lines([](const QByteArray &name) -> Result<QByteArray> {
        if (name == "NOT_SET") {
            return failure({ErrorKind::InvalidArgument, QStringLiteral("None."), {}, {}, {}});
        }
        return "value of " + name;
    });
    QVERIFY(lines.readText("  A \t\r\n", "file"));
    QVERIFY(lines.readName("B"));
    QCOMPARE(lines.variables(), (Variables{{"A", "value of A"}, {"B", "value of B"}}));
    const auto inText = lines.readText("C=1\n\nNOT_SET", "file");
    QVERIFY(!inText);
    QCOMPARE(inText.error().summary, QString("file, line 3: None."));
    const auto alone = lines.readName("NOT_SET");
    QVERIFY(!alone);
    QCOMPARE(alone.error().summary, QString("None."));
}

void TestEnvironmentLines::whatIsWrongIsSaidWithoutTheValue_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *what, const QByteArray &text, const char *said) {
        QTest::newRow(what) << text << QString(said);
    };
    row("no =", "A=1\nhidden", "%2, line 2: There is no =");
    row("a name alone", "hidden", "%2, line 1: There is no =");
    row("exported", "export hidden=hidden", "%2, line 1: The name before the = must be letters");
    row("no name", "=hidden", "%2, line 1: The name before the = must be letters");
    row("a digit first", "1hidden=hidden", "%2, line 1: The name before the = must be letters");
    row("a space behind", "hidden =hidden", "%2, line 1: The name before the = must be letters");
    row("not ASCII", "\xc3\xa4=hidden", "%2, line 1: The name before the = must be letters");
}

void TestEnvironmentLines::whatIsWrongIsSaidWithoutTheValue()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    EnvironmentLines lines;
    const auto read = lines.readText(text, "%2"); // a path may look like anything
    QVERIFY(!read);
    QVERIFY2(read.error().text().startsWith(said), qPrintable(read.error().text()));
    QVERIFY(!read.error().text().contains("hidden") && !read.error().hint.contains("hidden"));
    QCOMPARE(read.error().kind, ErrorKind::InvalidArgument);
}

void TestEnvironmentLines::manyLinesAreRead()
{
    QByteArray text;
    for (int i = 0; text.size() < 2 * MostOfEnvironment; ++i) {
        text.append('A').append(QByteArray::number(i)).append("=\n");
    }
    EnvironmentLines lines;
    QVERIFY(lines.readText(text, "file"));
    QVERIFY(lines.variables().size() > 200'000);
    RunSpec spec;
    spec.environment = lines.variables();
    QVERIFY(environmentProblem(spec)->text().startsWith("These are too many"));
}

void TestEnvironmentLines::aFileThatOthersReadIsTold()
{
    const auto own = QFileDevice::ReadOwner | QFileDevice::ReadUser | QFileDevice::WriteOwner;
    QCOMPARE(environmentFileWarning("/a", own), QString());
    for (const auto other : {QFileDevice::ReadGroup, QFileDevice::ReadOther}) {
        QVERIFY(environmentFileWarning("/a", own | other).startsWith("/a can be read by others"));
    }
}

QTEST_APPLESS_MAIN(TestEnvironmentLines)
#include "tst_environmentlines.moc"
