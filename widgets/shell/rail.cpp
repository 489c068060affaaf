// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/shell/rail.h"

#include "widgets/common/theme.h"
#include "widgets/shell/railbutton.h"

#include <QBoxLayout>
#include <QPainter>

namespace podium::ui {

Rail::Rail(QWidget *parent) : QWidget(parent), m_top(new QVBoxLayout), m_bottom(new QVBoxLayout)
{
    setAccessibleName(tr("Pages"));
    setFixedWidth(Grid * 20);
    m_top->setSpacing(Grid / 4);
    m_bottom->setSpacing(Grid / 4);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid / 2, Grid * 3 / 2, Grid / 2, Grid * 3 / 2);
    column->addLayout(m_top);
    column->addStretch(1);
    column->addLayout(m_bottom);
}

void Rail::addPage(const QString &icon, const QString &title, bool atBottom)
{
    auto *button = new RailButton(icon, title, this);
    const int index = int(m_buttons.size());
    button->setToolTip(tr("%1 (Ctrl+%2)").arg(title).arg(index + 1));
    m_buttons.push_back(button);
    (atBottom ? m_bottom : m_top)->addWidget(button);
    // toggled, not clicked: a screen reader toggles a checkable button without a click.
    connect(button, &RailButton::toggled, this, [this, index](bool checked) {
        if (checked) {
            emit pageChosen(index);
        }
    });
}

void Rail::setCurrent(int index)
{
    m_buttons.at(size_t(index))->setChecked(true);
}

void Rail::setBadge(int index, const QString &text, const QString &meaning)
{
    m_buttons.at(size_t(index))->setBadge(text, meaning);
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), tones(palette()).line);
}

} // namespace podium::ui
