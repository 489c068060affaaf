// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/people/planning.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// Sudo, groups and the shell.
class TestPlanRights final : public QObject
{
    Q_OBJECT

private slots:
    void rights();
    void rightsOfOurOwnLogin();
};

void TestPlanRights::rights()
{
    const QByteArray rule =
        "sudoers /etc/sudoers.d/podium-user1 user1 ALL=(ALL:ALL) NOPASSWD:ALL\n";
    DesiredAccount desired = desiredUser();
    QCOMPARE(stepsOf(planOne(desired, {actualUser()}, rule)), QStringList{"revoke-sudo"});
    desired.sudo = true;
    QVERIFY(planOne(desired, {actualUser()}, rule).login.isEmpty());
    QCOMPARE(stepsOf(planOne(desired, {actualUser()})), QStringList{"grant-sudo"});
    desired.sudo = false;
    const QByteArray other = "sudoers /etc/sudoers.d/x user1 ALL=(ALL) ALL\n";
    const AccountPlan plan = planOne(desired, {actualUser()}, other);
    QVERIFY(plan.steps.empty());
    QVERIFY(notesOf(plan).contains("root all the same"));
    AccountText text = actualUser();
    text.groups = "video";
    text.managed += "\ngroups video";
    QCOMPARE(stepsOf(planOne(desired, {text})), QStringList{"remove-group"});
    desired.groups = QStringList{"video"};
    QVERIFY(planOne(desired, {text}).login.isEmpty());
    desired.groups = QStringList{"render", "video"};
    QCOMPARE(stepsOf(planOne(desired, {text})), QStringList{"add-group"});
    desired.groups = QStringList{"video"};
    desired.shell = "/bin/zsh";
    QCOMPARE(stepsOf(planOne(desired, {text})), QStringList{"set-shell"});
    text.managed = "origin adopted\ngroups video";
    QVERIFY(planOne(desired, {text}).steps.empty());
}

void TestPlanRights::rightsOfOurOwnLogin()
{
    const QByteArray rule =
        "sudoers /etc/sudoers.d/podium-user1 user1 ALL=(ALL:ALL) NOPASSWD:ALL\n";
    AccountText text = actualUser();
    text.groups = "video";
    text.managed += "\ngroups video";
    auto found = parseFound(tests::workerText({text}, rule));
    QVERIFY(found);
    found->self = "user1";
    DesiredAccounts list{desiredUser()};
    const auto planNow = [&] {
        return planPeople({{worker(), &list, &*found, nullptr}}, {}).at(0).accounts.at(0);
    };
    const AccountPlan plan = planNow();
    QVERIFY(plan.steps.empty()); // the script would refuse them, each time
    QVERIFY(plan.data.isEmpty());
    QCOMPARE(plan.state, AccountState::Blocked);
    QCOMPARE(plan.notes.size(), 2);
    QVERIFY(plan.notes[0].kind == PlanNote::Kind::Blocked);
    QVERIFY(plan.notes[0].text.contains("the group video"));
    QVERIFY(plan.notes[1].text.contains("sudo"));
    QVERIFY(plan.notes[1].text.contains("another one, or take it away by hand"));
    list[0].groups = QStringList{"render", "video"}; // what can be done is done
    QCOMPARE(stepsOf(planNow()), QStringList{"add-group"});
    QCOMPARE(planNow().state, AccountState::Differs);
    QVERIFY(notesOf(planNow()).contains("sudo"));
}

QTEST_GUILESS_MAIN(TestPlanRights)
#include "tst_planrights.moc"
