// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/controls.h"

#include "widgets/common/icons.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QCursor>
#include <QEvent>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>

#include <chrono>
#include <utility>

namespace podium::ui {

namespace {

/// Qt gives the second press as this event, to whatever is below the pointer by then.
class DoubleClickFilter final : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject * /*watched*/, QEvent *event) override
    {
        return event->type() == QEvent::MouseButtonDblClick;
    }
};

} // namespace

QLineEdit *textField(const QString &icon, const QString &accessibleName, const QString &placeholder)
{
    auto *field = new QLineEdit;
    field->setAccessibleName(accessibleName);
    field->setPlaceholderText(placeholder);
    field->setClearButtonEnabled(true);
    field->addAction(themedIcon(icon), QLineEdit::LeadingPosition)->setText(accessibleName);
    for (QAction *action : field->actions()) {
        if (action->text().isEmpty()) { // the one that clears is Qt's, and nameless
            action->setText(QCoreApplication::translate("Field", "Clear"));
        }
    }
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

void ignoreDoubleClicks(QAbstractButton *button)
{
    button->installEventFilter(new DoubleClickFilter(button));
}

void setPageMargins(QBoxLayout *layout)
{
    layout->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    layout->setSpacing(Grid * 3 / 2);
}

void fitCurrentPage(QStackedWidget *stack)
{
    const auto fit = [stack] {
        for (int i = 0; i < stack->count(); ++i) {
            const bool isOnTop = i == stack->currentIndex();
            const auto policy = isOnTop ? QSizePolicy::Preferred : QSizePolicy::Ignored;
            stack->widget(i)->setSizePolicy(policy, policy);
        }
    };
    QObject::connect(stack, &QStackedWidget::currentChanged, stack, fit);
    fit();
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

QModelIndex selectedIndex(const QAbstractItemView &view)
{
    const QModelIndexList rows = view.selectionModel()->selectedRows();
    return rows.isEmpty() ? QModelIndex() : rows.first();
}

void refreshAgesOf(QWidget *widget, std::function<void()> refresh)
{
    auto *timer = new QTimer(widget);
    QObject::connect(timer, &QTimer::timeout, widget, [widget, refresh = std::move(refresh)] {
        if (widget->isVisible()) {
            refresh();
        }
    });
    timer->start(std::chrono::seconds(20));
}

namespace {

struct ClipboardWords
{
    Q_DECLARE_TR_FUNCTIONS(Clipboard)
};

/// The text itself where it is short, else how much of it there was.
QString copiedText(const QString &text)
{
    constexpr int MostShown = 120;
    const int lines = text.count(QLatin1Char('\n')) + (text.endsWith(QLatin1Char('\n')) ? 0 : 1);
    return lines > 1 ? ClipboardWords::tr("Copied %1 lines").arg(QLocale().toString(lines))
           : text.size() > MostShown
               ? ClipboardWords::tr("Copied %1 characters").arg(QLocale().toString(text.size()))
               : ClipboardWords::tr("Copied %1").arg(text);
}

/// Where whoever copied looks: at the pointer, or below the widget that was used by keyboard.
QPoint placeNear(const QWidget &widget)
{
    const QRect area(widget.mapToGlobal(QPoint()), widget.size());
    return area.contains(QCursor::pos()) ? QCursor::pos() : area.bottomLeft();
}

} // namespace

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
    QToolTip::showText(placeNear(*near), plainToolTip(copiedText(text)), near);
}

QComboBox *editableBox(const QString &name)
{
    auto *box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setAccessibleName(name);
    box->lineEdit()->setAccessibleName(name);
    return box;
}

} // namespace podium::ui
