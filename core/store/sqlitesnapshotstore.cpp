// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlitesnapshotstore.h"

#include "core/base/log.h"
#include "core/inventory/inventorydiff.h"
#include "core/store/eventrows.h"
#include "core/store/facts.h"
#include "core/store/noderows.h"
#include "core/store/retention.h"

#include <spdlog/spdlog.h>

#include <chrono>

namespace podium::store {

using inventory::SharedSnapshot;
using inventory::Snapshot;

namespace {

/// No look takes so long: what is stored of a time so much later was stored before the clock was
/// set back, and would keep out all that is found until it is as late again.
constexpr std::chrono::seconds LongestLook = std::chrono::minutes(20);

bool hasLookedSince(const Snapshot &stored, const Snapshot &next)
{
    return stored.asOf.isValid() && stored.asOf > next.asOf &&
           next.asOf.secsTo(stored.asOf) < LongestLook.count();
}

Result<> write(Database &database, const Snapshot &before, const Snapshot &after)
{
    auto done = recordFacts(database, before, after);
    return done ? writeSnapshot(database, before, after) : done;
}

} // namespace

/// What is stored as far as this process knows; touched on the queue's thread only.
struct SqliteSnapshotStore::Written
{
    SharedSnapshot snapshot;

    /// What is stored, read again where another process has been at it.
    [[nodiscard]] Result<SharedSnapshot> current(Database &database)
    {
        const auto stored = storedAsOf(database);
        if (!stored) {
            return failure(stored.error());
        }
        if (!snapshot || snapshot->asOf != *stored) {
            auto read = readSnapshotRows(database);
            if (!read) {
                return failure(read.error());
            }
            snapshot = std::make_shared<const Snapshot>(std::move(*read));
        }
        return snapshot;
    }
    [[nodiscard]] Result<> save(
        Database &database, const SharedSnapshot &next, const std::vector<inventory::Event> &events)
    {
        if (auto kept = insertEvents(database, events); !kept) {
            return kept;
        }
        const auto before = current(database);
        if (!before) {
            return failure(before.error());
        }
        if (hasLookedSince(**before, *next)) {
            return {}; // another process
        }
        auto done = write(database, **before, *next);
        return done ? recordLook(database, next->asOf) : done;
    }
    /// Into what is stored now, however much later that is than what the asker knows: a run lasts,
    /// and the watch looks meanwhile.
    [[nodiscard]] Result<> saveHostKeys(
        Database &database, const cloud::Node &node, const QDateTime &askedAt,
        const std::vector<inventory::Event> &events)
    {
        if (auto kept = insertEvents(database, events); !kept) {
            return kept;
        }
        const auto before = current(database);
        if (!before) {
            return failure(before.error());
        }
        const auto learnt = inventory::withHostKeys(**before, node, askedAt);
        if (!learnt.snapshot || learnt.looksSame) {
            return {};
        }
        snapshot = learnt.snapshot;
        return write(database, **before, *learnt.snapshot);
    }
};

SqliteSnapshotStore::SqliteSnapshotStore(DatabaseQueue &queue)
    : m_queue(queue)
    , m_written(std::make_shared<Written>())
{}

void SqliteSnapshotStore::load(Callback<Snapshot> done)
{
    // Whatever is wrong with the database, the answer comes: the inventory waits for it.
    m_queue.post([done = std::move(done), written = m_written](const Result<Database *> &database) {
        auto snapshot = database ? readSnapshot(**database) : failure(database.error());
        if (!snapshot) {
            logger("store")->error("{}", snapshot.error().text().toStdString());
            done(Snapshot{});
            return;
        }
        written->snapshot = std::make_shared<const Snapshot>(*snapshot);
        done(std::move(*snapshot));
    });
}

void SqliteSnapshotStore::save(
    const SharedSnapshot &snapshot, const std::vector<inventory::Event> &events)
{
    m_queue.run<void>(
        [snapshot, events, written = m_written](Database &database) -> Result<> {
            auto done =
                database.transaction([&] { return written->save(database, snapshot, events); });
            if (done) {
                written->snapshot = snapshot;
                done = prune(database, snapshot->asOf);
            } else {
                written->snapshot.reset();
            }
            if (!done) {
                logger("store")->error("{}", done.error().text().toStdString());
            }
            return done;
        },
        {});
}

void SqliteSnapshotStore::saveHostKeys(
    const cloud::Node &node, const QDateTime &askedAt, const std::vector<inventory::Event> &events)
{
    m_queue.run<void>(
        [node, askedAt, events, written = m_written](Database &database) -> Result<> {
            auto done = database.transaction(
                [&] { return written->saveHostKeys(database, node, askedAt, events); });
            if (!done) {
                written->snapshot.reset();
                logger("store")->error("{}", done.error().text().toStdString());
            }
            return done;
        },
        {});
}

} // namespace podium::store
