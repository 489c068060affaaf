// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/timelinesection.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/timelineview.h"

#include <QComboBox>

namespace podium::ui {

TimelineSection::TimelineSection(const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_days(new QComboBox)
    , m_view(new TimelineView)
    , m_text(wrappedLabel())
{
    m_days->setAccessibleName(tr("Timeline of the last"));
    for (const int days : {1, 7, 30, store::HistoryDays}) {
        m_days->addItem(days == 1 ? tr("1 day") : tr("%1 days").arg(days), days);
    }
    m_days->setCurrentIndex(1);
    QLabel *title = mutedLabel(tr("Timeline"));
    QFont font = title->font();
    font.setBold(true);
    title->setFont(font);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(title, 1);
    head->addWidget(m_days);
    auto *column = makeColumn(Grid / 2, this);
    column->addLayout(head);
    column->addWidget(m_view);
    column->addWidget(m_text);
    connect(m_days, qOverload<int>(&QComboBox::currentIndexChanged), this, &TimelineSection::show);
    connect(m_view, &TimelineView::currentTextChanged, this, [this](const QString &text) {
        m_text->setText(text);
        m_text->setVisible(!text.isEmpty());
    });
    clear();
}

void TimelineSection::clear()
{
    m_history = {};
    show();
}

void TimelineSection::setHistory(const store::NodeHistory &history)
{
    m_history = history;
    show();
}

void TimelineSection::show()
{
    m_view->setTimeline(
        models::timelineOf(m_history, m_clock.now(), m_days->currentData().toInt()));
    m_text->setVisible(!m_text->text().isEmpty());
    setVisible(!m_history.facts.empty());
}

} // namespace podium::ui
