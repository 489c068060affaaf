// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/disk/diskplan.h"
#include "tests/fakes/nodes.h"

#include <memory>

namespace podium::tests {

/// The disk "data" is to be attached to any node of this one's zone.
inline lifecycle::DiskRequest attachOfData(const NodeSketch &node)
{
    lifecycle::DiskRequest request;
    request.action = lifecycle::DiskAction::Attach;
    request.project = refOf(node).project;
    request.zone = refOf(node).zone;
    request.disk = QStringLiteral("data");
    return request;
}

/// It is there, attached to nothing, and the node is the only one.
inline lifecycle::DiskFacts factsForAttach(const NodeSketch &node)
{
    const lifecycle::DiskRequest request = attachOfData(node);
    lifecycle::DiskFacts facts;
    facts.disks = {
        {request.project,
         request.zone,
         request.disk,
         QStringLiteral("pd-balanced"),
         200,
         QStringLiteral("READY"),
         {}}};
    facts.standing = std::make_shared<const inventory::Snapshot>(snapshotOf({node}));
    return facts;
}

} // namespace podium::tests
