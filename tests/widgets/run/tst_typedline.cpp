// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "typingtest.h"
#include "widgets/run/page/runview.h"

#include <QPushButton>

using namespace podium;
using namespace podium::tests;

/// The line below the panes that goes to the stdin of what runs.
class TestTypedLine final : public TypingTestBase
{
    Q_OBJECT

private slots:
    void aLineGoesToTheStdinOfOneOrAll();
    void aHiddenLineIsKeptNowhere();
    void aHiddenLineNeverComesToLight();
    void aLineThatSomeRefuseIsNotSentTwice();
    void whatIsSaidOfALineGoesWhenItIsNoLongerSo();
    void theLineGoesToAPaneThatIsShown();
    void aLineThatWasBegunGoesToNobodyElse();
    void aLineForOneThatHasEndedIsGone();
    void aLineForTheOneThatIsShownAloneGoesToNobodyElse();
    void aLineThatWasBegunIsNotForTheFirstFold();
};

void TestTypedLine::aLineGoesToTheStdinOfOneOrAll()
{
    startOn("pod-v4", "cat", "Type to its stdin");
    QVERIFY(!command(0).request.terminal);
    QVERIFY(command(0).request.keepsInputOpen);
    auto *line = find<QLineEdit>("Line to send");
    QTest::keyClicks(line, "one");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(command(0).typed, QByteArray("one\n"));
    QCOMPARE(command(1).typed, QByteArray());
    QCOMPARE(line->text(), QString());

    click("Type to all workers");
    QCOMPARE(
        find<QLabel>("Who gets what is typed")->text(), QString("Each line goes to all 8 workers"));
    QTest::keyClicks(line, "all");
    click("Send the line");
    QCOMPARE(command(0).typed, QByteArray("one\nall\n"));
    QCOMPARE(command(7).typed, QByteArray("all\n"));

    click("End of input");
    for (int index = 0; index < 8; ++index) {
        QVERIFY(command(index).inputEnded);
    }
    QVERIFY(!line->isEnabled());
}

void TestTypedLine::aHiddenLineIsKeptNowhere()
{
    startOn("pod-v4:0", "sudo -S id", "Type to its stdin");
    auto *line = find<QLineEdit>("Line to send");
    find<QCheckBox>("Hide what is typed")->click();
    QCOMPARE(line->echoMode(), QLineEdit::Password);
    QTest::keyClicks(line, "open-sesame");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(command(0).typed, QByteArray("open-sesame\n"));
    QCOMPARE(line->text(), QString());
    QTest::keyClick(line, Qt::Key_Up);
    QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!line->text().contains("sesame"));
    QCOMPARE(m_fixture->page.commandHistory(), QStringList{"sudo -S id"});
}

void TestTypedLine::aHiddenLineNeverComesToLight()
{
    startOn("pod-v4:0", "sudo -S id", "Type to its stdin");
    auto *line = find<QLineEdit>("Line to send");
    auto *hide = find<QCheckBox>("Hide what is typed");
    hide->click();
    QTest::keyClicks(line, "open-sesame");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(command(0).typed, QByteArray("open-sesame\n"));
    hide->click();
    line->undo();
    QCOMPARE(line->text(), QString());

    hide->click();
    QTest::keyClicks(line, "not sent yet");
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(line);
    QVERIFY(!accessible->text(QAccessible::Value).contains("sent"));
    hide->click();
    QCOMPARE(line->text(), QString());
    line->undo();
    QCOMPARE(line->text(), QString());
    QVERIFY(!accessible->text(QAccessible::Value).contains("sent"));
}

void TestTypedLine::aLineThatSomeRefuseIsNotSentTwice()
{
    startOn("pod-v4:0-2", "cat", "Type to its stdin");
    auto *line = find<QLineEdit>("Line to send");
    auto *who = find<QLabel>("Who gets what is typed");
    transport().refuseTyping(command(1).id);
    click("Type to all workers");
    QTest::keyClicks(line, "go");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(command(0).typed, QByteArray("go\n"));
    QCOMPARE(command(1).typed, QByteArray());
    QCOMPARE(command(2).typed, QByteArray("go\n"));
    QVERIFY2(who->text().contains("pod-v4:1"), qPrintable(who->text()));
    QCOMPARE(line->text(), QString()); // a second Return would send it twice
    click("Type to one worker");
    QTest::mouseClick(outputArea(1), Qt::LeftButton);
    QTest::keyClicks(line, "again");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->text(), QString("again")); // nobody has it: it can be sent again
}

