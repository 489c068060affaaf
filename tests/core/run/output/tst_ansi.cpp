// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/parsedlines.h"

#include <QTest>

#include <random>

using namespace podium::run;
using namespace podium::tests;

namespace {

QStringList texts(const std::vector<StyledLine> &lines)
{
    QStringList result;
    for (const StyledLine &line : lines) {
        result << line.text;
    }
    return result;
}

bool hasControl(const QString &text)
{
    return std::any_of(
        text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; });
}

} // namespace

class TestAnsi final : public QObject
{
    Q_OBJECT

private slots:
    void linesAreAsSeen_data();
    void linesAreAsSeen();
    void hostileSequencesAreSwallowed_data();
    void hostileSequencesAreSwallowed();
    void brokenUtf8IsMarked_data();
    void brokenUtf8IsMarked();
    void longLineGoesOnInTheNextRow();
    void manyJoinersStayBounded();
    void endlessStringsAreGivenUp_data();
    void endlessStringsAreGivenUp();
    void randomBytesNeverShowControls();
};

void TestAnsi::linesAreAsSeen_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("lines");
    const auto row = [](const char *name, const QByteArray &bytes, const QStringList &lines) {
        QTest::newRow(name) << bytes << lines;
    };
    row("plain", "one\ntwo\n", {"one", "two"});
    row("no final newline", "one\ntwo", {"one", "two"});
    row("empty lines", "\n\na\n", {"", "", "a"});
    row("crlf", "one\r\ntwo\r\n", {"one", "two"});
    row("progress", "10%\r20%\r100%\ndone\n", {"100%", "done"});
    row("shorter rewrite leaves a rest", "100%\r9\n", {"900%"});
    row("rewrite and erase", "100%\r\x1b[K9\n", {"9"});
    row("erase line keeps the column", "abc\x1b[2Kd\n", {"   d"});
    row("erase to the start", "abcd\x1b[2D\x1b[1Kx\n", {"  xd"});
    row("erase some", "abcd\r\x1b[2Xz\n", {"z cd"});
    row("backspace", "ab\b\bxy\bz\n", {"xz"});
    row("backspace at the start", "\b\ba\n", {"a"});
    row("spinner", "|\b/\b-\b\\\bok\n", {"ok"});
    row("tab", "a\tb\t\tc\n", {"a       b               c"});
    row("tab over text only moves", "abcdefghij\r\tX\n", {"abcdefghXj"});
    row("right and left", "ab\x1b[3Cc\x1b[4Dx\n", {"abx  c"});
    row("column", "abc\x1b[2Gx\x1b[6Gy\n", {"axc  y"});
    row("far right is bounded", "\x1b[99999Cx\n", {QString(512, ' ') + "x"});
    row("other cursor moves", "a\x1b[2Ab\x1b[3;4Hc\x1b[sd\x1b[u\n", {"abcd"});
    row("clear screen", "a\x1b[2J\x1b[Hb\n", {"ab"});
    row("hidden cursor", "\x1b[?25lwait\x1b[?25h\n", {"wait"});
    row("bell, null, form feed", QByteArray("a\a\0b\f\vc\n", 8), {"abc"});
    row("delete",
        "a\x7f"
        "b\n",
        {"ab"});
    row("charset", "\x1b(0qqq\x1b(B\n", {"qqq"});
    row("keypad, save, index",
        "\x1b=\x1b>\x1b"
        "7\x1b"
        "8\x1b"
        "Da\n",
        {"a"});
    row("wide", QByteArray("日本\r語\n"), {QStringLiteral("語本")});
    row("half overwritten wide", QByteArray("日本\rx\n"), {QStringLiteral("x 本")});
    row("second half overwritten", QByteArray("日本\x1b[2Gx\n"), {QStringLiteral(" x本")});
    row("combining",
        QByteArray("e\xcc\x81t\xcc\x81"
                   "e\n"),
        {QString::fromUtf8("e\u0301t\u0301e")});
    row("combining overwritten", QByteArray("e\xcc\x81t\rE\n"), {"Et"});
    row("family emoji", QByteArray("👩‍👩‍👧!\n"),
        {QString::fromUtf8("👩‍👩‍👧!")});
    row("narrow beyond the basic plane", QByteArray("a𝐀b\n"), {QString::fromUtf8("a𝐀b")});
    row("byte order mark", QByteArray("\xef\xbb\xbfz\n"), {QString(QChar(0xfeff)) + "z"});
    row("combining alone",
        QByteArray("\xcc\x81"
                   "a\n"),
        {QString::fromUtf8("\u0301a")});
    row("cut sequence", "\x1b[1", {});
    row("line feed cancels a sequence", "a\x1b[1\nb\n", {"a", "b"});
    row("only colours", "\x1b[0m", {});
}

