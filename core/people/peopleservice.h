// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/inventory/inventory.h"
#include "core/people/plan/peopleplan.h"
#include "core/people/plan/planning.h"
#include "core/people/plan/revocationproof.h"
#include "core/people/roster/rosterstore.h"
#include "core/people/script/scripttransport.h"
#include "core/run/endpoints.h"
#include "core/run/runspec.h"
#include "core/ssh/route/routingtransport.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

namespace podium::people {

/// What is known of a worker's accounts, and since when.
struct WorkerCheck
{
    std::shared_ptr<const ActualWorker> found; ///< null: never looked at, or recreated since
    QString nodeId;                            ///< of the node that `found` is about
    QDateTime lookedAt;                        ///< when `found` was true
    std::optional<Error> error;                ///< why the last check or change did not succeed
    std::optional<KeyProof> proof;             ///< of the last change that took something away
    bool isLooking = false;
};

/// The one holder of the roster, of what was found on the workers, and of the plan between them.
/// Looking and changing are runs like any other: this gives what to run, and hears of each answer
/// whoever ran it. Lives on the thread that made it; never blocks.
class PeopleService final : public QObject
{
    Q_OBJECT

public:
    struct World
    {
        inventory::Inventory &inventory;
        RosterStore &store;
        ScriptTransport &transport;
        std::shared_ptr<ssh::HostKeyStore> hostKeys; ///< for proofs
        const Clock &clock;
        std::function<run::SshDefaults()> defaults;  ///< with what Podium logs in, now
        ssh::RoutingTransport::RouteOf routeOf = {}; ///< as runs go; null: all are reached directly
    };
    /// All of the world must outlive it.
    explicit PeopleService(World world, QObject *parent = nullptr);
    ~PeopleService() override;

    /// Reads the roster; rosterChanged() where it is another one, or failed() follows, then `done`.
    /// Again to see another Podium's changes.
    void load(Callback<Result<>> done = {});
    [[nodiscard]] bool isLoaded() const;
    [[nodiscard]] const Roster &roster() const;
    /// Changes the stored roster; see RosterStore::change().
    void change(RosterStore::Change change, Callback<Result<Roster>> done);

    /// Workers of nodes that may be reached, in their order.
    [[nodiscard]] std::vector<WorkerRef> workers() const;
    /// Null: not looked at.
    [[nodiscard]] const WorkerCheck *check(const WorkerRef &worker) const;
    /// Workers on which these people (null ones are passed over) are desired now, and that may be
    /// reached.
    [[nodiscard]] std::vector<WorkerRef>
    workersOf(std::initializer_list<const Person *> people) const;
    /// Which accounts should be on each node, as of the last planning.
    [[nodiscard]] const DesiredState &desired() const;
    /// One for each of workers(), in their order.
    [[nodiscard]] const std::vector<WorkerPlan> &plans() const;
    [[nodiscard]] const WorkerPlan *plan(const WorkerRef &worker) const;
    /// All of the last planning: never null, never changed, and to be kept for as long as wished.
    [[nodiscard]] std::shared_ptr<const Planning> planning() const;

    /// Runs that tell what is, and that bring these workers to what is wished. Only workers with
    /// steps are in the latter.
    [[nodiscard]] run::RunSpec inspection(const std::vector<WorkerRef> &workers) const;
    [[nodiscard]] run::RunSpec
    application(const std::vector<WorkerRef> &workers, const IsMeant &isMeant = {}) const;

    /// Looks in the background; `done` when all have answered and plans() says so.
    void inspect(const std::vector<WorkerRef> &workers, Callback<std::vector<WorkerRef>> done = {});
    /// Carries out application() in the background.
    void apply(
        const std::vector<WorkerRef> &workers, Callback<std::vector<WorkerRef>> done = {},
        const IsMeant &isMeant = {});
    [[nodiscard]] bool isBusy() const; ///< something of that is under way
    /// How far those runs are, together.
    struct Work
    {
        int done = 0;            ///< workers that have answered, or could not be asked
        int total = 0;           ///< 0: no run is under way
        bool isChanging = false; ///< one of the runs changes workers
    };
    [[nodiscard]] Work work() const;
    /// plans() does not have all in it yet that is known; planned() follows.
    [[nodiscard]] bool isPlanning() const;

    /// Names in a project's metadata ssh-keys, where they are known: a clash is warned of.
    void setMetadataLogins(const ProjectId &project, const QSet<QString> &logins);
    /// How accounts go whose grant ended, whose person is still on the roster.
    void setOffboarding(const Offboarding &offboarding);

signals:
    void rosterChanged();
    /// plans(), check() or both are others now. While answers keep coming this is told now and
    /// then; all is in the plans that has been asked for when nothing is under way any more:
    /// isBusy().
    void planned();
    /// A worker answered to a change, with what became of it.
    void applied(const podium::people::ScriptReport &report);
    /// sshd of a worker was asked about keys that must be refused.
    void proved(const podium::WorkerRef &worker, const podium::people::KeyProof &proof);
    void failed(const podium::Error &error);

private:
    void onReport(const ScriptReport &report);
    void prove(const ScriptReport &report, const ActualWorker *before);
    void forgetGone();
    void replan();
    [[nodiscard]] PlanningFacts facts() const;
    void handlePlans();
    void runQuietly(run::RunSpec spec, Callback<std::vector<WorkerRef>> done);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::people
