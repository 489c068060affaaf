// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/peopleservice.h"

#include "core/people/plan/planner.h"
#include "core/people/revocationcheck.h"
#include "core/people/roster/roster.h"
#include "core/people/script/peoplescript.h"
#include "core/run/runengine.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace podium::people {

using namespace std::chrono_literals;

namespace {

/// A worker with a slow disk and many homes; beyond this something hangs.
constexpr auto LongestScript = 10min;

/// Each account that was sent is, whatever became of it.
bool tellsOf(const ScriptAnswer &answer, const QString &login)
{
    return std::any_of(answer.lines.begin(), answer.lines.end(), [&login](const ScriptLine &line) {
        return line.login == login;
    });
}

} // namespace

struct PeopleService::Private
{
    Private(World theWorld, const PeopleService &service)
        : world(std::move(theWorld))
        , check(world.hostKeys, world.routeOf)
        , planner({[&service] { return service.facts(); }, world.defaults, world.clock})
    {}

    World world;
    RevocationCheck check;
    Planner planner;
    Roster roster;
    bool isLoaded = false;
    QHash<WorkerRef, WorkerCheck> looks;
    QHash<ProjectId, QSet<QString>> metadataLogins;
    Offboarding offboarding;
    std::vector<const run::Run *> quietRuns;
    int proofs = 0;
    std::vector<std::function<void()>> waiting; ///< for the next plans
    QTimer nextChange;
};

PeopleService::PeopleService(World world, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(std::move(world), *this))
{
    d->nextChange.setSingleShot(true);
    connect(&d->nextChange, &QTimer::timeout, this, &PeopleService::replan);
    connect(&d->planner, &Planner::planned, this, &PeopleService::handlePlans);
    connect(&d->world.transport, &ScriptTransport::reported, this, &PeopleService::onReport);
    connect(&d->world.inventory, &inventory::Inventory::changed, this, [this] {
        forgetGone();
        replan();
    });
}

PeopleService::~PeopleService() = default;

void PeopleService::load(Callback<Result<>> done)
{
    d->world.store.load(Callback<Result<Roster>>(this, [this, done](const Result<Roster> &roster) {
        if (!roster) {
            emit failed(roster.error());
        } else if (!std::exchange(d->isLoaded, true) || d->roster != *roster) {
            d->roster = *roster;
            emit rosterChanged();
            replan();
        }
        done(roster ? Result<>() : Result<>(failure(roster.error())));
    }));
}

bool PeopleService::isLoaded() const
{
    return d->isLoaded;
}

const Roster &PeopleService::roster() const
{
    return d->roster;
}

void PeopleService::change(RosterStore::Change change, Callback<Result<Roster>> done)
{
    d->world.store.change(
        std::move(change),
        Callback<Result<Roster>>(this, [this, done](const Result<Roster> &roster) {
            if (roster) {
                d->roster = *roster;
                d->isLoaded = true;
                emit rosterChanged();
                replan();
            }
            done(roster);
        }));
}

std::vector<WorkerRef> PeopleService::workers() const
{
    return reachableWorkers(d->world.inventory.snapshot());
}

const WorkerCheck *PeopleService::check(const WorkerRef &worker) const
{
    const auto found = d->looks.constFind(worker);
    return found == d->looks.constEnd() ? nullptr : &*found;
}

std::vector<WorkerRef> PeopleService::workersOf(std::initializer_list<const Person *> people) const
{
    QSet<NodeRef> nodes;
    for (const Person *person : people) {
        if (person) {
            const auto theirs =
                nodesOf(*person, d->world.inventory.snapshot(), d->world.clock.now());
            nodes += QSet<NodeRef>(theirs.begin(), theirs.end());
        }
    }
    std::vector<WorkerRef> theirs = workers();
    std::erase_if(
        theirs, [&nodes](const WorkerRef &worker) { return !nodes.contains(worker.node); });
    return theirs;
}

const DesiredState &PeopleService::desired() const
{
    return d->planner.planning()->desired;
}

const std::vector<WorkerPlan> &PeopleService::plans() const
{
    return d->planner.planning()->plans;
}

