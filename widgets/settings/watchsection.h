// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/settings/section.h"

class QCheckBox;

namespace podium::ui {

/// Whether Podium watches while no window is open.
class WatchSection final : public Section
{
    Q_OBJECT

public:
    explicit WatchSection(QWidget *parent = nullptr);

    /// How it is: `isOn` as the system says it. Not `isPossible`: `note` says why.
    void setState(bool isPossible, bool isOn, const QString &note, bool isProblem);
    /// Until the next state: what was asked for is being done.
    void setBusy();

signals:
    /// A person wants it on or off; the switch follows the next state.
    void wanted(bool on);

private:
    QCheckBox *m_switch = nullptr;
    QLabel *m_note = nullptr;
};

} // namespace podium::ui
