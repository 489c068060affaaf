// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/commandhistory.h"
#include "core/models/run/panestate.h"
#include "core/models/run/runfilter.h"
#include "core/models/run/workerlabels.h"

#include <QTest>

using namespace podium;
using namespace podium::models;

Q_DECLARE_METATYPE(podium::run::WorkerState)

class PaneTextsTest : public QObject
{
    Q_OBJECT

private slots:
    void statesAndTexts_data();
    void statesAndTexts();
    void aPaneIsNeverBlank_data() { statesAndTexts_data(); }
    void aPaneIsNeverBlank();
    void detailsSayTheWay();
    void durations_data();
    void durations();
    void elapsedTime();
    void groupsAddUp();
    void labelsAreUnique();
    void foldedLabels_data();
    void foldedLabels();
    void historyGoesBackAndForth();
    void historyKeepsOneOfEach();
};

namespace {

run::WorkerState running(ssh::Phase phase)
{
    run::WorkerState worker;
    worker.startedMs = 1000;
    worker.phase = phase;
    return worker;
}

run::WorkerState ended(run::WorkerEnding ending)
{
    run::WorkerState worker = running(ssh::Phase::Running);
    worker.ending = std::move(ending);
    worker.endedMs = 3500;
    return worker;
}

Error error(ErrorKind kind, const QString &summary)
{
    return {.kind = kind, .summary = summary, .detail = {}, .hint = {}, .subject = {}};
}

WorkerRef worker(const char *project, const char *zone, const char *name, int index)
{
    return {
        {*ProjectId::parse(QString::fromLatin1(project)), *Zone::parse(QString::fromLatin1(zone)),
         *NodeName::parse(QString::fromLatin1(name))},
        index};
}

} // namespace

void PaneTextsTest::statesAndTexts_data()
{
    QTest::addColumn<run::WorkerState>("worker");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("sentence"); // a part of it
    const auto row = [](const char *name, const run::WorkerState &worker, PaneState state,
                        const char *headline, const char *sentence = "") {
        QTest::newRow(name) << worker << int(state) << headline << sentence;
    };
    run::WorkerState stopping = running(ssh::Phase::Running);
    stopping.stopping = true;
    row("waiting", run::WorkerState(), PaneState::Waiting, "waiting");
    row("connecting", running(ssh::Phase::Connecting), PaneState::Connecting, "connecting");
    row("key exchange", running(ssh::Phase::KeyExchange), PaneState::Connecting,
        "checking the host key");
    row("login", running(ssh::Phase::Login), PaneState::Connecting, "logging in");
    run::WorkerState asked = running(ssh::Phase::Login);
    asked.agentWait = ssh::AgentWait::Answer;
    row("asked by the agent", asked, PaneState::Connecting,
        "touch your key, or answer the ssh agent", "touch your security key");
    run::WorkerState queued = running(ssh::Phase::Login);
    queued.agentWait = ssh::AgentWait::Turn;
    row("one of many for the agent", queued, PaneState::Connecting,
        "waiting its turn with the ssh agent", "one login after the other");
    run::WorkerState unanswered = ended(ssh::TimedOut{ssh::Phase::Login});
    row("a slow login", unanswered, PaneState::Unreachable, "timed out logging in",
        "not finished in time");
    unanswered.agentWait = ssh::AgentWait::Answer;
    row("nobody answered the agent", unanswered, PaneState::Unreachable,
        "timed out waiting for the ssh agent", "did not sign");
    row("running", running(ssh::Phase::Running), PaneState::Running, "running");
    run::WorkerState unguarded = running(ssh::Phase::Running);
    using Why = ssh::Unguarded::Why;
    for (const auto &[why, text] :
         {std::pair{Why::NoSecondSession, "no second session"},
          {Why::NoTimeout, "no timeout"},
          {Why::CommandNotFound, "not found"},
          {Why::NotStarted, "did not start"}}) {
        unguarded.unguarded = why;
        row(text, unguarded, PaneState::Running, "running", text);
    }
    row("stopping", stopping, PaneState::Stopping, "stopping");
    row("ok", ended(ssh::Exited{0}), PaneState::Ok, "exit 0");
    row("failed", ended(ssh::Exited{2}), PaneState::Failed, "exit 2");
    row("signal", ended(ssh::Signalled{"KILL"}), PaneState::Failed, "signal KILL");
    row("slow", ended(ssh::TimedOut{ssh::Phase::Running}), PaneState::Failed,
        "timed out while running", "may still run");
    row("slow, and ended", ended(ssh::TimedOut{ssh::Phase::Running, ssh::Silence::None, true}),
        PaneState::Failed, "timed out while running", "longer than its limit. It was ended there.");
    row("silent", ended(ssh::TimedOut{ssh::Phase::Running, ssh::Silence::NoMoreOutput}),
        PaneState::Failed, "timed out after its last output", "may still run");
    row("no greeting", ended(ssh::TimedOut{ssh::Phase::KeyExchange, ssh::Silence::NoBanner}),
        PaneState::Unreachable, "timed out waiting for an ssh greeting", "says nothing");
    row("no answer", ended(ssh::TimedOut{ssh::Phase::Connecting}), PaneState::Unreachable,
        "timed out connecting", "did not answer");
    row("host key", ended(ssh::Refused{error(ErrorKind::HostKey, "Not the same key.")}),
        PaneState::HostKey, "host key changed", "Not the same key.");
    row("unreachable", ended(ssh::Unreachable{error(ErrorKind::Network, "tpu2 is STOPPED.")}),
        PaneState::Unreachable, "unreachable", "tpu2 is STOPPED.");
    row("lost", ended(ssh::Lost{error(ErrorKind::Network, "It broke.")}), PaneState::Unreachable,
        "connection lost", "may have run");
    row("stopped", ended(ssh::Stopped{true}), PaneState::Stopped, "stopped");
    row("perhaps stopped", ended(ssh::Stopped{false}), PaneState::Stopped, "stopped, may still run",
        "may still run");
    row("never started", ended(run::NeverStarted{}), PaneState::Stopped, "never started",
        "stopped first");
    row("never started as one failed", ended(run::NeverStarted{.isAfterFailure = true}),
        PaneState::Stopped, "never started", "failed on another worker");
}

