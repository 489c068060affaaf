// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/inspect/layoutfaults.h"

#include "tests/inspect/tabwalk.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QToolTip>
#include <QWindow>

#include <algorithm>

namespace podium::tests {

namespace {

/// Fonts are wider by a fraction of a pixel than they say at some scales.
constexpr int Slack = 1;

QString widths(int needed, int given)
{
    return QString(" (%1 px for %2)").arg(given).arg(needed);
}

QString labelFault(const QLabel &label)
{
    if (label.text().isEmpty()) {
        return {};
    }
    const QSize room = label.size() + QSize(Slack, Slack);
    if (label.wordWrap()) {
        const int needed = label.heightForWidth(label.width());
        return needed > room.height() ? "lines are cut" + widths(needed, label.height())
                                      : QString();
    }
    const int needed = label.minimumSizeHint().width();
    return needed > room.width() ? "is cut" + widths(needed, label.width()) : QString();
}

QString buttonFault(const QAbstractButton &button)
{
    const int needed = button.sizeHint().width();
    return !button.text().isEmpty() && needed > button.width() + Slack
               ? "is cut" + widths(needed, button.width())
               : QString();
}

/// What the mouse is told at this place.
bool hasTip(QWidget &widget, const QPoint &place)
{
    QToolTip::hideText();
    QHelpEvent ask(QEvent::ToolTip, place, widget.mapToGlobal(place));
    QCoreApplication::sendEvent(&widget, &ask);
    return !QToolTip::text().isEmpty();
}

bool hasTip(const QWidget &widget)
{
    return hasTip(const_cast<QWidget &>(widget), widget.rect().center());
}

QString comboFault(const QComboBox &combo)
{
    QStyleOptionComboBox option;
    option.initFrom(&combo);
    option.editable = combo.isEditable();
    const int given =
        combo.style()
            ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo)
            .width();
    const int needed = combo.fontMetrics().horizontalAdvance(combo.currentText());
    return needed > given + Slack && !hasTip(combo) ? "its choice is cut" + widths(needed, given)
                                                    : QString();
}

QString hintFault(const QLineEdit &edit)
{
    if (!edit.text().isEmpty() || edit.placeholderText().isEmpty()) {
        return {};
    }
    const int needed = edit.fontMetrics().horizontalAdvance(edit.placeholderText());
    return needed > edit.width() && !hasTip(edit) ? "its hint is cut" + widths(needed, edit.width())
                                                  : QString();
}

QStringList headerFaults(const QHeaderView &header)
{
    QStringList faults;
    const QAbstractItemModel *model = header.model();
    for (int i = 0; model && i < std::min(header.count(), 60); ++i) {
        const QString text = model->headerData(i, header.orientation()).toString();
        const int needed = header.fontMetrics().horizontalAdvance(text);
        const bool isCut = header.orientation() == Qt::Horizontal && !header.isSectionHidden(i) &&
                           needed > header.sectionSize(i);
        const QPoint place(header.sectionViewportPosition(i) + 1, header.height() / 2);
        if (isCut && !hasTip(*header.viewport(), place)) {
            faults += "the heading \"" + text + "\" is cut" + widths(needed, header.sectionSize(i));
        }
    }
    return faults;
}

QStringList tabFaults(const QTabBar &bar)
{
    QStringList faults;
    for (int i = 0; i < bar.count(); ++i) {
        const int needed = bar.fontMetrics().horizontalAdvance(bar.tabText(i));
        if (needed > bar.tabRect(i).width() && bar.tabToolTip(i).isEmpty()) {
            faults += "the tab \"" + bar.tabText(i) + "\" is cut";
        }
    }
    return faults;
}

/// What is said where its text has no room; nothing for what wraps, elides with a tooltip, or has
/// a tooltip that says it.
QStringList textFaults(const QWidget &widget)
{
    if (!widget.toolTip().isEmpty()) {
        return {};
    }
    if (const auto *header = qobject_cast<const QHeaderView *>(&widget)) {
        return header->isVisible() ? headerFaults(*header) : QStringList();
    }
    if (const auto *bar = qobject_cast<const QTabBar *>(&widget)) {
        return tabFaults(*bar);
    }
    QString fault;
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        fault = labelFault(*label);
    } else if (const auto *button = qobject_cast<const QAbstractButton *>(&widget)) {
        fault = buttonFault(*button);
    } else if (const auto *combo = qobject_cast<const QComboBox *>(&widget)) {
        fault = comboFault(*combo);
    } else if (const auto *edit = qobject_cast<const QLineEdit *>(&widget)) {
        fault = hintFault(*edit);
    }
    return fault.isEmpty() ? QStringList() : QStringList(fault);
}

