// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/tpu/tpuanswers.h"

#include <QtTest>

using namespace podium;
using namespace podium::tpu;
using namespace podium::tests;

/// Who holds the TPU, and what would be done about it.
class TestHolders final : public QObject
{
    Q_OBJECT

private slots:
    void recordsAreRead();
    void whatCannotBeToldIsUnknown();
    void rubbishIsPassedOver();
    void whoIsNotNamedHoldsAllTheSame();
    void onlyOwnProcessesEndUnasked();
    void whoIsSparedStays();
    void containersAreStopped();
    void aContainerIsStoppedOnlyWhereAllOfItMayEnd();
    void theLockFileGoesOnlyWhenNobodyHolds();
    void aProcessThatComesBackIsNamed();
    void whoWaitsInTheKernelIsSaid();
    void textsForPeople();
};

void TestHolders::recordsAreRead()
{
    WorkerHolders found = heldBy({holderOf(12, 1000, "ada", "python3 train.py --lr 1")});
    found.holders[0].ageSeconds = 20000 - 1; // 120 ticks
    found.lock = LockFile{7, 1000, "ada", 12};
    QCOMPARE(readHolders(answerOf(found)), found);
    QVERIFY(!found.isFree());
    QVERIFY(readHolders(answerOf(heldBy({}))).isFree());
}

void TestHolders::whatCannotBeToldIsUnknown()
{
    remote::Answer answer = answerOf(heldBy({}));
    answer.wasRoot = false;
    QVERIFY(!readHolders(answer).isFree());
    QVERIFY(readHolders(answer).unknown.contains("sudo"));
    answer.wasRoot = true;
    answer.records.pop_back();
    QVERIFY(!readHolders(answer).isFree());
    answer.records.push_back({"step", {"holders", "unknown", "find is missing"}});
    QCOMPARE(readHolders(answer).unknown, QString("find is missing"));
    QVERIFY(!readHolders({}).isFree());
    WorkerHolders bare = heldBy({});
    bare.devices.clear();
    QVERIFY(!readHolders(answerOf(bare)).isFree());
    // A lock file that cannot be looked at may keep others out.
    answer = answerOf(heldBy({}));
    const remote::Record end = answer.records.back();
    answer.records.back() = {"step", {"lock-file", "unknown", "stat is missing there"}};
    answer.records.push_back(end);
    QVERIFY(!readHolders(answer).isFree());
    QVERIFY(readHolders(answer).unknown.contains("stat is missing"));
    QVERIFY(!planFree(readHolders(answer), {}).removesLock);
    // Nor is one free whose lock somebody has: one that begins opens the chips later.
    WorkerHolders begun = heldBy({});
    begun.lock = LockFile{7, 1001, "lin", 99};
    const WorkerHolders found = readHolders(answerOf(begun));
    QVERIFY(!found.isFree());
    QVERIFY2(found.unknown.contains("process 99 has libtpu's lock"), qPrintable(found.unknown));
    QVERIFY(!planFree(found, {}).removesLock);
    QVERIFY(outcomeText(readFreeOutcome({}, answerOf(begun))).startsWith("Unknown: process 99"));
    begun.lock->ownerPid = 0;
    QVERIFY(readHolders(answerOf(begun)).isFree());
}

void TestHolders::rubbishIsPassedOver()
{
    remote::Answer answer = answerOf(heldBy({}));
    answer.records.push_back({"holder", {"1", "2", "0", "S", "0", "root"}}); // the first process
    answer.records.push_back({"holder", {"-5", "2", "0", "S", "0", "root"}});
    answer.records.push_back({"holder", {"x"}});
    answer.records.push_back({"open", {"y"}});
    answer.records.push_back({"lock", {"x", "y"}});
    answer.records.push_back({"what", {}});
    QVERIFY(readHolders(answer).holders.empty());
    answer.records.push_back(
        {"holder", {"9", "1", "1", "S", "5", "a\x1b[2J", "", "", QByteArray(5000, 'x'), ""}});
    const WorkerHolders found = readHolders(answer);
    QCOMPARE(int(found.holders.size()), 1);
    QVERIFY(!found.holders[0].user.contains(QLatin1Char('\x1b')));
    QVERIFY(found.holders[0].command.size() <= 2001);
}

/// A worker that is a container has its job as the first process; the lock of an open file has no
/// owner in /proc/locks.
void TestHolders::whoIsNotNamedHoldsAllTheSame()
{
    remote::Answer first = answerOf(heldBy({}));
    const remote::Record end = first.records.back();
    first.records.back() = {"open", {"1", "/dev/accel0"}};
    first.records.push_back({"holder", {"1", "2", "0", "S", "0", "root", "", "", "train", ""}});
    first.records.push_back(end);
    WorkerHolders found = readHolders(first);
    QVERIFY(!found.isFree());
    QVERIFY2(found.unknown.contains("cannot tell apart"), qPrintable(found.unknown));
    QVERIFY(planFree(found, {"root"}).isEmpty());

    remote::Answer locked = answerOf(heldBy({}));
    locked.records.back() = {"lock", {"7", "1001", "lin", "-1"}};
    locked.records.push_back(end);
    found = readHolders(locked);
    QVERIFY(!found.isFree() && !found.hasStaleLock());
    QVERIFY2(found.unknown.contains("who has the lock"), qPrintable(found.unknown));
    QVERIFY(planFree(found, {}).isEmpty());
}

