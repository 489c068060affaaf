// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/disk/diskrun.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using namespace std::chrono_literals;

/// Disks made, attached, detached and deleted on podium-sim, each proved by looking.
class TestDiskRun final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void aWholeLife();
    void whatOthersAttachedStays();
    void aRecreatedNodeIsLeftAlone();
    void aRecreatedDiskIsLeftAlone();
    void aNodeThatWasLockedIsLeftAlone();
    void whatIsAttachedMeanwhileStaysAsItIs();
    void aNodeThatWasStartedIsLeftAlone();
    void aRefusalIsSaid();
    void aLostReplyIsLookedUp();
    void whatNobodyKnowsIsSaid();
    void whoMayNotSeeTheOperationLooksAtTheDisk();

private:
    [[nodiscard]] DiskFacts facts()
    {
        DiskFacts facts;
        Answer<Result<cloud::DiskList>> disks;
        m_disks->list(lab(), disks.callback());
        const auto list = disks.wait(Patience)->value();
        facts.disks = list.disks;
        facts.attached = list.attached;
        Answer<Result<cloud::NodeList>> nodes;
        m_cloud->tpu.listNodes(lab(), nodes.callback());
        inventory::Snapshot standing;
        const cloud::NodeList found = nodes.wait(Patience)->value();
        for (const cloud::Node &node : found.nodes) {
            standing.nodes.push_back({node, {}, false});
        }
        facts.standing = std::make_shared<const inventory::Snapshot>(standing);
        return facts;
    }
    [[nodiscard]] static ProjectId lab() { return *ProjectId::parse("lab"); }
    [[nodiscard]] static NodeRef one()
    {
        return {lab(), *Zone::parse("us-central2-b"), *NodeName::parse("one")};
    }
    [[nodiscard]] DiskPlan plan(DiskAction action, const char *name)
    {
        DiskRequest request;
        request.action = action;
        request.project = lab();
        request.zone = *Zone::parse("us-central2-b");
        request.disk = name;
        request.type = "pd-balanced";
        request.gib = 20;
        request.node = one();
        return planDisk(request, facts());
    }
    /// What came of it; the plan's own error where there is one.
    [[nodiscard]] std::optional<Error> run(const DiskPlan &plan)
    {
        if (plan.error) {
            return plan.error;
        }
        DiskRun run(*m_disks, m_cloud->tpu, plan, {5ms, 20ms, 40});
        std::optional<Result<>> outcome;
        connect(&run, &DiskRun::finished, this, [&outcome](const Result<> &result) {
            outcome = result;
        });
        run.start();
        if (!QTest::qWaitFor([&outcome] { return outcome.has_value(); }, Patience)) {
            return Error{ErrorKind::Internal, "no end", {}, {}, {}};
        }
        return *outcome ? std::nullopt : std::optional(outcome->error());
    }

    SimCloud m_sim;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<cloud::DisksClient> m_disks;
};

