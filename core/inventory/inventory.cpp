// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventory.h"

#include "core/base/jobs.h"
#include "core/base/log.h"
#include "core/inventory/inventorydiff.h"

#include <spdlog/spdlog.h>

namespace podium::inventory {

struct Inventory::Private
{
    NodeSource &source;
    SnapshotStore *store;
    const Clock &clock;
    Snapshot snapshot;
    bool refreshing = false;
    bool loading = false;
    bool askAfterLoading = false; ///< a refresh waits for the stored snapshot
};

Inventory::Inventory(NodeSource &source, SnapshotStore *store, const Clock &clock, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(Private{source, store, clock, {}, false, false, false}))
{
    qRegisterMetaType<std::vector<Event>>("std::vector<podium::inventory::Event>");
}

Inventory::~Inventory() = default;

const Snapshot &Inventory::snapshot() const
{
    return d->snapshot;
}

bool Inventory::isRefreshing() const
{
    return d->refreshing;
}

void Inventory::loadStored()
{
    if (!d->store || d->refreshing) {
        return;
    }
    d->loading = true;
    d->store->load({this, [this](const Snapshot &stored) { takeStored(stored); }});
}

void Inventory::takeStored(const Snapshot &stored)
{
    d->loading = false;
    if (!d->snapshot.asOf.isValid() && stored.asOf.isValid()) {
        const auto error = d->snapshot.error;
        d->snapshot = stored;
        d->snapshot.error = error;
        emit changed({});
    }
    if (std::exchange(d->askAfterLoading, false)) {
        ask();
    }
}

void Inventory::refresh()
{
    if (d->refreshing) {
        return;
    }
    d->refreshing = true;
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
    d->source.list(d->snapshot, {this, [this](Listing listing) { compare(std::move(listing)); }});
}

void Inventory::compare(Listing listing)
{
    // Ten thousand nodes take a while to compare: not on this thread.
    runJob(
        this,
        [old = d->snapshot, listing = std::move(listing), now = d->clock.now()]() mutable {
            return advance(old, std::move(listing), now);
        },
        [this](Advance result) { take(std::move(result)); });
}

void Inventory::take(Advance result)
{
    d->snapshot = std::move(result.snapshot);
    d->refreshing = false;
    if (d->snapshot.error) {
        logger("inventory")->warn("{}", d->snapshot.error->text().toStdString());
    } else {
        logger("inventory")
            ->info(
                "{} nodes in {} projects, {} changes, {} problems", d->snapshot.nodes.size(),
                d->snapshot.projects.size(), result.events.size(), d->snapshot.problems.size());
    }
    if (d->store && !d->snapshot.error) {
        d->store->save(d->snapshot, result.events);
    }
    emit refreshingChanged(false);
    emit changed(result.events);
    emit refreshed();
}

} // namespace podium::inventory
