// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/freeplan.h"
#include "core/tpu/health.h"
#include "core/tpu/load/hostcounters.h"
#include "core/tpu/probe.h"
#include "tests/core/tpu/tpuworkerstest.h"
#include "tests/core/tpu/withouttool.h"

#include <array>

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

/// A wedged pod: who holds it, and how it gets free, on real workers.
class TestTpuWorkers final : public TpuWorkersTest
{
    Q_OBJECT

private slots:
    void initTestCase() { beginPod(); }
    void init() { letAllGo(); }
    void aFreePodIsFree();
    void whoItSaysItIsIsCompared();
    void withoutAToolItIsUnknown();
    void aWedgedPodIsFreed();
    void whatComesBackIsNamed();
    void hostileNamesAreOnlyNames();
    void amongThousandsOfProcessesItIsFound();
    void aProbeSaysWhetherItComputes();

private:
    [[nodiscard]] std::vector<tpu::WorkerHolders> holdersWithout(const char *tool)
    {
        std::vector<tpu::WorkerHolders> found;
        for (const auto &answer : ask(without(tpu::holdersScript(), tool), {{}})) {
            found.push_back(answer ? tpu::readHolders(*answer) : tpu::WorkerHolders());
        }
        return found;
    }
    [[nodiscard]] static tpu::Expected expected(int index)
    {
        return {index, 3, 4, 4, QStringLiteral("pod"), QStringLiteral("v4-24")};
    }
    [[nodiscard]] std::vector<tpu::Health> healths(const Script &script = tpu::checkScript())
    {
        std::vector<tpu::Health> found;
        for (const auto &answer : ask(script, {{}})) {
            const int index = int(found.size());
            found.push_back(answer ? tpu::readHealth(*answer, expected(index)) : tpu::Health());
        }
        return found;
    }
    /// As if the node had so many workers.
    [[nodiscard]] std::vector<tpu::Probe> probes(int workers, const QString &python = {})
    {
        std::vector<tpu::Probe> all;
        const auto data = tpu::probeData(std::chrono::seconds(60), workers, python);
        for (const auto &answer : ask(tpu::probeScript(false), {data})) {
            tpu::Expected wanted = expected(int(all.size()));
            wanted.workersOfNode = workers;
            all.push_back(answer ? tpu::readProbe(*answer, wanted) : tpu::Probe());
        }
        return all;
    }
    /// On a busy machine a metadata server may be silent for the three seconds that it has: asked
    /// again until these workers have nothing unknown.
    [[nodiscard]] std::vector<tpu::Health> comparedHealths(int count)
    {
        return askUntil(
            [this] { return healths(); },
            [count](const auto &found) {
                return std::none_of(found.begin(), found.begin() + count, [](const auto &health) {
                    return health.findings.join(' ').contains("metadata server did not");
                });
            });
    }
    /// What the first worker's root says to a script that says one thing.
    [[nodiscard]] QByteArray said(const QByteArray &script)
    {
        const Answers answers = ask({script + '\n', Rights::Root}, {{}});
        const bool hasSaid = answers[0] && !answers[0]->records.empty();
        return hasSaid ? answers[0]->records[0].at(0) : QByteArray();
    }
};

void TestTpuWorkers::aFreePodIsFree()
{
    const auto found = holders();
    for (const tpu::WorkerHolders &worker : found) {
        QVERIFY2(worker.isFree(), qPrintable(worker.unknown));
        QCOMPARE(worker.devices.size(), 4);
        QCOMPARE(worker.login, m_runs.workers.cloud().user());
    }
    for (const tpu::Health &health : comparedHealths(3)) {
        QVERIFY2(
            health.verdict == tpu::Health::Verdict::Good, qPrintable(health.findings.join(' ')));
        QVERIFY(health.findings.isEmpty());
        QVERIFY(health.libtpu.endsWith("/libtpu.so"));
    }
}

