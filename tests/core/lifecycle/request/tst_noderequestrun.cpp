// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/noderequestrun.h"
#include "core/lifecycle/request/requestjson.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <memory>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using namespace std::chrono_literals;
using State = NodeRequest::State;

namespace {

const QStringList Zones{"us-central1-a", "europe-west4-a"};

/// A lost request is waited for a good while longer than any of the faults holds one up.
const RequestPace pace{5ms, 5ms, 60};

QString nodesOf(const QString &zone)
{
    return "/v2/projects/lab/locations/" + zone + "/nodes";
}

} // namespace

/// Requests carried out on podium-sim, with its faults.
class TestNodeRequestRun final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_run.reset(); }
    void isMade();
    void theNextZoneWhereThereIsNoCapacity();
    void givenUpWhereEachZoneWasAskedOnce();
    void waitsForCapacityAndTriesAgain();
    void theDeadlineEndsIt();
    void aForeignNodeOfThatNameStays();
    void whoMayNotIsToldOnce();
    void aLostReplyIsLookedUp();
    void aRequestThatWasNotHeardIsSentAgain();
    void aKilledPodiumIsTakenUp_data();
    void aKilledPodiumIsTakenUp();
    void aPreemptedOneIsDeletedBeforeTheNext();
    void aLockedLeftoverStays();
    void cancelDeletesWhatIsBeingMade();
    void cancelWhileItIsSent();
    void cancelLeavesWhatStands();
    void whatCannotBeWrittenDownIsNotSent();
    void theClaimIsOfOne();
    void schedules();

private:
    [[nodiscard]] NodeRequest request(bool untilCapacity = false) const
    {
        NodeRequest wanted;
        wanted.id = "wish";
        wanted.project = *ProjectId::parse("lab");
        wanted.spec.name = "new";
        wanted.spec.type = "v2-8";
        wanted.spec.runtimeVersion = "tpu-ubuntu2204-base";
        for (const QString &zone : Zones) {
            wanted.zones.push_back(*Zone::parse(zone));
        }
        wanted.untilCapacity = untilCapacity;
        wanted.createdAt = m_clock.now();
        return wanted;
    }
    void begin(const NodeRequest &wanted)
    {
        m_run = std::make_unique<NodeRequestRun>(m_cloud->tpu, *m_store, m_clock, wanted, pace);
        m_run->start();
    }
    void awaitEnd()
    {
        QSignalSpy finished(m_run.get(), &NodeRequestRun::finished);
        const auto isOver = [this] { return m_run->request().state != State::Active; };
        [&] { QTRY_VERIFY(isOver() && finished.count() == 1); }();
    }
    const NodeRequest &carryOut(const NodeRequest &wanted)
    {
        begin(wanted);
        awaitEnd();
        return m_run->request();
    }
    [[nodiscard]] NodeRequests stored() const
    {
        Answer<Result<NodeRequests>> answer;
        m_store->load(answer.callback());
        const auto loaded = answer.wait(Patience);
        return loaded && *loaded ? **loaded : NodeRequests{};
    }
    [[nodiscard]] QJsonObject node(const QString &zone, const QString &name = "new") const
    {
        const auto reply = m_sim->get(nodesOf(zone) + '/' + name);
        return reply.status == 200 ? reply.json() : QJsonObject();
    }
    [[nodiscard]] int calls(const QString &method, const QString &part) const
    {
        int count = 0;
        for (const auto &call : m_sim->get("/sim/log").json()["calls"].toArray()) {
            const QJsonObject object = call.toObject();
            count += object["method"] == method && object["path"].toString().contains(part) ? 1 : 0;
        }
        return count;
    }
    [[nodiscard]] int creates() const { return calls("POST", "/nodes?"); }
    [[nodiscard]] int madeByTheRequest() const
    {
        int count = 0;
        for (const QString &zone : Zones) {
            const QJsonObject labels = node(zone)["labels"].toObject();
            count += labels[requestLabel()] == QString("wish") ? 1 : 0;
        }
        return count;
    }
    void stockout(const QString &zone) const { m_sim->post("/sim/zones/" + zone + ":stockout"); }
    void schedule(quint32 seed);

    std::unique_ptr<SimCloud> m_sim;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RequestStore> m_store;
    ManualClock m_clock;
    std::unique_ptr<NodeRequestRun> m_run;
};

