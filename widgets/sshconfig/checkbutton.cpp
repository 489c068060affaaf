// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/checkbutton.h"

#include "core/models/sshconfig/sshconfigstate.h"
#include "widgets/common/icons.h"

#include <QMenu>

#include <utility>

namespace podium::ui {

using models::SshConfigState;

CheckButton::CheckButton(SshConfigState &state, QWidget *parent)
    : QToolButton(parent)
    , m_state(state)
{
    setText(tr("Check"));
    setAccessibleName(tr("Check"));
    setToolTip(tr("Ask ssh how it reads each alias, from the files as they are"));
    setIcon(themedIcon(QStringLiteral("check")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setPopupMode(QToolButton::MenuButtonPopup);
    auto *menu = new QMenu(this);
    m_login = menu->addAction(tr("Also log in to each"));
    m_login->setCheckable(true);
    setMenu(menu);
    connect(&state, &SshConfigState::changed, this, &CheckButton::showState);
    connect(&state.check(), &models::SshCheck::changed, this, &CheckButton::showState);
    showState();
}

bool CheckButton::alsoLogsIn() const
{
    return m_login->isChecked();
}

void CheckButton::clickOnceReady()
{
    m_isAwaited = !m_state.check().isRunning();
    showState();
}

void CheckButton::clickAgain()
{
    m_isAwaited = true;
    showState();
}

void CheckButton::showState()
{
    using State = SshConfigState::State;
    const State state = m_state.state();
    const bool hasPlan = state == State::Waiting || state == State::UpToDate;
    setEnabled(hasPlan && !m_state.isWriting() && !m_state.check().isRunning());
    if (state == State::Refused || state == State::Failed) {
        m_isAwaited = false; // the page says why
    } else if (isEnabled() && !m_state.isPlanning() && std::exchange(m_isAwaited, false)) {
        click();
    }
}

} // namespace podium::ui
