// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/savedrun.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;

namespace {

/// Somebody sets the machine's time, back and forth, at each look at it.
class JumpingClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override
    {
        m_years = -m_years;
        return m_clock.now().addYears(m_years);
    }
    [[nodiscard]] qint64 monotonicMs() const override { return m_clock.monotonicMs(); }

private:
    SystemClock m_clock;
    mutable int m_years = 1;
};

} // namespace

/// Whole runs on real workers.
class TestRunWorkers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void eachWorkerGetsItsOwnInput();
    void aClockThatJumpsChangesNothing();

private:
    SimRuns m_runs;
};

void TestRunWorkers::initTestCase()
{
    m_runs.clock = std::make_unique<JumpingClock>();
    if (!m_runs.start(4)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

/// A megabyte each that nobody could mix up, to readers of three paces: at once, late, in sips.
void TestRunWorkers::eachWorkerGetsItsOwnInput()
{
    RunSpec spec = m_runs.specOf(
        "case $(hostname) in *-w-1) sleep 0.3;; *-w-2) head -c 100000; sleep 0.2;; esac;"
        " cat; tr '\\0' ' ' </proc/$$/cmdline >&2; env >&2");
    for (int slot = 0; slot < 4; ++slot) {
        QByteArray input("secret-of-" + QByteArray::number(slot) + '\n');
        input.reserve(2 * 1024 * 1024); // else each append copies all of it
        for (quint32 i = 0; input.size() < 1024 * 1024; ++i) {
            input += QByteArray::number(i * 2654435761U + quint32(slot), 16) + char(i % 256);
        }
        spec.inputs.push_back(input);
    }
    const auto run = m_runs.runOf(spec);
    QSignalSpy finished(run.get(), &Run::finished);
    run->start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(run->state().summary().ok, 4);
    for (int slot = 0; slot < 4; ++slot) {
        const QByteArray out = run->output().bytes(slot, ssh::OutputStream::Out);
        QCOMPARE(out.size(), spec.inputs[std::size_t(slot)].size());
        QVERIFY(out == spec.inputs[std::size_t(slot)]);
        const QByteArray seen = run->output().bytes(slot, ssh::OutputStream::Err);
        QVERIFY(seen.contains("HOME="));
        QVERIFY(!seen.contains("secret"));
    }
    for (const SavedRun::File &file : savedRun(*run).files) {
        QByteArray bytes = file.bytes;
        const auto read = file.more.forEach([&bytes](const QByteArray &more) -> Result<> {
            bytes += more;
            return {};
        });
        QVERIFY(read.has_value());
        QVERIFY(file.name.endsWith(".out") || !bytes.contains("secret"));
    }
}

/// Limits and durations are of a clock that nobody sets.
void TestRunWorkers::aClockThatJumpsChangesNothing()
{
    const RunSpec all = m_runs.specOf(
        "echo up; case $(hostname) in *-w-3) exec sleep 1000;; esac; seq 1000; exit 4");
    RunSpec most = all;
    most.workers.pop_back();
    most.totalLimit = std::chrono::milliseconds(Patience);
    RunSpec last = all;
    last.workers = {all.workers.back()};
    last.connectLimit = std::chrono::seconds(30);
    last.totalLimit = std::chrono::seconds(20); // for the login too
    for (const RunSpec &spec : {most, last}) {
        const bool isLast = spec.workers.size() == 1;
        const auto run = m_runs.runToEnd(spec);
        QVERIFY(run->isFinished());
        for (std::size_t slot = 0; slot < spec.workers.size(); ++slot) {
            const WorkerState &worker = run->state().workers()[slot];
            const ssh::TimedOut ended{ssh::Phase::Running, ssh::Silence::None, true};
            const WorkerEnding expected =
                isLast ? WorkerEnding(ended) : WorkerEnding(ssh::Exited{4});
            QVERIFY2(*worker.ending == expected, qPrintable(describeEnding(*worker.ending)));
            QCOMPARE(run->output().lineCount(int(slot)), isLast ? 1 : 1001);
            const qint64 took = worker.endedMs - worker.startedMs;
            QVERIFY2(took >= 0 && took < Patience, qPrintable(QString::number(took)));
        }
    }
}

QTEST_GUILESS_MAIN(TestRunWorkers)
#include "tst_runworkers.moc"
