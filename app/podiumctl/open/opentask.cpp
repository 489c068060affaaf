// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/open/opentask.h"

#include "app/podiumctl/nodes/oneworker.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/files.h"
#include "core/inventory/inventory.h"

#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

constexpr int LongestId = 64;

Error notInstalled(const QString &id)
{
    return {
        ErrorKind::NotFound,
        id.isEmpty() ? QStringLiteral("No terminal and no editor was found on this machine.")
                     : QStringLiteral("%1 is not installed on this machine.").arg(id),
        {},
        {},
        {}};
}

Error outOfDate()
{
    return {
        ErrorKind::Refused,
        QStringLiteral("The ssh config is out of date, and the program would read it."),
        {},
        QStringLiteral("Look with `podiumctl ssh-config diff`; --write writes it first."),
        {}};
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
    const auto entry =
        std::find_if(plan.entries.begin(), plan.entries.end(), [this](const auto &each) {
            return each.worker == m_worker;
        });
    if (entry == plan.entries.end() || !entry->isActive || entry->aliases.isEmpty()) {
        fail(
            {ErrorKind::Network,
             QStringLiteral("The ssh config has no entry for %1.").arg(m_worker.text()),
             entry == plan.entries.end() ? QString() : entry->note,
             {},
             m_worker.text()},
            ExitUnreachable);
    } else if (plan.isUpToDate() || m_arguments.isDryRun) {
        open(*entry);
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

QString OpenTask::defaultFile() const
{
    return m_services.stateDir + QStringLiteral("/open-with");
}

Result<launch::LaunchProgram> OpenTask::chooseProgram() const
{
    const auto installed = launch::installedPrograms(
        [](const QString &name) { return QStandardPaths::findExecutable(name); });
    const auto find = [&installed](const QString &id) {
        return std::find_if(installed.begin(), installed.end(), [&id](const auto &program) {
            return program.id == id;
        });
    };
    const auto remembered = readFile(defaultFile(), LongestId);
    const QString wished = m_arguments.with.isEmpty() && remembered
                               ? QString::fromUtf8(*remembered).trimmed()
                               : m_arguments.with;
    auto chosen = find(wished);
    if (chosen == installed.end() && m_arguments.with.isEmpty()) {
        chosen = installed.begin();
    }
    return chosen == installed.end() ? failure(notInstalled(m_arguments.with))
                                     : Result<launch::LaunchProgram>(*chosen);
}

void OpenTask::open(const sshconfig::ConfigEntry &entry)
{
    const auto program = chooseProgram();
    if (!program) {
        fail(program.error(), ExitUsage);
        return;
    }
    startProgram(
        *program,
        {entry.aliases.front(), entry.user.isEmpty() ? m_services.defaults.user : entry.user,
         entry.port, m_arguments.path, m_arguments.tmuxSession});
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
        // A convenience: the next time is none the worse without it.
        if (!m_arguments.with.isEmpty() && makePrivateFolder(m_services.stateDir)) {
            [[maybe_unused]] const auto kept =
                writeFileAtomically(defaultFile(), program.id.toUtf8() + '\n', 0600);
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
        printLine(arguments->join(QLatin1Char(' ')));
    }
    emit finished(ExitDone);
}

void OpenTask::fail(const Error &error, ExitCode code)
{
    printError(error);
    emit finished(code);
}

} // namespace podium::ctl
