// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tunnel/tunneltask.h"

#include "app/podiumctl/nodes/oneworker.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/tunnel/tunnelprint.h"
#include "core/inventory/inventory.h"
#include "core/tunnel/jupyter.h"

#include <utility>

namespace podium::ctl {

using tunnel::TunnelState;
using tunnel::TunnelStatus;

namespace {

/// Where a worker is is asked so often while it cannot be reached.
constexpr int RefreshPauseMs = 15'000;

} // namespace

TunnelTask::TunnelTask(RunServices services, TunnelArguments arguments, QObject *parent)
    : TargetTask(std::move(services), {arguments.target}, parent)
    , m_arguments(std::move(arguments))
    , m_tunnels({m_services.transport, endpointOf()})
    , m_records(
          m_tunnels, tunnel::tunnelRecordsFolder(m_services.stateDir), QStringLiteral("podiumctl"))
{
    m_refresh.setInterval(RefreshPauseMs);
    connect(&m_refresh, &QTimer::timeout, &m_services.inventory, [this] {
        m_services.inventory.refresh();
    });
    connect(&m_tunnels, &tunnel::TunnelService::changed, this, &TunnelTask::onChanged);
    connect(&m_tunnels, &tunnel::TunnelService::counted, this, &TunnelTask::onCounted);
}

Result<std::vector<WorkerRef>> TunnelTask::chooseWorkers(const inventory::Snapshot &snapshot) const
{
    return exactlyOne(TargetTask::chooseWorkers(snapshot), m_arguments.target);
}

void TunnelTask::runOn(const std::vector<WorkerRef> &workers)
{
    connect(&m_services.inventory, &inventory::Inventory::refreshed, this, [this] {
        m_tunnels.followWorkers();
    });
    const auto kind = m_arguments.socks ? tunnel::TunnelKind::Socks : tunnel::TunnelKind::Port;
    for (const tunnel::PortPair &pair : m_arguments.pairs) {
        if (!m_hasEnded) {
            m_tunnels.open({workers.front(), pair.port, pair.localPort, false, kind});
        }
    }
}

void TunnelTask::onChanged(int id)
{
    const auto status = m_tunnels.find(id);
    if (!status || m_hasEnded) {
        return;
    }
    if (status->state == TunnelState::Open) {
        m_refresh.stop();
        if (!m_redirected.remove(id)) {
            sayOpen(*status);
        }
        return;
    }
    if (!status->error) {
        return;
    }
    sayTrouble(*status);
    if (status->localPort == 0) {
        end(ExitRefused);
    } else if (!m_wereOpen.contains(id)) {
        end(ExitUnreachable);
    } else if (!m_refresh.isActive()) {
        m_refresh.start();
        m_services.inventory.refresh();
    }
}

void TunnelTask::sayOpen(const TunnelStatus &status)
{
    const bool isFirst = !m_wereOpen.contains(status.id);
    m_wereOpen.insert(status.id);
    m_said.remove(status.id);
    if (m_arguments.json) {
        Json line = tunnelEvent("open", status);
        line["address"] = "127.0.0.1";
        line["url"] = text(tunnel::tunnelAddress(status.spec.kind, status.localPort));
        printJson(line);
    } else if (isFirst) {
        printLine(QStringLiteral("127.0.0.1:%1").arg(status.localPort));
    }
    flushOutput();
    if (isFirst && status.takenPort > 0) {
        printNote(QStringLiteral("Port %1 is taken on this machine; it is %2 instead.")
                      .arg(status.takenPort)
                      .arg(status.localPort));
    } else if (!isFirst) {
        printNote(QStringLiteral("Connected to %1 again.").arg(status.spec.worker.text()));
    }
    if (isFirst && m_arguments.jupyter) {
        findToken(status);
    }
}

void TunnelTask::findToken(const TunnelStatus &status)
{
    m_tokens.push_back(std::make_unique<remote::RemoteRun>(
        runService(), tunnel::jupyterScript(), std::vector<WorkerRef>{status.spec.worker}));
    connect(
        m_tokens.back().get(), &remote::RemoteRun::reported, this,
        [this, status](const remote::Report &report) { sayToken(status, report); });
    m_tokens.back()->start();
}

void TunnelTask::sayToken(const TunnelStatus &status, const remote::Report &report)
{
    const auto server = report.answer ? tunnel::readJupyter(*report.answer, status.spec.port)
                                      : std::optional<tunnel::JupyterServer>();
    Json line = tunnelEvent("jupyter", status);
    if (server && (!server->host.isEmpty() || server->token.isEmpty())) {
        leadTo(status, server->host);
        const QString address = tunnel::jupyterAddress(*server, status.localPort);
        line["url"] = text(address);
        if (!m_arguments.json) {
            printLine(address);
        }
        if (server->token.isEmpty()) {
            printNote(tunnel::noToken(status.spec).text());
        }
    } else {
        const Error why = server          ? tunnel::placeUnknown(status.spec)
                          : report.answer ? tunnel::noJupyter(status.spec)
                                          : report.answer.error();
        line["error"] = errorJson(why);
        printError(why);
    }
    if (m_arguments.json) {
        printJson(line);
    }
    flushOutput();
}

/// To the very server, before anybody has its token.
void TunnelTask::leadTo(const TunnelStatus &status, const QString &host)
{
    if (!host.isEmpty() && host != status.spec.host) {
        m_redirected.insert(status.id);
        m_tunnels.goTo(status.id, host);
    }
}

/// Each sentence once, however often it is tried.
void TunnelTask::sayTrouble(const TunnelStatus &status)
{
    const QString said = status.error->text();
    if (std::exchange(m_said[status.id], said) == said) {
        return;
    }
    if (m_arguments.json) {
        const QByteArray state = tunnelStateName(status.state).toLatin1();
        Json line = tunnelEvent(state.constData(), status);
        line["error"] = errorJson(*status.error);
        printJson(line);
        flushOutput();
    }
    printError(*status.error);
}

/// A connection that the worker did not give.
void TunnelTask::onCounted(int id)
{
    const auto status = m_tunnels.find(id);
    if (!status || status->counts.refused == m_refusals.value(id) || !status->counts.lastRefusal) {
        return;
    }
    m_refusals[id] = status->counts.refused;
    const Error &error = *status->counts.lastRefusal;
    if (std::exchange(m_said[id], error.text()) == error.text()) {
        return;
    }
    if (m_arguments.json) {
        Json line = tunnelEvent("refused", *status);
        line["error"] = errorJson(error);
        printJson(line);
        flushOutput();
    }
    printError(error);
}

void TunnelTask::end(int exitCode)
{
    if (!std::exchange(m_hasEnded, true)) {
        emit finished(exitCode);
    }
}

void TunnelTask::interrupt()
{
    for (const TunnelStatus &status : m_tunnels.all()) {
        if (m_arguments.json) {
            Json line = tunnelEvent("closed", status);
            line["up"] = status.counts.up;
            line["down"] = status.counts.down;
            line["connections"] = status.counts.served;
            printJson(line);
        } else if (status.counts.served > 0) {
            printNote(trafficText(status.counts));
        }
    }
    flushOutput();
    end(ExitInterrupted);
}

} // namespace podium::ctl
