// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is said of a copy or fetch, from its plan to its verdicts.
#include "core/models/files/transferstate.h"
#include "core/models/files/transfertexts.h"
#include "tests/fakes/faketransfer.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using files::CopyState;
using files::Transfer;
using Phase = TransferState::Phase;

namespace {

std::vector<WorkerRef> workersOf(int count)
{
    std::vector<WorkerRef> workers;
    for (int i = 0; i < count; ++i) {
        workers.push_back(*WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:%1").arg(i)));
    }
    return workers;
}

struct Fixture
{
    FakeTransfer &look(int count, Transfer::Direction direction = Transfer::Direction::ToWorkers)
    {
        return look(workersOf(count), direction);
    }
    FakeTransfer &look(
        const std::vector<WorkerRef> &workers,
        Transfer::Direction direction = Transfer::Direction::ToWorkers)
    {
        state.look(
            [this, direction](const std::vector<WorkerRef> &some) {
                auto made = std::make_unique<FakeTransfer>(some, direction);
                last = made.get();
                return made;
            },
            workers);
        return *last;
    }
    [[nodiscard]] QString cell(int row, TransferModel::Column column)
    {
        return state.model().index(row, column).data().toString();
    }
    [[nodiscard]] Mark mark(int row)
    {
        return state.model()
            .index(row, TransferModel::StateColumn)
            .data(TransferModel::MarkRole)
            .value<Mark>();
    }
    [[nodiscard]] QStringList items()
    {
        QStringList rows;
        for (int row = 0; row < state.items().rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < TransferItems::ColumnCount; ++column) {
                cells << state.items().index(row, column).data().toString();
            }
            rows << cells.join('|');
        }
        return rows;
    }

    ManualClock clock;
    TransferState state{clock, [](const std::vector<WorkerRef> &workers) {
                            return QStringLiteral("%1 of pod").arg(workers.size());
                        }};
    FakeTransfer *last = nullptr;
    QAbstractItemModelTester workersTester{
        &state.model(), QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester itemsTester{
        &state.items(), QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestTransferModels final : public QObject
{
    Q_OBJECT

private slots:
    void aPlanIsSaidBeforeItIsDone();
    void whatIsDeletedIsListedByPath();
    void aGatewayIsSaid();
    void manyAreCounted();
    void progressHasARateAndATime();
    void theRestIsLookedAtAgain();
    void aPlanThatCannotBeIsAnError();
    void unknownIsNotGood();
    void aFetchSaysWhereTo();
    void whatIsKeptFromBeforeIsSaid();
};

void TestTransferModels::aPlanIsSaidBeforeItIsDone()
{
    Fixture f;
    FakeTransfer &transfer = f.look(3);
    QCOMPARE(f.state.phase(), Phase::Looking);
    QCOMPARE(f.cell(0, TransferModel::WorkerColumn), QString("pod:0"));
    QCOMPARE(f.cell(0, TransferModel::StateColumn), QString("looking"));
    QCOMPARE(f.cell(0, TransferModel::PlanColumn), QString());
    transfer.source().entries.push_back(
        {{"a", files::EntryKind::File, 0644, 5'000'000, 1, {}}, "a"});
    transfer.source().bytes = 5'000'000;
    files::WorkerPlan &plan = transfer.worker(0).plan;
    plan.send = {0};
    plan.replaced = 1;
    plan.bytes = 5'000'000;
    plan.freeBytes = 7'000'000'000;
    transfer.worker(2).plan.error =
        Error{ErrorKind::Refused, "The worker's disk has no room for it.", {}, {}, {}};
    transfer.endPlan();
    QCOMPARE(f.state.phase(), Phase::Planned);
    QVERIFY(f.state.hasWork());
    QCOMPARE(
        f.state.summary(),
        QString::fromUtf8("1 file, 0 folders, 5.0 MB here · 5.0 MB to data on 1 worker · 1 entry "
                          "replaces another · not possible on 1 worker"));
    QCOMPARE(f.cell(0, TransferModel::StateColumn), QString("ready"));
    QCOMPARE(f.cell(0, TransferModel::PlanColumn), QString("1 entry, 5.0 MB, 1 replaces another"));
    QCOMPARE(f.cell(0, TransferModel::FreeColumn), QString("7.0 GB"));
    QCOMPARE(f.cell(1, TransferModel::StateColumn), QString("the same already"));
    QCOMPARE(f.cell(1, TransferModel::FreeColumn), QString("not known"));
    QCOMPARE(f.mark(1), Mark::Good);
    QCOMPARE(f.cell(2, TransferModel::StateColumn), QString("not possible"));
    QCOMPARE(f.mark(2), Mark::Bad);
    QVERIFY(f.cell(2, TransferModel::NoteColumn).contains("no room"));
    f.state.forgetPlan();
    QCOMPARE(f.state.phase(), Phase::Idle);
    QCOMPARE(f.state.model().rowCount(), 0);
}

void TestTransferModels::whatIsDeletedIsListedByPath()
{
    Fixture f;
    FakeTransfer &transfer = f.look(3);
    transfer.source().problems = {{"t/pipe", "a pipe"}};
    for (std::size_t i = 0; i < 2; ++i) {
        transfer.worker(i).plan.extras = {"t/<b>old</b>", "t/x"};
    }
    transfer.worker(1).plan.extras.removeLast();
    transfer.worker(2).plan.extras = {"t/never"};
    transfer.worker(2).plan.error = Error{ErrorKind::Refused, "No.", {}, {}, {}};
    transfer.worker(0).plan.conflicts = {{"t/d", "a folder here, a link there"}};
    transfer.endPlan();
    // Not deleted, unless that is wished.
    QVERIFY(!f.state.deletes());
    QVERIFY(f.state.summary().contains("3 entries that are not here stay"));
    QCOMPARE(
        f.items(),
        (QStringList{
            "stays as it is|t/d|1 of pod|a folder here, a link there", "left out|t/pipe||a pipe"}));
    transfer.setDeletesExtras(true);
    transfer.endPlan();
    QVERIFY(f.state.deletes());
    QVERIFY(f.state.summary().contains("3 entries are deleted"));
    QCOMPARE(
        f.items().mid(0, 2),
        (QStringList{"to be deleted|t/<b>old</b>|2 of pod|", "to be deleted|t/x|1 of pod|"}));
    QCOMPARE(f.items().size(), 4);
}

void TestTransferModels::aGatewayIsSaid()
{
    Fixture f;
    FakeTransfer &transfer = f.look(3);
    for (std::size_t i = 0; i < 3; ++i) {
        transfer.worker(i).plan.send = {0};
        transfer.worker(i).plan.bytes = 1'000'000;
    }
    files::PassedOn facts;
    facts.gateway = transfer.worker(0).plan.worker;
    facts.linkBytes = 1'000'000;
    facts.betweenBytes = 2'000'000;
    transfer.setPassedOn(facts);
    transfer.endPlan();
    QVERIFY2(
        f.state.summary().contains("1.0 MB of it uploaded, to pod:0"),
        qPrintable(f.state.summary()));
    QVERIFY(!f.state.summary().contains("ClusterShell"));
    facts.needsEngine = true;
    facts.sentBytes = 1'100'000;
    transfer.setPassedOn(facts);
    QVERIFY(f.state.summary().contains("ClusterShell is installed there first"));
    f.state.apply();
    transfer.end();
    QVERIFY2(f.state.summary().endsWith("1.1 MB uploaded"), qPrintable(f.state.summary()));
}

void TestTransferModels::manyAreCounted()
{
    Fixture f;
    FakeTransfer &transfer = f.look(2);
    transfer.setDeletesExtras(true);
    for (std::size_t worker = 0; worker < 2; ++worker) {
        for (int i = 0; i < 1500; ++i) {
            transfer.worker(worker).plan.extras << QByteArray::number(i);
        }
    }
    transfer.endPlan();
    const QStringList items = f.items();
    QCOMPARE(items.size(), int(TransferItems::MostOfAKind) + 1);
    QCOMPARE(items.first(), QString("to be deleted|0|2 of pod|"));
    QCOMPARE(items.last(), QString("to be deleted|and 1,000 more||"));
}

void TestTransferModels::progressHasARateAndATime()
{
    Fixture f;
    FakeTransfer &transfer = f.look(2);
    for (std::size_t i = 0; i < 2; ++i) {
        transfer.worker(i).plan.send = {0};
        transfer.worker(i).plan.bytes = 100'000'000;
    }
    transfer.endPlan();
    QSignalSpy ticks(&f.state, &TransferState::progressed);
    f.state.apply();
    QCOMPARE(f.state.phase(), Phase::Moving);
    transfer.worker(0).state = CopyState::Sending;
    QTRY_VERIFY(ticks.count() > 0);
    f.clock.advance(2);
    transfer.worker(0).doneBytes = 40'000'000;
    ticks.clear();
    QTRY_VERIFY(ticks.count() > 0);
    QCOMPARE(f.cell(0, TransferModel::StateColumn), QString("copying"));
    QCOMPARE(f.cell(0, TransferModel::DoneColumn), QString::fromUtf8("40.0 MB · 40 %"));
    QCOMPARE(f.cell(0, TransferModel::RateColumn), QString::fromUtf8("20.0 MB/s · about 5 s left"));
    QCOMPARE(f.cell(1, TransferModel::DoneColumn), QString());
    QCOMPARE(
        f.state.model().headerData(TransferModel::DoneColumn, Qt::Horizontal, Qt::DisplayRole),
        QVariant("Sent")); // not yet verified there
    QCOMPARE(f.state.permille(), 200);
    QCOMPARE(
        f.state.summary(),
        QString::fromUtf8("0 of 2 workers · 40.0 MB of 200.0 MB · 20.0 MB/s · about 10 s left"));
    f.state.stop();
    f.state.stop();
    QCOMPARE(transfer.stops, 2);
}

void TestTransferModels::theRestIsLookedAtAgain()
{
    Fixture f;
    FakeTransfer &transfer = f.look(4);
    transfer.endPlan();
    f.state.apply();
    transfer.worker(0).state = CopyState::Verified;
    transfer.worker(1).state = CopyState::Failed;
    transfer.worker(1).error = Error{ErrorKind::Network, "The connection was lost.", {}, {}, {}};
    transfer.worker(2).state = CopyState::Incomplete;
    transfer.worker(2).missing = {{"a", "it changed"}, {"b", "it changed"}};
    transfer.worker(3).state = CopyState::Stopped;
    QSignalSpy finished(&f.state, &TransferState::finished);
    transfer.end();
    QCOMPARE(finished.count(), 1);
    QCOMPARE(
        f.state.summary(),
        QString::fromUtf8("1 verified · 1 not complete · 1 failed · 1 stopped · 0 bytes in 0.0 s"));
    QCOMPARE(f.mark(3), Mark::Off);
    QCOMPARE(
        f.cell(2, TransferModel::NoteColumn), QString("Did not arrive: a (it changed) and 1 more"));
    QVERIFY(f.items().contains("did not arrive|b|1 of pod|it changed"));
    QCOMPARE(int(f.state.rest().size()), 3);
    f.look(f.state.rest());
    QCOMPARE(f.state.phase(), Phase::Looking);
    QCOMPARE(f.state.model().rowCount(), 3);
    QCOMPARE(f.cell(0, TransferModel::WorkerColumn), QString("pod:1"));
    QCOMPARE(f.state.items().rowCount(), 0);
}

void TestTransferModels::aPlanThatCannotBeIsAnError()
{
    Fixture f;
    QSignalSpy failed(&f.state, &TransferState::failed);
    f.look(1).endPlan(Error{ErrorKind::NotFound, "There is no such file.", {}, {}, {}});
    QCOMPARE(failed.count(), 1);
    QCOMPARE(f.state.phase(), Phase::Idle);
    QCOMPARE(f.state.model().rowCount(), 0);
    // One that was stopped is none.
    FakeTransfer &stopped = f.look(1);
    f.state.stop();
    stopped.endPlan(Error{ErrorKind::Cancelled, "Stopped.", {}, {}, {}});
    QCOMPARE(failed.count(), 1);
    QCOMPARE(f.state.phase(), Phase::Idle);
}

void TestTransferModels::unknownIsNotGood()
{
    Fixture f;
    FakeTransfer &transfer = f.look(2);
    transfer.worker(0).plan.error = Error{ErrorKind::Network, "No route to host.", {}, {}, {}};
    transfer.worker(1).plan.unread = {{"t/secret", "Permission denied"}};
    transfer.endPlan();
    QCOMPARE(f.cell(0, TransferModel::StateColumn), QString("not reached"));
    QCOMPARE(f.mark(0), Mark::Unknown);
    QCOMPARE(f.mark(1), Mark::Off); // not known to be the same
    QVERIFY(f.cell(1, TransferModel::NoteColumn).contains("Permission denied"));
}

void TestTransferModels::aFetchSaysWhereTo()
{
    Fixture f;
    FakeTransfer &transfer = f.look(2, Transfer::Direction::FromWorkers);
    transfer.setFolder("/home/ada/%1");
    transfer.worker(0).plan.send = {0, 1};
    transfer.worker(0).plan.bytes = 3'000'000;
    transfer.endPlan();
    QCOMPARE(
        f.state.summary(), QString("3.0 MB from 1 worker into /home/ada/%1, a folder for each"));
    QCOMPARE(
        f.state.model().headerData(TransferModel::FreeColumn, Qt::Horizontal, Qt::DisplayRole),
        QVariant("Free here"));
    QCOMPARE(
        f.state.model().headerData(TransferModel::DoneColumn, Qt::Horizontal, Qt::DisplayRole),
        QVariant("Received"));
}

/// What an earlier fetch, which was cut, had brought: it counts as done, and not for the rate.
void TestTransferModels::whatIsKeptFromBeforeIsSaid()
{
    Fixture f;
    FakeTransfer &transfer = f.look(2, Transfer::Direction::FromWorkers);
    transfer.setFolder("/home/ada");
    for (std::size_t i = 0; i < 2; ++i) {
        transfer.worker(i).plan.hasLeftovers = true;
    }
    transfer.endPlan();
    QCOMPARE(
        f.state.summary(),
        QString::fromUtf8("nothing to fetch · leftovers of an earlier fetch are removed"));
    files::WorkerPlan &plan = transfer.worker(0).plan;
    plan.send = {0};
    plan.bytes = 100'000'000;
    plan.keptBytes = 80'000'000;
    transfer.endPlan();
    QCOMPARE(
        f.cell(0, TransferModel::PlanColumn),
        QString("1 entry, 100.0 MB, 80.0 MB of it here already"));
    QCOMPARE(
        f.state.summary(),
        QString::fromUtf8(
            "100.0 MB from 1 worker into /home/ada, a folder for each · 80.0 MB of it "
            "are here from a fetch that was cut, and checked first"));
    QSignalSpy ticks(&f.state, &TransferState::progressed);
    f.state.apply();
    transfer.worker(0).state = CopyState::Sending;
    transfer.worker(0).keptBytes = 80'000'000;
    QTRY_VERIFY(ticks.count() > 0);
    f.clock.advance(2);
    transfer.worker(0).doneBytes = 84'000'000;
    ticks.clear();
    QTRY_VERIFY(ticks.count() > 0);
    QCOMPARE(f.cell(0, TransferModel::DoneColumn), QString::fromUtf8("84.0 MB · 84 %"));
    QCOMPARE(f.cell(0, TransferModel::RateColumn), QString::fromUtf8("2.0 MB/s · about 10 s left"));
    QCOMPARE(
        f.state.summary(),
        QString::fromUtf8("0 of 2 workers · 84.0 MB of 100.0 MB · 2.0 MB/s · about 10 s left"));
    transfer.worker(0).state = CopyState::Verified;
    transfer.worker(0).doneBytes = 100'000'000;
    transfer.worker(1).state = CopyState::Verified;
    transfer.end();
    QCOMPARE(f.state.summary(), QString::fromUtf8("2 verified · 20.0 MB in 2.0 s"));
}

QTEST_GUILESS_MAIN(TestTransferModels)
#include "tst_transfermodels.moc"
