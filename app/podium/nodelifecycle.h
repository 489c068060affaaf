// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/composition/requesthost.h"
#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/cloud/clients/disksclient.h"
#include "core/disk/disksession.h"
#include "core/lifecycle/action/nodeaction.h"
#include "core/lifecycle/disk/diskplan.h"
#include "core/lifecycle/request/requestservice.h"
#include "core/models/nodes/daypricefeed.h"
#include "core/models/nodes/requestfeed.h"
#include "core/models/projects/createchecks.h"
#include "core/models/projects/queuefeed.h"
#include "core/models/projects/quotafeed.h"
#include "core/models/projects/zonechecks.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QWidget;

namespace podium::models {
class RecipeRecorder;
}

namespace podium::ui {
class NodesPage;
}

namespace podium::app {

class ActivityFeed;
struct Services;

/// What the Nodes page asks for of the life of nodes: makes its dialogs, and keeps what came of
/// them.
class NodeLifecycle final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it, but for the page.
    NodeLifecycle(
        Services &services, ui::NodesPage &page, ActivityFeed &feed,
        models::RecipeRecorder &recipes, QObject *parent = nullptr);

    /// Shows the plan, asks, and does it.
    void act(lifecycle::NodeAction action, const std::vector<NodeRef> &nodes);
    /// Shows what is left over in a project and the quota that it holds, asks, and deletes it.
    void cleanUp(const ProjectId &project);
    using ShowError = std::function<void(const Error &)>;
    /// Takes a disk away from a node: its workers are shown, and let it go, before. `showError`:
    /// where the person is.
    void detach(const NodeRef &node, const QString &disk, const ShowError &showError);
    /// Those on the Nodes page.
    [[nodiscard]] std::vector<NodeRef> selectedNodes() const;
    /// The queued resources of projects.
    [[nodiscard]] models::QueueFeed &queues() { return m_queues; }
    /// How many TPUs projects may have.
    [[nodiscard]] models::QuotaFeed &quotas() { return m_quotas; }
    /// What can be done in projects; the page for projects shows the same.
    [[nodiscard]] models::ProjectAccessFeed &access() { return m_access; }
    /// Null before they were first computed.
    [[nodiscard]] const models::SharedDayPrices &prices() const { return m_prices.prices(); }
    /// The written grants have changed.
    void updatePrices() { m_prices.update(); }

signals:
    /// Something has changed in the cloud.
    void refreshWanted();
    /// Of a project's nodes, as far as this has changed them.
    void disksChanged(const podium::ProjectId &project);
    /// What is charged for a day, in words; empty: nothing that is known.
    void costsChanged(const QString &text);
    /// The same, node by node.
    void pricesChanged(const podium::models::SharedDayPrices &prices);
    /// A request has come to its end, its node stands, or it asks something.
    void requestNews(const podium::lifecycle::NodeRequest &request);

private:
    void connectRequests();
    void showRequests();
    void tellNews(const lifecycle::NodeRequest &request);
    void create(const std::optional<NodeRef> &like);
    void connectDetails();
    void showDisks(const NodeRef &node);
    void changeDisk(
        lifecycle::DiskAction action, const NodeRef &node, const QString &disk,
        const ShowError &showError);
    /// On the Nodes page.
    [[nodiscard]] ShowError showErrorHere();
    void openDiskDialog(
        const lifecycle::DiskRequest &request, const NodeRef &node, const cloud::DiskList &list,
        const ShowError &showError);
    /// On the workers. `session`: see openDiskView(); a child of this until then.
    void workOnDisk(
        disk::Work work, const NodeRef &node, const QString &name, const ShowError &showError,
        const QPointer<disk::DiskSession> &session = {});
    void openAction(
        lifecycle::NodeActionPlan plan, const QString &title = {}, const QString &summary = {});
    void openCleanUp(const ProjectId &project, const lifecycle::ProjectQueue &queue);
    void openCreate(const lifecycle::TpuGrants &grants, const std::optional<NodeRef> &like);

    Services &m_services;
    ui::NodesPage &m_page;
    ActivityFeed &m_feed;
    models::DayPriceFeed m_prices;
    RequestHost m_host;
    lifecycle::RequestService m_requests;
    models::RequestFeed m_requestFeed;
    cloud::DisksClient m_disks;
    cloud::AccessClient m_accessClient;
    models::ProjectAccessFeed m_access;
    models::QuotaFeed m_quotas;
    models::CreateChecks m_checks;
    models::QueueFeed m_queues;
    models::ZoneChecks m_zones;
};

/// Whether an action goes on in a dialog that was opened from here.
[[nodiscard]] bool hasNodeAction(const QWidget &parent);

} // namespace podium::app
