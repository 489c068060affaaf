// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/common/keyboardaid.h"
#include "widgets/common/noticebar.h"

#include <QListWidget>

using namespace podium;
using namespace podium::tests;

class RunPageTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void saysWhatToDoFirst();
    void eightPanesInASmallWindow();
    void eachWorkerHasItsOwnEnding();
    void whatAGatewayLacksCanBeSetUp();
    void aWordThatNamesNothingIsSaidInPlace();
    void completesFromTheInventory();
    void chipsComeAndGoByKeyboard();
    void pastedWordsBecomeChips();
    void manyTargetsAreOneChipThatOpens();
    void focusOfTheCommandIsShownOnce();
    void asksForWhatIsMissing();
    void stoppedNodesSaySo();
    void theScriptGoesAsItIs();
    void optionsGoIntoTheRun();
    void stopsPolitelyThenKills();
    void questionOnlyWhileSomethingRuns();
};

void RunPageTest::saysWhatToDoFirst()
{
    auto *example = page().findChild<QAbstractButton *>();
    QVERIFY(example);
    bool says = false;
    for (const QLabel *label : page().findChildren<QLabel *>()) {
        says = says || (label->isVisible() && label->text().contains("Ctrl+Return"));
    }
    QVERIFY(says);
    for (QAbstractButton *button : page().findChildren<QAbstractButton *>()) {
        if (button->text() == QLatin1String("Fill in an example")) {
            button->click();
        }
    }
    QVERIFY(!find<QPlainTextEdit>("Command")->toPlainText().isEmpty());
    QCOMPARE(find<QLabel>("Number of workers")->text(), QStringLiteral("1 worker"));
    QVERIFY(m_fixture->transport.commands().empty()); // it fills in, it does not run
}

void RunPageTest::eightPanesInASmallWindow()
{
    m_fixture->play([](int index) {
        return FakeScript().login().out("t1v-n-0-w-" + QByteArray::number(index) + "\n").exit(0);
    });
    typeTarget("pod-v4");
    QCOMPARE(find<QLabel>("Number of workers")->text(), QStringLiteral("8 workers"));
    typeCommand("hostname");
    QSignalSpy finished(&m_fixture->page, &ui::RunPage::runFinished);
    click("Run command");
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(finished.first().first().toString(), QStringLiteral("hostname"));
    for (int i = 0; i < 8; ++i) {
        const QString worker = QStringLiteral("pod-v4:%1").arg(i);
        QTRY_COMPARE(outputOf(worker), QStringLiteral("t1v-n-0-w-%1").arg(i));
        QTRY_VERIFY2(stateOf(worker).startsWith("ok, exit 0"), qPrintable(stateOf(worker)));
        auto *pane = find<QWidget>(worker);
        QCOMPARE(pane->visibleRegion().boundingRect(), pane->rect()); // whole, in sight
    }
    QVERIFY(find<QAbstractButton>("8 ok"));
    QVERIFY(!find<QAbstractButton>("Stop"));
    QVERIFY(find<QAbstractButton>("Run again"));
}

