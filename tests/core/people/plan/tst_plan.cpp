// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/people/planning.h"
#include "tests/core/people/planstate.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

class TestPlan final : public QObject
{
    Q_OBJECT

private slots:
    void nothingToDo();
    void notLookedAt();
    void newAccount();
    void adoptsOnlyOnRequest();
    void systemAccountsAreLeftAlone();
    void shellsThatLetNobodyIn();
    void lockedComesBack();
    void linksBlock();
    void warnings_data();
    void warnings();
    void dataOfAWorker();
    void names();
    void fleetsArePlannedAsEachWorkerAlone();
    void fifteenHundredWorkers();
};

void TestPlan::nothingToDo()
{
    const AccountPlan plan = planOne(desiredUser(), {actualUser()});
    QVERIFY(plan.login.isEmpty());
    const auto found = parseFound(tests::workerText({actualUser()}));
    const DesiredAccounts list{desiredUser()};
    const auto plans = planPeople({{worker(), &list, &*found, nullptr}}, {});
    QCOMPARE(plans[0].stepCount(), 0);
    QCOMPARE(tests::stateOf(plans[0], "user1"), AccountState::AsWished);
    QVERIFY(plans[0].data({}).isEmpty());
}

void TestPlan::notLookedAt()
{
    const DesiredAccounts list{desiredUser()};
    const auto plans = planPeople({{worker(), &list, nullptr, nullptr}}, {});
    QVERIFY(!plans[0].isKnown);
    QCOMPARE(plans[0].desiredAccounts, 1);
    QCOMPARE(tests::stateOf(plans[0], "user1"), AccountState::Unknown);
}

void TestPlan::newAccount()
{
    DesiredAccount desired = desiredUser();
    desired.fullName = "A; name $(x)";
    desired.sudo = true;
    desired.groups = QStringList{"docker"};
    desired.shell = "/bin/zsh";
    const AccountPlan plan = planOne(desired, {});
    QCOMPARE(stepsOf(plan), (QStringList{"create-account", "add-group", "add-key", "grant-sudo"}));
    QCOMPARE(plan.state, AccountState::ToAdd);
    QVERIFY(notesOf(plan).contains("docker"));
    QCOMPARE(
        plan.data, QByteArray(
                       "account user1\ngecos !A;\\sname\\s$(x)\nshell /bin/zsh\ngroup docker\n"
                       "sudo yes\nkey - !" +
                       key(1).text().replace(' ', "\\s") + "\\skey\nend\n"));
}

void TestPlan::adoptsOnlyOnRequest()
{
    AccountText stranger;
    stranger.keys = key(5).text() + " own\n";
    DesiredAccount desired = desiredUser();
    const AccountPlan refused = planOne(desired, {stranger});
    QCOMPARE(refused.state, AccountState::Blocked);
    QVERIFY(refused.steps.empty() && refused.data.isEmpty());
    desired.adopt = true;
    const AccountPlan adopted = planOne(desired, {stranger});
    QCOMPARE(stepsOf(adopted), (QStringList{"adopt-account", "add-key"}));
    QCOMPARE(adopted.state, AccountState::ToAdd);
    QVERIFY(adopted.data.contains("adopt yes\n"));
    QVERIFY(notesOf(adopted).contains(key(5).fingerprint()));
}

void TestPlan::systemAccountsAreLeftAlone()
{
    AccountText system;
    system.uid = 999;
    DesiredAccount desired = desiredUser();
    desired.adopt = true;
    QCOMPARE(planOne(desired, {system}).state, AccountState::Blocked);
    system.managed = "origin created";
    QVERIFY(planOne({}, {system}).steps.empty());
}

void TestPlan::shellsThatLetNobodyIn()
{
    DesiredAccount desired = desiredUser();
    AccountText text = actualUser();
    text.shell = "/usr/sbin/nologin";
    const AccountPlan found = planOne(desired, {text});
    QVERIFY(found.steps.empty() && notesOf(found).contains("/usr/sbin/nologin"));
    desired.shell = "/bin/sh"; // it is about to get another
    QCOMPARE(stepsOf(planOne(desired, {text})), QStringList{"set-shell"});
    QCOMPARE(notesOf(planOne(desired, {text})), QString());
    text.managed = "origin adopted"; // it keeps its own
    QVERIFY(notesOf(planOne(desired, {text})).contains("lets nobody in"));
    desired.shell = "/bin/false";
    QVERIFY(notesOf(planOne(desired, {actualUser()})).contains("/bin/false"));
    QVERIFY(notesOf(planOne(desired, {})).contains("/bin/false"));
}

void TestPlan::lockedComesBack()
{
    AccountText text = actualUser();
    text.managed = "origin created\nlocked";
    text.keys.clear();
    const AccountPlan plan = planOne(desiredUser(), {text}, "password user1 locked 1\n");
    QCOMPARE(stepsOf(plan), (QStringList{"unlock-account", "add-key"}));
    QCOMPARE(plan.state, AccountState::ToAdd);
}

void TestPlan::linksBlock()
{
    AccountText text = actualUser();
    text.folderMode = "a1ff";
    const AccountPlan plan = planOne(desiredUser(), {text});
    QCOMPARE(plan.state, AccountState::Blocked);
    QVERIFY(notesOf(plan).contains("link"));
}

