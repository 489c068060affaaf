// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "typingtest.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/terminal/terminallines.h"

#include <QCheckBox>
#include <QClipboard>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>

using namespace podium;
using namespace podium::tests;

/// Terminals and typing on the Run page, as a person meets them.
class TestTerminalPane final : public TypingTestBase
{
    Q_OBJECT

private slots:
    void keysGoToTheFocusedPane();
    void windowShortcutsAreTheTerminals();
    void theKeyboardComesBack();
    void showsTheScreenAndItsCursor();
    void tellsItsSize();
    void pastesAndCopies();
    void wheelScrollsBackOrIsArrows();
    void findGoesToWhatTheScreensShow();
    void pastingSeveralLinesAsksWhereTheyWouldRun();
    void terminalsAreNotFolded();
    void theNextTerminalShownAloneGetsNoKeys();
    void aMenuGoesWithWhatItIsOf();
    void aShellNeedsNoCommand();
    void aShellOnAWorkerHasTheKeyboard();
    void cursorStandsInItsCell_data();
    void cursorStandsInItsCell();
};

void TestTerminalPane::keysGoToTheFocusedPane()
{
    startOn("pod-v4", "htop", "Terminal");
    QVERIFY(command(0).request.terminal);
    focus(2);
    QTest::keyClicks(terminal(2), "ls");
    QTest::keyClick(terminal(2), Qt::Key_Return);
    QTest::keyClick(terminal(2), Qt::Key_Tab);
    QTest::keyClick(terminal(2), Qt::Key_Backtab, Qt::ShiftModifier);
    QTest::keyClick(terminal(2), Qt::Key_Up);
    QTest::keyClick(terminal(2), Qt::Key_Escape);
    QTest::keyClick(terminal(2), Qt::Key_C, Qt::ControlModifier);
    QTest::keyClick(terminal(2), Qt::Key_F10);
    QInputMethodEvent composed;
    composed.setCommitString(QString::fromUtf8("漢"));
    QCoreApplication::sendEvent(terminal(2), &composed);
    QCOMPARE(command(2).typed, QByteArray("ls\r\t\x1b[Z\x1b[A\x1b\x03\x1b[21~") + "\xe6\xbc\xa2");
    for (const int other : {0, 1, 3, 4, 5, 6, 7}) {
        QCOMPARE(command(other).typed, QByteArray());
    }
}

