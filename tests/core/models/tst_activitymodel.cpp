// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activityfilter.h"
#include "core/models/activity/activitymodel.h"
#include "tests/core/models/activityentries.h"
#include "tests/fakes/manualclock.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

QStringList subjects(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList result;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        result << model.index(row, int(ActivityModel::Column::Subject), parent).data().toString();
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
    void partsStandBelowTheirAction();
    void anActionGrowsInItsRow();
    void tellsMarksFromOutcomes();
    void marksWhatIsNew();
    void filters();
    void filtersByFields_data();
    void filtersByFields();
    void ofOneNodeItsOwnPartIsTold();
};

void TestActivityModel::ordersByTime()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.add(
        {one(inventory::EventKind::Appeared, 300, "b"),
         one(inventory::EventKind::Appeared, 10, "c")});
    model.add({one(inventory::EventKind::Appeared, 600, "a")});
    model.add({one(inventory::EventKind::Appeared, 100, "between")});
    QCOMPARE(subjects(model), QStringList({"c", "between", "b", "a"}));
    QCOMPARE(
        model.index(3, int(ActivityModel::Column::When)).data().toString(), QString("10 min ago"));
}

void TestActivityModel::entersNothingTwice()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    const ActivityEntry first = one(inventory::EventKind::Appeared, 5, "a");
    const ActivityEntry sameTime = one(inventory::EventKind::Appeared, 5, "b");
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
        many.push_back(one(inventory::EventKind::Appeared, i, QString("n%1").arg(i)));
    }
    model.add(many);
    model.add({one(inventory::EventKind::Gone, -5, "new")});
    QCOMPARE(model.rowCount(), ActivityModel::Limit);
    QCOMPARE(subjects(model).front(), QString("new"));
    QCOMPARE(subjects(model).back(), QString("n%1").arg(ActivityModel::Limit - 2));
}

void TestActivityModel::partsStandBelowTheirAction()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.add({action("x", 3, 50), one(inventory::EventKind::Appeared, 10, "younger")});
    const QModelIndex parent = model.index(1, 0);
    QCOMPARE(subjects(model, parent), QStringList({"pod:0", "pod:1", "pod:2"}));
    const QPersistentModelIndex part = model.index(2, int(ActivityModel::Column::What), parent);
    model.add({one(inventory::EventKind::Gone, 0, "youngest")}); // all rows go down by one
    QCOMPARE(part.parent().row(), 2);
    QCOMPARE(part.data().toString(), QString("part 2"));
    QCOMPARE(model.partOf(part)->worker, 2);
    QCOMPARE(model.entryOf(part).action, QString("x"));
    QVERIFY(!model.partOf(part.parent()));
    QCOMPARE(
        model.index(2, 0, part.parent()).data(Qt::ToolTipRole).toString(),
        QString("lab-speech/us-central1-a/pod:2"));
}

void TestActivityModel::anActionGrowsInItsRow()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.add({action("x", 1, 50), action("y", 2, 40), one(inventory::EventKind::Gone, 10)});
    const QPersistentModelIndex row = model.index(2, 0);
    for (const int parts : {2, 8, 8, 3, 0}) {
        ActivityEntry next = action("x", parts, 50);
        next.text = QString("now %1").arg(parts);
        model.add({next});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.rowCount(row), parts);
        QCOMPARE(
            row.sibling(row.row(), int(ActivityModel::Column::What)).data().toString(), next.text);
    }
    model.add({action("x", 1, 0)}); // at another time it is elsewhere
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.entry(0).action, QString("x"));
}

void TestActivityModel::tellsMarksFromOutcomes()
{
    ManualClock clock;
    ActivityModel model(clock);
    model.add({one(inventory::EventKind::Appeared, 0)}); // PREEMPTED
    const QModelIndex kind = model.index(0, int(ActivityModel::Column::Kind));
    QCOMPARE(int(kind.data(ActivityModel::MarkRole).value<Mark>()), int(Mark::Bad));
    QCOMPARE(kind.data().toString(), QString("Node"));
    QCOMPARE(kind.data(Qt::AccessibleTextRole).toString(), QString("Node, bad"));
    QCOMPARE(int(markOf(Outcome::Unknown)), int(Mark::Unknown));
    QCOMPARE(int(markOf(Outcome::Off)), int(Mark::Off));
}

