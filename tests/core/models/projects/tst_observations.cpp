// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/observations.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using store::Fact;
using store::FactKind;

namespace {

QDateTime hour(int count)
{
    return sketchTime().addSecs(3600LL * count);
}

Fact fact(FactKind kind, const char *value, int first, int last)
{
    return {kind, -1, QString::fromLatin1(value), hour(first), hour(last), false};
}

store::SeenNodes seen(std::vector<Fact> facts)
{
    return {{{refOf({.name = "a"}), std::move(facts)}}, hour(-50), hour(0)};
}

} // namespace

/// What was seen of a node becomes stretches with its type and price class.
class TestObservations final : public QObject
{
    Q_OBJECT

private slots:
    void eachStateIsAStretch();
    void aRecreatedNodeHasItsNewType();
    void whatNoFactSaysTheNodeSays();
    void anotherLifeSaysNothing();
    void addressesHaveTheirClass();
};

void TestObservations::eachStateIsAStretch()
{
    const auto result = observationsOf(
        seen(
            {fact(FactKind::Id, "7", -10, 0), fact(FactKind::Type, "v4-8", -10, 0),
             fact(FactKind::Provisioning, "on-demand", -10, 0),
             fact(FactKind::State, "CREATING", -10, -9), fact(FactKind::State, "READY", -8, 0)}),
        {});
    QCOMPARE(int(result.stays.size()), 2);
    QCOMPARE(result.stays[1].state, cloud::NodeState::Ready);
    QCOMPARE(result.stays[1].from, hour(-8));
    QCOMPARE(result.stays[1].to, hour(0));
    QCOMPARE(result.stays[1].made, hour(-10));
    QCOMPARE(result.stays[1].type, QString("v4-8"));
    QCOMPARE(result.stays[1].spot, std::optional(false));
    QCOMPARE(result.since, hour(-50));
}

void TestObservations::aRecreatedNodeHasItsNewType()
{
    const auto result = observationsOf(
        seen(
            {fact(FactKind::Type, "v4-8", -10, -5), fact(FactKind::Type, "v4-16", -4, 0),
             fact(FactKind::Provisioning, "spot", -10, 0), fact(FactKind::State, "READY", -10, -5),
             fact(FactKind::State, "READY", -4, 0)}),
        {});
    QCOMPARE(result.stays[0].type, QString("v4-8"));
    QCOMPARE(result.stays[1].type, QString("v4-16"));
    QCOMPARE(result.stays[1].spot, std::optional(true));
}

void TestObservations::whatNoFactSaysTheNodeSays()
{
    auto standing = snapshotOf({{.name = "a", .type = "v3-8", .spot = true}});
    standing.nodes[0].node.id = "7";
    const auto result = observationsOf(
        seen({fact(FactKind::Id, "7", -10, 0), fact(FactKind::State, "READY", -10, 0)}), standing);
    QCOMPARE(result.stays[0].type, QString("v3-8"));
    QCOMPARE(result.stays[0].spot, std::optional(true));
    QCOMPARE(result.stays[0].made, standing.nodes[0].node.createTime);
}

void TestObservations::anotherLifeSaysNothing()
{
    auto standing = snapshotOf({{.name = "a", .type = "v3-8"}});
    const auto result = observationsOf(
        seen({fact(FactKind::Id, "7", -10, 0), fact(FactKind::State, "READY", -10, 0)}), standing);
    QVERIFY(result.stays[0].type.isEmpty());
    QVERIFY(!result.stays[0].spot);
}

void TestObservations::addressesHaveTheirClass()
{
    const auto result = observationsOf(
        seen(
            {fact(FactKind::Provisioning, "spot", -10, 0),
             fact(FactKind::ExternalIp, "34.0.0.1", -10, -5)}),
        {});
    QCOMPARE(int(result.addresses.size()), 1);
    QVERIFY(result.addresses[0].spot);
    QCOMPARE(result.addresses[0].to, hour(-5));
}

QTEST_GUILESS_MAIN(TestObservations)
#include "tst_observations.moc"
