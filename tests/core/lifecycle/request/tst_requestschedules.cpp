// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestservice.h"
#include "tests/core/lifecycle/request/requestlab.h"
#include "tests/fakes/patience.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <array>

using namespace podium;
using namespace podium::tests;

namespace {

/// A host on which ssh does not always answer at once.
class FakeHost final : public NodeHost
{
public:
    explicit FakeHost(quint32 seed) : m_random(seed) {}
    void greet(const NodeRef &node, Callback<Result<>> done) override { answer(node, done); }
    void carryOut(const NodeRef &node, const AfterStep &, Callback<Result<>> done) override
    {
        answer(node, done);
    }

private:
    void answer(const NodeRef &node, const Callback<Result<>> &done)
    {
        const bool isSilent = m_random.bounded(4) == 0;
        done(
            isSilent ? Result<>(failure({ErrorKind::Timeout, "No answer.", {}, {}, node.text()}))
                     : Result<>());
    }
    QRandomGenerator m_random;
};

} // namespace

/// Never two nodes for a request, and none that nobody knows of, whatever goes wrong. More of them:
/// PODIUM_REQUEST_SCHEDULES=1000.
class TestRequestSchedules final : public QObject, private RequestLab
{
    Q_OBJECT

private slots:
    void initTestCase() { start(); }
    void schedules();
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
    static int count()
    {
        return qMax(12, qEnvironmentVariableIntValue("PODIUM_REQUEST_SCHEDULES"));
    }
    void schedule(quint32 seed);
    void sharedSchedule(quint32 seed);
    [[nodiscard]] std::unique_ptr<RequestService> podium(NodeHost &host);
    [[nodiscard]] NodeRequest sharedRequest(quint32 seed) const;
    void addFaults(QRandomGenerator &random, const QVector<QJsonObject> &faults) const;
    void disturb(QRandomGenerator &random, Podiums &podiums, NodeHost &host, Chances &left);
    [[nodiscard]] int readyNodes() const;
    [[nodiscard]] QStringList queued() const;
    void cleanUp();
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

std::unique_ptr<RequestService> TestRequestSchedules::podium(NodeHost &host)
{
    NodeRequestRun::World shared = world();
    shared.host = &host;
    auto service = std::make_unique<RequestService>(shared, Pace);
    service->setCarriesOn(true);
    return service;
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

int TestRequestSchedules::readyNodes() const
{
    return int(std::count_if(Zones.begin(), Zones.end(), [this](const QString &zone) {
        return node(zone)["state"].toString() == "READY";
    }));
}

QStringList TestRequestSchedules::queued() const
{
    QStringList names;
    const auto list = m_sim->get("/v2/projects/lab/locations/-/queuedResources").json();
    for (const auto &resource : list["queuedResources"].toArray()) {
        names << resource.toObject()["name"].toString();
    }
    return names;
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
    Answer<Result<NodeRequest>> written;
    m_store->put(wanted, written.callback());
    QVERIFY(written.wait(Patience));
    FakeHost host(seed);
    Podiums podiums{podium(host), podium(host)};
    Chances left;
    left.losses = wanted.isKept ? left.losses : 0; // else it may be lost right after its end
    int doubled = 0;
    NodeRequest now = wanted;
    for (int turn = 0; now.state == State::Active; ++turn) {
        QVERIFY2(turn < 4000, qPrintable(statusText(now)));
        QTest::qWait(10);
        m_clock.advance(7);
        disturb(random, podiums, host, left);
        if (turn == 100) { // a queued resource waits in the zone in which it is
            m_sim->post("/sim/zones/" + Zones[0] + ":restore");
        }
        // The loser of a race may be READY until it was looked at once.
        doubled = readyNodes() > 1 ? doubled + 1 : 0;
        QVERIFY2(doubled <= (wanted.isRace ? 60 : 0), qPrintable(statusText(now)));
        for (auto &podium : podiums) {
            podium->reload();
        }
        now = stored().at(0);
        const NodeAttempt *standing = now.standing();
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

void TestRequestSchedules::cleanUp()
{
    forget();
    m_sim->call("DELETE", "/sim/faults", {});
    for (const QString &name : queued()) {
        m_sim->call("DELETE", "/v2/" + name + "?force=true", {});
    }
    for (const QString &zone : Zones) {
        m_sim->post("/sim/zones/" + zone + ":restore");
        m_sim->call("DELETE", nodesOf(zone) + "/new", {});
        QTRY_VERIFY(node(zone).isEmpty());
    }
    QTRY_VERIFY(queued().isEmpty());
}

void TestRequestSchedules::schedules()
{
    for (int seed = 1; seed <= count(); ++seed) {
        schedule(quint32(seed));
        if (QTest::currentTestFailed()) {
            QFAIL(qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
        cleanUp();
    }
}

void TestRequestSchedules::sharedSchedules()
{
    for (int seed = 1; seed <= count(); ++seed) {
        sharedSchedule(quint32(seed));
        if (QTest::currentTestFailed()) {
            QFAIL(qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
        cleanUp();
    }
}

QTEST_GUILESS_MAIN(TestRequestSchedules)
#include "tst_requestschedules.moc"
