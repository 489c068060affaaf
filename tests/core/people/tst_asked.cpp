// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/asked.h"
#include "core/people/roster/roster.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::people;

namespace {

std::vector<WorkerRef> workers(int count)
{
    std::vector<WorkerRef> list;
    for (int i = 0; i < count; ++i) {
        list.push_back(*WorkerRef::parse(QStringLiteral("lab/us-a1-a/pod:%1").arg(i)));
    }
    return list;
}

Asked asked(int reached, int total, const inventory::Snapshot &snapshot = {})
{
    return askedOf(workers(total), snapshot, [reached](const WorkerRef &worker) {
        return worker.index < reached;
    });
}

Error failed()
{
    return {ErrorKind::Unavailable, "It failed.", {}, {}, {}};
}

} // namespace

Q_DECLARE_METATYPE(podium::inventory::Snapshot)

/// Claims name the workers that they are over, and those that they are not.
class TestAsked final : public QObject
{
    Q_OBJECT

private slots:
    void claims_data();
    void claims();
    void onlyWhereAllWentWellItIsChanged();
    void gapsOfTheCloudAreNamed_data();
    void gapsOfTheCloudAreNamed();
    void manyAreNotAllNamed();
    void stoppedNodesAreNamed();
};

void TestAsked::claims_data()
{
    QTest::addColumn<int>("reached");
    QTest::addColumn<int>("total");
    QTest::addColumn<int>("tried");
    QTest::addColumn<int>("changed");
    QTest::addColumn<int>("proven");
    QTest::addColumn<int>("unproven");
    QTest::addColumn<QString>("text");
    QTest::newRow("all as it should be")
        << 9 << 9 << 0 << 0 << 0 << 0 << "9 workers checked; nothing to do there.";
    QTest::newRow("one changed, nothing taken away")
        << 9 << 9 << 1 << 1 << 0 << 0 << "1 of 9 workers changed; no key was taken away.";
    QTest::newRow("all changed") << 1 << 1 << 1 << 1 << 1 << 0
                                 << "1 worker changed; every key that was taken away is refused "
                                    "there.";
    QTest::newRow("taken away on some") << 9 << 9 << 3 << 3 << 2 << 0
                                        << "3 of 9 workers changed; every key that was taken away "
                                           "on 2 of them is refused there.";
    QTest::newRow("not proven") << 9 << 9 << 3 << 3 << 2 << 1
                                << "3 of 9 workers changed; on 1 of them it is not proven that "
                                   "every key that was taken away is refused.";
    QTest::newRow("one reached") << 1 << 3 << 1 << 1 << 1 << 0
                                 << "1 of 3 workers changed; every key that was taken away is "
                                    "refused there. 2 of 3 workers could not be asked "
                                    "(lab/us-a1-a/pod:1, lab/us-a1-a/pod:2). Nothing is known of "
                                    "who can log in there.";
    QTest::newRow("none reached") << 0 << 1 << 0 << 0 << 0 << 0
                                  << "0 of 1 worker checked; nothing to do there. 1 worker could "
                                     "not be asked (lab/us-a1-a/pod:0). Nothing is known of who "
                                     "can log in there.";
    QTest::newRow("all failed") << 2 << 2 << 1 << 0 << 0 << 0
                                << "0 of 2 workers changed, of 1 that were to be.";
    QTest::newRow("one was lost") << 9 << 9 << 2 << 1 << 0 << 0
                                  << "1 of 9 workers changed, of 2 that were to be; no key was "
                                     "taken away there.";
    QTest::newRow("one was lost, one proven")
        << 2 << 2 << 2 << 1 << 1 << 0
        << "1 of 2 workers changed, of 2 that were to be; every key that was taken away is refused "
           "there.";
}

void TestAsked::claims()
{
    QFETCH(int, reached);
    QFETCH(int, total);
    QFETCH(int, tried);
    QFETCH(int, changed);
    QFETCH(int, proven);
    QFETCH(int, unproven);
    QTEST(appliedText(asked(reached, total), {tried, changed, proven, unproven}), "text");
    QCOMPARE(asked(reached, total).isAll(), reached == total);
}

