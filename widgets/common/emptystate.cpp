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

#include <algorithm>

namespace podium::ui {

namespace {

constexpr int WidestText = Grid * 60;

} // namespace

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
    inner->setMaximumWidth(WidestText);
    m_column = new QVBoxLayout(inner);
    m_column->setSpacing(Grid);
    m_column->addWidget(m_icon);
    m_column->addWidget(m_title);
    m_column->addWidget(m_text);
    m_column->addSpacing(Grid / 2);
    m_column->addLayout(m_actions);
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
    fitParts();
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

/// Where there is little room the words get it.
void EmptyState::fitParts()
{
    constexpr int LeastHeight = Grid * 32;
    constexpr int IconAndDistances = Grid * 14;
    const int wide = std::min(WidestText, width() * 8 / 10) - Grid * 3;
    const int text = m_text->isHidden() ? 0 : m_text->heightForWidth(wide);
    const int words =
        m_title->heightForWidth(wide) + text + m_actions->sizeHint().height() + IconAndDistances;
    const bool isTight = height() < std::max(LeastHeight, words);
    m_icon->setVisible(!isTight);
    const int margin = isTight ? 0 : Grid;
    layout()->setContentsMargins(margin, margin, margin, margin);
    m_column->setContentsMargins(Grid, margin, Grid, margin);
}

void EmptyState::resizeEvent(QResizeEvent *event)
{
    fitParts();
    QWidget::resizeEvent(event);
}

} // namespace podium::ui
