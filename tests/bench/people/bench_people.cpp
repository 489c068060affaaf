// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Looking at 50 people on 64 real workers of podium-sim against `hostname` on the same workers, and
// the plan for 200 people on 1,500 workers. Usage: bench_people [ROUNDS [all|plan|look [MS]]],
// MS: of a round trip to the workers.
#include "app/composition/services.h"
#include "core/people/actual/accountpool.h"
#include "core/people/plan/planning.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "core/run/runengine.h"
#include "tests/core/people/sketch.h"
#include "tests/core/people/workertext.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/simcloud.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Person collaborator(int number)
{
    return person(qPrintable(QStringLiteral("user%1").arg(number)), number);
}

/// A podium-sim with 8 pods of 8 workers, and the services of Podium over it.
class Lab final
{
public:
    [[nodiscard]] bool start(int rttMs)
    {
        QJsonArray nodes;
        for (int i = 0; i < 8; ++i) {
            nodes.append(QJsonObject{
                {"zone", "us-central2-b"},
                {"name", QStringLiteral("pod%1").arg(i)},
                {"acceleratorType", "v4-64"},
                {"workers", 8}});
        }
        const QJsonObject project{{"id", "lab"}, {"nodes", nodes}};
        if (!m_sim.startWith(
                {{"operationMs", 0}, {"projects", QJsonArray{project}}},
                {"--rtt", QString::number(rttMs)})) {
            std::fprintf(stderr, "%s\n", qPrintable(m_sim.error()));
            return false;
        }
        app::ServiceOptions options;
        options.environment = m_sim.environment();
        options.environment.remove("SSH_AUTH_SOCK");
        options.paths = {
            m_home.path(), m_home.filePath("c"), m_home.filePath("d"), m_home.filePath("s")};
        auto services = app::Services::make(options);
        if (!services) {
            return false;
        }
        m_services = std::move(*services);
        m_people = std::make_unique<PeopleService>(m_services->peopleWorld());
        m_services->inventory.refresh();
        return QTest::qWaitFor([this] { return m_people->workers().size() == 64; }, 30000);
    }
    [[nodiscard]] bool add(int people)
    {
        bool isDone = false;
        m_people->change(
            [people](Roster roster) -> Result<Roster> {
                for (int i = 0; i < people; ++i) {
                    auto next = withNewPerson(std::move(roster), collaborator(i));
                    if (!next) {
                        return next;
                    }
                    roster = *std::move(next);
                }
                return roster;
            },
            {m_people.get(),
             [&isDone](const Result<Roster> &roster) { isDone = roster.has_value(); }});
        return QTest::qWaitFor([&isDone] { return isDone; }, 30000);
    }
    [[nodiscard]] bool apply()
    {
        bool isDone = false;
        const auto over = [&isDone](const std::vector<WorkerRef> &) { isDone = true; };
        m_people->inspect(m_people->workers(), {m_people.get(), over});
        if (!QTest::qWaitFor([&isDone] { return isDone; }, 120000)) {
            return false;
        }
        isDone = false;
        m_people->apply(m_people->workers(), {m_people.get(), over});
        return QTest::qWaitFor([&] { return isDone && !m_people->isBusy(); }, 1200000) &&
               std::all_of(
                   m_people->plans().begin(), m_people->plans().end(),
                   [](const WorkerPlan &plan) { return plan.isKnown && plan.stepCount() == 0; });
    }
    [[nodiscard]] run::RunSpec hostname() const
    {
        run::RunSpec spec;
        spec.workers = m_people->workers();
        spec.command = "hostname";
        return spec;
    }
    [[nodiscard]] run::RunSpec inspection() const
    {
        return m_people->inspection(m_people->workers());
    }
    /// Milliseconds; 0: not all went well.
    [[nodiscard]] double time(run::RunSpec spec, bool freshLogin)
    {
        spec.freshLogin = freshLogin;
        const int count = int(spec.workers.size());
        run::Run run(
            std::move(spec), m_services->transport,
            [this](const WorkerRef &worker) {
                return run::endpointFor(
                    m_services->inventory.snapshot(), worker, m_services->sshDefaults());
            },
            m_services->clock);
        QElapsedTimer timer;
        timer.start();
        run.start();
        const bool isOver = QTest::qWaitFor([&run] { return run.isFinished(); }, 120000);
        const double elapsed = double(timer.nsecsElapsed()) / 1e6;
        return isOver && run.state().summary().ok == count ? elapsed : 0;
    }

private:
    SimCloud m_sim;
    QTemporaryDir m_home;
    std::unique_ptr<app::Services> m_services;
    std::unique_ptr<PeopleService> m_people;
};

