// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/endpoints.h"
#include "core/run/runplan.h"
#include "core/run/runstate.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

Q_DECLARE_METATYPE(podium::run::WorkerEnding)
Q_DECLARE_METATYPE(std::vector<podium::run::WorkerEnding>)

namespace {

RunSpec specFor(int count)
{
    RunSpec spec;
    spec.workers.resize(std::size_t(count));
    return spec;
}

Error error(ErrorKind kind)
{
    return {kind, {}, {}, {}, {}};
}

} // namespace

class TestRunState final : public QObject
{
    Q_OBJECT

private slots:
    void endingsHaveWords_data();
    void endingsHaveWords();
    void stateGoesOn();
    void whatTheAgentWaitsForIsSaid();
    void onlyTheFirstEndingCounts();
    void whatAGatewayLacksHasARecipe();
    void exitCodeIsTheWorst_data();
    void exitCodeIsTheWorst();
    void planSlides();
    void planCountsLoginsApart();
    void planCloses();
    void planSkips();
    void endpointIsComplete();
    void endpointFollowsTheRules();
    void endpointSaysWhyNot_data();
    void endpointSaysWhyNot();
    void aNodeThatIsBeingMadeHasNoWorkersYet();
};

void TestRunState::endingsHaveWords_data()
{
    QTest::addColumn<WorkerEnding>("ending");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("word");
    const auto row = [](const WorkerEnding &ending, const char *text, const char *word) {
        QTest::newRow(text) << ending << QString(text) << QString(word);
    };
    using ssh::Phase;
    row(ssh::Exited{0}, "exit 0", "ok");
    row(ssh::Exited{17}, "exit 17", "failed");
    row(ssh::Signalled{"TERM"}, "signal TERM", "failed");
    row(ssh::Signalled{}, "ended by a signal", "failed");
    row(ssh::TimedOut{Phase::Connecting}, "timed out connecting", "unreachable");
    row(ssh::TimedOut{Phase::KeyExchange}, "timed out in key exchange", "unreachable");
    row(ssh::TimedOut{Phase::Login}, "timed out logging in", "unreachable");
    row(ssh::TimedOut{Phase::Running}, "timed out while running", "failed");
    using ssh::Silence;
    row(ssh::TimedOut{Phase::KeyExchange, Silence::NoBanner},
        "timed out waiting for an ssh greeting", "unreachable");
    row(ssh::TimedOut{Phase::Running, Silence::NoFirstOutput}, "timed out without output",
        "failed");
    row(ssh::TimedOut{Phase::Running, Silence::NoMoreOutput}, "timed out after its last output",
        "failed");
    row(ssh::Refused{error(ErrorKind::HostKey)}, "host key changed", "unreachable");
    row(ssh::Refused{error(ErrorKind::Authentication)}, "login refused", "unreachable");
    row(ssh::Refused{error(ErrorKind::Protocol)}, "refused", "unreachable");
    row(ssh::Unreachable{error(ErrorKind::Timeout)}, "no answer", "unreachable");
    row(ssh::Unreachable{error(ErrorKind::Network)}, "unreachable", "unreachable");
    row(ssh::Lost{error(ErrorKind::Network)}, "connection lost", "unreachable");
    row(ssh::Stopped{true}, "stopped", "stopped");
    row(ssh::Stopped{false}, "stopped, may still run", "stopped");
    row(NeverStarted{}, "never started", "stopped");
}

void TestRunState::endingsHaveWords()
{
    QFETCH(WorkerEnding, ending);
    QTEST(describeEnding(ending), "text");
    QTEST(endingClassName(endingClass(ending)), "word");
    RunState state(specFor(1));
    state.start(0, 1);
    state.end(0, ending, 2);
    QCOMPARE(state.workers().at(0).hasFailed(), endingClass(ending) != EndingClass::Ok);
}

