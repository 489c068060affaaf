// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lifecycle/request/requestlab.h"

#include <QRandomGenerator>

using namespace podium;
using namespace podium::tests;

/// Never two nodes for a request, and none that nobody knows of, whatever goes wrong. More of them:
/// PODIUM_REQUEST_SCHEDULES=1000.
class TestRequestSchedules final : public QObject, private RequestLab
{
    Q_OBJECT

private slots:
    void schedules();

private:
    void schedule(quint32 seed);
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

void TestRequestSchedules::schedules()
{
    start();
    const int count = qMax(12, qEnvironmentVariableIntValue("PODIUM_REQUEST_SCHEDULES"));
    for (int seed = 1; seed <= count; ++seed) {
        schedule(quint32(seed));
        if (QTest::currentTestFailed()) {
            QFAIL(qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
        forget();
        m_sim->call("DELETE", "/sim/faults", {});
        for (const QString &zone : Zones) {
            m_sim->post("/sim/zones/" + zone + ":restore");
            m_sim->call("DELETE", nodesOf(zone) + "/new", {});
            QTRY_VERIFY(node(zone).isEmpty());
        }
    }
}

QTEST_GUILESS_MAIN(TestRequestSchedules)
#include "tst_requestschedules.moc"
