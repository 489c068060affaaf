// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/cost/costreport.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using cloud::NodeState;

namespace {

const QDate Monday(2026, 3, 2);

QDateTime at(int day, int hour)
{
    return QDateTime(Monday.addDays(day), QTime(hour, 0), Qt::UTC);
}

/// A v4-8, which is 4 chips at 3.22 an hour: 309.12 a day.
Stay stay(const char *name, const QDateTime &from, const QDateTime &to)
{
    Stay stay;
    stay.node = {
        *ProjectId::parse("lab"), *Zone::parse("us-central2-b"),
        *NodeName::parse(QString::fromLatin1(name))};
    stay.state = NodeState::Ready;
    stay.type = "v4-8";
    stay.spot = false;
    stay.made = from;
    stay.from = from;
    stay.to = to;
    return stay;
}

TpuGrant grant(int chips)
{
    return {
        *ProjectId::parse("lab"),
        Monday,
        Monday.addDays(30),
        {{chips, TpuUnit::Chips, 0, false, Generation::V4, *Zone::parse("us-central2-b")}}};
}

} // namespace

/// What nodes have cost by list price, as far as they were seen.
class TestCostReport final : public QObject
{
    Q_OBJECT

private slots:
    void hoursAreSplitByDay();
    void onlyChargedStatesCost();
    void whatAGrantCoversIsApart();
    void leftoversHoldTheirRow();
    void unknownIsNotNothing();
    void addressesAreAtMost();
    void aProjectNarrows();
    void words();
};

void TestCostReport::hoursAreSplitByDay()
{
    const Observations seen{{stay("a", at(0, 18), at(2, 6))}, {}, {}, {}};
    const CostReport report = costReport(seen, {}, Monday, Monday.addDays(2));
    QCOMPARE(int(report.days.size()), 3);
    QCOMPARE(report.days[0].amount.notCovered, 309.12 / 4);
    QCOMPARE(report.days[1].amount.notCovered, 309.12);
    QCOMPARE(report.days[2].amount.notCovered, 309.12 / 4);
    QCOMPARE(report.total.notCovered, 309.12 * 1.5);
    QCOMPARE(report.total.chargedSeconds, qint64(36 * 3600));
    QCOMPARE(int(report.nodes.size()), 1);
    QCOMPARE(report.nodes[0].type, QString("v4-8"));
    // Asked for one day, only that is counted.
    QCOMPARE(costReport(seen, {}, Monday, Monday).total.notCovered, 309.12 / 4);
}

void TestCostReport::onlyChargedStatesCost()
{
    Observations seen;
    for (const NodeState state : {NodeState::Creating, NodeState::Stopped, NodeState::Preempted}) {
        seen.stays.push_back(stay("a", at(0, 0), at(1, 0)));
        seen.stays.back().state = state;
    }
    const CostReport report = costReport(seen, {}, Monday, Monday);
    QCOMPARE(report.total, CostAmount());
    QVERIFY(report.nodes.empty());
}

void TestCostReport::whatAGrantCoversIsApart()
{
    const Observations seen{
        {stay("a", at(0, 0), at(1, 0)), stay("b", at(0, 12), at(1, 0))}, {}, {}, {}};
    const CostReport report = costReport(seen, {grant(4)}, Monday, Monday);
    QCOMPARE(report.total.covered, 309.12); // the older one has the row
    QCOMPARE(report.total.notCovered, 309.12 / 2);
    QCOMPARE(report.nodes[0].node.name.text(), QString("b")); // the dearest first
    // A day before the grant began.
    const Observations before{{stay("a", at(-1, 0), at(1, 0))}, {}, {}, {}};
    const CostReport early = costReport(before, {grant(4)}, Monday.addDays(-1), Monday);
    QCOMPARE(early.days[0].amount.notCovered, 309.12);
    QCOMPARE(early.days[1].amount.notCovered, 309.12); // new TPUs only
}

void TestCostReport::leftoversHoldTheirRow()
{
    Observations seen{
        {stay("old", at(0, 0), at(1, 0)), stay("new", at(0, 1), at(1, 0))}, {}, {}, {}};
    seen.stays[0].state = NodeState::Preempted;
    const CostReport report = costReport(seen, {grant(4)}, Monday, Monday);
    QVERIFY(report.total.notCovered > 0);
    QCOMPARE(report.total.covered, 0.0);
}

void TestCostReport::unknownIsNotNothing()
{
    Observations seen{
        {stay("a", at(0, 0), at(0, 2)), stay("b", at(0, 0), at(0, 3)),
         stay("c", at(0, 0), at(0, 4)), stay("d", at(0, 0), at(0, 1))},
        {},
        {},
        {}};
    seen.stays[0].type = QString();
    seen.stays[1].spot.reset();
    seen.stays[2].state = NodeState::Repairing;
    const CostReport report = costReport(seen, {}, Monday, Monday);
    QCOMPARE(report.total.unknownSeconds, qint64(9 * 3600));
    QCOMPARE(report.total.chargedSeconds, qint64(6 * 3600));
    QCOMPARE(report.total.notCovered, 309.12 / 24);
    QCOMPARE(int(report.nodes.size()), 4);
}

void TestCostReport::addressesAreAtMost()
{
    Observations seen{{stay("a", at(0, 0), at(1, 0))}, {}, {}, {}};
    seen.addresses = {{seen.stays[0].node, false, at(0, 0), at(0, 12)}};
    const CostReport report = costReport(seen, {grant(4)}, Monday, Monday);
    QCOMPARE(report.total.addresses, 0.06);
    QCOMPARE(report.total.notCovered, 0.0);
    QCOMPARE(report.nodes[0].type, QString("v4-8"));
}

void TestCostReport::aProjectNarrows()
{
    Observations seen{{stay("a", at(0, 0), at(1, 0)), stay("b", at(0, 0), at(1, 0))}, {}, {}, {}};
    seen.stays[1].node.project = *ProjectId::parse("other-lab");
    const auto total = [&seen](const char *project) {
        return costReport(seen, {}, Monday, Monday, ProjectId::parse(project).value()).total;
    };
    QCOMPARE(total("lab").notCovered, 309.12);
    QCOMPARE(total("nobody").notCovered, 0.0);
}

void TestCostReport::words()
{
    QCOMPARE(durationText(36 * 3600 + 100), QString("36 h"));
    QCOMPARE(durationText(5400), QString("1.5 h"));
    QCOMPARE(durationText(120), QString("2 min"));
    QCOMPARE(durationText(7), QString("7 s"));
    QCOMPARE(costText(1238.4, 0), QString("$1,238.40"));
    QCOMPARE(costText(0, 0), QString("$0.00"));
    QCOMPARE(costText(0, 7200), QString("unknown (2.0 h)"));
    QCOMPARE(costText(5, 7200), QString("$5.00 + 2.0 h at an unknown price"));
}

QTEST_GUILESS_MAIN(TestCostReport)
#include "tst_costreport.moc"
