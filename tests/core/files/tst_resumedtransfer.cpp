// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A copy that goes on by itself when a connection is lost.
#include "core/files/resumedtransfer.h"
#include "tests/fakes/faketransfer.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

namespace {

std::vector<WorkerRef> workersOf(int count)
{
    std::vector<WorkerRef> workers;
    for (int i = 0; i < count; ++i) {
        workers.push_back(*WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:%1").arg(i)));
    }
    return workers;
}

struct Rig
{
    explicit Rig(int pauses = 2)
        : transfer(
              workersOf(3),
              [this](const std::vector<WorkerRef> &workers) {
                  auto made = std::make_unique<FakeTransfer>(workers);
                  tries.push_back(made.get());
                  return made;
              },
              ResumedTransfer::Pauses(std::size_t(pauses), std::chrono::milliseconds(0)))
    {
        transfer.look();
        for (std::size_t i = 0; i < 3; ++i) {
            tries[0]->worker(i).plan.bytes = 100;
        }
        tries[0]->endPlan();
        transfer.apply();
    }
    /// How worker `place` of the last try ends.
    void set(std::size_t place, CopyState state, std::optional<ErrorKind> why = {}, qint64 sent = 0)
    {
        WorkerCopy &copy = tries.back()->worker(place);
        copy.state = state;
        copy.sentBytes = sent;
        copy.doneBytes = state == CopyState::Verified ? copy.plan.bytes : sent;
        if (why) {
            copy.error = Error{*why, QStringLiteral("said"), {}, {}, {}};
        }
    }
    /// The first try ends; the others are gone on with.
    void loseTwo()
    {
        set(0, CopyState::Verified, {}, 100);
        set(1, CopyState::Failed, ErrorKind::Network, 60);
        set(2, CopyState::Failed, ErrorKind::Network, 10);
        tries[0]->end();
    }

    std::vector<FakeTransfer *> tries; ///< the last one lives
    ResumedTransfer transfer;
    QSignalSpy finished{&transfer, &Transfer::finished};
};

} // namespace

class TestResumedTransfer final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsMissingIsSent();
    void nothingIsDeletedThatWasNotNamed();
    void whatWouldBeSoAgainIsNot();
    void aWorkerThatStaysAwayIsGivenUp();
    void aWorkerThatIsAwayHasFailedAsBefore();
    void theGatewayGoesAlong();
    void whatFailedBeyondTheGatewayIsNotTriedAgain();
    void nothingIsInstalledThatWasNotNamed();
    void aStopEndsThePause();
    void aStopGoesToWhoIsAtIt();
};

void TestResumedTransfer::whatIsMissingIsSent()
{
    Rig rig;
    rig.loseTwo();
    QTRY_COMPARE(rig.tries.size(), std::size_t(2));
    QVERIFY(rig.transfer.isBusy() && rig.finished.isEmpty());
    QCOMPARE(rig.tries[1]->workers().size(), std::size_t(2));
    QCOMPARE(rig.tries[1]->workers()[0].plan.worker.index, 1);
    rig.tries[1]->worker(0).plan.bytes = 40;
    rig.tries[1]->worker(1).plan.bytes = 95;
    rig.tries[1]->endPlan();
    // While it goes on it is not seen to have lost what it had.
    rig.set(0, CopyState::Sending, {}, 10);
    rig.transfer.updateProgress();
    QVERIFY(rig.transfer.workers()[1].state == CopyState::Sending);
    QCOMPARE(rig.transfer.workers()[1].doneBytes, 70);
    QVERIFY(rig.transfer.workers()[2].state == CopyState::Failed);
    rig.set(0, CopyState::Verified, {}, 40);
    rig.tries[1]->worker(0).tookMs = 7;
    rig.transfer.updateProgress();
    // Its own other half had not ended yet.
    rig.set(1, CopyState::Failed, ErrorKind::Conflict);
    rig.tries[1]->end();
    QTRY_COMPARE(rig.tries.size(), std::size_t(3));
    QCOMPARE(rig.tries[2]->workers()[0].plan.worker.index, 2);
    rig.tries[2]->worker(0).plan.bytes = 95;
    rig.tries[2]->endPlan();
    rig.set(0, CopyState::Verified, {}, 95);
    rig.tries[2]->end();
    QCOMPARE(rig.finished.count(), 1);
    QVERIFY(!rig.transfer.isBusy());
    for (const WorkerCopy &copy : rig.transfer.workers()) {
        QVERIFY(copy.state == CopyState::Verified && !copy.error);
        QCOMPARE(copy.doneBytes, 100);
        QCOMPARE(copy.plan.bytes, 100);
    }
    QCOMPARE(rig.transfer.workers()[1].sentBytes, 100);
    QCOMPARE(rig.transfer.workers()[1].tookMs, 7); // however often it was looked at
    QCOMPARE(rig.transfer.workers()[2].sentBytes, 105);
}

