// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/cellwidth.h"
#include "core/run/terminal/terminalkeys.h"
#include "core/run/terminal/terminalscreen.h"
#include "tests/core/run/pressedkeys.h"

#include <QTest>

#include <random>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

/// The lines of the screen and what has left it, without empty ones at the end.
QStringList linesOf(const TerminalScreen &screen)
{
    QStringList lines;
    for (int i = 0; i < screen.lineCount(); ++i) {
        lines += screen.line(i).text;
    }
    while (!lines.isEmpty() && lines.last().isEmpty()) {
        lines.removeLast();
    }
    return lines;
}

int cellsOf(const QString &text)
{
    int cells = 0;
    for (const uint character : text.toUcs4()) {
        cells += cellWidth(character);
    }
    return cells;
}

} // namespace

class TestTerminalScreen final : public QObject
{
    Q_OBJECT

private slots:
    void shows_data();
    void shows();
    void hasColours();
    void hasACursor();
    void knowsTheAlternateScreen();
    void keepsWhatScrollsAway();
    void forgetsTheOldest();
    void keepsNoMoreThanItMay();
    void resizes();
    void keepsItsCursorInOneRow();
    void answersOnlyWhatATerminalMust_data();
    void answersOnlyWhatATerminalMust();
    void nothingIsEverRepeated_data();
    void nothingIsEverRepeated();
    void columnsStandBelowAnother_data();
    void columnsStandBelowAnother();
    void randomBytesDoNothingButBeShown();
};

void TestTerminalScreen::shows_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("lines");
    const auto row = [](const char *name, const QByteArray &bytes, const QStringList &lines) {
        QTest::newRow(name) << bytes << lines;
    };
    row("text", "one\r\ntwo", {"one", "two"});
    row("a line feed alone goes straight down", "one\ntwo", {"one", "   two"});
    row("overwriting", "10%\r100%", {"100%"});
    row("wraps", "abcdefghijklmnopqrstuvwxyz", {"abcdefghijklmnopqrst", "uvwxyz"});
    row("place", "\x1b[2;3Hx\x1b[Hy", {"y", "  x"});
    row("erase", "abc\x1b[2J\x1b[Hd", {"d"});
    row("insert a line", "a\r\nb\x1b[H\x1b[Lnew", {"new", "a", "b"});
    row("region", "1\r\n2\r\n3\x1b[2;3r\x1b[3;1H\n4", {"1", "3", "4"});
    row("tabs", "a\tb", {"a       b"});
    row("drawing characters", "\x1b(0lqk\x1b(B ok", {QString::fromUtf8("┌─┐ ok")});
    row("UTF-8", "caf\xc3\xa9", {QString::fromUtf8("café")});
    row("wide", QByteArray("\xe6\xbc\xa2\xe5\xad\x97|"), {QString::fromUtf8("漢字|")});
    row("combining", QByteArray("e\xcc\x81x"), {QString::fromUtf8("e\u0301x")});
    row("title by bell", "a\x1b]0;evil\ab", {"ab"});
    row("title by ST", "a\x1b]2;evil\x1b\\b", {"ab"});
    row("clipboard", "a\x1b]52;c;cm0gLXJmIH4=\ab", {"ab"});
    row("link", "\x1b]8;;http://x/\x1b\\text\x1b]8;;\x1b\\", {"text"});
    row("DCS with line feeds", "a\x1bPq#0\n#1\n\x1b\\b", {"ab"});
    row("a bell in a DCS", "a\x1bPone\atwo\x1b\\b", {"ab"});
    row("tmux passthrough", "a\x1bPtmux;\x1b\x1b]52;c;eA==\a\x1b\\b", {"ab"});
    row("APC", "a\x1b_Gf=24;AAAA\x1b\\b", {"ab"});
    row("PM and SOS", "a\x1b^pm\x1b\\b\x1bXsos\x1b\\c", {"abc"});
    row("screen title", "a\x1bktitle\x1b\\b", {"ab"});
    row("string cancelled",
        "a\x1b]0;evil\x18"
        "b\x1b]0;evil\x1a"
        "c",
        {"abc"});
    row("control before a string", QByteArray("a\x1b\0]0;evil\ab", 12), {"ab"});
    row("more of them", "a\x1b\r\x7f\x1bPevil\x1b\x07Pevil\x1b\\b", {"b"});
    row("string in a sequence", "a\x1b[3\x1b]0;evil\a1mb", {"a1mb"});
    row("a sequence ends a string", "a\x1b]0;evil\x1b[2Cb", {"a  b"});
    row("two escapes", "a\x1b\x1b[2Cb", {"a  b"});
    row("endless string", "a\x1b]" + QByteArray(64 * 1024, 'x') + "\x1b[2J\x1b[Hb", {"b"});
    row("given up", "\x1b]" + QByteArray(64 * 1024, 'x') + "b", {"b"});
    const QString broken = QChar(0xfffd);
    row("broken UTF-8", "a\xffz", {"a" + broken + "z"});
    row("half a character before a control", "a\xc2\x04\x95z", {"a" + broken + broken + "z"});
    row("half a character before a line end", "a\xe2\x82\r\nb", {"a" + broken, "b"});
    row("a control as a character", "a\xc2\x95z", {"az"});
}

