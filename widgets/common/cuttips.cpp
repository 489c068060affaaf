// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/cuttips.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QToolTip>

namespace podium::ui {

namespace {

/// The text, where it needs more than this room.
QString cut(const QWidget &widget, const QString &text, int room)
{
    return widget.fontMetrics().horizontalAdvance(text) > room ? text : QString();
}

QString cutHeading(const QHeaderView &header, const QPoint &place)
{
    const int section = header.logicalIndexAt(place);
    const QAbstractItemModel *model = header.model();
    if (section < 0 || !model ||
        model->headerData(section, header.orientation(), Qt::ToolTipRole).isValid()) {
        return {};
    }
    const QString text = model->headerData(section, header.orientation()).toString();
    return cut(header, text, header.sectionSize(section) - 2 * Grid);
}

QString cutText(const QObject *object, const QPoint &place)
{
    if (const auto *edit = qobject_cast<const QLineEdit *>(object)) {
        return edit->toolTip().isEmpty() && edit->text().isEmpty()
                   ? cut(*edit, edit->placeholderText(), edit->width() - 2 * Grid)
                   : QString();
    }
    if (const auto *combo = qobject_cast<const QComboBox *>(object)) {
        return combo->toolTip().isEmpty()
                   ? cut(*combo, combo->currentText(), combo->width() - 4 * Grid)
                   : QString();
    }
    // The mouse is over a header's viewport.
    const auto *header = object ? qobject_cast<const QHeaderView *>(object->parent()) : nullptr;
    return header ? cutHeading(*header, place) : QString();
}

} // namespace

CutTips::CutTips(QObject *parent) : QObject(parent)
{
    qApp->installEventFilter(this);
}

bool CutTips::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString text = cutText(watched, help->pos());
        if (!text.isEmpty()) {
            QToolTip::showText(
                help->globalPos(), plainToolTip(text), static_cast<QWidget *>(watched));
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace podium::ui
