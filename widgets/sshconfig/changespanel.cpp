// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/changespanel.h"

#include "core/models/sshconfig/aliaschangemodel.h"
#include "core/models/sshconfig/diffmodel.h"
#include "core/models/sshconfig/planfilemodel.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/sshconfig/aliastable.h"
#include "widgets/sshconfig/diffview.h"

#include <QPushButton>
#include <QStackedWidget>

namespace podium::ui {

ChangesPanel::ChangesPanel(QWidget *parent)
    : QWidget(parent)
    , m_hosts(new models::AliasChangeModel(this))
    , m_diff(new models::DiffModel(this))
    , m_summary(wrappedLabel())
    , m_toggle(new QPushButton)
    , m_stack(new QStackedWidget)
    , m_table(new AliasTable(*m_hosts))
    , m_lines(new DiffView)
{
    m_head = buildHead();
    m_lines->setModel(m_diff);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_lines);
    auto *column = makeColumn(0, this);
    column->addWidget(m_head);
    column->addWidget(m_stack, 1);
    connect(m_toggle, &QPushButton::clicked, this, [this] {
        m_wantsLines = !m_wantsLines;
        showView();
    });
    showView();
}

QWidget *ChangesPanel::buildHead()
{
    auto *head = new QWidget;
    auto *column = makeColumn(0, head);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    row->setSpacing(Grid);
    row->addWidget(m_summary, 1);
    row->addWidget(m_toggle);
    column->addLayout(row);
    column->addWidget(new Hairline(Qt::Horizontal));
    return head;
}

void ChangesPanel::show(const models::PlanFile &file)
{
    m_diff->setRows(file.rows);
    m_lines->setNewFile(!file.exists);
    m_hosts->setChanges(file.aliases);
    m_hasHosts = !file.aliases.changes.empty();
    m_summary->setText(models::aliasChangesText(file.aliases));
    showView();
}

void ChangesPanel::showView()
{
    const bool showsLines = m_wantsLines || !m_hasHosts;
    m_head->setVisible(m_hasHosts);
    m_toggle->setText(showsLines ? tr("Show hosts") : tr("Show lines"));
    m_toggle->setToolTip(
        showsLines ? tr("What changes, host by host")
                   : tr("What changes in the file, line by line"));
    m_stack->setCurrentWidget(
        showsLines ? static_cast<QWidget *>(m_lines) : static_cast<QWidget *>(m_table));
}

} // namespace podium::ui
