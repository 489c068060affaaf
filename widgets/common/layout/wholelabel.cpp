// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/layout/wholelabel.h"

#include <QResizeEvent>

namespace podium::ui {

WholeLabel::WholeLabel(const QString &text, QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setText(text);
}

QSize WholeLabel::minimumSizeHint() const
{
    QSize least = QLabel::minimumSizeHint();
    if (testAttribute(Qt::WA_Resized)) { // or its width means nothing yet
        least.setHeight(qMax(least.height(), heightForWidth(width())));
    }
    return least;
}

void WholeLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry(); // other lines
    }
}

} // namespace podium::ui
