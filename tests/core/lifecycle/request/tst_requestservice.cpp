// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lifecycle/request/requestservicelab.h"
#include "tests/fakes/filesizelimit.h"

#include <QFile>
#include <QThreadPool>
#include <QTimer>

#include <csignal>

using namespace podium;
using namespace podium::tests;
using Doing = RequestService::Doing;

/// The requests of an account and those that one program carries out, on podium-sim.
class TestRequestService final : public QObject, private RequestServiceLab
{
    Q_OBJECT

private slots:
    void initTestCase() { registerTypes(); }
    void init() { startService(); }
    void cleanup() { m_service.reset(); }
    void aNewOneIsMade();
    void whatSomebodyLeftIsGoneOnWith();
    void givenUpWhileItWaits();
    void itsEndIsNotForgotten();
    void givenUpThoughNobodyCarriesItOut();
    void whatAnotherPodiumHasStaysWithIt();
    void whatIsOverIsNotTakenUp();
    void anUnreadableFileIsSaidOnce();
    void aFullDiskIsSaidOnceAndTriedAgain();
    void endedEarlyItCanBeGoneOnWith();
    void pausedNothingNewIsAskedFor();
    void otherZonesAreTried();
};

void TestRequestService::aNewOneIsMade()
{
    QSignalSpy ended(m_service.get(), &RequestService::ended);
    QSignalSpy stands(m_service.get(), &RequestService::stands);
    m_service->begin(request());
    m_service->begin(request()); // a second click
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(stands.count(), 0); // its end says so
    QCOMPARE(int(state()), int(State::Made));
    QCOMPARE(m_service->doing("wish"), Doing::Nothing);
    QCOMPARE(creates(), 1);
    QCOMPARE(stored(), m_service->requests());
}

void TestRequestService::whatSomebodyLeftIsGoneOnWith()
{
    write(request());
    m_service->reload();
    QTRY_COMPARE(m_service->requests().size(), std::size_t(1));
    QCOMPARE(m_service->doing("wish"), Doing::Nothing);
    QCOMPARE(creates(), 0); // nothing is asked for by itself
    m_service->goOn("wish");
    QTRY_COMPARE(int(state()), int(State::Made));
    QCOMPARE(madeByTheRequest(), 1);
}

void TestRequestService::givenUpWhileItWaits()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    m_service->begin(request(true));
    QTRY_VERIFY(m_service->waitsUntil("wish").isValid());
    QCOMPARE(m_service->doing("wish"), Doing::CarriesOut);
    QSignalSpy ended(m_service.get(), &RequestService::ended);
    m_service->giveUp("wish");
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(int(state()), int(State::Cancelled));
    QCOMPARE(madeByTheRequest(), 0);
}

/// Many look at the file all the time, also while its end is written, and some tell it late.
void TestRequestService::itsEndIsNotForgotten()
{
    QSignalSpy ended(m_service.get(), &RequestService::ended);
    bool isForgotten = false;
    connect(m_service.get(), &RequestService::changed, this, [&] {
        isForgotten = isForgotten || (ended.count() > 0 && state() == State::Active);
    });
    constexpr int atOnce = 16;
    QThreadPool &pool = *QThreadPool::globalInstance();
    const int usual = pool.maxThreadCount();
    pool.setMaxThreadCount(atOnce + usual);
    QTimer looks;
    lookAllTheTime(looks, atOnce);
    m_service->begin(request());
    QTRY_COMPARE(ended.count(), 1); // later than it is seen in the file, by who looks at it
    QCOMPARE(int(state()), int(State::Made));
    QTRY_COMPARE(stored(), m_service->requests()); // by a look that began after all of these
    pool.setMaxThreadCount(usual);
    QCOMPARE(ended.count(), 1);
    QVERIFY(!isForgotten);
}

void TestRequestService::givenUpThoughNobodyCarriesItOut()
{
    // Somebody asked for it and was killed before the answer.
    NodeRequest left = request();
    left.attempts.push_back({left.zones[0], "an-id", m_clock.now(), {}, {}, {}, {}});
    write(left);
    m_sim->post(
        nodesOf(Zones[0]) + "?nodeId=new", {{"acceleratorType", "v2-8"},
                                            {"runtimeVersion", "tpu-ubuntu2204-base"},
                                            {"labels", QJsonObject{{requestLabel(), "wish"}}}});
    m_service->giveUp("wish");
    QTRY_COMPARE(int(state()), int(State::Cancelled));
    QTRY_COMPARE(madeByTheRequest(), 0);
}