void TestTerminalScreen::shows()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, lines);
    for (const int chunk : {1, int(bytes.size())}) {
        TerminalScreen screen({20, 5});
        for (int from = 0; from < bytes.size(); from += chunk) {
            QCOMPARE(screen.feed(bytes.mid(from, chunk)), QByteArray());
        }
        QCOMPARE(linesOf(screen), lines);
    }
}

void TestTerminalScreen::hasColours()
{
    TerminalScreen screen({40, 2});
    QCOMPARE(
        screen.feed("a\x1b[1;31mb\x1b[0;48;5;200mc\x1b[0;38;2;1;2;3;4md\x1b[0;7me\x1b[0mf"),
        QByteArray());
    const StyledLine line = screen.line(0);
    QCOMPARE(line.text, QString("abcdef"));
    QCOMPARE(int(line.runs.size()), 5);
    QCOMPARE(line.runs[0].start, 1);
    QVERIFY(line.runs[0].style.bold);
    QCOMPARE(line.runs[0].style.foreground, (TextColour{TextColour::Kind::Palette, 1}));
    QCOMPARE(line.runs[1].style.background, (TextColour{TextColour::Kind::Palette, 200}));
    QCOMPARE(line.runs[2].style.foreground, (TextColour{TextColour::Kind::Rgb, 0x010203}));
    QVERIFY(line.runs[2].style.underline);
    QVERIFY(line.runs[3].style.inverse);
    QCOMPARE(line.runs[4].style, TextStyle());

    // What is erased in a colour is seen to its end.
    QCOMPARE(screen.feed("\x1b[2;1H\x1b[44mx\x1b[K"), QByteArray());
    QCOMPARE(screen.line(1).text.size(), 40);
}

void TestTerminalScreen::hasACursor()
{
    TerminalScreen screen({20, 5});
    QVERIFY(screen.cursor().isVisible);
    QCOMPARE(screen.feed("ab\r\nc\xe6\xbc\xa2"), QByteArray());
    QCOMPARE(screen.cursor(), (TerminalScreen::Cursor{1, 3, true}));
    QCOMPARE(screen.feed("\x1b[?25l\x1b[4;10H"), QByteArray());
    QCOMPARE(screen.cursor(), (TerminalScreen::Cursor{3, 9, false}));
}

