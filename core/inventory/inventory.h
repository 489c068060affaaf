// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/inventory/snapshot.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace podium::inventory {

/// What a question to the cloud brought, or a part of it: the seam to the cloud clients.
struct Listing
{
    std::vector<cloud::Project> projects; ///< also those this says nothing of (yet)
    /// Whether there are others. As long as nobody says so, there may be.
    Coverage::Projects otherProjects = Coverage::Projects::Unknown;
    std::optional<Error> projectsError; ///< why that is unknown
    std::optional<Error> keysError;     ///< why host keys are missing that could be there
    std::vector<cloud::Node> nodes;     ///< with host keys where they were asked for and read
    std::vector<ScopeProblem> problems; ///< their nodes are missing from `nodes`
    std::optional<Error> error;         ///< nothing at all could be asked
    /// The projects that this speaks of; nothing is said of the others. None: of all.
    std::optional<std::vector<ProjectId>> about;
    /// What another Podium has found, taken as it stands; the rest is empty then.
    std::optional<Snapshot> whole;
};

struct SnapshotUpdate; // inventorydiff.h

/// Why a question is asked.
enum class Urgency {
    Routine,
    Urgent, ///< a person asked, or a connection failed: nothing is put off
};

/// What a NodeSource is asked.
struct Question
{
    SharedSnapshot known; ///< never null; spares calls (host keys of unchanged nodes)
    Urgency urgency = Urgency::Routine;
    /// Gets what is known already, project by project, before the answer, and after it what came
    /// too late for it. May be empty. Called on the asker's thread, never from within list().
    std::function<void(Listing)> progress;
    /// Gets nodes whose host keys another Podium has learnt during the question, as for
    /// Inventory::addHostKeys(); after the answer. May be empty. Called as progress.
    std::function<void(std::vector<cloud::Node>)> keysLearnt{};
};

/// Asks for everything. Implemented by cloud clients, and by fakes in tests.
class NodeSource
{
public:
    virtual ~NodeSource() = default;
    /// One question at a time; the answer always comes, at the latest after the clients'
    /// time-outs, and has what no progress has told yet. It outlives the asker's death.
    virtual void list(const Question &question, Callback<Listing> done) = 0;
};

/// Keeps the last snapshot where the next start finds it. Called on the owner's thread, must
/// not block (implementations hand over to the pool).
class SnapshotStore
{
public:
    virtual ~SnapshotStore() = default;
    virtual void load(Callback<Snapshot> done) = 0; ///< an empty one where there is none
    virtual void save(const SharedSnapshot &snapshot, const std::vector<Event> &events) = 0;
    /// Those that `node`'s workers have, where that machine is kept; nothing else is written, for
    /// what is kept may be newer than all else that the caller knows.
    virtual void saveHostKeys(
        const cloud::Node &node, const QDateTime &askedAt, const std::vector<Event> &events) = 0;
};

/// How far a refresh is.
struct RefreshProgress
{
    int answered = 0; ///< projects that have answered, or failed
    int projects = 0; ///< that are known; 0: none yet
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

    /// Valid until the next change.
    [[nodiscard]] const Snapshot &snapshot() const;
    /// The same, to be kept: for work on other threads.
    [[nodiscard]] SharedSnapshot sharedSnapshot() const;
    [[nodiscard]] bool isRefreshing() const;
    [[nodiscard]] RefreshProgress
    refreshProgress() const; ///< of the refresh under way, or the last

    /// Shows the stored snapshot. Call before the first refresh(): that one then waits for it,
    /// spares the questions that it answers, and is compared with it.
    void loadStored();
    /// Asks the cloud; while one question is under way, a second call adds nothing.
    void refresh(Urgency urgency = Urgency::Routine);
    /// Takes up host keys that the cloud was asked for beside the refreshes, as `node`'s workers
    /// have them, where they are of the machines that are known. `done` gets whether they are, once
    /// they are in the snapshot and on their way into the store.
    void addHostKeys(const cloud::Node &node, const Callback<bool> &done = {});

signals:
    void refreshingChanged(bool refreshing);
    /// After each change of the snapshot (also of its age); events may be empty. Several times
    /// in a refresh whose projects answer one after another.
    void changed(const std::vector<podium::inventory::Event> &events);
    /// After each finished refresh, changed or not.
    void refreshed();

private:
    void handleStored(Snapshot stored);
    void ask();
    void add(Listing listing, bool isLast, bool isLate = false);
    void compareNext();
    void apply(SnapshotUpdate result, bool isLast);
    void keepHostKeys(SnapshotUpdate result, const cloud::Node &node, const Callback<bool> &done);
    void finish();
    void put(SharedSnapshot snapshot);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::inventory
