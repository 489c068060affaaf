// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodefilter.h"
#include "core/models/nodes/nodemodel.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>
#include <QtTest>

#include <random>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

/// All rows as indented lines: what a view would show.
QStringList printed(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        lines << (parent.isValid() ? "  " : "") + index.data().toString();
        lines += printed(model, index);
    }
    return lines;
}

inventory::SharedSnapshot shared(const inventory::Snapshot &snapshot)
{
    return std::make_shared<const inventory::Snapshot>(snapshot);
}

NodeSketch sketch(const char *name, const char *zone = "us-central1-a", int number = 1)
{
    NodeSketch s;
    s.name = name;
    s.zone = zone;
    s.number = number;
    return s;
}

} // namespace

class TestNodeModel final : public QObject
{
    Q_OBJECT

private slots:
    void showsProblemsBeforeTheirNodes();
    void groupsByProject();
    void changesOnlyWhatDiffers();
    void keepsSelectionThroughSequences_data();
    void keepsSelectionThroughSequences();
    void staysQuietWhenNothingChanged();
    void remembersTheLastChange();
    void cells_data();
    void cells();
    void filters_data();
    void filters();
    void sortsNumbersInNames();
    void keepsSilentZonesOnTop();
    void dragsAsTargets();
    void aRefreshTellsOnlyWhatChanged();
};

void TestNodeModel::showsProblemsBeforeTheirNodes()
{
    ManualClock clock;
    NodeModel model(clock);
    QAbstractItemModelTester tester(&model);
    inventory::Snapshot snapshot = snapshotOf({sketch("a"), sketch("b", "us-east5-a")});
    snapshot.problems = {zoneProblem("lab-speech", "us-east5-a")};
    model.setSnapshot(shared(snapshot));
    QCOMPARE(
        printed(model),
        QStringList({"a", "us-east5-a: The zone did not answer. Since 5 min.", "b"}));
    const QModelIndex problem = model.index(1, 0);
    QCOMPARE(problem.data(NodeModel::KindRole).toInt(), int(NodeModel::RowKind::Problem));
    QVERIFY(problem.data(Qt::ToolTipRole).toString().contains("asks again"));
    QVERIFY(!model.nodeAt(problem));
    QCOMPARE(model.nodeAt(model.index(2, 3))->node.ref.name.text(), QString("b"));
}

void TestNodeModel::groupsByProject()
{
    ManualClock clock;
    NodeModel model(clock);
    QAbstractItemModelTester tester(&model);
    NodeSketch other = sketch("z");
    other.project = "lab-vision";
    inventory::Snapshot snapshot = snapshotOf({sketch("a"), sketch("b"), other});
    snapshot.projects.front().name = "Speech";
    model.setSnapshot(shared(snapshot));
    model.setGrouped(true);
    QCOMPARE(
        printed(model), QStringList({"Speech (lab-speech)", "  a", "  b", "lab-vision", "  z"}));
    QCOMPARE(
        model.index(0, int(NodeColumn::State)).data().toString(), QString("2 nodes, 2 workers"));

    // A project that goes and one that comes keep the others where they are.
    const QPersistentModelIndex z = model.indexOf(refOf(other));
    NodeSketch first = sketch("n");
    first.project = "another-lab";
    model.setSnapshot(shared(snapshotOf({first, other})));
    QCOMPARE(printed(model), QStringList({"another-lab", "  n", "lab-vision", "  z"}));
    QVERIFY(z.isValid());
    QCOMPARE(z.data().toString(), QString("z"));
    QCOMPARE(z.parent().data().toString(), QString("lab-vision"));
    model.setGrouped(false);
    QCOMPARE(printed(model), QStringList({"n", "z"}));
}

void TestNodeModel::changesOnlyWhatDiffers()
{
    ManualClock clock;
    NodeModel model(clock);
    QAbstractItemModelTester tester(&model);
    model.setSnapshot(shared(snapshotOf({sketch("a"), sketch("b"), sketch("c"), sketch("d")})));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);

    NodeSketch stopped = sketch("d");
    stopped.state = cloud::NodeState::Stopped;
    model.setSnapshot(shared(snapshotOf({sketch("a"), sketch("b1"), sketch("b2"), stopped})));
    QCOMPARE(printed(model), QStringList({"a", "b1", "b2", "d"}));
    QCOMPARE(reset.count(), 0);
    QCOMPARE(removed.count(), 1); // b and c in one stretch
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toModelIndex().row(), 3);
}

void TestNodeModel::keepsSelectionThroughSequences_data()
{
    QTest::addColumn<bool>("grouped");
    QTest::addColumn<uint>("seed");
    for (uint seed = 1; seed <= 4; ++seed) {
        QTest::addRow("flat %u", seed) << false << seed;
        QTest::addRow("grouped %u", seed) << true << seed;
    }
}

