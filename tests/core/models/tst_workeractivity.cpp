// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/workeractivity.h"
#include "core/models/nodes/freelog.h"
#include "tests/core/models/activityentries.h"
#include "tests/core/tpu/tpuanswers.h"

#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using remote::StepState;

namespace {

WorkerRef workerOfPod(int index)
{
    return {refOf({.name = "pod"}), index};
}

recipe::WorkerVerdicts went(int index, StepState state)
{
    return {
        workerOfPod(index), false, {{"First", StepState::Ok, {}}, {"Second", state, "hunter2"}}};
}

recipe::WorkerVerdicts lost(int index, ErrorKind kind)
{
    return {workerOfPod(index), false, {}, Error{kind, "It is gone.", "hunter2", {}, {}}};
}

recipe::WorkerVerdicts notBegun(int index)
{
    return {workerOfPod(index)};
}

store::PastRun recipeRun()
{
    store::PastRun run;
    run.id = QStringLiteral("00112233aabbccdd");
    run.recipe = QStringLiteral("tools");
    run.title = QStringLiteral("Recipe tools");
    run.endedAt = sketchTime();
    return run;
}

/// One whose plan was carried out, with what was found then.
tpu::WorkerTpu freed(int index, const tpu::WorkerHolders &now, tpu::Health::Verdict verdict)
{
    tpu::WorkerTpu worker{workerOfPod(index)};
    worker.plan.steps = {
        {holderOf(12, 1000, "ada", "python3 train.py"), tpu::FreeStep::Action::End, {}}};
    worker.outcome = tpu::FreeOutcome{{}, now, {}};
    worker.health = tpu::Health{verdict, {}, {}, now};
    return worker;
}

} // namespace

/// What was done on workers, as one entry.
class TestWorkerActivity final : public QObject
{
    Q_OBJECT

private slots:
    void aRecipeIsOneEntry();
    void aRecipeOnOneWorker_data();
    void aRecipeOnOneWorker();
    void aRecipeThatDidNotComeToAllIsNotGood();
    void freeingIsOneEntry();
    void whatIsNotProvenIsNotGood_data();
    void whatIsNotProvenIsNotGood();
    void nothingPlannedIsNoEntry();
    void howItWasFreedIsTold();
};

void TestWorkerActivity::aRecipeIsOneEntry()
{
    const ActivityEntry entry = activityOfRecipe(
        recipeRun(), {went(0, StepState::Changed), went(1, StepState::Ok),
                      went(2, StepState::Failed), lost(3, ErrorKind::Network)});
    QCOMPARE(entry.kind, ActivityKind::Run);
    QCOMPARE(entry.time, sketchTime());
    QCOMPARE(entry.run, recipeRun().id); // which leads to its verdicts
    QCOMPARE(entry.outcome, Outcome::Bad);
    QCOMPARE(entry.subject, QString("pod, 4 workers"));
    QCOMPARE(
        entry.text, QString("Recipe tools: 1 failed · 1 unknown · 1 changed · 1 were so already."));
    QVERIFY(entry.node == refOf({.name = "pod"}));
    QStringList parts;
    for (const ActivityPart &part : entry.parts) {
        parts << part.text;
    }
    QCOMPARE(
        parts, (QStringList{"changed", "was so already", "failed at “Second”", "It is gone."}));
    // What a worker printed is in no history.
    QVERIFY(!activitySearchText(entry).contains("hunter2"));
}

void TestWorkerActivity::aRecipeOnOneWorker_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("outcome");
    QTest::newRow("changed") << int(StepState::Changed) << "changed" << int(Outcome::Good);
    QTest::newRow("already") << int(StepState::Ok) << "was so already" << int(Outcome::Good);
    QTest::newRow("failed") << int(StepState::Failed) << "failed at “Second”" << int(Outcome::Bad);
    QTest::newRow("unknown") << int(StepState::Unknown) << "unknown at “Second”"
                             << int(Outcome::Warning);
}

void TestWorkerActivity::aRecipeOnOneWorker()
{
    QFETCH(int, state);
    QFETCH(QString, text);
    QFETCH(int, outcome);
    const ActivityEntry entry = activityOfRecipe(recipeRun(), {went(3, StepState(state))});
    QCOMPARE(entry.text, QString("Recipe tools: " + text + '.'));
    QCOMPARE(entry.subject, QString("pod:3"));
    QCOMPARE(entry.worker, 3);
    QCOMPARE(int(entry.outcome), outcome);
    const ActivityEntry gone = activityOfRecipe(recipeRun(), {lost(0, ErrorKind::Network)});
    QCOMPARE(gone.text, QString("Recipe tools: It is gone."));
    QCOMPARE(gone.outcome, Outcome::Bad);
}

void TestWorkerActivity::aRecipeThatDidNotComeToAllIsNotGood()
{
    const ActivityEntry stopped = activityOfRecipe(
        recipeRun(), {went(0, StepState::Changed), lost(1, ErrorKind::Cancelled), notBegun(2)});
    QCOMPARE(stopped.outcome, Outcome::Off);
    QCOMPARE(stopped.parts.at(1).text, QString("stopped"));
    QCOMPARE(stopped.parts.at(2).text, QString("not begun"));
    const ActivityEntry failed =
        activityOfRecipe(recipeRun(), {went(0, StepState::Failed), notBegun(1)});
    QCOMPARE(failed.outcome, Outcome::Bad);
    QCOMPARE(failed.text, QString("Recipe tools: 1 failed · 1 not begun."));
}

