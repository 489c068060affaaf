// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/detachcheck.h"
#include "tests/core/disk/diskplans.h"

#include <QtTest>

#include <utility>

using namespace podium;
using namespace podium::disk;
using namespace podium::tests;

/// Whether what workers say of a release lets a disk be detached.
class TestDetachCheck final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsOrWillBeReleasedIsFine();
    void whatIsInUseIsNamed();
    void whoDoesNotAnswerIsNamedApart();
    void whatCameOfTheReleaseCounts();
    void whatIsMountedMeanwhileIsNotReleased();

private:
    [[nodiscard]] static WorkerDisks worker(int index, WorkPlan plan = {})
    {
        WorkerDisks disks;
        disks.worker = {
            {*ProjectId::parse("atlas-vision"), *Zone::parse("us-central2-b"),
             *NodeName::parse("pod")},
            index};
        disks.plan = std::move(plan);
        return disks;
    }
    [[nodiscard]] static WorkPlan mounted(const std::vector<remote::Record> &more = {})
    {
        return planOf(Work::Release, {mountedAt("/mnt/data")}, more);
    }
    [[nodiscard]] static Error lost()
    {
        return {ErrorKind::Network, "The connection was lost.", {}, {}, {}};
    }
};

void TestDetachCheck::whatIsOrWillBeReleasedIsFine()
{
    const WorkPlan free = planOf(Work::Release, {withFileSystem("1234-abcd")});
    QVERIFY(free.isDone && mounted().canBegin());
    const DetachCheck check = checkDetach({worker(0, free), worker(1, mounted())});
    QVERIFY(!check.error && check.unreached.empty());
    QVERIFY(!checkDetach({}).error);
}

void TestDetachCheck::whatIsInUseIsNamed()
{
    const WorkPlan used = mounted({{"user", {"12", "ada", "python3 train.py", "/mnt/data"}}});
    const DetachCheck check = checkDetach({worker(0, mounted()), worker(1, used)});
    QVERIFY(check.error && check.unreached.empty());
    QVERIFY2(
        check.error->detail.startsWith(worker(1).worker.text() + ": It is in use: ada's python3"),
        qPrintable(check.error->detail));
    QVERIFY(!check.error->detail.contains(worker(0).worker.text()));
}

void TestDetachCheck::whoDoesNotAnswerIsNamedApart()
{
    WorkerDisks silent = worker(1);
    silent.error = lost();
    const DetachCheck check = checkDetach({worker(0, mounted()), silent});
    QVERIFY(check.unreached == std::vector<WorkerRef>{silent.worker});
    // Whatever the reason, it may have it mounted: no leave to detach.
    QVERIFY(check.error.has_value());
    QCOMPARE(
        check.error->detail,
        QString(
            silent.worker.text() +
            ": whether it is mounted there is not known (The connection was lost.)"));
    QVERIFY(leftByDetach().contains("/etc/fstab") && !leftByDetach().contains("podiumctl"));
}

void TestDetachCheck::whatCameOfTheReleaseCounts()
{
    WorkerDisks good = worker(0, mounted());
    good.outcome = readOutcome(
        good.plan,
        answerAbout({withFileSystem("1234-abcd")}, {{"step", {"fstab", "changed", ""}}}));
    QVERIFY(!checkDetach({good}).error);
    WorkerDisks busy = worker(1, mounted());
    busy.outcome = readOutcome(
        busy.plan, answerAbout(
                       {mountedAt("/mnt/data")},
                       {{"step", {"unmount /mnt/data", "failed", "target is busy"}}}));
    const auto error = checkDetach({good, busy}).error;
    QVERIFY(error && error->detail.contains("target is busy"));
    // It had begun when the connection broke: it is not one that was never asked.
    WorkerDisks cut = worker(2, mounted());
    cut.error = lost();
    const DetachCheck check = checkDetach({good, cut});
    QVERIFY(check.error && check.unreached.empty());
    QVERIFY2(check.error->detail.contains("is not known"), qPrintable(check.error->detail));
}

/// A worker on which it was free at the first look, and is not at the last one.
void TestDetachCheck::whatIsMountedMeanwhileIsNotReleased()
{
    const WorkPlan free = planOf(Work::Release, {withFileSystem("1234-abcd")});
    QVERIFY(!checkReleased({worker(0, free), worker(1, free)}));
    const auto error = checkReleased({worker(0, free), worker(1, mounted())});
    QVERIFY(error.has_value());
    QCOMPARE(
        error->detail,
        QString(worker(1).worker.text() + ": it was mounted meanwhile, or has a line again"));
    WorkerDisks silent = worker(1);
    silent.error = lost();
    QVERIFY(checkReleased({worker(0, free), silent})->detail.contains("is not known"));
    const WorkPlan used = mounted({{"user", {"12", "ada", "python3 train.py", "/mnt/data"}}});
    QVERIFY(checkReleased({worker(0, used)})->detail.contains("It is in use: ada's python3"));
}

QTEST_GUILESS_MAIN(TestDetachCheck)
#include "tst_detachcheck.moc"
