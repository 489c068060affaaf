// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/create/formarea.h"

#include <QScreen>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>

namespace podium::ui {

FormArea::FormArea(QWidget *form, QWidget *parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(form);
    setMinimumWidth(form->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
}

void FormArea::showUnfolded(const QWidget &part)
{
    QWidget *all = window();
    const QRect free = all->screen()->availableGeometry();
    const int missing = std::max(0, widget()->sizeHint().height() - viewport()->height());
    const int frame = all->frameGeometry().height() - all->height();
    const int most = std::max(all->height(), free.height() - frame);
    all->resize(all->width(), std::min(all->height() + missing, most));
    const int over = all->frameGeometry().bottom() - free.bottom();
    if (over > 0) {
        all->move(all->x(), std::max(free.top(), all->y() - over));
    }
    // How far it can be scrolled is known after the layouts have had their turn.
    QTimer::singleShot(0, this, [this, top = part.y()] { verticalScrollBar()->setValue(top); });
}

} // namespace podium::ui