void TestTerminalScreen::knowsTheAlternateScreen()
{
    TerminalScreen screen({20, 3});
    QCOMPARE(screen.feed("before\x1b[?1049h\x1b[Hfull\r\nscreen\r\n\r\n\r\n\r\nend"), QByteArray());
    QVERIFY(screen.isAlternate());
    QCOMPARE(screen.scrollbackCount(), 0);
    QCOMPARE(screen.feed("\x1b[?1049l"), QByteArray());
    QVERIFY(!screen.isAlternate());
    QCOMPARE(linesOf(screen), QStringList{"before"});
}

void TestTerminalScreen::keepsWhatScrollsAway()
{
    TerminalScreen screen({20, 3});
    QCOMPARE(screen.feed("1\r\n2\r\n\x1b[31m3\x1b[0m\r\n4\r\n5"), QByteArray());
    QCOMPARE(screen.scrollbackCount(), 2);
    QCOMPARE(screen.lineCount(), 5);
    QCOMPARE(linesOf(screen), (QStringList{"1", "2", "3", "4", "5"}));
    QCOMPARE(screen.line(2).runs.front().style.foreground.value, 1U);
}

void TestTerminalScreen::forgetsTheOldest()
{
    TerminalScreen screen({20, 3});
    QByteArray bytes;
    for (int i = 1; i <= TerminalScreen::MostScrollback + 13; ++i) {
        bytes += QByteArray::number(i) + "\r\n";
    }
    QCOMPARE(screen.feed(bytes), QByteArray());
    QCOMPARE(screen.scrollbackCount(), int(TerminalScreen::MostScrollback));
    QCOMPARE(screen.forgottenLines(), 11);
    QCOMPARE(screen.line(0).text, QString("12"));
}

/// Lines of a thousand cells, each in a style of its own.
void TestTerminalScreen::keepsNoMoreThanItMay()
{
    constexpr int Lines = 600;
    TerminalScreen screen({1000, 2});
    QByteArray line;
    for (int cell = 0; cell < 500; ++cell) {
        line += "\x1b[31mx\x1b[32my";
    }
    for (int i = 0; i < Lines; ++i) {
        QCOMPARE(screen.feed(line + "\r\n"), QByteArray());
    }
    qint64 bytes = 0;
    for (int i = 0; i < screen.scrollbackCount(); ++i) {
        bytes += qint64(screen.line(i).runs.capacity() * sizeof(StyleRun));
    }
    QVERIFY2(bytes <= TerminalScreen::MostScrollbackBytes, qPrintable(QString::number(bytes)));
    QVERIFY(bytes > TerminalScreen::MostScrollbackBytes / 2);
    QCOMPARE(screen.forgottenLines() + screen.scrollbackCount(), qint64(Lines - 1));
    QCOMPARE(screen.line(0).text.size(), 1000);
}

void TestTerminalScreen::resizes()
{
    TerminalScreen screen({20, 4});
    QCOMPARE(screen.feed("1\r\n2\r\n3\r\n4"), QByteArray());
    screen.resize({30, 2});
    QCOMPARE(screen.size(), (ssh::TerminalSize{30, 2}));
    QCOMPARE(linesOf(screen), (QStringList{"1", "2", "3", "4"}));
    QCOMPARE(screen.cursor().row, 1);
    QCOMPARE(screen.feed("\r\n" + QByteArray(25, 'x')), QByteArray());
    QCOMPARE(screen.line(screen.lineCount() - 1).text, QString(25, 'x'));
    // Whatever is asked for, it stays within what an emulation can do.
    for (const ssh::TerminalSize size :
         {ssh::TerminalSize{0, 0}, ssh::TerminalSize{-5, 9}, ssh::TerminalSize{1 << 30, 1 << 30},
          ssh::TerminalSize{2, 1}, ssh::TerminalSize{80, 24}}) {
        screen.resize(size);
        QVERIFY(screen.size().columns >= 2 && screen.size().columns <= 1000);
        QVERIFY(screen.size().rows >= 1 && screen.size().rows <= 500);
        QCOMPARE(screen.feed("\x1b[2J\x1b[Hx\xe6\xbc\xa2y\r\n"), QByteArray());
        QVERIFY(screen.cursor().row < screen.size().rows);
    }
}

