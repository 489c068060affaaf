// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/launch/launchprogram.h"

#include <QObject>

#include <vector>

class QMenu;

namespace podium::ui {

/// Puts "Open in" into menus: the programs of this machine that open a worker, the one of the last
/// time first and in bold, and whether terminals attach to tmux there.
class OpenMenu final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Those that are installed.
    void setPrograms(std::vector<launch::LaunchProgram> programs);
    /// The id of the one that was chosen last.
    void setLast(const QString &id);
    void setAttachesToTmux(bool attaches) { m_attachesToTmux = attaches; }
    [[nodiscard]] bool attachesToTmux() const { return m_attachesToTmux; }
    /// A submenu of `menu`, about this worker.
    QMenu *addTo(QMenu &menu, const WorkerRef &worker);

signals:
    void
    openRequested(const podium::WorkerRef &worker, const podium::launch::LaunchProgram &program);
    void attachesToTmuxChanged(bool attaches);

private:
    std::vector<launch::LaunchProgram> m_programs;
    bool m_attachesToTmux = false;
};

} // namespace podium::ui
