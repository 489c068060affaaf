// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/workerlabels.h"

#include <QHash>
#include <QSet>

namespace podium::models {

namespace {

/// Which nodes share a name, and which share project and name.
struct NameUse
{
    QHash<QString, QSet<QString>> projectsOfName;
    QHash<QString, QSet<QString>> zonesOfProjectAndName;

    explicit NameUse(const std::vector<WorkerRef> &workers)
    {
        for (const WorkerRef &worker : workers) {
            const NodeRef &node = worker.node;
            projectsOfName[node.name.text()].insert(node.project.text());
            zonesOfProjectAndName[key(node)].insert(node.zone.text());
        }
    }
    static QString key(const NodeRef &node)
    {
        return node.project.text() + QLatin1Char('/') + node.name.text();
    }
    QString nameOf(const NodeRef &node) const
    {
        if (zonesOfProjectAndName.value(key(node)).size() > 1) {
            return node.text();
        }
        return projectsOfName.value(node.name.text()).size() > 1 ? key(node) : node.name.text();
    }
};

/// The numbers of one node as "0-3,7".
QString rangesText(const std::vector<int> &numbers)
{
    QStringList parts;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) {
            ++last;
        }
        const QString first = QString::number(numbers[i]);
        parts += last == i ? first : first + QLatin1Char('-') + QString::number(numbers[last]);
        i = last + 1;
    }
    return parts.join(QLatin1Char(','));
}

} // namespace

QStringList workerLabels(const std::vector<WorkerRef> &workers)
{
    const NameUse use(workers);
    QHash<NodeRef, QString> names;
    QStringList labels;
    labels.reserve(int(workers.size()));
    for (const WorkerRef &worker : workers) {
        QString &name = names[worker.node];
        if (name.isEmpty()) {
            name = use.nameOf(worker.node);
        }
        labels += name + QLatin1Char(':') + QString::number(worker.index);
    }
    return labels;
}

QString foldedLabel(const QStringList &labels, int limit)
{
    QStringList names; // in the order of their first worker
    QHash<QString, std::vector<int>> numbers;
    for (const QString &label : labels) {
        const int colon = label.lastIndexOf(QLatin1Char(':'));
        const QString name = label.left(colon);
        if (!numbers.contains(name)) {
            names += name;
        }
        numbers[name].push_back(label.mid(colon + 1).toInt());
    }
    QStringList parts;
    for (const QString &name : names) {
        if (parts.size() == limit) {
            parts += QStringLiteral("…");
            break;
        }
        parts += name + QLatin1Char(':') + rangesText(numbers.value(name));
    }
    return parts.join(QLatin1String(", "));
}

} // namespace podium::models
