// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/inventory/snapshot.h"
#include "core/models/mark.h"
#include "core/run/runstate.h"
#include "core/sshconfig/writer/configservice.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace podium::models {

enum class ActivityKind { Node, State, Address, HostKey, Maintenance, Run, ConfigWrite, Error };

/// Something that happened: a line of the Activity page. All texts are plain.
struct ActivityEntry
{
    QDateTime time; ///< UTC
    ActivityKind kind = ActivityKind::Node;
    Mark mark = Mark::Good;
    std::optional<NodeRef> node; ///< where it is about one
    QString subject;             ///< what it is about, for the screen
    QString summary;             ///< one sentence
    QString detail;              ///< possibly several lines, possibly empty
    bool operator==(const ActivityEntry &) const = default;
};

[[nodiscard]] ActivityEntry activityOf(const inventory::Event &event);
[[nodiscard]] ActivityEntry activityOf(const Error &error, const QDateTime &time);
/// `title`: the command as the Run page names it.
[[nodiscard]] ActivityEntry
activityOfRun(const QString &title, const run::RunSummary &summary, const QDateTime &time);
[[nodiscard]] ActivityEntry
activityOfWrite(const sshconfig::WriteReport &report, bool restored, const QDateTime &time);

/// "IP address", "Run" …
[[nodiscard]] QString activityKindText(ActivityKind kind);
/// A stable lower-case word for exports, e.g. "config-write".
[[nodiscard]] QString activityKindName(ActivityKind kind);

} // namespace podium::models
