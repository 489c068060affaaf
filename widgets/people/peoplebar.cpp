// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/peoplebar.h"

#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QPushButton>
#include <QSignalBlocker>

namespace podium::ui {

PeopleBar::PeopleBar(people::PeopleService &service, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_work(clock)
    , m_lines(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_first(new QHBoxLayout)
    , m_row(new QHBoxLayout)
    , m_summary(new ElidedLabel)
    , m_keep(new QCheckBox(tr("Apply changes automatically")))
    , m_check(new QPushButton(themedIcon(QStringLiteral("refresh")), tr("Check workers")))
    , m_review(new QPushButton(tr("Review")))
{
    auto *add = new QPushButton(themedIcon(QStringLiteral("person")), tr("Add a person"));
    auto *audit = new QPushButton(tr("Audit"));
    m_check->setToolTip(tr("Ask all workers which accounts and keys they have"));
    m_keep->setToolTip(tr("While Podium runs, new, recreated and changed workers are updated to "
                          "match the roster, and end dates are enforced"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_lines->setContentsMargins(0, 0, 0, 0);
    for (QBoxLayout *line : {m_lines, m_first, m_row}) {
        line->setSpacing(Grid);
    }
    m_first->addWidget(m_summary, 1);
    m_first->addWidget(m_keep);
    for (QPushButton *button : {add, m_check, audit, m_review}) {
        m_row->addWidget(button);
    }
    m_row->addStretch(1);
    m_lines->addLayout(m_first, 1);
    m_lines->addLayout(m_row);
    connect(add, &QPushButton::clicked, this, &PeopleBar::addRequested);
    connect(m_check, &QPushButton::clicked, this, &PeopleBar::lookRequested);
    connect(audit, &QPushButton::clicked, this, &PeopleBar::auditRequested);
    connect(m_review, &QPushButton::clicked, this, &PeopleBar::reviewRequested);
    connect(m_keep, &QCheckBox::toggled, this, &PeopleBar::autoApplyToggled);
    connect(&m_work, &models::WorkMeter::changed, this, &PeopleBar::showSummary);
}

QPushButton *PeopleBar::addButton(const QString &title, Place place)
{
    auto *button = new QPushButton(title);
    if (place == Place::Manner) {
        m_first->addWidget(button);
    } else {
        m_row->insertWidget(m_row->indexOf(m_review), button);
    }
    arrange();
    return button;
}

void PeopleBar::setKeeping(bool keeps)
{
    const QSignalBlocker quiet(m_keep);
    m_keep->setChecked(keeps);
}

void PeopleBar::setLooking(bool looks)
{
    m_check->setEnabled(!looks);
}

void PeopleBar::followWork()
{
    if (!m_service.isBusy()) {
        m_work.end();
        return;
    }
    const people::PeopleService::Work work = m_service.work();
    const QString doing = work.isChanging  ? tr("updating workers")
                          : work.total > 0 ? tr("checking workers")
                                           : tr("comparing");
    if (!m_work.isRunning() || doing != m_doing) {
        m_doing = doing;
        m_work.begin(doing, [this] {
            const people::PeopleService::Work now = m_service.work();
            return models::WorkMeter::Counts{now.done, now.total};
        });
    }
}

void PeopleBar::showSummary()
{
    const models::PeopleMatrix::Counts &counts = m_counts;
    QStringList parts{
        counts.people == 1 ? tr("1 person") : tr("%1 people").arg(counts.people),
        counts.workers == 1 ? tr("1 running worker")
                            : tr("%1 running workers").arg(counts.workers)};
    QStringList settled = parts; // what must be read whole, whatever goes on meanwhile
    if (counts.unchecked > 0) {
        settled << tr("%1 not checked").arg(counts.unchecked);
    }
    const QString between = QStringLiteral(" · ");
    m_summaryWidth = m_summary->fontMetrics().horizontalAdvance(settled.join(between)) + Grid;
    if (const QString work = m_work.text(); !work.isEmpty()) {
        parts << work;
    } else {
        parts = settled;
    }
    if (counts.blocked > 0) {
        parts
            << (counts.blocked == 1 ? tr("1 needs a decision")
                                    : tr("%1 need a decision").arg(counts.blocked));
    }
    m_summary->setText(parts.join(between));
}

void PeopleBar::showCounts(const models::PeopleMatrix::Counts &counts)
{
    m_counts = counts;
    followWork();
    showSummary();
    m_review->setText(
        counts.steps == 0   ? tr("Review")
        : counts.steps == 1 ? tr("Review 1 change")
                            : tr("Review %1 changes").arg(counts.steps));
    setPrimary(m_review, counts.steps > 0);
    arrange();
}

QSize PeopleBar::minimumSizeHint() const
{
    return {
        qMax(m_first->minimumSize().width(), m_row->minimumSize().width()),
        m_lines->minimumSize().height()};
}

void PeopleBar::arrange()
{
    const int beside =
        m_first->minimumSize().width() + m_summaryWidth + Grid + m_row->minimumSize().width();
    m_lines->setDirection(width() < beside ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    updateGeometry();
}

void PeopleBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace podium::ui
