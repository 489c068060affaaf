// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventory.h"

#include "core/base/jobs.h"
#include "core/base/log.h"
#include "core/inventory/inventorydiff.h"

#include <spdlog/spdlog.h>

#include <QHash>
#include <QSet>

#include <algorithm>
#include <deque>
#include <iterator>

namespace podium::inventory {

namespace {

struct Part
{
    Listing listing;
    bool isLast = false;
    bool isLate = false;                   ///< came after the answer to its question
    std::optional<cloud::Node> hostKeys{}; ///< instead of a listing
    Callback<bool> done{};                 ///< of the host keys
};

template <typename IsMeant>
void leaveOut(Listing &listing, const IsMeant &isMeant)
{
    std::erase_if(
        listing.nodes, [&isMeant](const cloud::Node &node) { return isMeant(node.ref.project); });
    std::erase_if(listing.problems, [&isMeant](const ScopeProblem &problem) {
        return isMeant(problem.project);
    });
}

/// Whether it says no more of the project than why it did not answer.
bool hasFailed(const Listing &listing, const ProjectId &project)
{
    return std::any_of(
        listing.problems.begin(), listing.problems.end(), [&project](const ScopeProblem &problem) {
            return problem.project == project && !problem.zone;
        });
}

/// What comes too late is news of its own projects only: which others there are was asked before
/// they were, and looks since then may know of more.
Listing amongKnownProjects(const Snapshot &old, Listing late)
{
    if (!late.about) {
        return late; // it speaks of all
    }
    const auto isOther = [&old](const ProjectId &project) {
        return std::none_of(
            old.projects.begin(), old.projects.end(),
            [&project](const cloud::Project &known) { return known.id == project; });
    };
    leaveOut(late, isOther);
    late.projects = old.projects;
    late.otherProjects = old.coverage.projects();
    late.projectsError = old.projectsError ? old.projectsError : old.error;
    late.keysError = old.keysError;
    return late;
}

SnapshotUpdate advanceBy(const Snapshot &old, Part part, const QDateTime &now)
{
    if (part.hostKeys) {
        return withHostKeys(old, *part.hostKeys, now);
    }
    Listing listing =
        part.isLate ? amongKnownProjects(old, std::move(part.listing)) : std::move(part.listing);
    return advance(old, std::move(listing), now);
}

} // namespace

struct Inventory::Private
{
    NodeSource &source;
    SnapshotStore *store;
    const Clock &clock;
    SharedSnapshot snapshot = std::make_shared<const Snapshot>();
    Urgency urgency = Urgency::Routine;
    bool refreshing = false;
    bool loading = false;
    bool askAfterLoading = false; ///< a refresh waits for the stored snapshot
    bool comparing = false;
    int question = 0;               ///< the number of the last one
    int answer = 0;                 ///< and of the last one that has its answer
    bool isOwn = true;              ///< what this refresh found is this process's own finding
    std::deque<Part> parts{};       ///< told, and not compared yet
    QSet<ProjectId> answered{};     ///< projects that have in this refresh
    QHash<ProjectId, int> toldBy{}; ///< the number of the last question that found their nodes
    /// Of this refresh: saved together, or found again. Another Podium has saved its own.
    std::vector<Event> events{};

