// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "typingtest.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/terminal/terminallines.h"

#include <QInputMethodEvent>

using namespace podium;
using namespace podium::tests;

/// Text that an input method composes in a terminal: Chinese, Japanese, Korean, dead keys.
class TestTerminalCompose final : public TypingTestBase
{
    Q_OBJECT

private slots:
    void isShownAtTheCursorAndTypedWhenItIsDone();
    void theInputMethodKnowsWhereItIs();
    void goesWithTheKeyboard();
    void isShownInOnePaneAndTypedToAll();
    void isNotTypedToAnotherWorker();
    void nobodyGetsItAfterTheEnd();
    void fitsIntoItsLine_data();
    void fitsIntoItsLine();

private:
    void compose(int index, const QString &text, const QString &typed = {}, int cursor = -1)
    {
        QList<QInputMethodEvent::Attribute> attributes;
        if (cursor >= 0) {
            attributes.append({QInputMethodEvent::Cursor, cursor, 1, {}});
        }
        QInputMethodEvent event(text, attributes);
        event.setCommitString(typed);
        QCoreApplication::sendEvent(terminal(index), &event);
    }
    QVariant ask(int index, Qt::InputMethodQuery what)
    {
        QInputMethodQueryEvent query(what);
        QCoreApplication::sendEvent(terminal(index), &query);
        return query.value(what);
    }
};

void TestTerminalCompose::isShownAtTheCursorAndTypedWhenItIsDone()
{
    startOn("pod-v4:0", "sh", "Terminal");
    say(0, "$ xyz\x1b[1;3H");
    QTRY_VERIFY(screen(0).startsWith("$ xyz"));
    focus(0);
    compose(0, QString::fromUtf8("か"));
    QVERIFY2(screen(0).startsWith(QString::fromUtf8("$ かz")), qPrintable(screen(0)));
    compose(0, QString::fromUtf8("かな"), {}, 1);
    QVERIFY2(screen(0).startsWith(QString::fromUtf8("$ かな")), qPrintable(screen(0)));
    QCOMPARE(command(0).typed, QByteArray());
    compose(0, {}, QString::fromUtf8("仮名"));
    QCOMPARE(command(0).typed, QString::fromUtf8("仮名").toUtf8());
    QVERIFY2(screen(0).startsWith("$ xyz"), qPrintable(screen(0)));
    compose(0, QString::fromUtf8("´"));
    QVERIFY(screen(0).startsWith(QString::fromUtf8("$ ´yz")));
    compose(0, {}); // given up
    QVERIFY(screen(0).startsWith("$ xyz"));
    QCOMPARE(command(0).typed, QString::fromUtf8("仮名").toUtf8());
}

void TestTerminalCompose::theInputMethodKnowsWhereItIs()
{
    startOn("pod-v4:0", "sh", "Terminal");
    say(0, "one\r\n$ ");
    QTRY_VERIFY(screen(0).startsWith("one\n$"));
    QVERIFY(!ask(0, Qt::ImEnabled).toBool());
    focus(0);
    QVERIFY(ask(0, Qt::ImEnabled).toBool());
    QCOMPARE(ask(0, Qt::ImSurroundingText).toString(), QString());
    const auto cellAt = [this](int line, int column) {
        return terminal(0)
            ->cellRect({line, column})
            .translated(terminal(0)->viewport()->geometry().topLeft());
    };
    QCOMPARE(ask(0, Qt::ImCursorRectangle).toRect(), cellAt(1, 2));
    compose(0, QString::fromUtf8("かな"), {}, 1);
    QCOMPARE(ask(0, Qt::ImCursorRectangle).toRect(), cellAt(1, 3));
    QVERIFY(cellAt(1, 3).left() > cellAt(1, 2).right());
}

void TestTerminalCompose::goesWithTheKeyboard()
{
    startOn("pod-v4", "sh", "Terminal");
    say(2, "$ ");
    say(3, "$ ");
    QTRY_VERIFY(screen(2).startsWith("$") && screen(3).startsWith("$"));
    focus(2);
    compose(2, QString::fromUtf8("か"));
    QVERIFY(screen(2).startsWith(QString::fromUtf8("$ か")));
    focus(3);
    QVERIFY2(!screen(2).contains(QString::fromUtf8("か")), qPrintable(screen(2)));
    QVERIFY(!screen(3).contains(QString::fromUtf8("か")));
    compose(2, QString::fromUtf8("か"), "x"); // late
    QVERIFY(!screen(2).contains(QString::fromUtf8("か")));
    QCOMPARE(command(2).typed + command(3).typed, QByteArray());
}

