// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/inventorydiff.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

#include <optional>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;
using namespace std::chrono_literals;

/// How one question goes on: part by part, without waiting for those who hang, and asking no more
/// than is needed. Against podium-sim.
class TestNodeListRequest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void asksOnlyForWhatIsRead();
    void hangingProjectDelaysNobody();
    void slowAnswerComesLate();
    void failingProjectIsLeftAlone();
    void partsAreToldAsTheyCome();
    void partLeavesTheOthersAlone();

private:
    [[nodiscard]] QString log() const { return QString::fromUtf8(m_sim.get("/sim/log").body); }
    [[nodiscard]] int listsOf(const QString &project) const
    {
        return log().count("/projects/" + project + "/locations/-/nodes");
    }
    SimCloud m_sim;
};

namespace {

QJsonObject lab(const QString &id)
{
    return {
        {"id", id}, {"nodes", QJsonArray{QJsonObject{{"zone", "us-east1-d"}, {"name", "tpu1"}}}}};
}

QStringList namesOf(const Snapshot &snapshot)
{
    QStringList names;
    for (const NodeEntry &entry : snapshot.nodes) {
        names << entry.node.ref.project.text() + (entry.stale ? "?" : "");
    }
    return names;
}

/// The wait of one who does not wait for those who hang.
constexpr auto Hurried = 300ms;

/// The whole road. Only what hangs meets a limit.
struct Road
{
    explicit Road(const SimCloud &sim, std::chrono::milliseconds wait = 1h)
        : cloud(sim.environment(), {1h, 1h})
        , source(cloud.projects, cloud.tpu, optionsWith(wait))
        , inventory(source, nullptr, cloud.clock)
    {}
    static CloudNodeOptions optionsWith(std::chrono::milliseconds wait)
    {
        CloudNodeOptions options;
        options.wait = wait;
        options.tell = 1ms;
        return options;
    }
    void look(Urgency urgency = Urgency::Routine)
    {
        QSignalSpy refreshed(&inventory, &Inventory::refreshed);
        inventory.refresh(urgency);
        QVERIFY(refreshed.wait(Patience));
    }
    CloudFixture cloud;
    CloudNodeSource source;
    Inventory inventory;
};

} // namespace

void TestNodeListRequest::initTestCase()
{
    const QJsonObject scenario{
        {"projects", QJsonArray{lab("lab-one"), lab("lab-two"), lab("lab-three")}}};
    QVERIFY2(m_sim.startWith(scenario), qPrintable(m_sim.error()));
}

void TestNodeListRequest::init()
{
    m_sim.call("DELETE", "/sim/faults", {});
    m_sim.call("DELETE", "/sim/log", {});
}

void TestNodeListRequest::asksOnlyForWhatIsRead()
{
    Road road(m_sim);
    road.look();
    const QString calls = log();
    QVERIFY(calls.contains("/locations/-/nodes?"));
    QCOMPARE(calls.count("fields="), calls.count("\"method\""));
    const auto *entry = road.inventory.snapshot().find(ref("lab-one/us-east1-d/tpu1"));
    QVERIFY(entry);
    // What the mask lets through is all that there is to know.
    CloudFixture direct(m_sim.environment());
    const auto body = m_sim.get("/v2/projects/lab-one/locations/-/nodes").body;
    auto whole = cloud::parseNodeList(body, *ProjectId::parse("lab-one"));
    QVERIFY(whole && whole->nodes.size() == 1);
    // But for what the guest attributes say.
    whole->nodes[0].workers[0].hostKeys = entry->node.workers[0].hostKeys;
    whole->nodes[0].workers[0].instanceName = entry->node.workers[0].instanceName;
    QVERIFY(whole->nodes[0] == entry->node);
    QVERIFY(!entry->node.workers[0].hostKeys.isEmpty());
    const auto masked =
        m_sim.get("/v2/projects/lab-one/locations/-/nodes?fields=nodes(name,state)").body;
    QVERIFY(masked.contains("READY") && !masked.contains("networkEndpoints"));
}

void TestNodeListRequest::hangingProjectDelaysNobody()
{
    m_sim.post(
        "/sim/faults", {{"path", "/projects/lab-two/locations/-/nodes"}, {"delayMs", NeverMs}});
    Road road(m_sim, Hurried);
    road.look();
    // On a busy machine the others may come after the answer as well.
    QTRY_COMPARE(namesOf(road.inventory.snapshot()), (QStringList{"lab-one", "lab-three"}));
    const Snapshot &snapshot = road.inventory.snapshot();
    QCOMPARE(int(snapshot.problems.size()), 1);
    QCOMPARE(snapshot.problems[0].project.text(), QString("lab-two"));
    QVERIFY(snapshot.problems[0].error.summary.contains("not answered yet"));
    road.look(Urgency::Urgent);
    QTRY_COMPARE(listsOf("lab-one"), 2);
    QCOMPARE(listsOf("lab-two"), 0); // the call under way is logged at its end: none has ended
}

