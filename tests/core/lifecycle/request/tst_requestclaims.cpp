// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which of several Podiums carries a request out, while the watch comes and goes.
#include "core/base/jobs.h"
#include "tests/core/lifecycle/request/requestservicelab.h"
#include "tests/fakes/heldpool.h"
#include "tests/fakes/patience.h"

#include <QCoreApplication>
#include <QDir>
#include <QSemaphore>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <iterator>

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

/// Requests of an account that may be carried out here, and who holds them, on podium-sim.
class TestRequestClaims final : public QObject, private RequestServiceLab
{
    Q_OBJECT

private slots:
    void initTestCase() { registerTypes(); }
    void init() { startService(); }
    void cleanup() { m_service.reset(); }
    void whoHasTheWatchCarriesAllOn();
    void whatIsClaimedWhenTheWatchGoesIsLeft();
    void itsOwnClaimIsNotAnotherPodiums();
    void goneOnWithWhileTheWatchClaimsIt();
    void aLockThatCannotBeMadeIsNoOtherPodium();
    void aStepOnWorkersEndsBeforeOthersTakeOver();
};

void TestRequestClaims::whoHasTheWatchCarriesAllOn()
{
    write(request());
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
void TestRequestClaims::whatIsClaimedWhenTheWatchGoesIsLeft()
{
    write(request());
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
void TestRequestClaims::itsOwnClaimIsNotAnotherPodiums()
{
    stockout(Zones[0]);
    stockout(Zones[1]);
    QStringList ids;
    while (ids.size() < 20) {
        NodeRequest waiting = request(true);
        waiting.id += QString::number(ids.size());
        write(waiting);
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
void TestRequestClaims::goneOnWithWhileTheWatchClaimsIt()
{
    write(request());
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

/// Each look tries again; it is said once.
void TestRequestClaims::aLockThatCannotBeMadeIsNoOtherPodium()
{
    const QString lock = m_home->filePath("request-wish.lock");
    QVERIFY(QDir().mkdir(lock));
    const auto refused = m_store->claim("wish");
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().kind), int(ErrorKind::Io));
    QVERIFY2(refused.error().text().contains(lock), qPrintable(refused.error().text()));
    write(request());
    QSignalSpy failed(m_service.get(), &RequestService::failed);
    m_service->setCarriesOn(true);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(m_service->doing("wish"), Doing::Nothing);
    m_service->reload(); // which claims once more
    m_service->goOn("wish");
    QTRY_COMPARE(failed.count(), 2); // a person hears of it each time
    QVERIFY(QDir().rmdir(lock));
    m_service->reload();
    QTRY_COMPARE(int(state()), int(State::Made));
    QCOMPARE(failed.count(), 2);
}

void TestRequestClaims::aStepOnWorkersEndsBeforeOthersTakeOver()
{
    SlowHost host;
    NodeRequest kept = request();
    kept.isKept = true;
    write(kept);
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

QTEST_GUILESS_MAIN(TestRequestClaims)
#include "tst_requestclaims.moc"
