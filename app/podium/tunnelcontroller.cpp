// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/tunnelcontroller.h"

#include "app/composition/services.h"
#include "core/base/jobs.h"
#include "core/models/targetword.h"
#include "core/run/service/runservice.h"
#include "core/tunnel/jupyter.h"
#include "core/tunnel/servers.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/tunnel/serverspanel.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QSettings>
#include <QUrl>

namespace podium::app {

namespace {

constexpr int OthersPauseMs = 2000;

QString reopenKey()
{
    return QStringLiteral("tunnels/reopen");
}

tunnel::Tunnel::World tunnelWorld(Services &services)
{
    return {services.transport, services.endpointOf()};
}

} // namespace

TunnelController::TunnelController(
    Services &services, ui::MainWindow &window, const ui::NodesPage &nodes, QSettings &state,
    QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_state(state)
    , m_tunnels(tunnelWorld(services))
    , m_records(
          m_tunnels, tunnel::tunnelRecordsFolder(services.paths.stateDir), QStringLiteral("podium"))
    , m_page(new ui::TunnelPage(services.inventory, m_tunnels))
{
    m_window.addPage(
        {QStringLiteral("tunnel"),
         tr("Tunnels"),
         QStringLiteral("tunnel"),
         m_page,
         [page = m_page] { page->focusTargets(); },
         false,
         {}});
    connect(m_page, &ui::TunnelPage::browserWanted, this, [](const QString &address) {
        QDesktopServices::openUrl(QUrl(address));
    });
    connect(m_page, &ui::TunnelPage::jupyterWanted, this, &TunnelController::findToken);
    connect(m_page, &ui::TunnelPage::serversWanted, this, &TunnelController::findServers);
    connect(m_page, &ui::TunnelPage::serversClosed, this, [this] { m_search.reset(); });
    connect(&nodes, &ui::NodesPage::tunnelRequested, this, &TunnelController::prepare);
    connect(
        &services.inventory, &inventory::Inventory::refreshed, &m_tunnels,
        &tunnel::TunnelService::followWorkers);
    connect(&m_tunnels, &tunnel::TunnelService::changed, this, &TunnelController::onChanged);
    connect(&m_tunnels, &tunnel::TunnelService::closed, this, &TunnelController::onChanged);
    m_others.setInterval(OthersPauseMs);
    connect(&m_others, &QTimer::timeout, this, &TunnelController::readOthers);
    m_others.start();
}

/// They have nobody who would tell: their files are read while somebody may see them.
void TunnelController::readOthers()
{
    if (m_isReading || !m_page->isVisible()) {
        return;
    }
    m_isReading = true;
    runJob(
        this,
        [folder = tunnel::tunnelRecordsFolder(m_services.paths.stateDir), own = m_records.file()] {
            return tunnel::readTunnelRecords(folder, own);
        },
        [this](const Result<std::vector<tunnel::TunnelRecord>> &others) {
            m_isReading = false;
            if (others) {
                m_page->setOthers(*others);
            }
        });
}

void TunnelController::start()
{
    for (const tunnel::TunnelSpec &spec :
         tunnel::specsFromJson(m_state.value(reopenKey()).toByteArray())) {
        m_tunnels.open(spec);
    }
}

void TunnelController::onChanged(int id)
{
    m_state.setValue(reopenKey(), tunnel::specsToJson(m_tunnels.thatComeBack()));
    const auto status = m_tunnels.find(id);
    if (status && status->state == tunnel::TunnelState::Reconnecting && status->error) {
        emit refreshWanted();
    }
}

void TunnelController::findToken(
    const tunnel::TunnelStatus &tunnel, ui::TunnelPage::Purpose purpose)
{
    m_token = std::make_unique<remote::RemoteRun>(
        m_services.runService(), tunnel::jupyterScript(),
        std::vector<WorkerRef>{tunnel.spec.worker});
    connect(
        m_token.get(), &remote::RemoteRun::reported, this,
        [this, tunnel, purpose](const remote::Report &report) {
            useToken(tunnel, purpose, report);
        });
    m_token->start();
}

/// Without a token the browser shows the page that asks for it, or for a password.
void TunnelController::useToken(
    const tunnel::TunnelStatus &tunnel, ui::TunnelPage::Purpose purpose,
    const remote::Report &report)
{
    // Whoever has the port by now is not who the token is for.
    const auto now = m_tunnels.find(tunnel.id);
    if (!now || now->localPort != tunnel.localPort) {
        m_page->endJupyter(tr("The tunnel that it was for has been stopped."));
        return;
    }
    const bool isForBrowser = purpose == ui::TunnelPage::Purpose::Browser;
    const auto found = report.answer ? tunnel::readJupyter(*report.answer, tunnel.spec.port)
                                     : std::optional<tunnel::JupyterServer>();
    if (!found) {
        if (isForBrowser) {
            QDesktopServices::openUrl(
                QUrl(tunnel::tunnelAddress(tunnel::TunnelKind::Port, tunnel.localPort)));
        }
        m_page->endJupyter(
            (report.answer ? tunnel::noJupyter(tunnel.spec) : report.answer.error()).text());
        return;
    }
    if (!found->host.isEmpty()) {
        m_tunnels.goTo(tunnel.id, found->host); // whoever connects meanwhile waits for it
    } else if (!found->token.isEmpty()) {
        m_page->endJupyter(tunnel::placeUnknown(tunnel.spec).text());
        return;
    }
    const QString address = tunnel::jupyterAddress(*found, tunnel.localPort);
    if (found->token.isEmpty()) {
        if (isForBrowser) {
            QDesktopServices::openUrl(QUrl(address));
        }
        m_page->endJupyter(isForBrowser ? QString() : tunnel::noToken(tunnel.spec).text());
        return;
    }
    if (!isForBrowser) {
        QGuiApplication::clipboard()->setText(address);
        m_page->endJupyter({});
        return;
    }
    const auto offered = m_redirect.offer(address);
    if (offered) {
        QDesktopServices::openUrl(QUrl(*offered));
    }
    m_page->endJupyter(offered ? QString() : offered.error().text());
}

void TunnelController::findServers(const std::vector<WorkerRef> &workers)
{
    const run::RunService service = m_services.runService();
    m_search = std::make_unique<remote::RemoteRun>(service, tunnel::serversScript(), workers);
    ui::ServersPanel &panel = m_page->servers();
    connect(
        m_search.get(), &remote::RemoteRun::reported, &panel,
        [&panel](const remote::Report &report) {
            panel.add(report.worker, report.answer.map([](const remote::Answer &answer) {
                return tunnel::readServers(answer);
            }));
        });
    connect(m_search.get(), &remote::RemoteRun::finished, &panel, &ui::ServersPanel::end);
    m_search->start();
}

void TunnelController::prepare(const WorkerRef &worker)
{
    const QString node = models::targetWord(m_services.inventory.snapshot(), worker.node);
    m_window.showPage(QStringLiteral("tunnel"));
    m_page->prepare({QStringLiteral("%1:%2").arg(node).arg(worker.index)});
}

} // namespace podium::app
