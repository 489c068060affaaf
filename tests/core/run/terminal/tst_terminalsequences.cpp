// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/controlstrings.h"
#include "core/run/terminal/terminalscreen.h"
#include "core/run/terminal/terminalsequences.h"

#include <QRegularExpression>
#include <QTest>

using namespace podium::run;

namespace {

constexpr int Columns = 10;

QByteArray passedInPieces(const QByteArray &bytes, int piece)
{
    TerminalSequenceFilter filter;
    QByteArray passed;
    for (int from = 0; from < bytes.size(); from += piece) {
        passed += filter.pass(bytes.mid(from, piece), Columns);
    }
    return passed;
}

} // namespace

class TestTerminalSequences final : public QObject
{
    Q_OBJECT

private slots:
    void leavesOutOrSays_data();
    void leavesOutOrSays();
    void passesTheRest_data();
    void passesTheRest();
    void keepsBackWhatIsUnderWay();
    void isShown_data();
    void isShown();
    void comesBackAfterEveryCharacter();
    void bearsAnyParameters();
    void keepsItsCursorWithinWhatIsLeft_data();
    void keepsItsCursorWithinWhatIsLeft();
    void aControlBeforeAStringHidesItNot();
};

void TestTerminalSequences::leavesOutOrSays_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("passed");
    const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &passed) {
        QTest::newRow(name) << bytes << passed;
    };
    row("once without a number", "x\x1b[b", "xx");
    row("nought is one", "x\x1b[0b", "xx");
    row("three times", "x\x1b[3b.", "xxxx.");
    row("leading noughts", "x\x1b[0003b", "xxxx");
    row("the first number counts", "x\x1b[2;9b", "xxx");
    row("none before a semicolon", "x\x1b[;9b", "xx");
    row("parts of a number", "x\x1b[2:9b", "xxx");
    row("a row at most", "x\x1b[11b", QByteArray(11, 'x'));
    row("more than an int", "x\x1b[99999999999999999999b", QByteArray(11, 'x'));
    row("again", "x\x1b[b\x1b[b", "xxx");
    row("nothing was printed", "\x1b[b\x1b[9b", "");
    row("controls print nothing", "\r\n\a\x1b[9b", "\r\n\a");
    row("of two bytes", "\xc3\xa9\x1b[2b", "\xc3\xa9\xc3\xa9\xc3\xa9");
    row("wide", "\xe6\xbc\xa2\x1b[b", "\xe6\xbc\xa2\xe6\xbc\xa2");
    row("of four bytes", "\xf0\x9f\x98\x80\x1b[b", "\xf0\x9f\x98\x80\xf0\x9f\x98\x80");
    row("takes no room", "e\xcc\x81\x1b[2b",
        "e\xcc\x81"
        "ee");
    row("takes no room, and none that does", "\xcc\x81\x1b[2b", "\xcc\x81");
    row("moves in between", "x\r\n\x1b[2;3H\x1b[b", "x\r\n\x1b[2;3Hx");
    row("other ends of sequences", "x\x1b(B\x1b[31m\x1b[2b", "x\x1b(B\x1b[31mxx");
    row("in the middle of a line feed", "x\x1b[\n2\rb", "x\n\rxx");
    row("a line feed after the escape", "x\x1b\n[2b", "x\nxx");
    row("deletes and nulls within", QByteArray("x\x1b\x7f[\0002\x7f\0b", 9),
        QByteArray("x\0\0xx", 5));
    row("escape begins anew", "x\x1b[3\x1b[2b", "xxx");
    row("escape after escape", "x\x1b\x1b[2b", "xxx");
    row("cancelled",
        "x\x1b[3\x18"
        "b",
        "x\x18"
        "b");
    row("cancelled otherwise",
        "x\x1b[3\x1a"
        "b",
        "x\x1a"
        "b");
    row("broken off by a character",
        "x\x1b[3\xc3\xa9"
        "b",
        "x\xc3\xa9"
        "b");
    row("something between escape and bracket", "x\x1b.[b", "xb");
    row("more of it", "x\x1b\"&[2b", "x2b");
    row("a string begun so", "x\x1b\"]0;title", "x0;title");
    row("restores the cursor within the screen",
        "\x1b"
        "7x\x1b"
        "8",
        "\x1b"
        "7x\x1b[?1048l");
    row("double width and a screen of E", "\x1b#6x\x1b#8y", "xy");
    const auto parameters = [](int count) { return QByteArray("1;").repeated(count).chopped(1); };
    const int most = TerminalSequenceFilter::MostParameters;
    row("a parameter too many", "x\x1b[" + parameters(most + 1) + "my", "xy");
    row("a parameter without a number too many", "x\x1b[" + parameters(most) + ";my", "xy");
    row("a part too many", "x\x1b[" + parameters(most).replace(';', ':') + ":1my", "xy");
    row("a digit too many", "x\x1b[1;1000000000my", "xy");
    row("too long", "x\x1b[" + QByteArray(TerminalSequenceFilter::LongestSequence, '1') + "by",
        "xy");
    row("another that is too long",
        "x\x1b[" + QByteArray(TerminalSequenceFilter::LongestSequence, ' ') + "my", "xy");
}

