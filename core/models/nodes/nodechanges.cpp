// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodechanges.h"

#include <QCoreApplication>

namespace podium::models {

using inventory::EventKind;

namespace {

struct ChangeWords
{
    Q_DECLARE_TR_FUNCTIONS(Nodes)
};

} // namespace

QString changeWord(EventKind kind)
{
    switch (kind) {
    case EventKind::Appeared:
        return ChangeWords::tr("new");
    case EventKind::Gone:
        return ChangeWords::tr("gone");
    case EventKind::Recreated:
        return ChangeWords::tr("recreated");
    case EventKind::StateChanged:
        return ChangeWords::tr("state");
    case EventKind::HealthChanged:
        return ChangeWords::tr("health");
    case EventKind::IpChanged:
        return ChangeWords::tr("IP");
    case EventKind::HostKeyChanged:
        return ChangeWords::tr("host key");
    case EventKind::Maintenance:
        return ChangeWords::tr("maintenance");
    }
    return {};
}

QString projectTitle(const cloud::Project &project)
{
    return project.name.isEmpty() || project.name == project.id.text()
               ? project.id.text()
               : ChangeWords::tr("%1 (%2)").arg(project.name, project.id.text());
}

QString groupText(const std::vector<NodeRow> &rows)
{
    int nodes = 0;
    int workers = 0;
    for (const NodeRow &row : rows) {
        if (const inventory::NodeEntry *entry = row.node()) {
            ++nodes;
            workers += int(entry->node.workers.size());
        }
    }
    if (nodes == 0) {
        return ChangeWords::tr("no nodes");
    }
    return countText(nodes, workers);
}

QString countText(int nodes, int workers)
{
    const QString nodeCount =
        nodes == 1 ? ChangeWords::tr("1 node") : ChangeWords::tr("%1 nodes").arg(nodes);
    const QString workerCount =
        workers == 1 ? ChangeWords::tr("1 worker") : ChangeWords::tr("%1 workers").arg(workers);
    return ChangeWords::tr("%1, %2").arg(nodeCount, workerCount);
}

int alignmentOf(NodeColumn column)
{
    const bool isNumber = column == NodeColumn::Workers || column == NodeColumn::Age ||
                          column == NodeColumn::DayPrice;
    return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

} // namespace podium::models