void TestRunState::stateGoesOn()
{
    RunState state(specFor(3));
    QVERIFY((state.summary() == RunSummary{.waiting = 3}));
    QVERIFY(!state.summary().isFinished());
    state.setPhase(0, ssh::Phase::Login); // not started: means nothing
    QVERIFY(state.workers().at(0).phase == ssh::Phase::Waiting);
    state.start(0, 100);
    state.start(0, 200);
    QCOMPARE(state.workers().at(0).startedMs, qint64(100));
    QVERIFY(state.workers().at(0).isRunning());
    QVERIFY((state.summary() == RunSummary{.running = 1, .waiting = 2}));
    state.setPhase(0, ssh::Phase::Running);
    state.setStopping(0);
    state.setStopping(1);
    QVERIFY(state.workers().at(0).stopping);
    QVERIFY(!state.workers().at(1).stopping);
    state.end(0, ssh::Stopped{true}, 150);
    QVERIFY(!state.workers().at(0).stopping);
    QVERIFY(!state.workers().at(0).isRunning());
    QCOMPARE(state.workers().at(0).endedMs, qint64(150));
    state.end(1, NeverStarted{}, 160);
    QCOMPARE(state.workers().at(1).endedMs, qint64(-1));
    state.start(2, 170);
    state.end(2, ssh::Exited{0}, 90); // a clock that goes back
    QCOMPARE(state.workers().at(2).endedMs, qint64(170));
    QVERIFY((state.summary() == RunSummary{.ok = 1, .stopped = 2}));
    QVERIFY(state.summary().isFinished());
}

void TestRunState::whatTheAgentWaitsForIsSaid()
{
    using ssh::AgentWait;
    RunState state(specFor(4));
    state.setAgentWait(0, AgentWait::Answer); // not started: means nothing
    QCOMPARE(describeAgentWait(state), QString());
    for (int slot = 0; slot < 4; ++slot) {
        state.start(slot, 1);
    }
    state.setAgentWait(1, AgentWait::Turn);
    QCOMPARE(describeAgentWait(state), QString("waiting for your ssh agent"));
    state.setAgentWait(0, AgentWait::Answer);
    state.setAgentWait(2, AgentWait::Turn);
    QCOMPARE(
        describeAgentWait(state),
        QString("touch your key, or answer your ssh agent (2 more wait for their turn)"));
    state.setAgentWait(1, AgentWait::None);
    state.end(2, ssh::Stopped{true}, 2);
    QCOMPARE(describeAgentWait(state), QString("touch your key, or answer your ssh agent"));
    state.end(0, ssh::TimedOut{ssh::Phase::Login}, 2);
    state.end(1, ssh::TimedOut{ssh::Phase::Login}, 2);
    QCOMPARE(describeAgentWait(state), QString());
    QCOMPARE(describeEnding(state.workers()[0]), QString("timed out waiting for the ssh agent"));
    QCOMPARE(describeEnding(state.workers()[1]), QString("timed out logging in"));
    QCOMPARE(describeEnding(state.workers()[2]), QString("stopped"));
}

void TestRunState::onlyTheFirstEndingCounts()
{
    RunState state(specFor(1));
    state.start(0, 1);
    state.end(0, ssh::Exited{3}, 2);
    state.end(0, ssh::Lost{}, 3);
    state.start(0, 4);
    QVERIFY(state.workers().at(0).ending == WorkerEnding(ssh::Exited{3}));
    QVERIFY((state.summary() == RunSummary{.failed = 1}));
    QCOMPARE(state.workers().at(0).endedMs, qint64(2));
}

void TestRunState::whatAGatewayLacksHasARecipe()
{
    RunSpec spec = specFor(3);
    for (int i = 0; i < 3; ++i) {
        spec.workers[std::size_t(i)].index = i;
    }
    QCOMPARE(spec.gatewayPlace(), std::size_t(0));
    spec.gateway = spec.workers[2];
    QCOMPARE(spec.gatewayPlace(), std::size_t(2));
    spec.workers.pop_back(); // a run again on some
    QCOMPARE(spec.gatewayPlace(), std::size_t(0));
    RunState state(spec);
    state.start(0, 1);
    state.end(0, ssh::Refused{error(ErrorKind::NotFound)}, 2);
    QCOMPARE(recipeFor(state), QString());
    Error lacking = error(ErrorKind::NotFound);
    lacking.recipe = QStringLiteral("clustershell");
    state.end(1, ssh::Refused{lacking}, 2);
    QCOMPARE(recipeFor(state), QString("clustershell"));
}