void TestAsked::onlyWhereAllWentWellItIsChanged()
{
    run::RunSpec spec;
    spec.workers = workers(5);
    run::RunState state(spec);
    const run::WorkerEnding endings[] = {
        ssh::Exited{0}, ssh::Exited{0}, ssh::Exited{0}, ssh::Exited{1}, ssh::Lost{failed()}};
    for (int slot = 0; slot < 5; ++slot) {
        state.start(slot, 0);
        state.end(slot, endings[slot], 1);
    }
    KeyProof good;
    good.refused = 1;
    KeyProof bad;
    bad.taken << "It still takes one.";
    const AppliedCounts counts =
        appliedCounts(state, [&](const WorkerRef &worker) -> const KeyProof * {
            return worker.index == 0 ? nullptr : worker.index == 1 ? &bad : &good;
        });
    QCOMPARE(counts.tried, 5);
    QCOMPARE(counts.changed, 3);
    QCOMPARE(counts.proven, 1); // nothing is claimed of a worker whose change failed
    QCOMPARE(counts.unproven, 1);
}

void TestAsked::gapsOfTheCloudAreNamed_data()
{
    QTest::addColumn<inventory::Snapshot>("snapshot");
    QTest::addColumn<QString>("named");
    const ProjectId two = *ProjectId::parse("lab-two");
    inventory::Snapshot snapshot;
    snapshot.error = failed();
    QTest::newRow("all") << snapshot << "the cloud could not be asked";
    snapshot = {};
    snapshot.projectsError = failed();
    QTest::newRow("list of projects") << snapshot << "the projects could not be listed";
    snapshot = {};
    snapshot.problems = {{two, std::nullopt, failed(), {}}};
    QTest::newRow("project") << snapshot << "lab-two could not be listed";
    snapshot.problems = {{two, *Zone::parse("us-east1-d"), failed(), {}}};
    QTest::newRow("zone") << snapshot << "lab-two/us-east1-d could not be listed";
}

void TestAsked::gapsOfTheCloudAreNamed()
{
    QFETCH(inventory::Snapshot, snapshot);
    QFETCH(QString, named);
    const Asked all = asked(2, 2, snapshot);
    QVERIFY(!all.isAll());
    const QString sentence = QStringLiteral("There may be more workers: %1.").arg(named);
    for (const QString &text :
         {plannedText(all, 0), plannedText(all, 1), appliedText(all, {2, 2, 2, 0}),
          notAskedText(all)}) {
        QVERIFY2(text.contains(sentence), qPrintable(text));
    }
}

void TestAsked::manyAreNotAllNamed()
{
    const QString text = notAskedText(asked(1, 100));
    QVERIFY2(text.startsWith("99 of 100 workers could not be asked ("), qPrintable(text));
    QCOMPARE(text.count("pod:"), 5);
    QVERIFY(text.contains(QStringLiteral("…")));
    QCOMPARE(
        plannedText(asked(3, 3), 2), QStringLiteral("3 workers checked; 2 workers to be changed."));
}

void TestAsked::stoppedNodesAreNamed()
{
    const auto snapshot = tests::snapshotOf(
        {{.name = "halted", .state = cloud::NodeState::Stopped}, {.name = "runs", .number = 2}});
    const NodeRef halted = snapshot.nodes[0].node.ref;
    Roster roster;
    QVERIFY(stoppedNodes(snapshot, roster).empty()); // nobody can be there
    Person person;
    person.login = *UserName::parse("ada");
    person.grants.resize(1);
    person.grants[0].selector = "runs";
    roster.people = {person};
    QVERIFY(stoppedNodes(snapshot, roster).empty());
    roster.people[0].grants[0].selector = "halt*";
    QCOMPARE(stoppedNodes(snapshot, roster), std::vector<NodeRef>{halted});
    roster.people.clear();
    roster.formerMembers.resize(1);
    QCOMPARE(stoppedNodes(snapshot, roster), std::vector<NodeRef>{halted});
    QVERIFY(stoppedNodes(snapshot, roster, {"runs"}).empty());
    QCOMPARE(stoppedNodes(snapshot, roster, {"@all"}), std::vector<NodeRef>{halted});
    const Asked all = askedOf(
        workers(1), snapshot, [](const WorkerRef &) { return true; },
        stoppedNodes(snapshot, roster));
    QVERIFY(!all.isAll());
    QCOMPARE(
        appliedText(all, {1, 1, 1, 0}),
        QString("1 worker changed; every key that was taken away is refused there. 1 node is "
                "stopped and was not asked (%1). Nothing is known of who can log in there.")
            .arg(halted.text()));
}

QTEST_GUILESS_MAIN(TestAsked)
#include "tst_asked.moc"
