// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activityexport.h"
#include "core/models/activity/activityfilter.h"
#include "core/models/activity/activitymodel.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

Q_DECLARE_METATYPE(podium::inventory::EventKind)

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

inventory::Event happened(inventory::EventKind kind, int secondsAgo, const QString &node = "tpu1")
{
    return {
        .kind = kind,
        .node = refOf({.name = node}),
        .worker = kind == inventory::EventKind::IpChanged ? 2 : -1,
        .before = "READY",
        .after = "PREEMPTED",
        .time = sketchTime().addSecs(-secondsAgo)};
}

QStringList subjects(const QAbstractItemModel &model)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row) {
        result << model.index(row, int(ActivityModel::Column::Subject)).data().toString();
    }
    return result;
}

} // namespace

class TestActivityModel final : public QObject
{
    Q_OBJECT

private slots:
    void ordersByTime();
    void entersNothingTwice();
    void forgetsTheOldest();
    void saysWhatHappened_data();
    void saysWhatHappened();
    void countsARun();
    void filters();
    void csvIsHarmless();
    void jsonHasAllFields();
};

void TestActivityModel::ordersByTime()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.add(
        {activityOf(happened(inventory::EventKind::Appeared, 300, "b")),
         activityOf(happened(inventory::EventKind::Appeared, 10, "c"))});
    model.add({activityOf(happened(inventory::EventKind::Appeared, 600, "a"))});
    model.add({activityOf(happened(inventory::EventKind::Appeared, 100, "between"))});
    QCOMPARE(subjects(model), QStringList({"c", "between", "b", "a"}));
    QCOMPARE(model.index(3, 0).data().toString(), QString("10 min ago"));
}

void TestActivityModel::entersNothingTwice()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    const ActivityEntry first = activityOf(happened(inventory::EventKind::Appeared, 5, "a"));
    const ActivityEntry sameTime = activityOf(happened(inventory::EventKind::Appeared, 5, "b"));
    model.add({first});
    model.add({first, sameTime, first});
    QCOMPARE(model.rowCount(), 2);
}

void TestActivityModel::forgetsTheOldest()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    std::vector<ActivityEntry> many;
    for (int i = 0; i < ActivityModel::Limit; ++i) {
        many.push_back(
            activityOf(happened(inventory::EventKind::Appeared, i, QString("n%1").arg(i))));
    }
    model.add(many);
    model.add({activityOf(happened(inventory::EventKind::Gone, -5, "new"))});
    QCOMPARE(model.rowCount(), ActivityModel::Limit);
    QCOMPARE(subjects(model).front(), QString("new"));
    QCOMPARE(subjects(model).back(), QString("n%1").arg(ActivityModel::Limit - 2));
}

void TestActivityModel::saysWhatHappened_data()
{
    using inventory::EventKind;
    QTest::addColumn<EventKind>("kind");
    QTest::addColumn<QString>("summary");
    QTest::addColumn<Mark>("mark");
    QTest::newRow("state") << EventKind::StateChanged << "State changed from READY to PREEMPTED."
                           << Mark::Bad;
    QTest::newRow("ip") << EventKind::IpChanged
                        << "External IP of worker 2 changed from READY to PREEMPTED."
                        << Mark::Warning;
    QTest::newRow("gone") << EventKind::Gone << "No longer listed; it was READY." << Mark::Off;
}

void TestActivityModel::saysWhatHappened()
{
    QFETCH(inventory::EventKind, kind);
    QFETCH(QString, summary);
    QFETCH(Mark, mark);
    const ActivityEntry entry = activityOf(happened(kind, 0));
    QCOMPARE(entry.summary, summary);
    QCOMPARE(int(entry.mark), int(mark));
    QCOMPARE(entry.detail.section(QLatin1Char(10), 0, 0), QString("lab-speech/us-central1-a/tpu1"));
    QCOMPARE(entry.detail.contains("same machine"), kind == inventory::EventKind::IpChanged);
}

void TestActivityModel::countsARun()
{
    const ActivityEntry entry =
        activityOfRun("echo one\necho two", {.ok = 6, .failed = 1, .unreachable = 1}, sketchTime());
    QCOMPARE(entry.subject, QString("echo one"));
    QCOMPARE(entry.summary, QString("Run finished: 6 ok · 1 failed · 1 unreachable."));
    QCOMPARE(int(entry.mark), int(Mark::Bad));
}

void TestActivityModel::filters()
{
    ManualClock clock;
    ActivityModel model(clock);
    model.add(
        {activityOf(happened(inventory::EventKind::IpChanged, 1, "a")),
         activityOf(happened(inventory::EventKind::StateChanged, 2, "a")),
         activityOf(happened(inventory::EventKind::IpChanged, 3, "b")),
         activityOf(Error{ErrorKind::Network, "No connection.", {}, {}, "api"}, sketchTime())});
    ActivityFilter filter;
    QAbstractItemModelTester tester(&filter);
    filter.setSourceModel(&model);
    filter.setKind(ActivityKind::Address);
    QCOMPARE(subjects(filter), QStringList({"a", "b"}));
    filter.setNode(refOf({.name = "b"}));
    QCOMPARE(subjects(filter), QStringList({"b"}));
    filter.setKind({});
    filter.setNode({});
    filter.setText("connection");
    QCOMPARE(subjects(filter), QStringList({"api"}));
    QCOMPARE(filter.entries().size(), size_t(1));
}

void TestActivityModel::csvIsHarmless()
{
    ActivityEntry entry;
    entry.time = sketchTime();
    entry.kind = ActivityKind::Run;
    entry.subject = "=cmd|'/c calc'!A1";
    entry.summary = "said \"hi\", twice\nthen left";
    QCOMPARE(
        activityToCsv({entry}),
        QByteArray("time,kind,node,subject,summary,detail\r\n"
                   "\"2026-03-01T12:00:00.000Z\",\"run\",\"\",\"'=cmd|'/c calc'!A1\","
                   "\"said \"\"hi\"\", twice\nthen left\",\"\"\r\n"));
}

void TestActivityModel::jsonHasAllFields()
{
    const QJsonArray array =
        QJsonDocument::fromJson(
            activityToJson({activityOf(happened(inventory::EventKind::IpChanged, 0))}))
            .array();
    QCOMPARE(array.size(), 1);
    const QJsonObject object = array.first().toObject();
    QCOMPARE(object["time"].toString(), QString("2026-03-01T12:00:00.000Z"));
    QCOMPARE(object["kind"].toString(), QString("ip"));
    QCOMPARE(object["node"].toString(), QString("lab-speech/us-central1-a/tpu1"));
}

QTEST_GUILESS_MAIN(TestActivityModel)
#include "tst_activitymodel.moc"
