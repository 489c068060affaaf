// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/nodeactionrun.h"
#include "core/lifecycle/cleanup/cleanup.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>

#include <memory>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using namespace std::chrono_literals;
using Phase = NodeActionState::Phase;

namespace {

const QString Nodes = "/v2/projects/lab/locations/us-central2-b/nodes";
const QString Queues = "/v2alpha1/projects/lab/locations/us-central2-b/queuedResources";

} // namespace

/// Actions carried out on podium-sim, with its faults.
class TestNodeActionRun final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void deletesUntilItIsGone();
    void stopsAndStarts();
    void beginsAMaintenance();
    void goneAlreadyIsDone();
    void aRecreatedNodeIsLeftAlone();
    void aLockSetMeanwhileHolds();
    void aLostReplyIsLookedUp();
    void aRequestThatWasNotHeardIsUnknown();
    void aFailedOperationIsSaid();
    void silenceMeanwhileIsWaitedFor();
    void whoMayNotIsTold();
    void aQueuedResourceGoesOnce();
    void aSiblingThatIsDeletedAlreadyDoesNotLead();
    void aSiblingThatHasGoneDoesNotHoldUpTheOthers();
    void aQueuedResourceGoesAfterItsNode();
    void aLockSetOnASiblingMeanwhileHolds();
    void cleansWhatIsLeftOver();
    void aQueuedResourceThatCameBackStays();
    void whatIsNotPossibleIsNotAsked();

private:
    [[nodiscard]] inventory::Snapshot standing()
    {
        Answer<Result<cloud::NodeList>> list;
        m_cloud->tpu.listNodes(*ProjectId::parse("lab"), list.callback());
        const auto answer = list.wait(Patience);
        inventory::Snapshot snapshot;
        for (const cloud::Node &node : (*answer)->nodes) {
            snapshot.nodes.push_back({node, {}, false});
        }
        return snapshot;
    }
    [[nodiscard]] NodeActionPlan plan(NodeAction action, const QString &name)
    {
        const NodeRef ref{
            *ProjectId::parse("lab"), *Zone::parse("us-central2-b"), *NodeName::parse(name)};
        return planNodeAction(action, {ref}, standing());
    }
    NodeActionState carryOut(const NodeActionPlan &plan)
    {
        m_run = std::make_unique<NodeActionRun>(m_cloud->tpu, plan, ActionPace{5ms, 50ms, 100});
        QSignalSpy finished(m_run.get(), &NodeActionRun::finished);
        m_run->start();
        [&] { QTRY_COMPARE(finished.count(), 1); }();
        return m_run->states().empty() ? NodeActionState{} : m_run->states().front();
    }
    /// Makes the queued resource `q` of two nodes and waits until they stand.
    void makeSlices() const
    {
        const QJsonObject spec{
            {"parent", "projects/lab/locations/us-central2-b"},
            {"multisliceParams", QJsonObject{{"nodeCount", 2}, {"nodeIdPrefix", "slice"}}},
            {"node",
             QJsonObject{{"acceleratorType", "v4-8"}, {"runtimeVersion", "tpu-ubuntu2204-base"}}}};
        const auto made = m_sim->post(
            Queues + "?queuedResourceId=q", {{"tpu", QJsonObject{{"nodeSpec", QJsonArray{spec}}}}});
        QVERIFY2(made.status == 200, made.body.constData());
        QTRY_COMPARE(state("slice-0"), QString("READY"));
        QTRY_COMPARE(state("slice-1"), QString("READY"));
    }
    /// Makes a queued resource for one node and waits until that stands.
    void makeOne(const QString &id) const
    {
        const QJsonObject spec{
            {"parent", "projects/lab/locations/us-central2-b"},
            {"nodeId", QString(id + "-node")},
            {"node",
             QJsonObject{{"acceleratorType", "v4-16"}, {"runtimeVersion", "tpu-ubuntu2204-base"}}}};
        m_sim->post(
            Queues + "?queuedResourceId=" + id,
            {{"spot", QJsonObject()}, {"tpu", QJsonObject{{"nodeSpec", QJsonArray{spec}}}}});
        QTRY_COMPARE(state(id + "-node"), QString("READY"));
    }
    /// Takes the node of a queued resource away.
    void takeAway(const QString &id) const
    {
        m_sim->post("/sim/nodes/lab/us-central2-b/" + id + "-node:preempt");
        QTRY_COMPARE(queueState(id), QString("SUSPENDED"));
    }
    void lose(const QString &id) const
    {
        makeOne(id);
        takeAway(id);
    }
    [[nodiscard]] QString queueState(const QString &id) const
    {
        const auto queue = m_sim->get(Queues + '/' + id).json();
        return queue["state"].toObject()["state"].toString();
    }
    [[nodiscard]] NodeActionPlan cleanUp()
    {
        Answer<Result<cloud::QueuedResourceList>> list;
        m_cloud->tpu.listQueuedResources(*ProjectId::parse("lab"), list.callback());
        return planCleanUp(
            *ProjectId::parse("lab"), standing(), projectQueue(*list.wait(Patience)));
    }
    [[nodiscard]] int status(const QString &name) const
    {
        return m_sim->get(Nodes + '/' + name).status;
    }
    [[nodiscard]] QString state(const QString &name) const
    {
        return m_sim->get(Nodes + '/' + name).json()["state"].toString();
    }
    /// How often a call of this method was made for a path that ends so.
    [[nodiscard]] int calls(const QString &method, const QString &end) const
    {
        int count = 0;
        for (const auto &call : m_sim->get("/sim/log").json()["calls"].toArray()) {
            const QString path = call.toObject()["path"].toString().section('?', 0, 0);
            count += call.toObject()["method"] == method && path.endsWith(end) ? 1 : 0;
        }
        return count;
    }

    std::unique_ptr<SimCloud> m_sim;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<NodeActionRun> m_run;
};

