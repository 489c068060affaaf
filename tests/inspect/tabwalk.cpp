// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/inspect/tabwalk.h"

#include "tests/fakes/accessiblefind.h"
#include "tests/inspect/listeners.h"
#include "widgets/common/theme.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QTest>

#include <algorithm>

namespace podium::tests {

namespace {

constexpr int MostStops = 300; ///< a walk that goes on is caught
constexpr int Around = 4;      ///< a ring may be painted by whoever holds the control

/// Part of another field, which takes the keyboard for it.
bool isInner(const QWidget &widget)
{
    const QWidget *parent = widget.parentWidget();
    return widget.focusProxy() || widget.objectName().startsWith("qt_") ||
           qobject_cast<const QComboBox *>(parent) ||
           qobject_cast<const QAbstractSpinBox *>(parent) ||
           qobject_cast<const QAbstractItemView *>(parent);
}

/// Of several of which one is on, Tab goes to that one, arrows to the others.
bool isUnchosen(const QWidget &widget)
{
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    return button && isOneOfSeveral(*button) && !button->isChecked();
}

/// Whether enough of it lies within all that is around it.
bool isInView(const QWidget &widget)
{
    constexpr int Enough = 16;
    QRect seen = widget.rect();
    const QWidget *each = &widget;
    for (; !each->isWindow(); each = each->parentWidget()) {
        seen = seen.translated(each->pos()) & each->parentWidget()->rect();
    }
    return seen.width() >= std::min(Enough, widget.width()) &&
           seen.height() >= std::min(Enough, widget.height());
}

/// The picture of where the widget is in its window.
QImage pictureOf(const QWidget &widget)
{
    const QRect place(widget.mapTo(widget.window(), QPoint()), widget.size());
    return widget.window()
        ->grab(place.adjusted(-Around, -Around, Around, Around))
        .toImage()
        .convertToFormat(QImage::Format_RGB32);
}

/// Empty where enough of the two differs to be noticed.
QString differenceLacks(const QImage &with, const QImage &without)
{
    if (with.size() != without.size()) {
        return {};
    }
    constexpr int Enough = 24; // a caret alone is less, a ring around the smallest button more
    int changed = 0;
    int clear = 0;
    for (int y = 0; y < with.height(); ++y) {
        const auto *a = reinterpret_cast<const QRgb *>(with.constScanLine(y));
        const auto *b = reinterpret_cast<const QRgb *>(without.constScanLine(y));
        for (int x = 0; x < with.width() && clear < Enough; ++x) {
            if (a[x] != b[x]) {
                ++changed;
                clear += ui::contrast(QColor(a[x]), QColor(b[x])) >= 3 ? 1 : 0;
            }
        }
    }
    return clear >= Enough
               ? QString()
               : QString("%1 pixels change, %2 of them by 3 : 1").arg(changed).arg(clear);
}

} // namespace

QString describe(const QWidget *widget)
{
    if (!widget) {
        return QStringLiteral("nothing");
    }
    const QString name = accessibleNameOf(widget);
    return QString::fromLatin1(widget->metaObject()->className()) + " \"" +
           (name.isEmpty() ? widget->objectName() : name) + '"';
}

QVector<QWidget *> tabStops(const QWidget &page)
{
    QVector<QWidget *> stops;
    for (QWidget *widget : page.findChildren<QWidget *>()) {
        const bool takesTab = widget->focusPolicy() & Qt::TabFocus;
        if (takesTab && widget->isVisible() && widget->isEnabled() && !isInner(*widget) &&
            !isUnchosen(*widget)) {
            stops += widget;
        }
    }
    return stops;
}

TabWalk walkTabs(QWidget &first, Qt::Key key, bool looks)
{
    TabWalk walk;
    QImage with;
    first.setFocus(key == Qt::Key_Tab ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    QWidget *now = QApplication::focusWidget();
    while (now && !walk.stops.contains(now) && walk.stops.size() < MostStops) {
        walk.stops += now;
        if (looks) {
            with = pictureOf(*now);
        }
        if (!isInView(*now)) {
            walk.unseen += describe(now) + ": it is out of sight";
        }
        QTest::keyClick(now, key);
        QWidget *next = QApplication::focusWidget();
        if (looks && next != now) {
            const QString lacks = differenceLacks(with, pictureOf(*now));
            if (!lacks.isEmpty()) {
                walk.unseen += describe(now) + ": " + lacks;
            }
        }
        now = next;
    }
    walk.end = now;
    return walk;
}

} // namespace podium::tests
