// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/nodeaction.h"
#include "core/models/nodes/createcommands.h"
#include "core/models/nodes/createplan.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::models;
using namespace podium::tests;
using Field = CreatePlan::Field;

/// What a filled-in form asks for, and what it means.
class TestCreatePlan final : public QObject
{
    Q_OBJECT

private slots:
    void aCoveredNode();
    void whatIsNotCoveredHasThePriceOfTheDearestZone();
    void otherZonesThatCostMoreAreAskedFor();
    void problems_data();
    void problems();
    void aRecipeThatCannotFollowIsSaid();
    void aTakenNameIsSaid();
    void theCommandsAskForTheSame();
    void anotherLikeThis();
    void theFirstFormFollowsTheGrants();

private:
    [[nodiscard]] static TpuGrants grants()
    {
        const auto day = sketchTime().date();
        return {
            {*ProjectId::parse("lab-speech"),
             day.addDays(-30),
             day.addDays(30),
             {{16, TpuUnit::Chips, 0, true, Generation::V6e, *Zone::parse("europe-west4-a")}}}};
    }
    [[nodiscard]] static CreateForm good()
    {
        CreateForm form;
        form.project = "lab-speech";
        form.name = "new";
        form.zones = "europe-west4-a";
        form.spot = true;
        return form;
    }
    [[nodiscard]] static CreatePlan plan(const CreateForm &form)
    {
        return planCreate(form, grants(), snapshotOf({{}}), sketchTime());
    }
};

void TestCreatePlan::aCoveredNode()
{
    const CreatePlan covered = plan(good());
    QVERIFY(covered.problems.empty());
    QVERIFY(covered.isCovered);
    QVERIFY(!covered.dollarsPerDay);
    QCOMPARE(covered.request.spec.type, QString("v6e-8"));
    QCOMPARE(covered.request.spec.runtimeVersion, QString("v2-alpha-tpuv6e"));
    QVERIFY2(
        covered.coverage.join('\n').startsWith("europe-west4-a: covered until "),
        qPrintable(covered.coverage.join('\n')));
}

void TestCreatePlan::whatIsNotCoveredHasThePriceOfTheDearestZone()
{
    CreateForm form = good();
    form.spot = false;
    form.zones = "europe-west4-a, us-east5-a  europe-west4-a";
    const CreatePlan costly = plan(form);
    QVERIFY(costly.problems.empty());
    QCOMPARE(costly.request.zones.size(), std::size_t(2));
    QCOMPARE(costly.coverage.size(), 2);
    QVERIFY(!costly.isCovered);
    QCOMPARE(costly.dollarsPerDay.value_or(0), 8 * 2.97 * 24);
    form.zones = "europe-west4-a mars-north1-a";
    QVERIFY(!plan(form).dollarsPerDay); // one price is not known
    form.zones.clear();
    QVERIFY(!plan(form).isCovered);
    form = good();
    form.manner.means = lifecycle::Means::FlexStart;
    QVERIFY(!plan(form).isCovered && !plan(form).dollarsPerDay);
}

/// What was confirmed for one zone does not hold for a dearer one.
void TestCreatePlan::otherZonesThatCostMoreAreAskedFor()
{
    const Zone covered = *Zone::parse("europe-west4-a");
    const Zone costly = *Zone::parse("us-east5-a");
    const Zone unknown = *Zone::parse("mars-north1-a");
    NodeRequest wanted = plan(good()).request;
    const auto other = [&](const std::vector<Zone> &zones) {
        return planZones(wanted, zones, grants(), snapshotOf({{}}), sketchTime());
    };
    QVERIFY(!other({covered}).isCostly && other({covered}).coverage.isEmpty()); // as before
    const ZonesPlan asked = other({covered, costly});
    QVERIFY(asked.isCostly && asked.problem.isEmpty());
    QCOMPARE(asked.coverage.size(), 1);
    QVERIFY2(
        asked.coverage[0].startsWith("us-east5-a: not covered, $"), qPrintable(asked.coverage[0]));
    const double price = asked.dollarsPerDay.value_or(0);
    QVERIFY(price > 1);
    wanted.confirmedDollarsPerDay = price - 1;
    QVERIFY(other({costly}).isCostly);
    wanted.confirmedDollarsPerDay = price;
    QVERIFY(!other({costly}).isCostly);
    QVERIFY(other({costly, unknown}).isCostly && !other({costly, unknown}).dollarsPerDay);
    wanted.zones = {costly};
    wanted.confirmedDollarsPerDay.reset();
    QVERIFY(!other({covered}).isCostly);
    wanted.isRace = true;
    QVERIFY(!other({covered}).problem.isEmpty()); // of one zone
}

void TestCreatePlan::problems_data()
{
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    QTest::newRow("project") << int(Field::Project) << "No_Project";
    QTest::newRow("name") << int(Field::Name) << "New!";
    QTest::newRow("no name") << int(Field::Name) << "";
    QTest::newRow("chips") << int(Field::Type) << "0";
    QTest::newRow("zones") << int(Field::Zones) << "europe-west4-a ../x";
    QTest::newRow("no zones") << int(Field::Zones) << " ";
    QTest::newRow("version") << int(Field::Version) << "a b";
    QTest::newRow("reservation") << int(Field::How) << "Not A Name";
}