/// A scroll area that holds it as its content, and can be scrolled to where it is.
const QScrollArea *scrollsTo(const QWidget &widget)
{
    for (const QWidget *up = widget.parentWidget(); up; up = up->parentWidget()) {
        const auto *area = qobject_cast<const QScrollArea *>(up);
        if (area && area->widget() && area->widget()->isAncestorOf(&widget)) {
            return area;
        }
    }
    return nullptr;
}

/// How far it reaches out of the nearest ancestor that cuts it off for good.
QString placeFault(const QWidget &widget, const QWidget &root)
{
    const QScrollArea *area = scrollsTo(widget);
    const QWidget *frame = area && root.isAncestorOf(area) ? area->widget() : &root;
    if (&widget == frame || !frame->isAncestorOf(&widget)) {
        return {};
    }
    const QRect place(widget.mapTo(frame, QPoint()), widget.size());
    QRect room = frame->rect();
    if (area && frame == area->widget()) {
        const QWidget *view = area->viewport();
        if (area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff) {
            room.setWidth(std::min(room.width(), view->width()));
        }
        if (area->verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOff) {
            room.setHeight(std::min(room.height(), view->height()));
        }
    }
    if (room.adjusted(-Slack, -Slack, Slack, Slack).contains(place)) {
        return {};
    }
    return QString("reaches out of its page: %1,%2 %3×%4 in %5×%6")
        .arg(place.x())
        .arg(place.y())
        .arg(place.width())
        .arg(place.height())
        .arg(room.width())
        .arg(room.height());
}

bool isControl(const QWidget &widget)
{
    return qobject_cast<const QAbstractButton *>(&widget) ||
           qobject_cast<const QLabel *>(&widget) || (widget.focusPolicy() & Qt::TabFocus);
}

bool isPartOfView(const QWidget &widget)
{
    return widget.objectName().startsWith("qt_") ||
           qobject_cast<const QAbstractScrollArea *>(widget.parentWidget());
}

} // namespace

QStringList layoutFaults(const QWidget &root)
{
    QStringList faults;
    // To ask for a tooltip makes one, and ends the one before, which is a child of what it tells
    // of.
    const auto all = root.findChildren<QWidget *>();
    for (const QPointer<QWidget> &widget : QList<QPointer<QWidget>>(all.begin(), all.end())) {
        if (!widget || !widget->isVisible() || widget->window() != root.window()) {
            continue;
        }
        QStringList own = textFaults(*widget);
        if (isControl(*widget) && !isPartOfView(*widget)) {
            const QString out = placeFault(*widget, root);
            own += out.isEmpty() ? QStringList() : QStringList(out);
        }
        for (const QString &fault : own) {
            faults += describe(widget) + ": " + fault;
        }
    }
    return faults;
}

QString stalePixels(QWidget &window)
{
    const auto shown = [&window] {
        return window.screen()
            ->grabWindow(window.winId())
            .toImage()
            .convertToFormat(QImage::Format_RGB32);
    };
    const QImage live = shown();
    window.repaint();
    const QImage anew = shown();
    if (live == anew) {
        return {};
    }
    QRect changed;
    for (int y = 0; y < live.height(); ++y) {
        for (int x = 0; x < live.width(); ++x) {
            if (live.pixel(x, y) != anew.pixel(x, y)) {
                changed |= QRect(x, y, 1, 1);
            }
        }
    }
    return changed.isNull() ? QString()
                            : QString("stale within %1,%2 %3×%4")
                                  .arg(changed.x())
                                  .arg(changed.y())
                                  .arg(changed.width())
                                  .arg(changed.height());
}

} // namespace podium::tests
