// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The line that podiumctl copy and fetch show while they go on.
#include "app/podiumctl/files/workerverdicts.h"

#include <QtTest>

using namespace podium;
using files::CopyState;
using files::WorkerCopy;

namespace {

WorkerCopy copyOf(int worker, CopyState state, qint64 done, qint64 bytes)
{
    WorkerCopy copy;
    copy.plan.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:%1").arg(worker));
    copy.plan.bytes = bytes;
    copy.state = state;
    copy.doneBytes = done;
    return copy;
}

QString nameOf(const std::vector<WorkerRef> &workers)
{
    return workers.size() == 1 ? QStringLiteral("pod:%1").arg(workers.front().index) : QString();
}

QString slowest(const std::vector<WorkerCopy> &workers)
{
    return ctl::slowestText(workers, nameOf);
}

} // namespace

class TestWorkerVerdicts final : public QObject
{
    Q_OBJECT

private slots:
    void theLineHasTheTotals();
    void theSlowestIsNamed();
};

void TestWorkerVerdicts::theLineHasTheTotals()
{
    const std::vector<WorkerCopy> workers{
        copyOf(0, CopyState::Verified, 40'000'000, 40'000'000),
        copyOf(1, CopyState::Sending, 10'000'000, 40'000'000),
        copyOf(2, CopyState::Planned, 0, 40'000'000)};
    QCOMPARE(
        ctl::progressText(workers, 5000),
        QStringLiteral("1 of 3 workers, 50.0 MB of 120.0 MB, 10.0 MB/s, 7 s left"));
    // Before anything was sent nobody knows how long it takes. One worker needs no counting.
    QCOMPARE(
        ctl::progressText({copyOf(0, CopyState::Sending, 0, 2000)}, 5000),
        QStringLiteral("0 bytes of 2.0 kB"));
    QCOMPARE(
        ctl::progressText({copyOf(0, CopyState::Sending, 2000, 2000)}, 1000),
        QStringLiteral("2.0 kB of 2.0 kB, 2.0 kB/s, verifying"));
}

void TestWorkerVerdicts::theSlowestIsNamed()
{
    const WorkerCopy fast = copyOf(0, CopyState::Sending, 900, 1000);
    QCOMPARE(
        slowest({fast, copyOf(1, CopyState::Sending, 2500, 20'000)}),
        QStringLiteral(", slowest pod:1 at 12 %"));
    // By its part, not by its bytes.
    QCOMPARE(
        slowest({fast, copyOf(1, CopyState::Sending, 99, 100)}),
        QStringLiteral(", slowest pod:0 at 90 %"));
    // Who is not at it is none: not begun, ended, nothing to send.
    QCOMPARE(
        slowest(
            {fast, copyOf(1, CopyState::Planned, 0, 1000), copyOf(2, CopyState::Failed, 1, 1000),
             copyOf(3, CopyState::Sending, 0, 0)}),
        QStringLiteral(", slowest pod:0 at 90 %"));
    QCOMPARE(
        slowest({copyOf(0, CopyState::Verified, 1, 1), copyOf(1, CopyState::Planned, 0, 1)}),
        QString());
    QCOMPARE(slowest({fast}), QString());
    QCOMPARE(
        slowest({copyOf(0, CopyState::Sending, 5, 5), copyOf(1, CopyState::Sending, 5, 5)}),
        QString());
    constexpr qint64 Large = qint64(50) << 40;
    QCOMPARE(
        slowest({fast, copyOf(1, CopyState::Sending, Large / 2, Large)}),
        QStringLiteral(", slowest pod:1 at 50 %"));
}

QTEST_GUILESS_MAIN(TestWorkerVerdicts)
#include "tst_workerverdicts.moc"