void TestHolders::onlyOwnProcessesEndUnasked()
{
    const WorkerHolders found = heldBy(
        {holderOf(12, 1000, "ada", "python3 train.py"), holderOf(13, 1001, "lin", "python3 b.py"),
         holderOf(14, 0, "root", "x")});
    QCOMPARE(otherUsers({found}), (QStringList{"lin", "root"}));
    const FreePlan own = planFree(found, {});
    QCOMPARE(own.data(), (std::vector<remote::Record>{{"end", {"12", "120"}}}));
    QVERIFY(own.leavesSome() && !own.isEmpty());
    const FreePlan both = planFree(found, {"lin"});
    QCOMPARE(
        both.data(), (std::vector<remote::Record>{{"end", {"12", "120"}}, {"end", {"13", "130"}}}));
    QVERIFY(planLines(own).join('\n').contains("leaves lin's b.py"));
    QVERIFY(planFree(heldBy({}), {}).isEmpty());
}

void TestHolders::whoIsSparedStays()
{
    WorkerHolders found = heldBy(
        {holderOf(12, 1000, "ada", "python3 train.py"), holderOf(13, 1000, "ada", "python3 b.py"),
         holderOf(14, 1001, "lin", "x")});
    found.lock = LockFile{7, 1000, "ada", 13};
    const FreePlan plan = planFree(found, {}, {12, 14});
    QCOMPARE(plan.data(), (std::vector<remote::Record>{{"end", {"13", "130"}}}));
    QVERIFY(planLines(plan).join('\n').contains("leaves ada's train.py"));
    QVERIFY(plan.steps[0].isChoice && plan.steps[1].isChoice && !plan.steps[2].isChoice);
    QVERIFY(planFree(found, {"lin"}, {12, 13, 14}).isEmpty());
    QCOMPARE(endingWith(found, 12), std::set<qint64>{12});
}

void TestHolders::containersAreStopped()
{
    Holder one = holderOf(12, 1000, "ada", "python3 train.py");
    one.engine = "docker";
    one.container = QString(64, 'a');
    Holder two = one;
    two.pid = 13;
    Holder pod = holderOf(14, 1000, "ada", "x");
    pod.engine = "containerd";
    const FreePlan plan = planFree(heldBy({one, two, pod}), {});
    QCOMPARE(
        plan.data(), (std::vector<remote::Record>{{"container", {"docker", QByteArray(64, 'a')}}}));
    QVERIFY(plan.leavesSome());
}

void TestHolders::aContainerIsStoppedOnlyWhereAllOfItMayEnd()
{
    Holder own = holderOf(12, 1000, "ada", "python3 train.py");
    own.engine = "docker";
    own.container = QString(64, 'a');
    Holder second = own;
    second.pid = 13;
    Holder elsewhere = own;
    elsewhere.pid = 14;
    elsewhere.container = QString(64, 'b');
    Holder root = own;
    root.pid = 15;
    root.uid = 0;
    root.user = "root";
    const WorkerHolders two = heldBy({own, second, elsewhere});
    QCOMPARE(endingWith(two, 13), (std::set<qint64>{12, 13}));
    const FreePlan spared = planFree(two, {}, {12});
    QCOMPARE(
        spared.data(),
        (std::vector<remote::Record>{{"container", {"docker", QByteArray(64, 'b')}}}));
    QVERIFY(spared.steps[1].isChoice);
    // Whose end is not this person's to say keeps the container, too.
    const FreePlan shared = planFree(heldBy({own, root}), {});
    QVERIFY(shared.isEmpty() && !shared.steps[0].isChoice);
    QVERIFY2(
        planLines(shared).join('\n').contains("process 15 in its container stays"),
        qPrintable(planLines(shared).join('\n')));
    QCOMPARE(int(planFree(heldBy({own, root}), {"root"}).data().size()), 1);
}

void TestHolders::theLockFileGoesOnlyWhenNobodyHolds()
{
    WorkerHolders found = heldBy({});
    found.lock = LockFile{7, 1001, "lin", 0};
    QVERIFY(found.hasStaleLock());
    QCOMPARE(planFree(found, {}).data(), (std::vector<remote::Record>{{"lock", {"7"}}}));
    found.lock->ownerPid = 99; // alive, though it shows no device
    QVERIFY(!planFree(found, {}).removesLock);
    found.lock->ownerPid = 0;
    found.unknown = "no sudo";
    QVERIFY(!planFree(found, {}).removesLock);
    WorkerHolders held = heldBy({holderOf(13, 1001, "lin", "x")});
    held.lock = LockFile{7, 1001, "lin", 13};
    QVERIFY(!planFree(held, {}).removesLock);
    QVERIFY(planFree(held, {"lin"}).removesLock);
}

