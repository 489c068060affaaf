// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/models/mark.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace podium::models {

/// What the status line says; empty texts are left out.
struct StatusSummary
{
    QString counts;   ///< "3 projects, 11 nodes, 214 workers"
    QString problems; ///< "1 zone unreachable"
    QString news;     ///< "tpu1 was preempted 3 min ago"
    Mark mark = Mark::Unknown;
    QString costs{}; ///< "$270 a day not covered", from who knows the grants
    bool operator==(const StatusSummary &) const = default;
};

/// What the status line tells of after these events: what matters most, of equals the last, for an
/// hour. A preemption that is over is no news any more.
[[nodiscard]] std::optional<inventory::Event> newsAfter(
    std::optional<inventory::Event> before, const std::vector<inventory::Event> &events,
    const QDateTime &now);

/// `news`: as newsAfter() gives it.
[[nodiscard]] StatusSummary statusSummary(
    const inventory::Snapshot &snapshot, const std::optional<inventory::Event> &news,
    const QDateTime &now);

/// How fresh the list is: "updated 12 s ago", "as of 3 h ago".
[[nodiscard]] QString freshnessText(const inventory::Snapshot &snapshot, const QDateTime &now);

} // namespace podium::models
