// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "textlines.h"
#include "widgets/common/theme.h"
#include "widgets/run/output/linecells.h"
#include "widgets/run/output/outputpalette.h"
#include "widgets/run/output/rowwindow.h"
#include "widgets/run/output/textselection.h"

#include <QTest>

using namespace podium;
using namespace podium::ui;
using podium::tests::TextLines;

namespace {

/// A line that is only a mark is not there.
struct PartlyOnDisk final : TextLines
{
    using TextLines::TextLines;
    [[nodiscard]] bool isThere(int index) const override
    {
        return line(index).text != QStringLiteral("…");
    }
};

} // namespace

class OutputTextTest : public QObject
{
    Q_OBJECT

private slots:
    void cellsOfALine_data();
    void cellsOfALine();
    void columnsAndCellsAgree_data() { cellsOfALine_data(); }
    void columnsAndCellsAgree();
    void deceptiveCharactersTakeACell();
    void rowsOfWrappedLines();
    void movingStaysInside();
    void wordsAreWhatPeopleCopy_data();
    void wordsAreWhatPeopleCopy();
    void selectionCoversWholeLinesBetween();
    void whatIsOnDiskIsToldOnce();
    void everyColourIsReadable_data();
    void everyColourIsReadable();
    void inverseSwaps();
};

void OutputTextTest::cellsOfALine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("cells");
    QTest::newRow("empty") << QString() << 0;
    QTest::newRow("ascii") << QStringLiteral("loss 0.1") << 8;
    QTest::newRow("latin") << QStringLiteral("größe") << 5;
    QTest::newRow("boxes") << QStringLiteral("│█▌ │") << 5;
    QTest::newRow("wide") << QStringLiteral("東京 ok") << 7;
    QTest::newRow("combining") << QStringLiteral("e\u0301a") << 2;
    QTest::newRow("emoji") << QStringLiteral("🚀x") << 3;
    QTest::newRow("tab") << QStringLiteral("ab\tc") << 9;
    QTest::newRow("lone surrogate") << QString(QChar(0xd800)) + QLatin1Char('a') << 2;
}

void OutputTextTest::cellsOfALine()
{
    QFETCH(QString, text);
    QFETCH(int, cells);
    QCOMPARE(LineCells(text).cellCount(), cells);
}

void OutputTextTest::columnsAndCellsAgree()
{
    QFETCH(QString, text);
    const LineCells cells(text);
    for (int column = 0; column < text.size(); column = cells.after(column)) {
        QCOMPARE(cells.columnAt(cells.cellOf(column)), column);
        QCOMPARE(cells.before(cells.after(column)), column);
        QVERIFY(cells.after(column) > column);
    }
    QCOMPARE(cells.columnAt(cells.cellCount()), text.size());
    QCOMPARE(cells.cellOf(text.size()), cells.cellCount());
}

void OutputTextTest::deceptiveCharactersTakeACell()
{
    // A right-to-left override would show "gpj.exe" as "exe.jpg".
    for (const uint character : {0x202eU, 0x2066U, 0x200bU, 0xfeffU, 0x7fU, 0x1bU, 0xe0041U}) {
        QVERIFY2(isDeceptive(character), qPrintable(QString::number(character, 16)));
        QCOMPARE(shownWidth(character), 1);
    }
    QVERIFY(!isDeceptive('a'));
    QVERIFY(!isDeceptive(0x200d)); // joins emoji
    QVERIFY(!isDeceptive(0x5d0));  // Hebrew itself is fine
}

void OutputTextTest::rowsOfWrappedLines()
{
    const TextLines lines({QString(25, QLatin1Char('x')), QString(), QStringLiteral("end")});
    const RowWindow wrapped(&lines, 10, 2);
    QCOMPARE(wrapped.rowsOf(0), 3);
    QCOMPARE(wrapped.rowsOf(1), 1);
    QCOMPARE(wrapped.end(), (TopRow{1, 0}));
    const RowWindow tall(&lines, 10, 4);
    QCOMPARE(tall.end(), (TopRow{0, 1}));
    const RowWindow plain(&lines, 0, 2);
    QCOMPARE(plain.rowsOf(0), 1);
    QCOMPARE(plain.end(), (TopRow{1, 0}));
}

void OutputTextTest::movingStaysInside()
{
    const TextLines lines(
        {QString(25, QLatin1Char('x')), QStringLiteral("b"), QStringLiteral("c")});
    const RowWindow window(&lines, 10, 1);
    QCOMPARE(window.moved({0, 0}, 1), (TopRow{0, 1}));
    QCOMPARE(window.moved({0, 0}, 3), (TopRow{1, 0}));
    QCOMPARE(window.moved({2, 0}, 5), (TopRow{2, 0}));
    QCOMPARE(window.moved({1, 0}, -1), (TopRow{0, 2}));
    QCOMPARE(window.moved({0, 2}, -9), (TopRow{0, 0}));
    QCOMPARE(window.clamped({9, 9}), (TopRow{2, 0}));
    const TextLines none;
    QCOMPARE(RowWindow(&none, 10, 3).end(), TopRow());
    QCOMPARE(RowWindow(nullptr, 0, 3).clamped({4, 0}), TopRow());
}

