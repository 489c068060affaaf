// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/pastrunsmodel.h"
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/past/pastrunspanel.h"

#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeView>

using namespace podium;
using namespace podium::tests;

class RunPageRunsTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void closingARunAsksFirst();
    void severalRunsHaveTabs();
    void runningTheOldestAgainLetsItGo();
    void remembersCommands();
    void followsTheInventory();
    void diesInTheMiddleOfARun();
    void whatIsNotSelectedIsNotRunAgain();
    void agesOfPastRunsGoOn();

private:
    void showPast()
    {
        m_past = std::make_unique<models::PastRunsModel>(m_fixture->clock);
        store::PastRun once;
        once.id = "1";
        once.command = "hostname";
        once.targets = QStringList{"tpu1"};
        once.workers = 1;
        once.startedAt = m_fixture->clock.now();
        once.end = store::PastRun::End::Finished;
        m_past->setRuns({once});
        m_fixture->page.setPastRuns(*m_past);
        m_fixture->page.showPastRun("1");
    }

    std::unique_ptr<models::PastRunsModel> m_past; ///< the page looks at it
};

void RunPageRunsTest::closingARunAsksFirst()
{
    m_fixture->page.setTargets({"tpu1"});
    m_fixture->page.setCommand("first");
    m_fixture->page.startRun();
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    m_fixture->play([](int) { return FakeScript().login().hang(); });
    m_fixture->page.setCommand("second");
    m_fixture->page.startRun();
    auto *tabs = find<QTabBar>("Runs");
    QVERIFY(tabs);
    QTRY_VERIFY(find<QAbstractButton>("1 running"));
    emit tabs->tabCloseRequested(1);
    auto *question = page().findChild<QMessageBox *>();
    QVERIFY(question);
    QCOMPARE(question->textFormat(), Qt::PlainText);
    // It is attached to Podium: left, it would die as soon as it prints.
    QCOMPARE(question->buttons().size(), 2);
    question->button(QMessageBox::Cancel)->click();
    QCOMPARE(tabs->count(), 2);
    QCOMPARE(m_fixture->transport.commands()[1].termCount, 0);
    emit tabs->tabCloseRequested(0); // has ended: no question
    QCOMPARE(tabs->count(), 1);
    QTRY_VERIFY(!page().findChild<QMessageBox *>());
    emit tabs->tabCloseRequested(0);
    for (QAbstractButton *button : page().findChild<QMessageBox *>()->buttons()) {
        if (button->text() == QLatin1String("Stop and close")) {
            button->click();
        }
    }
    QCOMPARE(tabs->count(), 0);
    QCOMPARE(m_fixture->transport.commands()[1].termCount, 1);
    QCOMPARE(m_fixture->page.runningCount(), 0);
}

void RunPageRunsTest::severalRunsHaveTabs()
{
    m_fixture->page.setTargets({"tpu1"});
    for (int i = 0; i < 12; ++i) {
        m_fixture->page.setCommand(QStringLiteral("# a remark\necho %1 & true").arg(i));
        m_fixture->page.startRun();
        QTRY_COMPARE(m_fixture->page.runningCount(), 0);
        const auto *notice = page().findChild<ui::NoticeBar *>();
        QCOMPARE(notice->isVisible(), i >= 8); // nothing goes without a word
        if (i >= 8) {
            const QString gone = QStringLiteral("echo %1 & true · 1 ok").arg(i - 8);
            QVERIFY2(notice->text().contains(gone), qPrintable(notice->text()));
        }
    }
    auto *tabs = find<QTabBar>("Runs");
    QCOMPARE(tabs->count(), 8); // older ones that have ended go
    QTRY_COMPARE(tabs->tabText(7), QStringLiteral("echo 11 && true · 1 ok"));
    QCOMPARE(tabs->currentIndex(), 7);
    tabs->setCurrentIndex(2);
    QVERIFY(find<QWidget>("tpu1:0"));
}

