// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/jobs.h"
#include "core/lifecycle/request/requestservice.h"
#include "tests/core/lifecycle/request/requestlab.h"
#include "tests/fakes/heldpool.h"
#include "tests/fakes/patience.h"

#include <QCoreApplication>
#include <QFile>
#include <QSemaphore>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <iterator>

Q_DECLARE_METATYPE(podium::Error)

using namespace podium;
using namespace podium::tests;
using Doing = RequestService::Doing;

namespace {

/// One whose steps end when the test says so; ssh answers at once.
class SlowHost final : public NodeHost
{
public:
    void greet(const NodeRef &, Callback<Result<>> done) override { done(Result<>()); }
    void carryOut(const NodeRef &, const AfterStep &, Callback<Result<>> done) override
    {
        begun.push_back(std::move(done));
    }
    std::vector<Callback<Result<>>> begun;
};

/// A job that keeps the only thread of the pool until it is opened.
class Barrier final
{
public:
    Barrier()
    {
        QThreadPool::globalInstance()->start([this] {
            m_reached.release();
            m_left.acquire();
        });
    }
    ~Barrier()
    {
        open();
        QThreadPool::globalInstance()->waitForDone();
    }
    Barrier(const Barrier &) = delete;
    Barrier &operator=(const Barrier &) = delete;
    void open() { m_left.release(); }
    /// Waits until all that was asked of the pool before has been answered, and tells the answers.
    void await()
    {
        QVERIFY(m_reached.tryAcquire(1, Patience));
        QCoreApplication::processEvents();
    }

private:
    QSemaphore m_reached;
    QSemaphore m_left;
};

} // namespace

/// The requests of an account and those that one program carries out, on podium-sim.
class TestRequestService final : public QObject, private RequestLab
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_service.reset(); }
    void aNewOneIsMade();
    void whatSomebodyLeftIsGoneOnWith();
    void givenUpWhileItWaits();
    void itsEndIsNotForgotten();
    void givenUpThoughNobodyCarriesItOut();
    void whatAnotherPodiumHasStaysWithIt();
    void whatIsOverIsNotTakenUp();
    void anUnreadableFileIsSaidOnce();
    void endedEarlyItCanBeGoneOnWith();
    void whoHasTheWatchCarriesAllOn();
    void whatIsClaimedWhenTheWatchGoesIsLeft();
    void itsOwnClaimIsNotAnotherPodiums();
    void goneOnWithWhileTheWatchClaimsIt();
    void aStepOnWorkersEndsBeforeOthersTakeOver();
    void pausedNothingNewIsAskedFor();
    void otherZonesAreTried();

private:
    void makeService() { m_service = std::make_unique<RequestService>(world(), Pace); }
    /// Reads the file all the time, with so many reads under way at once.
    void lookAllTheTime(QTimer &timer, int atOnce)
    {
        connect(&timer, &QTimer::timeout, this, [this, atOnce] {
            if (QThreadPool::globalInstance()->activeThreadCount() < atOnce) {
                m_service->reload();
            }
        });
        timer.start(0);
    }
    void put(const NodeRequest &request)
    {
        Answer<Result<NodeRequest>> written;
        m_store->put(request, written.callback());
        QVERIFY(written.wait(Patience));
    }
    [[nodiscard]] State state() const
    {
        return m_service->requests().empty() ? State::Active : m_service->requests()[0].state;
    }

    std::unique_ptr<RequestService> m_service;
};

void TestRequestService::initTestCase()
{
    qRegisterMetaType<Error>("podium::Error");
    qRegisterMetaType<NodeRequest>("podium::lifecycle::NodeRequest");
}

void TestRequestService::init()
{
    start();
    makeService();
}

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
    put(request());
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
    put(left);
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
    put(request());
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
    put(over);
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

void TestRequestService::whoHasTheWatchCarriesAllOn()
{
    put(request());
    m_service->reload();
    QTRY_COMPARE(m_service->requests().size(), std::size_t(1));
    QCOMPARE(creates(), 0); // another one may have the watch
    QSignalSpy ended(m_service.get(), &RequestService::ended);
    m_service->setCarriesOn(true);
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(int(state()), int(State::Made));
    QCOMPARE(madeByTheRequest(), 1);
}

