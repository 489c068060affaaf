// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/disksession.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QStringBuilder>

#include <utility>

using namespace podium;
using namespace podium::disk;
using namespace podium::tests;

/// A disk on both workers of a node, over real ssh.
class TestDiskSession final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void theNewOneIsFoundFormattedAndLetGo();
    void whatIsToldTooLateIsNotRemembered();
    void oneFailsAndTheOtherIsDone();
    void whoIsAwayIsNamed();

private:
    /// As root, to its end. Without a single quote in it.
    void atWorkers(std::vector<WorkerRef> workers, const QByteArray &script)
    {
        auto spec = m_runs.specOf(QByteArray("sudo -n sh -c '" + script + "'"));
        spec.workers = std::move(workers);
        const auto run = m_runs.runToEnd(std::move(spec));
        QVERIFY(run->isFinished());
    }
    void atWorker(int index, const QByteArray &script)
    {
        atWorkers({m_runs.workers.refs().at(std::size_t(index))}, script);
    }
    void atBoth(const QByteArray &script) { atWorkers(m_runs.workers.refs(), script); }
    template <typename Begin>
    void session(Begin begin)
    {
        QSignalSpy done(m_session.get(), &DiskSession::done);
        begin();
        QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, 8 * Patience);
        QVERIFY(!m_session->isBusy());
    }
    [[nodiscard]] static WorkRequest requestOf(Work work)
    {
        WorkRequest request;
        request.work = work;
        request.name = "data";
        request.bytes = qint64(200) << 30;
        request.folder = "/mnt/data";
        return request;
    }
    void look(Work work)
    {
        session([this, work] { m_session->look(requestOf(work)); });
    }
    [[nodiscard]] const WorkerDisks &worker(std::size_t place) const
    {
        return m_session->workers()[place];
    }
    SimRuns m_runs;
    std::unique_ptr<DiskSession> m_session;
};

void TestDiskSession::initTestCase()
{
    if (!m_runs.start(2)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

void TestDiskSession::init()
{
    m_session = std::make_unique<DiskSession>(
        run::RunService(
            *m_runs.transport,
            [this](const WorkerRef &worker) { return m_runs.workers.endpointOf(worker); },
            *m_runs.clock),
        m_runs.workers.refs());
    atBoth(
        "for d in sdb sdc; do /etc/podium-sim/disk remove $d; done; rmdir /mnt/data; "
        "rm -f /etc/podium-sim/disks.*; sed -i \"/BEGIN Podium/,/END Podium/d\" /etc/fstab; true");
}

void TestDiskSession::theNewOneIsFoundFormattedAndLetGo()
{
    // One of the same size is there already.
    atBoth("/etc/podium-sim/disk add sdb 200 ext4");
    session([this] { m_session->remember(); });
    atBoth("/etc/podium-sim/disk add sdc 200");
    look(Work::Prepare);
    for (const std::size_t place : {0, 1}) {
        QVERIFY(!worker(place).error);
        QVERIFY(!worker(place).plan.error);
        QCOMPARE(worker(place).plan.disk->path, QString("/dev/sdc"));
    }
    QVERIFY(m_session->hasWork() && m_session->formats());
    session([this] { m_session->carryOut(); });
    for (const std::size_t place : {0, 1}) {
        QVERIFY(worker(place).outcome.has_value());
        QVERIFY2(
            worker(place).outcome->isGood,
            qPrintable(outcomeText(worker(place).plan, *worker(place).outcome)));
    }
    look(Work::Prepare);
    QVERIFY(!m_session->hasWork() && worker(0).plan.isDone);
    look(Work::Release);
    session([this] { m_session->carryOut(); });
    QVERIFY(worker(0).outcome->isGood && worker(1).outcome->isGood);
    // Nothing of it is left in fstab.
    look(Work::Release);
    QVERIFY(worker(0).plan.isDone && worker(0).found.fstab.size() == 1);
}

/// A worker tells so late that the new one is there: it is not one of those before.
void TestDiskSession::whatIsToldTooLateIsNotRemembered()
{
    atBoth("/etc/podium-sim/disk add sdc 200");
    session([this] {
        m_session->remember();
        m_session->stopRemembering();
    });
    look(Work::Prepare);
    for (const std::size_t place : {0, 1}) {
        QVERIFY(!worker(place).error);
        QVERIFY2(!worker(place).plan.error, "it was taken for one that was there before");
        QCOMPARE(worker(place).plan.disk->path, QString("/dev/sdc"));
    }
}

void TestDiskSession::oneFailsAndTheOtherIsDone()
{
    atBoth("/etc/podium-sim/disk add sdb 200");
    atWorker(1, "touch /etc/podium-sim/disks.mkfs.ext4-fails");
    look(Work::Prepare);
    session([this] { m_session->carryOut(); });
    QVERIFY(worker(0).outcome->isGood);
    QVERIFY(!worker(1).outcome->isGood);
    QVERIFY(outcomeText(worker(1).plan, *worker(1).outcome).startsWith("file-system failed"));
    // What was done stays done, what failed goes on.
    atWorker(1, "rm /etc/podium-sim/disks.mkfs.ext4-fails");
    look(Work::Prepare);
    QVERIFY(worker(0).plan.isDone && worker(1).plan.canBegin());
    session([this] { m_session->carryOut(); });
    QVERIFY(!worker(0).outcome && worker(1).outcome->isGood);
}

void TestDiskSession::whoIsAwayIsNamed()
{
    atBoth("/etc/podium-sim/disk add sdb 200");
    QVERIFY(m_runs.workers.treat(1, "stop"));
    look(Work::Prepare);
    QVERIFY(m_runs.workers.treat(1, "restore"));
    QVERIFY(!worker(0).error && worker(1).error);
    QVERIFY(m_session->hasWork());
    session([this] { m_session->carryOut(); });
    QVERIFY(worker(0).outcome->isGood && !worker(1).outcome);
}

QTEST_GUILESS_MAIN(TestDiskSession)
#include "tst_disksession.moc"