void TestNodeModel::keepsSelectionThroughSequences()
{
    QFETCH(bool, grouped);
    QFETCH(uint, seed);
    ManualClock clock;
    NodeModel model(clock);
    model.setGrouped(grouped);
    NodeFilter filter;
    filter.setSourceModel(&model);
    filter.sort(0);
    QAbstractItemModelTester tester(&model);
    QAbstractItemModelTester filterTester(&filter);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);

    std::mt19937 random(seed);
    const char *projects[] = {"lab-a", "lab-b", "lab-c"};
    const NodeSketch kept = {.project = "lab-b", .name = "kept"};
    QPersistentModelIndex selected;
    for (int round = 0; round < 40; ++round) {
        std::vector<NodeSketch> sketches{kept};
        for (int i = 0; i < 12; ++i) {
            if (random() % 2 == 0) {
                sketches.push_back(
                    {.project = projects[random() % 3],
                     .name = QString("n%1").arg(i),
                     .state = random() % 3 ? cloud::NodeState::Ready : cloud::NodeState::Stopped,
                     .number = i});
            }
        }
        inventory::Snapshot snapshot = snapshotOf(sketches);
        if (random() % 3 == 0) {
            snapshot.problems = {zoneProblem("lab-c", "us-central1-a")};
        }
        model.setSnapshot(shared(snapshot));
        if (!selected.isValid()) {
            selected = filter.mapFromSource(model.indexOf(refOf(kept)));
        }
        QVERIFY(selected.isValid());
        QCOMPARE(selected.data().toString(), QString("kept"));
        QCOMPARE(filter.nodeCount(), int(snapshot.nodes.size()));
    }
    QCOMPARE(reset.count(), 0);
}

void TestNodeModel::staysQuietWhenNothingChanged()
{
    ManualClock clock;
    NodeModel model(clock);
    inventory::Snapshot snapshot = snapshotOf({sketch("a"), sketch("b")});
    model.setSnapshot(shared(snapshot));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    snapshot.asOf = snapshot.asOf.addSecs(60);
    for (inventory::NodeEntry &entry : snapshot.nodes) {
        entry.seenAt = snapshot.asOf;
    }
    model.setSnapshot(shared(snapshot));
    QCOMPARE(changed.count(), 0);
}

void TestNodeModel::remembersTheLastChange()
{
    ManualClock clock;
    NodeModel model(clock);
    QAbstractItemModelTester tester(&model);
    const inventory::Snapshot snapshot = snapshotOf({sketch("a")});
    model.setSnapshot(shared(snapshot));
    const inventory::Event newer{
        .kind = inventory::EventKind::IpChanged,
        .node = refOf(sketch("a")),
        .worker = 0,
        .before = "34.0.0.1",
        .after = "34.0.0.2",
        .time = clock.now().addSecs(-180)};
    inventory::Event older = newer;
    older.kind = inventory::EventKind::StateChanged;
    older.time = clock.now().addSecs(-4000);
    model.noteEvents({newer, older});
    const auto cell = [&] { return model.index(0, int(NodeColumn::LastChange)).data().toString(); };
    QCOMPARE(cell(), QString("IP 3 min ago"));
    model.setSnapshot(shared(snapshot));
    QCOMPARE(cell(), QString("IP 3 min ago"));
    clock.advance(120);
    QCOMPARE(cell(), QString("IP 5 min ago"));
}

void TestNodeModel::cells_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    QTest::newRow("name") << int(NodeColumn::Name) << "<b>pod";
    QTest::newRow("state") << int(NodeColumn::State)
                           << "READY · UNHEALTHY_MAINTENANCE · seen 12 min ago";
    QTest::newRow("type") << int(NodeColumn::Type) << "v4-64";
    QTest::newRow("workers") << int(NodeColumn::Workers) << "8";
    QTest::newRow("address") << int(NodeColumn::Address) << "34.61.0.8 +7";
    QTest::newRow("zone") << int(NodeColumn::Zone) << "us-central1-a";
    QTest::newRow("spot") << int(NodeColumn::Spot) << "spot";
    QTest::newRow("age") << int(NodeColumn::Age) << "9 h";
    QTest::newRow("change") << int(NodeColumn::LastChange) << "";
}

void TestNodeModel::cells()
{
    QFETCH(int, column);
    QFETCH(QString, text);
    ManualClock clock;
    NodeModel model(clock);
    model.setSnapshot(shared(snapshotOf(
        {{.name = "<b>pod",
          .type = "v4-64",
          .workers = 8,
          .health = cloud::NodeHealth::UnhealthyMaintenance,
          .spot = true,
          .stale = true,
          .ageHours = 9}})));
    QCOMPARE(model.index(0, column).data().toString(), text);
    QCOMPARE(model.index(0, column).data(NodeModel::StaleRole).toBool(), true);
}

