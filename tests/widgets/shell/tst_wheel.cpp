// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/settingsholder.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/settings/settingspage.h"
#include "widgets/shell/mainwindow.h"

#include <QApplication>
#include <QComboBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

struct Fixture
{
    Fixture()
        : state(home.filePath("window.ini"), QSettings::IniFormat)
        , settings(
              {home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")},
              store::Settings(), {})
        , saved(&settings, &models::SettingsHolder::saved)
        , window(state)
        , page(new SettingsPage(settings, state, true))
    {
        window.addPage({"settings", "Settings", "settings", page, {}, false});
        window.resize(window.minimumSize()); // so that the page has to be scrolled
        window.show();
        QApplication::setActiveWindow(&window);
    }

    QTemporaryDir home;
    QSettings state;
    models::SettingsHolder settings;
    QSignalSpy saved;
    MainWindow window; // with the page, which goes before its settings
    SettingsPage *page;
};

/// As from the mouse itself, with all that the application does before the widget gets it.
void turnWheel(QWidget &widget, int notches)
{
    const QPointF place(QRectF(widget.rect()).center());
    QWheelEvent event(
        place, widget.mapToGlobal(place.toPoint()), {}, {0, notches * 120}, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(&widget, &event);
}

} // namespace

/// The wheel over fields that it could change.
class TestWheel final : public QObject
{
    Q_OBJECT

private slots:
    void scrollingPastChangesNothing();
    void theFieldWithTheFocusTakesIt();
};

void TestWheel::scrollingPastChangesNothing()
{
    Fixture f;
    f.window.setFocus();
    const auto spins = f.page->findChildren<QSpinBox *>();
    const auto combos = f.page->findChildren<QComboBox *>();
    QVERIFY(!spins.isEmpty() && !combos.isEmpty());
    for (const int notches : {-1, 1}) {
        for (QSpinBox *spin : spins) {
            const int before = spin->value();
            turnWheel(*spin, notches);
            turnWheel(*spin->findChild<QWidget *>("qt_spinbox_lineedit"), notches);
            QVERIFY2(spin->value() == before, qPrintable(spin->accessibleName()));
            QVERIFY2(!spin->hasFocus(), qPrintable(spin->accessibleName()));
        }
        for (QComboBox *combo : combos) {
            const int before = combo->currentIndex();
            turnWheel(*combo, notches);
            QVERIFY2(combo->currentIndex() == before, qPrintable(combo->accessibleName()));
        }
    }
    QCOMPARE(f.saved.count(), 0);
    auto *area = f.page->findChild<QScrollArea *>();
    QVERIFY(area && area->verticalScrollBar()->maximum() > 0);
    area->verticalScrollBar()->setValue(0);
    turnWheel(*spins.constFirst(), -1);
    QVERIFY(area->verticalScrollBar()->value() > 0); // it was meant for the page
}

void TestWheel::theFieldWithTheFocusTakesIt()
{
    Fixture f;
    auto *memory = byName<QSpinBox>(f.window, "Output in memory");
    memory->setFocus();
    QTRY_VERIFY(memory->hasFocus());
    const int before = memory->value();
    turnWheel(*memory, -1);
    QVERIFY(memory->value() < before);
}

QTEST_MAIN(TestWheel)
#include "tst_wheel.moc"
