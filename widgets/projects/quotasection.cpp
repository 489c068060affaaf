// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/quotasection.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/projects/grantbars.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace podium::ui {

QuotaSection::QuotaSection(QWidget *parent)
    : TitledCard(tr("TPU quota"), parent)
    , m_look(iconButton(QStringLiteral("refresh"), tr("Ask for the TPU quota again")))
    , m_more(new QPushButton)
{
    addTool(m_look);
    setToolTip(tr("What Google lets the project have. It is no grant: what no grant covers "
                  "costs money."));
    auto *row = new QHBoxLayout;
    row->addWidget(m_more);
    row->addStretch(1);
    body()->addLayout(row);
    connect(m_look, &QToolButton::clicked, this, &QuotaSection::lookRequested);
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_showsAll = !m_showsAll;
        build();
    });
    build();
}

void QuotaSection::setQuota(const models::QuotaView &quota, bool isAsking)
{
    m_look->setEnabled(!isAsking);
    if (quota != m_quota) {
        m_quota = quota;
        build();
    }
}

void QuotaSection::build()
{
    delete m_content;
    m_content = new QWidget;
    auto *column = makeColumn(Grid * 3 / 2, m_content);
    for (const models::GrantBar &bar : m_quota.bars) {
        column->addWidget(new GrantBarRow(bar));
    }
    if (m_showsAll) {
        for (const models::GrantBar &bar : m_quota.rest) {
            column->addWidget(new GrantBarRow(bar));
        }
    }
    if (!m_quota.note.isEmpty()) {
        QLabel *note = wrappedLabel(m_quota.note);
        note->setForegroundRole(QPalette::PlaceholderText);
        note->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(note);
    }
    body()->insertWidget(0, m_content);
    m_more->setVisible(!m_quota.rest.empty());
    m_more->setText(
        m_showsAll ? tr("Only what is used or granted")
                   : tr("Other limits: %1").arg(m_quota.rest.size()));
}

} // namespace podium::ui