void TestTerminalScreen::keepsItsCursorInOneRow()
{
    TerminalScreen screen({79, 47});
    QCOMPARE(screen.feed("/"), QByteArray());
    screen.resize({15, 1});
    QCOMPARE(screen.cursor(), (TerminalScreen::Cursor{0, 1}));
    QCOMPARE(screen.feed("x"), QByteArray());
    QCOMPARE(screen.cursor(), (TerminalScreen::Cursor{0, 2}));
    QVERIFY(linesOf(screen).last().endsWith("x"));
}

void TestTerminalScreen::answersOnlyWhatATerminalMust_data()
{
    QTest::addColumn<QByteArray>("question");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("where is the cursor") << QByteArray("ab\r\nc\x1b[6n") << QByteArray("\x1b[2;2R");
    QTest::newRow("where, DEC") << QByteArray("\x1b[?6n") << QByteArray("\x1b[?1;1R");
    QTest::newRow("is all well") << QByteArray("\x1b[5n") << QByteArray("\x1b[0n");
    QTest::newRow("what are you") << QByteArray("\x1b[c") << QByteArray("\x1b[?1;2c");
    QTest::newRow("two questions")
        << QByteArray("\x1b[5n\x1b[6n") << QByteArray("\x1b[0n\x1b[1;1R");
    QTest::newRow("mode") << QByteArray("\x1b[?25$p") << QByteArray();
    QTest::newRow("setting (DECRQSS)") << QByteArray("\x1bP$qm\x1b\\") << QByteArray();
    QTest::newRow("setting, after a control")
        << QByteArray("\x1b\0P$qrr\x1b\\\x1b\x7fP$q\xaerr\x1b\\", 19) << QByteArray();
    QTest::newRow("setting, hostile") << QByteArray("\x1bP$q\nrm -rf x\n\x1b\\") << QByteArray();
    QTest::newRow("title report") << QByteArray("\x1b]2;rm -rf x\x1b\\\x1b[21t\x1b[20t")
                                  << QByteArray();
    QTest::newRow("window report") << QByteArray("\x1b[14t\x1b[18t\x1b[19t") << QByteArray();
    QTest::newRow("answerback") << QByteArray("\x05") << QByteArray();
    QTest::newRow("clipboard") << QByteArray("\x1b]52;c;?\a\x1b]52;c;cm0=\x1b\\") << QByteArray();
    QTest::newRow("colours") << QByteArray("\x1b]4;1;?\a\x1b]10;?\a\x1b]11;?\a") << QByteArray();
    QTest::newRow("font") << QByteArray("\x1b]50;?\a") << QByteArray();
    QTest::newRow("capability (XTGETTCAP)") << QByteArray("\x1bP+q544e\x1b\\") << QByteArray();
    QTest::newRow("checksum") << QByteArray("\x1b[1;1;1;1;5;5*y") << QByteArray();
    QTest::newRow("parameters") << QByteArray("\x1b[x") << QByteArray();
}

void TestTerminalScreen::answersOnlyWhatATerminalMust()
{
    QFETCH(QByteArray, question);
    QFETCH(QByteArray, answer);
    for (const int chunk : {1, int(question.size())}) {
        TerminalScreen screen({20, 5});
        QByteArray said;
        for (int from = 0; from < question.size(); from += chunk) {
            said += screen.feed(question.mid(from, chunk));
        }
        QCOMPARE(said, answer);
    }
}

