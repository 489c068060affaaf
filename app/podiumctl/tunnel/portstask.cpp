// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tunnel/portstask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/tunnel/portsprint.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

PortsTask::PortsTask(RunServices services, QStringList targets, bool json, QObject *parent)
    : TargetTask(std::move(services), std::move(targets), parent)
    , m_json(json)
{}

void PortsTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_run = std::make_unique<remote::RemoteRun>(runService(), tunnel::serversScript(), workers);
    if (!m_run->narrowed().isEmpty()) {
        printNote(m_run->narrowed());
    }
    connect(m_run.get(), &remote::RemoteRun::reported, this, &PortsTask::onReport);
    connect(m_run.get(), &remote::RemoteRun::finished, this, &PortsTask::onFinished);
    m_run->start();
}

void PortsTask::onReport(const remote::Report &report)
{
    if (report.answer) {
        m_found.emplace(report.worker, tunnel::readServers(*report.answer));
    } else {
        m_found.emplace(report.worker, failure(report.answer.error()));
    }
}

void PortsTask::onFinished()
{
    if (m_isInterrupted) {
        emit finished(ExitInterrupted);
        return;
    }
    print();
    using Found = Result<tunnel::WorkerServers>;
    const auto isAny = [this](auto &&holds) {
        return std::any_of(m_found.begin(), m_found.end(), [&holds](const auto &found) {
            return holds(found.second);
        });
    };
    const bool isMissing = isAny([](const Found &found) { return !found; });
    const bool isUnknown =
        isAny([](const Found &found) { return found && !found->unknown.isEmpty(); });
    emit finished(isMissing ? ExitUnreachable : isUnknown ? ExitDifferent : ExitDone);
}

void PortsTask::print() const
{
    if (m_json) {
        printJson(portsJson(m_found), 2);
    }
    for (const auto &[worker, found] : m_found) {
        if (!found) {
            printError(found.error());
            continue;
        }
        for (const QString &unknown : {found->unknown, found->unknownProcesses}) {
            if (!unknown.isEmpty()) {
                printNote(QStringLiteral("%1: %2").arg(worker.text(), unknown));
            }
        }
    }
    const std::vector<QStringList> rows = portRows(m_found);
    if (!m_json && rows.size() > 1) {
        printTable(rows);
    }
}

void PortsTask::interrupt()
{
    if (!m_run || m_run->isFinished()) {
        emit finished(ExitInterrupted);
        return;
    }
    m_isInterrupted = true;
    m_run->stop();
}

} // namespace podium::ctl