void TestTpuWorkers::whoItSaysItIsIsCompared()
{
    const auto answers = [this](const char *path, const QJsonObject &how) {
        QJsonObject fault = how;
        fault["path"] = QString(QString("^/metadata/lab/us-central2-b/pod/") + path);
        QCOMPARE(m_runs.workers.cloud().post("/sim/faults", fault).status, 200);
    };
    answers("0/.*/agent-worker-number$", {{"body", "1"}});
    answers("1/.*/accelerator-type$", {{"body", "v4-8"}});
    answers("2/", {{"status", 503}});
    const auto found = comparedHealths(2);
    QCOMPARE(tpu::verdictName(found[0].verdict), QString("bad"));
    QVERIFY2(found[0].findings[0].contains("worker 1, not 0"), qPrintable(found[0].findings[0]));
    QCOMPARE(tpu::verdictName(found[1].verdict), QString("bad"));
    QVERIFY(found[1].findings[0].contains("v4-8, not a v4-24"));
    QCOMPARE(tpu::verdictName(found[2].verdict), QString("unknown"));
    QVERIFY(found[2].findings[0].contains("did not answer"));
    (void)m_runs.workers.cloud().call("DELETE", "/sim/faults", {});
}

/// Each worker by a shell of its own. Somebody's lock file keeps others out on all, and lin holds
/// the chips; then nobody does. A tool that is missing may hide neither.
void TestTpuWorkers::withoutAToolItIsUnknown()
{
    atWorker(1, "mount --bind /bin/bash \"$(readlink -f /bin/sh)\"\n");
    if (!QStandardPaths::findExecutable("busybox").isEmpty()) {
        atWorker(2, "mount --bind /bin/busybox \"$(readlink -f /bin/sh)\"\n");
    }
    for (int index = 0; index < 3; ++index) {
        hold(index, "lin", "eval.py");
        atWorker(index, "install -m 600 -o lin /dev/null /tmp/libtpu_lockfile\n");
    }
    const auto seen = [&] {
        QStringList texts;
        for (const tpu::WorkerHolders &worker : holders()) {
            texts << QStringLiteral("%1 %2%3")
                         .arg(worker.holders.size())
                         .arg(worker.hasStaleLock() ? "stale" : "no lock", worker.unknown);
        }
        return texts.join(QStringLiteral(", "));
    };
    QTRY_COMPARE(seen(), QString("1 stale, 1 stale, 1 stale"));
    constexpr std::array tools{"find", "ls", "awk", "readlink", "stat", "getent", "head", "tr"};
    for (const char *tool : tools) {
        for (const tpu::WorkerHolders &worker : holdersWithout(tool)) {
            QVERIFY2(worker.holders.size() == 1 || !worker.unknown.isEmpty(), tool);
            QVERIFY2(worker.hasStaleLock() || !worker.unknown.isEmpty(), tool);
        }
    }
    for (int index = 0; index < 3; ++index) {
        atWorker(index, endingAll("opt/"));
    }
    QTRY_COMPARE(tpu::holdersSummary(holders()), QString("free on 3"));
    for (const char *tool : tools) {
        for (const tpu::WorkerHolders &worker : holdersWithout(tool)) {
            QVERIFY2(worker.hasStaleLock() || !worker.isFree(), tool);
        }
    }
    // find tells whose it is, too; without either it cannot be told.
    for (const tpu::WorkerHolders &worker : holdersWithout("stat")) {
        QVERIFY2(worker.hasStaleLock() && worker.unknown.isEmpty(), qPrintable(worker.unknown));
    }
    const Script neither = without(without(tpu::holdersScript(), "stat"), "find");
    for (const auto &answer : ask(neither, {{}})) {
        QVERIFY(answer && tpu::readHolders(*answer).unknown.contains("stat is missing"));
    }
    for (int index = 0; index < 3; ++index) {
        atWorker(index, "rm /tmp/libtpu_lockfile\n");
    }
    for (const tpu::Health &health : healths(without(tpu::checkScript(), "curl"))) {
        QCOMPARE(tpu::verdictName(health.verdict), QString("unknown"));
        QVERIFY(health.findings[0].contains("curl is missing"));
    }
    atWorker(1, "umount \"$(readlink -f /bin/sh)\"\n");
    atWorker(2, "umount \"$(readlink -f /bin/sh)\"\n");
}