const WorkerPlan *PeopleService::plan(const WorkerRef &worker) const
{
    return d->planner.planning()->find(worker);
}

std::shared_ptr<const Planning> PeopleService::planning() const
{
    return d->planner.planning();
}

run::RunSpec PeopleService::inspection(const std::vector<WorkerRef> &workers) const
{
    run::RunSpec spec;
    spec.title = QStringLiteral("Look at accounts");
    spec.workers = workers;
    spec.command = peopleCommand();
    spec.input = inspectInput();
    spec.totalLimit = LongestScript;
    spec.freshLogin = true; // that the script runs is to say that the login works now
    return spec;
}

run::RunSpec
PeopleService::application(const std::vector<WorkerRef> &workers, const IsMeant &isMeant) const
{
    run::RunSpec spec;
    spec.title = QStringLiteral("Apply people");
    spec.command = peopleCommand();
    spec.totalLimit = LongestScript;
    spec.freshLogin = true;
    // Workers that are alike share one input: together it may be a hundred megabytes.
    const WorkerPlan *before = nullptr;
    QByteArray input;
    QByteArray lastData;
    for (const WorkerRef &worker : workers) {
        const WorkerPlan *desired = plan(worker);
        if (!desired || desired->stepCount() == 0) {
            continue;
        }
        if (isMeant || !before || !haveSameData(*before, *desired)) {
            const QByteArray data = desired->data(d->planner.ownKeys(), isMeant);
            if (!before || data != lastData) {
                input = data.isEmpty() ? QByteArray() : applyInput(data);
                lastData = data;
            }
            before = desired;
        }
        if (!input.isEmpty()) {
            spec.workers.push_back(worker);
            spec.inputs.push_back(input);
        }
    }
    return spec;
}

void PeopleService::inspect(
    const std::vector<WorkerRef> &workers, Callback<std::vector<WorkerRef>> done)
{
    for (const WorkerRef &worker : workers) {
        d->looks[worker].isLooking = true;
    }
    runQuietly(inspection(workers), std::move(done));
}

void PeopleService::apply(
    const std::vector<WorkerRef> &workers, Callback<std::vector<WorkerRef>> done,
    const IsMeant &isMeant)
{
    runQuietly(application(workers, isMeant), std::move(done));
}

bool PeopleService::isBusy() const
{
    return !d->quietRuns.empty() || d->proofs > 0 || d->planner.isPlanning();
}

PeopleService::Work PeopleService::work() const
{
    Work work;
    for (const run::Run *run : d->quietRuns) {
        const run::RunSummary &summary = run->state().summary();
        const int total = int(run->state().workers().size());
        work.total += total;
        work.done += total - summary.running - summary.waiting;
        work.isChanging = work.isChanging || !run->spec().inputs.empty();
    }
    return work;
}

bool PeopleService::isPlanning() const
{
    return d->planner.isPlanning();
}

void PeopleService::runQuietly(run::RunSpec spec, Callback<std::vector<WorkerRef>> done)
{
    const std::vector<WorkerRef> workers = spec.workers;
    auto finish = [this, workers, done] {
        d->waiting.emplace_back([workers, done] { done(workers); });
        replan();
    };
    if (workers.empty()) {
        finish();
        return;
    }
    const auto unasked = std::make_shared<QSet<WorkerRef>>();
    auto *run = new run::Run(
        std::move(spec), d->world.transport,
        [this, unasked](const WorkerRef &worker) {
            auto endpoint =
                run::endpointFor(d->world.inventory.snapshot(), worker, d->world.defaults());
            if (endpoint.address.isEmpty()) {
                unasked->insert(worker);
            }
            return endpoint;
        },
        d->world.clock, this);
    connect(run, &run::Run::finished, this, [this, run, finish, unasked] {
        std::erase(d->quietRuns, run);
        for (const run::WorkerState &worker : run->state().workers()) {
            if (unasked->contains(worker.worker)) {
                // It has no address, so the transport never heard of it and no report tells of it.
                WorkerCheck &check = d->looks[worker.worker];
                check.isLooking = false;
                check.error = std::get<ssh::Unreachable>(*worker.ending).error;
            }
        }
        run->deleteLater();
        finish();
    });
    d->quietRuns.push_back(run);
    run->start();
}

