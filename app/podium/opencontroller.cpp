// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/opencontroller.h"

#include "app/composition/services.h"
#include "core/base/jobs.h"
#include "core/launch/lastprogram.h"
#include "core/models/sshconfig/launchtarget.h"
#include "core/models/sshconfig/sshconfigstate.h"
#include "widgets/common/noticebar.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/open/openmenu.h"

#include <QSettings>
#include <QStandardPaths>

#include <utility>

namespace podium::app {

using models::SshConfigState;

namespace {

QString tmuxKey()
{
    return QStringLiteral("open/tmux");
}

} // namespace

OpenController::OpenController(
    Services &services, const SshConfigState &sshConfig, ui::NodesPage &nodes, QSettings &state,
    QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_sshConfig(sshConfig)
    , m_nodes(nodes)
{
    ui::OpenMenu &menu = nodes.openMenu();
    menu.setAttachesToTmux(state.value(tmuxKey(), false).toBool());
    connect(&menu, &ui::OpenMenu::attachesToTmuxChanged, this, [&state](bool attaches) {
        state.setValue(tmuxKey(), attaches);
    });
    connect(
        &menu, &ui::OpenMenu::openRequested, this,
        [this](const WorkerRef &worker, const launch::LaunchProgram &program) {
            open({worker, program});
        });
    connect(&sshConfig, &SshConfigState::changed, this, [this] {
        if (const auto wanted = std::exchange(m_waiting, std::nullopt)) {
            open(*wanted);
        }
    });
    findPrograms();
}

void OpenController::findPrograms()
{
    using Found = std::pair<std::vector<launch::LaunchProgram>, QString>;
    runJob(
        this,
        [stateDir = m_services.paths.stateDir] {
            return Found(
                launch::installedPrograms(
                    [](const QString &name) { return QStandardPaths::findExecutable(name); }),
                launch::lastProgram(stateDir));
        },
        [this](const Found &found) {
            m_nodes.openMenu().setPrograms(found.first);
            m_nodes.openMenu().setLast(found.second);
        });
}

void OpenController::open(const Wanted &wanted)
{
    if (m_sshConfig.isPlanning() || m_sshConfig.isWriting() ||
        m_sshConfig.state() == SshConfigState::State::Unknown) {
        m_waiting = wanted;
        m_nodes.showNote(
            tr("Looking at the ssh config, by which %1 opens workers…").arg(wanted.program.title));
        return;
    }
    switch (m_sshConfig.state()) {
    case SshConfigState::State::Refused:
    case SshConfigState::State::Failed:
        m_nodes.showError(m_sshConfig.error());
        break;
    default:
        check(wanted);
    }
}

/// Whatever is written of others is no matter here.
void OpenController::check(const Wanted &wanted)
{
    const auto target =
        models::launchTarget(m_sshConfig.plan(), wanted.worker, m_services.sshDefaults().user);
    if (!target) {
        m_nodes.showError(target.error());
        return;
    }
    runJob(
        this,
        [plan = m_sshConfig.plan(), worker = wanted.worker] {
            return models::isOutOfDate(plan, worker);
        },
        [this, wanted, target = *target](bool isOutOfDate) {
            if (!isOutOfDate) {
                start(wanted, target);
                return;
            }
            m_nodes.notice().ask(
                models::Mark::Warning,
                tr("The ssh config is out of date for %1, and %2 would read it.")
                    .arg(target.alias, wanted.program.title),
                tr("Look at the change, write it, and open it again."), tr("Show the change"),
                [this] { emit configChangeRequested(); });
        });
}

void OpenController::start(const Wanted &wanted, launch::LaunchTarget target)
{
    if (m_nodes.openMenu().attachesToTmux() && launch::isTerminal(wanted.program)) {
        target.tmuxSession = launch::windowTmuxSession();
    }
    const auto arguments = launch::launchArguments(wanted.program, target);
    const auto started =
        arguments ? launch::launch(*arguments) : Result<>(failure(arguments.error()));
    if (!started) {
        m_nodes.showError(started.error());
        return;
    }
    m_nodes.notice().showNotice(
        models::Mark::Good, tr("%1 opens %2.").arg(wanted.program.title, target.alias));
    m_nodes.openMenu().setLast(wanted.program.id);
    runJob(
        this,
        [stateDir = m_services.paths.stateDir, id = wanted.program.id] {
            launch::rememberProgram(stateDir, id);
            return true;
        },
        [](bool) {});
}

} // namespace podium::app