void TestWorkerActivity::freeingIsOneEntry()
{
    using Verdict = tpu::Health::Verdict;
    tpu::WorkerTpu idle{workerOfPod(2)}; // nothing was to be done there
    const auto one = activityOfFreedTpu({freed(0, heldBy({}), Verdict::Good), idle}, sketchTime());
    QVERIFY(one);
    QCOMPARE(one->kind, ActivityKind::NodeAction);
    QCOMPARE(one->outcome, Outcome::Good);
    QCOMPARE(one->subject, QString("pod:0"));
    QVERIFY2(one->text.startsWith("Freed the TPU. "), qPrintable(one->text));
    QVERIFY2(one->text.endsWith("as it should be."), qPrintable(one->text));
    tpu::WorkerTpu silent = freed(1, heldBy({}), Verdict::Good);
    silent.outcome.reset();
    silent.health.reset();
    silent.error = Error{ErrorKind::Network, "It is gone.", {}, {}, {}};
    const auto two =
        activityOfFreedTpu({freed(0, heldBy({}), Verdict::Good), silent}, sketchTime());
    QVERIFY(two);
    QCOMPARE(two->text, QString("Freed the TPU on 1 of 2 workers."));
    QCOMPARE(two->outcome, Outcome::Bad);
    QCOMPARE(two->parts.at(1).text, QString("It is gone."));
}

void TestWorkerActivity::whatIsNotProvenIsNotGood_data()
{
    QTest::addColumn<bool>("isHeld");
    QTest::addColumn<bool>("leavesSome");
    QTest::addColumn<bool>("isStopped");
    QTest::addColumn<int>("verdict");
    QTest::addColumn<int>("outcome");
    using Verdict = tpu::Health::Verdict;
    QTest::newRow("unknown") << false << false << false << int(Verdict::Unknown)
                             << int(Outcome::Warning);
    QTest::newRow("bad") << false << false << false << int(Verdict::Bad) << int(Outcome::Warning);
    QTest::newRow("held") << true << false << false << int(Verdict::Busy) << int(Outcome::Bad);
    QTest::newRow("another's, left alone")
        << true << true << false << int(Verdict::Busy) << int(Outcome::Warning);
    QTest::newRow("stopped") << false << false << true << int(Verdict::Good) << int(Outcome::Off);
}

void TestWorkerActivity::whatIsNotProvenIsNotGood()
{
    QFETCH(bool, isHeld);
    QFETCH(bool, leavesSome);
    QFETCH(bool, isStopped);
    QFETCH(int, verdict);
    QFETCH(int, outcome);
    const tpu::Holder other = holderOf(13, 1001, "lin", "python3 eval.py");
    tpu::WorkerTpu worker =
        freed(0, isHeld ? heldBy({other}) : heldBy({}), tpu::Health::Verdict(verdict));
    if (leavesSome) {
        worker.plan.steps.push_back({other, tpu::FreeStep::Action::Leave, "it is lin's"});
    }
    if (isStopped) {
        worker.error = Error{ErrorKind::Cancelled, "Stopped.", {}, {}, {}};
    }
    const auto entry = activityOfFreedTpu({worker}, sketchTime());
    QVERIFY(entry);
    QCOMPARE(int(entry->outcome), outcome);
    QCOMPARE(entry->text.startsWith("Freed the TPU."), !isHeld && !isStopped);
}

void TestWorkerActivity::nothingPlannedIsNoEntry()
{
    QVERIFY(!activityOfFreedTpu({tpu::WorkerTpu{workerOfPod(0)}}, sketchTime()));
}

void TestWorkerActivity::howItWasFreedIsTold()
{
    tpu::WorkerTpu worker = freed(0, heldBy({}), tpu::Health::Verdict::Bad);
    tpu::Holder boxed = holderOf(14, 1000, "ada", "python3 serve.py");
    boxed.engine = "docker";
    boxed.container = QString(64, 'c');
    worker.plan.steps.push_back(
        {holderOf(13, 1000, "ada", "python3 <b>%1.py"), tpu::FreeStep::Action::End, {}});
    worker.plan.steps.push_back({boxed, tpu::FreeStep::Action::StopContainer, {}});
    worker.outcome->steps = {
        {"process 12", StepState::Changed, {}},
        {"process 13", StepState::Failed, "it still runs, state D"},
        {"container " + boxed.container, StepState::Changed, {}},
        {"lock", StepState::Changed, {}},
        {"process 99", StepState::Unknown, {}}};
    worker.health->findings = QStringList{"There is no driver."};
    const QStringList log = freeLog(worker);
    QCOMPARE(
        log, (QStringList{
                 "ada's train.py (pid 12, since 3 h): ended by TERM.",
                 "ada's <b>%1.py (pid 13, since 3 h): it still runs, state D.",
                 "container cccccccccccc of docker: stopped.", "lock file: removed.",
                 "process 99: unknown.", "Free.", "Checked: it is not as it should be.",
                 "There is no driver."}));
    const auto entry = activityOfFreedTpu({worker}, sketchTime());
    QVERIFY(entry);
    QCOMPARE(entry->text, QString("Freed the TPU. " + log.join(' ')));
    worker.error = Error{ErrorKind::Network, "It is gone.", {}, {}, {}}; // when it was checked
    QCOMPARE(freeLog(worker).mid(5), (QStringList{"Free.", "It is gone."}));
    worker.plan = {};
    QCOMPARE(freeLog(worker), QStringList());
}

QTEST_GUILESS_MAIN(TestWorkerActivity)
#include "tst_workeractivity.moc"
