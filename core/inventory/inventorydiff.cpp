// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventorydiff.h"

#include <QSet>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace podium::inventory {

namespace {

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

/// Projects answer in any order; that is no change.
void sortByScope(std::vector<ScopeProblem> &problems)
{
    std::stable_sort(
        problems.begin(), problems.end(), [](const ScopeProblem &a, const ScopeProblem &b) {
            return std::tie(a.project, a.zone) < std::tie(b.project, b.zone);
        });
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

/// Which projects a listing says nothing of, though they are there.
class Untold final
{
public:
    explicit Untold(const Listing &listing)
    {
        if (!listing.about) {
            return;
        }
        for (const cloud::Project &project : listing.projects) {
            m_projects.insert(project.id);
        }
        for (const ProjectId &project : *listing.about) {
            m_projects.remove(project);
        }
    }
    [[nodiscard]] bool covers(const ProjectId &project) const
    {
        return m_projects.contains(project);
    }

private:
    QSet<ProjectId> m_projects;
};

/// Nothing could be asked: what is known stays, as it was, marked.
SnapshotUpdate withoutAnswer(const Snapshot &old, Listing &listing)
{
    auto next = std::make_shared<Snapshot>(old);
    next->error = std::move(listing.error);
    next->projectsError.reset(); // it is not the only thing unknown now
    next->keysError.reset();
    next->coverage = {};
    for (NodeEntry &entry : next->nodes) {
        entry.stale = true;
    }
    return {next, {}, false, false};
}

/// Of what the next snapshot says everything. Projects that have not been told yet are as they
/// were at the last look.
Coverage coverageAfter(const Snapshot &old, const Listing &listing, const Untold &untold)
{
    Coverage coverage;
    coverage.setProjects(listing.otherProjects);
    for (const cloud::Project &project : listing.projects) {
        if (untold.covers(project.id)) {
            coverage.inherit(project.id, old.coverage);
        } else {
            coverage.setListed(project.id);
        }
    }
    for (const ScopeProblem &problem : listing.problems) {
        if (problem.zone) {
            coverage.addSilentZone(problem.project, *problem.zone);
        } else {
            coverage.setUnlisted(problem.project);
        }
    }
    return coverage;
}

/// Projects that nobody can say are gone stay.
void keepProjects(const Snapshot &old, Snapshot &next)
{
    if (next.coverage.projects() == Coverage::Projects::All) {
        return;
    }
    const auto less = [](const cloud::Project &a, const cloud::Project &b) { return a.id < b.id; };
    std::vector<cloud::Project> all;
    std::sort(next.projects.begin(), next.projects.end(), less);
    // What is known of a project from before has its name and number.
    std::set_union(
        old.projects.begin(), old.projects.end(), next.projects.begin(), next.projects.end(),
        std::back_inserter(all), less);
    next.projects = std::move(all);
}

/// What became of the nodes that are not listed (any more).
void keepOrMiss(
    const Snapshot &old, const Untold &untold, Snapshot &next, std::vector<Event> &events,
    const QDateTime &now)
{
    std::vector<NodeEntry> kept;
    for (const NodeEntry &entry : old.nodes) {
        if (next.find(entry.node.ref)) {
            continue;
        }
        if (untold.covers(entry.node.ref.project)) {
            kept.push_back(entry);
        } else if (!next.coverage.provesGone(entry.node.ref)) {
            kept.push_back(entry);
            kept.back().stale = true;
        } else {
            events.push_back({EventKind::Gone, entry.node.ref, -1, entry.node.stateText, {}, now});
        }
    }
    next.nodes.insert(next.nodes.end(), kept.begin(), kept.end());
    sortByRef(next.nodes);
}

/// Events of the nodes that are there now; carries over what the new ones do not say.
void compareWithOld(
    const Snapshot &old, Snapshot &next, std::vector<Event> &events, const QDateTime &now)
{
    for (NodeEntry &entry : next.nodes) {
        const NodeEntry *before = old.find(entry.node.ref);
        if (!before) {
            events.push_back(
                {EventKind::Appeared, entry.node.ref, -1, {}, entry.node.stateText, now});
            continue;
        }
        carryHostKeys(before->node, entry.node);
        const auto more = diffNode(before->node, entry.node, now);
        events.insert(events.end(), more.begin(), more.end());
    }
}

void sortByNode(std::vector<Event> &events)
{
    std::stable_sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
        return a.node < b.node;
    });
}

