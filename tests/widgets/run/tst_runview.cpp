// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "pagefixture.h"
#include "tests/fakes/patience.h"
#include "widgets/common/theme.h"
#include "widgets/run/page/runview.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeView>

using namespace podium;
using namespace podium::tests;
using ui::Presentation;

/// A run's panes: moving among them, filtering, finding, folding, running again.
class RunViewTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<Error>("podium::Error");
        ui::applyColourScheme(QStringLiteral("light"));
    }
    void init();
    void cleanup() { m_fixture.reset(); }
    void arrowsMoveReturnOpensEscGoesBack();
    void aNumberIsAFilter();
    void aFilterFollowsTheRun();
    void runsAgainOnTheFailed();
    void offersTheDifferentAndTheSilent();
    void findsInAllPanes();
    void foldsLive();
    void progressShowsItsFinalText();
    void hostileOutputDoesNothing();
    void coloursAreShown();
    void onlyPanesInSightExist();
    void aPaneComesBackToItsPlace();
    void zooms();
    void savesAll();
    void copiesAllWithNames();
    void followsAChangeOfScheme();
    void aLoginThatWaitsForThePersonIsSpoken();

private:
    ui::RunPage &page() { return m_fixture->page; }
    ui::RunView &view() { return *page().currentView(); }
    template <typename Widget>
    Widget *find(const QString &name)
    {
        return named<Widget>(page(), name);
    }
    void run(const QString &target, const std::function<FakeScript(int)> &scriptOf)
    {
        m_fixture->play(scriptOf);
        page().setTargets({target});
        page().setCommand("job");
        page().startRun();
    }
    void runToEnd(const QString &target, const std::function<FakeScript(int)> &scriptOf)
    {
        run(target, scriptOf);
        QTRY_COMPARE(page().runningCount(), 0);
    }
    QString outputOf(const QString &worker)
    {
        auto *output = find<QWidget>("Output of " + worker);
        return output ? QAccessible::queryAccessibleInterface(output)->textInterface()->text(
                            0, 100'000)
                      : QString();
    }
    QStringList shownPanes() { return namesOfShownPanes(page()); }
    void click(const QString &name)
    {
        auto *button = find<QAbstractButton>(name);
        QVERIFY2(button, qPrintable(name));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    QStringList rerunOffers(QMenu *&menu)
    {
        menu = find<QPushButton>("Run again")->menu();
        return textsOf(*menu);
    }
    std::unique_ptr<PageFixture> m_fixture;
};

namespace {

FakeScript says(const QByteArray &text, int status = 0)
{
    return FakeScript().login().out(text).exit(status);
}

} // namespace

void RunViewTest::init()
{
    m_fixture = std::make_unique<PageFixture>();
    page().resize(1160, 740);
    page().show();
    QVERIFY(QTest::qWaitForWindowExposed(&page(), Patience));
    page().activateWindow();
}

void RunViewTest::arrowsMoveReturnOpensEscGoesBack()
{
    runToEnd("pod-v4", [](int index) { return says("I am " + QByteArray::number(index)); });
    auto *panes = find<QWidget>("Panes");
    QTRY_COMPARE(QApplication::focusWidget(), panes);
    QTest::keyClick(panes, Qt::Key_Right);
    QTest::keyClick(panes, Qt::Key_Return);
    QCOMPARE(view().presentation(), Presentation::Single);
    QTRY_COMPARE(shownPanes(), QStringList{"pod-v4:1"});
    QCOMPARE(outputOf("pod-v4:1"), QStringLiteral("I am 1"));
    auto *list = find<QTreeView>("Workers");
    QCOMPARE(list->currentIndex().row(), 1);
    QTest::keyClick(list, Qt::Key_Down);
    QTRY_COMPARE(outputOf("pod-v4:2"), QStringLiteral("I am 2"));
    QTest::keyClick(find<QWidget>("Output of pod-v4:2"), Qt::Key_Escape);
    QCOMPARE(view().presentation(), Presentation::Panes);
    QTRY_COMPARE(shownPanes().size(), 8);
    QTest::keyClick(panes, Qt::Key_Return); // the pane that was open is the current one
    QTRY_COMPARE(shownPanes(), QStringList{"pod-v4:2"});
}

void RunViewTest::aNumberIsAFilter()
{
    runToEnd("pod-v4", [](int index) { return says("x\n", index % 4 == 3 ? 1 : 0); });
    QTRY_COMPARE(shownPanes().size(), 8);
    click("2 failed");
    QTRY_COMPARE(shownPanes(), (QStringList{"pod-v4:3", "pod-v4:7"}));
    click("2 failed"); // again: all
    QTRY_COMPARE(shownPanes().size(), 8);
    click("6 ok");
    QTRY_COMPARE(shownPanes().size(), 6);
    click("All 8");
    QTRY_COMPARE(shownPanes().size(), 8);
}

void RunViewTest::aFilterFollowsTheRun()
{
    run("pod-v4", [](int) { return FakeScript().login().hang(); });
    QTRY_VERIFY(find<QAbstractButton>("8 running"));
    click("8 running");
    m_fixture->transport.say(3, ssh::Ending(ssh::Exited{0}));
    QTRY_COMPARE(shownPanes().size(), 7);
    QVERIFY(!shownPanes().contains("pod-v4:2"));
    for (ssh::CommandId id = 1; id <= 8; ++id) {
        if (id != 3) {
            m_fixture->transport.say(id, ssh::Ending(ssh::Exited{0}));
        }
    }
    QTRY_VERIFY(shownPanes().isEmpty()); // and says so, with a way back
    bool hasWayBack = false;
    for (QAbstractButton *button : page().findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->text() == QLatin1String("Show all")) {
            button->click();
            hasWayBack = true;
        }
    }
    QVERIFY(hasWayBack);
    QTRY_COMPARE(shownPanes().size(), 8);
}

