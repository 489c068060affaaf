// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/open/openmenu.h"

#include <QMenu>

#include <algorithm>
#include <utility>

namespace podium::ui {

void OpenMenu::setPrograms(std::vector<launch::LaunchProgram> programs)
{
    m_programs = std::move(programs);
}

void OpenMenu::setLast(const QString &id)
{
    std::stable_partition(m_programs.begin(), m_programs.end(), [&id](const auto &program) {
        return program.id == id;
    });
}

QMenu *OpenMenu::addTo(QMenu &menu, const WorkerRef &worker)
{
    QMenu *open = menu.addMenu(tr("Open in"));
    for (const launch::LaunchProgram &program : m_programs) {
        QAction *action = open->addAction(
            program.title, this, [this, worker, program] { emit openRequested(worker, program); });
        if (!open->defaultAction()) {
            open->setDefaultAction(action);
        }
    }
    if (m_programs.empty()) {
        open->addAction(tr("No terminal and no editor was found"))->setEnabled(false);
    }
    open->addSeparator();
    QAction *tmux = open->addAction(tr("Terminals attach to tmux"));
    tmux->setCheckable(true);
    tmux->setChecked(m_attachesToTmux);
    tmux->setToolTip(
        tr("Those of this window, too. What runs in the terminal goes on there when it is closed, "
           "and is there again the next time"));
    open->setToolTipsVisible(true);
    connect(tmux, &QAction::toggled, this, [this](bool attaches) {
        m_attachesToTmux = attaches;
        emit attachesToTmuxChanged(attaches);
    });
    return open;
}

} // namespace podium::ui
