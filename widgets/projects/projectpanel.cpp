// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/projectpanel.h"

#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/projects/accesssection.h"
#include "widgets/projects/costsection.h"
#include "widgets/projects/diskssection.h"
#include "widgets/projects/grantssection.h"
#include "widgets/projects/pricesection.h"
#include "widgets/projects/quotasection.h"

#include <QBoxLayout>

#include <utility>

namespace podium::ui {

using models::Mark;

namespace {

constexpr int WideFrom = Grid * 110; ///< for two columns

/// Not only nearer than before.
bool isOtherEnd(
    const std::optional<lifecycle::GrantEnd> &end, const std::optional<lifecycle::GrantEnd> &before)
{
    if (!end || !before) {
        return end.has_value() != before.has_value();
    }
    return end->grant != before->grant || end->stage != before->stage ||
           end->nodes != before->nodes;
}

} // namespace

ProjectPanel::ProjectPanel(QWidget *parent)
    : QScrollArea(parent)
    , m_name(new ElidedLabel)
    , m_title(mutedLabel())
    , m_problem(new NoticeBar)
    , m_end(new NoticeBar)
    , m_leftovers(new NoticeBar)
    , m_columns(new QBoxLayout(QBoxLayout::TopToBottom))
    , m_grants(new GrantsSection)
    , m_quota(new QuotaSection)
    , m_prices(new PriceSection)
    , m_cost(new CostSection)
    , m_access(new AccessSection)
    , m_disks(new DisksSection)
{
    setAccessibleName(tr("The project"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    QFont font = m_name->font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    font.setBold(true);
    m_name->setFont(font);
    auto *left = new QVBoxLayout;
    auto *right = new QVBoxLayout;
    for (QVBoxLayout *column : {left, right}) {
        column->setSpacing(Grid * 2);
    }
    left->addWidget(m_grants);
    left->addWidget(m_quota);
    left->addWidget(m_disks);
    left->addStretch(1);
    right->addWidget(m_prices);
    right->addWidget(m_cost);
    right->addWidget(m_access);
    right->addStretch(1);
    m_columns->setSpacing(Grid * 2);
    m_columns->addLayout(left, 1);
    m_columns->addLayout(right, 1);
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(Grid * 2, Grid * 2, Grid * 2, Grid * 2);
    column->setSpacing(Grid * 2);
    auto *head = new QVBoxLayout;
    head->setSpacing(0);
    head->addWidget(m_name);
    head->addWidget(m_title);
    column->addLayout(head);
    column->addWidget(m_problem);
    column->addWidget(m_end);
    column->addWidget(m_leftovers);
    column->addLayout(m_columns);
    column->addStretch(1);
    setWidget(page);
    connect(m_end, &NoticeBar::actionTriggered, this, [this] {
        if (m_view.end) {
            emit deleteRequested(m_view.end->nodes);
        }
    });
    connect(m_leftovers, &NoticeBar::actionTriggered, this, [this] {
        emit cleanUpRequested(m_view.project);
    });
}

void ProjectPanel::setView(const models::ProjectView &view, const std::optional<Error> &grantsError)
{
    const models::ProjectView before = std::exchange(m_view, view);
    m_name->setText(view.project.text());
    m_title->setText(view.title);
    m_title->setVisible(!view.title.isEmpty());
    m_grants->setGrants(view.grants, grantsError);
    m_prices->setPrices(view.prices, view.addresses);
    showNotices(before);
}

/// What was dismissed stays away until there is something else to say, and what is seen is said
/// once: the facts come anew with each refresh.
void ProjectPanel::showNotices(const models::ProjectView &before)
{
    const bool isOther = m_view.project != before.project;
    if (isOther || m_view.problem != before.problem) {
        if (m_view.problem) {
            m_problem->showError(*m_view.problem);
        } else {
            m_problem->clear();
        }
    }
    const bool hasOtherWords =
        m_view.endTitle != before.endTitle || m_view.endText != before.endText;
    if (isOther || isOtherEnd(m_view.end, before.end) || (hasOtherWords && !m_end->isHidden())) {
        showEnd();
    }
    if (isOther || m_view.leftovers != before.leftovers) {
        showLeftovers();
    }
}

void ProjectPanel::showEnd()
{
    if (m_view.end) {
        const bool isOver = m_view.end->stage == lifecycle::GrantEnd::Stage::Over;
        m_end->showNotice(
            isOver ? Mark::Bad : Mark::Warning, m_view.endTitle + QLatin1Char('.'), m_view.endText,
            m_view.end->nodes.empty() ? QString() : tr("Delete all of it…"));
    } else {
        m_end->clear();
    }
}

void ProjectPanel::showLeftovers()
{
    if (m_view.leftovers.count == 0) {
        m_leftovers->clear();
    } else {
        m_leftovers->showNotice(
            Mark::Warning,
            m_view.leftovers.count == 1
                ? tr("1 leftover holds quota.")
                : tr("%1 leftovers hold quota.").arg(m_view.leftovers.count),
            m_view.leftovers.text, tr("Clean up…"));
    }
}

void ProjectPanel::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

void ProjectPanel::arrange()
{
    m_columns->setDirection(
        viewport()->width() >= WideFrom ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

} // namespace podium::ui