void RunViewTest::runsAgainOnTheFailed()
{
    runToEnd("pod-v4", [](int index) { return says("x\n", index == 2 || index == 5 ? 1 : 0); });
    QMenu *menu = nullptr;
    const QStringList offers = rerunOffers(menu);
    QCOMPARE(offers.mid(0, 2), (QStringList{"All 8", "2 failed"}));
    const std::size_t before = m_fixture->transport.commands().size();
    menu->actions().at(1)->trigger();
    QTRY_COMPARE(m_fixture->transport.commands().size(), before + 2);
    QTRY_COMPARE(shownPanes(), (QStringList{"pod-v4:2", "pod-v4:5"}));
    QCOMPARE(
        withoutMark(m_fixture->transport.commands().back().request.command), QByteArray("job"));
}

void RunViewTest::offersTheDifferentAndTheSilent()
{
    runToEnd("pod-v4", [](int index) {
        return index == 4 ? FakeScript().login().exit(0) : says(index == 6 ? "odd\n" : "same\n");
    });
    QMenu *menu = nullptr;
    QCOMPARE(
        rerunOffers(menu),
        (QStringList{"All 8", "1 silent (ok, but no output)", "2 different from most"}));
}

void RunViewTest::findsInAllPanes()
{
    runToEnd("pod-v4", [](int index) {
        QByteArray text;
        for (int i = 0; i < 200; ++i) {
            text += "line " + QByteArray::number(i) + (i == 20 && index > 5 ? " needle\n" : "\n");
        }
        return says(text);
    });
    QTest::keyClick(find<QWidget>("Panes"), Qt::Key_F, Qt::ControlModifier);
    auto *edit = find<QLineEdit>("Find in all panes");
    QVERIFY(edit);
    QTest::keyClicks(edit, "needle");
    QTRY_COMPARE(find<QLabel>("Matches")->text(), QStringLiteral("2 in 2 panes"));
    QTest::keyClick(edit, Qt::Key_Return);
    auto *output = static_cast<ui::OutputView *>(find<QWidget>("Output of pod-v4:6"));
    QTRY_VERIFY(output->viewport()->rect().contains(output->cellRect({20, 8})));
    click("Only panes that match");
    QTRY_COMPARE(shownPanes(), (QStringList{"pod-v4:6", "pod-v4:7"}));
    edit->setText("(");
    click("Regular expression");
    QTRY_VERIFY(find<QLabel>("Matches")->text().contains("not a regular expression"));
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!find<QLineEdit>("Find in all panes"));
    QTRY_COMPARE(shownPanes().size(), 8);
}