void TestTpuWorkers::aWedgedPodIsFreed()
{
    const QString me = m_runs.workers.cloud().user();
    hold(0, me, "train.py", "deaf child");
    hold(1, "lin", "eval.py");
    hold(1, me, "train.py", "late");
    hold(2, me, "train.py");
    QTRY_COMPARE(int(holders()[0].holders.size()), 2);
    QTRY_COMPARE(int(holders()[1].holders.size()), 2);
    QTRY_COMPARE(int(holders()[2].holders.size()), 1);
    const auto before = holders();
    QCOMPARE(tpu::otherUsers(before), QStringList{"lin"});
    QVERIFY(before[0].holders[0].chips.contains("/dev/accel0"));
    QVERIFY(before[2].holders[0].command.contains("/opt/train.py"));
    std::vector<tpu::FreePlan> plans;
    std::vector<std::vector<Record>> data;
    for (const tpu::WorkerHolders &worker : before) {
        plans.push_back(tpu::planFree(worker, {}));
        data.push_back(plans.back().data());
    }
    const Answers answers = ask(tpu::freeScript(), data);
    for (const auto &answer : answers) {
        QVERIFY2(answer, qPrintable(answer ? QString() : answer.error().text()));
    }
    const auto outcome = [&](std::size_t index) {
        return tpu::readFreeOutcome(plans[index], *answers[index]);
    };
    QCOMPARE(tpu::outcomeText(outcome(0)), QString("Free."));
    QVERIFY(outcome(0).steps[0].detail.contains("killed"));
    QVERIFY(tpu::outcomeText(outcome(1)).contains("lin's eval.py"));
    QCOMPARE(int(outcome(1).now.holders.size()), 1);
    QCOMPARE(tpu::outcomeText(outcome(2)), QString("Free."));
    // Nobody touched the other user.
    QCOMPARE(holders()[1].holders[0].pid, outcome(1).now.holders[0].pid);
}

void TestTpuWorkers::whatComesBackIsNamed()
{
    hold(0, m_runs.workers.cloud().user(), "train.py", "respawn");
    QTRY_COMPARE(int(holders()[0].holders.size()), 1);
    const tpu::FreePlan plan = tpu::planFree(holders()[0], {});
    const Answers answers = ask(tpu::freeScript(), {plan.data(), {}, {}});
    QVERIFY(answers[0]);
    tpu::FreeOutcome outcome = tpu::readFreeOutcome(plan, *answers[0]);
    if (outcome.now.holders.empty()) { // it takes a moment
        QTRY_COMPARE(int(holders()[0].holders.size()), 1);
        Answer later = *ask(tpu::holdersScript(), {{}})[0];
        outcome = tpu::readFreeOutcome(plan, later);
    }
    QVERIFY2(
        tpu::outcomeText(outcome).contains("came back"), qPrintable(tpu::outcomeText(outcome)));
}

/// Names of processes and of what they have open are whatever their users wish.
void TestTpuWorkers::hostileNamesAreOnlyNames()
{
    // One holder whose name looks like the end of /proc/PID/stat, and a line of an answer; and one
    // that has open what only begins like a chip, with a made-up line behind it.
    atWorker(0, R"sh(
mkfifo /opt/never
cat >/opt/hostile.sh <<'END'
exec 8<>/opt/never
{ exec 9</dev/accel0; read -r line <&8; } &
printf 'a) Z 1 1\nend 0' >/proc/$$/comm
exec 9</dev/accel0
read -r line <&8
END
setsid sh /opt/hostile.sh "$(printf 'x\nholder 1 1:1,\033[2J')" >/dev/null 2>&1 &
cat >/opt/liar.sh <<'END'
name=$(printf '/dev/accel0\n/proc/1/fd/0 /dev/accel1')
mkdir -p "${name%/*}"
exec 9>"$name"
: >/opt/lies
while :; do sleep 1; done
END
setsid sh /opt/liar.sh >/dev/null 2>&1 &
)sh");
    // The shell, whose name is what it is by then, and its child; both wait for what never comes.
    QTRY_COMPARE(int(holders()[0].holders.size()), 2);
    QTRY_COMPARE(said("[ ! -e /opt/lies ] || say lies yes"), QByteArray("yes"));
    QCOMPARE(
        said(R"sh(set -- $(grep -l 'a) Z 1 1' /proc/[0-9]*/comm); say names $#)sh"),
        QByteArray("1"));
    const tpu::WorkerHolders found = holders()[0];
    for (const tpu::Holder &holder : found.holders) {
        QCOMPARE(holder.chips, QStringList{"/dev/accel0"});
        QVERIFY(holder.pid > 1 && holder.ageSeconds >= 0);
        QVERIFY(!holder.command.contains('\n') && !holder.command.contains('\x1b'));
    }
    QVERIFY(!found.isFree());
    atWorker(0, "rm -rf /dev/accel0?* 2>/dev/null; :");
}