void TestActivityModel::marksWhatIsNew()
{
    ManualClock clock;
    ActivityModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.add(
        {one(inventory::EventKind::Appeared, 300, "b"),
         one(inventory::EventKind::Appeared, 10, "c")});
    QCOMPARE(model.newCount(), 0); // the first time nothing is
    model.setSeenUntil(sketchTime().addSecs(-300));
    QCOMPARE(model.newCount(), 1);
    QVERIFY(model.index(0, 0).data(ActivityModel::NewRole).toBool());
    QVERIFY(!model.index(1, 0).data(ActivityModel::NewRole).toBool());
    QVERIFY(model.index(0, int(ActivityModel::Column::When))
                .data(Qt::AccessibleTextRole)
                .toString()
                .endsWith("new"));
    ActivityFilter filter;
    QAbstractItemModelTester filterTester(&filter);
    filter.setSourceModel(&model);
    filter.setNewOnly(true);
    QCOMPARE(subjects(filter), QStringList("c"));
    model.setSeenUntil(sketchTime());
    QCOMPARE(subjects(filter), QStringList());
}

void TestActivityModel::filters()
{
    ManualClock clock;
    ActivityModel model(clock);
    model.add(
        {one(inventory::EventKind::IpChanged, 1, "a"),
         one(inventory::EventKind::StateChanged, 2, "a"),
         one(inventory::EventKind::IpChanged, 3, "b"),
         store::activityOf(
             Error{ErrorKind::Network, "No connection.", {}, {}, "api"}, sketchTime())});
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

void TestActivityModel::filtersByFields_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("parts"); // of the first row
    QTest::newRow("nothing") << "" << 4 << 0;
    QTest::newRow("node") << "node:pod" << 2 << 4;
    QTest::newRow("full name, capital") << "NODE:lab-speech/us-central1-a/POD" << 2 << 4;
    QTest::newRow("worker") << "node:pod:1" << 1 << 1;
    QTest::newRow("a part of a name is none") << "node:po" << 0 << 0;
    QTest::newRow("person") << "person:ada" << 1 << 2;
    QTest::newRow("person at a node") << "person:ada node:pod:1" << 1 << 1;
    QTest::newRow("person who is not") << "person:eve" << 0 << 0;
    QTest::newRow("run") << "run:00ff" << 1 << 0;
    QTest::newRow("being typed") << "node: person:" << 4 << 0;
    QTest::newRow("field and word") << "node:pod applied" << 1 << 4;
    QTest::newRow("not a word") << "-applied" << 3 << 0;
    QTest::newRow("text of a part") << "\"part" << 0 << 0;
    QTest::newRow("words of a part") << "3 part" << 1 << 4;
}

void TestActivityModel::filtersByFields()
{
    QFETCH(QString, text);
    ManualClock clock;
    ActivityModel model(clock);
    ActivityEntry run{sketchTime().addSecs(-60), ActivityKind::Run, "tpu9", "Finished.", {}};
    run.run = "00ff112233445566";
    model.add(
        {run, action("x", 4, 10), one(inventory::EventKind::IpChanged, 90, "pod"),
         one(inventory::EventKind::IpChanged, 0, "other")});
    ActivityFilter filter;
    QAbstractItemModelTester tester(&filter);
    filter.setSourceModel(&model);
    filter.setText(text);
    QTEST(filter.rowCount(), "rows");
    QTEST(filter.rowCount(filter.index(0, 0)), "parts");
}

void TestActivityModel::ofOneNodeItsOwnPartIsTold()
{
    ManualClock clock;
    ActivityModel model(clock);
    std::vector<inventory::Event> events;
    for (int i = 0; i < 6; ++i) {
        events.push_back(happened(inventory::EventKind::StateChanged, 0, QString("n%1").arg(i)));
    }
    model.add(store::activityOf(events));
    QCOMPARE(model.rowCount(), 1);
    ActivityFilter filter;
    filter.setSourceModel(&model);
    const auto sentence = [&filter] {
        return filter.index(0, int(ActivityModel::Column::What)).data().toString();
    };
    QCOMPARE(sentence(), QString("6 nodes were preempted."));
    filter.setNode(refOf({.name = "n4"}));
    QCOMPARE(sentence(), QString("State changed from READY to PREEMPTED."));
}

QTEST_GUILESS_MAIN(TestActivityModel)
#include "tst_activitymodel.moc"