    Listing withoutOld(Listing listing, int number);
};

/// Host keys may come long after the nodes that they are of. Where a later question has found these
/// anew meanwhile, what was found with the first is old; keys that are missing are asked for again.
Listing Inventory::Private::withoutOld(Listing listing, int number)
{
    if (!listing.about) {
        return listing;
    }
    QSet<ProjectId> old;
    for (const ProjectId &project : *listing.about) {
        if (toldBy.value(project) > number) {
            old.insert(project);
        } else if (!hasFailed(listing, project)) {
            toldBy.insert(project, number);
        }
    }
    if (!old.isEmpty()) {
        const auto isOld = [&old](const ProjectId &project) { return old.contains(project); };
        std::erase_if(*listing.about, isOld);
        leaveOut(listing, isOld);
    }
    return listing;
}

Inventory::Inventory(NodeSource &source, SnapshotStore *store, const Clock &clock, QObject *parent)
    : QObject(parent)
    , d(new Private{source, store, clock})
{
    qRegisterMetaType<std::vector<Event>>("std::vector<podium::inventory::Event>");
}

Inventory::~Inventory() = default;

const Snapshot &Inventory::snapshot() const
{
    return *d->snapshot;
}

SharedSnapshot Inventory::sharedSnapshot() const
{
    return d->snapshot;
}

bool Inventory::isRefreshing() const
{
    return d->refreshing;
}

RefreshProgress Inventory::refreshProgress() const
{
    const auto isAnswered = [this](const cloud::Project &project) {
        return d->answered.contains(project.id);
    };
    const auto &projects = d->snapshot->projects;
    return {int(std::count_if(projects.begin(), projects.end(), isAnswered)), int(projects.size())};
}

void Inventory::loadStored()
{
    if (!d->store || d->refreshing) {
        return;
    }
    d->loading = true;
    d->store->load({this, [this](Snapshot stored) { handleStored(std::move(stored)); }});
}

void Inventory::handleStored(Snapshot stored)
{
    d->loading = false;
    if (!d->snapshot->asOf.isValid() && stored.asOf.isValid()) {
        stored.error = d->snapshot->error;
        put(std::make_shared<const Snapshot>(std::move(stored)));
        emit changed({});
    }
    if (std::exchange(d->askAfterLoading, false)) {
        ask();
    }
}

void Inventory::refresh(Urgency urgency)
{
    if (d->refreshing) {
        return;
    }
    d->refreshing = true;
    d->urgency = urgency;
    d->answered.clear();
    emit refreshingChanged(true);
    if (d->loading) {
        // What is stored spares questions, and is what the answer has to be compared with.
        d->askAfterLoading = true;
    } else {
        ask();
    }
}

void Inventory::ask()
{
    Question question{d->snapshot, d->urgency, {}};
    const int number = ++d->question;
    question.progress = [self = QPointer<Inventory>(this), number](Listing listing) {
        if (self) {
            self->add(
                self->d->withoutOld(std::move(listing), number), false, number <= self->d->answer);
        }
    };
    question.keysLearnt = [self =
                               QPointer<Inventory>(this)](const std::vector<cloud::Node> &nodes) {
        for (const cloud::Node &node : nodes) {
            if (self) {
                self->addHostKeys(node);
            }
        }
    };
    d->source.list(question, {this, [this, number](Listing listing) {
                                  d->answer = number;
                                  add(d->withoutOld(std::move(listing), number), true);
                              }});
}

void Inventory::add(Listing listing, bool isLast, bool isLate)
{
    for (const ProjectId &project : listing.about.value_or(std::vector<ProjectId>())) {
        d->answered.insert(project);
    }
    d->parts.push_back({std::move(listing), isLast, isLate});
    compareNext();
}

void Inventory::addHostKeys(const cloud::Node &node, const Callback<bool> &done)
{
    d->parts.push_back({{}, false, false, node, done});
    compareNext();
}

void Inventory::compareNext()
{
    if (d->comparing || d->parts.empty()) {
        return;
    }
    d->comparing = true;
    Part part = std::move(d->parts.front());
    d->parts.pop_front();
    const auto handleResult = [this, isLast = part.isLast, hostKeys = part.hostKeys,
                               done = part.done](SnapshotUpdate result) {
        hostKeys ? keepHostKeys(std::move(result), *hostKeys, done)
                 : apply(std::move(result), isLast);
    };
    // Ten thousand nodes take a while to compare: not on this thread.
    runJob(
        this,
        [old = d->snapshot, part = std::move(part), now = d->clock.now()]() mutable {
            return advanceBy(*old, std::move(part), now);
        },
        handleResult);
}

void Inventory::apply(SnapshotUpdate result, bool isLast)
{
    d->comparing = false;
    d->isOwn = !result.isOfAnother;
    if (!result.isOfAnother) {
        std::copy(result.events.begin(), result.events.end(), std::back_inserter(d->events));
    }
    put(std::move(result.snapshot));
    if (isLast) {
        finish();
    }
    if (isLast || !result.looksSame) {
        emit changed(result.events);
    }
    if (isLast) {
        emit refreshed();
    }
    compareNext();
}

void Inventory::finish()
{
    const std::vector<Event> events = std::exchange(d->events, {});
    d->refreshing = false;
    const Snapshot &snapshot = *d->snapshot;
    if (snapshot.error) {
        logger("inventory")->warn("{}", snapshot.error->text().toStdString());
    } else {
        logger("inventory")
            ->info(
                "{} nodes in {} projects, {} changes, {} problems", snapshot.nodes.size(),
                snapshot.projects.size(), events.size(), snapshot.problems.size());
    }
    if (d->store && d->isOwn && !snapshot.error) {
        d->store->save(d->snapshot, events);
    }
    emit refreshingChanged(false);
}

void Inventory::keepHostKeys(
    SnapshotUpdate result, const cloud::Node &node, const Callback<bool> &done)
{
    d->comparing = false;
    const bool isKnown = result.snapshot != nullptr; // else the machines are gone
    if (isKnown && !result.looksSame) {
        put(std::move(result.snapshot));
        if (d->store) {
            d->store->saveHostKeys(node, d->clock.now(), result.events);
        }
        emit changed(result.events);
    }
    done(isKnown);
    compareNext();
}

void Inventory::put(SharedSnapshot snapshot)
{
    std::swap(d->snapshot, snapshot);
    // Taking ten thousand nodes apart takes a while as well.
    QThreadPool::globalInstance()->start([old = std::move(snapshot)] {});
}

} // namespace podium::inventory