void TestAnsi::linesAreAsSeen()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, lines);
    for (const int chunk : {1, 2, 3, 7, int(bytes.size())}) {
        QCOMPARE(texts(parsed(bytes, chunk)), lines);
    }
}

void TestAnsi::hostileSequencesAreSwallowed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("lines");
    const auto row = [](const char *name, const QByteArray &bytes, const QStringList &lines) {
        QTest::newRow(name) << bytes << lines;
    };
    row("title by bell", "a\x1b]0;evil\ab\n", {"ab"});
    row("title by ST", "a\x1b]2;evil\x1b\\b\n", {"ab"});
    row("title query", "a\x1b[21tb\n", {"ab"});
    row("clipboard", "a\x1b]52;c;cm0gLXJmIH4=\ab\n", {"ab"});
    row("link", "\x1b]8;;http://x/\x1b\\text\x1b]8;;\x1b\\\n", {"text"});
    row("qtermwidget url", "\x1b]31;/etc/passwd\ax\n", {"x"});
    row("profile", "\x1b]50;x=y\ax\n", {"x"});
    row("device attributes", "\x1b[c\x1b[>c\x1b[=c\x1bZx\n", {"x"});
    row("status report", "\x1b[5n\x1b[6n\x1b[?6nx\n", {"x"});
    row("answerback", "\x05x\n", {"x"});
    row("urxvt graphics", "\x1bGQx\n", {"Qx"});
    row("DECRQSS", "a\x1bP$q\"p\x1b\\b\n", {"ab"});
    row("DCS with line feeds", "a\x1bPq#0\n#1\n\x1b\\b\n", {"ab"});
    row("nested DCS", "a\x1bPone\x1bPtwo\x1b\\b\n", {"ab"});
    row("tmux passthrough", "a\x1bPtmux;\x1b\x1b]52;c;eA==\a\x1b\\b\n", {"ab"});
    row("APC", "a\x1b_Gf=24;AAAA\x1b\\b\n", {"ab"});
    row("PM and SOS", "a\x1b^pm\x1b\\b\x1bXsos\x1b\\c\n", {"abc"});
    row("screen title", "a\x1bktitle\x1b\\b\n", {"ab"});
    row("string cancelled",
        "a\x1b]0;evil\x18"
        "b\x1b]0;evil\x1a"
        "c\n",
        {"abc"});
    row("unended title hides no more than its line", "a\x1b]0;evil\nb\n", {"a", "b"});
    row("8-bit CSI",
        "a\x9b"
        "31mb\x9b"
        "0mc\n",
        {"abc"});
    row("8-bit OSC",
        "a\x9d"
        "0;evil\x9c"
        "b\n",
        {"ab"});
    row("8-bit DCS ends with its line",
        "a\x90"
        "evil\nb\n",
        {"a", "b"});
    row("8-bit others",
        "a\x84\x85\x8d\x8e\x8f"
        "b\n",
        {"ab"});
    row("UTF-8 C1 CSI",
        "a\xc2\x9b"
        "31mb\n",
        {"ab"});
    row("UTF-8 C1 OSC and ST",
        "a\xc2\x9d"
        "0;t\xc2\x9c"
        "b\n",
        {"ab"});
    row("title with UTF-8", QByteArray("a\x1b]0;✓ \xe2\x9c\x93 done\ab\n"), {"ab"});
    row("zmodem",
        "**\x18"
        "B00000000000000\n",
        {"**B00000000000000"});
    row("too long CSI", "a\x1b[" + QByteArray(3000, '1') + "mb\n", {"ab"});
    row("media copy", "\x1b[5ix\x1b[4i\n", {"x"});
    row("reset",
        "\x1b[31ma\x1b"
        "cb\n",
        {"ab"});
}

void TestAnsi::hostileSequencesAreSwallowed()
{
    linesAreAsSeen();
}

