// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantend.h"
#include "core/models/projects/costfeed.h"
#include "core/models/projects/disksfeed.h"
#include "core/models/projects/grantbook.h"

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
    /// Those that are near or past, as often as something changes.
    void grantsEnd(const std::vector<podium::lifecycle::GrantEnd> &ends);
    /// The keys in the metadata of this project are wanted.
    void keysRequested(const podium::ProjectId &project);

private:
    void connectFacts();
    void connectPage();
    void showFacts();

    Services &m_services;
    ui::MainWindow &m_window;
    NodeLifecycle &m_lifecycle;
    ActivityFeed &m_feed;
    models::GrantBook m_grants;
    models::CostFeed m_cost;
    cloud::DisksClient m_diskClient;
    models::DisksFeed m_disks;
    ui::ProjectsPage *m_page;
};

} // namespace podium::app
