// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/watchtask.h"

#include "app/podiumctl/listtasks.h"
#include "app/podiumctl/sshconfigprint.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace podium::ctl {

namespace {

QString sentence(const inventory::Event &event)
{
    QString subject = event.node.text();
    if (event.worker >= 0) {
        subject += QLatin1Char(':') + QString::number(event.worker);
    }
    QString change = inventory::eventKindName(event.kind);
    if (!event.before.isEmpty() || !event.after.isEmpty()) {
        const QString none = QStringLiteral("none");
        change += QStringLiteral(" %1 -> %2")
                      .arg(
                          event.before.isEmpty() ? none : event.before,
                          event.after.isEmpty() ? none : event.after);
    }
    return event.time.toString(Qt::ISODate) % QStringLiteral("  ") % subject %
           QStringLiteral("  ") % change;
}

} // namespace

WatchTask::WatchTask(
    inventory::Inventory &inventory, sshconfig::ConfigService &service,
    sshconfig::ConfigOptions options, WatchArguments arguments,
    std::chrono::seconds defaultInterval, QObject *parent)
    : Task(parent)
    , m_inventory(inventory)
    , m_service(service)
    , m_options(std::move(options))
    , m_arguments(arguments)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(m_arguments.interval.value_or(defaultInterval));
    connect(&m_timer, &QTimer::timeout, &m_inventory, &inventory::Inventory::refresh);
}

void WatchTask::start()
{
    connect(&m_inventory, &inventory::Inventory::changed, this, &WatchTask::printEvents);
    connect(&m_inventory, &inventory::Inventory::refreshed, this, &WatchTask::afterRefresh);
    m_inventory.refresh();
}

void WatchTask::printEvents(const std::vector<inventory::Event> &events)
{
    for (const auto &event : events) {
        if (m_arguments.format == Format::Json) {
            printJson(eventJson(event));
        } else {
            printLine(sentence(event));
        }
    }
    std::fflush(stdout);
}

void WatchTask::afterRefresh()
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    printProblems(snapshot);
    if (m_arguments.write && !(snapshot.error && !snapshot.asOf.isValid())) {
        write();
    } else {
        endOfRound(exitCodeOf(snapshot));
    }
}

void WatchTask::write()
{
    m_service.write(
        m_inventory.snapshot(), m_options,
        Callback<Result<sshconfig::WriteReport>>(
            this, [this](const Result<sshconfig::WriteReport> &report) {
                ExitCode code = exitCodeOf(m_inventory.snapshot());
                if (!report) {
                    code = std::max(code, printFailure(report.error()));
                } else if (!report->filesWritten.isEmpty()) {
                    printNote(QStringLiteral("wrote %1")
                                  .arg(report->filesWritten.join(QStringLiteral(", "))));
                }
                endOfRound(code);
            }));
}

void WatchTask::endOfRound(ExitCode code)
{
    if (m_arguments.once) {
        emit finished(code);
    } else {
        m_timer.start();
    }
}

} // namespace podium::ctl
