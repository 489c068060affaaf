// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/topprint.h"

#include <QtTest>

using namespace podium;
using namespace podium::tpu;

namespace {

WorkerRef workerOf(const char *node, int index)
{
    return {
        {*ProjectId::parse("lab"), *Zone::parse("us-central2-b"),
         *NodeName::parse(QString::fromLatin1(node))},
        index};
}

/// One that was looked at once: memory and duty cycle are parts, 0 … 1.
WorkerLoad loadOf(const WorkerRef &worker, double duty, double memory)
{
    WorkerLoad load{worker};
    HostCounters counters;
    counters.memoryTotal = 1000;
    counters.memoryAvailable = qRound64(1000 * (1 - memory));
    RuntimeMetrics metrics;
    metrics.state = RuntimeMetrics::State::Known;
    metrics.devices.push_back({0, 10, 20, duty});
    load.take(counters, metrics, 0);
    return load;
}

QString shortName(const WorkerRef &worker)
{
    return QStringLiteral("%1:%2").arg(worker.node.name.text()).arg(worker.index);
}

} // namespace

/// What stands below the table of `podiumctl top`.
class TestCtlTopPrint final : public QObject
{
    Q_OBJECT

private slots:
    void whoIsUnlikeItsNodeIsNamed();
    void whoDoesNotAnswerIsUnlikeNobody();
};

void TestCtlTopPrint::whoIsUnlikeItsNodeIsNamed()
{
    std::vector<WorkerLoad> workers;
    for (int index = 0; index < 8; ++index) {
        // Mixed, as targets may be named: the other node does next to nothing, all of it.
        workers.push_back(
            loadOf(workerOf("pod", index), index == 5 ? 0 : 0.9, index == 5 ? 0.97 : 0.4));
        workers.push_back(loadOf(workerOf("rests", index), 0.05, 0.1));
    }
    QCOMPARE(
        ctl::topWarnings(workers, {}, shortName),
        (QStringList{
            "pod:5: TPU duty cycle: 0 %; the others of its node: about 90 %.",
            "pod:5: Memory: 97 %; the others of its node: about 40 %.",
            "pod:5: Memory is 97 % full."}));
}

void TestCtlTopPrint::whoDoesNotAnswerIsUnlikeNobody()
{
    std::vector<WorkerLoad> workers;
    for (int index = 0; index < 5; ++index) {
        workers.push_back(loadOf(workerOf("pod", index), index == 0 ? 0 : 0.9, 0.4));
    }
    workers[0].error = Error{ErrorKind::Network, "It is not reached.", {}, {}, {}};
    const QStringList lines = ctl::topWarnings(workers, {}, shortName);
    QCOMPARE(int(lines.size()), 1);
    QVERIFY(lines[0].startsWith("pod:0: It is not reached."));
}

QTEST_GUILESS_MAIN(TestCtlTopPrint)
#include "tst_ctltopprint.moc"