void TestTerminalCompose::isShownInOnePaneAndTypedToAll()
{
    startOn("pod-v4", "sh", "Terminal");
    for (int index = 0; index < 8; ++index) {
        say(index, "$ ");
    }
    QTRY_VERIFY(screen(3).startsWith("$") && screen(4).startsWith("$"));
    focus(3);
    click("Type to all workers");
    compose(3, QString::fromUtf8("か"));
    QVERIFY(screen(3).startsWith(QString::fromUtf8("$ か")));
    QVERIFY(!screen(4).contains(QString::fromUtf8("か")));
    compose(3, {}, QString::fromUtf8("火"));
    for (int index = 0; index < 8; ++index) {
        QCOMPARE(command(index).typed, QString::fromUtf8("火").toUtf8());
    }
}

void TestTerminalCompose::isNotTypedToAnotherWorker()
{
    startOn("pod-v4", "sh", "Terminal");
    say(2, "$ ");
    say(3, "$ ");
    QTRY_VERIFY(screen(2).startsWith("$") && screen(3).startsWith("$"));
    focus(2);
    m_fixture->page.currentView()->setPresentation(ui::Presentation::Single);
    QTRY_VERIFY(terminal(2) && terminal(2)->hasFocus());
    compose(2, QString::fromUtf8("か"));
    QVERIFY(screen(2).startsWith(QString::fromUtf8("$ か")));
    m_fixture->page.findChild<ui::SinglePane *>()->showSlot(3);
    QTRY_VERIFY(terminal(3));
    QVERIFY2(!screen(3).contains(QString::fromUtf8("か")), qPrintable(screen(3)));
    m_fixture->page.findChild<ui::SinglePane *>()->showSlot(2);
    QVERIFY(!screen(2).contains(QString::fromUtf8("か")));
}

void TestTerminalCompose::nobodyGetsItAfterTheEnd()
{
    startOn("pod-v4:0", "sh", "Terminal");
    say(0, "$ ");
    QTRY_VERIFY(screen(0).startsWith("$"));
    focus(0);
    compose(0, QString::fromUtf8("か"));
    transport().say(command(0).id, ssh::Ending(ssh::Exited{0}));
    QTRY_VERIFY(stateOf("pod-v4:0").contains("exit 0") || stateOf("pod-v4:0").contains("ok"));
    QVERIFY2(!screen(0).contains(QString::fromUtf8("か")), qPrintable(screen(0)));
    QVERIFY(!ask(0, Qt::ImEnabled).toBool());
    compose(0, {}, QString::fromUtf8("火"));
    QCOMPARE(command(0).typed, QByteArray());
}

void TestTerminalCompose::fitsIntoItsLine_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("cell");
    QTest::addColumn<QString>("composed");
    QTest::addColumn<int>("cursor");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<int>("cursorColumn");
    const auto row = [](const char *name, const char *line, int cell, const char *composed,
                        int cursor, const char *shown, int cursorColumn) {
        QTest::newRow(name) << QString::fromUtf8(line) << cell << QString::fromUtf8(composed)
                            << cursor << QString::fromUtf8(shown) << cursorColumn;
    };
    row("over what is there", "abcdef", 1, "か", 0, "aかdef", 1);
    row("without a cursor", "abcdef", 1, "か", -1, "aかdef", -1);
    row("behind the text", "ab", 4, "x", 1, "ab  x ", 5);
    row("in an empty line", "", 0, "かな", 1, "かな", 1);
    row("over half of a wide one", "漢字x", 1, "y", -1, " y字x", -1);
    row("before half of a wide one", "a漢x", 0, "yz", -1, "yz x", -1);
    row("at the edge", "abcdefghij", 9, "かな", -1, "abcdefかな", -1);
    row("more than the line", "abc", 2, "一二三四五六", 6, "a三四五六", 5);
    row("the cursor at the edge", "abcdefghij", 9, "か", 1, "abcdefgかj", 8);
}

void TestTerminalCompose::fitsIntoItsLine()
{
    QFETCH(QString, line);
    QFETCH(int, cell);
    QFETCH(QString, composed);
    QFETCH(int, cursor);
    QFETCH(QString, shown);
    QFETCH(int, cursorColumn);
    const run::StyledLine result = ui::withComposing({line, {}}, cell, {composed, cursor}, 10);
    const bool isBehind = cursorColumn == shown.size(); // a cell of its own
    QCOMPARE(result.text, isBehind ? QString(shown + ' ') : shown);
    int found = -1;
    bool isUnderlined = false;
    int before = -1;
    for (const run::StyleRun &each : result.runs) {
        QVERIFY(each.start > before);
        before = each.start;
        found = each.style.inverse ? each.start : found;
        isUnderlined = isUnderlined || each.style.underline;
    }
    QCOMPARE(found, cursorColumn);
    QVERIFY(isUnderlined);
}

QTEST_MAIN(TestTerminalCompose)
#include "tst_terminalcompose.moc"
