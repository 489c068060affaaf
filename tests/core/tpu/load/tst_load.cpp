// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/loadtexts.h"
#include "core/tpu/load/loadwarnings.h"
#include "core/tpu/load/lookschedule.h"
#include "core/tpu/load/nodeload.h"
#include "core/tpu/load/sparkline.h"
#include "core/tpu/tpuscripts.h"
#include "tests/core/remote/shells.h"

#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::tpu;

namespace {

remote::Answer answerOf(std::vector<remote::Record> records)
{
    return {std::move(records), false, true};
}

HostCounters countersAt(double uptime, qint64 busy, qint64 total)
{
    HostCounters counters;
    counters.uptime = uptime;
    counters.cpuBusy = busy;
    counters.cpuTotal = total;
    return counters;
}

constexpr qint64 Minute = 60'000;
constexpr int OddWorker = 5;
constexpr qint64 OddFromMs = 40 * Minute;

/// A worker of a training at such a moment; one of them rests from then on.
void takeTraining(WorkerLoad &worker, qint64 nowMs)
{
    const bool isOdd = worker.worker.index == OddWorker && nowMs >= OddFromMs;
    HostCounters counters = countersAt(double(nowMs) / 1000, nowMs * 6, nowMs * 10);
    counters.memoryTotal = 1000;
    counters.memoryAvailable = isOdd ? 30 : 600;
    RuntimeMetrics metrics;
    metrics.state = RuntimeMetrics::State::Known;
    metrics.devices.push_back({0, 15, 20, isOdd ? 0 : 0.9});
    worker.take(counters, metrics, nowMs);
}

RuntimeMetrics metricsOf(double duty)
{
    RuntimeMetrics metrics;
    metrics.state = RuntimeMetrics::State::Known;
    metrics.devices.push_back({0, 10, 20, duty});
    return metrics;
}

} // namespace

/// How busy a worker is, out of what its kernel says.
class TestLoad final : public QObject
{
    Q_OBJECT

private slots:
    void countersAreRead();
    void nonsenseIsUnknown_data();
    void nonsenseIsUnknown();
    void disksAreThoseThatFill();
    void aLoadIsADifference();
    void whatWentBackHasNone();
    void theHistoryIsAnHour();
    void theHistoryIsARowOfBlocks();
    void idleIsWhatWasSeenAllTheTime();
    void warningsSayWhat();
    void anHourAtTheStatedPace();
    void theScriptRunsEverywhere_data() { addShells(); }
    void theScriptRunsEverywhere();
    void withoutAToolItIsUnknown_data() { addShells(); }
    void withoutAToolItIsUnknown();
};

void TestLoad::countersAreRead()
{
    const HostCounters counters = readHostCounters(answerOf(
        {{"uptime", {"1234.56"}},
         {"loadavg", {"3.50", "2.00", "1.00"}},
         {"cpu", {" 10 5 20 100 7 1 2 3 4 0"}},
         {"online", {"0-3,6"}},
         {"memory", {"total", "1000"}},
         {"memory", {"available", "250"}},
         {"network", {"eth0", "500 1 0 0 0 0 0 0 70 2 0 0 0 0 0 0"}},
         {"network", {"eth1", "5 1 0 0 0 0 0 0 7 2 0 0 0 0 0 0"}},
         {"oom-kill", {"2"}}}));
    QCOMPARE(counters.uptime, std::optional(1234.56));
    QCOMPARE(counters.load, std::optional(3.5));
    QCOMPARE(counters.cpuTotal, std::optional<qint64>(148));
    QCOMPARE(counters.cpuBusy, std::optional<qint64>(41));
    QCOMPARE(counters.processors, std::optional(5));
    QCOMPARE(counters.memoryTotal, std::optional<qint64>(1000 * 1024));
    QCOMPARE(counters.memoryAvailable, std::optional<qint64>(250 * 1024));
    QCOMPARE(counters.received, std::optional<qint64>(505));
    QCOMPARE(counters.sent, std::optional<qint64>(77));
    QCOMPARE(counters.oomKills, std::optional<qint64>(2));
}

