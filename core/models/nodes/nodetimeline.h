// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/store/history.h"

#include <QDateTime>
#include <QString>

#include <vector>

namespace podium::models {

/// A stretch in which a node was in one state. All texts are plain.
struct TimelineBar
{
    QDateTime from;
    QDateTime to;
    Mark mark = Mark::Unknown;
    QString word; ///< "READY", "READY · UNHEALTHY_MAINTENANCE"
    QString text; ///< a whole sentence, for tooltips and screen readers
    bool operator==(const TimelineBar &) const = default;
};

/// Something that happened to it at one time.
struct TimelineTick
{
    enum class Kind { Moved, Recreated, HostKey, Maintenance };
    QDateTime time;
    Kind kind = Kind::Moved;
    QString text;
    bool operator==(const TimelineTick &) const = default;
};

/// What is known of a node between two times, ready to be drawn.
struct Timeline
{
    QDateTime from;
    QDateTime to;
    std::vector<TimelineBar> bars;   ///< by time
    std::vector<TimelineTick> ticks; ///< by time
    std::vector<store::Span> unseen; ///< nobody looked: what the bars say there is a guess
    QString summary;                 ///< in a few sentences, for screen readers
    bool operator==(const Timeline &) const = default;
    [[nodiscard]] bool isEmpty() const { return bars.empty() && ticks.empty(); }
};

/// The timeline of the last `days` days before `now`; no earlier than the node was first seen.
/// Pure.
[[nodiscard]] Timeline
timelineOf(const store::NodeHistory &history, const QDateTime &now, int days);

} // namespace podium::models
