// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/snapshot.h"

#include <algorithm>

namespace podium::inventory {

const NodeEntry *Snapshot::find(const NodeRef &ref) const
{
    const auto at = std::lower_bound(
        nodes.begin(), nodes.end(), ref,
        [](const NodeEntry &entry, const NodeRef &wanted) { return entry.node.ref < wanted; });
    return at != nodes.end() && at->node.ref == ref ? &*at : nullptr;
}

QString eventKindName(EventKind kind)
{
    switch (kind) {
    case EventKind::Appeared:
        return QStringLiteral("appeared");
    case EventKind::Gone:
        return QStringLiteral("gone");
    case EventKind::Recreated:
        return QStringLiteral("recreated");
    case EventKind::StateChanged:
        return QStringLiteral("state-changed");
    case EventKind::HealthChanged:
        return QStringLiteral("health-changed");
    case EventKind::IpChanged:
        return QStringLiteral("ip-changed");
    case EventKind::HostKeyChanged:
        return QStringLiteral("host-key-changed");
    case EventKind::Maintenance:
        break;
    }
    return QStringLiteral("maintenance");
}

} // namespace podium::inventory
