// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/projectscontroller.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "app/podium/nodelifecycle.h"
#include "widgets/projects/projectspage.h"
#include "widgets/shell/mainwindow.h"

#include <QPointer>

#include <algorithm>

namespace podium::app {

ProjectsController::ProjectsController(
    Services &services, ui::MainWindow &window, NodeLifecycle &lifecycle, ActivityFeed &feed,
    QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
    , m_lifecycle(lifecycle)
    , m_feed(feed)
    , m_grants(services.grants)
    , m_cost(services.history, m_grants, services.inventory, services.clock)
    , m_diskClient(services.http, services.endpoints)
    , m_disks(m_diskClient, services.clock)
    , m_page(new ui::ProjectsPage(
          {m_grants, lifecycle.access(), m_cost, m_disks, lifecycle.queues(), lifecycle.quotas(),
           m_diskClient, services.tpu, services.clock,
           [&lifecycle] { return lifecycle.selectedNodes(); }}))
{
    const QString id = QStringLiteral("projects");
    window.addPage({id, tr("Projects"), id, m_page, {}, false});
    connectFacts();
    connectPage();
    m_grants.reload();
    showFacts();
}

void ProjectsController::connectFacts()
{
    connect(&m_grants, &models::GrantBook::changed, this, [this] {
        m_lifecycle.updatePrices(); // what is covered now is another thing
        showFacts();
    });
    connect(&m_lifecycle, &NodeLifecycle::pricesChanged, this, &ProjectsController::showFacts);
    // Other Podiums write the file, too.
    connect(
        &m_services.inventory, &inventory::Inventory::refreshed, &m_grants,
        &models::GrantBook::reload);
    connect(&m_services.credentials, &cloud::Credentials::infoChanged, m_page, [this] {
        m_page->setAccount(m_services.credentials.info());
    });
}

void ProjectsController::connectPage()
{
    connect(
        m_page, &ui::ProjectsPage::deleteRequested, this,
        [this](const std::vector<NodeRef> &nodes) {
            m_lifecycle.act(lifecycle::NodeAction::Delete, nodes);
        });
    connect(m_page, &ui::ProjectsPage::cleanUpRequested, &m_lifecycle, &NodeLifecycle::cleanUp);
    connect(m_page, &ui::ProjectsPage::keysRequested, this, &ProjectsController::keysRequested);
    connect(
        m_page, &ui::ProjectsPage::detachRequested, this,
        [this](const NodeRef &node, const QString &disk) {
            const QPointer<ui::ProjectsPage> page(m_page);
            m_lifecycle.detach(node, disk, [page](const Error &error) {
                if (page) {
                    page->showError(error);
                }
            });
        });
    connect(&m_lifecycle, &NodeLifecycle::disksChanged, &m_disks, &models::DisksFeed::touch);
    connect(
        m_page, &ui::ProjectsPage::noted, &m_feed,
        [this](const QString &subject, const QString &text) {
            m_feed.addNote(models::ActivityKind::Note, subject, text);
        });
}

void ProjectsController::showFacts()
{
    m_page->setFacts(
        {m_services.inventory.sharedSnapshot(), m_grants.grants(), m_grants.error(),
         m_lifecycle.prices(), m_services.clock.now()});
    const std::vector<lifecycle::GrantEnd> ends = lifecycle::grantEnds(
        m_grants.grants(), m_services.inventory.snapshot(), m_services.clock.now());
    const bool isUrgent =
        std::any_of(ends.begin(), ends.end(), [](const auto &end) { return !end.nodes.empty(); });
    m_window.setBadge(
        QStringLiteral("projects"), isUrgent ? QStringLiteral("!") : QString(),
        isUrgent ? tr("a TPU grant ends while nodes stand on it") : QString());
    emit grantsEnd(ends);
}

} // namespace podium::app
