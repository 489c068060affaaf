// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/freeplan.h"
#include "tests/core/tpu/tpuworkerstest.h"
#include "tests/core/tpu/withouttool.h"

#include <utility>

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

/// What freeing a TPU ends, stops and removes on real workers, and what it leaves alone.
class TestFreeing final : public TpuWorkersTest
{
    Q_OBJECT

private slots:
    void initTestCase() { beginPod(); }
    void init() { letAllGo(); }
    void aLockFileGoesOnlyWhereNobodyHasIt();
    void aContainerIsStoppedAndNotKilled();
    void ourOwnLoginHoldsNothing();

private:
    /// What was done on a worker, and whether it is free: a line of words.
    [[nodiscard]] static QString cameOf(const tpu::FreePlan &plan, const Result<Answer> &answer)
    {
        if (!answer) {
            return answer.error().text();
        }
        const auto outcome = tpu::readFreeOutcome(plan, *answer);
        QStringList told;
        for (const Step &step : outcome.steps) {
            told << QStringLiteral("%1 %2 %3")
                        .arg(step.name, stepStateName(step.state), step.detail);
        }
        return (told << tpu::outcomeText(outcome)).join(QStringLiteral("; "));
    }
    /// What root of each worker says to a script that says one thing of one word.
    [[nodiscard]] QStringList said(const QByteArray &script)
    {
        QStringList all;
        for (const auto &answer : ask({script + '\n', Rights::Root}, {{}})) {
            all << (answer && !answer->records.empty() ? answer->records[0].text(0) : QString());
        }
        return all;
    }
};

/// Three files that keep others out when they are seen. Until they are to go nothing has happened
/// to the first; the second is another one by then, and somebody has the lock of the third.
void TestFreeing::aLockFileGoesOnlyWhereNobodyHasIt()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    for (int index = 0; index < Workers; ++index) {
        atWorker(index, "install -m 600 /dev/null /tmp/libtpu_lockfile\n");
    }
    std::vector<tpu::FreePlan> plans;
    std::vector<std::vector<Record>> data;
    for (const tpu::WorkerHolders &worker : holders()) {
        QVERIFY2(worker.hasStaleLock() && worker.isFree(), qPrintable(worker.unknown));
        plans.push_back(tpu::planFree(worker, {}));
    }
    plans[1].lock.inode += 1;
    for (const tpu::FreePlan &plan : plans) {
        QVERIFY(plan.removesLock);
        data.push_back(plan.data());
    }
    atWorker(2, R"sh(
cat >/opt/locker.py <<'END'
import fcntl, time
file = open("/tmp/libtpu_lockfile", "r+")
fcntl.lockf(file, fcntl.LOCK_EX)
while True:
    time.sleep(60)
END
setsid python3 /opt/locker.py >/dev/null 2>&1 &
)sh");
    QTRY_VERIFY(holders()[2].unknown.contains("has libtpu's lock"));
    // Without a tool it stays where it is.
    for (const auto &[tool, why] :
         {std::pair("stat", "unknown stat is missing there"),
          std::pair("rm", "failed it cannot be removed")}) {
        const Answers tried = ask(without(tpu::freeScript(), tool), {plans[0].data(), {}, {}});
        QCOMPARE(
            cameOf(plans[0], tried[0]),
            QString("lock %1; Nobody holds it, but root's lock file is still there.").arg(why));
    }
    const Answers freed = ask(tpu::freeScript(), data);
    QCOMPARE(cameOf(plans[0], freed[0]), QString("lock changed ; Free."));
    QCOMPARE(
        cameOf(plans[1], freed[1]),
        QString("lock ok it is gone, or another one; Nobody holds it, but root's lock file is "
                "still there."));
    const QString locked = cameOf(plans[2], freed[2]);
    QVERIFY2(
        locked.startsWith("lock skipped somebody still holds the TPU; Unknown: process "),
        qPrintable(locked));
    QCOMPARE(
        said("[ -e /tmp/libtpu_lockfile ] && say file stays || say file goes"),
        (QStringList{"goes", "stays", "stays"}));
}

/// By its engine: on the second worker that cannot, and on the third it is missing.
void TestFreeing::aContainerIsStoppedAndNotKilled()
{
    for (int index = 0; index < Workers; ++index) {
        atWorker(index, "sh /etc/podium-sim/tpu-container " + m_runs.workers.cloud().user() + "\n");
    }
    atWorker(1, ": >/run/podium-sim-containers/fails\n");
    const auto areHeld = [](const std::vector<tpu::WorkerHolders> &all) {
        return std::all_of(all.begin(), all.end(), [](const tpu::WorkerHolders &each) {
            return each.holders.size() == 1;
        });
    };
    const auto before = askUntil([this] { return holders(); }, areHeld);
    std::vector<tpu::FreePlan> plans;
    QStringList ids;
    for (const tpu::WorkerHolders &worker : before) {
        QCOMPARE(int(worker.holders.size()), 1);
        QCOMPARE(worker.holders[0].engine, QString("docker"));
        QCOMPARE(worker.holders[0].container.size(), 64);
        ids << worker.holders[0].container;
        plans.push_back(tpu::planFree(worker, {}));
        QCOMPARE(
            plans.back().data(),
            (std::vector<Record>{{"container", {"docker", ids.back().toUtf8()}}}));
    }
    const Answers asked = ask(tpu::freeScript(), {plans[0].data(), plans[1].data(), {}});
    const Answers bare = ask(without(tpu::freeScript(), "docker"), {{}, {}, plans[2].data()});
    QCOMPARE(cameOf(plans[0], asked[0]), QString("container %1 changed ; Free.").arg(ids[0]));
    const QString failed = cameOf(plans[1], asked[1]);
    QVERIFY2(
        failed.startsWith(
            QString("container %1 failed docker could not stop it; Still held by ").arg(ids[1])),
        qPrintable(failed));
    const QString missing = cameOf(plans[2], bare[2]);
    QVERIFY2(
        missing.startsWith(
            QString("container %1 unknown docker is missing there; Still held by ").arg(ids[2])),
        qPrintable(missing));
    // Who could not be stopped is left as it was; nobody was asked twice.
    const auto after = holders();
    QVERIFY(after[0].isFree());
    for (const std::size_t index : {std::size_t(1), std::size_t(2)}) {
        QCOMPARE(int(after[index].holders.size()), 1);
        QCOMPARE(after[index].holders[0].pid, before[index].holders[0].pid);
    }
    QCOMPARE(
        said("say log \"$(cat /run/podium-sim-containers/log)\""),
        (QStringList{"stop " + ids[0], "stop " + ids[1], QString()}));
}

/// Whatever a login shell has open, and hands down to what Podium runs below it.
void TestFreeing::ourOwnLoginHoldsNothing()
{
    run::RunSpec spec = m_runs.specOfFirst(
        "exec 9</dev/accel0; readlink /proc/$$/fd/9 >&2; " + scriptCommand(Rights::Root));
    for (const Script &script : {tpu::holdersScript(), tpu::freeScript()}) {
        spec.input = scriptInput(script, {});
        const auto run = m_runs.runToEnd(spec);
        QVERIFY(run->output().bytes(0, ssh::OutputStream::Err).startsWith("/dev/accel0\n"));
        const auto answer = decodeAnswer(run->output().bytes(0, ssh::OutputStream::Out));
        QVERIFY(answer && answer->isComplete);
        const tpu::WorkerHolders found = tpu::readHolders(*answer);
        QVERIFY2(found.isFree(), qPrintable(found.unknown));
    }
}

QTEST_GUILESS_MAIN(TestFreeing)
#include "tst_freeing.moc"