void TestCreatePlan::problems()
{
    QFETCH(int, field);
    QFETCH(QString, text);
    CreateForm form = good();
    switch (Field(field)) {
    case Field::Project:
        form.project = text;
        break;
    case Field::Name:
        form.name = text;
        break;
    case Field::Type:
        form.chips = text.toInt();
        break;
    case Field::Zones:
        form.zones = text;
        break;
    case Field::Version:
        form.version = text;
        break;
    case Field::How:
        form.manner.reservation = text;
        break;
    }
    const CreatePlan bad = plan(form);
    QCOMPARE(bad.problems.size(), std::size_t(1));
    QCOMPARE(int(bad.problems.begin()->first), field);
    QVERIFY(!bad.problems.begin()->second.isEmpty());
    form = good();
    form.generation = lifecycle::Generation::V4; // which begins with four
    form.chips = 1;
    QCOMPARE(plan(form).problems[Field::Type], QString("No type of v4 has 1 chip."));
}

/// Not first when the node stands, and costs.
void TestCreatePlan::aRecipeThatCannotFollowIsSaid()
{
    CreateForm form = good();
    form.manner.recipes = QStringList{"timezone", "timezoen", "/srv/recipes/own.sh"};
    QVERIFY(plan(form).problems.empty()); // which there are is not known yet
    form.manner.unattended = QStringList{"limits", "timezone"};
    QCOMPARE(
        plan(form).problems[Field::How],
        QString("There is no recipe “timezoen” that runs without values."));
    form.manner.recipes.removeAll("timezoen");
    QVERIFY(plan(form).problems.empty());
}

void TestCreatePlan::aTakenNameIsSaid()
{
    CreateForm form = good();
    form.name = "tpu1";
    QVERIFY(plan(form).problems.empty()); // that one is in another zone
    form.zones = "europe-west4-a us-central1-a";
    QCOMPARE(
        plan(form).problems[Field::Name],
        QString("There is a node tpu1 in us-central1-a already."));
}

void TestCreatePlan::theCommandsAskForTheSame()
{
    CreateForm form = good();
    form.zones = "europe-west4-a us-east5-a";
    form.untilCapacity = true;
    form.hours = 12;
    form.labels["team"] = "a b"; // no label, but it must not be able to break the line
    const NodeRequest request = plan(form).request;
    QCOMPARE(
        podiumctlCommand(request),
        QString("podiumctl create new --project=lab-speech --type=v6e-8 --zone=europe-west4-a "
                "--zone=us-east5-a --version=v2-alpha-tpuv6e --spot --label='team=a b' "
                "--until-capacity=12h"));
    QCOMPARE(
        gcloudCommand(request),
        QString("gcloud compute tpus tpu-vm create new --project=lab-speech --zone=europe-west4-a "
                "--accelerator-type=v6e-8 --version=v2-alpha-tpuv6e --spot --labels='team=a b' || "
                "gcloud compute tpus tpu-vm create new --project=lab-speech --zone=us-east5-a "
                "--accelerator-type=v6e-8 --version=v2-alpha-tpuv6e --spot --labels='team=a b'"));
}

void TestCreatePlan::anotherLikeThis()
{
    inventory::Snapshot standing = snapshotOf(
        {{.zone = "us-central2-b", .name = "pod-1", .type = "v4-64", .workers = 8, .spot = true},
         {.name = "pod-2", .number = 2}});
    for (inventory::NodeEntry &entry : standing.nodes) {
        entry.node.labels = {{"team", "x"}, {lockLabel(), "ada"}, {requestLabel(), "id"}};
    }
    const auto *entry = standing.find(refOf({.zone = "us-central2-b", .name = "pod-1"}));
    const CreateForm form = formLike(entry->node, standing);
    QCOMPARE(form.name, QString("pod-3"));
    QCOMPARE(form.project, QString("lab-speech"));
    QCOMPARE(form.zones, QString("us-central2-b"));
    QCOMPARE(form.version, entry->node.runtimeVersion);
    QVERIFY(form.spot);
    QCOMPARE(form.labels, (QMap<QString, QString>{{"team", "x"}}));
    const CreatePlan like = planCreate(form, {}, standing, sketchTime());
    QCOMPARE(like.request.spec.type, QString("v4-64"));
    QVERIFY(like.problems.empty());
}

void TestCreatePlan::theFirstFormFollowsTheGrants()
{
    const auto standing = snapshotOf({{.project = "other-lab"}, {.number = 2}});
    const CreateForm form = firstForm(grants(), standing, sketchTime());
    QCOMPARE(form.project, QString("lab-speech"));
    QCOMPARE(form.zones, QString("europe-west4-a"));
    QVERIFY(form.spot);
    QVERIFY(planCreate(form, grants(), standing, sketchTime()).isCovered);
    QCOMPARE(zonesFor(form, grants(), standing), QStringList("europe-west4-a"));
    const CreateForm without = firstForm({}, standing, sketchTime());
    QCOMPARE(without.project, QString("other-lab"));
    QVERIFY(!without.name.isEmpty());
    const CreateForm after = firstForm(grants(), standing, sketchTime().addDays(60));
    QCOMPARE(after.project, QString("other-lab"));
}

QTEST_GUILESS_MAIN(TestCreatePlan)
#include "tst_createplan.moc"
