// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/shell/commandpalette.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/railbutton.h"
#include "widgets/shell/statusline.h"

#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

/// Takes every key before the window's shortcuts, as a terminal does.
class TakesKeys final : public QWidget
{
public:
    TakesKeys() { setFocusPolicy(Qt::StrongFocus); }
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::ShortcutOverride) {
            event->accept();
            return true;
        }
        const bool isPress = event->type() == QEvent::KeyPress;
        taken += isPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_K ? 1 : 0;
        return QWidget::event(event);
    }
    int taken = 0;
};

struct Fixture
{
    Fixture() : state(folder.filePath("window.ini"), QSettings::IniFormat), window(state)
    {
        for (const char *id : {"nodes", "run", "settings"}) {
            auto *page = new QLineEdit;
            page->setAccessibleName(QString("page %1").arg(id));
            window.addPage({id, id, id, page, [this] { ++filterAsked; }, false});
        }
        window.show();
        QApplication::setActiveWindow(&window);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &window, key, modifiers);
    }
    QTemporaryDir folder;
    QSettings state;
    MainWindow window;
    int filterAsked = 0;
};

} // namespace

class TestShell final : public QObject
{
    Q_OBJECT

private slots:
    void pagesKeepTheirPlace();
    void keysWorkEverywhere();
    void badgesAreSpoken();
    void paletteFindsAndRuns();
    void paletteFollowsWhatComes();
    void whatTakesAllKeysKeepsThem();
    void remembersThePage();
    void showsAPageThatComesLater();
    void asksBeforeHarm();
    void saysWhatQuittingDoes();
    void asksOnceAndEndsOnce();
    void hidesToTheTray();
    void statusLineSaysWhatIsNew();
    void noticesArePlainAndSpoken();
};

void TestShell::pagesKeepTheirPlace()
{
    Fixture f;
    auto *nodes = byName<QLineEdit>(f.window, "page nodes");
    nodes->setText("half a word");
    byName<RailButton>(f.window, "run")->click();
    QCOMPARE(f.window.currentPage(), QString("run"));
    byName<RailButton>(f.window, "nodes")->click();
    QCOMPARE(f.window.currentPage(), QString("nodes"));
    QCOMPARE(nodes->text(), QString("half a word"));
}

