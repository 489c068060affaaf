// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/store/database.h"

#include <memory>

namespace podium::store {

/// Keeps the last snapshot, and every event, in the database. An older snapshot never replaces a
/// newer one of another process, and an event that two processes saw is kept once.
class SqliteSnapshotStore final : public inventory::SnapshotStore
{
public:
    /// The queue must outlive this.
    explicit SqliteSnapshotStore(DatabaseQueue &queue);

    void load(Callback<inventory::Snapshot> done) override;
    void save(
        const inventory::SharedSnapshot &snapshot,
        const std::vector<inventory::Event> &events) override;
    void saveHostKeys(
        const cloud::Node &node, const QDateTime &askedAt,
        const std::vector<inventory::Event> &events) override;

private:
    struct Written;

    DatabaseQueue &m_queue;
    std::shared_ptr<Written> m_written;
};

} // namespace podium::store