void TestDiskRun::initTestCase()
{
    const QJsonObject node{
        {"zone", "us-central2-b"}, {"name", "one"}, {"acceleratorType", "v4-8"}, {"workers", 1}};
    QVERIFY2(
        m_sim.startWith(
            {{"operationMs", 20},
             {"projects", QJsonArray{QJsonObject{{"id", "lab"}, {"nodes", QJsonArray{node}}}}}}),
        qPrintable(m_sim.error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim.environment());
    m_disks = std::make_unique<cloud::DisksClient>(m_cloud->http, m_cloud->endpoints);
}

void TestDiskRun::cleanup()
{
    m_sim.call("DELETE", "/sim/faults", {});
}

void TestDiskRun::aWholeLife()
{
    QVERIFY(!run(plan(DiskAction::Create, "data")));
    QCOMPARE(int(facts().disks.size()), 1);
    QVERIFY(!run(plan(DiskAction::Attach, "data")));
    QCOMPARE(int(facts().attached.at(one()).size()), 1);
    QVERIFY(run(plan(DiskAction::Delete, "data"))); // in use
    QVERIFY(!run(plan(DiskAction::Detach, "data")));
    QVERIFY(facts().attached.empty());
    QVERIFY(!run(plan(DiskAction::Delete, "data")));
    QVERIFY(facts().disks.empty());
}

void TestDiskRun::whatOthersAttachedStays()
{
    QVERIFY(!run(plan(DiskAction::Create, "mine")));
    QVERIFY(!run(plan(DiskAction::Create, "theirs")));
    const DiskPlan mine = plan(DiskAction::Attach, "mine");
    QVERIFY(!run(plan(DiskAction::Attach, "theirs"))); // after the plan was made
    QVERIFY(!run(mine));
    QCOMPARE(int(facts().attached.at(one()).size()), 2);
    for (const char *name : {"mine", "theirs"}) {
        QVERIFY(!run(plan(DiskAction::Detach, name)));
        QVERIFY(!run(plan(DiskAction::Delete, name)));
    }
}

void TestDiskRun::aRecreatedNodeIsLeftAlone()
{
    QVERIFY(!run(plan(DiskAction::Create, "data")));
    const DiskPlan planned = plan(DiskAction::Attach, "data");
    m_sim.post("/sim/nodes/lab/us-central2-b/one:recreate");
    const auto error = run(planned);
    QVERIFY(error);
    QCOMPARE(error->kind, ErrorKind::Conflict);
    QVERIFY(facts().attached.empty());
    QVERIFY(!run(plan(DiskAction::Delete, "data")));
}

/// A plan may be shown for hours, and another disk have the name by then.
void TestDiskRun::aRecreatedDiskIsLeftAlone()
{
    QVERIFY(!run(plan(DiskAction::Create, "data")));
    const DiskPlan planned = plan(DiskAction::Delete, "data");
    QVERIFY(!planned.diskId.isEmpty());
    QVERIFY(!run(plan(DiskAction::Delete, "data")));
    QVERIFY(!run(plan(DiskAction::Create, "data")));
    const auto error = run(planned);
    QVERIFY(error && error->kind == ErrorKind::Conflict);
    QVERIFY2(error->summary.contains("not the disk that was shown"), qPrintable(error->summary));
    QCOMPARE(int(facts().disks.size()), 1);
    QVERIFY(!run(plan(DiskAction::Delete, "data")));
}

void TestDiskRun::aNodeThatWasLockedIsLeftAlone()
{
    QVERIFY(!run(plan(DiskAction::Create, "data")));
    const DiskPlan planned = plan(DiskAction::Attach, "data");
    const QString node = "/v2/projects/lab/locations/us-central2-b/nodes/one";
    const auto hasLabels = [&] { return !m_sim.get(node).json()["labels"].toObject().isEmpty(); };
    m_sim.call("PATCH", node + "?updateMask=labels", R"({"labels":{"podium-lock":"ada"}})");
    QTRY_VERIFY(hasLabels());
    const auto error = run(planned);
    QVERIFY(error && error->kind == ErrorKind::Conflict);
    QVERIFY2(error->summary.contains("podium-lock"), qPrintable(error->summary));
    QVERIFY(facts().attached.empty());
    m_sim.call("PATCH", node + "?updateMask=labels", R"({"labels":{}})");
    QTRY_VERIFY(!hasLabels());
    QVERIFY(!run(plan(DiskAction::Delete, "data")));
}

/// It would get another mode than it has by then.
void TestDiskRun::whatIsAttachedMeanwhileStaysAsItIs()
{
    QVERIFY(!run(plan(DiskAction::Create, "data")));
    const DiskPlan first = plan(DiskAction::Attach, "data");
    DiskPlan second = first;
    second.request.isReadOnly = true;
    second.after.back().isReadOnly = true;
    QVERIFY(!run(first));
    const auto error = run(second);
    QVERIFY(error && error->kind == ErrorKind::Conflict);
    QVERIFY(!facts().attached.at(one()).front().isReadOnly);
    QVERIFY(!run(plan(DiskAction::Detach, "data")));
    QVERIFY(!run(plan(DiskAction::Delete, "data")));
}

/// Nobody asked its workers, for it was stopped when the plan was made.
void TestDiskRun::aNodeThatWasStartedIsLeftAlone()
{
    QVERIFY(!run(plan(DiskAction::Create, "idle")));
    QVERIFY(!run(plan(DiskAction::Attach, "idle")));
    const auto setState = [this](const char *state) {
        const auto reply =
            m_sim.post("/sim/nodes/lab/us-central2-b/one:setState", {{"state", state}});
        return reply.status == 200;
    };
    QVERIFY(setState("STOPPED"));
    const DiskPlan stopped = plan(DiskAction::Detach, "idle");
    QVERIFY(setState("READY"));
    const auto error = run(stopped);
    QVERIFY(error && error->kind == ErrorKind::Conflict);
    QVERIFY2(error->summary.contains("is not stopped any more"), qPrintable(error->summary));
    QCOMPARE(int(facts().attached.at(one()).size()), 1);
    QVERIFY(setState("STOPPED"));
    QVERIFY(!run(stopped));
    QVERIFY(setState("READY"));
    QVERIFY(facts().attached.empty());
    QVERIFY(!run(plan(DiskAction::Delete, "idle")));
}

void TestDiskRun::aRefusalIsSaid()
{
    m_sim.post("/sim/faults", {{"path", "/disks"}, {"method", "POST"}, {"status", 403}});
    const auto error = run(plan(DiskAction::Create, "data"));
    QVERIFY(error);
    QCOMPARE(error->kind, ErrorKind::PermissionDenied);
}

/// The answer is cut, the work was done: a second POST would say that it is there already.
void TestDiskRun::aLostReplyIsLookedUp()
{
    m_sim.post(
        "/sim/faults", {{"path", "/disks$"}, {"method", "POST"}, {"cutAt", 3}, {"count", 1}});
    QVERIFY(!run(plan(DiskAction::Create, "data")));
    QCOMPARE(int(facts().disks.size()), 1);
    QVERIFY(!run(plan(DiskAction::Delete, "data")));
}

void TestDiskRun::whatNobodyKnowsIsSaid()
{
    m_sim.post("/sim/faults", {{"path", "/disks$"}, {"method", "POST"}, {"status", 503}});
    const auto error = run(plan(DiskAction::Create, "data"));
    QVERIFY(error);
    QCOMPARE(error->kind, ErrorKind::Timeout);
    QVERIFY(error->summary.startsWith("It is not known"));
}

void TestDiskRun::whoMayNotSeeTheOperationLooksAtTheDisk()
{
    m_sim.post("/sim/faults", {{"path", "/operations/"}, {"status", 403}});
    QVERIFY(!run(plan(DiskAction::Create, "hidden")));
    QVERIFY(!run(plan(DiskAction::Delete, "hidden")));
}

QTEST_GUILESS_MAIN(TestDiskRun)
#include "tst_diskrun.moc"
