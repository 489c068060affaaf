// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/watchsection.h"

#include <QCheckBox>
#include <QSignalBlocker>

namespace podium::ui {

WatchSection::WatchSection(QWidget *parent)
    : Section(tr("Background watch"), parent)
    , m_switch(new QCheckBox(tr("Start at login, without a window")))
{
    m_switch->setAccessibleName(tr("Start at login"));
    addRow(tr("Service"), m_switch);
    m_note = addNote();
    addNote(tr("Keeps the history of your nodes, updates the ssh entries that Podium generated "
               "(after an undo only once you have written them again), and notifies you of changed "
               "addresses, preemptions and maintenance. While this "
               "window is open, only one of the two asks the cloud."));
    m_switch->setEnabled(false);
    connect(m_switch, &QCheckBox::toggled, this, &WatchSection::wanted);
}

void WatchSection::setState(bool isPossible, bool isOn, const QString &note, bool isProblem)
{
    const QSignalBlocker known(m_switch);
    m_switch->setEnabled(isPossible);
    m_switch->setChecked(isOn);
    setRowNote(m_note, note, isProblem);
}

void WatchSection::setBusy()
{
    m_switch->setEnabled(false);
}

} // namespace podium::ui
