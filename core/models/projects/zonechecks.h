// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/lifecycle/grantstore.h"
#include "core/models/nodes/createplan.h"
#include "core/models/projects/queuefeed.h"

#include <QObject>

#include <optional>

namespace podium::models {

/// What it means to try requests in other zones, by what is known now. Lives on one thread.
class ZoneChecks final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    ZoneChecks(
        const inventory::Inventory &inventory, const lifecycle::GrantStore &grants,
        QueueFeed &queues, const Clock &clock, QObject *parent = nullptr);

    /// Reads the grants anew, and asks for what is queued in the project.
    void want(const ProjectId &project);
    /// With a problem where the grants are not known.
    [[nodiscard]] ZonesPlan
    plan(const lifecycle::NodeRequest &request, const std::vector<Zone> &zones) const;

signals:
    void changed();

private:
    const inventory::Inventory &m_inventory;
    const lifecycle::GrantStore &m_store;
    QueueFeed &m_queues;
    const Clock &m_clock;
    std::optional<Result<lifecycle::TpuGrants>> m_grants; ///< nothing: they are being read
};

} // namespace podium::models