void RunPageTest::eachWorkerHasItsOwnEnding()
{
    m_fixture->play([](int index) {
        FakeScript script = FakeScript().login().out("out\n").err("err\n");
        switch (index) {
        case 0:
            return script.exit(0);
        case 1:
            return script.exit(17);
        case 2:
            return script.end(ssh::Signalled{"SEGV"});
        case 3:
            return FakeScript().end(ssh::Refused{
                {.kind = ErrorKind::HostKey,
                 .summary = "Another key.",
                 .detail = {},
                 .hint = "Look at the SSH page.",
                 .subject = {}}});
        case 4:
            return script.end(ssh::Lost{
                {.kind = ErrorKind::Network,
                 .summary = "It broke.",
                 .detail = {},
                 .hint = {},
                 .subject = {}}});
        case 5:
            return FakeScript().end(ssh::TimedOut{ssh::Phase::Connecting});
        default:
            return script.hang();
        }
    });
    typeTarget("pod-v4");
    typeCommand("./job");
    QTest::keyClick(find<QPlainTextEdit>("Command"), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(find<QAbstractButton>("2 unreachable"));
    QVERIFY(find<QAbstractButton>("1 host key changed")); // which is another matter
    QTRY_VERIFY(stateOf("pod-v4:1").startsWith("failed, exit 17"));
    QTRY_VERIFY(stateOf("pod-v4:2").startsWith("failed, signal SEGV"));
    QTRY_VERIFY(stateOf("pod-v4:3").startsWith("host key changed"));
    QTRY_COMPARE(outputOf("pod-v4:3"), QStringLiteral("Another key. Look at the SSH page."));
    QTRY_COMPARE(outputOf("pod-v4:4"), QStringLiteral("out\nerr")); // what came stays
    QTRY_VERIFY(outputOf("pod-v4:5").contains("did not answer"));
    QTRY_COMPARE(stateOf("pod-v4:6"), QStringLiteral("running"));
    QVERIFY(find<QAbstractButton>("1 ok"));
    QVERIFY(find<QAbstractButton>("2 failed"));
    QVERIFY(find<QAbstractButton>("2 running"));
    QCOMPARE(m_fixture->page.runningCount(), 1);
}

void RunPageTest::whatAGatewayLacksCanBeSetUp()
{
    m_fixture->play([](int) {
        return FakeScript().end(ssh::Refused{
            {.kind = ErrorKind::NotFound,
             .summary = "Nothing can be run through the gateway.",
             .detail = {},
             .hint = {},
             .subject = {},
             .recipe = "clustershell"}});
    });
    typeTarget("pod-v4:2-3");
    typeCommand("hostname");
    QSignalSpy requested(&m_fixture->page, &ui::RunPage::recipeRequested);
    click("Run command");
    QAbstractButton *setUp = nullptr;
    const auto isOffered = [&] {
        for (auto *button : page().findChildren<QAbstractButton *>()) {
            setUp = button->text() == "Set it up" && button->isVisible() ? button : setUp;
        }
        return setUp != nullptr;
    };
    QTRY_VERIFY(isOffered());
    QVERIFY(m_fixture->page.findChild<ui::NoticeBar *>()->text().contains("pod-v4:2"));
    setUp->click();
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested.first().at(0).toString(), QString("clustershell"));
    QCOMPARE(requested.first().at(1).value<WorkerRef>().index, 2);
}

void RunPageTest::aWordThatNamesNothingIsSaidInPlace()
{
    typeTarget("pod-v5");
    auto *problem = find<QLabel>("Problem with the targets");
    QVERIFY(problem);
    QVERIFY2(problem->text().contains("pod-v4"), qPrintable(problem->text())); // a near name
    QCOMPARE(problem->textFormat(), Qt::PlainText);
    typeCommand("true");
    click("Run command");
    QVERIFY(m_fixture->transport.commands().empty());
    click("Remove target pod-v5");
    QTRY_VERIFY(!find<QLabel>("Problem with the targets"));
    typeTarget("<b>x</b>");
    QVERIFY(find<QLabel>("Problem with the targets"));
}

void RunPageTest::completesFromTheInventory()
{
    auto *edit = find<QLineEdit>("Targets");
    edit->setFocus();
    QTest::keyClicks(edit, "v4");
    QTRY_VERIFY(edit->completer()->popup()->isVisible());
    QWidget *popup = edit->completer()->popup();
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QTRY_VERIFY(find<QWidget>("Target pod-v4"));
    QTRY_COMPARE(edit->text(), QString());
}

void RunPageTest::chipsComeAndGoByKeyboard()
{
    auto *edit = find<QLineEdit>("Targets");
    QTest::keyClicks(edit, "tpu1 tpu2,twin");
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(find<QWidget>("Target tpu1"));
    QVERIFY(find<QWidget>("Target tpu2"));
    QVERIFY(find<QWidget>("Target twin"));
    QTest::keyClick(edit, Qt::Key_Backspace);
    QVERIFY(!find<QWidget>("Target twin"));
    edit->setFocus();
    QTest::keyClick(edit, Qt::Key_Left);
    QTRY_COMPARE(QApplication::focusWidget(), find<QWidget>("Target tpu2"));
    QTest::keyClick(find<QWidget>("Target tpu2"), Qt::Key_Left);
    QTRY_COMPARE(QApplication::focusWidget(), find<QWidget>("Target tpu1"));
    QTest::keyClick(find<QWidget>("Target tpu1"), Qt::Key_Delete);
    QVERIFY(!find<QWidget>("Target tpu1"));
    QVERIFY(find<QWidget>("Target tpu2"));
    QTest::keyClicks(edit, "pod-v4:0,3");
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(find<QWidget>("Target pod-v4:0,3"));
    QCOMPARE(find<QLabel>("Number of workers")->text(), QStringLiteral("3 workers"));
}

