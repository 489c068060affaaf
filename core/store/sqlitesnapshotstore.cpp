// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlitesnapshotstore.h"

#include "core/base/log.h"
#include "core/store/eventrows.h"
#include "core/store/noderows.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace podium::store {

namespace {

using inventory::NodeEntry;
using inventory::Snapshot;

/// Nothing but the time differs, so no row needs to be written anew.
bool isSameContent(const Snapshot &a, const Snapshot &b)
{
    return a.projects == b.projects &&
           std::equal(
               a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
               [](const NodeEntry &x, const NodeEntry &y) {
                   return x.stale == y.stale && x.node == y.node;
               });
}

} // namespace

/// What this process wrote last; touched on the queue's thread only.
struct SqliteSnapshotStore::Written
{
    Snapshot snapshot;
};

SqliteSnapshotStore::SqliteSnapshotStore(DatabaseQueue &queue)
    : m_queue(queue)
    , m_written(std::make_shared<Written>())
{}

void SqliteSnapshotStore::load(Callback<Snapshot> done)
{
    // Whatever is wrong with the database, the answer comes: the inventory waits for it.
    m_queue.post([done = std::move(done)](const Result<Database *> &database) {
        const auto snapshot = database ? readSnapshot(**database) : failure(database.error());
        if (!snapshot) {
            logger("store")->error("{}", snapshot.error().text().toStdString());
        }
        done(snapshot.value_or(Snapshot{}));
    });
}

void SqliteSnapshotStore::save(
    const Snapshot &snapshot, const std::vector<inventory::Event> &events)
{
    m_queue.run<void>(
        [snapshot, events, written = m_written](Database &database) -> Result<> {
            const auto done = database.transaction([&]() -> Result<> {
                if (auto kept = insertEvents(database, events); !kept) {
                    return kept;
                }
                const auto stored = storedAsOf(database);
                if (!stored) {
                    return failure(stored.error());
                }
                if (stored->isValid() && *stored > snapshot.asOf) {
                    return {}; // another process has looked since
                }
                return stored->isValid() && isSameContent(written->snapshot, snapshot)
                           ? writeAsOf(database, snapshot.asOf)
                           : writeSnapshot(database, snapshot);
            });
            if (done) {
                written->snapshot = snapshot;
            } else {
                logger("store")->error("{}", done.error().text().toStdString());
            }
            return done;
        },
        {});
}

} // namespace podium::store