void TestRunState::exitCodeIsTheWorst_data()
{
    QTest::addColumn<std::vector<WorkerEnding>>("endings");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const std::vector<WorkerEnding> &endings, int code) {
        QTest::newRow(name) << endings << code;
    };
    const ssh::Lost lost{error(ErrorKind::Network)};
    row("none", {}, 0);
    row("all well", {ssh::Exited{0}, ssh::Exited{0}}, 0);
    row("one failed", {ssh::Exited{0}, ssh::Exited{255}}, 1);
    row("signal", {ssh::Signalled{"SEGV"}}, 1);
    row("too long", {ssh::TimedOut{ssh::Phase::Running}}, 1);
    row("no answer", {ssh::TimedOut{ssh::Phase::Connecting}, ssh::Exited{1}}, 3);
    row("lost", {ssh::Exited{1}, lost}, 3);
    row("refused", {ssh::Refused{}}, 3);
    row("stopped", {lost, ssh::Stopped{true}, ssh::Exited{1}}, 130);
    row("stopped before all began", {ssh::Exited{0}, NeverStarted{}}, 130);
    row("failed fast", {ssh::Exited{1}, NeverStarted{}}, 1);
    row("unreachable, failed fast", {ssh::Unreachable{}, NeverStarted{}}, 3);
}

void TestRunState::exitCodeIsTheWorst()
{
    QFETCH(std::vector<WorkerEnding>, endings);
    RunState state(specFor(int(endings.size())));
    for (std::size_t slot = 0; slot < endings.size(); ++slot) {
        state.end(int(slot), endings[slot], 1);
    }
    QTEST(exitCode(state), "code");
}

void TestRunState::planSlides()
{
    RunSpec spec = specFor(4);
    spec.fanOut = 2;
    RunPlan plan(spec);
    QCOMPARE(plan.next(), std::optional(0));
    QCOMPARE(plan.next(), std::optional(1));
    QVERIFY(!plan.next());
    plan.loggedIn(0);
    QVERIFY(!plan.next());
    plan.ended(1, true);
    plan.ended(1, true);
    QCOMPARE(plan.active(), 1);
    QCOMPARE(plan.next(), std::optional(2));
    QVERIFY(!plan.next());
    plan.ended(0, false);
    QCOMPARE(plan.next(), std::optional(3));
    plan.ended(2, false);
    QVERIFY(!plan.next());
    QVERIFY(plan.takeUnstarted().empty());
}

void TestRunState::planCountsLoginsApart()
{
    RunSpec spec = specFor(5);
    spec.fanOut = 4;
    spec.loginsAtOnce = 1;
    RunPlan plan(spec);
    QCOMPARE(plan.next(), std::optional(0));
    QVERIFY(!plan.next());
    plan.loggedIn(0);
    plan.loggedIn(0);
    QCOMPARE(plan.loggingIn(), 0);
    QCOMPARE(plan.next(), std::optional(1));
    plan.ended(1, false);
    QCOMPARE(plan.loggingIn(), 0);
    QCOMPARE(plan.active(), 1);
    QCOMPARE(plan.next(), std::optional(2));
}

void TestRunState::planCloses()
{
    RunSpec spec = specFor(4);
    spec.fanOut = 1;
    spec.failFast = true;
    RunPlan plan(spec);
    QCOMPARE(plan.next(), std::optional(0));
    QVERIFY(plan.takeUnstarted().empty());
    plan.ended(0, true);
    QVERIFY(plan.isClosed());
    QVERIFY(!plan.next());
    QCOMPARE(plan.takeUnstarted(), (std::vector<int>{1, 2, 3}));
    QVERIFY(plan.takeUnstarted().empty());
}

void TestRunState::planSkips()
{
    RunPlan plan(specFor(3));
    QVERIFY(plan.skip(1));
    QVERIFY(!plan.skip(1));
    QCOMPARE(plan.next(), std::optional(0));
    QVERIFY(!plan.skip(0));
    QCOMPARE(plan.next(), std::optional(2));
    QVERIFY(!plan.next());
}

