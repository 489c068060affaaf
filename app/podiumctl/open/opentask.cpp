// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/open/opentask.h"

#include "app/podiumctl/nodes/oneworker.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"
#include "core/launch/lastprogram.h"
#include "core/models/files/copylines.h"
#include "core/models/sshconfig/launchtarget.h"

#include <QStandardPaths>

#include <utility>

namespace podium::ctl {

namespace {

Error outOfDate()
{
    return {
        ErrorKind::Refused,
        QStringLiteral("The ssh config is out of date, and the program would read it."),
        {},
        QStringLiteral("Look with `podiumctl ssh-config diff`; --write writes it first.")};
}

/// For a shell: each word comes out of it as the program would get it.
QString lineOf(const QStringList &arguments)
{
    QByteArrayList words;
    for (const QString &argument : arguments) {
        words << models::lineWord(argument.toUtf8());
    }
    return QString::fromUtf8(words.join(' '));
}

} // namespace

OpenTask::OpenTask(
    RunServices services, SshConfig sshConfig, OpenArguments arguments, QObject *parent)
    : TargetTask(std::move(services), {arguments.target}, parent)
    , m_sshConfig(std::move(sshConfig))
    , m_arguments(std::move(arguments))
{}

Result<std::vector<WorkerRef>> OpenTask::chooseWorkers(const inventory::Snapshot &snapshot) const
{
    return exactlyOne(TargetTask::chooseWorkers(snapshot), m_arguments.target);
}

void OpenTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_worker = workers.front();
    plan();
}

void OpenTask::plan()
{
    m_sshConfig.service.plan(
        m_services.inventory.sharedSnapshot(), m_sshConfig.options,
        {this, [this](const Result<sshconfig::ConfigPlan> &plan) {
             plan ? onPlan(*plan) : fail(plan.error(), ExitRefused);
         }});
}

void OpenTask::onPlan(const sshconfig::ConfigPlan &plan)
{
    const auto target = models::launchTarget(plan, m_worker, m_services.defaults.user);
    if (!target) {
        fail(target.error(), ExitUnreachable);
    } else if (m_arguments.isDryRun || !models::isOutOfDate(plan, m_worker)) {
        open(*target);
    } else if (m_arguments.writesConfig && !m_hasWritten) {
        write();
    } else {
        fail(outOfDate(), ExitRefused);
    }
}

/// Then it is planned anew: what was written is what counts.
void OpenTask::write()
{
    m_hasWritten = true;
    m_sshConfig.service.write(
        m_services.inventory.sharedSnapshot(), m_sshConfig.options, {false},
        {this, [this](const Result<sshconfig::WriteReport> &report) {
             report ? plan() : fail(report.error(), ExitRefused);
         }});
}

void OpenTask::open(launch::LaunchTarget target)
{
    target.path = m_arguments.path;
    target.tmuxSession = m_arguments.tmuxSession;
    const auto program = launch::chosenProgram(
        launch::installedPrograms(
            [](const QString &name) { return QStandardPaths::findExecutable(name); }),
        target, m_arguments.with, launch::lastProgram(m_services.stateDir));
    if (!program) {
        fail(program.error(), ExitUsage);
        return;
    }
    startProgram(*program, target);
}

void OpenTask::startProgram(
    const launch::LaunchProgram &program, const launch::LaunchTarget &target)
{
    const auto arguments = launch::launchArguments(program, target);
    if (!arguments) {
        fail(arguments.error(), ExitUsage);
        return;
    }
    if (!m_arguments.isDryRun) {
        if (const auto started = launch::launch(*arguments); !started) {
            fail(started.error(), ExitRefused);
            return;
        }
        if (!m_arguments.with.isEmpty()) {
            launch::rememberProgram(m_services.stateDir, program.id);
        }
    }
    if (m_arguments.json) {
        Json words = Json::array();
        for (const QString &word : *arguments) {
            words.push_back(text(word));
        }
        printJson(
            {{"worker", text(m_worker.text())},
             {"alias", text(target.alias)},
             {"program", text(program.id)},
             {"arguments", std::move(words)},
             {"started", !m_arguments.isDryRun}});
    } else if (m_arguments.isDryRun) {
        printLine(lineOf(*arguments));
    }
    emit finished(ExitDone);
}

void OpenTask::fail(const Error &error, ExitCode code)
{
    printError(error);
    emit finished(code);
}

} // namespace podium::ctl
