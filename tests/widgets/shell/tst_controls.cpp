// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// All kinds of controls look like one family in both palettes: measured from what they paint.
#include "tests/fakes/patience.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/keyboardaid.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDateEdit>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabBar>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

#include <algorithm>
#include <memory>
#include <vector>

using namespace podium::ui;

namespace {

using Widget = std::unique_ptr<QWidget>;

QImage pictureOf(QWidget &widget)
{
    return widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// The first and the last column within this part of the picture in which anything stands out.
std::pair<int, int> inkedColumns(const QImage &picture, const QRect &part)
{
    const QColor ground = picture.pixelColor(part.topLeft());
    std::pair<int, int> columns{-1, -1};
    for (int x = part.left(); x <= part.right(); ++x) {
        bool isInked = false;
        for (int y = part.top(); y <= part.bottom(); ++y) {
            isInked |= contrast(picture.pixelColor(x, y), ground) > 1.3;
        }
        if (isInked) {
            columns.first = columns.first < 0 ? x : columns.first;
            columns.second = x;
        }
    }
    return columns;
}

/// Everything with a chevron, and nothing else in its last pixels.
std::vector<Widget> thoseThatOpen(QMenu &menu)
{
    std::vector<Widget> those;
    auto push = std::make_unique<QPushButton>("Opens");
    push->setMenu(&menu);
    those.push_back(std::move(push));
    for (const auto mode :
         {QToolButton::DelayedPopup, QToolButton::MenuButtonPopup, QToolButton::InstantPopup}) {
        auto tool = std::make_unique<QToolButton>();
        tool->setText("Opens");
        tool->setMenu(&menu);
        tool->setPopupMode(mode);
        those.push_back(std::move(tool));
    }
    auto combo = std::make_unique<QComboBox>();
    combo->addItem("Chosen");
    those.push_back(std::move(combo));
    auto spin = std::make_unique<QSpinBox>();
    spin->setRange(-9, 9);
    those.push_back(std::move(spin));
    those.push_back(std::make_unique<QDateEdit>(QDate(2026, 3, 1)));
    return those;
}

/// Each with a text whose first letter begins at its very left.
std::vector<Widget> thoseWithText()
{
    std::vector<Widget> those;
    those.push_back(std::make_unique<QLineEdit>("Eggs"));
    auto spin = std::make_unique<QSpinBox>();
    spin->setPrefix("E");
    those.push_back(std::move(spin));
    auto combo = std::make_unique<QComboBox>();
    combo->addItem("Eggs");
    those.push_back(std::move(combo));
    auto typed = std::make_unique<QComboBox>();
    typed->setEditable(true);
    typed->addItem("Eggs");
    those.push_back(std::move(typed));
    those.push_back(std::make_unique<QPlainTextEdit>("Eggs"));
    return those;
}

} // namespace

class TestControls final : public QObject
{
    Q_OBJECT

private slots:
    void edgesAreSeen_data() { schemes(); }
    void edgesAreSeen();
    void chevronsStandInOnePlace_data() { schemes(); }
    void chevronsStandInOnePlace();
    void textsStandAsFarFromTheEdge_data() { schemes(); }
    void textsStandAsFarFromTheEdge();
    void singleLineControlsAreAsHigh();
    void currentTabIsSeen_data() { schemes(); }
    void currentTabIsSeen();
    void whatCannotBeUsedCanBeRead_data() { schemes(); }
    void whatCannotBeUsedCanBeRead();
    void ringIsWholeBesideAScrollBar();
    void rowOfAScreenReaderIsCurrent();
    void buttonsOfDialogsHaveNoIcons();
    void aWarningIsReadableInBothColours();

private:
    static void schemes()
    {
        QTest::addColumn<QString>("scheme");
        QTest::newRow("light") << "light";
        QTest::newRow("dark") << "dark";
    }
};

void TestControls::edgesAreSeen()
{
    QFETCH(QString, scheme);
    applyColourScheme(scheme);
    QMenu menu;
    std::vector<Widget> those = thoseThatOpen(menu);
    for (Widget &each : thoseWithText()) {
        those.push_back(std::move(each));
    }
    those.push_back(std::make_unique<QPushButton>("Button"));
    for (const Widget &each : those) {
        each->resize(140, 40);
        const QImage picture = pictureOf(*each);
        for (const QPoint &place : {QPoint(70, 0), QPoint(70, 39), QPoint(0, 20)}) {
            const qreal ratio = contrast(
                picture.pixelColor(place), QApplication::palette().color(QPalette::Window));
            QVERIFY2(
                ratio >= 3,
                qPrintable(QString("%1: %2").arg(each->metaObject()->className()).arg(ratio)));
        }
    }
    QCheckBox box;
    const QImage picture = pictureOf(box);
    qreal clearest = 1;
    for (int x = 0; x < 20; ++x) {
        clearest = std::max(
            clearest, contrast(
                          picture.pixelColor(x, box.height() / 2),
                          QApplication::palette().color(QPalette::Window)));
    }
    QVERIFY2(clearest >= 3, qPrintable(QString::number(clearest)));
}

void TestControls::chevronsStandInOnePlace()
{
    QFETCH(QString, scheme);
    applyColourScheme(scheme);
    QMenu menu;
    std::pair<int, int> first{-1, -1};
    for (const Widget &each : thoseThatOpen(menu)) {
        each->resize(160, 32);
        const auto columns = inkedColumns(pictureOf(*each), QRect(142, 4, 16, 24));
        QVERIFY2(columns.first > 0, each->metaObject()->className());
        first = first.first < 0 ? columns : first;
        QVERIFY2(
            std::abs(columns.first - first.first) <= 1 &&
                std::abs(columns.second - first.second) <= 1,
            qPrintable(QString("%1: %2 to %3, not %4 to %5")
                           .arg(each->metaObject()->className())
                           .arg(columns.first)
                           .arg(columns.second)
                           .arg(first.first)
                           .arg(first.second)));
    }
}

void TestControls::textsStandAsFarFromTheEdge()
{
    QFETCH(QString, scheme);
    applyColourScheme(scheme);
    for (const Widget &each : thoseWithText()) {
        each->resize(160, 40);
        const int left = inkedColumns(pictureOf(*each), QRect(3, 8, 40, 20)).first;
        QVERIFY2(
            left >= Grid - 1 && left <= Grid + 2,
            qPrintable(QString("%1: %2").arg(each->metaObject()->className()).arg(left)));
    }
}

void TestControls::singleLineControlsAreAsHigh()
{
    applyColourScheme("light");
    QMenu menu;
    const int high = QLineEdit().sizeHint().height();
    for (const Widget &each : thoseThatOpen(menu)) {
        QVERIFY2(
            each->sizeHint().height() == high, qPrintable(QString("%1: %2, not %3")
                                                              .arg(each->metaObject()->className())
                                                              .arg(each->sizeHint().height())
                                                              .arg(high)));
    }
}

/// Not by its colours alone, and not by so little as a shade.
void TestControls::currentTabIsSeen()
{
    QFETCH(QString, scheme);
    applyColourScheme(scheme);
    QTabBar bar;
    bar.setDrawBase(false);
    bar.addTab("One");
    bar.addTab("Two");
    bar.resize(bar.sizeHint());
    const QImage picture = pictureOf(bar);
    const auto lineOf = [&](int tab) {
        const QRect rect = bar.tabRect(tab);
        return picture.pixelColor(rect.center().x(), rect.bottom());
    };
    QVERIFY(contrast(lineOf(0), lineOf(1)) >= 3);
    QVERIFY(contrast(lineOf(0), QApplication::palette().color(QPalette::Window)) >= 3);
}

void TestControls::whatCannotBeUsedCanBeRead()
{
    QFETCH(QString, scheme);
    applyColourScheme(scheme);
    const QPalette palette = QApplication::palette();
    for (const auto ink :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText}) {
        for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::Button}) {
            const qreal ratio = contrast(
                palette.color(QPalette::Disabled, ink), palette.color(QPalette::Disabled, ground));
            QVERIFY2(ratio >= 4, qPrintable(QString::number(ratio)));
        }
    }
}

