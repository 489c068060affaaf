// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QModelIndex>
#include <QString>

#include <functional>

class QAbstractButton;
class QAbstractItemView;
class QBoxLayout;
class QComboBox;
class QLineEdit;
class QStackedWidget;
class QToolButton;
class QWidget;

namespace podium::ui {

/// A text field with an icon of themedIcon() in front.
[[nodiscard]] QLineEdit *
textField(const QString &icon, const QString &accessibleName, const QString &placeholder);
/// A filter field: a glass, a hint of what can be typed, a cross to clear; Esc clears too.
[[nodiscard]] QLineEdit *searchField(const QString &accessibleName, const QString &placeholder);
/// A choice that can be typed, too; what is typed is not added to it.
[[nodiscard]] QComboBox *editableBox(const QString &name);
/// A flat button with an icon of themedIcon(); its tooltip is its accessible name.
[[nodiscard]] QToolButton *iconButton(const QString &icon, const QString &name);
/// For buttons of which one takes the place of another, or becomes another, once it is pressed: the
/// second press of a double click does nothing.
void ignoreDoubleClicks(QAbstractButton *button);
/// The distances around a page and between its parts.
void setPageMargins(QBoxLayout *layout);
/// Only the page on top says how small the stack may get, not those behind it. Once its pages are
/// in.
void fitCurrentPage(QStackedWidget *stack);
/// What all lists of Podium share: whole rows selected, no grid, plain tooltips, smooth scrolling.
void prepareList(QAbstractItemView *view, const QString &accessibleName);
/// The first row that is selected, by its first column; invalid: none is. A row can be the current
/// one without being selected, as after a click with Ctrl, and then nothing may be done to it.
[[nodiscard]] QModelIndex selectedIndex(const QAbstractItemView &view);
/// Does this every 20 s while the widget is visible: "1 min ago" is 2 by then. Goes with it.
void refreshAgesOf(QWidget *widget, std::function<void()> refresh);
/// Puts the text on the clipboard (and the X selection) and says so beside the pointer.
void copyText(const QString &text, QWidget *near);

} // namespace podium::ui
