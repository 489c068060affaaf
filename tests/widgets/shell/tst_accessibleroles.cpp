// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/common/accessibleroles.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

using namespace podium::ui;

/// What a screen reader gets of things that Qt keeps from it.
class TestAccessibleRoles final : public QObject
{
    Q_OBJECT

private slots:
    void menusCanBeOpened();
    void aSplitButtonDoesWhatItSays();
    void textsOfNamedLabelsAreRead();
    void aChoiceHasItsNameAndWhatIsChosen();
    void aChoiceThatIsTypedHasAFieldInside();

private:
    AccessibleRoles m_roles;
};

void TestAccessibleRoles::menusCanBeOpened()
{
    QWidget window;
    window.show();
    QMenu menu;
    menu.addAction("Version 1");
    int opened = 0;
    connect(&menu, &QMenu::aboutToShow, &menu, [&menu, &opened] {
        ++opened;
        QTimer::singleShot(0, &menu, &QMenu::close); // it keeps whoever opens it
    });
    auto *button = new QToolButton(&window);
    button->setText("Undo");
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(&menu);
    button->show();
    QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(button);
    QCOMPARE(seen->role(), QAccessible::ButtonMenu);
    QCOMPARE(seen->text(QAccessible::Name), QString("Undo"));
    seen->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QTRY_COMPARE(opened, 1);
    seen->actionInterface()->doAction(QAccessibleActionInterface::showMenuAction());
    QTRY_COMPARE(opened, 2);
    // By a screen reader's press of what is in it, too, it closes.
    disconnect(&menu, &QMenu::aboutToShow, nullptr, nullptr);
    connect(&menu, &QMenu::aboutToShow, &menu, [&menu, &opened] {
        ++opened;
        QTimer::singleShot(0, &menu, [&menu] { menu.actions().constFirst()->trigger(); });
    });
    seen->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QTRY_COMPARE(opened, 3);
    QTRY_VERIFY(!menu.isVisible());
    button->setEnabled(false);
    seen->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCoreApplication::processEvents();
    QCOMPARE(opened, 3);
}

void TestAccessibleRoles::aSplitButtonDoesWhatItSays()
{
    QWidget window;
    window.show();
    QMenu menu;
    menu.addAction("Also log in to each");
    int opened = 0;
    connect(&menu, &QMenu::aboutToShow, &menu, [&menu, &opened] {
        ++opened;
        QTimer::singleShot(0, &menu, &QMenu::close); // it keeps whoever opens it
    });
    int done = 0;
    auto *button = new QToolButton(&window);
    button->setText("Check");
    button->setAccessibleName("Check"); // by which Qt asks for it too early
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(&menu);
    connect(button, &QToolButton::clicked, button, [&done] { ++done; });
    button->show();
    QAccessibleActionInterface *actions =
        QAccessible::queryAccessibleInterface(button)->actionInterface();
    QCOMPARE(actions->actionNames().count(QAccessibleActionInterface::pressAction()), 1);
    QCOMPARE(actions->actionNames().count(QAccessibleActionInterface::showMenuAction()), 1);
    actions->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(done, 1);
    actions->doAction(QAccessibleActionInterface::showMenuAction());
    QTRY_COMPARE(opened, 1);
    QCOMPARE(done, 1);
    button->setEnabled(false);
    actions->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(done, 1);
}

void TestAccessibleRoles::textsOfNamedLabelsAreRead()
{
    QLabel label;
    label.setTextFormat(Qt::PlainText);
    label.setText("3 of 8 workers answered.");
    label.show();
    const auto heard = [&label](QAccessible::Text kind) {
        return QAccessible::queryAccessibleInterface(&label)->text(kind);
    };
    QCOMPARE(heard(QAccessible::Name), label.text());
    QLabel named;
    named.setTextFormat(Qt::PlainText);
    named.setAccessibleName("Summary");
    named.show();
    QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(&named);
    named.setText("Nothing to do.");
    QCOMPARE(seen->text(QAccessible::Name), QString("Summary"));
    QCOMPARE(seen->text(QAccessible::Description), QString("Nothing to do."));
}

void TestAccessibleRoles::aChoiceHasItsNameAndWhatIsChosen()
{
    QWidget window;
    auto *label = new QLabel("&Shown", &window);
    auto *box = new QComboBox(&window);
    box->addItems({"pod:0", "pod:1"});
    label->setBuddy(box);
    window.show();
    const auto heard = [box](QAccessible::Text kind) {
        return QAccessible::queryAccessibleInterface(box)->text(kind);
    };
    QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(box);
    QCOMPARE(seen->role(), QAccessible::ComboBox);
    QCOMPARE(heard(QAccessible::Name), QString("Shown"));
    box->setAccessibleName("Gateway");
    box->setToolTip("Logged in on");
    for (int row : {1, 0}) {
        box->setCurrentIndex(row);
        QCOMPARE(heard(QAccessible::Name), QString("Gateway"));
        QCOMPARE(heard(QAccessible::Value), box->currentText());
        QCOMPARE(heard(QAccessible::Description), box->currentText() + ". Logged in on");
    }
    // What Qt offers of it is still there.
    QCOMPARE(seen->childCount(), 1);
    QCOMPARE(seen->child(0)->object(), static_cast<QObject *>(box->view()));
    QCOMPARE(seen->indexOfChild(seen->child(0)), 0);
    const auto act = [seen](const QString &action) { seen->actionInterface()->doAction(action); };
    act(QAccessibleActionInterface::showMenuAction());
    QTRY_VERIFY(box->view()->isVisible());
    act(QAccessibleActionInterface::pressAction());
    QTRY_VERIFY(!box->view()->isVisible());
    box->setEnabled(false);
    act(QAccessibleActionInterface::showMenuAction());
    QVERIFY(!box->view()->isVisible());
}

void TestAccessibleRoles::aChoiceThatIsTypedHasAFieldInside()
{
    QComboBox box;
    box.setEditable(true);
    box.setAccessibleName("Nodes");
    box.lineEdit()->setAccessibleName("Nodes");
    box.show();
    box.setEditText("pod-*");
    QAccessibleInterface *seen = QAccessible::queryAccessibleInterface(&box);
    QCOMPARE(seen->text(QAccessible::Name), QString("Nodes"));
    QCOMPARE(seen->text(QAccessible::Value), QString("pod-*"));
    QCOMPARE(seen->childCount(), 2);
    QCOMPARE(seen->child(1)->object(), static_cast<QObject *>(box.lineEdit()));
    QCOMPARE(seen->indexOfChild(seen->child(1)), 1);
    QCOMPARE(seen->child(1)->text(QAccessible::Name), QString("Nodes"));
    QCOMPARE(seen->child(1)->textInterface()->text(0, 5), QString("pod-*"));
}

QTEST_MAIN(TestAccessibleRoles)
#include "tst_accessibleroles.moc"
