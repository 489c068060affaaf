// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/controls.h"

#include "widgets/common/icons.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QCursor>
#include <QLineEdit>
#include <QShortcut>
#include <QToolButton>
#include <QToolTip>

namespace podium::ui {

QLineEdit *textField(const QString &icon, const QString &accessibleName, const QString &placeholder)
{
    auto *field = new QLineEdit;
    field->setAccessibleName(accessibleName);
    field->setPlaceholderText(placeholder);
    field->setClearButtonEnabled(true);
    field->addAction(themedIcon(icon), QLineEdit::LeadingPosition);
    return field;
}

QLineEdit *searchField(const QString &accessibleName, const QString &placeholder)
{
    QLineEdit *field = textField(QStringLiteral("search"), accessibleName, placeholder);
    auto *clear = new QShortcut(QKeySequence(Qt::Key_Escape), field);
    clear->setContext(Qt::WidgetShortcut);
    QObject::connect(clear, &QShortcut::activated, field, &QLineEdit::clear);
    return field;
}

QToolButton *iconButton(const QString &icon, const QString &name)
{
    auto *button = new QToolButton;
    button->setIcon(themedIcon(icon));
    button->setAutoRaise(true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    return button;
}

void setPageMargins(QBoxLayout *layout)
{
    layout->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    layout->setSpacing(Grid * 3 / 2);
}

void prepareList(QAbstractItemView *view, const QString &accessibleName)
{
    view->setAccessibleName(accessibleName);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setAlternatingRowColors(false);
    view->setTabKeyNavigation(false); // Tab leaves it, arrows go through it
    view->setItemDelegate(new ItemDelegate(view));
}

void copyText(const QString &text, QWidget *near)
{
    if (text.isEmpty()) {
        return;
    }
    QClipboard *clipboard = QApplication::clipboard();
    clipboard->setText(text);
    if (clipboard->supportsSelection()) {
        clipboard->setText(text, QClipboard::Selection);
    }
    QToolTip::showText(
        QCursor::pos(),
        plainToolTip(QCoreApplication::translate("Clipboard", "Copied %1").arg(text)), near);
}

} // namespace podium::ui
