// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/inspect/accessiblefaults.h"

#include "tests/inspect/listeners.h"
#include "tests/inspect/pressing.h"
#include "tests/inspect/tabwalk.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTextDocument>
#include <QToolButton>

namespace podium::tests {

namespace {

QString roleFault(const QAbstractButton &button, QAccessible::Role role)
{
    if (isOneOfSeveral(button)) {
        return role == QAccessible::RadioButton || role == QAccessible::PageTab
                   ? QString()
                   : "is one of several, but neither a radio button nor a tab";
    }
    if (button.isCheckable() && !menuOf(button)) {
        return role == QAccessible::CheckBox ? QString() : "can be on or off, but is no check box";
    }
    if (menuOf(button)) {
        return role == QAccessible::ButtonMenu || role == QAccessible::ButtonDropDown
                   ? QString()
                   : "opens a menu, but does not say so";
    }
    return role == QAccessible::PushButton ? QString() : "is a button, but does not say so";
}

QString actionFault(const QAbstractButton &button)
{
    if (button.isCheckable()) {
        const bool isHeard = listeners(button, SIGNAL(toggled(bool))) > 0 || button.group();
        return isHeard || listeners(button, SIGNAL(clicked(bool))) == 0
                   ? QString()
                   : "acts when it is clicked, but not when it is toggled";
    }
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    const bool acts = menuOf(button) || (tool && tool->defaultAction()) ||
                      listeners(button, SIGNAL(clicked(bool))) > 0 ||
                      listeners(button, SIGNAL(clicked())) > 0;
    return acts ? QString() : "does nothing when it is pressed";
}

QString textFault(QAccessibleInterface &field, const QLineEdit &edit)
{
    if (edit.isReadOnly() || !edit.isEnabled()) {
        return {};
    }
    if (!field.editableTextInterface()) {
        return "cannot be given a text";
    }
    return listeners(edit, SIGNAL(textEdited(QString))) > 0 &&
                   listeners(edit, SIGNAL(textChanged(QString))) == 0
               ? "hears what is typed, but not what a screen reader sets"
               : QString();
}

/// Qt calls it by what is chosen in it, where nobody sees to it.
QString comboFault(QAccessibleInterface &thing, const QComboBox &box)
{
    if (thing.role() != QAccessible::ComboBox) {
        return "offers a choice, but does not say so";
    }
    if (thing.text(QAccessible::Value) != box.currentText()) {
        return "what is chosen is not its value";
    }
    const QString name = box.accessibleName();
    if (!name.isEmpty() && thing.text(QAccessible::Name) != name) {
        return "is not called by its name, but " + thing.text(QAccessible::Name);
    }
    return box.isEditable() || thing.text(QAccessible::Description).startsWith(box.currentText())
               ? QString()
               : "what is chosen is not read aloud";
}

/// A name in place of the text: then that is not heard.
QString labelFault(QAccessibleInterface &thing, const QLabel &label)
{
    QString text = label.text().simplified();
    if (label.buddy()) {
        text.remove(QLatin1Char('&')); // marks the key that leads to the field, and is not read
    }
    const auto isIn = [&](QAccessible::Text kind) {
        return thing.text(kind).simplified().contains(text);
    };
    const bool isHeard = isIn(QAccessible::Name) || isIn(QAccessible::Description);
    return label.textFormat() == Qt::PlainText && !isHeard
               ? "shows a text that is not read aloud: " + text
               : QString();
}

QStringList faultsOf(QAccessibleInterface &thing, QWidget &widget)
{
    QStringList faults;
    const auto add = [&](const QString &fault) {
        if (!fault.isEmpty()) {
            faults += describe(&widget) + ": " + fault;
        }
    };
    const QAccessible::State state = thing.state();
    if (state.focusable && thing.text(QAccessible::Name).trimmed().isEmpty()) {
        add("has no name");
    }
    if (state.focusable &&
        (thing.role() == QAccessible::Client || thing.role() == QAccessible::NoRole)) {
        add("takes the keyboard, but has no role");
    }
    for (const auto kind : {QAccessible::Description, QAccessible::Help}) {
        const QString text = thing.text(kind);
        if (Qt::mightBeRichText(text) || text.contains("&quot;") || text.contains("&lt;")) {
            add("HTML is read aloud: " + text);
        }
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget)) {
        add(roleFault(*button, thing.role()));
        add(actionFault(*button));
        if (button->isEnabled() &&
            (!thing.actionInterface() || thing.actionInterface()->actionNames().isEmpty())) {
            add("offers no action");
        }
    }
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        add(labelFault(thing, *label));
    }
    if (const auto *box = qobject_cast<const QComboBox *>(&widget)) {
        add(comboFault(thing, *box));
    }
    if (const auto *edit = qobject_cast<const QLineEdit *>(&widget)) {
        add(textFault(thing, *edit));
    }
    return faults;
}

/// Its cells are texts of a model; a row is chosen by whatever its first one offers.
QString rowFault(QAccessibleTableInterface &table)
{
    if (table.rowCount() == 0 || table.columnCount() == 0) {
        return {};
    }
    QAccessibleInterface *cell = table.cellAt(0, 0);
    const bool isChosen =
        cell && cell->actionInterface() && !cell->actionInterface()->actionNames().isEmpty();
    return isChosen ? QString() : "a row cannot be chosen";
}

void walk(QAccessibleInterface &thing, QStringList &faults)
{
    const QAccessible::State state = thing.state();
    if (state.invisible) {
        return;
    }
    if (auto *widget = qobject_cast<QWidget *>(thing.object())) {
        if (!widget->isVisible()) {
            return;
        }
        faults += faultsOf(thing, *widget);
    }
    if (QAccessibleTableInterface *table = thing.tableInterface()) {
        if (const QString fault = rowFault(*table); !fault.isEmpty()) {
            faults += thing.text(QAccessible::Name) + ": " + fault;
        }
        return;
    }
    for (int i = 0; i < thing.childCount(); ++i) {
        if (QAccessibleInterface *child = thing.child(i)) {
            walk(*child, faults);
        }
    }
}

} // namespace

QStringList accessibleFaults(QWidget &root)
{
    QStringList faults;
    if (QAccessibleInterface *thing = QAccessible::queryAccessibleInterface(&root)) {
        walk(*thing, faults);
    } else {
        faults += describe(&root) + ": a screen reader does not see it";
    }
    return faults;
}

} // namespace podium::tests
