// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/sshconfig/sshconfigtask.h"

#include "app/podiumctl/commandhints.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/sshconfig/sshconfigprint.h"
#include "app/podiumctl/terminal.h"
#include "core/base/files.h"
#include "core/inventory/inventory.h"
#include "core/inventory/targets.h"
#include "core/models/activity/activity.h"
#include "core/sshconfig/plan/makeplan.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

using sshconfig::ConfigPlan;
using sshconfig::WriteReport;
using Action = SshConfigArguments::Action;

SshConfigTask::SshConfigTask(
    inventory::Inventory &inventory, sshconfig::ConfigService &service, const Clock &clock,
    store::History history, Paths paths, sshconfig::ConfigOptions options,
    SshConfigArguments arguments, QObject *parent)
    : Task(parent)
    , m_inventory(inventory)
    , m_service(service)
    , m_clock(clock)
    , m_history(history)
    , m_paths(std::move(paths))
    , m_options(std::move(options))
    , m_arguments(std::move(arguments))
    , m_progress(std::make_shared<sshconfig::CheckProgress>())
    , m_status(clock)
{}

void SshConfigTask::start()
{
    switch (m_arguments.action) {
    case Action::Print:
    case Action::Diff:
        refreshThen([this] { plan(); });
        return;
    case Action::Write:
        refreshThen([this] { write(); });
        return;
    case Action::Check:
        refreshThen([this] { check(); });
        return;
    case Action::Export:
        refreshThen([this] { exportPart(); });
        return;
    case Action::Restore:
        m_service.restore(m_arguments.version, reporter());
        return;
    case Action::Remove:
        remove();
        return;
    case Action::ForgetKey: // a task of its own
        return;
    case Action::History:
        m_service.versions({this, [this](const auto &versions) {
                                if (!versions) {
                                    end(printFailure(versions.error(), m_arguments.json));
                                    return;
                                }
                                printVersions(*versions, m_arguments.json);
                                end(ExitDone);
                            }});
        return;
    }
}

void SshConfigTask::interrupt()
{
    if (m_isWriting && !std::exchange(m_isInterrupted, true)) {
        printNote(QStringLiteral("The write that has begun is finished first."));
        return; // its report is not lost; a second one ends at once
    }
    m_progress->isCancelled = true;
    emit finished(ExitInterrupted);
}

void SshConfigTask::refreshThen(std::function<void()> next)
{
    m_asksCloud = true;
    connect(&m_inventory, &inventory::Inventory::refreshed, this, [this, next = std::move(next)] {
        const inventory::Snapshot &snapshot = m_inventory.snapshot();
        // A plan made of a partial answer would drop nothing (those nodes are kept), but one
        // made of no answer at all says nothing.
        if (snapshot.error && !snapshot.asOf.isValid()) {
            // Whatever kind it is of: it is the cloud's.
            emit finished(
                std::max(printFailure(*snapshot.error, m_arguments.json), exitCodeOf(snapshot)));
            return;
        }
        next();
    });
    m_inventory.refresh();
}

void SshConfigTask::end(ExitCode code)
{
    m_status.meter().end();
    if (m_asksCloud) {
        printProblems(m_inventory.snapshot());
        code = std::max(code, exitCodeOf(m_inventory.snapshot()));
    }
    emit finished(m_isInterrupted ? ExitInterrupted : code);
}

void SshConfigTask::plan()
{
    m_service.plan(
        m_inventory.sharedSnapshot(), m_options,
        {this, [this](const Result<ConfigPlan> &plan) {
             if (!plan) {
                 end(printFailure(plan.error(), m_arguments.json));
                 return;
             }
             const bool isDiff = m_arguments.action == Action::Diff;
             isDiff ? printDiff(*plan, m_arguments.json) : printConfig(*plan, m_arguments.json);
             for (const QString &warning : plan->warnings) {
                 printNote(warning);
             }
             if (isDiff && plan->isHeld && !plan->isUpToDate()) {
                 printNote(plan->heldError().summary);
             }
             end(isDiff && !plan->isUpToDate() ? ExitDifferent : ExitDone);
         }});
}

