// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/leftrun.h"
#include "tests/fakes/nodes.h"

#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using store::PastRun;
using State = run::DetachedRunOnWorker::State;

namespace {

/// On four workers, on one of which it could not be started.
PastRun leftRun()
{
    PastRun run;
    run.id = "a";
    run.workers = 4;
    run.end = PastRun::End::Left;
    run.summary = {.ok = 3, .unreachable = 1};
    return run;
}

run::DetachedRun
seen(std::optional<State> state, std::vector<int> workers, int status = 0, bool isAbsent = false)
{
    run::DetachedRun run;
    run.id = "a";
    run.state = state;
    run.status = status;
    run.isAbsent = isAbsent;
    for (const int worker : workers) {
        run.workers.push_back({refOf({.name = "pod"}), worker});
    }
    return run;
}

} // namespace

class TestLeftRun final : public QObject
{
    Q_OBJECT

private slots:
    void endsWhereAllHaveEnded();
    void isLeftAsLongAsOneMayRun_data();
    void isLeftAsLongAsOneMayRun();
    void isLeftUntilAllOfItWasRead();
};

void TestLeftRun::endsWhereAllHaveEnded()
{
    const auto all = seenEndings(
        {seen(State::Exited, {0}), seen(State::Exited, {1}, 3), seen(State::Died, {2}),
         seen(std::nullopt, {3}, 0, true)});
    QCOMPARE(int(all.size()), 1);
    QCOMPARE(int(all.front().workers.size()), 3);
    const auto ended = endedRun(leftRun(), all.front(), sketchTime());
    QVERIFY(ended);
    QVERIFY(ended->end == PastRun::End::Finished);
    QCOMPARE(ended->endedAt, sketchTime());
    const run::RunSummary expected{.ok = 1, .failed = 2, .unreachable = 1};
    QVERIFY(ended->summary == expected);
    PastRun other = leftRun();
    other.id = "b";
    QVERIFY(!endedRun(other, all.front(), sketchTime()));
    QVERIFY(!endedRun(*ended, all.front(), sketchTime())); // told before
}

void TestLeftRun::isLeftAsLongAsOneMayRun_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("one runs") << 0;
    QTest::newRow("one did not answer") << 1;
    QTest::newRow("one was not asked") << 2;
    QTest::newRow("nobody knows it") << 3;
}

void TestLeftRun::isLeftAsLongAsOneMayRun()
{
    QFETCH(int, which);
    const std::vector<std::vector<run::DetachedRun>> looks{
        {seen(State::Exited, {0, 1, 2}), seen(State::Running, {3})},
        {seen(State::Exited, {0, 1, 2}), seen(std::nullopt, {3})},
        {seen(State::Exited, {0, 1, 2})},
        {seen(std::nullopt, {0, 1, 2, 3}, 0, true)}};
    const auto all = seenEndings(looks.at(std::size_t(which)));
    QVERIFY(!endedRun(leftRun(), all.front(), sketchTime()));
}

/// Reading some of its workers to the end says nothing of the others.
void TestLeftRun::isLeftUntilAllOfItWasRead()
{
    const auto readOn = [](int workers, const run::WorkerEnding &last) {
        run::RunSpec spec;
        spec.detachedId = "a";
        for (int worker = 0; worker < workers; ++worker) {
            spec.workers.push_back({refOf({.name = "pod"}), worker});
        }
        run::RunState state(spec);
        for (int slot = 0; slot < workers; ++slot) {
            state.start(slot, 1);
            state.end(slot, slot + 1 < workers ? ssh::Exited{0} : last, 2);
        }
        return seenEndings("a", state);
    };
    QVERIFY(!endedRun(leftRun(), readOn(3, ssh::Exited{0}), sketchTime()));
    QVERIFY(!endedRun(leftRun(), readOn(4, ssh::Unreachable{}), sketchTime()));
    QVERIFY(!endedRun(leftRun(), readOn(4, run::NeverStarted{}), sketchTime()));
    const SeenEndings whole = readOn(4, ssh::Exited{3});
    QCOMPARE(int(whole.workers.size()), 4);
    const auto ended = endedRun(leftRun(), whole, sketchTime());
    QVERIFY(ended);
    const run::RunSummary expected{.ok = 3, .failed = 1};
    QVERIFY(ended->summary == expected);
}

QTEST_APPLESS_MAIN(TestLeftRun)
#include "tst_leftrun.moc"
