// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QStringList>

namespace podium::tests {

inline NodeRef ref(const QString &text)
{
    return WorkerRef::parse(text + QStringLiteral(":0"))->node;
}

/// A ready node with an id and addresses that follow from `seed`.
inline cloud::Node node(const QString &path, int workers = 1, int seed = 1)
{
    cloud::Node made;
    made.ref = ref(path);
    made.id = QString::number(9000 + seed);
    made.stateText = QStringLiteral("READY");
    made.state = cloud::NodeState::Ready;
    made.healthText = QStringLiteral("HEALTHY");
    made.health = cloud::NodeHealth::Healthy;
    made.acceleratorType = QStringLiteral("v4-8");
    for (int i = 0; i < workers; ++i) {
        made.workers.push_back(
            {QStringLiteral("10.0.%1.%2").arg(seed).arg(i),
             QStringLiteral("34.0.%1.%2").arg(seed).arg(i),
             {}});
    }
    return made;
}

inline void setState(cloud::Node &node, const QString &state)
{
    node.stateText = state;
    node.state = cloud::nodeStateFromName(state);
}

inline QDateTime minute(int n)
{
    return QDateTime({2026, 3, 4}, {10, 0}, Qt::UTC).addSecs(60 * n);
}

/// A snapshot of these nodes, which must be given in order.
inline inventory::Snapshot snapshotOf(const std::vector<cloud::Node> &nodes)
{
    inventory::Snapshot snapshot;
    snapshot.asOf = minute(0);
    for (const cloud::Node &n : nodes) {
        snapshot.nodes.push_back({n, minute(0), false});
    }
    std::sort(snapshot.nodes.begin(), snapshot.nodes.end(), [](const auto &a, const auto &b) {
        return a.node.ref < b.node.ref;
    });
    return snapshot;
}

} // namespace podium::tests
