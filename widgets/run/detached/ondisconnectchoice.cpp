// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/detached/ondisconnectchoice.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QComboBox>
#include <QLabel>

namespace podium::ui {

OnDisconnectChoice::OnDisconnectChoice(QWidget *parent)
    : QWidget(parent)
    , m_choice(new QComboBox)
    , m_meaning(mutedLabel())
{
    auto *row = makeRow(Grid, this);
    m_choice->addItem(tr("stop"));
    m_choice->addItem(tr("stop, also if disconnected"));
    m_choice->addItem(tr("keep running"));
    m_choice->setAccessibleName(tr("When Podium closes"));
    m_meaning->setWordWrap(true);
    m_meaning->setContentsMargins(0, Grid / 2, 0, 0); // its first line beside the choice
    row->addWidget(m_choice, 0, Qt::AlignTop);
    row->addWidget(m_meaning, 1, Qt::AlignTop);
    connect(m_choice, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        explain();
        emit changed();
    });
    explain();
}

OnDisconnectChoice::Choice OnDisconnectChoice::choice() const
{
    return Choice(m_choice->currentIndex());
}

bool OnDisconnectChoice::leaves() const
{
    return choice() == Choice::Leave;
}

std::chrono::seconds OnDisconnectChoice::lossLimit() const
{
    return choice() == Choice::EndWhenLost ? std::chrono::seconds(60) : std::chrono::seconds(0);
}

void OnDisconnectChoice::show(bool leaves, std::chrono::seconds lossLimit)
{
    const Choice choice = leaves                  ? Choice::Leave
                          : lossLimit.count() > 0 ? Choice::EndWhenLost
                                                  : Choice::End;
    m_choice->setCurrentIndex(int(choice));
}

QString OnDisconnectChoice::summary() const
{
    switch (choice()) {
    case Choice::End:
        return {};
    case Choice::EndWhenLost:
        return tr("stop if disconnected");
    case Choice::Leave:
        return tr("keep running");
    }
    return {};
}

void OnDisconnectChoice::explain()
{
    switch (choice()) {
    case Choice::End:
        m_meaning->setText(tr("Closing the window stops it. If the network is lost, it may run "
                              "until it next prints; Podium says where."));
        break;
    case Choice::EndWhenLost:
        m_meaning->setText(
            tr("Closing the window stops it. A worker that hears nothing from Podium for a minute "
               "(network lost, this machine asleep) stops it on its own."));
        break;
    case Choice::Leave:
        m_meaning->setText(
            tr("A closed window or a lost network does not affect it: output and exit code stay on "
               "the workers, under “Background runs” on any machine."));
        break;
    }
}

} // namespace podium::ui
