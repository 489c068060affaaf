// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/card.h"

#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace podium::ui {

Card::Card(
    const QString &icon, const QString &title, const QString &text, const QString &action,
    QWidget *parent)
    : QFrame(parent)
    , m_iconName(icon)
    , m_icon(plainLabel())
    , m_text(wrappedLabel(text))
    , m_button(new QPushButton(action))
{
    setAccessibleName(title);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    QLabel *heading = headingLabel(title);
    heading->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid);
    column->addWidget(m_icon);
    column->addWidget(heading);
    column->addWidget(m_text, 1);
    column->addSpacing(Grid / 2);
    column->addWidget(m_button, 0, Qt::AlignLeft);
    setMinimumWidth(std::max(Grid * 23, column->minimumSize().width()));
    setMaximumWidth(std::max(Grid * 36, minimumWidth()));
    updateIcon();
}

void Card::setText(const QString &text)
{
    m_text->setText(text);
}

void Card::updateIcon()
{
    m_icon->setPixmap(themedIcon(m_iconName, tones(palette()).accent).pixmap(Grid * 4));
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tones(palette()).line);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Grid, Grid);
}

void Card::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        updateIcon();
    }
    QFrame::changeEvent(event);
}

} // namespace podium::ui
