// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials/credentials.h"
#include "core/lifecycle/disk/diskrun.h"
#include "core/models/projects/costfeed.h"
#include "core/models/projects/disksfeed.h"
#include "core/models/projects/grantbook.h"
#include "core/models/projects/projectaccessfeed.h"
#include "core/models/projects/projectlistmodel.h"
#include "core/models/projects/queuefeed.h"
#include "core/models/projects/quotafeed.h"

#include <QWidget>

#include <functional>
#include <vector>

class QListView;
class QSplitter;
class QStackedWidget;

namespace podium::ui {

class EmptyState;
class NoticeBar;
class ProjectPanel;

/// Each project with its grants, what it costs, and what can be done in it.
class ProjectsPage final : public QWidget
{
    Q_OBJECT

public:
    /// What it shows and asks by.
    struct Sources
    {
        models::GrantBook &grants;
        models::ProjectAccessFeed &access;
        models::CostFeed &cost;
        models::DisksFeed &disks;
        models::QueueFeed &queues;
        models::QuotaFeed &quotas;
        cloud::DisksClient &diskClient;
        cloud::TpuClient &tpu;
        const Clock &clock;
        /// Those that are selected among the nodes: a new disk is likely for one of them.
        std::function<std::vector<NodeRef>()> selectedNodes = [] { return std::vector<NodeRef>(); };
    };

    /// All of the sources must outlive it.
    explicit ProjectsPage(const Sources &sources, QWidget *parent = nullptr);

    void setFacts(const models::ProjectFacts &facts);
    void setAccount(const cloud::CredentialInfo &info);
    void showProject(const ProjectId &project);
    void showError(const Error &error);
    [[nodiscard]] ProjectPanel &panel() const { return *m_panel; }

signals:
    /// The person wants these deleted, after the plan and its question.
    void deleteRequested(const std::vector<podium::NodeRef> &nodes);
    /// What only holds quota any more is to be deleted, after the plan and its question.
    void cleanUpRequested(const podium::ProjectId &project);
    void keysRequested(const podium::ProjectId &project);
    /// A disk is to be taken away from a node, after its workers have let it go.
    void detachRequested(const podium::NodeRef &node, const QString &disk);
    void noted(const QString &subject, const QString &text);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildLayout();
    void connectParts();
    void connectGrants();
    void connectDisks();
    [[nodiscard]] std::optional<ProjectId> selected() const;
    void showSelected();
    void showAccess();
    void showCost();
    void showDisks();
    void showQuota();
    [[nodiscard]] Zone likelyZone(const ProjectId &project) const;
    void changeDisk(lifecycle::DiskRequest request);
    void addGrant();
    void removeGrant(const QString &name);
    void importGrants();
    void exportGrants();

    Sources m_sources;
    models::ProjectFacts m_facts;
    models::ProjectListModel *m_model = nullptr;
    NoticeBar *m_notice = nullptr;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_empty = nullptr;
    QSplitter *m_split = nullptr;
    QListView *m_list = nullptr;
    ProjectPanel *m_panel = nullptr;
    std::optional<lifecycle::TpuGrant> m_removed; ///< to be put back
};

} // namespace podium::ui