void TestLoad::nonsenseIsUnknown_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("fields");
    const auto row = [](const char *kind, const QByteArrayList &fields) {
        const QByteArray name = kind + QByteArray(" ") + fields.join(' ').left(30);
        QTest::newRow(name.constData()) << QByteArray(kind) << fields;
    };
    row("uptime", {"-1"});
    row("uptime", {"nan"});
    row("uptime", {"1e300"});
    row("loadavg", {"inf"});
    row("cpu", {"1 2 3"});
    row("cpu", {"1 2 3 4 5 6 7 -8"});
    row("cpu", {"1 2 3 4 5 6 7 99999999999999999999"});
    row("online", {"3-1"});
    row("online", {"0-9999999999"});
    row("processors", {"many"});
    row("memory", {"total", "9223372036854775807"});
    row("memory", {"other", "1"});
    row("network", {"eth0", "1 2 3"});
    row("oom-kill", {"two"});
    row("df", {"Filesystem\nnothing of use"});
}

void TestLoad::nonsenseIsUnknown()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArrayList, fields);
    QCOMPARE(readHostCounters(answerOf({{kind, fields}})), HostCounters());
}

void TestLoad::disksAreThoseThatFill()
{
    const HostCounters counters = readHostCounters(answerOf(
        {{"df",
          {"Filesystem     Type  1024-blocks      Used Available Capacity Mounted on\n"
           "overlay        overlay  100        95        5      95% /\n"
           "overlay        overlay  100        95        5      95% /var/lib/docker/x\n"
           "tmpfs          tmpfs    100        95        5      95% /run\n"
           "/dev/sd b      ext4     1000       100      300      25% /mnt/my \x1b[31mdata\n"
           "/dev/sdc       ext4     0          0        0        - /empty\n"}}}));
    QCOMPARE(int(counters.disks.size()), 2);
    QCOMPARE(counters.disks[0].mountPoint, QString("/"));
    QCOMPARE(counters.disks[0].usedPart(), 0.95);
    QCOMPARE(counters.disks[1].usedBytes, qint64(100 * 1024));
    QVERIFY(counters.disks[1].mountPoint.startsWith("/mnt/my"));
    QVERIFY(!counters.disks[1].mountPoint.contains(QChar(0x1b)));
}

void TestLoad::aLoadIsADifference()
{
    HostCounters before = countersAt(100, 1000, 4000);
    before.received = 1000;
    HostCounters now = countersAt(102, 1300, 4400);
    now.received = 5000;
    now.memoryTotal = 1000;
    now.memoryAvailable = 100;
    const HostLoad load = hostLoad(before, now);
    QCOMPARE(load.cpu, std::optional(0.75));
    QCOMPARE(load.receivedPerSecond, std::optional(2000.0));
    QVERIFY(!load.sentPerSecond);
    QCOMPARE(load.memory, std::optional(0.9));
    QVERIFY(!hostLoad(std::nullopt, now).cpu);
    QVERIFY(!hostLoad(now, now).cpu); // no time has passed
    QVERIFY(!hostLoad(now, now).receivedPerSecond);
}

void TestLoad::whatWentBackHasNone()
{
    const HostCounters before = countersAt(100, 1000, 4000);
    QVERIFY(hasRestarted(before, countersAt(5, 10, 40)));
    QVERIFY(!hostLoad(before, countersAt(5, 2000, 5000)).cpu);
    QVERIFY(!hostLoad(before, countersAt(102, 900, 4400)).cpu);
}

void TestLoad::theHistoryIsAnHour()
{
    LoadHistory history;
    for (qint64 time = 0; time < 3 * LoadHistory::SpanMs; time += 2000) {
        history.add({time, {}, false});
    }
    QVERIFY(history.samples().size() >= 1800 && history.samples().size() < 1900);
    const qint64 last = history.samples().back().timeMs;
    history.add({last + 100, {}, false});
    history.add({last + 200, {}, true}); // within a moment the last one counts
    QCOMPARE(history.samples().back().timeMs, last + 200);
    QCOMPARE(history.samples()[history.samples().size() - 2].timeMs, last);
}

