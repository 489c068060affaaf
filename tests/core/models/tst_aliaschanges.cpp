// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/aliaschangemodel.h"
#include "core/sshconfig/plan/makeplan.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

using Kind = AliasChange::Kind;
using Column = AliasChangeModel::Column;

namespace {

/// The plan for `now`, where what `then` needs is in the files.
sshconfig::ConfigPlan
planOf(const inventory::Snapshot &then, const inventory::Snapshot &now, const QString &user = {})
{
    const Paths paths{"/home/ada", "/home/ada/c", "/home/ada/d", "/home/ada/s"};
    sshconfig::FileStates states;
    sshconfig::ConfigOptions options;
    options.user = QStringLiteral("ada");
    if (!then.nodes.empty()) {
        const auto written = sshconfig::makePlan(then, options, states, paths);
        states.generated.bytes = written->files[sshconfig::kGeneratedFile].after;
        states.generated.exists = true;
        states.knownHosts.bytes = written->files[sshconfig::kKnownHostsFile].after;
        states.knownHosts.exists = true;
    }
    options.user = user.isEmpty() ? options.user : user;
    return sshconfig::makePlan(now, options, states, paths).value();
}

} // namespace

class TestAliasChanges final : public QObject
{
    Q_OBJECT

private slots:
    void firstWrite();
    void movedAddress();
    void goneAndOtherOptions();
    void nothingToDo();
};

void TestAliasChanges::firstWrite()
{
    NodeSketch stopped{.name = "old", .state = cloud::NodeState::Stopped, .number = 2};
    const AliasChanges all =
        aliasChanges(planOf({}, snapshotOf({{.name = "pod", .workers = 2}, stopped})));
    QCOMPARE(all.changes.size(), 3U);
    QCOMPARE(aliasChangesText(all), QString("2 hosts added · 1 inactive added"));
    const AliasChange &first = all.changes[1]; // sorted by name: old, pod
    QCOMPARE(int(first.kind), int(Kind::Added));
    QCOMPARE(first.aliases, QString("pod, pod-0"));
    QVERIFY(first.oldAddress.isEmpty());
    QVERIFY2(first.newAddress.count('.') == 3, qPrintable(first.newAddress));
    QVERIFY2(first.hostKey.startsWith("SHA256:"), qPrintable(first.hostKey));
    QCOMPARE(all.changes[0].newAddress, QString("inactive"));
    QCOMPARE(all.changes[0].others, QStringList("It is STOPPED."));
    AliasChangeModel model;
    QAbstractItemModelTester tester(&model);
    model.setChanges(all);
    QVERIFY(!model.isUsed(Column::OldAddress) && model.isUsed(Column::Others));
    QCOMPARE(
        model.headerData(int(Column::NewAddress), Qt::Horizontal, Qt::DisplayRole).toString(),
        QString("Address"));
}

void TestAliasChanges::movedAddress()
{
    const AliasChanges all = aliasChanges(planOf(
        snapshotOf({{.name = "a"}, {.name = "b", .number = 2}}),
        snapshotOf({{.name = "a", .number = 9}, {.name = "b", .number = 2}})));
    QCOMPARE(all.changes.size(), 1U);
    QCOMPARE(all.unchanged, 1);
    QCOMPARE(int(all.changes[0].kind), int(Kind::Changed));
    QVERIFY(!all.changes[0].oldAddress.isEmpty());
    QVERIFY(all.changes[0].oldAddress != all.changes[0].newAddress);
    QCOMPARE(aliasChangesText(all), QString("1 address changed · 1 unchanged"));
    AliasChangeModel model;
    QAbstractItemModelTester tester(&model);
    model.setChanges(all);
    QVERIFY(model.isUsed(Column::OldAddress));
    QVERIFY(model.index(0, int(Column::NewAddress)).data(AliasChangeModel::DiffersRole).toBool());
    QCOMPARE(
        model.headerData(int(Column::NewAddress), Qt::Horizontal, Qt::DisplayRole).toString(),
        QString("New address"));
}

void TestAliasChanges::goneAndOtherOptions()
{
    inventory::Snapshot now = snapshotOf({{.name = "b", .number = 2}});
    const AliasChanges all =
        aliasChanges(planOf(snapshotOf({{.name = "a"}, {.name = "b", .number = 2}}), now, "milo"));
    QCOMPARE(all.changes.size(), 2U);
    QCOMPARE(int(all.changes[0].kind), int(Kind::Removed)); // what goes comes first
    QCOMPARE(all.changes[0].newAddress, QString());
    QCOMPARE(all.changes[1].others, QStringList("user ada → milo"));
    QCOMPARE(aliasChangesText(all), QString("1 host removed · 1 entry changed"));
}

void TestAliasChanges::nothingToDo()
{
    const inventory::Snapshot same = snapshotOf({{.name = "a"}});
    const AliasChanges all = aliasChanges(planOf(same, same));
    QVERIFY(all.changes.empty());
    QCOMPARE(aliasChangesText(all), QString("1 unchanged"));
    QCOMPARE(aliasChanges({}), AliasChanges());
}

QTEST_GUILESS_MAIN(TestAliasChanges)
#include "tst_aliaschanges.moc"