/// Its menu is what asks for the run that it makes room for.
void RunPageRunsTest::runningTheOldestAgainLetsItGo()
{
    m_fixture->page.setTargets({"tpu1"});
    for (int i = 0; i < ui::RunTabs::MostKept; ++i) {
        m_fixture->page.setCommand(QStringLiteral("echo %1").arg(i));
        m_fixture->page.startRun();
        QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    }
    auto *tabs = find<QTabBar>("Runs");
    tabs->setCurrentIndex(0);
    const QPointer<QMenu> menu = find<QPushButton>("Run again")->menu();
    menu->popup(page().mapToGlobal({}));
    QTRY_VERIFY(menu->isVisible());
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QVERIFY(menu); // it was still at it
    QTRY_VERIFY(!menu);
    QCOMPARE(tabs->count(), int(ui::RunTabs::MostKept));
    QTRY_COMPARE(tabs->tabText(tabs->count() - 1), QStringLiteral("echo 0 · 1 ok"));
    QCOMPARE(tabs->tabText(0), QStringLiteral("echo 1 · 1 ok"));
}

void RunPageRunsTest::remembersCommands()
{
    m_fixture->page.setCommandHistory({"old"});
    m_fixture->page.setTargets({"tpu1"});
    m_fixture->page.setCommand("new\nscript");
    m_fixture->page.startRun();
    auto *command = find<QPlainTextEdit>("Command");
    command->setFocus();
    command->clear();
    QTest::keyClicks(command, "typing");
    QTest::keyClick(command, Qt::Key_Up);
    QCOMPARE(command->toPlainText(), QStringLiteral("new\nscript"));
    QTest::keyClick(command, Qt::Key_Up);
    QCOMPARE(command->toPlainText(), QStringLiteral("old"));
    QTest::keyClick(command, Qt::Key_Down);
    QTest::keyClick(command, Qt::Key_Down); // to the second line of the script
    QTest::keyClick(command, Qt::Key_Down);
    QCOMPARE(command->toPlainText(), QStringLiteral("typing"));
    QCOMPARE(m_fixture->page.commandHistory(), (QStringList{"old", "new\nscript"}));
}

void RunPageRunsTest::followsTheInventory()
{
    PageFixture empty(std::vector<NodeSketch>{});
    empty.page.show();
    bool says = false;
    for (const QLabel *label : empty.page.findChildren<QLabel *>()) {
        says = says || (label->isVisible() && label->text().contains("No nodes"));
    }
    QVERIFY(says);
    empty.page.setTargets({"pod-v4"});
    QVERIFY(named<QLabel>(empty.page, "Problem with the targets"));
}

void RunPageRunsTest::diesInTheMiddleOfARun()
{
    m_fixture->play([](int) { return FakeScript().login().out("x\n").out("y\n").hang(); });
    m_fixture->page.setTargets({"huge"});
    m_fixture->page.setCommand("yes");
    m_fixture->page.startRun();
    QTRY_VERIFY(find<QWidget>("huge:0"));
    m_fixture.reset();
    QCoreApplication::processEvents();
}

/// Ctrl and a click take the selection away, and leave the row the current one.
void RunPageRunsTest::whatIsNotSelectedIsNotRunAgain()
{
    showPast();
    auto *again = find<QAbstractButton>("Run again on the same workers");
    QVERIFY(again && again->isEnabled());
    auto *list = find<QTreeView>("Past runs");
    QVERIFY(list);
    list->selectionModel()->select(
        list->currentIndex(), QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
    QVERIFY(list->currentIndex().isValid());
    QVERIFY(!again->isEnabled());
}

void RunPageRunsTest::agesOfPastRunsGoOn()
{
    showPast();
    auto *panel = page().findChild<ui::PastRunsPanel *>();
    QVERIFY(panel && panel->isVisible());
    auto *ages = panel->findChild<QTimer *>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(ages && ages->isActive());
    QSignalSpy changed(m_past.get(), &QAbstractItemModel::dataChanged);
    ages->setInterval(1);
    QTRY_VERIFY(changed.count() > 0);
}

QTEST_MAIN(RunPageRunsTest)
#include "tst_runpageruns.moc"
