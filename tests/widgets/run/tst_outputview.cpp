// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "textlines.h"
#include "widgets/common/theme.h"
#include "widgets/run/output/outputview.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

#include <memory>

using namespace podium;
using namespace podium::ui;
using podium::tests::TextLines;

class OutputViewTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void paintsOnlyWhatIsVisible();
    void followsTheEndWhileThere();
    void staysWhereAPersonReads();
    void whatComesBelowCostsAReaderNothing();
    void wrapsLongLines();
    void selectsWithTheMouse();
    void selectsWithTheKeyboard();
    void copiesPlainText();
    void escapeLeavesASelectionFirst();
    void veryLongLinesArePainted();
    void marksWhatIsFound();
    void theCurrentMatchMovesWithItsLine();
    void revealsAPlace();
    void showsWhyThereIsNothing();
    void readsAloud();
    void readsLinesThatGrow();
    void marksErrorOutput();
    void hostileTextIsJustText();

private:
    QColor colourAt(QPoint point) const { return m_view->grab().toImage().pixelColor(point); }
    int rowHeight() const { return m_view->cellRect({1, 0}).y() - m_view->cellRect({0, 0}).y(); }
    std::unique_ptr<OutputView> m_view;
};

void OutputViewTest::init()
{
    m_view = std::make_unique<OutputView>();
    m_view->setPalette(lightPalette());
    m_view->setLook(std::make_shared<const OutputTheme>(monospaceFont(), lightPalette()));
    m_view->resize(400, 200);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get(), Patience));
    m_view->activateWindow();
    m_view->setFocus();
}

void OutputViewTest::cleanup()
{
    m_view.reset();
}

void OutputViewTest::paintsOnlyWhatIsVisible()
{
    const TextLines lines = TextLines::numbered(100'000);
    m_view->setSource(&lines);
    lines.asked = 0;
    m_view->grab();
    QVERIFY2(lines.asked < 60, qPrintable(QString::number(lines.asked)));
    lines.asked = 0;
    m_view->moveTo({50'000, 0});
    m_view->grab();
    QVERIFY(lines.asked < 120);
    QCOMPARE(m_view->place().top.line, 50'000);
    m_view->setSource(nullptr);
}

void OutputViewTest::followsTheEndWhileThere()
{
    TextLines lines = TextLines::numbered(3);
    m_view->setSource(&lines);
    QCOMPARE(m_view->place().top.line, 0);
    lines.grow(500);
    m_view->refresh();
    QVERIFY(m_view->place().followsEnd);
    QCOMPARE(m_view->place().top, m_view->rows().end());
    QCOMPARE(m_view->verticalScrollBar()->value(), m_view->verticalScrollBar()->maximum());
    m_view->setSource(nullptr);
}

void OutputViewTest::staysWhereAPersonReads()
{
    TextLines lines = TextLines::numbered(500);
    m_view->setSource(&lines);
    QTest::keyClick(m_view.get(), Qt::Key_PageUp);
    QVERIFY(!m_view->place().followsEnd);
    const int top = m_view->place().top.line;
    lines.grow(500);
    m_view->refresh();
    QCOMPARE(m_view->place().top.line, top);
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QVERIFY(m_view->place().followsEnd);
    lines.grow(1);
    m_view->refresh();
    QCOMPARE(m_view->place().top, m_view->rows().end());
    m_view->setSource(nullptr);
}

void OutputViewTest::whatComesBelowCostsAReaderNothing()
{
    TextLines lines = TextLines::numbered(500);
    m_view->setSource(&lines);
    m_view->moveTo({0, 0});
    m_view->grab();
    QCoreApplication::processEvents();
    lines.asked = 0;
    lines.grow(1000);
    m_view->refresh();
    QCoreApplication::processEvents();
    QVERIFY2(lines.asked < 5, qPrintable(QString::number(lines.asked)));
    m_view->setSource(nullptr);
}

void OutputViewTest::wrapsLongLines()
{
    const TextLines lines({QString(4000, QLatin1Char('x')), QStringLiteral("end")});
    m_view->setSource(&lines);
    QVERIFY(m_view->place().followsEnd);
    m_view->grab(); // learns how wide lines are
    QTRY_VERIFY(m_view->horizontalScrollBar()->maximum() > 0);
    m_view->setWrap(true);
    QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
    QVERIFY(m_view->place().top.row > 10); // the end of the long line and "end" are in sight
    m_view->scrollByRows(-1000);
    QCOMPARE(m_view->place().top, TopRow());
    m_view->setSource(nullptr);
}

void OutputViewTest::selectsWithTheMouse()
{
    const TextLines lines({"alpha beta", "gamma"});
    m_view->setSource(&lines);
    const QPoint from = m_view->cellRect({0, 6}).center() - QPoint(3, 0);
    const QPoint to = m_view->cellRect({1, 3}).center() - QPoint(3, 0);
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_view->viewport(), to);
    QMouseEvent move(
        QEvent::MouseMove, to, m_view->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
        Qt::NoModifier);
    QCoreApplication::sendEvent(m_view->viewport(), &move);
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, to);
    QCOMPARE(m_view->selectedText(), QStringLiteral("beta\ngam"));
    QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, m_view->cellRect({0, 2}).center());
    QCOMPARE(m_view->selectedText(), QStringLiteral("alpha"));
    m_view->setSource(nullptr);
}

void OutputViewTest::selectsWithTheKeyboard()
{
    const TextLines lines({"alpha beta", "gamma", "delta"});
    m_view->setSource(&lines);
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedText(), QStringLiteral("al"));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedText(), QStringLiteral("alpha beta\nga"));
    QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ShiftModifier | Qt::ControlModifier);
    QCOMPARE(m_view->selectedText(), QStringLiteral("alpha beta\ngamma\ndelta"));
    m_view->setSource(nullptr);
}