/// A checkpoint, say, that was written on the worker meanwhile.
void TestResumedTransfer::nothingIsDeletedThatWasNotNamed()
{
    for (const bool isNew : {false, true}) {
        Rig rig;
        rig.tries[0]->worker(0).plan.extras = {"t/old", "t/older"};
        rig.tries[0]->endPlan();
        rig.set(0, CopyState::Failed, ErrorKind::Network);
        rig.tries[0]->end();
        QTRY_COMPARE(rig.tries.size(), std::size_t(2));
        rig.tries[1]->setDeletesExtras(true);
        rig.tries[1]->worker(0).plan.extras = {isNew ? "t/new" : "t/old"};
        rig.tries[1]->endPlan();
        QCOMPARE(rig.finished.count(), isNew ? 1 : 0);
        QCOMPARE(rig.tries[1]->isBusy(), !isNew);
        QVERIFY(rig.transfer.workers()[0].state == CopyState::Failed);
    }
}

void TestResumedTransfer::whatWouldBeSoAgainIsNot()
{
    Rig rig;
    rig.set(0, CopyState::Failed, ErrorKind::HostKey);
    rig.set(1, CopyState::Failed, ErrorKind::Conflict);
    rig.set(2, CopyState::Incomplete, ErrorKind::AlreadyExists);
    rig.tries[0]->end();
    QCOMPARE(rig.finished.count(), 1);
    QCOMPARE(rig.tries.size(), std::size_t(1));
    QVERIFY(rig.transfer.workers()[0].error->kind == ErrorKind::HostKey);
}

void TestResumedTransfer::aWorkerThatStaysAwayIsGivenUp()
{
    Rig rig;
    for (std::size_t i = 0; i < 3; ++i) {
        rig.set(i, i == 0 ? CopyState::Failed : CopyState::Verified);
    }
    rig.set(0, CopyState::Failed, ErrorKind::Network);
    rig.tries[0]->end();
    for (std::size_t again = 1; again <= 2; ++again) {
        QTRY_COMPARE(rig.tries.size(), again + 1);
        const Error away{ErrorKind::Timeout, QStringLiteral("It is away."), {}, {}, {}};
        rig.tries.back()->worker(0).plan.error = away;
        rig.tries.back()->endPlan();
        rig.set(0, CopyState::Failed, ErrorKind::Timeout);
        rig.tries.back()->end();
    }
    QCOMPARE(rig.finished.count(), 1);
    QVERIFY(rig.transfer.workers()[0].state == CopyState::Failed);
    QVERIFY(rig.transfer.workers()[0].error->kind == ErrorKind::Timeout);
}

/// Also while the others of the same try are sent to, and when it is stopped then.
void TestResumedTransfer::aWorkerThatIsAwayHasFailedAsBefore()
{
    Rig rig;
    rig.loseTwo();
    QTRY_COMPARE(rig.tries.size(), std::size_t(2));
    const Error away{ErrorKind::Timeout, QStringLiteral("It is away."), {}, {}, {}};
    rig.tries[1]->worker(0).plan.error = away;
    rig.tries[1]->worker(1).plan.bytes = 90;
    rig.tries[1]->endPlan();
    rig.set(1, CopyState::Sending, {}, 5);
    rig.transfer.updateProgress();
    const WorkerCopy &copy = rig.transfer.workers()[1];
    QVERIFY(copy.state == CopyState::Failed);
    QVERIFY(copy.error && copy.error->kind == ErrorKind::Network);
    QCOMPARE(copy.doneBytes, 60);
    rig.transfer.stop();
    rig.set(0, CopyState::Failed, ErrorKind::Timeout);
    rig.tries[1]->end();
    QVERIFY(copy.state == CopyState::Failed);
    QVERIFY(copy.error && copy.error->kind == ErrorKind::Timeout);
    QCOMPARE(copy.doneBytes, 60);
}

