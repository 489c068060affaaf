// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/layout/sidescrollarea.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace podium::ui {

SideScrollArea::SideScrollArea(int least, QWidget *parent) : QScrollArea(parent), m_least(least)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(least);
}

QSize SideScrollArea::sizeHint() const
{
    return {minimumWidth(), QScrollArea::sizeHint().height()};
}

bool SideScrollArea::eventFilter(QObject *watched, QEvent *event)
{
    const bool done = QScrollArea::eventFilter(watched, event);
    if (watched == widget() &&
        (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)) {
        const int needed =
            widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
        setMinimumWidth(std::max(m_least, needed));
        updateGeometry();
    }
    return done;
}

} // namespace podium::ui
