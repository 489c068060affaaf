// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/targets.h"
#include "core/inventory/targetword.h"

#include <QHash>

#include <algorithm>

namespace podium::inventory {

namespace {

/// "0-3,7" for sorted indices.
QString ranges(const std::vector<int> &indices)
{
    QStringList parts;
    for (std::size_t i = 0; i < indices.size();) {
        std::size_t end = i;
        while (end + 1 < indices.size() && indices[end + 1] == indices[end] + 1) {
            ++end;
        }
        QString part = QString::number(indices[i]);
        if (end > i) {
            part += QLatin1Char('-') % QString::number(indices[end]);
        }
        parts << part;
        i = end + 1;
    }
    return parts.join(QLatin1Char(','));
}

/// The node's name, with as much in front as it takes to be the only one.
QString uniqueName(const Snapshot &snapshot, const NodeRef &ref)
{
    int sameName = 0;
    int sameProject = 0;
    for (const NodeEntry &entry : snapshot.nodes) {
        const NodeRef &other = entry.node.ref;
        if (other != ref && other.name == ref.name) {
            ++sameName;
            sameProject += other.project == ref.project ? 1 : 0;
        }
    }
    const QString name = escapeGlob(ref.name.text());
    const bool looksLikeSyntax =
        name.startsWith(QLatin1Char('-')) || name.startsWith(QLatin1Char('@'));
    if (sameName == 0 && !looksLikeSyntax) {
        return name;
    }
    QString widened = ref.project.text() % QLatin1Char('/');
    if (sameProject > 0) {
        widened += ref.zone.text() % QLatin1Char('/');
    }
    return widened + name;
}

QString describeNode(const Snapshot &snapshot, const NodeRef &ref, std::vector<int> indices)
{
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    QString name = uniqueName(snapshot, ref);
    const NodeEntry *entry = snapshot.find(ref);
    const std::size_t count = entry ? std::max<std::size_t>(1, entry->node.workers.size()) : 0;
    if (indices.size() != count) {
        return name + QLatin1Char(':') + ranges(indices);
    }
    // A colon in the name would be taken for the one before the workers.
    return ref.name.text().contains(QLatin1Char(':')) ? name + QStringLiteral(":all") : name;
}

} // namespace

QString describeWorkers(const Snapshot &snapshot, const std::vector<WorkerRef> &workers)
{
    std::vector<NodeRef> order;
    QHash<NodeRef, std::vector<int>> indices;
    for (const WorkerRef &worker : workers) {
        if (!indices.contains(worker.node)) {
            order.push_back(worker.node);
        }
        indices[worker.node].push_back(worker.index);
    }
    QStringList parts;
    for (const NodeRef &ref : order) {
        parts << describeNode(snapshot, ref, indices.value(ref));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace podium::inventory
