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
    QVector<PlanNote> notes;
    for (const PlanNote &note : plan.notes) {
        if (note.text.contains("recipe")) {
            notes << note;
        }
    }
    QCOMPARE(notes.size(), 2);
    QVERIFY(notes[0].text.contains("files") && notes[1].text.contains("shell"));
    QVERIFY(notes[0].kind == PlanNote::Kind::Info);
    // They change nothing of the account itself.
    const AccountPlan without = planOne(desiredUser(), {});
    QVERIFY(plan.steps == without.steps && plan.state == without.state);
    QCOMPARE(plan.data, without.data);
}

void TestPlanRecipes::ofOthersThereIsNothingToSay()
{
    QVERIFY(planOne(desiredUser(), {actualUser()}, {}, m_context).notes.empty());
    PlanContext leaving = formerMemberWith(1);
    leaving.recipes = m_context.recipes;
    const AccountPlan plan = planOne({}, {actualUser()}, {}, leaving);
    QVERIFY(!plan.steps.empty());
    QVERIFY(!notesOf(plan).contains("recipe"));
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
    QVERIFY(notesOf(*plan->find("ada")).contains("the recipe shell is run"));
    QVERIFY(notesOf(*plan->find("ada")).contains("the recipe dotfiles is run"));
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
