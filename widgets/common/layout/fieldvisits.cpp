// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/layout/fieldvisits.h"

#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace podium::ui {

namespace {

bool isEmpty(const QWidget *field)
{
    if (const auto *line = qobject_cast<const QLineEdit *>(field)) {
        return line->text().isEmpty();
    }
    if (const auto *choice = qobject_cast<const QComboBox *>(field)) {
        return choice->currentText().isEmpty();
    }
    const auto *area = qobject_cast<const QPlainTextEdit *>(field);
    return area && area->document()->isEmpty();
}

} // namespace

FieldVisits::FieldVisits(QObject *parent) : QObject(parent) {}

void FieldVisits::watch(QWidget *field)
{
    field->installEventFilter(this);
}

bool FieldVisits::isDue(const QWidget *field) const
{
    return m_left.contains(field) || !isEmpty(field);
}

bool FieldVisits::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut && !m_left.contains(watched)) {
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        // Another window, or the field's own list, is no leaving.
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) {
            m_left.insert(watched);
            emit left();
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace podium::ui
