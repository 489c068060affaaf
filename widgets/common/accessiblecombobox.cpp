// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/accessiblecombobox.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>

namespace podium::ui {

AccessibleComboBox::AccessibleComboBox(QComboBox *box)
    : QAccessibleWidget(box, QAccessible::ComboBox)
    , m_told(QObject::connect(box, &QComboBox::currentTextChanged, box, [box] {
        if (!box->isEditable()) {
            QAccessibleEvent event(box, QAccessible::DescriptionChanged);
            QAccessible::updateAccessibility(&event);
        }
    }))
{}

AccessibleComboBox::~AccessibleComboBox()
{
    QObject::disconnect(m_told);
}

QComboBox &AccessibleComboBox::box() const
{
    return static_cast<QComboBox &>(*widget());
}

QString AccessibleComboBox::text(QAccessible::Text kind) const
{
    const QString text = QAccessibleWidget::text(kind);
    if (kind == QAccessible::Value) {
        return box().currentText();
    }
    if (kind != QAccessible::Description || box().isEditable()) {
        return text;
    }
    QStringList parts{box().currentText(), text};
    parts.removeAll(QString());
    parts.removeDuplicates();
    return parts.join(QStringLiteral(". "));
}

int AccessibleComboBox::childCount() const
{
    return box().isEditable() ? 2 : 1;
}

QAccessibleInterface *AccessibleComboBox::child(int index) const
{
    QWidget *child = nullptr;
    if (index == 0) {
        child = box().view();
    } else if (index == 1) {
        child = box().lineEdit();
    }
    return child ? QAccessible::queryAccessibleInterface(child) : nullptr;
}

int AccessibleComboBox::indexOfChild(const QAccessibleInterface *child) const
{
    if (child->object() == box().view()) {
        return 0;
    }
    return box().isEditable() && child->object() == box().lineEdit() ? 1 : -1;
}

QAccessibleInterface *AccessibleComboBox::childAt(int x, int y) const
{
    const QLineEdit *field = box().lineEdit();
    return field && field->rect().contains(field->mapFromGlobal({x, y})) ? child(1) : nullptr;
}

QStringList AccessibleComboBox::actionNames() const
{
    QStringList names = QAccessibleWidget::actionNames();
    if (box().isEnabled()) {
        names.prepend(pressAction());
        names.prepend(showMenuAction());
    }
    return names;
}

void AccessibleComboBox::doAction(const QString &action)
{
    if (action != showMenuAction() && action != pressAction()) {
        QAccessibleWidget::doAction(action);
    } else if (box().view()->isVisible()) {
        box().hidePopup();
    } else if (box().isEnabled()) {
        box().showPopup();
    }
}

} // namespace podium::ui