void TestShell::keysWorkEverywhere()
{
    Fixture f;
    f.key(Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(f.window.currentPage(), QString("settings"));
    f.key(Qt::Key_9, Qt::ControlModifier); // there is no ninth page
    QCOMPARE(f.window.currentPage(), QString("settings"));
    f.key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(f.window.currentPage(), QString("nodes"));
    QSignalSpy refresh(&f.window, &MainWindow::refreshRequested);
    f.key(Qt::Key_F5);
    QCOMPARE(refresh.count(), 1);

    // A slash asks for the filter, but where text is typed it is a slash.
    f.key(Qt::Key_Slash);
    QCOMPARE(f.filterAsked, 0);
    QCOMPARE(byName<QLineEdit>(f.window, "page nodes")->text(), QString("/"));
    byName<RailButton>(f.window, "nodes")->setFocus();
    f.key(Qt::Key_Slash);
    QCOMPARE(f.filterAsked, 1);
}

void TestShell::badgesAreSpoken()
{
    Fixture f;
    f.window.setBadge("run", "3", "3 running");
    auto *button = byName<RailButton>(f.window, "run");
    QCOMPARE(button->badge(), QString("3"));
    QCOMPARE(button->accessibleDescription(), QString("3 running"));
    f.window.setBadge("run", {}, {});
    QCOMPARE(button->badge(), QString());
}

void TestShell::paletteFindsAndRuns()
{
    Fixture f;
    QString ran;
    f.window.setPaletteSource([&ran] {
        return std::vector<models::PaletteItem>{
            {"pod-v4", "Node", {}, [&ran] { ran = "pod-v4"; }},
            {"Run on pod-v4", "Action", {}, [&ran] { ran = "run"; }}};
    });
    f.key(Qt::Key_K, Qt::ControlModifier);
    auto *palette = f.window.findChild<CommandPalette *>();
    QVERIFY(palette->isVisible());
    auto *typed = byName<QLineEdit>(*palette, "Find a command");
    QTest::keyClicks(typed, "pod");
    auto *list = byName<QListView>(*palette, "Commands");
    QCOMPARE(list->currentIndex().data().toString(), QString("pod-v4"));
    QTest::keyClick(typed, Qt::Key_Down);
    QCOMPARE(list->currentIndex().data().toString(), QString("Run on pod-v4"));
    QTest::keyClick(typed, Qt::Key_Return);
    QCOMPARE(ran, QString("run"));
    QVERIFY(!palette->isVisible());

    byName<QToolButton>(f.window, "Commands")->click();
    QVERIFY(palette->isVisible());
    QCOMPARE(typed->text(), QString());
    QTest::keyClicks(typed, "settings");
    QTest::keyClick(typed, Qt::Key_Return);
    QCOMPARE(f.window.currentPage(), QString("settings"));
    f.key(Qt::Key_K, Qt::ControlModifier);
    QTest::keyClick(typed, Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
}

void TestShell::paletteFollowsWhatComes()
{
    QTemporaryDir folder;
    QSettings state(folder.filePath("window.ini"), QSettings::IniFormat);
    MainWindow window(state);
    window.setPlaceholder(new QLabel("Starting"));
    window.show();
    QApplication::setActiveWindow(&window);
    byName<QToolButton>(window, "Commands")->click();
    auto *palette = window.findChild<CommandPalette *>();
    auto *list = byName<QListView>(*palette, "Commands");
    auto *typed = byName<QLineEdit>(*palette, "Find a command");
    QVERIFY(palette->isVisible());
    QVERIFY(typed->hasFocus());
    QCOMPARE(list->model()->rowCount(), 2);
    list->setCurrentIndex(list->model()->index(1, 0));
    QCOMPARE(list->currentIndex().data().toString(), QString("Quit Podium"));

    for (const char *id : {"nodes", "run"}) {
        window.addPage({id, id, id, new QWidget, {}, false});
    }
    QVERIFY(palette->isVisible());
    QCOMPARE(list->model()->rowCount(), 4);
    QStringList nodes{"pod-v4"};
    window.setPaletteSource([&nodes] {
        std::vector<models::PaletteItem> items;
        for (const QString &node : nodes) {
            items.push_back({node, "Node", {}, [] {}});
        }
        return items;
    });
    QCOMPARE(list->model()->rowCount(), 5);
    // Who has chosen goes on having chosen that.
    QCOMPARE(list->currentIndex().data().toString(), QString("Quit Podium"));
    QTest::keyClicks(typed, "tpu1");
    QCOMPARE(list->model()->rowCount(), 0);
    nodes << "tpu1";
    window.updatePalette();
    QCOMPARE(typed->text(), QString("tpu1"));
    QCOMPARE(list->currentIndex().data().toString(), QString("tpu1"));
    nodes << "tpu1"; // another one of that name
    window.updatePalette();
    list->setCurrentIndex(list->model()->index(1, 0));
    window.updatePalette();
    QCOMPARE(list->currentIndex().row(), 1);
}

void TestShell::whatTakesAllKeysKeepsThem()
{
    Fixture f;
    auto *terminal = new TakesKeys;
    f.window.addPage({"terminal", "terminal", "run", terminal, {}, false});
    f.window.showPage("terminal");
    terminal->setFocus();
    QTRY_VERIFY(terminal->hasFocus());
    f.key(Qt::Key_K, Qt::ControlModifier);
    QVERIFY(!f.window.findChild<CommandPalette *>()->isVisible());
    QCOMPARE(terminal->taken, 1);
    f.window.showPage("nodes");
    byName<QLineEdit>(f.window, "page nodes")->setFocus();
    f.key(Qt::Key_K, Qt::ControlModifier);
    QVERIFY(f.window.findChild<CommandPalette *>()->isVisible());
}

void TestShell::remembersThePage()
{
    QTemporaryDir folder;
    QSettings state(folder.filePath("window.ini"), QSettings::IniFormat);
    {
        MainWindow window(state);
        for (const char *id : {"nodes", "run"}) {
            window.addPage({id, id, id, new QWidget, {}, false});
        }
        window.showPage("run");
        QSignalSpy closed(&window, &MainWindow::closed);
        window.close();
        QCOMPARE(closed.count(), 1);
    }
    MainWindow window(state);
    for (const char *id : {"nodes", "run"}) {
        window.addPage({id, id, id, new QWidget, {}, false});
    }
    QCOMPARE(window.currentPage(), QString("run"));
}

void TestShell::showsAPageThatComesLater()
{
    QTemporaryDir folder;
    QSettings state(folder.filePath("window.ini"), QSettings::IniFormat);
    MainWindow window(state);
    auto *placeholder = new QLabel("Starting");
    window.setPlaceholder(placeholder);
    window.showPage("run");
    QVERIFY(window.currentPage().isEmpty());
    for (const char *id : {"nodes", "run", "settings"}) {
        window.addPage({id, id, id, new QWidget, {}, false});
    }
    QCOMPARE(window.currentPage(), QString("run"));
}

void TestShell::saysWhatQuittingDoes()
{
    Fixture f;
    f.window.setCloseQuestion([] {
        CloseQuestion question("Two commands are running.");
        question.detail = "They <b>end</b>."; // it has a command of whoever started it
        question.quit = "Stop and quit";
        return question;
    });
    QSignalSpy closed(&f.window, &MainWindow::closed);
    f.window.close();
    auto *box = f.window.findChild<QMessageBox *>();
    QVERIFY(box);
    QCOMPARE(box->informativeText(), QString("They <b>end</b>."));
    for (const QLabel *label : box->findChildren<QLabel *>()) {
        QVERIFY(label->text().isEmpty() || label->textFormat() == Qt::PlainText);
    }
    QCOMPARE(box->buttons().size(), 2);
    QTest::keyClick(box, Qt::Key_Escape);
    QCOMPARE(closed.count(), 0);
    QTRY_VERIFY(!f.window.findChild<QMessageBox *>());
    f.window.close();
    box = f.window.findChild<QMessageBox *>();
    QVERIFY(box);
    QVERIFY(box->defaultButton() == box->button(QMessageBox::Cancel)); // Return harms nothing
    byName<QPushButton>(*box, "Stop and quit")->click();
    QCOMPARE(closed.count(), 1);
}

void TestShell::asksOnceAndEndsOnce()
{
    Fixture f;
    int asked = 0;
    f.window.setCloseQuestion([&asked] {
        ++asked;
        return QString("Two commands are running.");
    });
    QSignalSpy closed(&f.window, &MainWindow::closed);
    f.window.quit();
    f.window.quit(); // from the tray, which no question stops
    QCOMPARE(f.window.findChildren<QMessageBox *>().size(), 1);
    byName<QPushButton>(*f.window.findChild<QMessageBox *>(), "Quit")->click();
    QTRY_VERIFY(!f.window.findChild<QMessageBox *>());
    QCOMPARE(closed.count(), 1);
    f.window.quit(); // what runs is being ended
    QVERIFY(!f.window.findChild<QMessageBox *>());
    QCOMPARE(closed.count(), 1);
    QCOMPARE(asked, 1);
}

void TestShell::asksBeforeHarm()
{
    Fixture f;
    QString question = "Two commands are running.";
    f.window.setCloseQuestion([&question] { return question; });
    QSignalSpy closed(&f.window, &MainWindow::closed);
    f.window.close();
    QCOMPARE(closed.count(), 0);
    auto *box = f.window.findChild<QMessageBox *>();
    QVERIFY(box);
    QCOMPARE(box->text(), question);
    QCOMPARE(int(box->textFormat()), int(Qt::PlainText));
    byName<QPushButton>(*box, "Quit")->click();
    QCOMPARE(closed.count(), 1);
}

void TestShell::hidesToTheTray()
{
    Fixture f;
    QSignalSpy closed(&f.window, &MainWindow::closed);
    f.window.setCloseHides(true);
    f.window.close();
    QVERIFY(!f.window.isVisible());
    QCOMPARE(closed.count(), 0);
    f.window.bringToFront();
    QVERIFY(f.window.isVisible());
}

void TestShell::statusLineSaysWhatIsNew()
{
    Fixture f;
    StatusLine &status = f.window.statusLine();
    status.setCloud("demo");
    status.setSummary(
        {"3 projects, 11 nodes, 214 workers", "1 zone unreachable",
         "IP of <b>tpu1 changed 3 min ago", models::Mark::Warning});
    auto *text = byName<ElidedLabel>(
        f.window,
        "demo · 3 projects, 11 nodes, 214 workers · 1 zone unreachable · IP of <b>tpu1 changed 3 "
        "min ago");
    QVERIFY(text);
    QVERIFY(!byName<QPushButton>(f.window, "Review ssh config"));
    status.setConfigOutdated(true);
    QSignalSpy update(&status, &StatusLine::updateConfigRequested);
    byName<QPushButton>(f.window, "Review ssh config")->click();
    QCOMPARE(update.count(), 1);
}

void TestShell::noticesArePlainAndSpoken()
{
    NoticeBar bar;
    bar.showError({ErrorKind::Network, "No <b>network</b>.", "HTTP 503", "Check it.", {}});
    QVERIFY(!bar.isHidden());
    QCOMPARE(bar.accessibleName(), QString("No <b>network</b>.\nHTTP 503 Check it."));
    QCOMPARE(richLabels(bar), QStringList());
    bar.clear();
    QVERIFY(bar.isHidden());
    bar.showError({ErrorKind::Cancelled, "Given up.", {}, {}, {}});
    QVERIFY(bar.isHidden());
}

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
