// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lifecycle/request/requestlab.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::tests;

/// Requests carried out on podium-sim, with its faults.
class TestNodeRequestRun final : public QObject, private RequestLab
{
    Q_OBJECT

private slots:
    void init() { start(); }
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
    void aRefusedDeletionIsToldUntilItIsHeard();
    void cancelWhileItIsSent();
    void cancelLeavesWhatStands();
    void whatCannotBeWrittenDownIsNotSent();
    void theClaimIsOfOne();
};

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
    wanted.deadline = m_clock.now().addSecs(25);
    begin(wanted);
    QTRY_COMPARE(m_run->waitsUntil(), wanted.deadline);
    m_clock.advance(25);
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
            left.nodeIn(left.zones.front()), nodeBody(left, left.zones.front()), "a-request-id",
            answer.callback());
        QVERIFY(answer.wait(Patience).value());
    }
    QCOMPARE(int(carryOut(left).state), int(State::Made));
    QCOMPARE(creates(), 1);
    QCOMPARE(madeByTheRequest(), 1);
}

void TestNodeRequestRun::aPreemptedOneIsDeletedBeforeTheNext()
{
    // Preempted before it was ever seen READY: the operation goes on, and the node is a leftover.
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"status", 500}});
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
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"status", 500}});
    begin(request());
    QTRY_COMPARE(node(Zones[0])["state"].toString(), QString("READY"));
    const QString body =
        QString(R"({"labels":{"podium-lock":"ada","%1":"wish"}})").arg(requestLabel());
    m_sim->call("PATCH", nodesOf(Zones[0]) + "/new?updateMask=labels", body.toUtf8());
    QTRY_VERIFY(node(Zones[0])["labels"].toObject().contains("podium-lock"));
    m_sim->post("/sim/nodes/lab/" + Zones[0] + "/new:preempt");
    m_sim->call("DELETE", "/sim/faults", {});
    awaitEnd();
    QCOMPARE(int(m_run->request().state), int(State::GivenUp));
    QVERIFY2(m_run->request().reason.contains("podium-lock"), qPrintable(m_run->request().reason));
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

void TestNodeRequestRun::aRefusedDeletionIsToldUntilItIsHeard()
{
    m_sim->post("/sim/faults", {{"path", "/operations/"}, {"status", 500}});
    m_sim->post("/sim/faults", {{"path", "/nodes/new$"}, {"method", "DELETE"}, {"status", 403}});
    begin(request());
    QTRY_VERIFY(
        !m_run->request().attempts.empty() &&
        !m_run->request().attempts.back().operation.isEmpty());
    m_run->cancel();
    QTRY_VERIFY2(m_run->note().contains("delete"), qPrintable(m_run->note()));
    bool isTold = true; // also after the looks that see it stand
    const auto told = connect(m_run.get(), &NodeRequestRun::changed, this, [&] {
        isTold = isTold && m_run->note().contains("delete");
    });
    QTRY_VERIFY(calls("DELETE", "/nodes/new") >= 3);
    QVERIFY(isTold);
    disconnect(told);
    m_sim->call("DELETE", "/sim/faults", {});
    awaitEnd();
    QCOMPARE(int(m_run->request().state), int(State::Cancelled));
    QTRY_COMPARE(madeByTheRequest(), 0);
}

void TestNodeRequestRun::cancelWhileItIsSent()
{
    m_sim->post("/sim/faults", {{"path", "/nodes"}, {"method", "POST"}, {"delayMs", 400}});
    // However late this goes on, the node does not stand before.
    m_sim->post("/sim/operations", {{"verb", "create"}, {"ms", NeverMs}});
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
    m_run = std::make_unique<NodeRequestRun>(world(), request(), Pace);
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

QTEST_GUILESS_MAIN(TestNodeRequestRun)
#include "tst_noderequestrun.moc"
