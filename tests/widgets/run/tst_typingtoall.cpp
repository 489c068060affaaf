// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "typingtest.h"
#include "widgets/run/page/runview.h"

#include <QPushButton>

using namespace podium;
using namespace podium::tests;

/// Keys that go to the terminals of all workers.
class TestTypingToAll final : public TypingTestBase
{
    Q_OBJECT

private slots:
    void keysToAllAreMarkedAndLeaveByThemselves();
    void leavingThePageLeavesAll();
    void otherPanesEndTypingToAll();
    void theTerminalGetsTheKeyboard();
    void theMarkGoesWithTheKeyboard();

private:
    QString who() { return find<QLabel>("Who gets what is typed")->text(); }
    /// The frame of a pane that gets what is typed elsewhere.
    bool isMarked(int index)
    {
        auto *pane = find<QWidget>(QStringLiteral("pod-v4:%1").arg(index));
        const QColor frame = ui::tones(page().palette()).warning;
        return pane->grab().toImage().pixelColor(1, pane->height() / 2) == frame;
    }
};

void TestTypingToAll::keysToAllAreMarkedAndLeaveByThemselves()
{
    startOn("pod-v4", "sh", "Terminal");
    focus(3);
    click("Type to all workers");
    QVERIFY(terminal(3)->hasFocus());
    auto *who = find<QLabel>("Who gets what is typed");
    QCOMPARE(who->text(), QString("Keys go to all 8 workers"));
    QTest::keyClicks(terminal(3), "a");
    for (int index = 0; index < 8; ++index) {
        QCOMPARE(command(index).typed, QByteArray("a"));
    }
    const QColor frame = ui::tones(page().palette()).warning;
    auto *pane = find<QWidget>("pod-v4:6");
    QCOMPARE(pane->grab().toImage().pixelColor(1, pane->height() / 2), frame);

    transport().say(command(5).id, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(who->text(), QString("Keys go to all 7 workers"));
    auto *ended = find<QWidget>("pod-v4:5");
    QVERIFY(ended->grab().toImage().pixelColor(1, ended->height() / 2) != frame);

    click("Type to one worker");
    QTest::keyClicks(terminal(3), "b");
    QCOMPARE(command(3).typed, QByteArray("ab"));
    QCOMPARE(command(4).typed, QByteArray("a"));
    QVERIFY(pane->grab().toImage().pixelColor(1, pane->height() / 2) != frame);

    click("Type to all workers");
    for (const int index : {0, 1, 2, 3, 4, 6, 7}) {
        transport().say(command(index).id, ssh::Ending(ssh::Exited{0}));
    }
    QTRY_VERIFY2(who->text().contains("ended"), qPrintable(who->text()));
    QVERIFY(!find<QPushButton>("Type to one worker"));
}

void TestTypingToAll::leavingThePageLeavesAll()
{
    startOn("pod-v4", "sh", "Terminal");
    click("Type to all workers");
    page().hide();
    page().show();
    QVERIFY(QTest::qWaitForWindowExposed(&page(), Patience));
    QVERIFY(find<QPushButton>("Type to all workers"));
    focus(3);
    QTest::keyClicks(terminal(3), "a");
    QCOMPARE(command(3).typed, QByteArray("a"));
    QCOMPARE(command(4).typed, QByteArray());
}

void TestTypingToAll::otherPanesEndTypingToAll()
{
    startOn("pod-v4", "sh", "Terminal");
    focus(3);
    ui::RunView *view = m_fixture->page.currentView();
    auto *who = find<QLabel>("Who gets what is typed");
    view->filter().setText(":3");
    QTRY_VERIFY(!terminal(4));
    view->filter().setText(":4");
    QTRY_VERIFY(!terminal(3) && terminal(4));
    view->filter().setText({});
    QTRY_VERIFY(terminal(3));
    click("Type to all workers");
    QCOMPARE(who->text(), QString("Keys go to all 8 workers"));
    view->filter().setText("v4:"); // the same ones
    QCOMPARE(who->text(), QString("Keys go to all 8 workers"));
    view->filter().setText(":3");
    QTRY_VERIFY(!terminal(4));
    QVERIFY2(!who->text().contains("to all"), qPrintable(who->text()));
    view->filter().setText({});
    QTRY_VERIFY(terminal(4));
    focus(3);
    QTest::keyClicks(terminal(3), "a");
    QCOMPARE(command(3).typed, QByteArray("a"));
    QCOMPARE(command(4).typed, QByteArray());
}

/// Else a password would stand in the command field, in clear.
void TestTypingToAll::theTerminalGetsTheKeyboard()
{
    startOn("pod-v4", "sh", "Terminal");
    page().activateWindow();
    QTRY_VERIFY(page().isActiveWindow());
    auto *field = find<QPlainTextEdit>("Command");
    field->setFocus();
    QTRY_VERIFY(field->hasFocus());
    const QString before = field->toPlainText();
    click("Type to all workers");
    QTest::keyClicks(QApplication::focusWidget(), "secret");
    QCOMPARE(field->toPlainText(), before);
    QCOMPARE(command(7).typed, QByteArray("secret"));
    QCOMPARE(who(), QString("Keys go to all 8 workers"));
    // Where the worker on top has ended, another one's.
    click("Type to one worker");
    transport().say(command(0).id, ssh::Ending(ssh::Exited{0}));
    field->setFocus();
    click("Type to all workers");
    QTRY_COMPARE(who(), QString("Keys go to all 7 workers"));
    QTest::keyClicks(QApplication::focusWidget(), "x");
    QCOMPARE(command(7).typed, QByteArray("secretx"));
}

void TestTypingToAll::theMarkGoesWithTheKeyboard()
{
    startOn("pod-v4", "sh", "Terminal");
    focus(3);
    click("Type to all workers");
    QCOMPARE(who(), QString("Keys go to all 8 workers"));
    QVERIFY(isMarked(6));
    find<QPlainTextEdit>("Command")->setFocus();
    QCOMPARE(who(), QString("Click a terminal to type to all 8 workers"));
    QVERIFY(!isMarked(6));
    focus(2);
    QCOMPARE(who(), QString("Keys go to all 8 workers"));
    QVERIFY(isMarked(6));
}

QTEST_MAIN(TestTypingToAll)
#include "tst_typingtoall.moc"
