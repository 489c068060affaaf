// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/eventactivity.h"

#include "core/inventory/eventtexts.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace podium::store {

namespace {

using inventory::Event;
using inventory::EventKind;

struct EventActivityWords
{
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

/// What happened to one node at one time; what matters most first.
using OfNode = std::vector<Event>;

ActivityKind kindOf(EventKind kind)
{
    switch (kind) {
    case EventKind::Appeared:
    case EventKind::Gone:
    case EventKind::Recreated:
        return ActivityKind::Node;
    case EventKind::StateChanged:
    case EventKind::HealthChanged:
        return ActivityKind::State;
    case EventKind::IpChanged:
        return ActivityKind::Address;
    case EventKind::HostKeyChanged:
        return ActivityKind::HostKey;
    case EventKind::Maintenance:
        break;
    }
    return ActivityKind::Maintenance;
}

Outcome outcomeOfState(const QString &state)
{
    switch (cloud::nodeStateFromName(state)) {
    case cloud::NodeState::Ready:
        return Outcome::Good;
    case cloud::NodeState::Preempted:
    case cloud::NodeState::Terminated:
        return Outcome::Bad;
    case cloud::NodeState::Stopped:
        return Outcome::Off;
    default:
        return Outcome::Busy;
    }
}

Outcome outcomeOf(const Event &event)
{
    switch (event.kind) {
    case EventKind::Appeared: // in whatever state it is
    case EventKind::StateChanged:
        return outcomeOfState(event.after);
    case EventKind::Gone:
        return Outcome::Off;
    case EventKind::HealthChanged:
        return event.after == QLatin1String("HEALTHY") ? Outcome::Good : Outcome::Warning;
    default:
        return Outcome::Warning;
    }
}

ActivityPart partOf(const Event &event)
{
    return {event.node, event.worker, {}, inventory::eventSentence(event), outcomeOf(event)};
}

std::vector<ActivityPart> partsOf(const OfNode &events)
{
    std::vector<ActivityPart> parts;
    parts.reserve(events.size());
    for (const Event &event : events) {
        parts.push_back(partOf(event));
    }
    return parts;
}

int sameKind(const OfNode &events)
{
    return int(std::count_if(events.begin(), events.end(), [&events](const Event &event) {
        return event.kind == events.front().kind;
    }));
}

ActivityEntry entryOfNode(const OfNode &events)
{
    const Event &first = events.front();
    const int same = sameKind(events);
    ActivityEntry entry;
    entry.time = first.time;
    entry.kind = kindOf(first.kind);
    entry.outcome = outcomeOf(first);
    entry.node = first.node;
    entry.subject = first.node.name.text();
    entry.text = same == 1 ? inventory::eventSentence(first)
                           : EventActivityWords::tr("%1, %2 workers.")
                                 .arg(inventory::eventHeadline(first, same))
                                 .arg(same);
    entry.detail = inventory::eventDetail(first);
    if (events.size() > 1) {
        entry.setParts(partsOf(events));
    } else {
        entry.worker = first.worker;
    }
    return entry;
}

ActivityEntry entryOfMany(const std::vector<const OfNode *> &nodes)
{
    const Event &first = nodes.front()->front();
    std::vector<ActivityPart> parts;
    for (const OfNode *events : nodes) {
        const std::vector<ActivityPart> ofNode = partsOf(*events);
        parts.insert(parts.end(), ofNode.begin(), ofNode.end());
    }
    ActivityEntry entry;
    entry.time = first.time;
    entry.kind = kindOf(first.kind);
    entry.outcome = outcomeOf(first);
    entry.subject = EventActivityWords::tr("%1 and %2 more")
                        .arg(first.node.name.text())
                        .arg(int(nodes.size()) - 1);
    entry.text =
        EventActivityWords::tr("%1.").arg(inventory::manyNodesHeadline(first, int(nodes.size())));
    entry.setParts(std::move(parts));
    return entry;
}

/// The same happened to both: the same kind with the same outcome.
std::tuple<int, int, bool> samenessOf(const OfNode &events)
{
    const Event &first = events.front();
    return {int(first.kind), int(outcomeOf(first)), inventory::isPreemption(first)};
}

/// The same order whether they happen now or come from the database.
void sort(std::vector<OfNode> &nodes)
{
    for (OfNode &events : nodes) {
        std::stable_sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
            return std::tuple(-inventory::eventWeight(a), a.kind, a.worker) <
                   std::tuple(-inventory::eventWeight(b), b.kind, b.worker);
        });
    }
    std::sort(nodes.begin(), nodes.end(), [](const OfNode &a, const OfNode &b) {
        return a.front().node < b.front().node;
    });
}

/// Of one time.
void addEntries(std::vector<ActivityEntry> &entries, std::vector<OfNode> nodes)
{
    sort(nodes);
    std::map<std::tuple<int, int, bool>, std::vector<const OfNode *>> same;
    for (const OfNode &events : nodes) {
        same[samenessOf(events)].push_back(&events);
    }
    for (const OfNode &events : nodes) {
        const auto &alike = same[samenessOf(events)];
        if (int(alike.size()) < ManyNodes) {
            entries.push_back(entryOfNode(events));
        } else if (alike.front() == &events) {
            entries.push_back(entryOfMany(alike));
        }
    }
}

} // namespace

std::vector<ActivityEntry> activityOf(const std::vector<Event> &events)
{
    std::vector<ActivityEntry> entries;
    std::vector<OfNode> nodes;
    QHash<NodeRef, int> placeOf;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event &event = events[i];
        if (i > 0 && event.time != events[i - 1].time) {
            addEntries(entries, std::exchange(nodes, {}));
            placeOf.clear();
        }
        const auto place = placeOf.constFind(event.node);
        if (place == placeOf.constEnd()) {
            placeOf.insert(event.node, int(nodes.size()));
            nodes.push_back({event});
        } else {
            nodes[std::size_t(*place)].push_back(event);
        }
    }
    addEntries(entries, std::move(nodes));
    return entries;
}

} // namespace podium::store
