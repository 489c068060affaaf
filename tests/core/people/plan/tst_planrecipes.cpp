// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/planning.h"
#include "tests/core/people/planning.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// What a plan says of the recipes that are run where an account was made.
class TestPlanRecipes final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_context.recipes.all = QStringList{"files", "shell"}; }
    void theyAreNamedForNewAccounts();
    void ofOthersThereIsNothingToSay();
    void theyAreThoseOfTheRoster();
    void onesOwnComeAfterThoseOfAll();

private:
    PlanContext m_context;
};

void TestPlanRecipes::theyAreNamedForNewAccounts()
{
    const AccountPlan plan = planOne(desiredUser(), {}, {}, m_context);
    // They are the last of its steps, and counted with them.
    const AccountPlan without = planOne(desiredUser(), {});
    QCOMPARE(plan.steps.size(), without.steps.size() + 2);
    QVERIFY(plan.steps.mid(0, without.steps.size()) == without.steps);
    const QVector<PlanStep> added = plan.steps.mid(without.steps.size());
    QVERIFY(added[0].text.contains("files") && added[1].text.contains("shell"));
    QVERIFY(added[0].kind == StepKind::RunRecipe && added[1].kind == StepKind::RunRecipe);
    QCOMPARE(stepKindName(StepKind::RunRecipe), QString("run-recipe"));
    // They change nothing of the account itself.
    QVERIFY(plan.notes == without.notes && plan.state == without.state);
    QCOMPARE(plan.data, without.data);
}

void TestPlanRecipes::ofOthersThereIsNothingToSay()
{
    const AccountPlan present = planOne(desiredUser(), {actualUser()}, {}, m_context);
    QVERIFY(present.steps.empty() && present.notes.empty());
    PlanContext leaving = formerMemberWith(1);
    leaving.recipes = m_context.recipes;
    const AccountPlan plan = planOne({}, {actualUser()}, {}, leaving);
    QVERIFY(!plan.steps.empty());
    for (const PlanStep &step : plan.steps) {
        QVERIFY(step.kind != StepKind::RunRecipe);
    }
}

void TestPlanRecipes::theyAreThoseOfTheRoster()
{
    inventory::Snapshot snapshot;
    snapshot.nodes.push_back(nodeEntry({}));
    PlanningFacts facts;
    facts.roster.people = {person("ada", 1, "@all")};
    facts.roster.recipes = m_context.recipes.all;
    facts.roster.people[0].recipes = QStringList{"dotfiles"};
    facts.snapshot = std::make_shared<const inventory::Snapshot>(snapshot);
    facts.found.insert(worker(), std::make_shared<const ActualWorker>(*parseFound(workerText({}))));
    facts.now = sketchTime();
    const Planning planning = planAll(facts);
    const WorkerPlan *plan = planning.find(worker());
    QVERIFY(plan && plan->find("ada"));
    const QVector<PlanStep> steps = plan->find("ada")->steps;
    QVERIFY(steps.size() > 2);
    const PlanStep &ofAll = steps[steps.size() - 2];
    QVERIFY(ofAll.kind == StepKind::RunRecipe && steps.last().kind == StepKind::RunRecipe);
    QVERIFY(ofAll.text.contains("the recipe shell is run"));
    QVERIFY(steps.last().text.contains("the recipe dotfiles is run"));
    QCOMPARE(planning.counts.steps, plan->stepCount());
}

void TestPlanRecipes::onesOwnComeAfterThoseOfAll()
{
    Roster roster;
    roster.people = {person("ada", 1, "@all"), person("ben", 2, "@all")};
    roster.people[0].recipes = QStringList{"dotfiles", "files"};
    roster.people[1].recipes = QStringList{"tools"};
    roster.people[1].grants[0].login = UserName::parse("shared");
    roster.recipes = QStringList{"files"};
    const RecipesForAccounts recipes = recipesForAccounts(roster);
    QCOMPARE(recipes.of("ada"), (QStringList{"files", "dotfiles"}));
    // An account is whose it is, by whatever login.
    QCOMPARE(recipes.of("shared"), (QStringList{"files", "tools"}));
    QCOMPARE(recipes.of("ben"), QStringList{"files"});
    QCOMPARE(recipes.of("eve"), QStringList{"files"});
}

QTEST_GUILESS_MAIN(TestPlanRecipes)
#include "tst_planrecipes.moc"