void PeopleService::onReport(const ScriptReport &report)
{
    WorkerCheck &check = d->looks[report.worker];
    const std::shared_ptr<const ActualWorker> before = check.found;
    check.isLooking = false;
    check.error = report.answer.error;
    if (report.answer.found) {
        const inventory::NodeEntry *entry = d->world.inventory.snapshot().find(report.worker.node);
        check.found = report.answer.found;
        check.nodeId = entry ? entry->node.id : QString();
        check.lookedAt = d->world.clock.now();
    }
    if (report.answer.isApply) {
        prove(report, before.get());
        if (touchesOurselves(report)) {
            // The second login, which makes the change stay; without one the old keys come back.
            inspect({report.worker});
        }
        emit applied(report);
    }
    replan();
}

void PeopleService::prove(const ScriptReport &report, const ActualWorker *before)
{
    const inventory::Snapshot &snapshot = d->world.inventory.snapshot();
    const auto accounts = d->planner.planning()->desired.value(report.worker.node);
    auto revoked =
        keysToRefuse(d->roster.formerMembers, accounts ? *accounts : DesiredAccounts(), before);
    // What is still planned, and was no part of this run, is taken away by another one.
    const WorkerPlan *planned = plan(report.worker);
    std::erase_if(revoked, [&](const RevokedKeys &keys) {
        const AccountPlan *account = planned ? planned->find(keys.login) : nullptr;
        return account && !account->data.isEmpty() && !tellsOf(report.answer, keys.login);
    });
    if (revoked.empty()) {
        return;
    }
    ++d->proofs;
    d->check.prove(
        {run::endpointFor(snapshot, report.worker, d->world.defaults()), std::move(revoked),
         d->world.clock.now()},
        Callback<KeyProof>(this, [this, worker = report.worker](const KeyProof &proof) {
            --d->proofs;
            const auto check = d->looks.find(worker);
            if (check != d->looks.end()) { // else its node has gone meanwhile
                check->proof = proof;
            }
            emit proved(worker, proof);
            replan();
        }));
}

void PeopleService::forgetGone()
{
    const inventory::Snapshot &snapshot = d->world.inventory.snapshot();
    for (auto check = d->looks.begin(); check != d->looks.end();) {
        const inventory::NodeEntry *entry = snapshot.find(check.key().node);
        const bool isGone = !entry || (check->found && check->nodeId != entry->node.id);
        check = isGone && !check->isLooking ? d->looks.erase(check) : std::next(check);
    }
}

void PeopleService::setMetadataLogins(const ProjectId &project, const QSet<QString> &logins)
{
    if (d->metadataLogins.value(project) != logins) {
        d->metadataLogins.insert(project, logins);
        replan();
    }
}

void PeopleService::setOffboarding(const Offboarding &offboarding)
{
    if (!(d->offboarding == offboarding)) {
        d->offboarding = offboarding;
        replan();
    }
}

PlanningFacts PeopleService::facts() const
{
    PlanningFacts facts;
    facts.roster = d->roster;
    facts.snapshot = d->world.inventory.sharedSnapshot();
    for (auto check = d->looks.begin(); check != d->looks.end(); ++check) {
        facts.found.insert(check.key(), check->found);
    }
    facts.projectLogins = d->metadataLogins;
    facts.offboarding = d->offboarding;
    facts.now = d->world.clock.now();
    return facts;
}

void PeopleService::replan()
{
    d->planner.plan();
}

void PeopleService::handlePlans()
{
    // A grant that begins, a key that ends: nobody need touch anything for that.
    if (const auto next = people::nextChange(d->roster, d->world.clock.now())) {
        const qint64 ms = d->world.clock.now().msecsTo(*next) + 500;
        d->nextChange.start(int(std::clamp<qint64>(ms, 500, 24 * 3600 * 1000)));
    } else {
        d->nextChange.stop();
    }
    std::vector<std::function<void()>> waiting;
    if (!d->planner.isPlanning()) {
        waiting = std::exchange(d->waiting, {});
    }
    emit planned();
    for (const auto &then : waiting) {
        then();
    }
}

} // namespace podium::people
