// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QWidget>

namespace podium::tests {

/// What a screen reader would call a widget.
inline QString accessibleNameOf(const QWidget *widget)
{
    if (!widget->accessibleName().isEmpty()) {
        return widget->accessibleName();
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
        return button->text();
    }
    const auto *label = qobject_cast<const QLabel *>(widget);
    return label ? label->text() : QString();
}

/// The widget of this kind and accessible name; null where there is none, or more than one that
/// can be seen.
template <typename Widget>
Widget *byName(const QWidget &root, const QString &name)
{
    Widget *found = nullptr;
    for (Widget *widget : root.findChildren<Widget *>()) {
        if (accessibleNameOf(widget) != name || !widget->isVisibleTo(&root)) {
            continue;
        }
        if (found) {
            return nullptr;
        }
        found = widget;
    }
    return found;
}

/// Labels that would take their text for HTML.
inline QStringList richLabels(const QWidget &root)
{
    QStringList names;
    for (const QLabel *label : root.findChildren<QLabel *>()) {
        if (label->textFormat() != Qt::PlainText) {
            names << label->text();
        }
    }
    return names;
}

} // namespace podium::tests