void TestNodeRequestRun::init()
{
    const QJsonObject other{
        {"zone", Zones.front()}, {"name", "other"}, {"acceleratorType", "v2-8"}, {"workers", 1}};
    const QJsonObject project{{"id", "lab"}, {"nodes", QJsonArray{other}}};
    m_sim = std::make_unique<SimCloud>();
    QVERIFY2(
        m_sim->startWith({{"operationMs", 60}, {"projects", QJsonArray{project}}}),
        qPrintable(m_sim->error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim->environment());
    m_home = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<RequestStore>(m_home->filePath("requests.json"));
    m_clock = ManualClock();
}

void TestNodeRequestRun::isMade()
{
    const NodeRequest &made = carryOut(request());
    QCOMPARE(int(made.state), int(State::Made));
    QCOMPARE(node(Zones[0])["state"].toString(), QString("READY"));
    QCOMPARE(madeByTheRequest(), 1);
    QCOMPARE(creates(), 1);
    QCOMPARE(stored(), NodeRequests{made});
}

void TestNodeRequestRun::theNextZoneWhereThereIsNoCapacity()
{
    stockout(Zones[0]);
    const NodeRequest &made = carryOut(request());
    QCOMPARE(int(made.state), int(State::Made));
    QCOMPARE(int(made.attempts.front().refusal.value()), int(Refusal::Stockout));
    QVERIFY(!made.attempts.front().answer.isEmpty());
    QVERIFY(node(Zones[0]).isEmpty());
    QCOMPARE(node(Zones[1])["state"].toString(), QString("READY"));
}

void TestNodeRequestRun::givenUpWhereEachZoneWasAskedOnce()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    const NodeRequest &ended = carryOut(request());
    QCOMPARE(int(ended.state), int(State::GivenUp));
    QVERIFY2(ended.reason.contains("Each zone was asked once"), qPrintable(ended.reason));
    QCOMPARE(ended.attempts.size(), std::size_t(2));
    QCOMPARE(madeByTheRequest(), 0);
}

void TestNodeRequestRun::waitsForCapacityAndTriesAgain()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    begin(request(true));
    QTRY_VERIFY(m_run->waitsUntil().isValid());
    QCOMPARE(m_run->request().attempts.size(), std::size_t(2));
    QVERIFY(m_run->waitsUntil() > m_clock.now());
    m_sim->post("/sim/zones/" + Zones[1] + ":restore");
    m_clock.advance(60); // the first wait and all that it may be spread by
    awaitEnd();
    QCOMPARE(int(m_run->request().state), int(State::Made));
    QCOMPARE(node(Zones[1])["state"].toString(), QString("READY"));
}

void TestNodeRequestRun::theDeadlineEndsIt()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    NodeRequest wanted = request(true);
    wanted.deadline = m_clock.now().addSecs(5);
    begin(wanted);
    QTRY_COMPARE(m_run->waitsUntil(), wanted.deadline);
    m_clock.advance(5);
    awaitEnd();
    QCOMPARE(int(m_run->request().state), int(State::GivenUp));
    QVERIFY(m_run->request().reason.contains("time is over"));
}

void TestNodeRequestRun::aForeignNodeOfThatNameStays()
{
    m_sim->post(
        nodesOf(Zones[0]) + "?nodeId=new",
        {{"acceleratorType", "v2-8"}, {"runtimeVersion", "tpu-ubuntu2204-base"}});
    QTRY_COMPARE(node(Zones[0])["state"].toString(), QString("READY"));
    const NodeRequest &ended = carryOut(request());
    QCOMPARE(int(ended.attempts.front().refusal.value()), int(Refusal::NameTaken));
    QCOMPARE(node(Zones[0])["state"].toString(), QString("READY"));
    QVERIFY(node(Zones[0])["labels"].toObject().isEmpty());
    QCOMPARE(calls("DELETE", "/nodes/"), 0);
}

void TestNodeRequestRun::whoMayNotIsToldOnce()
{
    m_sim->post("/sim/faults", {{"path", "/nodes"}, {"method", "POST"}, {"status", 403}});
    const NodeRequest &ended = carryOut(request(true));
    QCOMPARE(int(ended.state), int(State::GivenUp));
    QCOMPARE(int(ended.attempts.back().refusal.value()), int(Refusal::SetUp));
    QCOMPARE(creates(), 1);
}

void TestNodeRequestRun::aLostReplyIsLookedUp()
{
    // The cloud begins, and the connection breaks before its answer.
    m_sim->post(
        "/sim/faults", {{"path", "/nodes"}, {"method", "POST"}, {"cutAt", 0}, {"count", 1}});
    QCOMPARE(int(carryOut(request()).state), int(State::Made));
    QCOMPARE(creates(), 1);
    QCOMPARE(madeByTheRequest(), 1);
}