void TestRequestService::whatAnotherPodiumHasStaysWithIt()
{
    write(request());
    const auto theirs = m_store->claim("wish");
    QVERIFY(theirs);
    m_service->reload();
    m_service->goOn("wish");
    QTRY_COMPARE(int(m_service->doing("wish")), int(Doing::Elsewhere));
    m_service->giveUp("wish");
    // Whoever carries it out reads what is wished.
    QTRY_COMPARE(int(stored().at(0).wish), int(NodeRequest::Wish::Cancel));
    QCOMPARE(int(stored().at(0).state), int(State::Active));
    QCOMPARE(creates(), 0);
}

void TestRequestService::whatIsOverIsNotTakenUp()
{
    NodeRequest over = request();
    over.state = State::GivenUp;
    over.reason = "It was too long.";
    write(over);
    QSignalSpy failed(m_service.get(), &RequestService::failed);
    m_service->goOn("wish");
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(m_service->requests(), NodeRequests{over}); // as the file has it
    QCOMPARE(creates(), 0);
    QTRY_VERIFY(m_store->claim("wish")); // nobody holds it any more
}

void TestRequestService::anUnreadableFileIsSaidOnce()
{
    QFile file(m_home->filePath("requests.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{");
    file.close();
    QSignalSpy failed(m_service.get(), &RequestService::failed);
    m_service->reload();
    QTRY_COMPARE(failed.count(), 1);
    m_service->reload();
    m_service->goOn("wish");
    QTRY_COMPARE(failed.count(), 2); // of goOn(): what a person asks for is answered
}

/// Each look at the file would begin anew, and fail, and say so.
void TestRequestService::aFullDiskIsSaidOnceAndTriedAgain()
{
    ::signal(SIGXFSZ, SIG_IGN);
    write(request());
    QSignalSpy failed(m_service.get(), &RequestService::failed);
    const auto lookSomeTimes = [this] {
        for (int i = 0; i < 20; ++i) {
            bool isRead = false;
            m_service->reload();
            m_store->load({this, [&isRead](const Result<NodeRequests> &) { isRead = true; }});
            QTRY_VERIFY(isRead);
        }
    };
    {
        const FileSizeLimit full(0);
        m_service->setCarriesOn(true);
        QTRY_COMPARE(failed.count(), 1);
        lookSomeTimes();
        QCOMPARE(failed.count(), 1);
        QCOMPARE(m_service->doing("wish"), Doing::Nothing);
    }
    m_clock.advance(61);
    m_service->reload();
    QTRY_COMPARE(int(state()), int(State::Made));
    QCOMPARE(failed.count(), 1);
}

void TestRequestService::endedEarlyItCanBeGoneOnWith()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    m_service->begin(request(true));
    QTRY_VERIFY(m_service->waitsUntil("wish").isValid());
    m_service.reset();
    QCOMPARE(int(stored().at(0).state), int(State::Active));
    m_sim->post("/sim/zones/" + Zones[1] + ":restore");
    m_clock.advance(600);
    makeService();
    m_service->goOn("wish");
    QTRY_COMPARE(int(state()), int(State::Made));
}

/// One beside it, which waits for the same, is made meanwhile.
void TestRequestService::pausedNothingNewIsAskedFor()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    write(request(true));
    NodeRequest beside = request(true);
    beside.id = "beside";
    beside.spec.name = "beside";
    write(beside);
    m_service->setCarriesOn(true);
    QTRY_VERIFY(m_service->waitsUntil("wish").isValid());
    QTRY_VERIFY(m_service->waitsUntil("beside").isValid());
    m_service->pause("wish");
    QTRY_COMPARE(int(m_service->requests()[0].wish), int(NodeRequest::Wish::Pause));
    const int before = calls("POST", "nodeId=new");
    m_sim->post("/sim/zones/" + Zones[0] + ":restore");
    m_clock.advance(3600);
    QTRY_COMPARE(int(m_service->requests()[1].state), int(State::Made));
    QCOMPARE(calls("POST", "nodeId=new"), before);
    m_service->goOn("wish");
    QTRY_COMPARE(int(state()), int(State::Made));
    QCOMPARE(int(stored().at(0).wish), int(NodeRequest::Wish::Go));
}

void TestRequestService::otherZonesAreTried()
{
    stockout(Zones[0]);
    NodeRequest wanted = request(true);
    wanted.zones = {*Zone::parse(Zones[0])};
    write(wanted);
    m_service->setCarriesOn(true);
    QTRY_VERIFY(m_service->waitsUntil("wish").isValid());
    m_service->setZones("wish", {{*Zone::parse(Zones[1])}, 42.0});
    QTRY_COMPARE(int(state()), int(State::Made));
    QCOMPARE(m_service->requests()[0].confirmedDollarsPerDay.value_or(0), 42.0);
    QCOMPARE(node(Zones[1])["state"].toString(), QString("READY"));
}

QTEST_GUILESS_MAIN(TestRequestService)
#include "tst_requestservice.moc"
