// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventorydiff.h"

#include <QSet>

#include <algorithm>

namespace podium::inventory {

namespace {

/// Which parts of the cloud did not answer.
class Silence final
{
public:
    explicit Silence(const std::vector<ScopeProblem> &problems)
    {
        for (const ScopeProblem &problem : problems) {
            if (problem.zone) {
                m_zones.insert(problem.project.text() % QLatin1Char('/') % problem.zone->text());
            } else {
                m_projects.insert(problem.project.text());
            }
        }
    }
    [[nodiscard]] bool covers(const NodeRef &ref) const
    {
        return m_projects.contains(ref.project.text()) ||
               m_zones.contains(ref.project.text() % QLatin1Char('/') % ref.zone.text());
    }

private:
    QSet<QString> m_projects;
    QSet<QString> m_zones;
};

/// The address by which a worker is reached: that is the one whose change matters.
QString addressOf(const cloud::Node &node, std::size_t index)
{
    if (index >= node.workers.size()) {
        return {};
    }
    return node.workers[index].externalIp;
}

QString internalAddressOf(const cloud::Node &node, std::size_t index)
{
    return index < node.workers.size() ? node.workers[index].internalIp : QString();
}

QString maintenanceText(const std::optional<cloud::Maintenance> &maintenance)
{
    if (!maintenance) {
        return {};
    }
    QStringList parts{maintenance->type, maintenance->status};
    if (maintenance->windowStart.isValid()) {
        parts << maintenance->windowStart.toUTC().toString(Qt::ISODate);
    }
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

QString healthWord(const cloud::Node &node)
{
    return node.health == cloud::NodeHealth::Unspecified ? QString() : node.healthText;
}

void diffWorkers(
    const cloud::Node &before, const cloud::Node &after, const Event &base,
    std::vector<Event> &events)
{
    const std::size_t count = std::max(before.workers.size(), after.workers.size());
    for (std::size_t i = 0; i < count; ++i) {
        Event event = base;
        event.worker = int(i);
        event.before = addressOf(before, i);
        event.after = addressOf(after, i);
        if (event.before.isEmpty() && event.after.isEmpty()) {
            event.before = internalAddressOf(before, i);
            event.after = internalAddressOf(after, i);
        }
        if (event.before != event.after) {
            event.kind = EventKind::IpChanged;
            events.push_back(event);
        }
        if (i >= before.workers.size() || i >= after.workers.size()) {
            continue;
        }
        const QStringList &oldKeys = before.workers[i].hostKeys;
        const QStringList &newKeys = after.workers[i].hostKeys;
        // Learning keys that were not known is no change.
        if (!oldKeys.isEmpty() && !newKeys.isEmpty() && oldKeys != newKeys) {
            event.kind = EventKind::HostKeyChanged;
            event.before = oldKeys.join(QLatin1Char('\n'));
            event.after = newKeys.join(QLatin1Char('\n'));
            events.push_back(event);
        }
    }
}

/// Keys that were known stay known while the machines are the same and nothing newer is said.
void carryHostKeys(const cloud::Node &before, cloud::Node &after)
{
    if (!isSameMachine(before, after)) {
        return;
    }
    const std::size_t count = std::min(before.workers.size(), after.workers.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (after.workers[i].hostKeys.isEmpty()) {
            after.workers[i].hostKeys = before.workers[i].hostKeys;
        }
        if (after.workers[i].instanceName.isEmpty()) {
            after.workers[i].instanceName = before.workers[i].instanceName;
        }
    }
}

void sortByRef(std::vector<NodeEntry> &nodes)
{
    const auto less = [](const NodeEntry &a, const NodeEntry &b) {
        return a.node.ref < b.node.ref;
    };
    const auto same = [](const NodeEntry &a, const NodeEntry &b) {
        return a.node.ref == b.node.ref;
    };
    std::stable_sort(nodes.begin(), nodes.end(), less);
    // A node may move from one page of a list to the next while it is read: the last one counts.
    const auto kept = std::unique(nodes.rbegin(), nodes.rend(), same);
    nodes.erase(nodes.begin(), kept.base());
}

void keepFirstFailures(
    const std::vector<ScopeProblem> &old, std::vector<ScopeProblem> &problems, const QDateTime &now)
{
    for (ScopeProblem &problem : problems) {
        const auto before = std::find_if(old.begin(), old.end(), [&problem](const ScopeProblem &p) {
            return p.project == problem.project && p.zone == problem.zone;
        });
        problem.since = before != old.end() && before->since.isValid() ? before->since : now;
    }
}

/// Nothing could be asked: what is known stays, as it was, marked.
Advance withoutAnswer(const Snapshot &old, Listing &listing)
{
    Advance result{old, {}};
    result.snapshot.error = std::move(listing.error);
    for (NodeEntry &entry : result.snapshot.nodes) {
        entry.stale = true;
    }
    return result;
}

/// Events of the nodes that are there now; carries over what the new ones do not say.
void compareWithOld(const Snapshot &old, Advance &result, const QDateTime &now)
{
    for (NodeEntry &entry : result.snapshot.nodes) {
        const NodeEntry *before = old.find(entry.node.ref);
        if (!before) {
            result.events.push_back(
                {EventKind::Appeared, entry.node.ref, -1, {}, entry.node.stateText, now});
            continue;
        }
        carryHostKeys(before->node, entry.node);
        const auto events = diffNode(before->node, entry.node, now);
        result.events.insert(result.events.end(), events.begin(), events.end());
    }
}

} // namespace

bool isSameMachine(const cloud::Node &before, const cloud::Node &after)
{
    if (!before.id.isEmpty() && !after.id.isEmpty()) {
        return before.id == after.id;
    }
    return !before.createTime.isValid() || !after.createTime.isValid() ||
           before.createTime == after.createTime;
}

std::vector<Event>
diffNode(const cloud::Node &before, const cloud::Node &after, const QDateTime &now)
{
    std::vector<Event> events;
    Event base;
    base.node = after.ref;
    base.time = now;
    const auto add = [&](EventKind kind, const QString &from, const QString &to) {
        Event event = base;
        event.kind = kind;
        event.before = from;
        event.after = to;
        events.push_back(event);
    };
    if (!isSameMachine(before, after)) {
        // New machines: their addresses and keys are not changes of the old ones'.
        add(EventKind::Recreated, before.id, after.id);
        return events;
    }
    if (before.stateText != after.stateText) {
        add(EventKind::StateChanged, before.stateText, after.stateText);
    }
    if (healthWord(before) != healthWord(after)) {
        add(EventKind::HealthChanged, healthWord(before), healthWord(after));
    }
    diffWorkers(before, after, base, events);
    if (before.maintenance != after.maintenance) {
        add(EventKind::Maintenance, maintenanceText(before.maintenance),
            maintenanceText(after.maintenance));
    }
    return events;
}

Advance advance(const Snapshot &old, Listing listing, const QDateTime &now)
{
    if (listing.error) {
        return withoutAnswer(old, listing);
    }
    Advance result;
    Snapshot &next = result.snapshot;
    next.asOf = now;
    next.projects = std::move(listing.projects);
    next.problems = std::move(listing.problems);
    keepFirstFailures(old.problems, next.problems, now);
    next.nodes.reserve(listing.nodes.size());
    for (cloud::Node &node : listing.nodes) {
        next.nodes.push_back({std::move(node), now, false});
    }
    sortByRef(next.nodes);
    compareWithOld(old, result, now);

    const Silence silence(next.problems);
    std::vector<NodeEntry> kept;
    for (const NodeEntry &entry : old.nodes) {
        if (next.find(entry.node.ref)) {
            continue;
        }
        if (silence.covers(entry.node.ref)) {
            kept.push_back(entry);
            kept.back().stale = true;
        } else {
            result.events.push_back(
                {EventKind::Gone, entry.node.ref, -1, entry.node.stateText, {}, now});
        }
    }
    next.nodes.insert(next.nodes.end(), kept.begin(), kept.end());
    sortByRef(next.nodes);
    std::stable_sort(
        result.events.begin(), result.events.end(),
        [](const Event &a, const Event &b) { return a.node < b.node; });
    return result;
}

} // namespace podium::inventory
