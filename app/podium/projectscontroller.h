// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/accessclient.h"
#include "core/models/projects/costfeed.h"
#include "core/models/projects/grantbook.h"
#include "core/models/projects/projectaccessfeed.h"

#include <QObject>

namespace podium::ui {
class MainWindow;
class ProjectsPage;
} // namespace podium::ui

namespace podium::app {

class ActivityFeed;
class NodeLifecycle;
struct Services;

/// All about projects in one window: their page, and what it knows.
class ProjectsController final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it; the page goes with the window.
    ProjectsController(
        Services &services, ui::MainWindow &window, NodeLifecycle &lifecycle, ActivityFeed &feed,
        QObject *parent = nullptr);

    [[nodiscard]] ui::ProjectsPage &page() const { return *m_page; }

signals:
    /// The keys in the metadata of this project are wanted.
    void keysRequested(const podium::ProjectId &project);

private:
    void connectFacts();
    void connectPage();
    void showFacts();

    Services &m_services;
    NodeLifecycle &m_lifecycle;
    ActivityFeed &m_feed;
    cloud::AccessClient m_client;
    models::GrantBook m_grants;
    models::ProjectAccessFeed m_access;
    models::CostFeed m_cost;
    ui::ProjectsPage *m_page;
};

} // namespace podium::app