void TestNodeModel::filters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("nothing") << "" << QStringList({"pod-v4", "tpu1", "tpu2"});
    QTest::newRow("name") << "tpu" << QStringList({"tpu1", "tpu2"});
    QTest::newRow("case and order") << "READY V4" << QStringList({"pod-v4"});
    QTest::newRow("zone") << "europe" << QStringList({"tpu2"});
    QTest::newRow("label") << "owner=milo" << QStringList({"tpu1"});
    QTest::newRow("without") << "-stopped -v4" << QStringList({"tpu1"});
    QTest::newRow("spot") << "spot" << QStringList({"pod-v4"});
    QTest::newRow("a lone dash") << "tpu -" << QStringList({"tpu1", "tpu2"});
    QTest::newRow("none") << "v5p" << QStringList();
}

void TestNodeModel::filters()
{
    QFETCH(QString, text);
    QFETCH(QStringList, names);
    ManualClock clock;
    inventory::Snapshot snapshot = snapshotOf(
        {{.name = "pod-v4", .type = "v4-64", .workers = 8, .spot = true},
         {.name = "tpu1"},
         {.zone = "europe-west4-a", .name = "tpu2", .state = cloud::NodeState::Stopped}});
    for (inventory::NodeEntry &entry : snapshot.nodes) {
        if (entry.node.ref.name.text() == "tpu1") {
            entry.node.labels["owner"] = "milo";
        }
    }
    NodeModel model(clock);
    model.setSnapshot(shared(snapshot));
    NodeFilter filter;
    QAbstractItemModelTester tester(&filter);
    filter.setSourceModel(&model);
    filter.sort(0);
    filter.setText(text);
    QCOMPARE(printed(filter), names);
    QCOMPARE(filter.nodeCount(), names.size());
    model.setGrouped(true);
    QCOMPARE(filter.rowCount(), names.isEmpty() ? 0 : 1);
    QCOMPARE(filter.nodeCount(), names.size());
}

void TestNodeModel::sortsNumbersInNames()
{
    ManualClock clock;
    NodeModel model(clock);
    model.setSnapshot(shared(snapshotOf(
        {{.name = "tpu10", .ageHours = 1},
         {.name = "tpu2", .ageHours = 30},
         {.name = "tpu1", .ageHours = 500}})));
    NodeFilter filter;
    filter.setSourceModel(&model);
    filter.sort(int(NodeColumn::Name));
    QCOMPARE(printed(filter), QStringList({"tpu1", "tpu2", "tpu10"}));
    filter.sort(int(NodeColumn::Age));
    QCOMPARE(printed(filter), QStringList({"tpu10", "tpu2", "tpu1"}));
}

void TestNodeModel::keepsSilentZonesOnTop()
{
    ManualClock clock;
    NodeModel model(clock);
    inventory::Snapshot snapshot = snapshotOf({sketch("a"), sketch("b")});
    snapshot.problems = {zoneProblem("lab-speech", "us-east5-a")};
    model.setSnapshot(shared(snapshot));
    NodeFilter filter;
    filter.setSourceModel(&model);
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        filter.sort(0, order);
        QVERIFY(printed(filter).front().startsWith("us-east5-a"));
    }
}

void TestNodeModel::dragsAsTargets()
{
    ManualClock clock;
    NodeModel model(clock);
    inventory::Snapshot snapshot = snapshotOf({sketch("a"), sketch("b")});
    snapshot.problems = {zoneProblem("lab-speech", "us-east5-a")};
    model.setSnapshot(shared(snapshot));
    QVERIFY(model.flags(model.index(0, 0)) & Qt::ItemIsDragEnabled);
    QVERIFY(!(model.flags(model.index(2, 0)) & Qt::ItemIsDragEnabled));
    const std::unique_ptr<QMimeData> data(model.mimeData(
        {model.index(0, 0), model.index(0, 1), model.index(1, 0), model.index(2, 0)}));
    QCOMPARE(data->text(), QString("lab-speech/us-central1-a/a\nlab-speech/us-central1-a/b"));
}

void TestNodeModel::aRefreshTellsOnlyWhatChanged()
{
    std::vector<NodeSketch> sketches;
    for (int i = 0; i < 2000; ++i) {
        sketches.push_back({.name = QString("tpu%1").arg(i), .workers = 4, .number = i});
    }
    ManualClock clock;
    NodeModel model(clock);
    NodeFilter filter;
    filter.setSourceModel(&model);
    filter.sort(0);
    model.setSnapshot(shared(snapshotOf(sketches)));
    for (size_t i = 0; i < sketches.size(); i += 10) {
        sketches[i].state = cloud::NodeState::Stopped;
    }
    const inventory::Snapshot next = snapshotOf(sketches);
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    const QSignalSpy arranged(&model, &QAbstractItemModel::layoutChanged);
    int changed = 0;
    connect(
        &model, &QAbstractItemModel::dataChanged, this,
        [&changed](const QModelIndex &first, const QModelIndex &last) {
            changed += last.row() - first.row() + 1;
        });
    model.setSnapshot(shared(next));
    QCOMPARE(changed, 200);
    QCOMPARE(reset.count() + removed.count() + arranged.count(), 0);
}

QTEST_GUILESS_MAIN(TestNodeModel)
#include "tst_nodemodel.moc"