void TestTerminalSequences::leavesOutOrSays()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, passed);
    for (int piece = 1; piece <= bytes.size(); ++piece) {
        QCOMPARE(passedInPieces(bytes, piece), passed);
    }
}

void TestTerminalSequences::passesTheRest_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char *bytes :
         {"text", "x\r\ny", "x\x1b[?5b", "x\x1b[>5b", "x\x1b[5 b", "x\x1b[5!b", "x\x1b[5<b",
          "x\x1b(b",
          "x\x1b"
          "b",
          "x\x1b"
          "c",
          "\x1b[!p", "\x1b[38;5;200mx", "\x1b[38:2::1:2:3mx", "\x1b[2J\x1b[H", "\x1b[?1049h",
          "caf\xc3\xa9", "\xff\xfe"}) {
        QTest::newRow(QByteArray(bytes).toPercentEncoding().constData()) << QByteArray(bytes);
    }
    const QByteArray numbers =
        QByteArray("999999999;").repeated(TerminalSequenceFilter::MostParameters).chopped(1);
    QTest::newRow("the most numbers") << "\x1b[" + numbers + "mx";
    const int room = TerminalSequenceFilter::LongestSequence - 3;
    QTest::newRow("the longest") << "\x1b[" + QByteArray(room, ' ') + "mx";
}

void TestTerminalSequences::passesTheRest()
{
    QFETCH(QByteArray, bytes);
    for (int piece = 1; piece <= bytes.size(); ++piece) {
        QCOMPARE(passedInPieces(bytes, piece), bytes);
    }
}

void TestTerminalSequences::keepsBackWhatIsUnderWay()
{
    TerminalSequenceFilter filter;
    QCOMPARE(filter.pass("x\x1b[3", Columns), QByteArray("x"));
    QCOMPARE(filter.pass("1m", Columns), QByteArray("\x1b[31m"));
    QCOMPARE(filter.pass("\x1b", Columns), QByteArray());
    QCOMPARE(filter.pass("[2", 3), QByteArray());
    QCOMPARE(filter.pass("0b", 3), QByteArray("xxx"));
    QCOMPARE(filter.pass("\x1b[9b", 0), QByteArray("x"));
}

void TestTerminalSequences::isShown_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("at first") << QByteArray();
    QTest::newRow("after a reset") << QByteArray("\x1b"
                                                 "c");
    QTest::newRow("after a soft reset") << QByteArray("\x1b[!p");
    QTest::newRow("after a combining character") << QByteArray("\xcc\x81\r");
}