void TestNodeListRequest::slowAnswerComesLate()
{
    std::optional<Road> road;
    QElapsedTimer since;
    since.start();
    do { // where this machine is held up, the others may be late as well, or none of them
        m_sim.call("DELETE", "/sim/faults", {});
        m_sim.post(
            "/sim/faults",
            {{"path", "/projects/lab-two/locations/-/nodes"}, {"delayMs", 1500}, {"count", 1}});
        road.emplace(m_sim, Hurried);
        road->look();
    } while (namesOf(road->inventory.snapshot()) != QStringList{"lab-one", "lab-three"} &&
             since.elapsed() < Patience);
    QCOMPARE(int(road->inventory.snapshot().problems.size()), 1);
    QSignalSpy changed(&road->inventory, &Inventory::changed);
    QTRY_COMPARE(
        namesOf(road->inventory.snapshot()), (QStringList{"lab-one", "lab-three", "lab-two"}));
    QVERIFY(road->inventory.snapshot().problems.empty());
    QStringList appeared;
    for (const auto &arguments : changed) {
        for (const Event &event : arguments[0].value<std::vector<Event>>()) {
            QVERIFY(event.kind == EventKind::Appeared);
            appeared << event.node.project.text();
        }
    }
    QCOMPARE(appeared, QStringList{"lab-two"});
    QVERIFY(!road->inventory.isRefreshing());
    const auto hasKeys = [&road] { // its host keys were not asked for late
        road->look();
        return !road->inventory.snapshot().nodes[2].node.workers[0].hostKeys.isEmpty();
    };
    QTRY_VERIFY(hasKeys());
}

void TestNodeListRequest::failingProjectIsLeftAlone()
{
    m_sim.post("/sim/faults", {{"path", "/projects/lab-two/locations/-/nodes"}, {"status", 403}});
    Road road(m_sim);
    road.look();
    QCOMPARE(listsOf("lab-two"), 1);
    road.look();
    QCOMPARE(listsOf("lab-one"), 2);
    QCOMPARE(listsOf("lab-two"), 1); // it rests
    QCOMPARE(int(road.inventory.snapshot().problems.size()), 1);
    QVERIFY(road.inventory.snapshot().problems[0].error.kind == ErrorKind::PermissionDenied);
    road.look(Urgency::Urgent); // unless a person asks
    QCOMPARE(listsOf("lab-two"), 2);
    m_sim.call("DELETE", "/sim/faults", {});
    road.look(Urgency::Urgent);
    QVERIFY(road.inventory.snapshot().problems.empty());
    QCOMPARE(namesOf(road.inventory.snapshot()), (QStringList{"lab-one", "lab-three", "lab-two"}));
}

void TestNodeListRequest::partsAreToldAsTheyCome()
{
    m_sim.post("/sim/faults", {{"path", "/projects/lab-two/locations/-/nodes"}, {"delayMs", 1000}});
    QStringList first;
    QElapsedTimer since;
    since.start();
    do { // where this machine is held up for so long, all come at once
        Road road(m_sim);
        connect(&road.inventory, &Inventory::changed, this, [&] {
            if (namesOf(road.inventory.snapshot()) == (QStringList{"lab-one", "lab-three"})) {
                first = namesOf(road.inventory.snapshot());
                QVERIFY(road.inventory.isRefreshing());
            }
        });
        road.look();
        QCOMPARE(
            namesOf(road.inventory.snapshot()), (QStringList{"lab-one", "lab-three", "lab-two"}));
    } while (first.isEmpty() && since.elapsed() < Patience);
    QCOMPARE(first, (QStringList{"lab-one", "lab-three"}));
}

void TestNodeListRequest::partLeavesTheOthersAlone()
{
    Snapshot old = snapshotOf({node("aa/us-a1-a/n"), node("bb/us-a1-a/n"), node("cc/us-a1-a/n")});
    old.nodes[1].stale = true;
    const auto project = [](const char *id) { return *ProjectId::parse(id); };
    old.problems = {{project("bb"), std::nullopt, Error{}, minute(-3)}};
    Listing part;
    part.projects = {{project("aa"), {}, {}}, {project("bb"), {}, {}}};
    part.otherProjects = Coverage::Projects::All;
    part.about = {project("aa")};
    const SnapshotUpdate next = advance(old, part, minute(5));
    QCOMPARE(int(next.events.size()), 2); // aa has lost its node, and cc is no project any more
    QVERIFY(next.events[0].kind == EventKind::Gone && next.events[1].kind == EventKind::Gone);
    QCOMPARE(namesOf(*next.snapshot), QStringList{"bb?"});
    QVERIFY(next.snapshot->problems == old.problems);
    QVERIFY(!next.looksSame);
    Listing nothing;
    nothing.projects = part.projects;
    nothing.otherProjects = part.otherProjects;
    nothing.about.emplace();
    QVERIFY(advance(*next.snapshot, nothing, minute(6)).looksSame);
}

QTEST_GUILESS_MAIN(TestNodeListRequest)
#include "tst_nodelistrequest.moc"
