// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/activity.h"
#include "core/store/eventactivity.h"
#include "tests/fakes/nodes.h"

#include <QString>

#include <vector>

namespace podium::tests {

using models::ActivityEntry;
using models::ActivityKind;
using models::ActivityPart;
using models::Outcome;

inline inventory::Event
happened(inventory::EventKind kind, int secondsAgo, const QString &node = "tpu1")
{
    return {
        .kind = kind,
        .node = refOf({.name = node}),
        .worker = kind == inventory::EventKind::IpChanged ? 2 : -1,
        .before = "READY",
        .after = "PREEMPTED",
        .time = sketchTime().addSecs(-secondsAgo)};
}

inline ActivityEntry one(inventory::EventKind kind, int secondsAgo, const QString &node = "tpu1")
{
    return store::activityOf({happened(kind, secondsAgo, node)}).front();
}

/// Of people, on the workers of a node; every other part is about ada, the others about bob.
inline ActivityEntry action(const QString &id, int parts, int secondsAgo)
{
    ActivityEntry entry{
        sketchTime().addSecs(-secondsAgo), ActivityKind::People, "pod", "Applied.", {}};
    entry.action = id;
    std::vector<ActivityPart> all;
    for (int i = 0; i < parts; ++i) {
        all.push_back(
            {refOf({.name = "pod"}), i, i % 2 ? "ada" : "bob", QString("part %1").arg(i),
             Outcome::Good});
    }
    entry.setParts(all);
    return entry;
}

} // namespace podium::tests
