// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/titledcard.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QPainter>

namespace podium::ui {

TitledCard::TitledCard(const QString &title, QWidget *parent)
    : QFrame(parent)
    , m_head(new QHBoxLayout)
    , m_body(new QVBoxLayout)
{
    setAccessibleName(title);
    QLabel *heading = headingLabel(title);
    QFont font = heading->font();
    font.setPointSizeF(this->font().pointSizeF() * 1.1);
    heading->setFont(font);
    m_head->setSpacing(Grid);
    m_head->addWidget(heading, 1);
    m_body->setSpacing(Grid);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid * 3 / 2);
    column->addLayout(m_head);
    column->addLayout(m_body);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void TitledCard::addTool(QWidget *tool)
{
    m_head->addWidget(tool);
}

void TitledCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tones(palette()).line);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Grid, Grid);
}

} // namespace podium::ui