void TestNodeActionRun::init()
{
    m_run.reset();
    const auto node = [](const char *name, const char *type, int workers) {
        return QJsonObject{
            {"zone", "us-central2-b"},
            {"name", name},
            {"acceleratorType", type},
            {"workers", workers}};
    };
    QJsonObject old = node("old", "v4-8", 1);
    old["upcomingMaintenance"] = QJsonObject{
        {"type", "SCHEDULED"}, {"maintenanceStatus", "PENDING"}, {"canReschedule", true}};
    const QJsonObject project{
        {"id", "lab"}, {"nodes", QJsonArray{node("one", "v4-8", 1), node("pod", "v4-32", 4), old}}};
    m_sim = std::make_unique<SimCloud>();
    QVERIFY2(
        m_sim->startWith({{"operationMs", 100}, {"projects", QJsonArray{project}}}),
        qPrintable(m_sim->error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim->environment());
}

void TestNodeActionRun::deletesUntilItIsGone()
{
    QCOMPARE(int(carryOut(plan(NodeAction::Delete, "pod")).phase), int(Phase::Done));
    QCOMPARE(status("pod"), 404);
    QCOMPARE(status("one"), 200);
    QCOMPARE(calls("DELETE", "/nodes/pod"), 1);
}

void TestNodeActionRun::stopsAndStarts()
{
    QCOMPARE(int(carryOut(plan(NodeAction::Stop, "one")).phase), int(Phase::Done));
    QCOMPARE(state("one"), QString("STOPPED"));
    QCOMPARE(int(carryOut(plan(NodeAction::Start, "one")).phase), int(Phase::Done));
    QCOMPARE(state("one"), QString("READY"));
}

void TestNodeActionRun::beginsAMaintenance()
{
    QCOMPARE(int(carryOut(plan(NodeAction::Maintain, "old")).phase), int(Phase::Done));
    QVERIFY(m_sim->get(Nodes + "/old").json()["upcomingMaintenance"].toObject().isEmpty());
}

void TestNodeActionRun::goneAlreadyIsDone()
{
    const auto planned = plan(NodeAction::Delete, "one");
    m_sim->call("DELETE", Nodes + "/one", {});
    QTRY_COMPARE(status("one"), 404);
    QCOMPARE(int(carryOut(planned).phase), int(Phase::Done));
}

void TestNodeActionRun::aRecreatedNodeIsLeftAlone()
{
    const auto planned = plan(NodeAction::Delete, "one");
    m_sim->call("DELETE", Nodes + "/one", {});
    QTRY_COMPARE(status("one"), 404);
    m_sim->post(
        Nodes + "?nodeId=one",
        {{"acceleratorType", "v4-8"}, {"runtimeVersion", "tpu-ubuntu2204-base"}});
    QTRY_COMPARE(state("one"), QString("READY"));
    const NodeActionState end = carryOut(planned);
    QCOMPARE(int(end.phase), int(Phase::Failed));
    QCOMPARE(int(end.error->kind), int(ErrorKind::Conflict));
    QCOMPARE(state("one"), QString("READY"));
}

void TestNodeActionRun::aLockSetMeanwhileHolds()
{
    const auto planned = plan(NodeAction::Delete, "one");
    m_sim->call("PATCH", Nodes + "/one?updateMask=labels", R"({"labels":{"podium-lock":"ada"}})");
    QTRY_VERIFY(!m_sim->get(Nodes + "/one").json()["labels"].toObject().isEmpty());
    const NodeActionState end = carryOut(planned);
    QCOMPARE(int(end.phase), int(Phase::Failed));
    QVERIFY2(end.error->detail.contains("podium-lock"), qPrintable(end.error->text()));
    QCOMPARE(calls("DELETE", "/nodes/one"), 0);
}

void TestNodeActionRun::aLostReplyIsLookedUp()
{
    // The cloud does it, and the connection breaks before its answer.
    m_sim->post("/sim/faults", {{"path", "/nodes/one$"}, {"method", "DELETE"}, {"cutAt", 0}});
    QCOMPARE(int(carryOut(plan(NodeAction::Delete, "one")).phase), int(Phase::Done));
    QCOMPARE(calls("DELETE", "/nodes/one"), 1);
    QCOMPARE(status("one"), 404);
}

void TestNodeActionRun::aRequestThatWasNotHeardIsUnknown()
{
    m_sim->post("/sim/faults", {{"path", "/nodes/one$"}, {"method", "DELETE"}, {"status", 503}});
    const NodeActionState end = carryOut(plan(NodeAction::Delete, "one"));
    QCOMPARE(int(end.phase), int(Phase::Unknown));
    QCOMPARE(calls("DELETE", "/nodes/one"), 1); // never a second time by itself
    QCOMPARE(state("one"), QString("READY"));
}

void TestNodeActionRun::aFailedOperationIsSaid()
{
    m_sim->post(
        "/sim/faults",
        {{"path", "/operations/"},
         {"body", R"({"name":"projects/lab/locations/us-central2-b/operations/x","done":true,)"
                  R"("error":{"code":8,"message":"There is no more capacity in the zone"}})"}});
    const NodeActionState end = carryOut(plan(NodeAction::Stop, "one"));
    QCOMPARE(int(end.phase), int(Phase::Failed));
    QVERIFY2(end.error->text().contains("no more capacity"), qPrintable(end.error->text()));
}

void TestNodeActionRun::silenceMeanwhileIsWaitedFor()
{
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"status", 500}, {"count", 9}});
    QCOMPARE(int(carryOut(plan(NodeAction::Stop, "one")).phase), int(Phase::Done));
    QCOMPARE(calls("POST", "/nodes/one:stop"), 1);
    // Who may never see the operation looks at the node.
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"status", 403}});
    QCOMPARE(int(carryOut(plan(NodeAction::Start, "one")).phase), int(Phase::Done));
}

