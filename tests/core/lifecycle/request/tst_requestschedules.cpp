// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lifecycle/request/requestlab.h"
#include "tests/fakes/seeds.h"

#include <QRandomGenerator>
#include <QTest>

#include <array>

using namespace podium;
using namespace podium::tests;

/// Never two nodes for a request, and none that nobody knows of, whatever goes wrong. What goes
/// wrong comes from a seed; these are run: PODIUM_REQUEST_SCHEDULES=1000 (the first thousand) or
/// PODIUM_REQUEST_SCHEDULES=501-750 (those).
class TestRequestSchedules final : public QObject, private RequestLab
{
    Q_OBJECT

private slots:
    void initTestCase() { start(); }
    void cleanup() { tidyUp(); }
    void schedules_data() { addSeedRows("PODIUM_REQUEST_SCHEDULES", 12); }
    void schedules();
    void sharedSchedules_data() { addSeedRows("PODIUM_REQUEST_SCHEDULES", 12); }
    void sharedSchedules();

private:
    /// Two Podiums of one person.
    using Podiums = std::array<std::unique_ptr<RequestService>, 2>;
    /// How often something still happens.
    struct Chances
    {
        int kills = 5;
        int losses = 2; ///< a third short life would end it
    };
    void schedule(quint32 seed);
    void sharedSchedule(quint32 seed);
    [[nodiscard]] NodeRequest sharedRequest(quint32 seed) const;
    void addFaults(QRandomGenerator &random, const QVector<QJsonObject> &faults) const;
    void disturb(QRandomGenerator &random, Podiums &podiums, NodeHost &host, Chances &left);
};

/// What a seed says goes wrong, in an order of its own: replies lost, refused and late, zones
/// without capacity, Podium killed and begun again from what it had written down, given up.
void TestRequestSchedules::schedule(quint32 seed)
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
    addFaults(random, faults);
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

void TestRequestSchedules::addFaults(
    QRandomGenerator &random, const QVector<QJsonObject> &faults) const
{
    for (int i = random.bounded(4); i > 0; --i) {
        m_sim->post("/sim/faults", faults[random.bounded(faults.size())]);
    }
}

NodeRequest TestRequestSchedules::sharedRequest(quint32 seed) const
{
    NodeRequest wanted = request(true);
    wanted.means = seed % 2 == 0 ? Means::Queued : Means::Direct;
    wanted.validFor = 1h;
    wanted.isKept = seed % 3 != 0;
    wanted.isRace = seed % 4 == 3 || seed % 4 == 0;
    return wanted;
}

/// Now and then one Podium is killed and begun again, or the node that stands is taken away.
void TestRequestSchedules::disturb(
    QRandomGenerator &random, Podiums &podiums, NodeHost &host, Chances &left)
{
    if (left.kills > 0 && random.bounded(12) == 0) {
        --left.kills;
        auto &killed = podiums[std::size_t(random.bounded(2))];
        killed.reset();
        killed = podium(host);
    }
    const QString &zone = Zones[random.bounded(Zones.size())];
    const QJsonObject labels = node(zone)["labels"].toObject();
    if (left.losses > 0 && random.bounded(6) == 0 && labels[requestLabel()] == "wish" &&
        node(zone)["state"] == "READY") {
        m_sim->post("/sim/nodes/lab/" + zone + "/new:preempt");
        --left.losses;
    }
}

/// The same with two Podiums, one of which carries the request out, with queued resources, races
/// and nodes that are kept.
void TestRequestSchedules::sharedSchedule(quint32 seed)
{
    QRandomGenerator random(seed);
    addFaults(
        random,
        {{{"path", "/queuedResources\\?"}, {"method", "POST"}, {"cutAt", 0}, {"count", 1}},
         {{"path", "/queuedResources\\?"}, {"method", "POST"}, {"status", 503}, {"count", 1}},
         {{"path", "/queuedResources/"}, {"method", "GET"}, {"status", 500}, {"count", 8}},
         {{"path", "/queuedResources/"}, {"method", "DELETE"}, {"cutAt", 0}, {"count", 1}},
         {{"path", "/nodes\\?"}, {"method", "POST"}, {"cutAt", 0}, {"count", 1}},
         {{"path", "/nodes/new$"}, {"method", "GET"}, {"status", 503}, {"count", 6}},
         {{"path", "/nodes/new$"}, {"method", "DELETE"}, {"cutAt", 0}, {"count", 1}},
         {{"path", "/operations/"}, {"cutAt", 0}, {"count", 6}}});
    if (random.bounded(3) == 0) {
        stockout(Zones[0]);
    }
    const NodeRequest wanted = sharedRequest(seed);
    write(wanted);
    MoodyHost host(seed);
    Podiums podiums{podium(host), podium(host)};
    Chances left;
    left.losses = wanted.isKept ? left.losses : 0; // else it may be lost right after its end
    int doubled = 0;
    NodeRequest now = wanted;
    for (int turn = 0; now.state == State::Active; ++turn) {
        QVERIFY2(turn < 4000, qPrintable(statusText(now)));
        const bool isMoving = takeTurn(podiums);
        m_clock.advance(7);
        disturb(random, podiums, host, left);
        if (turn == 100) { // a queued resource waits in the zone in which it is
            m_sim->post("/sim/zones/" + Zones[0] + ":restore");
        }
        // The loser of a race may be READY until it was looked at once.
        doubled = readyNodes() > 1 ? doubled + (isMoving || !wanted.isRace ? 1 : 0) : 0;
        QVERIFY2(doubled <= (wanted.isRace ? 60 : 0), qPrintable(statusText(now)));
        for (auto &podium : podiums) {
            podium->reload();
        }
        now = stored().at(0);
        const NodeAttempt *standing = now.standing();
        const bool hasFailed =
            standing &&
            std::any_of(standing->after.begin(), standing->after.end(), [](const AfterStep &step) {
                return step.failures >= 3;
            });
        if (hasFailed && turn % 20 == 0) {
            podiums[0]->goOn("wish"); // a person is needed, and comes
        }
        const bool isDone = standing && standing->after.size() == 1 && standing->after[0].isDone &&
                            readyNodes() == 1;
        if (wanted.isKept && isDone && (left.losses == 0 || turn > 300)) {
            podiums[0]->giveUp("wish"); // not kept any more; what stands, stays
        }
    }
    QVERIFY2(now.state == State::Made, qPrintable(statusText(now)));
    QCOMPARE(madeByTheRequest(), 1);
    QCOMPARE(queued().size(), wanted.isQueued() ? 1 : 0);
    QVERIFY(!node(Zones[0], "other").isEmpty());
}

void TestRequestSchedules::schedules()
{
    QFETCH(int, seed);
    schedule(quint32(seed));
}

void TestRequestSchedules::sharedSchedules()
{
    QFETCH(int, seed);
    sharedSchedule(quint32(seed));
}

QTEST_GUILESS_MAIN(TestRequestSchedules)
#include "tst_requestschedules.moc"
