// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// By what a worker is opened, and whether what is written of it may be trusted.
#include "core/models/sshconfig/launchtarget.h"
#include "core/sshconfig/plan/makeplan.h"
#include "tests/fakes/nodes.h"

#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

/// The plan for `now`, where what `then` needs is in the files.
sshconfig::ConfigPlan planOf(const inventory::Snapshot &then, const inventory::Snapshot &now)
{
    const Paths paths{"/home/ada", "/home/ada/c", "/home/ada/d", "/home/ada/s"};
    sshconfig::ConfigOptions options;
    sshconfig::FileStates states;
    const auto written = sshconfig::makePlan(then, options, states, paths);
    const auto put = [&written](sshconfig::DiskFile &file, int place) {
        file.bytes = written->files[std::size_t(place)].after;
        file.exists = true;
    };
    put(states.generated, sshconfig::kGeneratedFile);
    put(states.knownHosts, sshconfig::kKnownHostsFile);
    put(states.own.main, sshconfig::kOwnFile);
    return sshconfig::makePlan(now, options, states, paths).value();
}

WorkerRef workerOf(const char *node, int index)
{
    return {refOf({.name = QString(node)}), index};
}

} // namespace

class TestLaunchTarget final : public QObject
{
    Q_OBJECT

private slots:
    void aWorkerIsOpenedByItsAlias();
    void onlyItsOwnEntryHasToBeRight();
    void withoutAnIncludeNothingIsRead();
};

void TestLaunchTarget::aWorkerIsOpenedByItsAlias()
{
    const NodeSketch stopped{.name = "old", .state = cloud::NodeState::Stopped, .number = 2};
    const auto now = snapshotOf({{.name = "pod", .workers = 2}, stopped});
    const auto plan = planOf(now, now);
    const auto target = launchTarget(plan, workerOf("pod", 1), "ada");
    QVERIFY(target);
    QCOMPARE(target->alias, QString("pod-1"));
    QCOMPARE(target->user, QString("ada"));
    QCOMPARE(target->port, quint16(22));
    QCOMPARE(launchTarget(plan, workerOf("pod", 7), "ada").error().kind, ErrorKind::Network);
    QCOMPARE(launchTarget(plan, workerOf("old", 0), "ada").error().kind, ErrorKind::Network);
}

void TestLaunchTarget::onlyItsOwnEntryHasToBeRight()
{
    const auto then = snapshotOf({{.name = "a", .number = 1}, {.name = "b", .number = 2}});
    QVERIFY(!isOutOfDate(planOf(then, then), workerOf("a", 0)));
    // b has moved, c is new.
    const auto now = snapshotOf(
        {{.name = "a", .number = 1}, {.name = "b", .number = 3}, {.name = "c", .number = 4}});
    const auto plan = planOf(then, now);
    QVERIFY(!isOutOfDate(plan, workerOf("a", 0)));
    QVERIFY(isOutOfDate(plan, workerOf("b", 0)));
    QVERIFY(isOutOfDate(plan, workerOf("c", 0)));
}

void TestLaunchTarget::withoutAnIncludeNothingIsRead()
{
    const auto now = snapshotOf({{.name = "a"}});
    auto plan = planOf(now, now);
    plan.files[sshconfig::kOwnFile].before.clear();
    QVERIFY(isOutOfDate(plan, workerOf("a", 0)));
}

QTEST_GUILESS_MAIN(TestLaunchTarget)
#include "tst_launchtarget.moc"
