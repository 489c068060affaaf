// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/fieldframe.h"

#include "widgets/common/keyboardaid.h"

#include <QEvent>
#include <QPainter>
#include <QStyleOptionFrame>

namespace podium::ui {

FieldFrame::FieldFrame(QWidget &edit, QWidget *parent) : QFrame(parent), m_edit(edit)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setCursor(Qt::IBeamCursor);
    edit.installEventFilter(this);
    setFocusShownAround(edit);
}

bool FieldFrame::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        update();
    }
    return QFrame::eventFilter(watched, event);
}

void FieldFrame::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionFrame option;
    option.initFrom(this);
    option.lineWidth = 1;
    option.state.setFlag(QStyle::State_HasFocus, m_edit.hasFocus());
    option.state.setFlag(QStyle::State_Sunken);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
}

void FieldFrame::mousePressEvent(QMouseEvent *)
{
    m_edit.setFocus(Qt::MouseFocusReason);
}

} // namespace podium::ui