void TestNodeActionRun::whoMayNotIsTold()
{
    m_sim->post("/sim/faults", {{"path", "/nodes/one$"}, {"method", "DELETE"}, {"status", 403}});
    const NodeActionState end = carryOut(plan(NodeAction::Delete, "one"));
    QCOMPARE(int(end.phase), int(Phase::Failed));
    QCOMPARE(int(end.error->kind), int(ErrorKind::PermissionDenied));
}

void TestNodeActionRun::aQueuedResourceGoesOnce()
{
    makeSlices();
    const auto planned = plan(NodeAction::Delete, "slice-1");
    QCOMPARE(planned.steps.size(), std::size_t(2));
    (void)carryOut(planned);
    for (const NodeActionState &end : m_run->states()) {
        QCOMPARE(int(end.phase), int(Phase::Done));
    }
    QCOMPARE(status("slice-0"), 404);
    QCOMPARE(status("slice-1"), 404);
    QCOMPARE(calls("DELETE", "/queuedResources/q"), 1);
    QCOMPARE(calls("DELETE", "/nodes/slice-0"), 0);
}

void TestNodeActionRun::aSiblingThatIsDeletedAlreadyDoesNotLead()
{
    makeSlices();
    inventory::Snapshot seen = standing();
    for (auto &entry : seen.nodes) {
        if (entry.node.ref.name.text() == "slice-0") {
            entry.node.state = cloud::NodeState::Deleting;
        }
    }
    const NodeRef ref{
        *ProjectId::parse("lab"), *Zone::parse("us-central2-b"), *NodeName::parse("slice-1")};
    const auto planned = planNodeAction(NodeAction::Delete, {ref}, seen);
    QCOMPARE(planned.possibleCount(), 1);
    (void)carryOut(planned);
    QCOMPARE(m_run->states().size(), std::size_t(2));
    QCOMPARE(int(m_run->states()[0].phase), int(Phase::Failed));
    QCOMPARE(int(m_run->states()[1].phase), int(Phase::Done));
    QCOMPARE(calls("DELETE", "/queuedResources/q"), 1);
    QCOMPARE(status("slice-1"), 404);
}

