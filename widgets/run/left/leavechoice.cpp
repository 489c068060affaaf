// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/left/leavechoice.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

namespace podium::ui {

LeaveChoice::LeaveChoice(QWidget *parent)
    : QWidget(parent)
    , m_choice(new QComboBox)
    , m_meaning(mutedLabel())
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Grid);
    QLabel *name = mutedLabel(tr("If Podium goes"));
    name->setBuddy(m_choice);
    name->setMinimumHeight(m_choice->sizeHint().height()); // beside it, in its middle
    m_choice->addItem(tr("end it"));
    m_choice->addItem(tr("leave it running"));
    m_choice->setAccessibleName(tr("If Podium goes"));
    m_meaning->setWordWrap(true);
    row->addWidget(name, 0, Qt::AlignTop);
    row->addWidget(m_choice, 0, Qt::AlignTop);
    row->addWidget(m_meaning, 1, Qt::AlignTop);
    connect(m_choice, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        explain();
        emit changed();
    });
    explain();
}

bool LeaveChoice::leaves() const
{
    return m_choice->currentIndex() == 1;
}

void LeaveChoice::explain()
{
    m_meaning->setText(
        leaves() ? tr("A closed window or a lost network does not touch it: output and exit code "
                      "stay on the workers, for “Left running” on any machine.")
                 : tr("Closing the window ends it. Where the network is lost, it may go on until "
                      "it next prints; Podium says where."));
}

} // namespace podium::ui
