// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/inventory/snapshot.h"

#include <QObject>

#include <memory>

namespace podium::inventory {

/// What one question to the cloud for all projects brought: the seam to the cloud clients.
struct Listing
{
    std::vector<cloud::Project> projects;
    std::vector<cloud::Node> nodes;     ///< with host keys where they could be read
    std::vector<ScopeProblem> problems; ///< their nodes are missing from `nodes`
    std::optional<Error> error;         ///< nothing at all could be asked
};

struct Advance; // inventorydiff.h

/// Asks for everything. Implemented by cloud clients, and by fakes in tests.
class NodeSource
{
public:
    virtual ~NodeSource() = default;
    /// One question at a time; the answer always comes, at the latest after the clients'
    /// time-outs. `known` lets it spare calls (host keys of unchanged nodes).
    virtual void list(const Snapshot &known, Callback<Listing> done) = 0;
};

/// Keeps the last snapshot where the next start finds it. Called on the owner's thread, must
/// not block (implementations hand over to the pool).
class SnapshotStore
{
public:
    virtual ~SnapshotStore() = default;
    virtual void load(Callback<Snapshot> done) = 0; ///< an empty one where there is none
    virtual void save(const Snapshot &snapshot, const std::vector<Event> &events) = 0;
};

/// The one holder of what nodes there are. Lives on the thread that made it; never blocks.
class Inventory final : public QObject
{
    Q_OBJECT

public:
    /// `store` may be null. All references must outlive it.
    Inventory(
        NodeSource &source, SnapshotStore *store, const Clock &clock, QObject *parent = nullptr);
    ~Inventory() override;

    [[nodiscard]] const Snapshot &snapshot() const;
    [[nodiscard]] bool isRefreshing() const;

    /// Shows the stored snapshot. Call before the first refresh(): that one then waits for it,
    /// spares the questions that it answers, and is compared with it.
    void loadStored();
    /// Asks the cloud; while one question is under way, a second call adds nothing.
    void refresh();

signals:
    void refreshingChanged(bool refreshing);
    /// After each change of the snapshot (also of its age); events may be empty.
    void changed(const std::vector<podium::inventory::Event> &events);
    /// After each finished refresh, changed or not.
    void refreshed();

private:
    void takeStored(const Snapshot &stored);
    void ask();
    void compare(Listing listing);
    void take(Advance result);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::inventory
