// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAccessible>
#include <QObject>

class QWidget;

namespace podium::ui {

/// What a screen reader calls things of which Qt has no notion: a tool button that is one of
/// several is a radio button (Qt has it as a check box), a scrolled area that takes the keyboard is
/// a pane. A tool button that only opens its menu can be pressed, a split one does by that what it
/// is labelled with, and a label that has a name says its text as well; a combo box has its name
/// and what is chosen. One for the whole application.
class AccessibleRoles final : public QObject
{
    Q_OBJECT

public:
    /// Watches the application for as long as it lives.
    explicit AccessibleRoles(QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;
};

/// Of a widget that paints itself. GUI thread.
void setAccessibleRole(QWidget *widget, QAccessible::Role role);

} // namespace podium::ui