void timeLooking(int rounds, int rttMs)
{
    Lab lab;
    if (!lab.start(rttMs) || !lab.add(50) || !lab.apply()) {
        std::fprintf(stderr, "the lab could not be made\n");
        return;
    }
    for (const bool freshLogin : {true, false}) {
        std::vector<double> plain;
        std::vector<double> looks;
        for (int i = 0; i <= rounds; ++i) {
            const double one = lab.time(lab.hostname(), freshLogin);
            const double other = lab.time(lab.inspection(), freshLogin);
            if (one == 0 || other == 0) {
                std::fprintf(stderr, "a worker did not answer\n");
                return;
            }
            if (i > 0) {
                plain.push_back(one);
                looks.push_back(other);
            }
        }
        std::printf(
            "64 workers, %d ms away, 50 people, %s: hostname %.0f ms, a look at all accounts %.0f "
            "ms: %.2f x\n",
            rttMs, freshLogin ? "new logins" : "kept connections", median(plain), median(looks),
            median(looks) / median(plain));
        std::fflush(stdout);
    }
}

/// What the workers have of what is desired.
enum class Having { All, Nothing, OtherKeys, FormerMembers };

PlanningFacts fleet(int nodes, int workersEach, int people, Having having)
{
    PlanningFacts facts;
    std::vector<AccountText> accounts;
    for (int i = 0; i < people; ++i) {
        if (having == Having::FormerMembers) {
            facts.roster.formerMembers.push_back(
                {collaborator(i).login, {}, {}, {key(i)}, {}, at(0)});
        } else {
            facts.roster.people.push_back(collaborator(i));
        }
        AccountText account;
        account.login = "user" + QByteArray::number(i);
        account.uid = 2000 + i;
        account.managed = "origin created";
        const PublicKey present = key(having == Having::OtherKeys ? 1000 + i : i);
        account.keys = blockOf({present.text() + " key-" + QByteArray::number(i)});
        accounts.push_back(account);
    }
    std::vector<NodeSketch> sketches;
    for (int i = 0; i < nodes; ++i) {
        NodeSketch sketch;
        sketch.name = QStringLiteral("pod-%1").arg(i);
        sketch.number = i;
        sketch.workers = workersEach;
        sketches.push_back(sketch);
    }
    facts.snapshot = std::make_shared<const inventory::Snapshot>(snapshotOf(sketches));
    if (having == Having::Nothing) {
        accounts.clear();
    }
    // As the program has them: read from each worker's own answer, with its own last logins and
    // with somebody at work.
    AccountPool pool;
    int number = 0;
    for (const WorkerRef &worker : reachableWorkers(*facts.snapshot)) {
        ++number;
        QByteArray more = "processes 2000 1\nprocess 2000 " + QByteArray::number(number) + " sh\n";
        for (const AccountText &account : accounts) {
            more += "lastlog " + account.login + " pts/0 10.0.0.1 at " +
                    QByteArray::number(number) + '\n';
        }
        facts.found.insert(
            worker,
            std::make_shared<const ActualWorker>(*parseFound(workerText(accounts, more), &pool)));
    }
    facts.now = at(1);
    return facts;
}

void timePlanning(int rounds)
{
    const std::pair<Having, const char *> cases[] = {
        {Having::All, "nothing to do"},
        {Having::Nothing, "all accounts to be made"},
        {Having::OtherKeys, "all keys to be changed"},
        {Having::FormerMembers, "all accounts to be closed"}};
    for (const auto &[having, name] : cases) {
        const PlanningFacts facts = fleet(100, 15, 200, having);
        std::vector<double> times;
        std::size_t steps = 0;
        for (int i = 0; i < rounds; ++i) {
            QElapsedTimer timer;
            timer.start();
            const Planning planning = planAll(facts);
            times.push_back(double(timer.nsecsElapsed()) / 1e6);
            steps = 0;
            for (const WorkerPlan &plan : planning.plans) {
                steps += std::size_t(plan.stepCount());
            }
        }
        std::printf(
            "plan for 1,500 workers and 200 people, %s, %zu steps: %.0f ms\n", name, steps,
            median(times));
    }
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const int rounds = argc > 1 ? QByteArray(argv[1]).toInt() : 7;
    const QByteArray only = argc > 2 ? QByteArray(argv[2]) : QByteArray();
    if (only != "look") {
        timePlanning(rounds);
    }
    if (only != "plan") {
        timeLooking(rounds, argc > 3 ? QByteArray(argv[3]).toInt() : 0);
    }
    return 0;
}
