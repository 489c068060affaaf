// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "widgets/shell/commandpalette.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/railbutton.h"

#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

struct Fixture
{
    Fixture() : state(folder.filePath("window.ini"), QSettings::IniFormat), window(state)
    {
        for (const char *id : {"nodes", "run", "settings"}) {
            auto *page = new QLineEdit;
            page->setAccessibleName(QString("page %1").arg(id));
            window.addPage({id, id, id, page, {}, false});
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
};

} // namespace

/// Who has the keyboard after the command palette.
class TestPaletteFocus final : public QObject
{
    Q_OBJECT

private slots:
    void givesTheKeyboardBack();
    void goesWithItsWindow();
};

void TestPaletteFocus::givesTheKeyboardBack()
{
    Fixture f;
    int ran = 0;
    f.window.setPaletteSource([&ran] {
        return std::vector<models::PaletteItem>{{"Look again", "Action", {}, [&ran] { ++ran; }}};
    });
    f.window.showPage("run");
    auto *field = byName<QLineEdit>(f.window, "page run");
    QVERIFY(field->hasFocus());
    auto *palette = f.window.findChild<CommandPalette *>();
    auto *typed = byName<QLineEdit>(*palette, "Find a command");
    const auto choose = [&f, typed](const char *title) {
        f.key(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(typed->hasFocus());
        QTest::keyClicks(typed, title);
        QTest::keyClick(typed, Qt::Key_Return);
    };
    f.key(Qt::Key_K, Qt::ControlModifier);
    f.key(Qt::Key_K, Qt::ControlModifier); // once more, from its own field
    QTest::keyClick(typed, Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
    QVERIFY(field->hasFocus());

    choose("Look again");
    QCOMPARE(ran, 1);
    QVERIFY(field->hasFocus());

    choose("Go to settings"); // another page has it as always
    QVERIFY(byName<QLineEdit>(f.window, "page settings")->hasFocus());

    // Another window in front puts the palette away, too.
    f.key(Qt::Key_K, Qt::ControlModifier);
    QApplication::setActiveWindow(nullptr);
    QVERIFY(!palette->isVisible());
    QApplication::setActiveWindow(&f.window);
    QVERIFY(byName<QLineEdit>(f.window, "page settings")->hasFocus());

    // Whoever had it is gone from sight: the page that is shown has it.
    byName<RailButton>(f.window, "nodes")->setFocus();
    f.key(Qt::Key_K, Qt::ControlModifier);
    byName<RailButton>(f.window, "nodes")->setEnabled(false);
    QTest::keyClick(typed, Qt::Key_Escape);
    QVERIFY(byName<QLineEdit>(f.window, "page settings")->hasFocus());
}

void TestPaletteFocus::goesWithItsWindow()
{
    Fixture f;
    f.key(Qt::Key_K, Qt::ControlModifier);
    QVERIFY(f.window.findChild<CommandPalette *>()->isVisible()); // and is when the window ends
}

QTEST_MAIN(TestPaletteFocus)
#include "tst_palettefocus.moc"
