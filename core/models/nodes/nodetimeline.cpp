// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodetimeline.h"

#include "core/models/nodes/maintenancetext.h"
#include "core/models/nodes/nodecells.h"
#include "core/models/relativetime.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>

namespace podium::models {

using store::Fact;
using store::FactKind;
using store::NodeHistory;
using store::Span;

namespace {

using Tick = TimelineTick;

struct TimelineWords
{
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

bool holdsAt(const Fact &fact, const QDateTime &time)
{
    return fact.first <= time && (fact.open || time <= fact.last);
}

/// A value counts until the next one of its kind is seen, unless there is none.
QDateTime endOf(const std::vector<Fact> &facts, const Fact &fact, const QDateTime &asOf)
{
    if (fact.open) {
        return asOf;
    }
    QDateTime end = fact.last;
    for (const Fact &other : facts) {
        if (other.kind == fact.kind && other.worker == fact.worker && other.first > fact.first &&
            other.first >= fact.last) {
            return other.first;
        }
    }
    return end;
}

QString valueAt(const std::vector<Fact> &facts, FactKind kind, const QDateTime &time)
{
    const auto at = std::find_if(facts.rbegin(), facts.rend(), [&](const Fact &fact) {
        return fact.kind == kind && holdsAt(fact, time);
    });
    return at != facts.rend() ? at->value : QString();
}

QString spanText(const QDateTime &from, const QDateTime &to)
{
    return TimelineWords::tr("from %1 to %2, %3")
        .arg(fullTimeText(from), fullTimeText(to), ageText(from, to));
}

TimelineBar
barOf(const QDateTime &from, const QDateTime &to, const QString &state, const QString &health)
{
    cloud::Node node;
    node.stateText = state;
    node.state = cloud::nodeStateFromName(state);
    node.healthText = health;
    node.health = cloud::nodeHealthFromName(health);
    const QString word = stateText(node);
    return {from, to, markOf(node), word, TimelineWords::tr("%1 %2").arg(word, spanText(from, to))};
}

/// The states one after another; where the health changes within one, it is cut.
std::vector<TimelineBar> barsOf(const NodeHistory &history)
{
    std::vector<TimelineBar> bars;
    for (const Fact &fact : history.facts) {
        if (fact.kind != FactKind::State) {
            continue;
        }
        const QDateTime end = endOf(history.facts, fact, history.asOf);
        std::set<QDateTime> cuts{fact.first, end};
        for (const Fact &health : history.facts) {
            if (health.kind == FactKind::Health && health.first > fact.first &&
                health.first < end) {
                cuts.insert(health.first);
            }
        }
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
            const QString health = valueAt(history.facts, FactKind::Health, *cut);
            TimelineBar bar = barOf(*cut, *std::next(cut), fact.value, health);
            if (!bars.empty() && bars.back().word == bar.word && bars.back().to == bar.from) {
                bar = barOf(bars.back().from, bar.to, fact.value, health);
                bars.pop_back();
            }
            bars.push_back(std::move(bar));
        }
    }
    return bars;
}

/// The address of the same worker just before `fact`; empty: none.
QString addressBefore(const std::vector<Fact> &facts, const Fact &fact)
{
    QString before;
    for (const Fact &other : facts) {
        if (other.kind == fact.kind && other.worker == fact.worker && other.first < fact.first) {
            before = other.value;
        }
    }
    return before;
}

QString movedText(const std::vector<Fact> &facts, const std::vector<const Fact *> &moved)
{
    if (moved.size() > 1) {
        return TimelineWords::tr(
                   "New external IPs of %1 workers; the same machines, the same host keys.")
            .arg(moved.size());
    }
    const Fact &fact = *moved.front();
    return TimelineWords::tr(
               "External IP of worker %1: %2, before %3; the same machine, the same host key.")
        .arg(QString::number(fact.worker), fact.value, addressBefore(facts, fact));
}

/// Values of one kind that came after the first ones, by the time they came.
std::map<QDateTime, std::vector<const Fact *>>
arrivals(const std::vector<Fact> &facts, FactKind kind)
{
    std::map<QDateTime, std::vector<const Fact *>> byTime;
    for (const Fact &fact : facts) {
        if (fact.kind == kind) {
            byTime[fact.first].push_back(&fact);
        }
    }
    return byTime;
}

std::vector<Tick> ticksOf(const NodeHistory &history)
{
    const std::vector<Fact> &facts = history.facts;
    std::vector<Tick> ticks;
    const auto ids = arrivals(facts, FactKind::Id);
    for (auto id = ids.begin(); id != ids.end(); ++id) {
        if (id != ids.begin()) {
            ticks.push_back(
                {id->first, Tick::Kind::Recreated,
                 TimelineWords::tr("Recreated with the id %1: new machines, new host keys.")
                     .arg(id->second.front()->value)});
        }
    }
    for (auto [time, moved] : arrivals(facts, FactKind::ExternalIp)) {
        std::erase_if(
            moved, [&facts](const Fact *fact) { return addressBefore(facts, *fact).isEmpty(); });
        if (!moved.empty() && !ids.contains(time)) {
            ticks.push_back({time, Tick::Kind::Moved, movedText(facts, moved)});
        }
    }
    for (const auto &[time, announced] : arrivals(facts, FactKind::Maintenance)) {
        ticks.push_back(
            {time, Tick::Kind::Maintenance,
             TimelineWords::tr("Announced: %1.").arg(maintenanceText(announced.front()->value))});
    }
    for (const inventory::Event &event : history.events) {
        if (event.kind == inventory::EventKind::HostKeyChanged) {
            ticks.push_back(
                {event.time, Tick::Kind::HostKey,
                 TimelineWords::tr("Worker %1 shows another host key on the same machine.")
                     .arg(event.worker)});
        }
    }
    std::stable_sort(
        ticks.begin(), ticks.end(), [](const Tick &a, const Tick &b) { return a.time < b.time; });
    return ticks;
}

std::vector<Span>
unseenBetween(const std::vector<Span> &looks, const QDateTime &from, const QDateTime &to)
{
    std::vector<Span> unseen;
    QDateTime seenUntil = from;
    for (const auto &[first, last] : looks) {
        if (last <= from || first >= to) {
            continue;
        }
        if (first > seenUntil) {
            unseen.emplace_back(seenUntil, first);
        }
        seenUntil = std::max(seenUntil, last);
    }
    if (to > seenUntil) {
        unseen.emplace_back(seenUntil, to);
    }
    return unseen;
}

/// What lies within the timeline's own times.
void clip(Timeline &timeline)
{
    std::erase_if(timeline.bars, [&timeline](const TimelineBar &bar) {
        return bar.to <= timeline.from && bar.from < timeline.from;
    });
    for (TimelineBar &bar : timeline.bars) {
        bar.from = std::max(bar.from, timeline.from);
    }
    std::erase_if(
        timeline.ticks, [&timeline](const Tick &tick) { return tick.time < timeline.from; });
}

QString summaryOf(const Timeline &timeline)
{
    const std::size_t states = timeline.bars.size();
    const std::size_t changes = timeline.ticks.size();
    QStringList lines{TimelineWords::tr("%1 and %2 since %3.")
                          .arg(
                              states == 1 ? TimelineWords::tr("1 state")
                                          : TimelineWords::tr("%1 states").arg(states),
                              changes == 1 ? TimelineWords::tr("1 change")
                                           : TimelineWords::tr("%1 changes").arg(changes),
                              fullTimeText(timeline.from))};
    for (const TimelineBar &bar : timeline.bars) {
        lines << bar.text + QLatin1Char('.');
    }
    for (const Tick &tick : timeline.ticks) {
        lines << TimelineWords::tr("%1: %2").arg(fullTimeText(tick.time), tick.text);
    }
    if (!timeline.unseen.empty()) {
        const std::size_t stretches = timeline.unseen.size();
        lines
            << (stretches == 1 ? TimelineWords::tr("Not watched for 1 stretch of this time.")
                               : TimelineWords::tr("Not watched for %1 stretches of this time.")
                                     .arg(stretches));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

Timeline timelineOf(const NodeHistory &history, const QDateTime &now, int days)
{
    Timeline timeline;
    if (history.facts.empty()) {
        return timeline;
    }
    timeline.to = now;
    timeline.from = std::max(history.facts.front().first, now.addDays(-days));
    timeline.bars = barsOf(history);
    timeline.ticks = ticksOf(history);
    clip(timeline);
    timeline.unseen = unseenBetween(history.looks, timeline.from, history.asOf);
    timeline.summary = summaryOf(timeline);
    return timeline;
}

} // namespace podium::models
