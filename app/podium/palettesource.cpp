// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/palettesource.h"

#include "app/podium/peoplecontroller.h"
#include "core/models/run/pastrunsmodel.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/people/peoplepage.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/page/runpage.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/sshconfig/sshpage.h"

#include <QHash>

#include <algorithm>
#include <utility>

namespace podium::app {

PaletteSource::PaletteSource(
    const inventory::Inventory &inventory, models::SettingsHolder &settings, const Pages &pages)
    : m_inventory(inventory)
    , m_settings(settings)
    , m_window(pages.window)
    , m_nodes(pages.nodes)
    , m_runs(pages.runs)
    , m_kinds(pages.kinds)
    , m_ssh(pages.ssh)
    , m_people(pages.people)
    , m_pastRuns(pages.pastRuns)
{
    m_window.setPaletteSource([this] { return items(); });
    connect(
        &m_inventory, &inventory::Inventory::changed, &m_window, &ui::MainWindow::updatePalette);
}

std::vector<models::PaletteItem> PaletteSource::items()
{
    std::vector<models::PaletteItem> items{
        {tr("Update ssh config"), tr("Action"), {}, [this] { emit configChangeRequested(); }},
        {tr("Run a command"), tr("Action"), {}, [this] {
             m_window.showPage(QStringLiteral("run"));
             m_kinds.showCommands();
             m_runs.focusCommand();
         }}};
    using Kind = ui::RunKinds::Kind;
    const std::pair<QString, Kind> kinds[] = {
        {tr("Run a project's scripts"), Kind::Scripts},
        {tr("Run a recipe"), Kind::Recipes},
        {tr("Copy files to workers"), Kind::Copies},
        {tr("Fetch files from workers"), Kind::Fetches}};
    for (const auto &[title, kind] : kinds) {
        items.push_back({title, tr("Action"), {}, [this, shown = kind] {
                             m_window.showPage(QStringLiteral("run"));
                             m_kinds.showKind(shown);
                         }});
    }
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
    addWork(items);
    addPeople(items);
    addPastRuns(items);
    addNodeItems(items);
    return items;
}

void PaletteSource::addWork(std::vector<models::PaletteItem> &items)
{
    if (m_runs.runningCount() > 0) {
        if (m_kinds.showsPanes()) { // below a recipe or a copy it is not what is on top
            items.push_back({tr("Stop the run on top"), tr("Action"), tr("Ctrl+."), [this] {
                                 m_window.showPage(QStringLiteral("run"));
                                 m_runs.stopRun();
                             }});
        }
        items.push_back({tr("Stop all runs"), tr("Action"), {}, [this] {
                             m_window.showPage(QStringLiteral("run"));
                             m_runs.stopAll();
                         }});
    }
    items.push_back({tr("Background runs"), tr("Action"), {}, [this] {
                         m_window.showPage(QStringLiteral("run"));
                         m_kinds.showCommands();
                         m_runs.findDetachedRuns({});
                     }});
    items.push_back({tr("Check ssh config"), tr("Action"), {}, [this] {
                         m_window.showPage(QStringLiteral("ssh"));
                         m_ssh.checkAliases();
                     }});
    items.push_back({tr("Check who may log in on the workers"), tr("Action"), {}, [this] {
                         m_window.showPage(QStringLiteral("people"));
                         m_people.page().checkWorkers();
                     }});
    items.push_back({tr("Add a person"), tr("Action"), {}, [this] {
                         m_window.showPage(QStringLiteral("people"));
                         m_people.page().startAdding();
                     }});
}

void PaletteSource::addPeople(std::vector<models::PaletteItem> &items)
{
    for (const people::Person &person : m_people.service().roster().people) {
        const QString login = person.login.text();
        items.push_back(
            {person.fullName.isEmpty() ? login
                                       : QString(login + QStringLiteral(" · ") + person.fullName),
             tr("Person"),
             {},
             [this, login] { m_people.showPerson(login); }});
    }
}

/// The last few of the runs that there were.
void PaletteSource::addPastRuns(std::vector<models::PaletteItem> &items)
{
    constexpr int Most = 20;
    const auto show = [this](const QString &id) {
        m_window.showPage(QStringLiteral("run"));
        m_kinds.showCommands();
        m_runs.showPastRun(id);
    };
    items.push_back({tr("Past runs"), tr("Action"), {}, [show] { show({}); }});
    for (int row = 0; row < std::min(Most, m_pastRuns.rowCount()); ++row) {
        const store::PastRun &run = m_pastRuns.at(row);
        items.push_back(
            {tr("%1 on %2").arg(models::pastRunTitle(run), models::pastRunPlaces(run)),
             tr("Past run"),
             {},
             [show, id = run.id] { show(id); }});
    }
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
                             m_nodes.showNode(node);
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
