// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lifecycle/request/requestlab.h"
#include "tests/fakes/seeds.h"

#include <QTest>

#include <array>
#include <map>

using namespace podium;
using namespace podium::tests;

/// What other people, the clock and the project do while two Podiums carry a request out: a node of
/// another client takes the name, somebody deletes the kept node, a zone is not reached, the API is
/// off, the permission or the token is gone, a laptop sleeps for two days, a clock is set back.
/// What comes when is said by a seed; these are run: PODIUM_REQUEST_TROUBLES=1000 (the first
/// thousand) or PODIUM_REQUEST_TROUBLES=501-750 (those).
class TestRequestTroubles final : public QObject, private RequestLab
{
    Q_OBJECT

private slots:
    void initTestCase() { start(); }
    void cleanup();
    void troubles_data() { addSeedRows("PODIUM_REQUEST_TROUBLES", 12); }
    void troubles();

private:
    /// The zones in which another client's node has the name, and its id.
    using Foreign = std::map<QString, QString>;
    struct Course
    {
        QRandomGenerator random;
        MoodyHost host;
        std::array<std::unique_ptr<RequestService>, 2> podiums;
        int eventsLeft = 5;
        int lossesLeft = 2;    ///< a third short life would end it
        int troubleTurns = 0;  ///< for how many more turns something is out of order
        bool isMoving = false; ///< whether a Podium did something in this turn
        int doubled = 0;       ///< turns in a row with two nodes that are READY
        int asked = 0;         ///< turns in a row that a person is asked
        bool isEnding = false;
        Foreign foreign = {};
    };
    [[nodiscard]] NodeRequest wantedOf(Course &course) const;
    void trouble(quint32 seed);
    void happen(Course &course, const NodeRequest &now);
    void haveTrouble(Course &course);
    void endTrouble();
    void addForeign(Course &course, const QString &zone);
    void answerQuestion(Course &course, const NodeRequest &now);
    void checkMeanwhile(Course &course, const NodeRequest &now);
    void checkEnd(const Course &course, const NodeRequest &end);
};

NodeRequest TestRequestTroubles::wantedOf(Course &course) const
{
    NodeRequest wanted = request(true);
    wanted.means = course.random.bounded(2) == 0 ? Means::Queued : Means::Direct;
    wanted.validFor = 1h;
    wanted.isKept = course.random.bounded(2) == 0;
    wanted.isRace = course.random.bounded(3) == 0;
    if (course.random.bounded(4) == 0) {
        wanted.deadline = m_clock.now().addDays(1);
    }
    return wanted;
}

void TestRequestTroubles::addForeign(Course &course, const QString &zone)
{
    const QJsonObject theirs{
        {"zone", zone}, {"name", "new"}, {"acceleratorType", "v2-8"}, {"workers", 1}};
    if (!course.foreign.empty() || m_sim->post("/sim/projects/lab/nodes", theirs).status != 200) {
        return; // the name is taken, maybe by the request
    }
    const QJsonObject made = node(zone);
    if (!made.isEmpty() && !isOwn(made)) {
        course.foreign[zone] = made["id"].toString();
    }
}

void TestRequestTroubles::haveTrouble(Course &course)
{
    course.troubleTurns = 5 + course.random.bounded(25);
    switch (course.random.bounded(4)) {
    case 0:
        m_sim->post("/sim/zones/" + Zones[course.random.bounded(2)] + ":unreachable");
        break;
    case 1:
        m_sim->post("/sim/projects/lab:setApi", {{"tpuApi", "disabled"}});
        break;
    case 2:
        m_sim->post(
            "/sim/projects/lab:setPermissions",
            {{"denied",
              QJsonArray{course.random.bounded(2) == 0 ? "tpu.nodes.delete" : "tpu.nodes.get"}}});
        break;
    default:
        m_sim->post("/sim/tokens:revoke");
    }
}

void TestRequestTroubles::endTrouble()
{
    for (const QString &zone : Zones) {
        m_sim->post("/sim/zones/" + zone + ":restore");
    }
    m_sim->post("/sim/projects/lab:setApi", {{"tpuApi", "enabled"}});
    m_sim->post("/sim/projects/lab:setPermissions", {{"denied", QJsonArray{}}});
    m_sim->post("/sim/tokens:renewFile");
}

