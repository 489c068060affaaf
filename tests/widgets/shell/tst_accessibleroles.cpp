// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/common/accessibleroles.h"

#include <QAccessible>
#include <QLabel>
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
    void textsOfNamedLabelsAreRead();

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

QTEST_MAIN(TestAccessibleRoles)
#include "tst_accessibleroles.moc"
