// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace podium::store {

/// What an entry of the Activity page is about.
enum class ActivityKind { Inventory, Run, ConfigWrite, Error, Note };

/// A stable word for scripts and the database: "inventory", "run", "config-write", "error", "note".
[[nodiscard]] QString activityKindName(ActivityKind kind);
[[nodiscard]] std::optional<ActivityKind> activityKindFromName(const QString &name);

/// One thing that happened. Texts are plain and may hold hostile characters.
struct ActivityEntry
{
    QDateTime time; ///< UTC
    ActivityKind kind = ActivityKind::Note;
    QString subject; ///< PROJECT/ZONE/NODE, a file, a project …
    QString text;    ///< one sentence
    QString detail;  ///< more, maybe several lines; may be empty
    bool operator==(const ActivityEntry &) const = default;
};

/// The entry that a person reads about a change of the inventory, e.g.
/// "Worker 3 has a new external IP: 34.1.2.3, before 34.5.6.7."
[[nodiscard]] ActivityEntry activityOf(const inventory::Event &event);

} // namespace podium::store
