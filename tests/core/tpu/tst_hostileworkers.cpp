// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/reciperun.h"
#include "core/tpu/freeplan.h"
#include "core/tpu/health.h"
#include "core/tpu/load/hostload.h"
#include "core/tpu/probe.h"
#include "tests/core/tpu/tpuworkerstest.h"

#include <array>

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

namespace {

/// What somebody has done to a worker, as its root; and what can still be known and done there.
struct Treatment
{
    const char *name;
    const char *script;
    bool seesHolders;  ///< who holds can be told
    bool canBeWritten; ///< a step of root's can be carried out
};

// Over a tool lies something that cannot be run: as if it were missing.
constexpr std::array Treatments{
    Treatment{"untouched", ":", true, true},
    Treatment{"sudo asks", "rm -f /etc/sudoers.d/*", false, false},
    Treatment{"no sudo", "mount --bind /dev/null \"$(command -v sudo)\"", false, false},
    Treatment{
        "no python", "mount --bind /dev/null \"$(readlink -f /usr/bin/python3)\"", true, true},
    Treatment{"no find", "mount --bind /dev/null /usr/bin/find", true, true},
    Treatment{
        "neither find nor awk",
        "mount --bind /dev/null /usr/bin/find; mount --bind /dev/null \"$(readlink -f "
        "/usr/bin/awk)\"",
        false, true},
    Treatment{
        "busybox",
        "for tool in find awk sh; do mount --bind /bin/busybox \"$(readlink -f /usr/bin/$tool)\"; "
        "done",
        true, true},
    // A folder each: what the worker itself is writing keeps the whole from it.
    Treatment{
        "read-only /",
        "for folder in etc home opt root tmp usr var; do mount --bind /$folder /$folder && "
        "mount -o remount,bind,ro /$folder; done",
        true, false},
    Treatment{
        "full /tmp",
        "mount -t tmpfs -o size=64k,mode=1777 tmpfs /tmp; head -c 1000000 /dev/zero >/tmp/full",
        true, true},
    Treatment{
        "wrong clock", "setsid sh /etc/podium-sim/host-load uptime=0 >/dev/null 2>&1 &", true,
        true}};

int placeOf(const char *name)
{
    const auto found =
        std::find_if(Treatments.begin(), Treatments.end(), [name](const Treatment &each) {
            return qstrcmp(each.name, name) == 0;
        });
    return int(found - Treatments.begin());
}

recipe::Recipe writingRecipe()
{
    return *recipe::parseRecipe("#: recipe hostile\n#: purpose A file of root's\n#: as root\n"
                                "#: step It is there\n#: check\ntest -s /etc/podium-hostile\n"
                                "#: act\necho here >/etc/podium-hostile\n");
}

} // namespace

/// Workers that lack what the scripts need: what cannot be told is unknown, with a sentence, and
/// never "free" or "good".
class TestHostileWorkers final : public TpuWorkersTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whoHoldsIsSeenOrUnknown();
    void noneIsGood();
    void withoutPythonTheProbeClaimsNothing();
    void loadIsWhatTheKernelSays();
    void aRecipeSaysWhatCameOfIt();
    void whatIsFreedIsFreeOrUnknown(); // last: nobody holds any more

private:
    /// Each gives a whole answer, whatever was done to it.
    [[nodiscard]] Answers
    ask(const Script &script, const std::vector<std::vector<Record>> &data) override
    {
        Answers answers = TpuWorkersTest::ask(script, data);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            [&] {
                QVERIFY2(
                    answers[i], qPrintable(
                                    QString(Treatments[i].name) + ": " +
                                    (answers[i] ? QString() : answers[i].error().text())));
            }();
        }
        return answers;
    }
};