void TestNodeRequestRun::aRequestThatWasNotHeardIsSentAgain()
{
    m_sim->post(
        "/sim/faults", {{"path", "/nodes"}, {"method", "POST"}, {"status", 503}, {"count", 1}});
    const NodeRequest &made = carryOut(request());
    QCOMPARE(int(made.state), int(State::Made));
    QCOMPARE(int(made.attempts.front().refusal.value()), int(Refusal::Passing));
    QCOMPARE(madeByTheRequest(), 1);
}

void TestNodeRequestRun::aKilledPodiumIsTakenUp_data()
{
    QTest::addColumn<int>("attempts"); // written down when it was killed
    QTest::addColumn<bool>("sent");
    QTest::newRow("before anything") << 0 << false;
    QTest::newRow("between intent and request") << 1 << false;
    QTest::newRow("between request and reply") << 1 << true;
}

void TestNodeRequestRun::aKilledPodiumIsTakenUp()
{
    QFETCH(int, attempts);
    QFETCH(bool, sent);
    NodeRequest left = request();
    if (attempts > 0) {
        left.attempts.push_back(
            {*Zone::parse(Zones[0]), "a-request-id", m_clock.now(), {}, {}, {}, {}});
    }
    if (sent) {
        Answer<Result<cloud::Operation>> answer;
        m_cloud->tpu.createNode(
            left.nodeIn(left.zones.front()), nodeBody(left), "a-request-id", answer.callback());
        QVERIFY(answer.wait(Patience).value());
    }
    QCOMPARE(int(carryOut(left).state), int(State::Made));
    QCOMPARE(creates(), 1);
    QCOMPARE(madeByTheRequest(), 1);
}

void TestNodeRequestRun::aPreemptedOneIsDeletedBeforeTheNext()
{
    // Preempted before it was ever seen READY: the operation goes on, and the node is a leftover.
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"delayMs", 200}});
    begin(request());
    QTRY_COMPARE(node(Zones[0])["state"].toString(), QString("READY"));
    m_sim->post("/sim/nodes/lab/" + Zones[0] + "/new:preempt");
    m_sim->call("DELETE", "/sim/faults", {});
    awaitEnd();
    QCOMPARE(int(m_run->request().state), int(State::Made));
    QCOMPARE(madeByTheRequest(), 1);
    for (const QString &zone : Zones) {
        QVERIFY(node(zone)["state"].toString() != "PREEMPTED");
    }
}

void TestNodeRequestRun::aLockedLeftoverStays()
{
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"delayMs", 200}});
    begin(request());
    QTRY_COMPARE(node(Zones[0])["state"].toString(), QString("READY"));
    const QString body =
        QString(R"({"labels":{"podium-lock":"ada","%1":"wish"}})").arg(requestLabel());
    m_sim->call("PATCH", nodesOf(Zones[0]) + "/new?updateMask=labels", body.toUtf8());
    QTRY_VERIFY(node(Zones[0])["labels"].toObject().contains("podium-lock"));
    m_sim->post("/sim/nodes/lab/" + Zones[0] + "/new:preempt");
    m_sim->call("DELETE", "/sim/faults", {});
    awaitEnd();
    if (m_run->request().state == State::GivenUp) {
        QVERIFY2(
            m_run->request().reason.contains("podium-lock"), qPrintable(m_run->request().reason));
    }
    QVERIFY(!node(Zones[0]).isEmpty());
    QCOMPARE(calls("DELETE", "/nodes/new"), 0);
}

void TestNodeRequestRun::cancelDeletesWhatIsBeingMade()
{
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"status", 500}});
    begin(request());
    QTRY_VERIFY(
        !m_run->request().attempts.empty() &&
        !m_run->request().attempts.back().operation.isEmpty());
    m_run->cancel();
    m_run->cancel(); // a second time is nothing more
    m_sim->call("DELETE", "/sim/faults", {});
    awaitEnd();
    QCOMPARE(int(m_run->request().state), int(State::Cancelled));
    QTRY_COMPARE(madeByTheRequest(), 0);
    QVERIFY(!node(Zones[0], "other").isEmpty());
    QCOMPARE(int(stored().front().state), int(State::Cancelled));
}

void TestNodeRequestRun::cancelWhileItIsSent()
{
    m_sim->post("/sim/faults", {{"path", "/nodes"}, {"method", "POST"}, {"delayMs", 400}});
    begin(request());
    QTRY_COMPARE(m_run->request().attempts.size(), std::size_t(1));
    QTRY_COMPARE(stored().size(), std::size_t(1));
    m_run->cancel();
    awaitEnd();
    QCOMPARE(int(m_run->request().state), int(State::Cancelled));
    QCOMPARE(madeByTheRequest(), 0);
}

