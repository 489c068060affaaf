// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/models/mark.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace podium::models {

/// What the status line says; empty texts are left out.
struct StatusSummary
{
    QString counts;   ///< "3 projects, 11 nodes, 214 workers"
    QString problems; ///< "1 zone unreachable"
    QString news;     ///< "IP of tpu1 changed 3 min ago"
    Mark mark = Mark::Unknown;
    bool operator==(const StatusSummary &) const = default;
};

/// `lastAddressChange`: the newest change of an external IP that is not in the ssh config yet.
[[nodiscard]] StatusSummary statusSummary(
    const inventory::Snapshot &snapshot, const std::optional<inventory::Event> &lastAddressChange,
    const QDateTime &now);

/// How fresh the list is: "updated 12 s ago", "as of 3 h ago".
[[nodiscard]] QString freshnessText(const inventory::Snapshot &snapshot, const QDateTime &now);

} // namespace podium::models