void PaneTextsTest::statesAndTexts()
{
    QFETCH(run::WorkerState, worker);
    QFETCH(QString, sentence);
    QTEST(int(paneState(worker)), "state");
    QTEST(paneHeadline(worker), "headline");
    QVERIFY2(paneSentence(worker).contains(sentence), qPrintable(paneSentence(worker)));
    QCOMPARE(sentence.isEmpty(), paneSentence(worker).isEmpty());
    QCOMPARE(isEnded(paneState(worker)), worker.ending.has_value());
    QVERIFY(!paneStateWord(paneState(worker)).isEmpty());
}

void PaneTextsTest::aPaneIsNeverBlank()
{
    QFETCH(run::WorkerState, worker);
    QVERIFY(!emptyPaneText(worker).isEmpty());
}

void PaneTextsTest::durations_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("not begun") << qint64(-1) << "";
    QTest::newRow("nothing") << qint64(0) << "0.0 s";
    QTest::newRow("tenths") << qint64(1249) << "1.2 s";
    QTest::newRow("just ten") << qint64(9950) << "10 s";
    QTest::newRow("seconds") << qint64(59'400) << "59 s";
    QTest::newRow("a minute") << qint64(59'600) << "1m 00s";
    QTest::newRow("minutes") << qint64(185'000) << "3m 05s";
    QTest::newRow("hours") << qint64(7'620'000) << "2h 07m";
}

void PaneTextsTest::durations()
{
    QFETCH(qint64, ms);
    QTEST(durationText(ms), "text");
}

void PaneTextsTest::elapsedTime()
{
    QCOMPARE(elapsedMs(run::WorkerState(), 5000), qint64(-1));
    QCOMPARE(elapsedMs(running(ssh::Phase::Running), 5000), qint64(4000));
    QCOMPARE(elapsedMs(ended(ssh::Exited{0}), 5000), qint64(2500));
}

void PaneTextsTest::groupsAddUp()
{
    run::RunSummary summary;
    summary.ok = 1;
    summary.failed = 2;
    summary.unreachable = 3;
    summary.stopped = 4;
    summary.running = 5;
    summary.waiting = 6;
    QCOMPARE(groupCount(summary, PaneGroup::All), 21);
    QCOMPARE(groupCount(summary, PaneGroup::Unreachable), 3);
    for (int i = 0; i < PaneStateCount; ++i) {
        QVERIFY(paneGroup(PaneState(i)) != PaneGroup::All);
    }
}

void PaneTextsTest::labelsAreUnique()
{
    const QStringList labels = workerLabels(
        {worker("lab-a", "us-central1-a", "pod", 0), worker("lab-a", "us-central1-a", "pod", 1),
         worker("lab-a", "us-central1-a", "twin", 0), worker("lab-b", "us-central1-a", "twin", 0),
         worker("lab-a", "us-central1-a", "same", 0), worker("lab-a", "us-east5-a", "same", 0)});
    QCOMPARE(
        labels, (QStringList{
                    "pod:0", "pod:1", "lab-a/twin:0", "lab-b/twin:0", "lab-a/us-central1-a/same:0",
                    "lab-a/us-east5-a/same:0"}));
    QCOMPARE(workerLabels({}), QStringList());
}

void PaneTextsTest::foldedLabels_data()
{
    QTest::addColumn<QStringList>("labels");
    QTest::addColumn<QString>("text");
    QTest::newRow("one") << QStringList{"pod:7"} << "pod:7";
    QTest::newRow("range") << QStringList{"pod:0", "pod:1", "pod:2"} << "pod:0-2";
    QTest::newRow("holes") << QStringList{"pod:0", "pod:1", "pod:3", "pod:5"} << "pod:0-1,3,5";
    QTest::newRow("nodes") << QStringList{"a:0", "a:1", "b/c:0"} << "a:0-1, b/c:0";
    QTest::newRow("many") << QStringList{"a:0", "b:0", "c:0", "d:0", "e:0"}
                          << "a:0, b:0, c:0, d:0, …";
}

void PaneTextsTest::foldedLabels()
{
    QFETCH(QStringList, labels);
    QTEST(foldedLabel(labels), "text");
}

void PaneTextsTest::historyGoesBackAndForth()
{
    CommandHistory history({"first", "second"});
    QVERIFY(history.next().isNull());
    QCOMPARE(history.previous("typing"), QStringLiteral("second"));
    QCOMPARE(history.previous("second"), QStringLiteral("first"));
    QVERIFY(history.previous("first").isNull());
    QCOMPARE(history.next(), QStringLiteral("second"));
    QCOMPARE(history.next(), QStringLiteral("typing"));
    QVERIFY(history.next().isNull());
}

void PaneTextsTest::historyKeepsOneOfEach()
{
    CommandHistory history({"a", "b", "a", "  ", ""});
    QCOMPARE(history.commands(), (QStringList{"b", "a"}));
    for (int i = 0; i < CommandHistory::Limit + 10; ++i) {
        history.add(QString::number(i));
    }
    QCOMPARE(history.commands().size(), CommandHistory::Limit);
    QCOMPARE(history.commands().last(), QString::number(CommandHistory::Limit + 9));
    // An empty editor comes back as an empty text, which is not "nothing there".
    QVERIFY(!history.previous({}).isNull());
    QVERIFY(!history.next().isNull());
}

void PaneTextsTest::detailsSayTheWay()
{
    run::WorkerState worker;
    QVERIFY(paneRoute(worker).isEmpty());
    worker.route.ignored = QStringList{"LocalForward 8080 [localhost]:80", "User bob"};
    const QString ignored =
        "Not used from your ssh config: LocalForward 8080 [localhost]:80, User bob";
    QCOMPARE(paneRoute(worker), ignored);
    worker.route.by = ssh::Route::By::Openssh;
    worker.route.why = QStringList{"ProxyJump bastion"};
    QCOMPARE(paneRoute(worker), "Through ssh: ProxyJump bastion\n" + ignored);
}

QTEST_GUILESS_MAIN(PaneTextsTest)
#include "tst_panetexts.moc"