void TestHolders::aProcessThatComesBackIsNamed()
{
    const FreePlan plan = planFree(heldBy({holderOf(12, 1000, "ada", "python3 train.py")}), {});
    Holder again = holderOf(20, 1000, "ada", "python3 train.py");
    again.parentPid = 5;
    again.parentCommand = "bash loop.sh";
    const FreeOutcome outcome = readFreeOutcome(plan, answerOf(heldBy({again})));
    QCOMPARE(int(outcome.cameBack.size()), 1);
    QVERIFY(outcomeText(outcome).contains("loop.sh (pid 5)"));
    const FreeOutcome left =
        readFreeOutcome(plan, answerOf(heldBy({holderOf(12, 1000, "ada", "python3 train.py")})));
    QVERIFY(left.cameBack.empty());
    QVERIFY(outcomeText(left).startsWith("Still held"));
    QCOMPARE(outcomeText(readFreeOutcome(plan, answerOf(heldBy({})))), QString("Free."));
    QVERIFY(outcomeText(readFreeOutcome(plan, {})).startsWith("Unknown"));
}

/// State D hears no signal: it ends when the kernel lets it.
void TestHolders::whoWaitsInTheKernelIsSaid()
{
    const WorkerHolders before = heldBy({holderOf(12, 1000, "ada", "python3 train.py")});
    const FreePlan plan = planFree(before, {});
    WorkerHolders after = before;
    after.holders[0].state = "D";
    remote::Answer answer = answerOf(after);
    answer.records.insert(
        answer.records.begin(), {"step", {"process 12", "failed", "it still runs, state D"}});
    const FreeOutcome outcome = readFreeOutcome(plan, answer);
    QCOMPARE(
        outcome.steps, (std::vector<remote::Step>{
                           {"process 12", remote::StepState::Failed, "it still runs, state D"}}));
    QVERIFY(outcome.cameBack.empty());
    const QString text = outcomeText(outcome);
    QVERIFY2(text.startsWith("Still held by ada's train.py (pid 12"), qPrintable(text));
    QVERIFY2(text.endsWith(", which waits in the kernel."), qPrintable(text));
    after.holders[0].state = "S";
    QVERIFY(!outcomeText(readFreeOutcome(plan, answerOf(after))).contains("kernel"));
}

void TestHolders::textsForPeople()
{
    QCOMPARE(programName("/usr/bin/python3 -u /home/ada/train.py --x"), QString("train.py"));
    QCOMPARE(programName("python3 -m levanter.main x"), QString("levanter.main"));
    QCOMPARE(programName("python3 -c import jax"), QString("python3"));
    QCOMPARE(programName("/opt/run x"), QString("run"));
    QVERIFY(!programName({}).isEmpty());
    QCOMPARE(
        chipsText({"/dev/accel2", "/dev/accel0", "/dev/accel1", "/dev/accel10"}),
        QString("accel0-2, accel10"));
    QCOMPARE(chipsText({"vfio", "/dev/vfio/3", "/dev/vfio/3"}), QString("vfio, vfio/3"));
    QCOMPARE(chipsText({}), QString());
    QCOMPARE(
        chipsText({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}),
        QString("a, b, c, d, e, f, g, h, …"));
    QCOMPARE(ageText(90), QString("90 s"));
    QCOMPARE(ageText(3 * 3600), QString("3 h"));
    QCOMPARE(ageText(std::nullopt), QString("unknown"));
    const WorkerHolders held = heldBy({holderOf(12, 1000, "ada", "python3 train.py")});
    WorkerHolders unknown = heldBy({});
    unknown.unknown = "x";
    QCOMPARE(
        holdersSummary({held, held, heldBy({}), unknown}),
        QString("held by ada's train.py on 2, since 3 h; free on 1; unknown on 1"));
    QCOMPARE(
        holdersHeadline({held, held}),
        QString("2 workers · held by ada's train.py on 2, since 3 h"));
    QCOMPARE(holdersHeadline({heldBy({})}), QString("1 worker · free on 1"));
    QCOMPARE(
        holdersBrief({held, held, heldBy({}), unknown}),
        QString("ada's train.py on 2; free on 1; unknown on 1"));
    // A program may have any name.
    const WorkerHolders marked = heldBy({holderOf(12, 1000, "ada", "/opt/%1-%2-%3")});
    QCOMPARE(holdersSummary({marked}), QString("held by ada's %1-%2-%3 on 1, since 3 h"));
    QCOMPARE(holdersBrief({marked}), QString("ada's %1-%2-%3 on 1"));
}

QTEST_GUILESS_MAIN(TestHolders)
#include "tst_holders.moc"
