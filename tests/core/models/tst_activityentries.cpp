// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/actionstory.h"
#include "core/models/activity/activityexport.h"
#include "tests/core/models/activityentries.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

run::RunState endedRun(int ok, int failed, int running)
{
    run::RunSpec spec;
    for (int i = 0; i < ok + failed + running; ++i) {
        spec.workers.push_back({refOf({.name = "pod"}), i});
    }
    run::RunState state(spec);
    for (int i = 0; i < ok + failed + running; ++i) {
        state.start(i, 0);
        if (i < ok + failed) {
            state.end(i, ssh::Exited{i < ok ? 0 : 3}, 5);
        }
    }
    return state;
}

} // namespace

class TestActivityEntries final : public QObject
{
    Q_OBJECT

private slots:
    void countsARun_data();
    void countsARun();
    void gathersErrors();
    void tellsAnActionPartByPart();
    void whatIsNotKnownIsNotOk();
    void nodesOfOneNameAreSeveral();
    void csvIsHarmless();
    void csvHasTheParts();
    void jsonHasAllFields();
};

void TestActivityEntries::countsARun_data()
{
    using End = store::PastRun::End;
    QTest::addColumn<int>("failed");
    QTest::addColumn<int>("running");
    QTest::addColumn<int>("end");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("outcome");
    QTest::newRow("well") << 0 << 0 << int(End::Finished) << "“hostname” finished: 6 ok."
                          << int(Outcome::Good);
    QTest::newRow("failed") << 1 << 0 << int(End::Finished)
                            << "“hostname” finished: 6 ok · 1 failed." << int(Outcome::Bad);
    QTest::newRow("closed") << 0 << 2 << int(End::Closed)
                            << "“hostname” was closed while it ran on 2 workers, which were told "
                               "to stop."
                            << int(Outcome::Off);
    QTest::newRow("left") << 0 << 2 << int(End::Left)
                          << "“hostname” was left running in the background." << int(Outcome::Busy);
}

void TestActivityEntries::countsARun()
{
    QFETCH(int, failed);
    QFETCH(int, running);
    QFETCH(int, end);
    store::PastRun past;
    past.id = "0011";
    past.end = store::PastRun::End(end);
    past.command = "# first\nhostname";
    const ActivityEntry entry =
        activityOfRun("hostname", "pod:0-6", past, endedRun(6, failed, running), sketchTime());
    QCOMPARE(entry.subject, QString("pod:0-6"));
    QTEST(entry.text, "text");
    const QString odd =
        activityOfRun("echo %2", "pod:0-6", past, endedRun(6, failed, running), {}).text;
    QCOMPARE(odd, QString(entry.text).replace("hostname", "echo %2"));
    QTEST(int(entry.outcome), "outcome");
    QCOMPARE(entry.run, QString("0011"));
    QCOMPARE(entry.detail, QString("# first\nhostname"));
    QVERIFY(entry.node == refOf({.name = "pod"}));
    QCOMPARE(int(entry.parts.size()), 6 + failed + running);
    if (failed > 0) {
        QCOMPARE(entry.parts.back().text, QString("exit 3"));
        QVERIFY(entry.parts.back().outcome == Outcome::Bad);
    }
}

void TestActivityEntries::gathersErrors()
{
    const auto error = [](const QString &where, const QString &what) {
        return Error{ErrorKind::Network, what, {}, {}, where};
    };
    const ActivityEntry one = activityOfErrors({error("lab/us-a1-a", "No answer.")}, sketchTime());
    QVERIFY(one.parts.empty() && one.text == "No answer.");
    const ActivityEntry same = activityOfErrors(
        {error("lab/us-a1-a", "No answer."), error("lab/us-a1-b", "No answer.")}, sketchTime());
    QCOMPARE(same.text, QString("No answer."));
    QCOMPARE(same.subject, QString("lab/us-a1-a and 1 more"));
    QCOMPARE(same.parts[1].text, QString("lab/us-a1-b: No answer."));
    const ActivityEntry other = activityOfErrors(
        {error("lab/us-a1-a", "No answer."), error("two", "Refused.")}, sketchTime());
    QCOMPARE(other.text, QString("2 projects and zones did not answer."));
}

