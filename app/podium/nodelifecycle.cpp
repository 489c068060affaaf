// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/nodelifecycle.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "app/podium/views/diskview.h"
#include "core/base/jobs.h"
#include "core/lifecycle/cleanup/cleanup.h"
#include "core/models/activity/actionstory.h"
#include "core/models/projects/projectview.h"
#include "core/models/run/reciperecorder.h"
#include "core/recipe/unattended.h"
#include "widgets/nodes/actiondialog.h"
#include "widgets/nodes/create/createdialog.h"
#include "widgets/nodes/create/howsection.h"
#include "widgets/nodes/detail/nodecloudsection.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/nodeview.h"
#include "widgets/nodes/requestpanel.h"
#include "widgets/projects/diskdialog.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace podium::app {

NodeLifecycle::NodeLifecycle(
    Services &services, ui::NodesPage &page, ActivityFeed &feed, models::RecipeRecorder &recipes,
    QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_page(page)
    , m_feed(feed)
    , m_prices(services.inventory, services.grants, services.clock)
    , m_host(services)
    , m_requests({services.tpu, services.requests, services.clock, &m_host})
    , m_requestFeed(m_requests, services.clock)
    , m_disks(services.http, services.endpoints)
    , m_accessClient(services.http, services.endpoints)
    , m_access(m_accessClient, services.clock)
    , m_quotas(m_accessClient, services.clock)
    , m_checks(m_accessClient, m_access, m_quotas)
    , m_queues(services.tpu, services.clock)
    , m_zones(services.inventory, services.grants, m_queues, services.clock)
{
    connect(&page, &ui::NodesPage::actionRequested, this, &NodeLifecycle::act);
    connect(&page, &ui::NodesPage::createRequested, this, [this] { create({}); });
    connect(&page, &ui::NodesPage::anotherRequested, this, [this](const NodeRef &node) {
        create(node);
    });
    connect(&m_prices, &models::DayPriceFeed::changed, this, [this] {
        m_page.setPrices(m_prices.prices());
        emit pricesChanged(m_prices.prices());
        emit costsChanged(models::notCoveredText(m_prices.prices()));
    });
    connect(&m_host, &RequestHost::recipeMade, &recipes, &models::RecipeRecorder::follow);
    connectRequests();
    connectDetails();
}

/// Each is asked for when a person wants it.
void NodeLifecycle::connectDetails()
{
    ui::NodeCloudSection &section = m_page.cloudSection();
    connect(&section, &ui::NodeCloudSection::disksWanted, this, &NodeLifecycle::showDisks);
    connect(
        &section, &ui::NodeCloudSection::auditWanted, this, [this, &section](const NodeRef &node) {
            m_services.audit.ofNode(
                node,
                {&section, [&section, node](const Result<std::vector<cloud::AuditEntry>> &list) {
                     section.setAudit(node, list);
                 }});
        });
    connect(
        &section, &ui::NodeCloudSection::attachRequested, this,
        [this](const NodeRef &node, const QString &disk) {
            changeDisk(lifecycle::DiskAction::Attach, node, disk, showErrorHere());
        });
    connect(
        &section, &ui::NodeCloudSection::detachRequested, this,
        [this](const NodeRef &node, const QString &disk) { detach(node, disk, showErrorHere()); });
    for (const auto &[wanted, work] :
         {std::pair(&ui::NodeCloudSection::prepareRequested, disk::Work::Prepare),
          std::pair(&ui::NodeCloudSection::growRequested, disk::Work::Grow),
          std::pair(&ui::NodeCloudSection::releaseRequested, disk::Work::Release)}) {
        connect(
            &section, wanted, this, [this, what = work](const NodeRef &node, const QString &name) {
                workOnDisk(what, node, name, showErrorHere());
            });
    }
}

/// What a worker has not written yet would be lost, and its line would stay: released first.
void NodeLifecycle::detach(const NodeRef &node, const QString &disk, const ShowError &showError)
{
    workOnDisk(disk::Work::Release, node, disk, showError);
}

std::vector<NodeRef> NodeLifecycle::selectedNodes() const
{
    return m_page.list().selectedNodes();
}

NodeLifecycle::ShowError NodeLifecycle::showErrorHere()
{
    return [this](const Error &error) { m_page.showError(error); };
}

void NodeLifecycle::showDisks(const NodeRef &node)
{
    ui::NodeCloudSection &section = m_page.cloudSection();
    m_disks.list(node.project, {&section, [&section, node](const Result<cloud::DiskList> &list) {
                                    section.setDisks(
                                        node, list.map([&node](const cloud::DiskList &known) {
                                            return models::nodeDisks(node, known);
                                        }));
                                }});
}

/// By what the disks are now.
void NodeLifecycle::changeDisk(
    lifecycle::DiskAction action, const NodeRef &node, const QString &disk,
    const ShowError &showError)
{
    m_disks.list(
        node.project,
        {this, [this, action, node, disk, showError](const Result<cloud::DiskList> &list) {
             if (!list) {
                 showError(list.error());
                 return;
             }
             lifecycle::DiskRequest request;
             request.action = action;
             request.project = node.project;
             request.zone = node.zone;
             request.disk = disk;
             request.node = node;
             openDiskDialog(request, node, *list, showError);
         }});
}

void NodeLifecycle::openDiskDialog(
    const lifecycle::DiskRequest &request, const NodeRef &node, const cloud::DiskList &list,
    const ShowError &showError)
{
    auto *dialog = new ui::DiskDialog(
        m_disks, m_services.tpu,
        lifecycle::diskFacts(node.project, list, m_services.inventory.sharedSnapshot()), request,
        &m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ui::DiskDialog::ended, this, [this, node] {
        showDisks(node);
        emit disksChanged(node.project);
    });
    connect(
        dialog, &ui::DiskDialog::failed, this,
        [this, showError](const QString &, const Error &error) {
            showError(error);
            m_feed.addError(error);
        });
    // Which one has come is told by what was there before.
    const bool isAttach = request.action == lifecycle::DiskAction::Attach;
    QPointer<disk::DiskSession> session;
    if (isAttach) {
        session = diskSession(m_services, node).release();
        session->setParent(this);
        rememberUntilBegun(*session, *dialog);
        connect(dialog, &QObject::destroyed, session, &QObject::deleteLater);
    }
    connect(
        dialog, &ui::DiskDialog::proved, this,
        [this, dialog, node, isAttach, session](const QString &name, const QString &text) {
            m_feed.addNote(models::ActivityKind::Note, name, text);
            if (isAttach) {
                disconnect(dialog, &QObject::destroyed, session, nullptr);
                workOnDisk(disk::Work::Prepare, node, name, showErrorHere(), session);
            }
        });
    dialog->open();
}

void NodeLifecycle::workOnDisk(
    disk::Work work, const NodeRef &node, const QString &name, const ShowError &showError,
    const QPointer<disk::DiskSession> &session)
{
    m_disks.list(
        node.project,
        {this, [this, work, node, name, showError, session](const Result<cloud::DiskList> &list) {
             std::unique_ptr<disk::DiskSession> remembering(session);
             if (remembering) {
                 remembering->setParent(nullptr);
             }
             if (!list) {
                 showError(list.error());
                 return;
             }
             DiskView view{work, node, name};
             view.tell = [this, node](const QStringList &outcomes) {
                 m_feed.addNote(
                     models::ActivityKind::NodeAction, node.text(),
                     tr("A disk on the workers. ") + outcomes.join(QLatin1Char(' ')));
             };
             if (work == disk::Work::Release) {
                 view.next = [this, node, name, showError] {
                     changeDisk(lifecycle::DiskAction::Detach, node, name, showError);
                 };
             }
             if (const auto error = openDiskView(
                     m_services, *this, view, *list, std::move(remembering), &m_page)) {
                 showError(*error);
             }
         }});
}

void NodeLifecycle::connectRequests()
{
    using lifecycle::RequestService;
    connect(&m_requestFeed, &models::RequestFeed::changed, this, &NodeLifecycle::showRequests);
    for (const auto news :
         {&RequestService::ended, &RequestService::asks, &RequestService::stands}) {
        connect(&m_requests, news, this, &NodeLifecycle::tellNews);
    }
    connect(
        &m_services.shared, &store::SharedNodeSource::watcherChanged, &m_requests,
        &RequestService::setCarriesOn);
    connect(&m_requests, &RequestService::failed, this, [this](const Error &error) {
        m_page.showError(error);
        m_feed.addError(error);
    });
    ui::RequestPanel &panel = m_page.requests();
    connect(&panel, &ui::RequestPanel::goOnRequested, &m_requests, &RequestService::goOn);
    connect(&panel, &ui::RequestPanel::pauseRequested, &m_requests, &RequestService::pause);
    connect(&panel, &ui::RequestPanel::zonesRequested, &m_requests, &RequestService::setZones);
    connect(&panel, &ui::RequestPanel::giveUpRequested, &m_requests, &RequestService::giveUp);
    connect(&panel, &ui::RequestPanel::zonesWanted, &m_zones, &models::ZoneChecks::want);
    connect(&m_zones, &models::ZoneChecks::changed, &panel, &ui::RequestPanel::judgeZones);
    panel.setPlanZones([this](const lifecycle::NodeRequest &request, const auto &zones) {
        return m_zones.plan(request, zones);
    });
    // Rows go when they are old.
    connect(
        &m_services.inventory, &inventory::Inventory::refreshed, &m_requestFeed,
        &models::RequestFeed::touch);
    m_requests.reload();
}

void NodeLifecycle::showRequests()
{
    m_page.requests().setRows(m_requestFeed.rows());
}

void NodeLifecycle::tellNews(const lifecycle::NodeRequest &request)
{
    m_feed.addNote(
        models::ActivityKind::NodeAction,
        request.zones.size() == 1 ? request.nodeIn(request.zones.front()).text()
                                  : request.spec.name,
        tr("Node request: %1").arg(lifecycle::statusText(request)));
    emit requestNews(request);
    emit refreshWanted();
}

void NodeLifecycle::act(lifecycle::NodeAction action, const std::vector<NodeRef> &nodes)
{
    openAction(lifecycle::planNodeAction(action, nodes, m_services.inventory.snapshot()));
}

void NodeLifecycle::cleanUp(const ProjectId &project)
{
    m_services.tpu.listQueuedResources(
        project, {this, [this, project](const Result<cloud::QueuedResourceList> &list) {
                      if (!list) {
                          m_page.showError(list.error());
                          m_feed.addError(list.error());
                      }
                      openCleanUp(project, lifecycle::projectQueue(list));
                  }});
}

void NodeLifecycle::openCleanUp(const ProjectId &project, const lifecycle::ProjectQueue &queue)
{
    lifecycle::NodeActionPlan plan =
        lifecycle::planCleanUp(project, m_services.inventory.snapshot(), queue);
    const QString summary =
        models::cleanUpSummary(project, plan, m_services.inventory.snapshot(), queue);
    openAction(std::move(plan), tr("Clean up leftovers"), summary);
}

void NodeLifecycle::openAction(
    lifecycle::NodeActionPlan plan, const QString &title, const QString &summary)
{
    auto *dialog =
        new ui::ActionDialog(m_services.tpu, std::move(plan), m_services.clock, {}, &m_page);
    if (!title.isEmpty()) {
        dialog->setPurpose(title, summary);
    }
    connect(dialog, &ui::ActionDialog::nodesChanged, this, [this] { m_queues.forget(); });
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const auto story =
        std::make_shared<models::ActionStory>(models::ActivityKind::NodeAction, tr("Node actions"));
    connect(dialog, &ui::ActionDialog::nodesChanged, this, &NodeLifecycle::refreshWanted);
    connect(
        dialog, &ui::ActionDialog::told, this,
        [this, story](const NodeRef &node, const QString &what) {
            story->add({node, -1, {}, what, models::Outcome::Good}, m_services.clock.now());
            m_feed.add(story->entry());
        });
    connect(dialog, &ui::ActionDialog::failed, &m_feed, &ActivityFeed::addError);
    dialog->show();
}

/// Grants that cannot be read are no reason to say that nothing is covered.
void NodeLifecycle::create(const std::optional<NodeRef> &like)
{
    m_services.grants.load({this, [this, like](const Result<lifecycle::TpuGrants> &grants) {
                                if (grants) {
                                    openCreate(*grants, like);
                                } else {
                                    m_page.showError(grants.error());
                                }
                            }});
}

void NodeLifecycle::openCreate(
    const lifecycle::TpuGrants &grants, const std::optional<NodeRef> &like)
{
    const inventory::Inventory &inventory = m_services.inventory;
    const inventory::NodeEntry *entry = like ? inventory.snapshot().find(*like) : nullptr;
    const models::CreateForm form =
        entry ? models::formLike(entry->node, inventory.snapshot())
              : models::firstForm(grants, inventory.snapshot(), m_services.clock.now());
    auto *dialog = new ui::CreateDialog(inventory, grants, m_services.clock, form, &m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(
        dialog, &ui::CreateDialog::createRequested, &m_requests, &lifecycle::RequestService::begin);
    connect(dialog, &ui::CreateDialog::cleanUpRequested, this, &NodeLifecycle::cleanUp);
    dialog->setChecks(&m_checks);
    dialog->setQueues(&m_queues);
    const auto find = [folders = m_services.recipeFolders()] {
        return recipe::unattendedRecipes(folders);
    };
    runJob(dialog, find, [dialog](const QStringList &names) { dialog->how().setRecipes(names); });
    dialog->show();
}

bool hasNodeAction(const QWidget &parent)
{
    const auto dialogs = parent.findChildren<ui::ActionDialog *>();
    return std::any_of(dialogs.begin(), dialogs.end(), [](const ui::ActionDialog *each) {
        return each->isRunning();
    });
}

} // namespace podium::app