void RunViewTest::foldsLive()
{
    run("pod-v4", [](int) { return FakeScript().login().out("ready\n").hang(); });
    QTRY_VERIFY(find<QAbstractButton>("8 running"));
    click("Folded panes");
    QTRY_COMPARE(shownPanes(), QStringList{"pod-v4:0-7"});
    QTRY_COMPARE(outputOf("pod-v4:0-7"), QStringLiteral("ready"));
    m_fixture->transport.say(8, ssh::OutputArrived{ssh::OutputStream::Out, "odd\n"});
    QTRY_COMPARE(shownPanes(), (QStringList{"pod-v4:0-6", "pod-v4:7"}));
    m_fixture->transport.say(2, ssh::Ending(ssh::Exited{3}));
    QTRY_COMPARE(shownPanes(), (QStringList{"pod-v4:0,2-6", "pod-v4:1", "pod-v4:7"}));
    click("Grid of panes");
    QTRY_COMPARE(shownPanes().size(), 8);
}

void RunViewTest::progressShowsItsFinalText()
{
    runToEnd("tpu1", [](int) {
        return says("\r 10%|#         |\r 60%|######    |\r100%|##########| done\nafter\n");
    });
    QTRY_COMPARE(outputOf("tpu1:0"), QStringLiteral("100%|##########| done\nafter"));
}

void RunViewTest::hostileOutputDoesNothing()
{
    QApplication::clipboard()->setText("mine");
    const QString title = page().window()->windowTitle();
    runToEnd("tpu1", [](int) {
        return says("\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[6n\x1b[2J<b>html</b> &amp;\n"
                    "\x1bP+q544e\x1b\\\x1b]8;;http://evil\x07link\x1b]8;;\x07\n\xff\xfe\x80 end\n");
    });
    QTRY_VERIFY(outputOf("tpu1:0").contains("<b>html</b> &amp;\n"));
    QVERIFY(outputOf("tpu1:0").contains("link\n"));
    QVERIFY(outputOf("tpu1:0").endsWith("end"));
    QVERIFY(!outputOf("tpu1:0").contains("owned"));
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("mine"));
    QCOMPARE(page().window()->windowTitle(), title);
    QVERIFY(m_fixture->transport.commands()[0].request.input.isEmpty());
}

void RunViewTest::coloursAreShown()
{
    runToEnd("tpu1", [](int) { return says("\x1b[31mred\x1b[0m \x1b[44mblue\x1b[0m\n"); });
    QTRY_COMPARE(outputOf("tpu1:0"), QStringLiteral("red blue"));
    const auto hasColour = [this](int column, const std::function<bool(const QColor &)> &isLike) {
        auto *output = static_cast<ui::OutputView *>(find<QWidget>("Output of tpu1:0"));
        const QImage image = output->viewport()->grab().toImage();
        const QRect area = output->cellRect({0, column});
        for (int y = area.top(); y <= area.bottom(); ++y) {
            for (int x = area.left(); x <= area.right(); ++x) {
                if (isLike(image.pixelColor(x, y))) {
                    return true;
                }
            }
        }
        return false;
    };
    QTRY_VERIFY(hasColour(1, [](const QColor &colour) {
        return colour.red() > colour.blue() + 60 && colour.red() > colour.green() + 60;
    }));
    QTRY_VERIFY(
        hasColour(5, [](const QColor &colour) { return colour.blue() > colour.red() + 60; }));
}

void RunViewTest::onlyPanesInSightExist()
{
    runToEnd("huge", [](int index) { return says("I am " + QByteArray::number(index) + "\n"); });
    QVERIFY(find<QAbstractButton>("256 ok"));
    QVERIFY(page().findChildren<ui::Pane *>().size() < 40);
    auto *grid = static_cast<ui::PaneGrid *>(find<QWidget>("Panes"));
    QTest::keyClick(grid, Qt::Key_End);
    QTRY_COMPARE(outputOf("huge:255"), QStringLiteral("I am 255"));
    QVERIFY(!shownPanes().contains("huge:0"));
    QVERIFY(page().findChildren<ui::Pane *>().size() < 60);
    QTest::keyClick(grid, Qt::Key_Home);
    QTRY_COMPARE(outputOf("huge:0"), QStringLiteral("I am 0"));
}