void OutputViewTest::copiesPlainText()
{
    const TextLines lines({"<b>bold?</b>", "second"});
    m_view->setSource(&lines);
    QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("<b>bold?</b>\nsecond"));
    m_view->setSource(nullptr);
}

void OutputViewTest::escapeLeavesASelectionFirst()
{
    const TextLines lines({"alpha"});
    m_view->setSource(&lines);
    QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
    QVERIFY(!m_view->selection().isEmpty());
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_view->selection().isEmpty());
    m_view->setSource(nullptr);
}

void OutputViewTest::veryLongLinesArePainted()
{
    // As long as the store lets them be, wrapped or not.
    const QString longest = QString(64 * 1024, QLatin1Char('w'));
    const TextLines lines({longest, longest, longest, longest});
    m_view->setSource(&lines);
    for (const bool wrap : {false, true}) {
        m_view->setWrap(wrap);
        const QImage painted = m_view->viewport()->grab().toImage();
        const QImage below = painted.copy(
            0, painted.height() / 2, painted.width(), painted.height() - painted.height() / 2);
        QImage blank(below.size(), below.format());
        blank.fill(below.pixel(below.width() - 1, below.height() - 1));
        QCOMPARE(below == blank, !wrap); // four lines at the top, or all of it
    }
    m_view->setSource(nullptr);
}

void OutputViewTest::marksWhatIsFound()
{
    const TextLines lines({"one error here", "none"});
    m_view->setSource(&lines);
    const QPoint inside = m_view->cellRect({0, 4}).topLeft() + QPoint(2, 1);
    const QColor before = colourAt(inside);
    const auto search = std::make_shared<const run::OutputSearch>(
        *run::OutputSearch::compile({QStringLiteral("error"), false, false}));
    m_view->setHits(search, std::nullopt);
    const QColor marked = colourAt(inside);
    QVERIFY(marked != before);
    m_view->setHits(search, TextPosition{0, 4});
    QVERIFY(colourAt(inside) != marked); // the current one stands out
    m_view->setHits(nullptr, std::nullopt);
    QCOMPARE(colourAt(inside), before);
    m_view->setSource(nullptr);
}

/// Lines before it are cut.
void OutputViewTest::theCurrentMatchMovesWithItsLine()
{
    TextLines lines({"a match", "b", "a match", "a match"});
    m_view->setSource(&lines);
    const auto search = std::make_shared<const run::OutputSearch>(
        *run::OutputSearch::compile({QStringLiteral("match"), false, false}));
    m_view->setHits(search, TextPosition{2, 2});
    const auto at = [this](int line) {
        return colourAt(m_view->cellRect({line, 2}).topLeft() + QPoint(2, 1));
    };
    const QColor current = at(2);
    const QColor other = at(3);
    QVERIFY(current != other);
    lines.cutFront(2);
    m_view->refresh();
    QCOMPARE(at(1), current);
    QCOMPARE(at(2), other);
    lines.cutFront(1); // that very line
    m_view->refresh();
    QCOMPARE(at(1), other);
    QVERIFY(m_view->placeNow({3, 2}, {}) == TextPosition({1, 2}));
    QVERIFY(!m_view->placeNow({2, 2}, {}));
    m_view->setSource(nullptr);
}

