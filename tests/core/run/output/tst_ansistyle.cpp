// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/cellwidth.h"
#include "core/run/output/sgr.h"
#include "tests/core/run/parsedlines.h"

#include <QTest>

using namespace podium::run;
using namespace podium::tests;

Q_DECLARE_METATYPE(podium::run::TextStyle)

namespace {

TextColour palette(quint32 index)
{
    return {TextColour::Kind::Palette, index};
}

TextColour rgb(quint32 value)
{
    return {TextColour::Kind::Rgb, value};
}

} // namespace

class TestAnsiStyle final : public QObject
{
    Q_OBJECT

private slots:
    void sgrGivesStyles_data();
    void sgrGivesStyles();
    void styleGoesOnToTheNextLine();
    void overwritingTakesTheNewStyle();
    void equalTextsHaveEqualHashes();
    void widthsAreThoseOfATerminal_data();
    void widthsAreThoseOfATerminal();
};

void TestAnsiStyle::sgrGivesStyles_data()
{
    QTest::addColumn<QByteArray>("parameters");
    QTest::addColumn<TextStyle>("style");
    const auto row = [](const char *parameters, const TextStyle &style) {
        QTest::newRow(parameters) << QByteArray(parameters) << style;
    };
    row("", {});
    row("0", {});
    row("1", {.bold = true});
    row("1;3;4;7", {.bold = true, .italic = true, .underline = true, .inverse = true});
    row("1;2;22", {});
    row("3;4;7;23;24;27", {});
    row("4:3", {.underline = true});
    row("4:0", {});
    row("21", {.underline = true});
    row("31", {.foreground = palette(1)});
    row("31;39", {});
    row("97;100", {.foreground = palette(15), .background = palette(8)});
    row("38;5;208", {.foreground = palette(208)});
    row("38:5:208", {.foreground = palette(208)});
    row("38;5;999", {.foreground = palette(255)});
    row("48;2;1;2;3", {.background = rgb(0x010203)});
    row("48:2:1:2:3", {.background = rgb(0x010203)});
    row("48:2::1:2:3", {.background = rgb(0x010203)});
    row("48:2:1:255:2:3", {.background = rgb(0xff0203)});
    row("38;2;300;0;0", {.foreground = rgb(0xff0000)});
    row("38;5;9;1", {.foreground = palette(9), .bold = true});
    row("58;2;1;2;3;1", {.bold = true});
    row("58:5:3;1", {.bold = true});
    row("38;2;1", {});
    row("38", {});
    row("38;1", {});
    row("1;;31", {.foreground = palette(1)});
    row("99999999999999;1", {.bold = true});
    row("5;8;9;53;98;108;109", {});
}

void TestAnsiStyle::sgrGivesStyles()
{
    QFETCH(QByteArray, parameters);
    QFETCH(TextStyle, style);
    QVERIFY(withSgr({}, {parameters.constData(), std::size_t(parameters.size())}) == style);
    QVERIFY(unpacked(packed(style), false) == style);

    const std::vector<StyledLine> lines = parsed("a\x1b[" + parameters + "mb\x1b[0mc", 1);
    QCOMPARE(lines.size(), std::size_t(1));
    QCOMPARE(lines[0].text, QStringLiteral("abc"));
    const std::vector<StyleRun> runs{{1, style}, {2, {}}};
    QVERIFY(lines[0].runs == (style == TextStyle{} ? std::vector<StyleRun>{} : runs));
}

void TestAnsiStyle::styleGoesOnToTheNextLine()
{
    const std::vector<StyledLine> lines = parsed("\x1b[32mone\ntwo\x1b[0m\nthree\n", 4);
    const std::vector<StyleRun> green{{0, {.foreground = palette(2)}}};
    QVERIFY(lines.at(0).runs == green);
    QVERIFY(lines.at(1).runs == green);
    QVERIFY(lines.at(2).runs.empty());
}

void TestAnsiStyle::overwritingTakesTheNewStyle()
{
    const std::vector<StyledLine> lines = parsed("\x1b[31mabc\x1b[0m\rx\x1b[1my", 100);
    QCOMPARE(lines.at(0).text, QStringLiteral("xyc"));
    const std::vector<StyleRun> runs{{1, {.bold = true}}, {2, {.foreground = palette(1)}}};
    QVERIFY(lines.at(0).runs == runs);
}

void TestAnsiStyle::equalTextsHaveEqualHashes()
{
    const auto hash = [](const QByteArray &bytes) {
        AnsiParser parser;
        LineBuffer line;
        Q_UNUSED(parser.feed(bytes.constData(), bytes.size(), line));
        return line.hash();
    };
    QCOMPARE(hash("100%"), hash("10%\r\x1b[K\x1b[32m100%\x1b[0m"));
    QCOMPARE(hash("e\xcc\x81z"), hash("xx\re\xcc\x81z"));
    QVERIFY(hash("e\xcc\x81") != hash("e"));
    QVERIFY(hash("abc") != hash("abd"));
    QVERIFY(hash("abc") != hash("abc "));
}

void TestAnsiStyle::widthsAreThoseOfATerminal_data()
{
    QTest::addColumn<uint>("character");
    QTest::addColumn<int>("width");
    QTest::newRow("a") << uint('a') << 1;
    QTest::newRow("e acute") << 0xe9U << 1;
    QTest::newRow("combining acute") << 0x301U << 0;
    QTest::newRow("joiner") << 0x200dU << 0;
    QTest::newRow("selector") << 0xfe0fU << 0;
    QTest::newRow("box") << 0x2500U << 1;
    QTest::newRow("block") << 0x2588U << 1;
    QTest::newRow("kanji") << 0x8a9eU << 2;
    QTest::newRow("hangul") << 0xd55cU << 2;
    QTest::newRow("hangul vowel") << 0x1161U << 0;
    QTest::newRow("fullwidth") << 0xff21U << 2;
    QTest::newRow("halfwidth") << 0xff71U << 1;
    QTest::newRow("check mark") << 0x2713U << 1;
    QTest::newRow("white check mark") << 0x2705U << 2;
    QTest::newRow("rocket") << 0x1f680U << 2;
    QTest::newRow("extension B") << 0x20000U << 2;
    QTest::newRow("last") << 0x10ffffU << 1;
}

void TestAnsiStyle::widthsAreThoseOfATerminal()
{
    QFETCH(uint, character);
    QTEST(cellWidth(char32_t(character)), "width");
}

QTEST_APPLESS_MAIN(TestAnsiStyle)
#include "tst_ansistyle.moc"