void RunPageTest::manyTargetsAreOneChipThatOpens()
{
    std::vector<NodeSketch> nodes;
    QStringList words;
    for (int number = 1; number <= 300; ++number) {
        words << QString("node-%1").arg(number);
        nodes.push_back({.name = words.back(), .workers = 2, .number = number});
    }
    m_fixture = std::make_unique<PageFixture>(nodes);
    page().resize(1160, 740);
    page().show();
    m_fixture->page.setTargets(words.mid(0, 1));
    const int height = find<QLineEdit>("Targets")->parentWidget()->height();
    m_fixture->page.setTargets(words);
    auto *chip = find<QWidget>("300 nodes, 600 workers");
    QVERIFY(chip);
    QTRY_COMPARE(find<QLineEdit>("Targets")->parentWidget()->height(), height);
    QCOMPARE(find<QLabel>("Number of workers")->text(), QString("600 workers"));
    QVERIFY(!find<QWidget>("Target node-1"));

    QTest::mouseClick(chip, Qt::LeftButton);
    auto *list = find<QListWidget>("All targets");
    QTRY_VERIFY(list && list->isVisible());
    QCOMPARE(list->count(), 300);
    list->item(0)->setSelected(true);
    list->item(299)->setSelected(true);
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY(find<QWidget>("298 nodes, 596 workers"));
    for (int row = 3; row < 298; ++row) {
        list->item(row)->setSelected(true);
    }
    click("Remove the selected targets"); // and few are chips of their own again
    QVERIFY(find<QWidget>("Target node-2"));
    QVERIFY(find<QWidget>("Target node-4"));
    QVERIFY(!find<QWidget>("Target node-1"));
    list->window()->close();
}

void RunPageTest::pastedWordsBecomeChips()
{
    QApplication::clipboard()->setText("tpu1 pod-v4:0-3\ntwin");
    find<QLineEdit>("Targets")->paste();
    QTest::keyClick(find<QLineEdit>("Targets"), Qt::Key_Return);
    QVERIFY(find<QWidget>("Target tpu1"));
    QVERIFY(find<QWidget>("Target pod-v4:0-3"));
    QVERIFY(find<QWidget>("Target twin"));
}

/// By the frame around it, and not by a second ring within that.
void RunPageTest::focusOfTheCommandIsShownOnce()
{
    const ui::KeyboardAid aid;
    auto *command = find<QPlainTextEdit>("Command");
    auto *frame = command->parentWidget();
    find<QLineEdit>("Targets")->setFocus();
    const QImage frameBefore = frame->grab().toImage();
    const QImage before = command->grab().toImage();
    command->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(command->hasFocus());
    QTRY_VERIFY(frame->grab().toImage() != frameBefore);
    const QImage seen = command->grab().toImage();
    const QPoint middle(0, seen.height() / 2);
    for (int x = 0; x < 4; ++x) { // what a ring inside its edge would take
        QCOMPARE(seen.pixelColor(middle + QPoint(x, 0)), before.pixelColor(middle + QPoint(x, 0)));
    }
}

void RunPageTest::asksForWhatIsMissing()
{
    click("Run command");
    QVERIFY(m_fixture->transport.commands().empty());
    QTRY_COMPARE(QApplication::focusWidget(), find<QWidget>("Targets"));
    QTest::keyClicks(find<QLineEdit>("Targets"), "tpu1"); // not yet a chip
    click("Run command");
    QVERIFY(find<QWidget>("Target tpu1"));
    QVERIFY(m_fixture->transport.commands().empty());
    QTRY_COMPARE(QApplication::focusWidget(), find<QWidget>("Command"));
}

void RunPageTest::stoppedNodesSaySo()
{
    m_fixture->page.setTargets({"tpu2"});
    m_fixture->page.setCommand("hostname");
    m_fixture->page.startRun();
    QTRY_VERIFY(outputOf("tpu2:0").contains("STOPPED"));
    QVERIFY(outputOf("tpu2:0").contains("Start it first"));
    QVERIFY(find<QAbstractButton>("1 unreachable"));
}

