// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/grantssection.h"

#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"
#include "widgets/projects/grantbars.h"

#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace podium::ui {

using models::GrantCard;

GrantsSection::GrantsSection(QWidget *parent)
    : TitledCard(tr("TPU grants"), parent)
    , m_add(new QPushButton(tr("Paste the grant mail…")))
    , m_more(new QToolButton)
{
    auto *menu = new QMenu(m_more);
    menu->addAction(tr("Import…"), this, &GrantsSection::importRequested);
    menu->addAction(tr("Export…"), this, &GrantsSection::exportRequested);
    m_more->setText(tr("More"));
    m_more->setAccessibleName(tr("More about TPU grants"));
    m_more->setMenu(menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_more->setFocusPolicy(Qt::StrongFocus);
    addTool(m_add);
    addTool(m_more);
    connect(m_add, &QPushButton::clicked, this, &GrantsSection::addRequested);
    rebuild();
}

void GrantsSection::setGrants(
    const std::vector<GrantCard> &grants, const std::optional<Error> &error)
{
    if (grants != m_grants || error != m_error) {
        m_grants = grants;
        m_error = error;
        rebuild();
    }
}

void GrantsSection::rebuild()
{
    delete m_content;
    m_content = new QWidget;
    auto *column = makeColumn(Grid * 2, m_content);
    setPrimary(m_add, m_grants.empty() && !m_error);
    if (m_error) {
        column->addWidget(wrappedLabel(m_error->text()));
    }
    if (m_grants.empty() && !m_error) {
        QLabel *none = wrappedLabel(
            tr("No TPU grant has been added for this project. Paste the mail that announced it, "
               "and Podium tells you what it covers before you create a node."));
        none->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(none);
    }
    for (const GrantCard &grant : m_grants) {
        column->addWidget(cardOf(grant));
    }
    body()->addWidget(m_content);
}

QWidget *GrantsSection::cardOf(const GrantCard &grant)
{
    auto *area = new QWidget;
    area->setAccessibleName(tr("TPU grant %1, %2").arg(grant.name, grant.time));
    auto *mark = new MarkWidget;
    mark->setMark(grant.mark, grant.time);
    auto *remove = new QToolButton;
    remove->setText(tr("Remove"));
    remove->setAccessibleName(tr("Remove the TPU grant %1").arg(grant.name));
    remove->setAutoRaise(true);
    remove->setFocusPolicy(Qt::StrongFocus);
    connect(remove, &QToolButton::clicked, this, [this, name = grant.name] {
        emit removeRequested(name);
    });
    auto *period = new ElidedLabel(grant.period);
    period->setForegroundRole(QPalette::PlaceholderText);
    auto *head = new QHBoxLayout;
    head->setSpacing(Grid);
    head->addWidget(mark);
    head->addWidget(plainLabel(grant.time));
    head->addWidget(period, 1);
    head->addWidget(remove);
    auto *column = makeColumn(Grid, area);
    column->addLayout(head);
    for (const models::GrantBar &bar : grant.bars) {
        column->addWidget(new GrantBarRow(bar));
    }
    return area;
}

} // namespace podium::ui