void TestAnsi::brokenUtf8IsMarked_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const QString broken(QChar::ReplacementCharacter);
    QTest::newRow("lone continuation") << QByteArray("a\xa0z") << "a" + broken + "z";
    QTest::newRow("cut at the newline") << QByteArray("a\xe2\x82\n") << "a" + broken;
    QTest::newRow("cut by a letter") << QByteArray("\xe2\x82z") << broken + "z";
    QTest::newRow("cut by another")
        << QByteArray("\xe2\xc3\xa9") << broken + QString::fromUtf8("é");
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << broken + broken;
    QTest::newRow("overlong 3") << QByteArray("\xe0\xa0\x80\xe0\xbf")
                                << QString::fromUtf8("\u0800");
    QTest::newRow("surrogate") << QByteArray("\xed\xa1\xbf") << broken + broken + broken;
    QTest::newRow("too large") << QByteArray("\xf4\xaf\xbf\xbf")
                               << broken + broken + broken + broken;
    QTest::newRow("latin-1") << QByteArray("caf\xe9 cr\xe8me")
                             << "caf" + broken + " cr" + broken + "me";
    QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x98\x80") << QString::fromUtf8("😀");
    QTest::newRow("escape in a character") << QByteArray("\xe2\x82\x1b[1mb") << broken + "b";
}

void TestAnsi::brokenUtf8IsMarked()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    for (const int chunk : {1, int(bytes.size())}) {
        QCOMPARE(texts(parsed(bytes, chunk)), QStringList{text});
    }
}

void TestAnsi::longLineGoesOnInTheNextRow()
{
    const QByteArray bytes = QByteArray(10'000'000, 'x') + "\nend\n";
    const QStringList lines = texts(parsed(bytes, 32768));
    const int rows = 10'000'000 / LineBuffer::MaxLength + 1;
    QCOMPARE(lines.size(), rows + 1);
    QCOMPARE(lines.first().size(), int(LineBuffer::MaxLength));
    QCOMPARE(lines.at(rows - 1).size(), 10'000'000 % LineBuffer::MaxLength);
    QCOMPARE(lines.last(), QStringLiteral("end"));
}

void TestAnsi::manyJoinersStayBounded()
{
    QByteArray bytes = "a";
    for (int i = 0; i < 1'000'000; ++i) {
        bytes += "\xe2\x80\x8d";
    }
    const QStringList lines = texts(parsed(bytes + "b\n", 65536));
    QCOMPARE(lines.join(QString()).size(), 1'000'002);
    for (const QString &line : lines) {
        QVERIFY(line.size() <= LineBuffer::MaxLength + 1);
    }
}

void TestAnsi::endlessStringsAreGivenUp_data()
{
    QTest::addColumn<QByteArray>("opener");
    QTest::newRow("OSC") << QByteArray("\x1b]52;c;");
    QTest::newRow("DCS") << QByteArray("\x1bP");
    QTest::newRow("APC") << QByteArray("\x1b_");
    QTest::newRow("8-bit OSC") << QByteArray("\x9d");
    QTest::newRow("CSI") << QByteArray("\x1b[");
    QTest::newRow("charset") << QByteArray("\x1b(");
}

void TestAnsi::endlessStringsAreGivenUp()
{
    QFETCH(QByteArray, opener);
    const QByteArray bytes = "a" + opener + QByteArray(200'000, '0') + "\nend\n";
    const QStringList lines = texts(parsed(bytes, 1000));
    QCOMPARE(lines.last(), QStringLiteral("end"));
    QVERIFY(lines.first().startsWith(QLatin1Char('a')));
    QVERIFY(lines.join(QString()).size() > 200'000 - AnsiParser::MaxString - 10);
}

void TestAnsi::randomBytesNeverShowControls()
{
    std::mt19937 random(20260301);
    static const QByteArray alphabet(
        "\x1b\x1b\x1b[]P_^Xk\\;:?0123456789mKGCDX\r\n\b\t\a\x18\x9b\x9d\x90"
        "\x9c\xc2\xe2\x80\x8d\xcc\x81\xf0\x9f\x98\x80 abc");
    for (int round = 0; round < 2000; ++round) {
        QByteArray bytes;
        for (int i = 0; i < 200; ++i) {
            bytes += round % 2 == 0 ? char(random() & 0xff)
                                    : alphabet.at(int(random() % unsigned(alphabet.size())));
        }
        const std::vector<StyledLine> whole = parsed(bytes, bytes.size());
        for (const StyledLine &line : whole) {
            QVERIFY2(!hasControl(line.text), bytes.toHex().constData());
        }
        QCOMPARE(texts(parsed(bytes, 1 + int(random() % 9))), texts(whole));
    }
}

QTEST_APPLESS_MAIN(TestAnsi)
#include "tst_ansi.moc"
