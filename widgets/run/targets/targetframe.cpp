// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/targets/targetframe.h"

#include <QPainter>
#include <QStyleOptionFrame>

namespace podium::ui {

TargetFrame::TargetFrame(QWidget &edit, QWidget *parent) : QFrame(parent), m_edit(edit)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setCursor(Qt::IBeamCursor);
}

void TargetFrame::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionFrame option;
    option.initFrom(this);
    option.lineWidth = 1;
    option.state.setFlag(QStyle::State_HasFocus, m_edit.hasFocus());
    option.state.setFlag(QStyle::State_Sunken);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
}

void TargetFrame::mousePressEvent(QMouseEvent *)
{
    m_edit.setFocus(Qt::MouseFocusReason);
}

} // namespace podium::ui
