// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/emptystate.h"

#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>

namespace podium::ui {

EmptyState::EmptyState(
    const QString &icon, const QString &title, const QString &text, QWidget *parent)
    : QWidget(parent)
    , m_iconName(icon)
    , m_icon(plainLabel())
    , m_title(headingLabel())
    , m_text(wrappedLabel())
    , m_actions(new QHBoxLayout)
{
    m_icon->setAlignment(Qt::AlignCenter);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_actions->setAlignment(Qt::AlignCenter);
    m_actions->setSpacing(Grid);

    auto *inner = new QWidget;
    inner->setMaximumWidth(Grid * 60);
    auto *column = new QVBoxLayout(inner);
    column->setSpacing(Grid);
    column->addWidget(m_icon);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(Grid / 2);
    column->addLayout(m_actions);
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(inner, 8);
    row->addStretch(1);
    auto *page = new QVBoxLayout(this);
    page->addStretch(2);
    page->addLayout(row);
    page->addStretch(3);

    setTexts(title, text);
    updateIcon();
}

void EmptyState::setTexts(const QString &title, const QString &text)
{
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
}

QPushButton *EmptyState::addAction(const QString &text)
{
    auto *button = new QPushButton(text);
    if (m_actions->isEmpty()) {
        setPrimary(button);
    }
    m_actions->addWidget(button);
    return button;
}

void EmptyState::updateIcon()
{
    m_icon->setPixmap(themedIcon(m_iconName, tones(palette()).muted).pixmap(Grid * 5));
}

void EmptyState::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        updateIcon();
    }
    QWidget::changeEvent(event);
}

void EmptyState::resizeEvent(QResizeEvent *event)
{
    constexpr int LeastHeight = Grid * 32;
    m_icon->setVisible(height() >= LeastHeight); // the words need the room
    QWidget::resizeEvent(event);
}

} // namespace podium::ui