void TestTpuWorkers::amongThousandsOfProcessesItIsFound()
{
    const QString me = m_runs.workers.cloud().user();
    hold(0, me, "train.py");
    QTRY_COMPARE(int(holders()[0].holders.size()), 1);
    atWorker(0, R"sh(
cat >/opt/many.sh <<'END'
#!/bin/sh
mkfifo /opt/silence && exec 8<>/opt/silence
i=0
while [ $i -lt 5000 ]; do
    read -r line <&8 & # without a program of its own, which would take most of the time
    i=$((i + 1))
done
wait
END
chmod +x /opt/many.sh
setsid /opt/many.sh >/dev/null 2>&1 &
)sh");
    const auto count = [this] { return said("set -- /proc/[0-9]*; say count $#").toInt(); };
    QTRY_VERIFY_WITH_TIMEOUT(count() >= 5000, 10 * Patience);
    const tpu::WorkerHolders found = holders()[0];
    QVERIFY2(found.unknown.isEmpty(), qPrintable(found.unknown));
    QCOMPARE(int(found.holders.size()), 1);
    QVERIFY(found.holders[0].command.contains("/opt/train.py"));
    const Answers checked = ask(tpu::checkScript(), {{}});
    QVERIFY(checked[0]);
    QCOMPARE(tpu::verdictName(tpu::readHealth(*checked[0], expected(0)).verdict), QString("busy"));
    const Answers looked = ask(tpu::loadScript(), {{}});
    QVERIFY(looked[0] && tpu::readHostCounters(*looked[0]).memoryTotal);
    const tpu::FreePlan plan = tpu::planFree(found, {});
    const Answers freed = ask(tpu::freeScript(), {plan.data(), {}, {}});
    QVERIFY(freed[0]);
    QCOMPARE(tpu::outcomeText(tpu::readFreeOutcome(plan, *freed[0])), QString("Free."));
    atWorker(
        0, "for p in /proc/[0-9]*; do read -r name <$p/comm; case $name in many.sh) kill -KILL "
           "${p#/proc/} ;; esac; done 2>/dev/null; :");
}

void TestTpuWorkers::aProbeSaysWhetherItComputes()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    for (int index = 0; index < 3; ++index) {
        atWorker(
            index, "printf '%s\\n' '#!/bin/sh' 'export PYTHONPATH=/usr/lib/podium-sim' "
                   "'exec python3 -S \"$@\"' >/opt/python-tf && chmod 755 /opt/python-tf\n");
    }
    // Each waits for the others: one after the other none would come to its end.
    for (const tpu::Probe &probe : probes(3)) {
        QVERIFY2(probe.verdict == tpu::Probe::Verdict::Answers, qPrintable(probe.text));
    }
    // These fail before they would meet the others.
    atWorker(0, "echo 'open(/dev/accel0): Device or resource busy' >/etc/podium-sim/jax-failure\n");
    atWorker(1, "echo cpu >/etc/podium-sim/jax-failure\n");
    atWorker(2, "echo 'UNAVAILABLE: No TPU Platform available' >/etc/podium-sim/jax-failure\n");
    const auto jax = probes(3);
    QVERIFY2(jax[0].text.contains("open elsewhere"), qPrintable(jax[0].text));
    QVERIFY2(jax[1].text.contains("fell back"), qPrintable(jax[1].text));
    QVERIFY2(jax[2].text.contains("Recreate"), qPrintable(jax[2].text));
    // Each as a node of its own, by a python that has neither jax nor torch_xla.
    atWorker(0, "rm /etc/podium-sim/jax-failure\n");
    const auto tensorFlow = probes(1, "/opt/python-tf");
    QVERIFY2(tensorFlow[0].library.startsWith("tensorflow "), qPrintable(tensorFlow[0].library));
    QVERIFY2(tensorFlow[0].verdict == tpu::Probe::Verdict::Answers, qPrintable(tensorFlow[0].text));
    QVERIFY2(tensorFlow[1].text.contains("its TPU part"), qPrintable(tensorFlow[1].text));
    QVERIFY2(tensorFlow[2].text.contains("Recreate"), qPrintable(tensorFlow[2].text));
    // It lets go again.
    QCOMPARE(tpu::holdersSummary(holders()), QString("free on 3"));
}

QTEST_GUILESS_MAIN(TestTpuWorkers)
#include "tst_tpuworkers.moc"