void TestActivityEntries::tellsAnActionPartByPart()
{
    ActionStory story(ActivityKind::People, "Changes applied");
    const NodeRef pod = refOf({.name = "pod"});
    story.add({pod, 0, "ada", "Made.", Outcome::Good}, sketchTime());
    ActivityEntry entry = story.entry();
    const QString id = entry.action;
    QCOMPARE(entry.text, QString("Made."));
    QCOMPARE(entry.subject, QString("pod:0"));
    QCOMPARE(entry.person, QString("ada"));
    QVERIFY(entry.parts.empty() && entry.node == pod && entry.worker == 0);
    story.add({pod, 1, "ada", "Made.", Outcome::Good}, sketchTime().addSecs(5));
    story.add({pod, 0, "ada", "Key set.", Outcome::Good}, sketchTime().addSecs(6));
    entry = story.entry();
    QCOMPARE(entry.action, id);
    QVERIFY(entry.time == sketchTime());
    QCOMPARE(entry.text, QString("Changes applied: 2 ok."));
    QCOMPARE(entry.parts[0].text, QString("Made. Key set."));
    QVERIFY(story.has(pod, 1) && !story.has(pod, 2));
    for (int i = 2; i < 8; ++i) {
        story.add({pod, i, "bob", "No.", Outcome::Bad}, sketchTime());
    }
    entry = story.entry();
    QCOMPARE(entry.text, QString("Changes applied: 2 ok · 6 failed."));
    QCOMPARE(entry.subject, QString("pod, 8 workers"));
    QVERIFY(entry.outcome == Outcome::Bad && entry.person.isEmpty() && entry.node == pod);
    QVERIFY(ActionStory(ActivityKind::People, "x").isEmpty());
}

/// As of a node that Google may have deleted or not.
void TestActivityEntries::whatIsNotKnownIsNotOk()
{
    ActionStory story(ActivityKind::NodeAction, "Node actions");
    story.add({refOf({.name = "one"}), -1, {}, "Gone.", Outcome::Good}, sketchTime());
    story.add({refOf({.name = "two"}), -1, {}, "Not known.", Outcome::Warning}, sketchTime());
    QCOMPARE(story.entry().text, QString("Node actions: 1 ok · 1 to be checked."));
    QVERIFY(story.entry().outcome == Outcome::Warning);
    story.add({refOf({.name = "three"}), -1, {}, "No.", Outcome::Bad}, sketchTime());
    QCOMPARE(story.entry().text, QString("Node actions: 1 ok · 1 failed · 1 to be checked."));
}

void TestActivityEntries::nodesOfOneNameAreSeveral()
{
    ActionStory story(ActivityKind::NodeAction, "Node actions");
    const NodeRef here = refOf({.name = "tpu"});
    const NodeRef there{*ProjectId::parse("lab-other"), here.zone, here.name};
    story.add({here, -1, {}, "Gone.", Outcome::Good}, sketchTime());
    story.add({there, -1, {}, "No.", Outcome::Bad}, sketchTime());
    const ActivityEntry entry = story.entry();
    QCOMPARE(entry.subject, QString("tpu and 1 more"));
    QCOMPARE(entry.text, QString("Node actions: 1 ok · 1 failed."));
    QVERIFY(!entry.node);
}

void TestActivityEntries::csvIsHarmless()
{
    ActivityEntry entry;
    entry.time = sketchTime();
    entry.kind = ActivityKind::Run;
    entry.subject = "=cmd|'/c calc'!A1";
    entry.text = "said \"hi\", twice\nthen left";
    entry.run = "00ff";
    QCOMPARE(
        activityToCsv({entry}),
        QByteArray("time,kind,outcome,node,worker,run,person,configVersion,subject,summary,"
                   "detail\r\n\"2026-03-01T12:00:00.000Z\",\"run\",\"off\",\"\",\"\",\"00ff\","
                   "\"\",\"\",\"'=cmd|'/c calc'!A1\",\"said \"\"hi\"\", twice\nthen left\","
                   "\"\"\r\n"));
}

void TestActivityEntries::csvHasTheParts()
{
    const QByteArray csv = activityToCsv({action("x", 2, 0)});
    QCOMPARE(csv.count("\r\n"), 4);
    QVERIFY(csv.contains("\"part\",\"good\",\"lab-speech/us-central1-a/pod\",\"1\",\"\",\"ada\""));
}

void TestActivityEntries::jsonHasAllFields()
{
    const QJsonArray array =
        QJsonDocument::fromJson(
            activityToJson({one(inventory::EventKind::IpChanged, 0), action("x", 2, 0)}))
            .array();
    QCOMPARE(array.size(), 2);
    const QJsonObject object = array.first().toObject();
    QCOMPARE(object["time"].toString(), QString("2026-03-01T12:00:00.000Z"));
    QCOMPARE(object["kind"].toString(), QString("ip"));
    QCOMPARE(object["outcome"].toString(), QString("warning"));
    QCOMPARE(object["node"].toString(), QString("lab-speech/us-central1-a/tpu1"));
    QCOMPARE(object["worker"].toInt(), 2);
    const QJsonObject part = array.last().toObject()["parts"].toArray().last().toObject();
    QCOMPARE(part["person"].toString(), QString("ada"));
    QCOMPARE(part["worker"].toInt(), 1);
}

QTEST_GUILESS_MAIN(TestActivityEntries)
#include "tst_activityentries.moc"