/// It has got all of it, and passes it on again: nothing else would come over the line once only.
void TestResumedTransfer::theGatewayGoesAlong()
{
    Rig rig(3);
    const auto left = [&rig](const QStringList &left_, const QStringList &swept = {}) {
        rig.tries.back()->setPassedOn(
            {.gateway = workersOf(3)[1], .sentBytes = 1, .notWithdrawn = left_, .swept = swept});
    };
    left({});
    rig.tries[0]->endPlan();
    left({"pod:1", "pod:2"});
    rig.set(0, CopyState::Verified, {}, 5);
    rig.set(1, CopyState::Verified, {}, 100);
    rig.set(2, CopyState::Failed, ErrorKind::Network, 5);
    rig.tries[0]->end();
    QTRY_COMPARE(rig.tries.size(), std::size_t(2));
    QCOMPARE(rig.tries[1]->workers().size(), std::size_t(2));
    QCOMPARE(rig.tries[1]->workers()[0].plan.worker.index, 1);
    QCOMPARE(rig.tries[1]->workers()[1].plan.worker.index, 2);
    // Now it is not reached itself: what was verified there stays so.
    left({});
    rig.tries[1]->endPlan();
    rig.set(0, CopyState::Failed, ErrorKind::Timeout);
    rig.set(1, CopyState::Failed, ErrorKind::Timeout);
    rig.tries[1]->end();
    QVERIFY(rig.transfer.workers()[1].state == CopyState::Verified);
    QTRY_COMPARE(rig.tries.size(), std::size_t(3));
    QCOMPARE(rig.tries[2]->workers().size(), std::size_t(2));
    left({}, {"pod:1"}); // of the other nobody knows
    rig.tries[2]->endPlan();
    rig.set(0, CopyState::Verified, {}, 20);
    rig.set(1, CopyState::Verified, {}, 5);
    rig.tries[2]->end();
    QCOMPARE(rig.finished.count(), 1);
    for (const WorkerCopy &copy : rig.transfer.workers()) {
        QVERIFY(copy.state == CopyState::Verified && !copy.error);
    }
    const PassedOn facts = *rig.transfer.passedOn();
    QCOMPARE(facts.gateway.index, 1);
    QCOMPARE(facts.sentBytes, 5 + 120 + 10);
    QCOMPARE(facts.notWithdrawn, QStringList{"pod:2"});
}

/// A port that is closed between two workers, say: no connection of this machine was lost.
void TestResumedTransfer::whatFailedBeyondTheGatewayIsNotTriedAgain()
{
    Rig rig;
    rig.set(0, CopyState::Verified);
    rig.set(1, CopyState::Failed, ErrorKind::Network);
    rig.tries[0]->worker(1).wasCutBeyond = true;
    rig.set(2, CopyState::Verified);
    rig.tries[0]->end();
    QCOMPARE(rig.finished.count(), 1);
    QCOMPARE(rig.tries.size(), std::size_t(1));
}

void TestResumedTransfer::nothingIsInstalledThatWasNotNamed()
{
    for (const bool wasNamed : {false, true}) {
        Rig rig;
        const WorkerRef gateway = workersOf(1)[0];
        rig.tries[0]->setPassedOn({.gateway = gateway, .needsEngine = wasNamed});
        rig.tries[0]->endPlan();
        rig.set(0, CopyState::Failed, ErrorKind::Network);
        rig.tries[0]->end();
        QTRY_COMPARE(rig.tries.size(), std::size_t(2));
        rig.tries[1]->setPassedOn({.gateway = gateway, .needsEngine = true});
        rig.tries[1]->endPlan();
        QCOMPARE(rig.finished.count(), wasNamed ? 0 : 1);
        QCOMPARE(rig.tries[1]->isBusy(), wasNamed);
    }
}

void TestResumedTransfer::aStopEndsThePause()
{
    Rig rig;
    rig.set(0, CopyState::Failed, ErrorKind::Network);
    rig.tries[0]->end();
    rig.transfer.stop();
    QCOMPARE(rig.finished.count(), 1);
    QCoreApplication::processEvents(); // what was to come in the pause would come now
    QCOMPARE(rig.tries.size(), std::size_t(1));
}

void TestResumedTransfer::aStopGoesToWhoIsAtIt()
{
    Rig rig;
    rig.set(0, CopyState::Failed, ErrorKind::Network);
    rig.tries[0]->end();
    QTRY_COMPARE(rig.tries.size(), std::size_t(2));
    rig.tries[1]->endPlan();
    rig.transfer.stop();
    QCOMPARE(rig.tries[1]->stops, 1);
    rig.set(0, CopyState::Failed, ErrorKind::Network);
    rig.tries[1]->end();
    QCOMPARE(rig.finished.count(), 1);
    QCOMPARE(rig.tries.size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestResumedTransfer)
#include "tst_resumedtransfer.moc"