void RunPageTest::theScriptGoesAsItIs()
{
    const QString script = QStringLiteral("cd \"$HOME\"\necho 'ä' \\\n  | tr a b # \"`$(\n");
    m_fixture->page.setTargets({"tpu1"});
    m_fixture->page.setCommand(script);
    m_fixture->page.startRun();
    QTRY_COMPARE(m_fixture->transport.commands().size(), std::size_t(1));
    const QByteArray &sent = m_fixture->transport.commands()[0].request.command;
    QVERIFY2(sent.startsWith("true ") && sent.endsWith("; " + script.toUtf8()), sent.constData());
    QCOMPARE(m_fixture->transport.commands()[0].request.endpoint.user, QStringLiteral("matt"));
}

void RunPageTest::optionsGoIntoTheRun()
{
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    click("Run options");
    auto *fanOut = find<QSpinBox>("Workers at a time");
    QVERIFY(fanOut);
    fanOut->setValue(3);
    find<QSpinBox>("Login timeout")->setValue(7);
    find<QSpinBox>("Time limit")->setValue(60);
    click("Run options"); // folded, all panes have room
    m_fixture->page.setTargets({"pod-v4"});
    m_fixture->page.setCommand("sleep 1");
    m_fixture->page.startRun();
    QTRY_VERIFY(find<QAbstractButton>("3 running"));
    QVERIFY(find<QAbstractButton>("5 waiting"));
    QCOMPARE(m_fixture->transport.commands().size(), std::size_t(3));
    const ssh::CommandRequest &request = m_fixture->transport.commands()[0].request;
    QCOMPARE(request.connectLimit, std::chrono::milliseconds(7000));
    QCOMPARE(request.totalLimit, std::chrono::milliseconds(60'000));
    QCOMPARE(outputOf("pod-v4:7"), QStringLiteral("Waits for its turn."));
    click("Skip waiting");
    QTRY_VERIFY(find<QAbstractButton>("5 stopped"));
    QVERIFY(find<QAbstractButton>("3 running"));
    QVERIFY(!find<QAbstractButton>("Skip waiting"));
}

void RunPageTest::stopsPolitelyThenKills()
{
    m_fixture->play([](int index) {
        FakeScript script = FakeScript().login();
        return index == 1 ? script.ignoreTerm().hang() : script.hang();
    });
    m_fixture->page.setTargets({"pod-v4:0-1"});
    m_fixture->page.setCommand("sleep 999");
    m_fixture->page.startRun();
    QTRY_VERIFY(find<QAbstractButton>("2 running"));
    QTest::keyClick(&page(), Qt::Key_Period, Qt::ControlModifier);
    QTRY_VERIFY(find<QAbstractButton>("1 stopped"));
    QTRY_VERIFY(stateOf("pod-v4:1").startsWith("stopping"));
    QCOMPARE(m_fixture->transport.commands()[1].termCount, 1);
    QCOMPARE(m_fixture->transport.commands()[1].killCount, 0);
    QVERIFY(!find<QAbstractButton>("Stop"));
    click("Kill");
    QTRY_VERIFY(find<QAbstractButton>("2 stopped"));
    QCOMPARE(m_fixture->transport.commands()[1].killCount, 1);
    QVERIFY(find<QAbstractButton>("Run again"));
}

void RunPageTest::questionOnlyWhileSomethingRuns()
{
    QSignalSpy counts(&m_fixture->page, &ui::RunPage::runningCountChanged);
    QVERIFY(m_fixture->page.questionBeforeClosing().isEmpty());
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    m_fixture->page.setTargets({"tpu1"});
    m_fixture->page.setCommand("sleep 9");
    m_fixture->page.startRun();
    QCOMPARE(m_fixture->page.runningCount(), 1);
    QTRY_VERIFY(m_fixture->page.questionBeforeClosing().contains("1 worker"));
    m_fixture->transport.say(1, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    QVERIFY(m_fixture->page.questionBeforeClosing().isEmpty());
    QVERIFY(counts.count() >= 2);
    QCOMPARE(counts.last().first().toInt(), 0);
}

QTEST_MAIN(RunPageTest)
#include "tst_runpage.moc"
