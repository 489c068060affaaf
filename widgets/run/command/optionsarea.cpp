// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/command/optionsarea.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QLayout>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace podium::ui {

namespace {

constexpr int LeastHeight = 18 * Grid; // some rows, and a part of one: there is more below

} // namespace

OptionsArea::OptionsArea(QWidget *contents, QWidget *parent) : QScrollArea(parent)
{
    setAccessibleName(tr("All options"));
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    contents->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    setWidget(contents);
    contents->installEventFilter(this);
}

/// Of its own width: text in it may be wrapped.
int OptionsArea::contentsHeight() const
{
    const QLayout *layout = widget()->layout();
    const int width = viewport()->width();
    return layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
                                       : layout->totalSizeHint().height();
}

QSize OptionsArea::sizeHint() const
{
    return {widget()->sizeHint().width(), contentsHeight()};
}

QSize OptionsArea::minimumSizeHint() const
{
    return {
        widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
        std::min(contentsHeight(), LeastHeight)};
}

void OptionsArea::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry();
    }
}

bool OptionsArea::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace podium::ui