/// Also where the bar comes when the ring is there.
void TestControls::ringIsWholeBesideAScrollBar()
{
    applyColourScheme("light");
    const KeyboardAid aid;
    QWidget window;
    QLineEdit before(&window);
    QListWidget list(&window);
    list.setFrameShape(QFrame::NoFrame);
    list.setGeometry(0, 40, 200, 100);
    list.addItem("one");
    window.resize(220, 160);
    window.show();
    window.activateWindow();
    before.setFocus();
    QTest::keyClick(&before, Qt::Key_Tab);
    QTRY_VERIFY(list.hasFocus());
    for (int i = 0; i < 30; ++i) {
        list.addItem("more");
    }
    QTRY_VERIFY(list.verticalScrollBar()->isVisible());
    const QColor accent = tones(list.palette()).accent;
    const int right = list.viewport()->width() - 1;
    QTRY_COMPARE(pictureOf(list).pixelColor(right, 50), accent);
    QCOMPARE(pictureOf(list).pixelColor(0, 50), accent);
    QCOMPARE(pictureOf(list).pixelColor(50, 99), accent);
}

/// What it selects is what the details and menus are about.
/// Also where the window's colours change while it is shown.
void TestControls::aWarningIsReadableInBothColours()
{
    applyColourScheme("dark");
    MarkLabel label(podium::models::Mark::Warning, "Not the same");
    label.show();
    for (const char *scheme : {"light", "dark"}) {
        applyColourScheme(scheme);
        QTRY_COMPARE(
            label.palette().color(QPalette::WindowText), tones(QApplication::palette()).warning);
    }
    label.setMark(podium::models::Mark::Good);
    QCOMPARE(
        label.palette().color(QPalette::WindowText),
        QApplication::palette().color(QPalette::WindowText));
}

