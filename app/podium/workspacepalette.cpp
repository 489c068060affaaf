// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/workspace.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/run/page/runpage.h"
#include "widgets/shell/mainwindow.h"

#include <QHash>

#include <utility>

// What the palette offers beside the pages.

namespace podium::app {

std::vector<models::PaletteItem> Workspace::paletteItems()
{
    std::vector<models::PaletteItem> items{
        {tr("Update ssh config"), tr("Action"), {}, [this] { showConfigChange(); }},
        {tr("Run a command"), tr("Action"), {}, [this] {
             m_window.showPage(QStringLiteral("run"));
             m_runPage->focusCommand();
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
void Workspace::addNodeItems(std::vector<models::PaletteItem> &items)
{
    const inventory::Snapshot &snapshot = m_services->inventory.snapshot();
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
                             m_nodesPage->selectNode(node);
                         }});
        items.push_back(
            {tr("Run on %1").arg(name), tr("Action"), {}, [this, node] { runOn({node}); }});
        items.push_back({tr("Shell on %1").arg(name), tr("Action"), {}, [this, node] {
                             openShell({node, 0});
                         }});
    }
}

} // namespace podium::app