/// At most one thing a turn.
void TestRequestTroubles::happen(Course &course, const NodeRequest &now)
{
    if (course.eventsLeft == 0 || course.isEnding || course.random.bounded(8) != 0) {
        return;
    }
    --course.eventsLeft;
    const QString &zone = Zones[course.random.bounded(Zones.size())];
    const bool isLosable = now.isKept && isOwn(node(zone)) && node(zone)["state"] == "READY";
    switch (course.random.bounded(7)) {
    case 0:
        m_clock.advance(2 * 24 * 3600);
        break;
    case 1:
        m_clock.advance(-3600);
        break;
    case 2:
        addForeign(course, zone);
        break;
    case 3: {
        auto &killed = course.podiums[std::size_t(course.random.bounded(2))];
        killed.reset();
        killed = podium(course.host);
        break;
    }
    case 4:
        if (isLosable && course.lossesLeft-- > 0) {
            m_sim->post("/sim/nodes/lab/" + zone + "/new:preempt");
        }
        break;
    case 5:
        if (isLosable) {
            m_sim->call("DELETE", nodesOf(zone) + "/new", {}); // a person, by another client
        }
        break;
    default:
        haveTrouble(course);
    }
}

/// Somebody comes after a while, and says one thing or the other.
void TestRequestTroubles::answerQuestion(Course &course, const NodeRequest &now)
{
    course.asked = now.isAsking() ? course.asked + 1 : 0;
    if (course.asked < 20) {
        return;
    }
    course.asked = 0;
    if (course.random.bounded(2) == 0) {
        course.podiums[0]->goOn("wish");
    } else {
        course.isEnding = true;
        course.podiums[0]->giveUp("wish");
    }
}

void TestRequestTroubles::checkMeanwhile(Course &course, const NodeRequest &now)
{
    if (course.troubleTurns > 0) {
        course.doubled = 0; // nothing can be seen now
        return;
    }
    const bool counts = course.isMoving || !now.isRace;
    course.doubled = readyNodes() > 1 ? course.doubled + (counts ? 1 : 0) : 0;
    // The loser of a race may be READY until it was looked at once.
    QVERIFY2(course.doubled <= (now.isRace ? 60 : 0), qPrintable(statusText(now)));
    for (const auto &[zone, id] : course.foreign) {
        QCOMPARE(node(zone)["id"].toString(), id);
    }
    QVERIFY(!node(Zones[0], "other").isEmpty());
}

void TestRequestTroubles::checkEnd(const Course &course, const NodeRequest &end)
{
    if (end.state != State::Made) {
        QVERIFY(end.state == State::Cancelled || !end.reason.isEmpty());
        QCOMPARE(madeByTheRequest(), 0);
        QCOMPARE(queued(), QStringList());
    } else if (madeByTheRequest() == 0) {
        QVERIFY(course.isEnding); // a person took it just before it was let be
    } else {
        QCOMPARE(madeByTheRequest(), 1);
        QCOMPARE(queued().size(), end.isQueued() ? 1 : 0);
    }
    for (const auto &[zone, id] : course.foreign) {
        QCOMPARE(node(zone)["id"].toString(), id);
    }
}

void TestRequestTroubles::cleanup()
{
    endTrouble();
    tidyUp();
}

void TestRequestTroubles::trouble(quint32 seed)
{
    Course course{QRandomGenerator(seed), MoodyHost(seed), {}};
    write(wantedOf(course));
    course.podiums = {podium(course.host), podium(course.host)};
    if (course.random.bounded(3) == 0) {
        m_sim->post("/sim/zones/" + Zones[0] + ":stockout", {{"creates", 2}});
    }
    NodeRequest now = stored().at(0);
    for (int turn = 0; now.state == State::Active; ++turn) {
        QVERIFY2(turn < 4000, qPrintable(statusText(now)));
        course.isMoving = takeTurn(course.podiums);
        m_clock.advance(7);
        if (course.troubleTurns > 0 && --course.troubleTurns == 0) {
            endTrouble();
        } else if (course.troubleTurns == 0) {
            happen(course, now);
        }
        checkMeanwhile(course, now);
        if (QTest::currentTestFailed()) {
            return;
        }
        for (auto &podium : course.podiums) {
            podium->reload();
        }
        now = stored().at(0);
        answerQuestion(course, now);
        if (now.isKept && !course.isEnding && now.standing() != nullptr && turn > 200) {
            course.isEnding = true;
            course.podiums[0]->giveUp("wish"); // not kept any more; what stands, stays
        }
    }
    endTrouble();
    checkEnd(course, now);
}

void TestRequestTroubles::troubles()
{
    QFETCH(int, seed);
    trouble(quint32(seed));
}

QTEST_GUILESS_MAIN(TestRequestTroubles)
#include "tst_requesttroubles.moc"