void TestPlan::warnings_data()
{
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<QString>("text");
    QTest::newRow("guest agent") << QByteArray("google user1\n") << "guest agent";
    QTest::newRow("password") << QByteArray("password user1 set -\n") << "password";
    QTest::newRow("closed") << QByteArray("password user1 locked 1\n") << "closed";
    QTest::newRow("sshd") << QByteArray("sshd allowusers podium\n") << "allowusers";
}

void TestPlan::warnings()
{
    QFETCH(QByteArray, facts);
    QFETCH(QString, text);
    const AccountPlan plan = planOne(desiredUser(), {actualUser()}, facts);
    QVERIFY(plan.steps.empty());
    QVERIFY2(notesOf(plan).contains(text), qPrintable(notesOf(plan)));
    QCOMPARE(plan.state, AccountState::AsWished);
}

void TestPlan::dataOfAWorker()
{
    const DesiredAccounts list{desiredUser()};
    const auto found = parseFound(tests::workerText({}));
    const auto plans = planPeople({{worker(), &list, &*found, nullptr}}, {});
    const QByteArray data = plans[0].data({key(9)});
    QVERIFY(data.startsWith("ours " + key(9).blob().toBase64() + "\naccount user1\n"));
    QVERIFY(data.endsWith("\nend\n"));
}

void TestPlan::names()
{
    QSet<QString> names;
    for (int kind = 0; kind <= int(StepKind::DeleteAccount); ++kind) {
        names.insert(stepKindName(StepKind(kind)));
    }
    QCOMPARE(names.size(), int(StepKind::DeleteAccount) + 1);
    QVERIFY(!names.contains(QString()));
    QCOMPARE(accountStateName(AccountState::ToRemove), QString("to-remove"));
}

void TestPlan::fleetsArePlannedAsEachWorkerAlone()
{
    DesiredAccounts list{desiredUser()};
    list.push_back(list[0]);
    list[1].login = *UserName::parse("user2");
    AccountText other = actualUser(key(7).text() + " of a leaver\n");
    AccountText left = actualUser();
    left.login = "user3";
    left.uid = 1003;
    AccountText own = actualUser();
    own.login = "podium";
    own.keys = key(7).text() + " of a leaver\n";
    const std::vector<QByteArray> texts{
        workerText({}),
        workerText({}),
        workerText({actualUser()}),
        workerText({other}),
        workerText({other}),
        workerText({other, left}),
        workerText({actualUser(), left}, "process 1003 77 python\nprocesses 1003 1\n"),
        workerText({left}),
        workerText({other}, "sudoers /etc/sudoers user1 ALL=(ALL) ALL\n"),
        workerText({own}),
        workerText({}),
    };
    PlanContext context;
    context.formerMembers.push_back({*UserName::parse("gone"), {}, {}, {key(7)}, {}, {}});
    const QSet<QString> clash{"user2", "user3"};
    std::vector<ActualWorker> found;
    for (const QByteArray &text : texts) {
        found.push_back(*parseFound(text));
    }
    std::vector<PlanInput> inputs;
    for (const ActualWorker &one : found) {
        inputs.push_back({worker(), &list, &one, nullptr});
        inputs.push_back({worker(), &list, &one, &clash});
        inputs.push_back({worker(), nullptr, &one, nullptr});
    }
    const auto together = planPeople(inputs, context);
    int steps = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
        QVERIFY2(
            together[i] == planPeople({inputs[i]}, context)[0], qPrintable(QString::number(i)));
        steps += together[i].stepCount();
    }
    QVERIFY(steps > 30);
}

void TestPlan::fifteenHundredWorkers()
{
    constexpr int people = 200;
    constexpr int workers = 1500;
    Roster roster;
    std::vector<AccountText> texts;
    for (int i = 0; i < people; ++i) {
        const QByteArray login = "user" + QByteArray::number(1000 + i);
        Person person = tests::person(login.constData(), i, i % 2 ? "@all" : "node-*");
        roster = *withPerson(roster, person);
        AccountText text;
        text.login = login;
        text.uid = 2000 + i;
        text.managed = "origin created";
        text.keys = blockOf({key(i).text() + " key-" + QByteArray::number(i)});
        texts.push_back(text);
    }
    const auto found = parseFound(tests::workerText(texts));
    QVERIFY(found);
    std::vector<tests::NodeSketch> nodes;
    for (int i = 0; i < workers; ++i) {
        tests::NodeSketch node;
        node.name = QStringLiteral("node-%1").arg(i);
        node.number = i;
        nodes.push_back(node);
    }
    const inventory::Snapshot snapshot = tests::snapshotOf(nodes);
    // Each worker has a found state of its own, as it does in life; equal accounts are shared.
    const std::vector<ActualWorker> states(size_t(workers), *found);
    const DesiredState desired = desiredState(roster, snapshot, at(1));
    std::vector<PlanInput> inputs;
    for (int i = 0; i < workers; ++i) {
        const NodeRef &ref = snapshot.nodes[size_t(i)].node.ref;
        inputs.push_back({{ref, 0}, desired.value(ref).get(), &states[size_t(i)], nullptr});
    }
    const auto plans = planPeople(inputs, {});
    QCOMPARE(int(plans.size()), workers);
    for (const WorkerPlan &plan : plans) {
        QCOMPARE(plan.stepCount(), 0);
        QCOMPARE(plan.desiredAccounts, people);
    }
}

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