Callback<Result<WriteReport>> SshConfigTask::reporter(const QStringList &said)
{
    m_isWriting = true;
    m_status.meter().begin(QStringLiteral("writing the ssh config"));
    return {this, [this, said](const Result<WriteReport> &report) {
                m_status.meter().end();
                const bool restored = m_arguments.action == Action::Restore;
                if (!report) {
                    const ExitCode code = printFailure(
                        restored ? withRestoreCommand(report.error())
                                 : withWriteCommand(report.error()),
                        m_arguments.json);
                    const bool isOfNoVersion = restored && m_arguments.version > 0 &&
                                               report.error().kind == ErrorKind::NotFound;
                    end(isOfNoVersion ? ExitUsage : code);
                    return;
                }
                for (const QString &note : report->notes) {
                    if (!said.contains(note)) {
                        printNote(note);
                    }
                }
                if (restored || !report->filesWritten.isEmpty()) {
                    m_history.append(models::activityOfWrite(*report, restored, m_clock.now()));
                }
                printReport(*report, m_arguments.json);
                if (m_arguments.action != Action::Write && !report->filesWritten.isEmpty()) {
                    printNote(QStringLiteral(
                        "`podiumctl watch` leaves this as it is until the next write."));
                }
                end(ExitDone);
            }};
}

/// With the plan's warnings: of names that are the person's own there is nothing to report.
void SshConfigTask::write()
{
    m_service.plan(
        m_inventory.sharedSnapshot(), m_options,
        {this, [this](const Result<ConfigPlan> &plan) {
             const QStringList warnings = plan ? plan->warnings : QStringList();
             for (const QString &warning : warnings) {
                 printNote(warning);
             }
             m_service.write(
                 m_inventory.sharedSnapshot(), m_options, {m_arguments.mayLoseMost},
                 reporter(warnings));
         }});
}

void SshConfigTask::check()
{
    const sshconfig::CheckOptions wanted{m_arguments.login, m_arguments.loginLimit};
    m_status.meter().begin(
        wanted.login ? QStringLiteral("logging in to each alias") : QStringLiteral("asking ssh"),
        [progress = m_progress] {
            return models::WorkMeter::Counts{progress->done, progress->total};
        });
    m_service.check(
        m_inventory.sharedSnapshot(), m_options, wanted, m_progress,
        {this, [this](const Result<std::vector<sshconfig::AliasCheck>> &checks) {
             m_status.meter().end();
             const bool isWhole = exitCodeOf(m_inventory.snapshot()) == ExitDone;
             end(checks ? printChecks(*checks, isWhole, m_arguments.json)
                        : printFailure(checks.error(), m_arguments.json));
         }});
}

void SshConfigTask::remove()
{
    if (m_arguments.isConfirmed) {
        m_service.remove(reporter());
        return;
    }
    end(printFailure(
        {ErrorKind::Refused,
         QStringLiteral("This would take Podium's Include out of %1, and %2 and %3 away.")
             .arg(
                 m_paths.sshConfigFile(), sshconfig::generatedPath(m_paths),
                 sshconfig::knownHostsPath(m_paths)),
         QStringLiteral("Your own lines stay, and a version is kept."),
         QStringLiteral("Say --yes to do it."), m_paths.sshConfigFile()},
        m_arguments.json));
}

Result<sshconfig::ConfigExport> SshConfigTask::makeExport() const
{
    sshconfig::ExportOptions options;
    options.user = m_arguments.user;
    options.identityFile = m_arguments.identityFile;
    if (!m_arguments.targets.isEmpty()) {
        auto workers = inventory::resolveTargets(m_inventory.snapshot(), m_arguments.targets);
        if (!workers) {
            return failure(workers.error());
        }
        options.workers = std::move(*workers);
    }
    const auto known = readFile(sshconfig::knownHostsPath(m_paths));
    auto part = sshconfig::exportConfig(
        m_inventory.snapshot(), m_options,
        known ? sshconfig::readKnownHosts(*known) : sshconfig::KnownHosts(), options);
    if (part && part->aliases.isEmpty()) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("There is nothing to export: no worker can be reached now."),
             part->notExported.empty() ? QString() : part->notExported.front().reason});
    }
    return part;
}

void SshConfigTask::exportPart()
{
    const auto part = makeExport();
    if (!part) {
        const ExitCode code = printFailure(part.error(), m_arguments.json);
        const ErrorKind kind = part.error().kind;
        // A target that names nothing, or a user that is none, was typed so.
        const bool isUsage = kind == ErrorKind::InvalidArgument || kind == ErrorKind::NotFound;
        end(isUsage ? ExitUsage : code);
        return;
    }
    printExport(*part, m_arguments.part, m_arguments.json);
    end(ExitDone);
}

} // namespace podium::ctl
