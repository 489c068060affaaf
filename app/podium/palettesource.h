// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/models/palettemodel.h"
#include "core/models/settingsholder.h"

#include <QObject>

#include <vector>

namespace podium::models {
class PastRunsModel;
}

namespace podium::ui {
class MainWindow;
class NodesPage;
class RunKinds;
class RunPage;
class SshPage;
} // namespace podium::ui

namespace podium::app {

class PeopleController;

/// What the palette of the window offers beside its pages: actions, themes, nodes and people.
class PaletteSource final : public QObject
{
    Q_OBJECT

public:
    /// Where its items lead.
    struct Pages
    {
        ui::MainWindow &window;
        ui::NodesPage &nodes;
        ui::RunPage &runs;
        ui::RunKinds &kinds;
        ui::SshPage &ssh;
        PeopleController &people;
        const models::PastRunsModel &pastRuns;
    };
    /// All must outlive it; the window asks it from now on.
    PaletteSource(
        const inventory::Inventory &inventory, models::SettingsHolder &settings,
        const Pages &pages);

signals:
    void configChangeRequested();
    void loadRequested(const std::vector<podium::NodeRef> &nodes);
    void runRequested(const std::vector<podium::NodeRef> &nodes);
    void shellRequested(const podium::WorkerRef &worker);

private:
    [[nodiscard]] std::vector<models::PaletteItem> items();
    void addWork(std::vector<models::PaletteItem> &items);
    void addPeople(std::vector<models::PaletteItem> &items);
    void addPastRuns(std::vector<models::PaletteItem> &items);
    void addNodeItems(std::vector<models::PaletteItem> &items);

    const inventory::Inventory &m_inventory;
    models::SettingsHolder &m_settings;
    ui::MainWindow &m_window;
    ui::NodesPage &m_nodes;
    ui::RunPage &m_runs;
    ui::RunKinds &m_kinds;
    ui::SshPage &m_ssh;
    PeopleController &m_people;
    const models::PastRunsModel &m_pastRuns;
};

} // namespace podium::app