void OutputViewTest::revealsAPlace()
{
    TextLines lines = TextLines::numbered(1000);
    m_view->setSource(&lines);
    for (const int line : {500, 3, 999, 480}) {
        m_view->reveal({line, 0});
        const QRect cell = m_view->cellRect({line, 0});
        QVERIFY2(m_view->viewport()->rect().contains(cell), qPrintable(QString::number(line)));
    }
    lines.setLast(QString(5000, QLatin1Char('y')));
    m_view->reveal({999, 4000});
    QVERIFY(m_view->viewport()->rect().contains(m_view->cellRect({999, 4000})));
    m_view->setWrap(true);
    m_view->reveal({999, 2000});
    QVERIFY(m_view->viewport()->rect().contains(m_view->cellRect({999, 2000})));
    m_view->setSource(nullptr);
}

void OutputViewTest::showsWhyThereIsNothing()
{
    const TextLines none;
    m_view->setSource(&none);
    const QImage blank = m_view->grab().toImage();
    m_view->setPlaceholder(QStringLiteral("The node is stopped."), true);
    QVERIFY(m_view->grab().toImage() != blank);
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(m_view.get());
    QCOMPARE(accessible->textInterface()->text(0, 100), QStringLiteral("The node is stopped."));
    m_view->setSource(nullptr);
}

void OutputViewTest::readsAloud()
{
    const TextLines lines({"alpha", "beta", "gamma"});
    m_view->setSource(&lines);
    m_view->setAccessibleName(QStringLiteral("Output of pod-v4:3"));
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(accessible);
    QCOMPARE(accessible->role(), QAccessible::Terminal);
    QVERIFY(accessible->state().readOnly);
    QCOMPARE(accessible->text(QAccessible::Name), QStringLiteral("Output of pod-v4:3"));
    QAccessibleTextInterface *text = accessible->textInterface();
    QVERIFY(text);
    QCOMPARE(text->characterCount(), 16);
    QCOMPARE(text->text(0, 16), QStringLiteral("alpha\nbeta\ngamma"));
    QCOMPARE(text->text(6, 10), QStringLiteral("beta"));
    text->setSelection(0, 8, 13);
    QCOMPARE(m_view->selectedText(), QStringLiteral("ta\nga"));
    QCOMPARE(text->selectionCount(), 1);
    int start = 0;
    int end = 0;
    text->selection(0, &start, &end);
    QCOMPARE(start, 8);
    QCOMPARE(end, 13);
    QCOMPARE(text->cursorPosition(), 13);
    const QRect cell = text->characterRect(11);
    QCOMPARE(text->offsetAtPoint(cell.topLeft() + QPoint(1, cell.height() / 2)), 11);
    m_view->setSource(nullptr);
}

void OutputViewTest::readsLinesThatGrow()
{
    TextLines lines({"10 %"});
    m_view->setSource(&lines);
    QAccessibleTextInterface *text =
        QAccessible::queryAccessibleInterface(m_view.get())->textInterface();
    QCOMPARE(text->characterCount(), 4);
    lines.setLast(QStringLiteral("100 %"));
    QCOMPARE(text->characterCount(), 5);
    lines.grow(30'000);
    QCOMPARE(text->text(0, 4), QStringLiteral("line")); // the last lines only
    QVERIFY(text->text(0, text->characterCount()).endsWith(QStringLiteral("line 30000")));
    m_view->setSource(nullptr);
}

void OutputViewTest::marksErrorOutput()
{
    TextLines lines({"Traceback"});
    m_view->setSource(&lines);
    const QImage plain = m_view->grab().toImage();
    run::TextStyle style;
    style.isError = true;
    lines.runs = {{0, style}};
    m_view->refresh();
    QVERIFY(m_view->grab().toImage() != plain);
    int start = 0;
    int end = 0;
    const QString attributes = QAccessible::queryAccessibleInterface(m_view.get())
                                   ->textInterface()
                                   ->attributes(2, &start, &end);
    QVERIFY(attributes.contains(QLatin1String("stderr")));
    QCOMPARE(end, 9);
    m_view->setSource(nullptr);
}

void OutputViewTest::hostileTextIsJustText()
{
    const QString nul(QChar(0));
    const TextLines lines(
        {QStringLiteral("<img src=x onerror=alert(1)>"),
         QString(QStringLiteral("\u202egpj.exe\u2066") + nul + QStringLiteral("\x1b]0;title\x07")),
         QStringLiteral("e") + QString(3000, QChar(0x301)), QString(500, QChar(0xd800)),
         QStringLiteral("👩‍👩‍👧‍👦 東京\t%n%s%1")});
    m_view->setSource(&lines);
    QVERIFY(!m_view->grab().isNull());
    m_view->setWrap(true);
    QVERIFY(!m_view->grab().isNull());
    QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
    QVERIFY(m_view->selectedText().startsWith(QStringLiteral("<img src=x onerror=alert(1)>\n")));
    m_view->setSource(nullptr);
}

QTEST_MAIN(OutputViewTest)
#include "tst_outputview.moc"
