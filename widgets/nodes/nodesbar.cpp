// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/nodesbar.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QLineEdit>
#include <QToolButton>

namespace podium::ui {

NodesBar::NodesBar(QWidget *parent)
    : QWidget(parent)
    , m_filter(searchField(tr("Filter nodes"), tr("Filter: name, type, zone, state, label…")))
    , m_count(mutedLabel())
    , m_freshness(new ElidedLabel)
    , m_refresh(iconButton(QStringLiteral("refresh"), tr("Refresh")))
    , m_create(new QToolButton)
    , m_group(iconButton(QStringLiteral("tree"), tr("Group by project")))
    , m_detail(iconButton(QStringLiteral("sidebar"), tr("Show details")))
{
    m_refresh->setToolTip(tr("Refresh (F5)"));
    m_create->setText(tr("+ Create…"));
    m_create->setAccessibleName(tr("Create a node"));
    m_create->setToolTip(m_create->accessibleName());
    m_group->setCheckable(true);
    m_detail->setCheckable(true);
    m_freshness->setForegroundRole(QPalette::PlaceholderText);
    auto *row = makeRow(Grid, this);
    row->addWidget(m_filter, 1);
    row->addSpacing(Grid / 2);
    row->addWidget(m_count);
    row->addSpacing(Grid / 2);
    row->addWidget(m_freshness);
    row->addWidget(m_create);
    for (QToolButton *button : {m_refresh, m_group, m_detail}) {
        row->addWidget(button);
    }
    connect(m_filter, &QLineEdit::textChanged, this, &NodesBar::filterChanged);
    connect(m_refresh, &QToolButton::clicked, this, &NodesBar::refreshRequested);
    connect(m_create, &QToolButton::clicked, this, &NodesBar::createRequested);
    connect(m_group, &QToolButton::toggled, this, &NodesBar::groupedToggled);
    connect(m_detail, &QToolButton::toggled, this, &NodesBar::detailToggled);
}

void NodesBar::setCount(int shown, int all)
{
    m_count->setVisible(all > 0);
    if (shown < all) {
        m_count->setText(
            all == 1 ? tr("%1 of 1 node").arg(shown) : tr("%1 of %2 nodes").arg(shown).arg(all));
    } else {
        m_count->setText(all == 1 ? tr("1 node") : tr("%1 nodes").arg(all));
    }
}

void NodesBar::setFreshness(const QString &text, const QString &work, bool refreshing)
{
    m_freshness->setText(work.isEmpty() ? text : work);
    m_refresh->setEnabled(!refreshing);
}

void NodesBar::setGrouped(bool grouped)
{
    m_group->setChecked(grouped);
}

void NodesBar::setDetailShown(bool shown)
{
    m_detail->setChecked(shown);
}

void NodesBar::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void NodesBar::clearFilter()
{
    m_filter->clear();
}

} // namespace podium::ui