/// What a program hides in control strings never comes back as if the person had typed it, and a
/// key pressed afterwards is that key alone.
void TestTerminalScreen::nothingIsEverRepeated_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char *opener :
         {"\x1b]0;", "\x1b]2;", "\x1b]52;c;", "\x1b]8;;", "\x1b]50;", "\x1bP", "\x1bP$q", "\x1bP+q",
          "\x1bPtmux;", "\x1b_G", "\x1b^", "\x1bX", "\x1bk", "\x9d", "\x90", "\xc2\x9d",
          "\xc2\x90"}) {
        for (const char *end : {"\x1b\\", "\a", "\x9c", ""}) {
            const QByteArray bytes = QByteArray(opener) + "evil\n" + end;
            QTest::newRow(bytes.toHex()) << bytes;
        }
    }
}

void TestTerminalScreen::nothingIsEverRepeated()
{
    QFETCH(QByteArray, bytes);
    TerminalScreen screen({40, 5});
    QCOMPARE(screen.feed(bytes + "\x1b[21t\x1b[6\x18\x05"), QByteArray());
    QCOMPARE(screen.press(named(TerminalKey::Named::Enter)), QByteArray("\r"));
    QCOMPARE(screen.press(typed("x")), QByteArray("x"));
}

void TestTerminalScreen::columnsStandBelowAnother_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"plain", "漢字かな", "😀👩‍👩‍👧‍👦🇩🇪",
          "e\u0301\u0302\u0303\u0304\u0305\u0306\u0307", "a\u200bb\u202ec\u2066d",
          "\u0627\u0644\u0639", "\u2028x\u2029y", "✈\ufe0fz", "\u1100\u1161", "\ufeffz",
          "\U0001F6D8q", "\u00adq", "⏰⌚▪"}) {
        QTest::newRow(text) << QString::fromUtf8(text);
    }
}

void TestTerminalScreen::columnsStandBelowAnother()
{
    QFETCH(QString, text);
    TerminalScreen screen({60, 3});
    QCOMPARE(screen.feed("\r" + text.toUtf8()), QByteArray());
    const int cells = screen.cursor().cell;
    QCOMPARE(screen.feed("|"), QByteArray());
    const QString line = screen.line(0).text;
    QVERIFY(line.endsWith('|'));
    QCOMPARE(cellsOf(line), cells + 1);
    for (const uint character : line.toUcs4()) {
        QVERIFY(QChar::category(character) != QChar::Other_Format);
    }
}

void TestTerminalScreen::randomBytesDoNothingButBeShown()
{
    std::mt19937 random(20260302);
    static const QByteArray alphabet(
        "\x1b\x1b\x1b[]P_^Xk\\;:?>=$ "
        "!0123456789mKGCDHJrhlLMPS@ABEFXZcnpqstuxy\r\n\b\t\a\x18\x05\x9b"
        "\xc2\xe2\x80\x8d\xcc\x81\xf0\x9f\x98\x80\xe6\xbc\xa2 abc");
    for (int round = 0; round < 400; ++round) {
        TerminalScreen screen({2 + int(random() % 40), 1 + int(random() % 12)});
        QByteArray said;
        for (int i = 0; i < 20; ++i) {
            QByteArray bytes;
            for (int j = 0; j < 60; ++j) {
                bytes += round % 2 == 0 ? char(random() & 0xff)
                                        : alphabet.at(int(random() % unsigned(alphabet.size())));
            }
            said += screen.feed(bytes);
            if (random() % 4 == 0) {
                screen.resize({2 + int(random() % 40), 1 + int(random() % 12)});
            }
            for (int index = 0; index < screen.lineCount(); ++index) {
                const StyledLine line = screen.line(index);
                for (const QChar c : line.text) {
                    QVERIFY2(c.category() != QChar::Other_Control, bytes.toHex().constData());
                }
                QVERIFY(cellsOf(line.text) <= 60);
            }
        }
        for (int from = 0; from < said.size();) {
            const int next = said.indexOf('\x1b', from + 1);
            QVERIFY(isAllowedAnswer(said.mid(from, next < 0 ? -1 : next - from)));
            from = next < 0 ? said.size() : next;
        }
    }
}

QTEST_APPLESS_MAIN(TestTerminalScreen)
#include "tst_terminalscreen.moc"