void TestRunState::endpointIsComplete()
{
    const inventory::Snapshot snapshot = snapshotOf({{.name = "pod", .workers = 4, .number = 3}});
    const SshDefaults defaults{"milo", 2222, {"/home/milo/.ssh/key"}};
    const WorkerRef worker{refOf({.name = "pod"}), 2};
    const ssh::Endpoint endpoint = endpointFor(snapshot, worker, defaults);
    const cloud::Worker &host = snapshot.nodes.at(0).node.workers.at(2);
    QCOMPARE(endpoint.address, host.externalIp);
    QVERIFY(endpoint.worker == worker);
    QCOMPARE(endpoint.user, QString("milo"));
    QCOMPARE(endpoint.port, quint16(2222));
    QCOMPARE(endpoint.identityFiles, defaults.identityFiles);
    QCOMPARE(endpoint.hostKeyAlias, QString("tpu.7000000000000000003-2"));
    QCOMPARE(endpoint.pinnedHostKeys, host.hostKeys);
    QVERIFY(endpoint.unreachable.isEmpty());
}

void TestRunState::endpointFollowsTheRules()
{
    const inventory::Snapshot snapshot =
        snapshotOf({{.name = "pod", .workers = 2, .externalIps = false}});
    SshDefaults defaults;
    WorkerReach reach;
    defaults.reachOf = [&reach](const cloud::Node &, int) { return reach; };
    const WorkerRef worker{refOf({.name = "pod"}), 1};
    reach.configName = "pod-1";
    const ssh::Endpoint direct = endpointFor(snapshot, worker, defaults);
    QCOMPARE(direct.configName, QString("pod-1"));
    QVERIFY(direct.address.isEmpty() && !direct.unreachable.isEmpty());
    reach.address = "10.0.0.7";
    reach.proxyJump = "bastion";
    const ssh::Endpoint jumping = endpointFor(snapshot, worker, defaults);
    QCOMPARE(jumping.address, QString("10.0.0.7"));
    QCOMPARE(jumping.proxyJump, QString("bastion"));
    QVERIFY(jumping.unreachable.isEmpty());
    QVERIFY(!jumping.hostKeyAlias.isEmpty());
    reach.address.clear();
    reach.problem = "It has no internal address.";
    QCOMPARE(endpointFor(snapshot, worker, defaults).unreachable, reach.problem);
}

void TestRunState::endpointSaysWhyNot_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("externalIps");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("why");
    using cloud::NodeState;
    const auto row = [](const char *name, NodeState state, const QString &node, int index,
                        bool externalIps, const QString &why) {
        QTest::newRow(name) << int(state) << externalIps << node << index << why;
    };
    row("gone", NodeState::Ready, "other", 0, true, "There is no node other (any more).");
    row("stopped", NodeState::Stopped, "pod%1", 0, true, "pod%1 is STOPPED. Start it first.");
    row("preempted", NodeState::Preempted, "pod%1", 0, true,
        "pod%1 is PREEMPTED. Its machines are gone; create it again.");
    row("stopping", NodeState::Stopping, "pod%1", 0, true,
        "pod%1 is STOPPING. Start it again when it has stopped.");
    row("deleting", NodeState::Deleting, "pod%1", 0, true, "pod%1 is DELETING.");
    row("no such worker", NodeState::Ready, "pod%1", 7, true, "pod%1 has no worker 7; it has 2.");
    row("no external address", NodeState::Ready, "pod%1", 1, false,
        "It has no external IP address, and its internal one cannot be reached from outside its "
        "network. Create the node with external addresses, or run Podium on a machine in that "
        "network.");
}

void TestRunState::endpointSaysWhyNot()
{
    QFETCH(int, state);
    QFETCH(bool, externalIps);
    QFETCH(QString, name);
    QFETCH(int, index);
    const inventory::Snapshot snapshot = snapshotOf(
        {{.name = "pod%1",
          .workers = 2,
          .state = cloud::NodeState(state),
          .externalIps = externalIps}});
    const ssh::Endpoint endpoint =
        endpointFor(snapshot, {refOf({.name = name}), index}, SshDefaults{});
    QVERIFY(endpoint.address.isEmpty());
    QTEST(endpoint.unreachable, "why");
}

void TestRunState::aNodeThatIsBeingMadeHasNoWorkersYet()
{
    const inventory::Snapshot snapshot =
        snapshotOf({{.name = "new", .workers = 0, .state = cloud::NodeState::Creating}});
    const ssh::Endpoint endpoint =
        endpointFor(snapshot, {refOf({.name = "new"}), 0}, SshDefaults{});
    QVERIFY(endpoint.address.isEmpty());
    QCOMPARE(endpoint.unreachable, QString("new is CREATING. It has no workers yet."));
}

QTEST_APPLESS_MAIN(TestRunState)
#include "tst_runstate.moc"