void RunViewTest::aPaneComesBackToItsPlace()
{
    runToEnd("huge", [](int) {
        QByteArray text;
        for (int i = 0; i < 300; ++i) {
            text += "line\n";
        }
        return says(text);
    });
    auto *grid = static_cast<ui::PaneGrid *>(find<QWidget>("Panes"));
    grid->pane(0)->output().moveTo({100, 0});
    grid->verticalScrollBar()->setValue(grid->verticalScrollBar()->maximum());
    QVERIFY(!grid->pane(0));
    grid->verticalScrollBar()->setValue(0);
    QCOMPARE(grid->pane(0)->output().place().top.line, 100);
    QVERIFY(grid->pane(1)->output().place().followsEnd);
}

void RunViewTest::zooms()
{
    runToEnd("tpu1", [](int) { return says("text\n"); });
    auto *output = static_cast<ui::OutputView *>(find<QWidget>("Output of tpu1:0"));
    const int before = output->cellRect({0, 0}).height();
    QTest::keyClick(find<QWidget>("Panes"), Qt::Key_Plus, Qt::ControlModifier);
    QTest::keyClick(find<QWidget>("Panes"), Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(output->cellRect({0, 0}).height() > before);
    QTest::keyClick(find<QWidget>("Panes"), Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(output->cellRect({0, 0}).height(), before);
}

void RunViewTest::savesAll()
{
    runToEnd("pod-v4", [](int index) {
        return FakeScript().login().out("out\n").err("err\n").exit(index == 1 ? 9 : 0);
    });
    QTemporaryDir folder;
    QSignalSpy saved(&view(), &ui::RunView::saved);
    view().saver().saveTo(folder.path());
    QTRY_COMPARE(saved.count(), 1);
    view().saver().saveTo(folder.path()); // does not replace the first
    QTRY_COMPARE(saved.count(), 2);
    QVERIFY(saved[0][0].toString() != saved[1][0].toString());
    view().saver().saveTo(folder.path() + "/both"); // at once, as runs of the same second
    view().saver().saveTo(folder.path() + "/both");
    QTRY_COMPARE(saved.count(), 4);
    QVERIFY(saved[2][0].toString() != saved[3][0].toString());
    const QDir made(saved[0][0].toString());
    QVERIFY(made.exists("summary.json"));
    QVERIFY(made.exists("failed"));
    QCOMPARE(made.entryList({"*.out"}).size(), 8);
    QSignalSpy failed(&view(), &ui::RunView::failed);
    view().saver().saveTo(folder.path() + "/summary.json/nowhere");
    QTRY_VERIFY(failed.count() == 1 || saved.count() == 5);
}

void RunViewTest::copiesAllWithNames()
{
    runToEnd("pod-v4:0-1", [](int index) { return says("a\nb" + QByteArray::number(index)); });
    QApplication::clipboard()->clear();
    emit m_fixture->page.findChild<ui::RunToolBar *>()->copyAllRequested();
    QTRY_COMPARE(
        QApplication::clipboard()->text(),
        QStringLiteral("pod-v4:0: a\npod-v4:0: b0\npod-v4:1: a\npod-v4:1: b1\n"));
}

void RunViewTest::followsAChangeOfScheme()
{
    runToEnd("tpu1", [](int) { return says("\x1b[33myellow\x1b[0m\n"); });
    const auto brightness = [this] {
        return page().grab().toImage().pixelColor(600, 600).lightness();
    };
    QVERIFY(brightness() > 200);
    ui::applyColourScheme(QStringLiteral("dark"));
    QTRY_VERIFY(brightness() < 60);
    ui::applyColourScheme(QStringLiteral("light"));
    QTRY_VERIFY(brightness() > 200);
}

/// The state is the same all the while: connecting.
void RunViewTest::aLoginThatWaitsForThePersonIsSpoken()
{
    run("tpu1", [](int) { return FakeScript().phase(ssh::Phase::Login).hang(); });
    const auto spoken = [this] {
        const auto *pane = find<QWidget>("tpu1:0");
        return pane ? pane->accessibleDescription() : QString();
    };
    QTRY_COMPARE(spoken(), QString("connecting, logging in"));
    m_fixture->transport.say(
        m_fixture->transport.commands().front().id, ssh::AgentWaited{ssh::AgentWait::Answer});
    QTRY_COMPARE(spoken(), QString("connecting, touch your key, or answer the ssh agent"));
}

QTEST_MAIN(RunViewTest)
#include "tst_runview.moc"