void TestTerminalSequences::isShown()
{
    QFETCH(QByteArray, before);
    TerminalScreen screen({Columns, 2});
    (void)screen.feed(before + "\x1b[b\x1b[99999999b");
    QVERIFY(!screen.line(0).text.contains(QRegularExpression("[a-z]")));
    (void)screen.feed("\rxy\x1b[3b");
    QCOMPARE(screen.line(0).text, QString("xyyyy"));
}

/// libvterm by itself would not come back from those that take no room.
void TestTerminalSequences::comesBackAfterEveryCharacter()
{
    TerminalScreen screen({Columns, 2});
    for (uint character = 0x20; character <= 0x10ffff; ++character) {
        if (character == 0x3400) {
            character = 0xd7a0; // ideographs and syllables, and planes of nothing but them
        } else if (character == 0x20000) {
            character = 0xe0000;
        } else if (character == 0xe0200) {
            character = 0x10ff00;
        }
        (void)screen.feed("\r" + QString::fromUcs4(&character, 1).toUtf8() + "\x1b[3b");
    }
    (void)screen.feed("\x1b"
                      "cend");
    QCOMPARE(screen.line(0).text, QString("end"));
}

/// libvterm by itself would write over what it frees at the end.
void TestTerminalSequences::bearsAnyParameters()
{
    for (const char byte : {';', ':', '9', '<', '?', ' ', '!'}) {
        for (const int count : {15, 16, 17, 32, 64, 4096}) {
            TerminalScreen screen({Columns, 2});
            (void)screen.feed(
                "\x1b[" + QByteArray(count, byte) + "m\x1b[" +
                QByteArray("1" + QByteArray(1, byte)).repeated(count) + "H");
            (void)screen.feed("\x1b"
                              "cend");
            QCOMPARE(screen.line(screen.lineCount() - 2).text, QString("end"));
        }
    }
}

void TestTerminalSequences::keepsItsCursorWithinWhatIsLeft_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("saved") << QByteArray("\x1b[40;70H\x1b"
                                         "7")
                           << QByteArray("\x1b"
                                         "8");
    QTest::newRow("saved by a mode")
        << QByteArray("\x1b[40;70H\x1b[?1048h") << QByteArray("\x1b[?1048l");
    QTest::newRow("margins") << QByteArray("\x1b[30;45r\x1b[?6h") << QByteArray("\x1b[H");
    QTest::newRow("margins left and right")
        << QByteArray("\x1b[?69h\x1b[60;75s\x1b[?6h") << QByteArray("\x1b[H");
}

void TestTerminalSequences::keepsItsCursorWithinWhatIsLeft()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    TerminalScreen screen({80, 50});
    (void)screen.feed(before);
    screen.resize({15, 5});
    (void)screen.feed(after);
    QVERIFY(screen.cursor().row < 5);
    QVERIFY(screen.cursor().cell < 15);
    (void)screen.feed("x\x1b[6n");
    QString shown;
    for (int i = 0; i < screen.lineCount(); ++i) {
        shown += screen.line(i).text;
    }
    QVERIFY(shown.contains('x'));
}

/// libvterm takes what comes after the control for the string all the same.
void TestTerminalSequences::aControlBeforeAStringHidesItNot()
{
    for (int control = 0; control < 0x80; control = control == 0x1f ? 0x7f : control + 1) {
        const char byte = char(control);
        const bool breaksOff = byte == '\x18' || byte == '\x1a';
        for (const char begin : {'P', ']', '_', '^', 'X', 'k'}) {
            const QByteArray bytes = QByteArray("a\x1b") + byte + begin + "evil\x1b\\b";
            ControlStringFilter filter;
            const QByteArray passed = filter.pass(bytes);
            QVERIFY2(passed.contains("evil") == breaksOff, bytes.toHex());
            QVERIFY(passed.startsWith('a') && passed.endsWith('b'));
            QVERIFY(
                !passedInPieces("\x1b" + QByteArray(1, begin) + "x", 1).contains('\x1b') ||
                begin == 'k');
        }
    }
}

QTEST_APPLESS_MAIN(TestTerminalSequences)
#include "tst_terminalsequences.moc"
