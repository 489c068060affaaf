// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/inspect/pressing.h"

#include "tests/inspect/listeners.h"
#include "tests/inspect/tabwalk.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QToolButton>

namespace podium::tests {

namespace {

/// An icon that is only for looking at is heard by nobody but its button.
bool isHeard(const QAction &action)
{
    return listeners(action, SIGNAL(triggered(bool))) > 1;
}

/// Goes through the open menu by the arrows and closes it; those it did not come to.
QStringList walkMenu(QMenu &menu)
{
    QStringList missed;
    for (const QAction *action : menu.actions()) {
        if (!action->isSeparator() && action->isEnabled() && action->isVisible()) {
            missed += action->text();
        }
    }
    const int steps = missed.size() + 1;
    for (int step = 0; step < steps; ++step) {
        QTest::keyClick(&menu, Qt::Key_Down);
        if (const QAction *action = menu.activeAction()) {
            missed.removeOne(action->text());
        }
    }
    QTest::keyClick(&menu, Qt::Key_Escape);
    return missed;
}

QStringList menuFaults(QAbstractButton &button, QMenu &menu, Qt::Key opens)
{
    QStringList missed;
    bool wasOpen = false;
    // Qt waits in the key press until the menu is closed again.
    QTimer closing;
    QObject::connect(&closing, &QTimer::timeout, &menu, [&] {
        if (menu.isVisible()) {
            wasOpen = true;
            missed = walkMenu(menu);
            menu.close();
        }
    });
    closing.start(0);
    QTest::keyClick(&button, opens);
    QStringList faults;
    if (!QTest::qWaitFor([&] { return wasOpen && !menu.isVisible(); }, 5000)) {
        faults += describe(&button) + ": no key opens its menu";
    }
    for (const QString &action : missed) {
        faults += describe(&button) + ": no arrow comes to \"" + action + '"';
    }
    return faults;
}

} // namespace

QMenu *menuOf(const QAbstractButton &button)
{
    if (const auto *push = qobject_cast<const QPushButton *>(&button)) {
        return push->menu();
    }
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    return tool ? tool->menu() : nullptr;
}

bool hasKeysElsewhere(const QAbstractButton &button)
{
    const QWidget *holder = button.parentWidget();
    if (!qobject_cast<const QLineEdit *>(holder)) {
        const bool isPart = holder && (holder->focusPolicy() & Qt::TabFocus);
        return isPart || isOneOfSeveral(button);
    }
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    const QAction *action = tool ? tool->defaultAction() : nullptr;
    const bool clears = action && action->objectName() == "_q_qlineeditclearaction";
    return action && (clears || !action->shortcut().isEmpty() || !isHeard(*action));
}

QStringList keyboardFaults(QAbstractButton &button)
{
    QMenu *menu = menuOf(button);
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    const bool isMenuAlone = menu && (!tool || tool->popupMode() == QToolButton::InstantPopup);
    if (isMenuAlone) {
        return menuFaults(button, *menu, Qt::Key_Space);
    }
    QStringList faults = menu ? menuFaults(button, *menu, Qt::Key_Down) : QStringList();
    QTest::keyPress(&button, Qt::Key_Space);
    const bool wasDown = button.isDown();
    button.setDown(false); // so that letting go does nothing
    QTest::keyRelease(&button, Qt::Key_Space);
    if (!wasDown) {
        faults += describe(&button) + ": Space does not press it";
    }
    return faults;
}

} // namespace podium::tests
