// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

class QAction;

namespace podium::models {
class SshConfigState;
} // namespace podium::models

namespace podium::ui {

/// Starts a check of the aliases: enabled while there is a plan to check and no check runs. What a
/// click does is up to whoever connects to it.
class CheckButton final : public QToolButton
{
    Q_OBJECT

public:
    /// `state` must outlive it.
    explicit CheckButton(models::SshConfigState &state, QWidget *parent = nullptr);

    /// The person also wants a login to each alias.
    [[nodiscard]] bool alsoLogsIn() const;
    /// Clicks now, or as soon as the plan under way is there. A check that runs is let run; where
    /// there can be no plan, nothing is clicked.
    void clickOnceReady();
    /// As soon as the check that runs has ended, too.
    void clickAgain();

private:
    void showState();

    models::SshConfigState &m_state;
    QAction *m_login = nullptr;
    bool m_isAwaited = false; ///< a click is due as soon as there is a plan
};

} // namespace podium::ui