void TestNodeActionRun::aSiblingThatHasGoneDoesNotHoldUpTheOthers()
{
    makeSlices();
    const auto planned = plan(NodeAction::Delete, "slice-1");
    m_sim->post("/sim/faults", {{"path", "/nodes/slice-0$"}, {"method", "GET"}, {"status", 404}});
    (void)carryOut(planned);
    for (const NodeActionState &end : m_run->states()) {
        QCOMPARE(int(end.phase), int(Phase::Done));
    }
    QCOMPARE(calls("DELETE", "/queuedResources/q"), 1);
    QCOMPARE(status("slice-1"), 404);
}

void TestNodeActionRun::aQueuedResourceGoesAfterItsNode()
{
    makeOne("q");
    const auto planned = plan(NodeAction::Delete, "q-node");
    takeAway("q");
    QCOMPARE(int(carryOut(planned).phase), int(Phase::Done));
    QCOMPARE(m_sim->get(Queues + "/q").status, 404);
    QCOMPARE(calls("DELETE", "/queuedResources/q"), 1);
}

void TestNodeActionRun::aLockSetOnASiblingMeanwhileHolds()
{
    makeSlices();
    const auto planned = plan(NodeAction::Delete, "slice-0");
    m_sim->call(
        "PATCH", Nodes + "/slice-1?updateMask=labels", R"({"labels":{"podium-lock":"ada"}})");
    QTRY_VERIFY(!m_sim->get(Nodes + "/slice-1").json()["labels"].toObject().isEmpty());
    const NodeActionState end = carryOut(planned);
    QCOMPARE(int(end.phase), int(Phase::Failed));
    QVERIFY2(end.error->detail.contains("slice-1"), qPrintable(end.error->text()));
    QCOMPARE(int(m_run->states()[1].phase), int(Phase::Failed));
    QCOMPARE(calls("DELETE", "/queuedResources/q"), 0);
    QCOMPARE(state("slice-0"), QString("READY"));
}

void TestNodeActionRun::cleansWhatIsLeftOver()
{
    lose("first");
    lose("second");
    m_sim->post("/sim/nodes/lab/us-central2-b/one:preempt");
    const auto planned = cleanUp();
    QCOMPARE(planned.possibleCount(), 3);
    // A reply that is lost is looked up, not repeated.
    m_sim->post(
        "/sim/faults",
        {{"path", "/queuedResources/first"}, {"method", "DELETE"}, {"cutAt", 0}, {"count", 1}});
    (void)carryOut(planned);
    for (const NodeActionState &end : m_run->states()) {
        QCOMPARE(int(end.phase), int(Phase::Done));
    }
    QCOMPARE(m_sim->get(Queues + "/first").status, 404);
    QCOMPARE(m_sim->get(Queues + "/second").status, 404);
    QCOMPARE(status("one"), 404);
    QCOMPARE(state("pod"), QString("READY"));
    QCOMPARE(calls("DELETE", "/queuedResources/first"), 1);
}

void TestNodeActionRun::aQueuedResourceThatCameBackStays()
{
    lose("q");
    const auto planned = cleanUp();
    m_sim->post(Queues + "/q:reset");
    QTRY_COMPARE(queueState("q"), QString("ACTIVE"));
    const NodeActionState end = carryOut(planned);
    QCOMPARE(int(end.phase), int(Phase::Failed));
    QVERIFY2(end.error->text().contains("ACTIVE"), qPrintable(end.error->text()));
    QCOMPARE(state("q-node"), QString("READY"));
    QCOMPARE(calls("DELETE", "/queuedResources/q"), 0);
}

void TestNodeActionRun::whatIsNotPossibleIsNotAsked()
{
    QCOMPARE(int(carryOut(plan(NodeAction::Stop, "pod")).phase), int(Phase::Failed));
    QCOMPARE(calls("POST", "/nodes/pod:stop"), 0);
}

QTEST_GUILESS_MAIN(TestNodeActionRun)
#include "tst_nodeactionrun.moc"
