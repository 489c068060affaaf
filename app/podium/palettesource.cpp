// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/palettesource.h"

#include "widgets/nodes/nodespage.h"
#include "widgets/recipe/runkinds.h"
#include "widgets/run/page/runpage.h"
#include "widgets/shell/mainwindow.h"

#include <QHash>

#include <utility>

namespace podium::app {

PaletteSource::PaletteSource(
    const inventory::Inventory &inventory, models::SettingsHolder &settings, ui::MainWindow &window,
    ui::NodesPage &nodes, ui::RunPage &runs, ui::RunKinds &kinds)
    : m_inventory(inventory)
    , m_settings(settings)
    , m_window(window)
    , m_nodes(nodes)
    , m_runs(runs)
    , m_kinds(kinds)
{
    m_window.setPaletteSource([this] { return items(); });
    connect(
        &m_inventory, &inventory::Inventory::changed, &m_window, &ui::MainWindow::updatePalette);
}

std::vector<models::PaletteItem> PaletteSource::items()
{
    std::vector<models::PaletteItem> items{
        {tr("Update ssh config"), tr("Action"), {}, [this] { emit configChangeRequested(); }},
        {tr("Run a command"),
         tr("Action"),
         {},
         [this] {
             m_window.showPage(QStringLiteral("run"));
             m_kinds.showCommands();
             m_runs.focusCommand();
         }},
        {tr("Run a recipe"), tr("Action"), {}, [this] {
             m_window.showPage(QStringLiteral("run"));
             m_kinds.showRecipes();
         }}};
    const std::pair<QString, QString> schemes[] = {
        {tr("Theme: follow the desktop"), QStringLiteral("system")},
        {tr("Theme: light"), QStringLiteral("light")},
        {tr("Theme: dark"), QStringLiteral("dark")}};
    for (const auto &[title, scheme] : schemes) {
        items.push_back({title, tr("Action"), {}, [this, value = scheme] {
                             store::Settings settings = m_settings.current();
                             settings.colourScheme = value;
                             m_settings.set(settings);
                         }});
    }
    addNodeItems(items);
    return items;
}

/// Nodes of one name have longer ones here: nobody could tell them apart.
void PaletteSource::addNodeItems(std::vector<models::PaletteItem> &items)
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    QHash<QString, int> counts;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        ++counts[entry.node.ref.name.text()];
    }
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        const NodeRef node = entry.node.ref;
        const bool isUnique = counts.value(node.name.text()) == 1;
        const QString name = isUnique ? node.name.text() : node.text();
        items.push_back({name, tr("Node"), {}, [this, node] {
                             m_window.showPage(QStringLiteral("nodes"));
                             m_nodes.selectNode(node);
                         }});
        items.push_back({tr("Run on %1").arg(name), tr("Action"), {}, [this, node] {
                             emit runRequested({node});
                         }});
        items.push_back({tr("Watch the load of %1").arg(name), tr("Action"), {}, [this, node] {
                             emit loadRequested({node});
                         }});
        items.push_back({tr("Shell on %1").arg(name), tr("Action"), {}, [this, node] {
                             emit shellRequested({node, 0});
                         }});
    }
}

} // namespace podium::app
