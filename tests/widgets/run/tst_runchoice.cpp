// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runview.h"

#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace podium;
using namespace podium::tests;

namespace {

FakeScript says(const QByteArray &text, int status = 0)
{
    return FakeScript().login().out(text).exit(status);
}

Error networkError(const QString &summary)
{
    return {ErrorKind::Network, summary, {}, {}, {}};
}

} // namespace

/// Which of a run's workers are shown, and which it is run on again.
class RunChoiceTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void offersTheLostApart();
    void showsTheWorkersWithAnExitCode();
    void showsOddEndingsAsTheyAre();
    void showsTheWorkersWithAName();
    void aWayBackFromAllFilters();

private:
    void runToEnd(const QString &target, const std::function<FakeScript(int)> &scriptOf)
    {
        m_fixture->play(scriptOf);
        typeTarget(target);
        typeCommand("job");
        click("Run command");
        QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    }
    QStringList shownPanes() { return namesOfShownPanes(page()); }
    /// What the menu of this number offers; separators are empty.
    QStringList endings(const QString &number, QMenu *&menu)
    {
        auto *button = find<QToolButton>(number);
        menu = button ? button->menu() : nullptr;
        return menu ? textsOf(*menu) : QStringList("no menu");
    }
    QStringList rerunOffers(QMenu *&menu)
    {
        menu = find<QPushButton>("Run again")->menu();
        return textsOf(*menu);
    }
};

void RunChoiceTest::offersTheLostApart()
{
    runToEnd("pod-v4", [](int index) {
        if (index == 1) {
            return FakeScript().login().end(ssh::Lost{networkError("The connection broke.")});
        }
        return index > 5 ? FakeScript().end(ssh::Unreachable{networkError("No answer.")})
                         : says("x\n");
    });
    QMenu *menu = nullptr;
    const QStringList offers = rerunOffers(menu);
    QCOMPARE(
        offers.mid(0, 3),
        (QStringList{"All 8", "2 unreachable", "1 lost (the command may have run there)"}));
    const std::size_t before = m_fixture->transport.commands().size();
    menu->actions().at(2)->trigger();
    QTRY_COMPARE(m_fixture->transport.commands().size(), before + 1);
    QCOMPARE(m_fixture->transport.commands().back().request.endpoint.worker.index, 1);
}

void RunChoiceTest::showsTheWorkersWithAnExitCode()
{
    runToEnd("pod-v4", [](int index) {
        return index == 7 ? FakeScript().login().end(ssh::Signalled{"KILL"})
                          : says("x\n", index > 4 ? 137 : index % 3);
    });
    QMenu *menu = nullptr;
    QCOMPARE(
        endings("6 failed", menu),
        (QStringList{
            "All failed", "", "exit 1 (2)", "exit 137 (2)", "exit 2 (1)", "signal KILL (1)"}));
    menu->actions().at(3)->trigger();
    QTRY_COMPARE(shownPanes(), (QStringList{"pod-v4:5", "pod-v4:6"}));
    QVERIFY(find<QAbstractButton>("2 exit 137")->isChecked());
    QCOMPARE(endings("2 exit 137", menu).size(), 6);
    QVERIFY(menu->actions().at(3)->isChecked());
    menu->actions().at(5)->trigger();
    QTRY_COMPARE(shownPanes(), QStringList{"pod-v4:7"});
    (void)endings("1 signal KILL", menu);
    menu->actions().at(0)->trigger();
    QTRY_COMPARE(shownPanes().size(), 6);
    QVERIFY(find<QAbstractButton>("6 failed")->isChecked());
    QVERIFY(!find<QToolButton>("2 ok")->menu()); // they all exited 0
}

/// What a worker says about a signal is not to be trusted.
void RunChoiceTest::showsOddEndingsAsTheyAre()
{
    runToEnd("pod-v4", [](int) {
        return FakeScript().login().end(ssh::Signalled{"<b>A&B</b> " + QString(200, 'x')});
    });
    QMenu *menu = nullptr;
    QVERIFY(endings("8 failed", menu).last().startsWith("signal <b>A&&B</b> xxx"));
    menu->actions().last()->trigger();
    auto *bar = page().findChild<ui::SummaryBar *>();
    QTRY_COMPARE(bar->group(), models::PaneGroup::Failed);
    QVERIFY2(bar->sizeHint().width() < 600, qPrintable(QString::number(bar->sizeHint().width())));
    QTRY_COMPARE(shownPanes().size(), 8);
}

void RunChoiceTest::showsTheWorkersWithAName()
{
    runToEnd("pod-v4,tpu1", [](int) { return says("x\n"); });
    QTRY_COMPARE(shownPanes().size(), 9);
    click("Filter workers");
    auto *edit = find<QLineEdit>("Filter workers by name");
    QVERIFY(edit);
    QTRY_VERIFY(edit->hasFocus());
    QTest::keyClicks(edit, "TPU");
    QTRY_COMPARE(shownPanes(), QStringList{"tpu1:0"});
    QCOMPARE(find<QLabel>("Workers shown")->text(), QStringLiteral("1 of 9 shown"));
    edit->setText(" v4:3 ");
    QTRY_COMPARE(shownPanes(), QStringList{"pod-v4:3"});
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!find<QLineEdit>("Filter workers by name"));
    QTRY_COMPARE(shownPanes().size(), 9);
    m_fixture->page.focusFilter();
    QVERIFY(find<QLineEdit>("Filter workers by name")->text().isEmpty());
}

void RunChoiceTest::aWayBackFromAllFilters()
{
    runToEnd("pod-v4", [](int index) { return says("x\n", index); });
    QMenu *menu = nullptr;
    find<QToolButton>("7 failed")->customContextMenuRequested({}); // as by the right button
    QVERIFY(find<QToolButton>("7 failed")->menu()->isVisible());
    (void)endings("7 failed", menu);
    menu->close();
    menu->actions().last()->trigger();
    m_fixture->page.focusFilter();
    QTest::keyClicks(find<QLineEdit>("Filter workers by name"), "no such");
    QTRY_VERIFY(shownPanes().isEmpty());
    for (auto *button : page().findChildren<QPushButton *>()) {
        if (button->isVisible() && button->text() == QLatin1String("Show all")) {
            button->click();
        }
    }
    QTRY_COMPARE(shownPanes().size(), 8);
    QVERIFY(find<QAbstractButton>("All 8")->isChecked());
    QVERIFY(!find<QLineEdit>("Filter workers by name"));
}

QTEST_MAIN(RunChoiceTest)
#include "tst_runchoice.moc"
