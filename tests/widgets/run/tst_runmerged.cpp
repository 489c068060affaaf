// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runview.h"

using namespace podium;
using namespace podium::tests;
using ui::Presentation;

/// All workers' lines in one pane, by time.
class RunMergedTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void showsAllLinesByTime();
    void followsTheFilter();
    void findsByTime();
    void returnOpensTheWorker();
    void viewModesAreOneOfSeveral();

private:
    /// pod-v4 with eight workers that say nothing by themselves.
    void start()
    {
        m_fixture->play([](int) { return FakeScript().login(); });
        typeTarget("pod-v4");
        typeCommand("job");
        click("Run command");
        QTRY_COMPARE(view().run().state().summary().running, 8);
        QTRY_COMPARE(stateOf("pod-v4:7"), QStringLiteral("running"));
    }
    ui::RunView &view() { return *m_fixture->page.currentView(); }
    void say(int worker, const QByteArray &bytes)
    {
        m_fixture->transport.say(
            ssh::CommandId(worker + 1), ssh::OutputArrived{ssh::OutputStream::Out, bytes});
    }
    /// Without the times.
    QStringList shown()
    {
        auto *output = find<QWidget>("Output of all workers by time");
        QStringList lines = output ? QAccessible::queryAccessibleInterface(output)
                                         ->textInterface()
                                         ->text(0, 100'000)
                                         .split('\n')
                                   : QStringList();
        for (QString &line : lines) {
            line.remove(0, 9);
        }
        return lines;
    }
};

void RunMergedTest::showsAllLinesByTime()
{
    start();
    say(3, "early\n");
    click("Merged by time");
    QVERIFY(view().presentation() == Presentation::Merged);
    say(0, "one\n");
    say(3, "two\n");
    QTRY_COMPARE(shown(), QStringList({"pod-v4:3  early", "pod-v4:0  one", "pod-v4:3  two"}));
    say(0, "under w");
    QTRY_COMPARE(shown().last(), QString("pod-v4:0  under w"));
    say(1, "other\n");
    say(0, "ay\n");
    QTRY_COMPARE(shown().mid(3), QStringList({"pod-v4:0  under way", "pod-v4:1  other"}));
    click("Grid of panes");
    QVERIFY(!find<QWidget>("Output of all workers by time"));
    QVERIFY(find<QWidget>("Output of pod-v4:0"));
}

void RunMergedTest::followsTheFilter()
{
    start();
    click("Merged by time");
    say(0, "from one that ends\n");
    say(1, "from one that runs\n");
    m_fixture->transport.say(1, ssh::Ending(ssh::Exited{3}));
    QTRY_COMPARE(view().run().state().summary().failed, 1);
    QTRY_COMPARE(shown().size(), 2);
    view().filter().setGroup(models::PaneGroup::Failed);
    QTRY_COMPARE(shown(), QStringList({"pod-v4:0  from one that ends"}));
    view().filter().setGroup(models::PaneGroup::All);
    QTRY_COMPARE(shown().size(), 2);
}

void RunMergedTest::findsByTime()
{
    start();
    click("Merged by time");
    for (int i = 0; i < 400; ++i) {
        say(7 - i % 8, "line " + QByteArray::number(i) + (i % 100 == 50 ? " pod needle\n" : "\n"));
    }
    QTRY_COMPARE(shown().size(), 400);
    auto *output = find<ui::OutputView>("Output of all workers by time");
    QTest::keyClick(output, Qt::Key_F, Qt::ControlModifier);
    auto *edit = find<QLineEdit>("Find in all panes");
    QTest::keyClicks(edit, "needle");
    QTRY_COMPARE(view().model().matches(7 - 50 % 8), 2); // 50 and 250
    QTRY_COMPARE(view().model().matches(7 - 350 % 8), 2);
    QList<int> tops;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(edit, Qt::Key_Return);
        const int line = i * 100 + 50;
        const QRect cell = output->cellRect({line, 30});
        QVERIFY2(
            output->viewport()->rect().contains(cell.topLeft()), qPrintable(QString::number(line)));
        tops << output->place().top.line;
    }
    QVERIFY(std::is_sorted(tops.begin(), tops.end()));
    QVERIFY(tops.first() < tops.last());
}

void RunMergedTest::returnOpensTheWorker()
{
    start();
    click("Merged by time");
    say(2, "a line\n");
    say(5, "another\n");
    QTRY_COMPARE(shown().size(), 2);
    auto *output = find<ui::OutputView>("Output of all workers by time");
    const QRect cell = output->cellRect({1, 20});
    QTest::mouseClick(output->viewport(), Qt::LeftButton, {}, cell.center());
    QTest::keyClick(output, Qt::Key_Return);
    QVERIFY(view().presentation() == Presentation::Single);
    QCOMPARE(page().findChild<ui::SinglePane *>()->slot(), 5);
    QTest::keyClick(&page().findChild<ui::SinglePane *>()->pane().output(), Qt::Key_Escape);
    QVERIFY(view().presentation() == Presentation::Merged); // back to where it came from
}

/// A screen reader toggles a button; it does not click it.
void RunMergedTest::viewModesAreOneOfSeveral()
{
    typeTarget("pod-v4:0-1");
    typeCommand("true");
    click("Run command");
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    const QStringList names{
        "Grid of panes", "One pane and a list", "Folded panes", "Merged by time"};
    const auto chosen = [this, &names] {
        QStringList those;
        for (const QString &name : names) {
            those += find<QAbstractButton>(name)->isChecked() ? QStringList(name) : QStringList();
        }
        return those;
    };
    for (const int mode : {1, 3, 2, 0}) {
        auto *accessible =
            QAccessible::queryAccessibleInterface(find<QAbstractButton>(names[mode]));
        for (int times = 0; times < 2; ++times) { // one is always on
            accessible->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
            QCOMPARE(int(m_fixture->page.currentView()->presentation()), mode);
            QCOMPARE(chosen(), QStringList{names[mode]});
        }
    }
}

QTEST_MAIN(RunMergedTest)
#include "tst_runmerged.moc"