void TestControls::rowOfAScreenReaderIsCurrent()
{
    const KeyboardAid aid;
    QStandardItemModel model(5, 2);
    QTreeView view;
    view.setModel(&model);
    view.setSelectionMode(QAbstractItemView::ExtendedSelection);
    view.show();
    view.setCurrentIndex(model.index(0, 0));
    QSignalSpy currents(view.selectionModel(), &QItemSelectionModel::currentChanged);
    QAccessibleTableInterface *table =
        QAccessible::queryAccessibleInterface(&view)->tableInterface();
    QAccessibleActionInterface *row = table->cellAt(3, 0)->actionInterface();
    QVERIFY(row->actionNames().contains(QAccessibleActionInterface::toggleAction()));
    table->unselectRow(0);
    row->doAction(QAccessibleActionInterface::toggleAction());
    QVERIFY(view.selectionModel()->isRowSelected(3, {}));
    QTRY_COMPARE(view.currentIndex().row(), 3);
    QCOMPARE(currents.size(), 1);
    // Who takes a row away from the selection stays at it.
    view.selectionModel()->select(
        model.index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QCoreApplication::processEvents();
    view.selectionModel()->setCurrentIndex(
        model.index(3, 0), QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
    QCoreApplication::processEvents();
    QCOMPARE(view.currentIndex().row(), 3);
}

/// Qt's own are of another family than those of the window.
void TestControls::buttonsOfDialogsHaveNoIcons()
{
    QDialogButtonBox buttons(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    for (const QAbstractButton *button : buttons.buttons()) {
        QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
    }
}

QTEST_MAIN(TestControls)
#include "tst_controls.moc"