void TestTerminalPane::windowShortcutsAreTheTerminals()
{
    startOn("pod-v4:0", "vi", "Terminal");
    focus(0);
    QTest::keyClick(terminal(0), Qt::Key_Period, Qt::ControlModifier);
    QTest::keyClick(terminal(0), Qt::Key_Return, Qt::ControlModifier);
    QTest::keyClick(terminal(0), Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(command(0).typed, QByteArray(".\r\x06"));
    QCOMPARE(command(0).termCount, 0);
    QCOMPARE(int(transport().commands().size()), 1);
    QKeyEvent shortcut(QEvent::ShortcutOverride, Qt::Key_K, Qt::ControlModifier);
    shortcut.ignore();
    QCoreApplication::sendEvent(terminal(0), &shortcut);
    QVERIFY(shortcut.isAccepted());
}

void TestTerminalPane::theKeyboardComesBack()
{
    startOn("pod-v4", "sh", "Terminal");
    focus(1);
    QTest::keyClick(terminal(1), Qt::Key_Escape, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!terminal(1)->hasFocus());
    QCOMPARE(command(1).typed, QByteArray());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(terminal(2) && terminal(2)->hasFocus()); // by itself, and typed in
    QTest::keyClicks(terminal(2), "x");
    QCOMPARE(command(2).typed, QByteArray("x"));
    QTest::keyClick(terminal(2), Qt::Key_Escape, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget()->accessibleName(), QString("Workers"));
}

void TestTerminalPane::showsTheScreenAndItsCursor()
{
    startOn("pod-v4:0", "vi", "Terminal");
    say(0, "one\r\ntwo\x1b]0;evil\a\x1b[1;2HX");
    QTRY_VERIFY2(screen(0).startsWith("oXe\ntwo\n"), qPrintable(screen(0)));
    say(0, "\x1b[2J\x1b[Hnew");
    QTRY_VERIFY2(screen(0).startsWith("new"), qPrintable(screen(0)));
    transport().say(command(0).id, ssh::Ending(ssh::Exited{0}));
    QTRY_VERIFY(stateOf("pod-v4:0").contains("exit 0") || stateOf("pod-v4:0").contains("ok"));
    QVERIFY(screen(0).startsWith("new"));
}

void TestTerminalPane::tellsItsSize()
{
    startOn("pod-v4:0", "vi", "Terminal");
    // As it is laid out, which may take some steps.
    const auto isTold = [this] {
        const auto *view = terminal(0);
        const auto &size = command(0).size;
        return view && size && view->visibleCells() == QSize(size->columns, size->rows);
    };
    QTRY_VERIFY(isTold() && command(0).size->columns > 100);
    const ssh::TerminalSize before = *command(0).size;
    const auto *header = find<ui::PaneHeader>("State of pod-v4:0");
    QTRY_COMPARE(
        header->facts().lines, QStringLiteral("%1×%2").arg(before.columns).arg(before.rows));
    page().resize(700, 500);
    QTRY_VERIFY(
        isTold() && command(0).size->columns < before.columns &&
        command(0).size->rows < before.rows);
    QTRY_COMPARE(
        header->facts().lines,
        QStringLiteral("%1×%2").arg(command(0).size->columns).arg(command(0).size->rows));
    say(0, "\x1b[999;999H\x1b[6n");
    QTRY_COMPARE(
        command(0).typed, "\x1b[" + QByteArray::number(command(0).size->rows) + ";" +
                              QByteArray::number(command(0).size->columns) + "R");
}

void TestTerminalPane::pastesAndCopies()
{
    startOn("pod-v4:0", "sh", "Terminal");
    say(0, "first line\r\nsecond\x1b[?2004h");
    QTRY_VERIFY(screen(0).contains("second"));
    focus(0);
    QApplication::clipboard()->setText("a\nb\x1b[201~c");
    QTest::keyClick(terminal(0), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(command(0).typed, QByteArray("\x1b[200~a\rb[201~c\x1b[201~"));
    QTest::mouseDClick(terminal(0)->viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(20, 10));
    QTest::keyClick(terminal(0), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::clipboard()->text(), QString("first"));
}

void TestTerminalPane::wheelScrollsBackOrIsArrows()
{
    startOn("pod-v4:0", "sh", "Terminal");
    QByteArray many;
    for (int i = 0; i < 200; ++i) {
        many += "line " + QByteArray::number(i) + "\r\n";
    }
    say(0, many);
    QTRY_VERIFY(screen(0).contains("line 199"));
    focus(0);
    QTRY_VERIFY(terminal(0)->place().top.line > 100);
    const int top = terminal(0)->place().top.line;
    const auto wheelUp = [this] {
        QWheelEvent event(
            QPointF(50, 50), QPointF(50, 50), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier,
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(terminal(0)->viewport(), &event);
    };
    wheelUp();
    QVERIFY(terminal(0)->place().top.line < top);
    QCOMPARE(command(0).typed, QByteArray());
    QTest::keyClicks(terminal(0), "x"); // who types wants to see it
    QCOMPARE(terminal(0)->place().top.line, top);
    say(0, "\x1b[?1049h\x1b[Hall of the screen");
    QTRY_VERIFY(screen(0).contains("all of the screen"));
    wheelUp();
    QCOMPARE(command(0).typed, QByteArray("x\x1b[A\x1b[A\x1b[A"));
}

void TestTerminalPane::findGoesToWhatTheScreensShow()
{
    startOn("pod-v4", "sh", "Terminal");
    QByteArray many;
    for (int i = 0; i < 200; ++i) {
        many += "line " + QByteArray::number(i) + (i == 5 ? " needle\r\n" : "\r\n");
    }
    say(0, many);
    say(3, "nee\x1b[2;4Hneedle\x1b[1;4Hdle"); // painted, not printed
    QTRY_VERIFY(screen(0).contains("line 199") && screen(3).contains("\n   needle"));
    QTRY_VERIFY(terminal(0)->place().top.line > 100);
    QTest::keyClick(find<QWidget>("Panes"), Qt::Key_F, Qt::ControlModifier);
    auto *edit = find<QLineEdit>("Find in all panes");
    QTest::keyClicks(edit, "needle");
    QTRY_COMPARE(find<QLabel>("Matches")->text(), QStringLiteral("3 in 2 panes"));
    const int end = terminal(0)->place().top.line; // the bar to find in takes room
    QVERIFY(end > 100);
    const auto isInSight = [this](int index, int line, int column) {
        const QRect cell = terminal(index)->cellRect({line, column});
        return terminal(index)->viewport()->rect().contains(cell.center());
    };
    const auto isMarked = [this](int index, int line, int column) {
        const QRect cell = terminal(index)->cellRect({line, column});
        const QImage image = terminal(index)->viewport()->grab(cell).toImage();
        return image.pixelColor(image.width() / 2, 1) !=
               terminal(index)->palette().color(QPalette::Base);
    };
    QVERIFY(!isInSight(0, 5, 7));
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(isInSight(0, 5, 7));
    QVERIFY(isMarked(0, 5, 7));
    QVERIFY(!isMarked(0, 5, 3));
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(isInSight(3, 1, 3) && isMarked(3, 1, 3) && isMarked(3, 0, 0));
    QTest::keyClick(edit, Qt::Key_Return); // around the end
    QVERIFY(isInSight(0, 5, 7));
    QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
    // What the program paints over is not there any more.
    say(3, "\x1b[2J");
    QTRY_COMPARE(find<QLabel>("Matches")->text(), QStringLiteral("1 in 1 pane"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(isInSight(0, 5, 7));
    focus(0);
    QTest::keyClicks(terminal(0), "x"); // who types goes on at the end
    QCOMPARE(terminal(0)->place().top.line, end);
    QCOMPARE(command(0).typed, QByteArray("x"));
}

void TestTerminalPane::pastingSeveralLinesAsksWhereTheyWouldRun()
{
    startOn("pod-v4:0-1", "sh", "Terminal");
    say(0, "$ ");
    say(1, "$ \x1b[?2004h");
    QTRY_VERIFY(screen(0).contains("$") && screen(1).contains("$"));
    const auto paste = [this](int index, const QString &text) {
        focus(index);
        QApplication::clipboard()->setText(text);
        QTest::keyClick(terminal(index), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    };
    paste(0, "one");
    QCOMPARE(command(0).typed, QByteArray("one"));
    paste(1, "a\nb\n"); // the program there has asked for brackets: nothing runs by itself
    QCOMPARE(command(1).typed, QByteArray("\x1b[200~a\rb\r\x1b[201~"));

    paste(0, "rm x\n<b>y</b>\n");
    QCOMPARE(command(0).typed, QByteArray("one"));
    auto *box = page().findChild<QMessageBox *>();
    QVERIFY(box);
    QCOMPARE(int(box->textFormat()), int(Qt::PlainText));
    QVERIFY(box->informativeText().contains("<b>y</b>"));
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY(!page().findChild<QMessageBox *>());
    QCOMPARE(command(0).typed, QByteArray("one"));

    click("Type to all workers");
    paste(1, "ls\n"); // the other one would run it
    box = page().findChild<QMessageBox *>();
    QVERIFY(box);
    QVERIFY2(box->text().contains("2 workers"), qPrintable(box->text()));
    QCOMPARE(command(1).typed, QByteArray("\x1b[200~a\rb\r\x1b[201~"));
    for (QAbstractButton *button : box->buttons()) {
        if (button->text() == "Paste") {
            QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    QCOMPARE(command(0).typed, QByteArray("onels\r"));
    QVERIFY(command(1).typed.endsWith("\x1b[200~ls\r\x1b[201~"));
}

void TestTerminalPane::terminalsAreNotFolded()
{
    startOn("pod-v4", "sh", "Terminal");
    QVERIFY(find<QAbstractButton>("Merged by time"));
    QVERIFY(!find<QAbstractButton>("Folded panes"));
}

/// Somebody types while the worker that is shown alone ends, and is filtered out.
void TestTerminalPane::theNextTerminalShownAloneGetsNoKeys()
{
    startOn("pod-v4:0-2", "sh", "Terminal");
    ui::RunView *view = m_fixture->page.currentView();
    view->filter().setGroup(models::PaneGroup::Running, QString());
    focus(1);
    view->setPresentation(ui::Presentation::Single);
    QTRY_VERIFY(terminal(1));
    focus(1);
    QTest::keyClicks(terminal(1), "rm -rf ");
    transport().say(command(1).id, ssh::Ending(ssh::Exited{0}));
    QTRY_VERIFY(!terminal(1));
    QVERIFY(QApplication::focusWidget());
    QTest::keyClicks(QApplication::focusWidget(), "work");
    QCOMPARE(command(1).typed, QByteArray("rm -rf "));
    QCOMPARE(command(0).typed, QByteArray());
    QCOMPARE(command(2).typed, QByteArray());
}

/// Another worker ends while the menu is open, is filtered out, and the panes move up.
void TestTerminalPane::aMenuGoesWithWhatItIsOf()
{
    startOn("pod-v4:0-2", "sh", "Terminal");
    m_fixture->page.currentView()->filter().setGroup(models::PaneGroup::Running, QString());
    focus(1);
    QApplication::clipboard()->setText("rm x");
    QContextMenuEvent asked(QContextMenuEvent::Mouse, QPoint(5, 5), QPoint(5, 5));
    QCoreApplication::sendEvent(terminal(1)->viewport(), &asked);
    const QPointer<QMenu> menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction *paste = menu->actions().at(1);
    QVERIFY(paste->text().startsWith("Paste"));
    transport().say(command(0).id, ssh::Ending(ssh::Exited{0}));
    QTRY_VERIFY(!terminal(0));
    QTRY_VERIFY(!menu);
    for (const int index : {0, 1, 2}) {
        QCOMPARE(command(index).typed, QByteArray());
    }
}

void TestTerminalPane::aShellNeedsNoCommand()
{
    startOn("pod-v4:0", {}, "Terminal");
    QCOMPARE(command(0).request.command, QByteArray());
    QVERIFY(command(0).request.terminal);
    QCOMPARE(m_fixture->page.commandHistory(), QStringList());
}

void TestTerminalPane::aShellOnAWorkerHasTheKeyboard()
{
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    m_fixture->page.openShell({refOf({.name = "pod-v4"}), 3});
    QTRY_COMPARE(transport().loggingIn(), 0);
    QTRY_VERIFY(terminal(3) && terminal(3)->hasFocus());
    QTest::keyClicks(terminal(3), "ls");
    QCOMPARE(command(3).typed, QByteArray("ls"));
}

void TestTerminalPane::cursorStandsInItsCell_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("cell");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("length");
    QTest::newRow("in it") << "abc" << 1 << 1 << 3;
    QTest::newRow("behind it") << "abc" << 3 << 3 << 4;
    QTest::newRow("far behind") << "abc" << 10 << 10 << 11;
    QTest::newRow("empty") << "" << 0 << 0 << 1;
    QTest::newRow("after a wide one") << QString::fromUtf8("漢x") << 2 << 1 << 2;
    QTest::newRow("after combined ones") << QString::fromUtf8("e\u0301x") << 1 << 2 << 3;
}

void TestTerminalPane::cursorStandsInItsCell()
{
    QFETCH(QString, text);
    QFETCH(int, cell);
    QFETCH(int, column);
    QFETCH(int, length);
    run::TextStyle red;
    red.foreground = {run::TextColour::Kind::Palette, 1};
    const run::StyledLine plain{
        text, text.isEmpty() ? std::vector<run::StyleRun>() : std::vector<run::StyleRun>{{0, red}}};
    const run::StyledLine marked = ui::withCursor(plain, cell, true);
    QCOMPARE(marked.text.size(), length);
    int inverted = 0;
    int before = -1;
    for (const run::StyleRun &each : marked.runs) {
        QVERIFY(each.start > before);
        before = each.start;
        inverted += each.style.inverse ? 1 : 0;
        QVERIFY(!each.style.inverse || each.start == column);
    }
    QCOMPARE(inverted, 1);
}

QTEST_MAIN(TestTerminalPane)
#include "tst_terminalpane.moc"