void TestTypedLine::whatIsSaidOfALineGoesWhenItIsNoLongerSo()
{
    startOn("pod-v4:0-2", "cat", "Type to its stdin");
    auto *line = find<QLineEdit>("Line to send");
    auto *who = find<QLabel>("Who gets what is typed");
    const auto isRefusedBy = [&](const QString &worker) {
        QTest::keyClicks(line, "x");
        QTest::keyClick(line, Qt::Key_Return);
        return who->text().contains("Not sent to " + worker);
    };
    transport().refuseTyping(command(0).id);
    transport().refuseTyping(command(1).id);
    QVERIFY2(isRefusedBy("pod-v4:0"), qPrintable(who->text()));
    QTest::keyClicks(line, "y"); // goes on
    QCOMPARE(who->text(), QString("To pod-v4:0"));
    QVERIFY(isRefusedBy("pod-v4:0"));
    click("End of input");
    QCOMPARE(who->text(), QString("pod-v4:0: input closed"));
    QCOMPARE(who->toolTip(), QString());

    click("Type to all workers");
    QVERIFY2(isRefusedBy("pod-v4:1"), qPrintable(who->text()));
    transport().say(command(1).id, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(who->text(), QString("Each line goes to 1 worker"));
    transport().say(command(2).id, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(who->text(), QString("pod-v4:0: input closed"));
}

void TestTypedLine::theLineGoesToAPaneThatIsShown()
{
    startOn("pod-v4", "cat", "Type to its stdin");
    auto *who = find<QLabel>("Who gets what is typed");
    QCOMPARE(who->text(), QString("To pod-v4:0"));
    ui::RunView *view = m_fixture->page.currentView();
    view->filter().setText(":6");
    QTRY_COMPARE(who->text(), QString("To pod-v4:6"));
    auto *line = find<QLineEdit>("Line to send");
    QTest::keyClicks(line, "x");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(command(0).typed, QByteArray());
    QCOMPARE(command(6).typed, QByteArray("x\n"));
    view->filter().setText("nobody"); // no pane at all
    QTRY_VERIFY(!line->isEnabled());
}

/// The pane goes while somebody types: what comes into its place is another worker's.
void TestTypedLine::aLineThatWasBegunGoesToNobodyElse()
{
    startOn("pod-v4:0-2", "sudo -S id", "Type to its stdin");
    auto *who = find<QLabel>("Who gets what is typed");
    auto *line = find<QLineEdit>("Line to send");
    ui::RunView *view = m_fixture->page.currentView();
    view->filter().setGroup(models::PaneGroup::Running, QString());
    QTest::mouseClick(outputArea(1), Qt::LeftButton);
    QTRY_COMPARE(who->text(), QString("To pod-v4:1"));
    QTest::keyClicks(line, "open-sesame");
    transport().say(command(1).id, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(who->text(), QString("To pod-v4:0"));
    QCOMPARE(line->text(), QString());
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(!command(0).typed.contains("sesame"));

    // One whose pane stays keeps its line.
    QTest::keyClicks(line, "yes");
    transport().say(command(2).id, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(view->grid().items().size(), std::size_t(1));
    QCOMPARE(line->text(), QString("yes"));
}

void TestTypedLine::aLineForOneThatHasEndedIsGone()
{
    startOn("pod-v4:0-1", "sudo -S id", "Type to its stdin");
    auto *who = find<QLabel>("Who gets what is typed");
    auto *line = find<QLineEdit>("Line to send");
    QTest::keyClicks(line, "open-sesame");
    transport().say(command(0).id, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(who->text(), QString("pod-v4:0: input closed"));
    QTest::mouseClick(outputArea(1), Qt::LeftButton);
    QTRY_COMPARE(who->text(), QString("To pod-v4:1"));
    QCOMPARE(line->text(), QString());
}

/// It is filtered out, and still runs: the list goes on to the next one by itself.
void TestTypedLine::aLineForTheOneThatIsShownAloneGoesToNobodyElse()
{
    startOn("pod-v4:0-2", "sudo -S id", "Type to its stdin");
    auto *who = find<QLabel>("Who gets what is typed");
    auto *line = find<QLineEdit>("Line to send");
    ui::RunView *view = m_fixture->page.currentView();
    QTest::mouseClick(outputArea(1), Qt::LeftButton);
    view->setPresentation(ui::Presentation::Single);
    QTRY_COMPARE(who->text(), QString("To pod-v4:1"));
    QTest::keyClicks(line, "open-sesame");
    view->filter().setText(":2");
    QTRY_COMPARE(who->text(), QString("To pod-v4:2"));
    QCOMPARE(line->text(), QString());
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(!command(2).typed.contains("sesame"));
}

void TestTypedLine::aLineThatWasBegunIsNotForTheFirstFold()
{
    startOn("pod-v4:0-2", "sudo -S id", "Type to its stdin");
    auto *who = find<QLabel>("Who gets what is typed");
    auto *line = find<QLineEdit>("Line to send");
    say(0, "one\n");
    say(1, "two\n");
    say(2, "three\n");
    QTRY_COMPARE(outputOf("pod-v4:2"), QString("three"));
    QTest::mouseClick(outputArea(2), Qt::LeftButton);
    QTRY_COMPARE(who->text(), QString("To pod-v4:2"));
    QTest::keyClicks(line, "open-sesame");
    click("Folded panes");
    QTRY_VERIFY2(who->text() != "To pod-v4:2", qPrintable(who->text()));
    QCOMPARE(line->text(), QString());
}

QTEST_MAIN(TestTypedLine)
#include "tst_typedline.moc"