void TestLoad::theHistoryIsARowOfBlocks()
{
    WorkerLoad worker;
    worker.take({}, metricsOf(0), 1000);
    worker.take({}, metricsOf(1), 3000);
    worker.take({}, metricsOf(0.5), 7000);
    const auto blocks = [&worker](const SparkSpan &span) {
        return blocksText(sparkline(worker.history, LoadValue::DutyCycle, span));
    };
    // Where no look fell into a part it is what the look before said; what comes is unknown.
    QCOMPARE(blocks({10'000, 10'000, 5}), QString("▁██▅ "));
    QCOMPARE(blocks({10'000, 4000, 2}), QString("▅ "));
    QCOMPARE(blocks({10'000, 10'000, 1}), QString("▅")); // the mean
    // Over a gap nothing is known.
    worker.take({}, metricsOf(1), 7000 + 3 * LoadHistory::GapMs);
    QCOMPARE(blocks({7000 + 3 * LoadHistory::GapMs, 4 * LoadHistory::GapMs, 4}), QString("▅  █"));
    QCOMPARE(blocksText({-1, 2}), QString("▁█"));
    QCOMPARE(blocks({0, 0, 3}), QString("   "));
}

void TestLoad::idleIsWhatWasSeenAllTheTime()
{
    constexpr qint64 minute = 60'000;
    WorkerLoad worker;
    worker.take({}, metricsOf(0.9), 0);
    QVERIFY(!tpuIdle(worker.history));
    for (qint64 at = minute; at <= 11 * minute; at += minute) {
        worker.take({}, metricsOf(0), at);
    }
    QCOMPARE(tpuIdle(worker.history)->forMs, 10 * minute);
    QVERIFY(tpuIdle(worker.history)->isTold);
    // What nobody looked at proves nothing.
    worker.take({}, metricsOf(0), 14 * minute);
    QCOMPARE(tpuIdle(worker.history)->forMs, 0);
    worker.take({}, {RuntimeMetrics::State::NoWorkload, {}}, 15 * minute);
    QCOMPARE(tpuIdle(worker.history)->forMs, minute);
    QVERIFY(!tpuIdle(worker.history)->isTold);
    worker.take({}, {RuntimeMetrics::State::NoData, {}}, 16 * minute);
    QVERIFY(!tpuIdle(worker.history));
}

void TestLoad::warningsSayWhat()
{
    WorkerLoad worker;
    QVERIFY(loadWarnings(worker).isEmpty());
    HostCounters counters = countersAt(100, 1, 2);
    counters.oomKills = 7;
    counters.memoryTotal = 1000;
    counters.memoryAvailable = 40;
    counters.disks.push_back({QStringLiteral("/"), QStringLiteral("ext4"), 91, 9});
    counters.disks.push_back({QStringLiteral("/data"), QStringLiteral("ext4"), 90, 10});
    worker.take(counters, {}, 0);
    QCOMPARE(
        loadWarnings(worker), (QStringList{"Memory is 96 % full.", "The disk at / is 91 % full."}));
    counters.oomKills = 9;
    counters.uptime = 200;
    worker.take(counters, {}, 2000);
    QCOMPARE(worker.oomKills, qint64(2));
    QVERIFY(loadWarnings(worker).first().contains("(2)"));
    worker.take(countersAt(3, 1, 2), {}, 4000);
    QCOMPARE(worker.restarts, 1);
    QVERIFY(loadWarnings(worker).contains("It restarted while it was being watched."));
    WorkerLoad idle;
    for (qint64 at = 0; at <= 20 * 60'000; at += 30'000) {
        idle.take({}, metricsOf(0), at);
    }
    QCOMPARE(
        loadWarnings(idle, QStringLiteral("$77.28 a day")),
        QStringList{"The TPU has done nothing for 20 min; the node costs $77.28 a day."});
}

/// Eight workers that somebody sees, by a clock that is moved: each look takes a moment.
void TestLoad::anHourAtTheStatedPace()
{
    constexpr qint64 answeredMs = 150;
    const WorkerRef first = *WorkerRef::parse("lab/us-central2-b/pod:0");
    std::vector<WorkerLoad> workers;
    for (int index = 0; index < 8; ++index) {
        workers.push_back({{first.node, index}});
    }
    LookSchedule schedule(int(workers.size()), {});
    std::vector<int> looks(workers.size(), 0);
    std::optional<qint64> oddSince;
    for (qint64 now = 0; now < LoadHistory::SpanMs; now = *schedule.next()) {
        for (const int place : schedule.take(now)) {
            takeTraining(workers[std::size_t(place)], now);
            schedule.ended(place, true, now + answeredMs);
            ++looks[std::size_t(place)];
        }
        const auto odd = odditiesInNodes(workers, {});
        for (std::size_t place = 0; place < odd.size(); ++place) {
            QVERIFY(odd[place].empty() || place == OddWorker);
        }
        if (!odd[OddWorker].empty() && !oddSince) {
            oddSince = now;
        }
    }
    QCOMPARE(looks, std::vector<int>(workers.size(), 1800));
    QCOMPARE(oddSince, std::optional(OddFromMs)); // at the first look, and not before
    const auto odd = odditiesInNodes(workers, {});
    QCOMPARE(int(odd[OddWorker].size()), 2);
    QVERIFY(odd[OddWorker][0].value == LoadValue::DutyCycle);
    QVERIFY(odd[OddWorker][1].value == LoadValue::Memory);
    for (const WorkerLoad &worker : workers) {
        // The last look was two seconds before the hour was over.
        QCOMPARE(
            loadWarnings(worker),
            worker.worker.index == OddWorker
                ? (QStringList{"Memory is 97 % full.", "The TPU has done nothing for 19 min."})
                : QStringList());
        const auto hour = sparkline(
            worker.history, LoadValue::Cpu, {LoadHistory::SpanMs, LoadHistory::SpanMs, 60});
        QVERIFY(std::none_of(hour.begin(), hour.end(), [](float part) { return part != part; }));
    }
}

void TestLoad::theScriptRunsEverywhere()
{
    QFETCH(QStringList, shell);
    const auto answer = remote::decodeAnswer(runScript(shell, loadScript()));
    QVERIFY(answer && answer->isComplete);
    const HostCounters counters = readHostCounters(*answer);
    QVERIFY(counters.uptime && *counters.uptime > 0);
    QVERIFY(counters.load && counters.processors && *counters.processors > 0);
    QVERIFY(counters.cpuTotal && counters.cpuBusy && *counters.cpuBusy <= *counters.cpuTotal);
    QVERIFY(*counters.memoryAvailable <= *counters.memoryTotal);
    QVERIFY(!counters.disks.empty());
    QVERIFY(counters.oomKills);
}

void TestLoad::withoutAToolItIsUnknown()
{
    QFETCH(QStringList, shell);
    for (const QByteArray tool : {"grep", "df"}) {
        remote::Script script = loadScript();
        script.text = "have() { [ \"$1\" != " + tool +
                      " ] && command -v \"$1\" >/dev/null 2>&1; }\n" + tool +
                      "() { return 127; }\n" + script.text;
        const auto answer = remote::decodeAnswer(runScript(shell, script));
        QVERIFY(answer && answer->isComplete);
        const HostCounters counters = readHostCounters(*answer);
        QVERIFY(counters.cpuTotal);
        QCOMPARE(counters.disks.empty(), tool == "df");
        QVERIFY(tool != "grep" || !counters.oomKills);
    }
}

QTEST_GUILESS_MAIN(TestLoad)
#include "tst_load.moc"