bool looksSame(const Snapshot &a, const Snapshot &b)
{
    return a.projects == b.projects && a.problems == b.problems && a.error == b.error &&
           a.projectsError == b.projectsError && a.keysError == b.keysError &&
           a.coverage == b.coverage &&
           std::equal(
               a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
               [](const NodeEntry &x, const NodeEntry &y) {
                   return x.stale == y.stale && x.node == y.node;
               });
}

/// What another Podium has found since, as it stands.
SnapshotUpdate follow(const Snapshot &old, Snapshot found, const QDateTime &now)
{
    SnapshotUpdate result;
    result.isOfAnother = true;
    // The first look at anything tells no news.
    if (old.asOf.isValid()) {
        compareWithOld(old, found, result.events, now);
        keepOrMiss(old, Untold({}), found, result.events, now);
        sortByNode(result.events);
    }
    result.looksSame = looksSame(old, found);
    result.snapshot = std::make_shared<const Snapshot>(std::move(found));
    return result;
}

} // namespace

QString maintenanceWords(const std::optional<cloud::Maintenance> &maintenance)
{
    if (!maintenance) {
        return {};
    }
    QStringList parts{maintenance->type, maintenance->status};
    for (const QDateTime &time : {maintenance->windowStart, maintenance->windowEnd}) {
        parts << (time.isValid() ? time.toUTC().toString(Qt::ISODate) : QString());
    }
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

bool isSameMachine(const cloud::Node &before, const cloud::Node &after)
{
    if (!before.id.isEmpty() && !after.id.isEmpty()) {
        return before.id == after.id;
    }
    return !before.createTime.isValid() || !after.createTime.isValid() ||
           before.createTime == after.createTime;
}

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
        add(EventKind::Maintenance, maintenanceWords(before.maintenance),
            maintenanceWords(after.maintenance));
    }
    return events;
}

SnapshotUpdate withHostKeys(const Snapshot &old, const cloud::Node &node, const QDateTime &now)
{
    SnapshotUpdate result;
    auto next = std::make_shared<Snapshot>(old);
    const auto entry =
        std::find_if(next->nodes.begin(), next->nodes.end(), [&node](const NodeEntry &each) {
            return each.node.ref == node.ref;
        });
    if (entry == next->nodes.end() || entry->node.id != node.id ||
        entry->node.workers.size() != node.workers.size()) {
        return result;
    }
    const cloud::Node before = entry->node;
    entry->seenAt = now;
    for (std::size_t i = 0; i < node.workers.size(); ++i) {
        if (!node.workers[i].hostKeys.isEmpty()) {
            entry->node.workers[i].hostKeys = node.workers[i].hostKeys;
        }
    }
    // Later than the one before, for who compares by it, but no look at all the nodes.
    next->asOf = old.asOf.addMSecs(1);
    result.events = diffNode(before, entry->node, now);
    result.looksSame = before == entry->node;
    result.snapshot = std::move(next);
    return result;
}

SnapshotUpdate advance(const Snapshot &old, Listing listing, const QDateTime &now)
{
    if (listing.error) {
        return withoutAnswer(old, listing);
    }
    if (listing.whole) {
        return follow(old, std::move(*listing.whole), now);
    }
    SnapshotUpdate result;
    auto next = std::make_shared<Snapshot>();
    const Untold untold(listing);
    next->asOf = now;
    next->coverage = coverageAfter(old, listing, untold);
    next->projects = std::move(listing.projects);
    next->projectsError = std::move(listing.projectsError);
    next->keysError = std::move(listing.keysError);
    keepProjects(old, *next);
    next->problems = std::move(listing.problems);
    keepFirstFailures(old.problems, next->problems, now);
    std::copy_if(
        old.problems.begin(), old.problems.end(), std::back_inserter(next->problems),
        [&untold](const ScopeProblem &problem) { return untold.covers(problem.project); });
    sortByScope(next->problems);
    next->nodes.reserve(std::max(listing.nodes.size(), old.nodes.size()));
    for (cloud::Node &node : listing.nodes) {
        next->nodes.push_back({std::move(node), now, false});
    }
    sortByRef(next->nodes);
    compareWithOld(old, *next, result.events, now);
    keepOrMiss(old, untold, *next, result.events, now);
    sortByNode(result.events);
    result.looksSame = looksSame(old, *next);
    result.snapshot = std::move(next);
    return result;
}

} // namespace podium::inventory
