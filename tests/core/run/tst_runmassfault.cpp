// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;

namespace {

constexpr int Dying = 300;
constexpr int Staying = 20;
constexpr int All = Dying + Staying;

/// What a worker has printed by its n-th line.
QByteArray linesUpTo(int last)
{
    QByteArray text;
    text.reserve(last * 16); // else each append copies all of it
    for (int n = 1; n <= last; ++n) {
        text += "line " + QByteArray::number(n) + '\n';
    }
    return text;
}

} // namespace

/// A pod of 300 workers is taken away while all of them and 20 others print.
class TestRunMassFault final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void threeHundredDieAtOnce();

private:
    [[nodiscard]] std::unique_ptr<Run> runOf(const QByteArray &command, bool keepsInputOpen);
    void expectSummary(const Run &run);

    SimRuns m_runs;
};

void TestRunMassFault::initTestCase()
{
    if (!m_runs.start(Dying, Staying)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

std::unique_ptr<Run> TestRunMassFault::runOf(const QByteArray &command, bool keepsInputOpen)
{
    RunSpec spec = m_runs.specOf(command);
    spec.keepsInputOpen = keepsInputOpen;
    spec.connectLimit = std::chrono::milliseconds(Patience);
    return m_runs.runOf(std::move(spec));
}

void TestRunMassFault::expectSummary(const Run &run)
{
    RunSummary expected;
    expected.ok = Staying;
    expected.unreachable = Dying;
    QCOMPARE(run.state().summary(), expected);
    QCOMPARE(exitCode(run.state()), 3);
}

void TestRunMassFault::threeHundredDieAtOnce()
{
    // A line now and then until told to end; then how many there were.
    const auto run = runOf(
        "n=0; until read -r -t 0.1 told; do n=$((n + 1)); echo line $n; done; echo end $n; exit 0",
        true);
    QVector<int> endings(All, 0);
    connect(run.get(), &Run::workerEnded, this, [&endings](int slot) { ++endings[slot]; });
    QSet<int> printing;
    connect(run.get(), &Run::outputArrived, this, [&printing](int slot) { printing.insert(slot); });
    run->start();
    QTRY_COMPARE(printing.size(), All);

    QVERIFY(m_runs.workers.preempt());
    const auto ended = [&run] { return All - run->state().summary().running; };
    QTRY_COMPARE(ended(), Dying);
    // The others go on: they print, and hear what is typed.
    printing.clear();
    QTRY_COMPARE(printing.size(), Staying);
    for (int slot = Dying; slot < All; ++slot) {
        QVERIFY(run->takesTyping(slot));
        QVERIFY(run->type(slot, "now\n"));
    }
    QTRY_VERIFY(run->isFinished());
    QCOMPARE(endings, QVector<int>(All, 1));
    expectSummary(*run);
    for (int slot = 0; slot < All; ++slot) {
        const WorkerEnding &ending = *run->state().workers()[std::size_t(slot)].ending;
        const QByteArray out = run->output().bytes(slot, ssh::OutputStream::Out);
        const QByteArray err = run->output().bytes(slot, ssh::OutputStream::Err);
        const QByteArray which = QByteArray::number(slot) + ": " + describeEnding(ending).toUtf8();
        QCOMPARE(err, QByteArray());
        const int count = out.count("line ");
        if (slot < Dying) {
            QVERIFY2(std::holds_alternative<ssh::Lost>(ending), which.constData());
            QVERIFY2(count > 0 && linesUpTo(count + 1).startsWith(out), which.constData());
        } else {
            QVERIFY2(ending == WorkerEnding(ssh::Exited{0}), which.constData());
            QCOMPARE(out, linesUpTo(count) + "end " + QByteArray::number(count) + '\n');
        }
    }

    // The same program goes on: where there is nobody any more it says so, the others answer.
    const auto next = runOf("hostname", false);
    next->start();
    QTRY_VERIFY(next->isFinished());
    expectSummary(*next);
    for (int slot = 0; slot < Dying; ++slot) {
        QVERIFY(std::holds_alternative<ssh::Unreachable>(
            *next->state().workers()[std::size_t(slot)].ending));
    }
}

QTEST_GUILESS_MAIN(TestRunMassFault)
#include "tst_runmassfault.moc"