/// It was claimed, and is read once more.
void TestRequestService::whatIsClaimedWhenTheWatchGoesIsLeft()
{
    put(request());
    m_service->reload();
    QTRY_COMPARE(m_service->requests().size(), std::size_t(1));
    QThreadPool &pool = *QThreadPool::globalInstance();
    QVERIFY(pool.waitForDone(Patience));
    const int usual = pool.maxThreadCount();
    pool.setMaxThreadCount(1);
    {
        m_service->setCarriesOn(true); // a look at the file
        Barrier looked;
        looked.await(); // it is claimed next
        Barrier claimed;
        looked.open();
        claimed.await(); // and then read
        QVERIFY(!m_store->claim("wish"));
        m_service->setCarriesOn(false);
        claimed.open();
        QVERIFY(pool.waitForDone(Patience));
    }
    pool.setMaxThreadCount(usual);
    QTRY_VERIFY(m_store->claim("wish")); // whoever has the watch now
    QCOMPARE(m_service->doing("wish"), Doing::Nothing);
    QCOMPARE(creates(), 0);
}

/// The file is read again and again while the claims are on their way.
void TestRequestService::itsOwnClaimIsNotAnotherPodiums()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    QStringList ids;
    while (ids.size() < 20) {
        NodeRequest waiting = request(true);
        waiting.id += QString::number(ids.size());
        put(waiting);
        ids << waiting.id;
    }
    QStringList elsewhere;
    connect(m_service.get(), &RequestService::changed, this, [&] {
        std::copy_if(ids.begin(), ids.end(), std::back_inserter(elsewhere), [&](const QString &id) {
            return m_service->doing(id) == Doing::Elsewhere;
        });
    });
    QTimer looks;
    lookAllTheTime(looks, 2);
    m_service->setCarriesOn(true);
    QTRY_VERIFY(std::all_of(ids.begin(), ids.end(), [&](const QString &id) {
        return m_service->doing(id) == Doing::CarriesOut;
    }));
    QCOMPARE(elsewhere, QStringList());
}

/// What a person asks for is done, though the watch is lost before the claim for it has come.
void TestRequestService::goneOnWithWhileTheWatchClaimsIt()
{
    put(request());
    m_service->reload();
    QTRY_COMPARE(m_service->requests().size(), std::size_t(1));
    QThreadPool &pool = *QThreadPool::globalInstance();
    const int threads = pool.maxThreadCount();
    pool.setMaxThreadCount(1); // so that the answers come in this order, and then the claim
    {
        const HeldPool held;
        m_service->setCarriesOn(true); // reads the file, and claims what is in it
        m_service->goOn("wish");
        runJob(
            this, [] { return false; }, [this](bool on) { m_service->setCarriesOn(on); });
    }
    pool.setMaxThreadCount(threads);
    QTRY_COMPARE(int(state()), int(State::Made));
    QCOMPARE(madeByTheRequest(), 1);
}

void TestRequestService::aStepOnWorkersEndsBeforeOthersTakeOver()
{
    SlowHost host;
    NodeRequest kept = request();
    kept.isKept = true;
    put(kept);
    m_service = podium(host); // which has the watch
    QSignalSpy stands(m_service.get(), &RequestService::stands);
    m_service->reload();
    QTRY_COMPARE(host.begun.size(), std::size_t(1));
    QCOMPARE(stands.count(), 1); // something comes after
    m_service->setCarriesOn(false);
    QCOMPARE(m_service->doing("wish"), Doing::CarriesOut);
    const auto early = m_store->claim("wish");
    QVERIFY(!early);
    QCOMPARE(int(early.error().kind), int(ErrorKind::Conflict));
    host.begun[0](Result<>());
    QTRY_COMPARE(m_service->doing("wish"), Doing::Nothing);
    QVERIFY(stored().at(0).standing()->after.at(0).isDone);
    QTRY_VERIFY(m_store->claim("wish")); // whoever has the watch now
    QCOMPARE(host.begun.size(), std::size_t(1));
    m_service.reset(); // before its host
}

/// One beside it, which waits for the same, is made meanwhile.
void TestRequestService::pausedNothingNewIsAskedFor()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    put(request(true));
    NodeRequest beside = request(true);
    beside.id = "beside";
    beside.spec.name = "beside";
    put(beside);
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
    put(wanted);
    m_service->setCarriesOn(true);
    QTRY_VERIFY(m_service->waitsUntil("wish").isValid());
    m_service->setZones("wish", {*Zone::parse(Zones[1])});
    QTRY_COMPARE(int(state()), int(State::Made));
    QCOMPARE(node(Zones[1])["state"].toString(), QString("READY"));
}

QTEST_GUILESS_MAIN(TestRequestService)
#include "tst_requestservice.moc"
