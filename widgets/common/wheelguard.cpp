// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/wheelguard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace podium::ui {

namespace {

/// The spin or combo box that this is; null: it is another thing.
QWidget *fieldOf(QObject *object)
{
    const bool isField =
        qobject_cast<QAbstractSpinBox *>(object) || qobject_cast<QComboBox *>(object);
    return isField ? static_cast<QWidget *>(object) : nullptr;
}

} // namespace

WheelGuard::WheelGuard(QObject *parent) : QObject(parent)
{
    qApp->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Polish) {
        QWidget *field = fieldOf(watched);
        // Qt gives the focus before the event, so it would be too late there.
        if (field && field->focusPolicy() == Qt::WheelFocus) {
            field->setFocusPolicy(Qt::StrongFocus);
        }
    } else if (event->type() == QEvent::Wheel) {
        const QWidget *field = fieldOf(watched);
        if (field && !field->hasFocus()) {
            event->ignore(); // it goes on to what is around the field
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace podium::ui