void OutputTextTest::wordsAreWhatPeopleCopy_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("word");
    QTest::newRow("path") << "open /home/matt/run.py:12, please" << 8 << "/home/matt/run.py:12";
    QTest::newRow("address") << "at 34.69.74.175 now" << 5 << "34.69.74.175";
    QTest::newRow("bracket") << "(a)" << 0 << "(";
    QTest::newRow("beyond") << "abc" << 3 << "";
}

void OutputTextTest::wordsAreWhatPeopleCopy()
{
    QFETCH(QString, text);
    QFETCH(int, column);
    const ColumnRange word = wordAt(text, column);
    QTEST(text.mid(word.begin, word.end - word.begin), "word");
}

void OutputTextTest::selectionCoversWholeLinesBetween()
{
    const TextLines lines({"first", "second", "third"});
    const TextSelection backwards{{2, 3}, {0, 2}};
    QCOMPARE(selectedText(lines, backwards), QStringLiteral("rst\nsecond\nthi"));
    QCOMPARE(backwards.columnsIn(1, 6).end, 6);
    QCOMPARE(backwards.columnsIn(3, 6).end, 0);
    QCOMPARE(selectedText(lines, backwards, 5), QStringLiteral("rst\ns"));
    // Lines that have gone since do no harm.
    QCOMPARE(selectedText(lines, {{1, 50}, {9, 0}}), QStringLiteral("\nthird"));
}

void OutputTextTest::whatIsOnDiskIsToldOnce()
{
    const PartlyOnDisk lines({"first", "…", "…", "fourth", "…"});
    const QStringList all = selectedText(lines, {{0, 0}, {4, 1}}).split('\n');
    QCOMPARE(all.size(), 4);
    QCOMPARE(all[0], QStringLiteral("first"));
    QVERIFY2(all[1].contains("2 lines are on disk"), qPrintable(all[1]));
    QCOMPARE(all[2], QStringLiteral("fourth"));
    QVERIFY2(all[3].contains("1 line is on disk"), qPrintable(all[3]));
    QCOMPARE(selectedText(lines, {{3, 0}, {3, 4}}), QStringLiteral("four"));
}

void OutputTextTest::everyColourIsReadable_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void OutputTextTest::everyColourIsReadable()
{
    QFETCH(QPalette, palette);
    const OutputPalette colours(palette);
    const auto check = [&colours](const run::TextStyle &style, const QString &what) {
        const OutputPalette::Pair pair = colours.colours(style);
        const QColor behind = pair.background.isValid() ? pair.background : colours.background();
        QVERIFY2(contrast(pair.foreground, behind) >= 4.49, qPrintable(what));
    };
    using Kind = run::TextColour::Kind;
    for (quint32 index = 0; index < 256; ++index) {
        run::TextStyle style;
        style.foreground = {Kind::Palette, index};
        check(style, QStringLiteral("foreground %1").arg(index));
        style.bold = true;
        check(style, QStringLiteral("bold %1").arg(index));
        run::TextStyle behind;
        behind.background = {Kind::Palette, index};
        check(behind, QStringLiteral("background %1").arg(index));
        behind.foreground = {Kind::Palette, index};
        check(behind, QStringLiteral("the same on itself %1").arg(index));
    }
    run::TextStyle faint;
    faint.faint = true;
    check(faint, QStringLiteral("faint"));
    run::TextStyle trueColour;
    trueColour.foreground = {Kind::Rgb, palette.color(QPalette::Base).rgb() & 0xffffffU};
    check(trueColour, QStringLiteral("text in the colour of the paper"));
    QVERIFY(contrast(colours.currentHitText(), colours.currentHit()) >= 4.49);
    QVERIFY(contrast(colours.text(), colours.hit()) >= 4.49);
}

void OutputTextTest::inverseSwaps()
{
    const OutputPalette colours(lightPalette());
    run::TextStyle style;
    style.inverse = true;
    const OutputPalette::Pair pair = colours.colours(style);
    QCOMPARE(pair.background, colours.text());
    QCOMPARE(pair.foreground, colours.background());
    QCOMPARE(xtermColour(196, true), QColor(255, 0, 0));
    QCOMPARE(xtermColour(232, true), QColor(8, 8, 8));
    QCOMPARE(xtermColour(255, false), QColor(238, 238, 238));
}

QTEST_GUILESS_MAIN(OutputTextTest)
#include "tst_outputtext.moc"
