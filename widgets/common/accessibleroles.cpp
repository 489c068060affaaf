// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/accessibleroles.h"

#include "widgets/common/accessiblecombobox.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>

namespace podium::ui {

namespace {

constexpr char RoleProperty[] = "podiumAccessibleRole";

bool isOneOfSeveral(const QToolButton &button)
{
    return button.isCheckable() &&
           (button.autoExclusive() || (button.group() && button.group()->exclusive()));
}

/// A tool button, which is called as it is labelled where it has no other name.
class AccessibleToolButton : public QAccessibleWidget
{
public:
    using QAccessibleWidget::QAccessibleWidget;

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        const QString text = QAccessibleWidget::text(kind);
        return text.isEmpty() && kind == QAccessible::Name ? button().text() : text;
    }

protected:
    [[nodiscard]] QToolButton &button() const { return static_cast<QToolButton &>(*widget()); }
};

/// A tool button of which one of several is on: switched on by whoever toggles it, and never off.
class AccessibleChoice final : public AccessibleToolButton
{
public:
    explicit AccessibleChoice(QToolButton *button)
        : AccessibleToolButton(button, QAccessible::RadioButton)
    {}

    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.checkable = true;
        state.checked = button().isChecked();
        return state;
    }
    [[nodiscard]] QStringList actionNames() const override
    {
        QStringList names = QAccessibleWidget::actionNames();
        if (button().isEnabled()) {
            names.prepend(toggleAction());
        }
        return names;
    }
    void doAction(const QString &action) override
    {
        if (action != toggleAction()) {
            QAccessibleWidget::doAction(action);
        } else if (button().isEnabled()) {
            button().setChecked(true);
        }
    }
};

bool opensAMenu(const QToolButton &button)
{
    return button.popupMode() == QToolButton::InstantPopup &&
           (button.menu() || !button.actions().isEmpty());
}

/// Its menu has more than what the button itself does.
bool isSplit(const QToolButton &button)
{
    return button.popupMode() != QToolButton::InstantPopup && button.menu();
}

bool hasAMenu(const QToolButton &button)
{
    return opensAMenu(button) || isSplit(button);
}

/// A tool button with a menu. One that only opens it can be pressed, which Qt lets no screen reader
/// do; a split one does its own action when it is pressed, for which Qt would open the menu.
class AccessibleMenuButton final : public AccessibleToolButton
{
public:
    explicit AccessibleMenuButton(QToolButton *button)
        : AccessibleToolButton(button, QAccessible::ButtonMenu)
    {}

    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.hasPopup = true;
        return state;
    }
    [[nodiscard]] QStringList actionNames() const override
    {
        QStringList names = QAccessibleWidget::actionNames();
        if (button().isEnabled()) {
            names.prepend(showMenuAction());
            names.prepend(pressAction());
        }
        return names;
    }
    void doAction(const QString &action) override
    {
        if (action != showMenuAction() && action != pressAction()) {
            QAccessibleWidget::doAction(action);
        } else if (button().isEnabled() && action == pressAction() && isSplit(button())) {
            button().click();
        } else if (button().isEnabled()) {
            if (QMenu *menu = button().menu()) { // what a screen reader triggers leaves it open
                QObject::connect(
                    menu, &QMenu::triggered, menu, &QMenu::close, Qt::UniqueConnection);
            }
            // Later: it returns only when the menu is closed.
            QMetaObject::invokeMethod(&button(), &QToolButton::showMenu, Qt::QueuedConnection);
        }
    }
};

/// A label with a name besides its text, which Qt then keeps to itself.
class AccessibleNamedLabel final : public QAccessibleWidget
{
public:
    explicit AccessibleNamedLabel(QLabel *label) : QAccessibleWidget(label, QAccessible::StaticText)
    {}

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        const QString own = static_cast<QLabel *>(widget())->text();
        return kind == QAccessible::Description && !own.isEmpty() ? own
                                                                  : QAccessibleWidget::text(kind);
    }
};

bool isNamed(const QLabel &label)
{
    return !label.accessibleName().isEmpty() && label.textFormat() == Qt::PlainText;
}

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *widget = qobject_cast<QWidget *>(object);
    if (!widget) {
        return nullptr;
    }
    const QVariant role = widget->property(RoleProperty);
    if (role.isValid()) {
        return new QAccessibleWidget(widget, QAccessible::Role(role.toInt()));
    }
    if (auto *button = qobject_cast<QToolButton *>(widget); button && isOneOfSeveral(*button)) {
        return new AccessibleChoice(button);
    }
    if (auto *button = qobject_cast<QToolButton *>(widget); button && hasAMenu(*button)) {
        return new AccessibleMenuButton(button);
    }
    if (auto *label = qobject_cast<QLabel *>(widget); label && isNamed(*label)) {
        return new AccessibleNamedLabel(label);
    }
    if (auto *box = qobject_cast<QComboBox *>(widget)) {
        return new AccessibleComboBox(box);
    }
    // Areas of other kinds have interfaces of their own.
    if (widget->inherits("QScrollArea") && widget->focusPolicy() != Qt::NoFocus) {
        return new QAccessibleWidget(widget, QAccessible::Pane);
    }
    return nullptr;
}

void installFactory()
{
    [[maybe_unused]] static const bool once = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
}

/// Qt asks for it as soon as a widget gets a name, which is before it is what it will be.
void forgetInterface(QWidget *widget)
{
    if (QAccessibleInterface *known = QAccessible::queryAccessibleInterface(widget)) {
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(known));
    }
}

} // namespace

AccessibleRoles::AccessibleRoles(QObject *parent) : QObject(parent)
{
    installFactory();
    qApp->installEventFilter(this);
}

bool AccessibleRoles::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Polish) {
        auto *button = qobject_cast<QToolButton *>(watched);
        auto *area = qobject_cast<QScrollArea *>(watched);
        auto *label = qobject_cast<QLabel *>(watched);
        const bool isOurs = button && (isOneOfSeveral(*button) || hasAMenu(*button));
        if (isOurs || area || (label && isNamed(*label)) || qobject_cast<QComboBox *>(watched)) {
            forgetInterface(static_cast<QWidget *>(watched));
        }
    }
    return QObject::eventFilter(watched, event);
}

void setAccessibleRole(QWidget *widget, QAccessible::Role role)
{
    installFactory();
    widget->setProperty(RoleProperty, int(role));
    forgetInterface(widget);
}

} // namespace podium::ui