/// Somebody else's program holds each of them.
void TestHostileWorkers::initTestCase()
{
    if (QStandardPaths::findExecutable("busybox").isEmpty()) {
        QSKIP("busybox is not installed here");
    }
    if (!m_runs.start(int(Treatments.size()))) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
    awaitLogins(m_runs);
    for (int index = 0; index < int(Treatments.size()); ++index) {
        atWorker(
            index, "useradd -m -s /bin/sh lin; cp /etc/podium-sim/tpu-holder /opt/eval.py\n"
                   "su lin -c 'setsid sh /opt/eval.py >/dev/null 2>&1 &'\n");
    }
    const auto areAllHeld = [this] {
        const auto found = holders();
        return std::all_of(found.begin(), found.end(), [](const tpu::WorkerHolders &worker) {
            return worker.holders.size() == 1;
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(areAllHeld(), 4 * Patience);
    for (int index = 0; index < int(Treatments.size()); ++index) {
        atWorker(index, QString(Treatments[std::size_t(index)].script) + "\n");
    }
    // The last thing that was done is seen everywhere before anything is claimed.
    const auto isTreated = [this] {
        const auto found = holders();
        return !found[std::size_t(placeOf("no sudo"))].unknown.isEmpty() &&
               !found[std::size_t(placeOf("sudo asks"))].unknown.isEmpty() &&
               !found[std::size_t(placeOf("neither find nor awk"))].unknown.isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTreated(), 4 * Patience);
    const auto hasNoRoom = [this] {
        const Script look{
            "echo x >/tmp/more && say tmp room || say tmp full\n"
            "(: >/etc/podium-can) 2>/dev/null && say etc writable || say etc fixed\n"
            "read -r up rest </proc/uptime; say up \"${up%%.*}\"\n",
            Rights::Root};
        const Answers answers = ask(look, {{}});
        return answers[std::size_t(placeOf("full /tmp"))]->records[0].at(0) == "full" &&
               answers[std::size_t(placeOf("read-only /"))]->records[1].at(0) == "fixed" &&
               answers[std::size_t(placeOf("wrong clock"))]->records[2].at(0).toInt() < 1000;
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasNoRoom(), 4 * Patience);
}

void TestHostileWorkers::whoHoldsIsSeenOrUnknown()
{
    const auto found = holders();
    for (std::size_t i = 0; i < found.size(); ++i) {
        const tpu::WorkerHolders &worker = found[i];
        const char *name = Treatments[i].name;
        QVERIFY2(!worker.isFree(), name);
        QCOMPARE(worker.unknown.isEmpty(), Treatments[i].seesHolders);
        if (Treatments[i].seesHolders) {
            QVERIFY2(worker.holders.size() == 1, name);
            QCOMPARE(worker.holders[0].user, QString("lin"));
            QVERIFY2(worker.holders[0].command.contains("/opt/eval.py"), name);
            QVERIFY2(worker.holders[0].chips.contains("/dev/accel0"), name);
            QVERIFY2(worker.holders[0].ageSeconds.value_or(0) >= 0, name);
        }
    }
    QVERIFY(found[std::size_t(placeOf("no sudo"))].unknown.contains("other people's processes"));
    QVERIFY(found[std::size_t(placeOf("sudo asks"))].unknown.contains("sudo asks for a password"));
    QVERIFY(found[std::size_t(placeOf("neither find nor awk"))].unknown.contains("awk"));
    // Begun after the uptime that the worker claims: nobody knows how long ago.
    QCOMPARE(
        tpu::ageText(found[std::size_t(placeOf("wrong clock"))].holders[0].ageSeconds),
        QString("unknown"));
}

void TestHostileWorkers::noneIsGood()
{
    const Answers answers = ask(tpu::checkScript(), {{}});
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const tpu::Health health = tpu::readHealth(*answers[i], {int(i), int(answers.size()), 4});
        QVERIFY2(health.verdict != tpu::Health::Verdict::Good, Treatments[i].name);
        QVERIFY2(!health.findings.isEmpty(), Treatments[i].name);
        if (Treatments[i].seesHolders) {
            QCOMPARE(tpu::verdictName(health.verdict), QString("busy"));
        } else {
            QCOMPARE(tpu::verdictName(health.verdict), QString("unknown"));
        }
    }
}

void TestHostileWorkers::withoutPythonTheProbeClaimsNothing()
{
    const Answers answers =
        ask(tpu::probeScript(false),
            {tpu::probeData(std::chrono::seconds(20), int(Treatments.size()), {})});
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const tpu::Probe probe = tpu::readProbe(*answers[i], {int(i), int(answers.size()), 4});
        QVERIFY2(!probe.text.isEmpty(), Treatments[i].name);
    }
    QVERIFY(
        tpu::readProbe(*answers[std::size_t(placeOf("no python"))], {}).verdict ==
        tpu::Probe::Verdict::Unknown);
}

void TestHostileWorkers::loadIsWhatTheKernelSays()
{
    const Answers before = ask(tpu::loadScript(), {{}});
    const Answers after = ask(tpu::loadScript(), {{}});
    for (std::size_t i = 0; i < after.size(); ++i) {
        const tpu::HostCounters counters = tpu::readHostCounters(*after[i]);
        const tpu::HostLoad load = tpu::hostLoad(tpu::readHostCounters(*before[i]), counters);
        const char *name = Treatments[i].name;
        QVERIFY2(counters.uptime && counters.memoryTotal, name);
        for (const auto &part : {load.cpu, load.memory}) {
            QVERIFY2(!part || (*part >= 0 && *part <= 1), name);
        }
        QVERIFY2(load.memory.has_value(), name);
    }
}

void TestHostileWorkers::aRecipeSaysWhatCameOfIt()
{
    const recipe::Recipe recipe = writingRecipe();
    const Answers answers = ask(recipe::recipeScript(recipe), {recipe::recipeData(recipe, {})});
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto verdicts = recipe::verdictsOf(recipe, {}, *answers[i]);
        const char *name = Treatments[i].name;
        QCOMPARE(verdicts.size(), std::size_t(1));
        QVERIFY2(recipe::isAllGood(verdicts) == Treatments[i].canBeWritten, name);
        if (!Treatments[i].canBeWritten) {
            QVERIFY2(verdicts[0].state == StepState::Failed, name);
            QVERIFY2(verdicts[0].detail.contains("/etc/podium-hostile"), name);
        }
    }
}

void TestHostileWorkers::whatIsFreedIsFreeOrUnknown()
{
    std::vector<tpu::FreePlan> plans;
    std::vector<std::vector<Record>> data;
    for (const tpu::WorkerHolders &worker : holders()) {
        plans.push_back(tpu::planFree(worker, {"lin"}));
        data.push_back(plans.back().data());
    }
    const Answers answers = ask(tpu::freeScript(), data);
    const auto now = holders();
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const QString text = tpu::outcomeText(tpu::readFreeOutcome(plans[i], *answers[i]));
        const QByteArray told = QByteArray(Treatments[i].name) + ": " + text.toUtf8();
        QVERIFY2((text == "Free.") == Treatments[i].seesHolders, told);
        QVERIFY2(now[i].isFree() == Treatments[i].seesHolders, told);
        if (!Treatments[i].seesHolders) {
            QVERIFY2(text.startsWith("Unknown: "), told);
        }
    }
}

QTEST_GUILESS_MAIN(TestHostileWorkers)
#include "tst_hostileworkers.moc"