void TestNodeRequestRun::cancelLeavesWhatStands()
{
    (void)carryOut(request());
    m_run->cancel();
    QCOMPARE(int(m_run->request().state), int(State::Made));
    QCOMPARE(madeByTheRequest(), 1);
}

void TestNodeRequestRun::whatCannotBeWrittenDownIsNotSent()
{
    m_store = std::make_unique<RequestStore>(m_home->path()); // a folder
    m_run = std::make_unique<NodeRequestRun>(m_cloud->tpu, *m_store, m_clock, request(), pace);
    QSignalSpy failed(m_run.get(), &NodeRequestRun::storeFailed);
    m_run->start();
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(creates(), 0);
}

void TestNodeRequestRun::theClaimIsOfOne()
{
    const auto mine = m_store->claim("wish");
    QVERIFY(mine);
    const auto theirs = m_store->claim("wish");
    QVERIFY(!theirs);
    QCOMPARE(int(theirs.error().kind), int(ErrorKind::Conflict));
    QVERIFY(m_store->claim("another"));
}

/// What a seed says goes wrong, in an order of its own: replies lost, refused and late, zones
/// without capacity, Podium killed and begun again from what it had written down, given up.
void TestNodeRequestRun::schedule(quint32 seed)
{
    QRandomGenerator random(seed);
    const QVector<QJsonObject> faults{
        {{"path", "/nodes\\?"}, {"method", "POST"}, {"cutAt", 0}, {"count", 1}},
        {{"path", "/nodes\\?"}, {"method", "POST"}, {"status", 503}, {"count", 1}},
        {{"path", "/nodes\\?"}, {"method", "POST"}, {"status", 429}, {"count", 1}},
        {{"path", "/nodes\\?"}, {"method", "POST"}, {"delayMs", 60}, {"count", 1}},
        {{"path", "/operations/"}, {"status", 500}, {"count", 6}},
        {{"path", "/operations/"}, {"cutAt", 0}, {"count", 6}},
        {{"path", "/nodes/new$"}, {"method", "GET"}, {"status", 503}, {"count", 6}},
        {{"path", "/nodes/new$"}, {"method", "DELETE"}, {"cutAt", 0}, {"count", 1}},
    };
    for (int i = random.bounded(4); i > 0; --i) {
        m_sim->post("/sim/faults", faults[random.bounded(faults.size())]);
    }
    if (random.bounded(3) == 0) {
        stockout(Zones[0]);
    }
    begin(request(true));
    const bool givesUp = random.bounded(4) == 0;
    int turns = random.bounded(12);
    for (int turn = 0; m_run->request().state == State::Active; ++turn) {
        QVERIFY2(turn < 3000, qPrintable(statusText(m_run->request())));
        QSignalSpy changed(m_run.get(), &NodeRequestRun::changed);
        (void)changed.wait(20); // whatever comes first
        m_clock.advance(7);
        QVERIFY(madeByTheRequest() <= 1);
        if (turns-- != 0) {
            continue;
        }
        if (givesUp) {
            m_run->cancel();
            continue;
        }
        const NodeRequests known = stored();
        begin(known.empty() ? request(true) : known.front());
    }
    const State end = m_run->request().state;
    QVERIFY2(end != State::GivenUp, qPrintable(m_run->request().reason));
    QTRY_COMPARE(int(stored().front().state), int(end));
    QCOMPARE(madeByTheRequest(), end == State::Made ? 1 : 0);
    QVERIFY(!node(Zones[0], "other").isEmpty());
}

void TestNodeRequestRun::schedules()
{
    const int count = qMax(12, qEnvironmentVariableIntValue("PODIUM_REQUEST_SCHEDULES"));
    for (int seed = 1; seed <= count; ++seed) {
        schedule(quint32(seed));
        if (QTest::currentTestFailed()) {
            QFAIL(qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
        m_run.reset();
        m_home = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<RequestStore>(m_home->filePath("requests.json"));
        m_sim->call("DELETE", "/sim/faults", {});
        for (const QString &zone : Zones) {
            m_sim->post("/sim/zones/" + zone + ":restore");
            m_sim->call("DELETE", nodesOf(zone) + "/new", {});
            QTRY_VERIFY(node(zone).isEmpty());
        }
    }
}

QTEST_GUILESS_MAIN(TestNodeRequestRun)
#include "tst_noderequestrun.moc"
