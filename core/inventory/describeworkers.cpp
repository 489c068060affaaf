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

/// How often names occur, to tell which ones say enough.
class NameCounts final
{
public:
    explicit NameCounts(const Snapshot &snapshot)
    {
        for (const NodeEntry &entry : snapshot.nodes) {
            ++m_names[entry.node.ref.name.text()];
            ++m_inProject[projectAndName(entry.node.ref)];
        }
    }

    /// The node's name, with as much in front as it takes to be the only one.
    [[nodiscard]] QString unique(const NodeRef &ref) const
    {
        const QString name = escapeGlob(ref.name.text());
        const bool looksLikeSyntax =
            name.startsWith(QLatin1Char('-')) || name.startsWith(QLatin1Char('@'));
        if (m_names.value(ref.name.text()) == 1 && !looksLikeSyntax) {
            return name;
        }
        QString widened = ref.project.text() % QLatin1Char('/');
        if (m_inProject.value(projectAndName(ref)) != 1) {
            widened += ref.zone.text() % QLatin1Char('/');
        }
        return widened + name;
    }

private:
    static QString projectAndName(const NodeRef &ref)
    {
        return ref.project.text() % QLatin1Char('/') % ref.name.text();
    }

    QHash<QString, int> m_names;
    QHash<QString, int> m_inProject;
};

QString describeNode(
    const Snapshot &snapshot, const NameCounts &names, const NodeRef &ref, std::vector<int> indices)
{
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    const NodeEntry *entry = snapshot.find(ref);
    const QString name = names.unique(ref);
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
    const NameCounts names(snapshot);
    QStringList parts;
    for (const NodeRef &ref : order) {
        parts << describeNode(snapshot, names, ref, indices.value(ref));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace podium::inventory
