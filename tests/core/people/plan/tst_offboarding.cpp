// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/revocationproof.h"
#include "tests/core/people/planning.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

class TestOffboarding final : public QObject
{
    Q_OBJECT

private slots:
    void goneFromTheRoster();
    void offboardings_data();
    void offboardings();
    void lockedStaysLocked();
    void formerMembersKeysElsewhere();
    void keysThatAreNotSeenAreNotGone();
    void whateverIsTakenAwayIsProven();
    void neverTheLastKeyOfOurs();
    void textsOfAWorkerDeceiveNobody();
    void commentsStandAsTheyAre();
};

void TestOffboarding::goneFromTheRoster()
{
    AccountText stranger;
    stranger.keys = key(5).text() + " own\n";
    QVERIFY(planOne({}, {stranger}).login.isEmpty());
    const AccountPlan plan = planOne({}, {actualUser()});
    QCOMPARE(stepsOf(plan), (QStringList{"lock-account", "remove-key"}));
    QCOMPARE(plan.state, AccountState::ToRemove);
    QCOMPARE(plan.data, QByteArray("leave user1\naccount lock\nhome keep\nsessions keep\nend\n"));
}

void TestOffboarding::offboardings_data()
{
    QTest::addColumn<int>("account");
    QTest::addColumn<int>("home");
    QTest::addColumn<bool>("end");
    QTest::addColumn<QStringList>("steps");
    const auto row = [](const char *name, AccountChoice account, HomeChoice home, bool end,
                        const QStringList &steps) {
        QTest::newRow(name) << int(account) << int(home) << end << steps;
    };
    row("keep", AccountChoice::Keep, HomeChoice::Keep, false,
        {"remove-key", "remove-key", "revoke-sudo", "release-account"});
    row("lock", AccountChoice::Lock, HomeChoice::Delete, true,
        {"lock-account", "remove-key", "remove-key", "revoke-sudo", "end-sessions"});
    row("delete, keep the home", AccountChoice::Delete, HomeChoice::Keep, true,
        {"revoke-sudo", "end-sessions", "delete-account"});
    row("delete, pack the home", AccountChoice::Delete, HomeChoice::Archive, true,
        {"revoke-sudo", "end-sessions", "archive-home", "delete-account"});
    row("delete all", AccountChoice::Delete, HomeChoice::Delete, true,
        {"revoke-sudo", "end-sessions", "delete-home", "delete-account"});
    row("delete while it runs", AccountChoice::Delete, HomeChoice::Delete, false, {});
}

void TestOffboarding::offboardings()
{
    QFETCH(int, account);
    QFETCH(int, home);
    QFETCH(bool, end);
    QFETCH(QStringList, steps);
    const Offboarding offboarding{AccountChoice(account), HomeChoice(home), end};
    const AccountPlan plan = planOne(
        {}, {actualUser(key(7).text() + " by hand\n")},
        "sudoers /etc/sudoers.d/podium-user1 user1 ALL=(ALL:ALL) NOPASSWD:ALL\n"
        "process 1001 77 tmux: server\nprocesses 1001 1\n",
        formerMemberWith(7, offboarding));
    QCOMPARE(stepsOf(plan), steps);
    QCOMPARE(plan.state, steps.isEmpty() ? AccountState::Blocked : AccountState::ToRemove);
    if (!end) {
        QVERIFY(notesOf(plan).contains("tmux"));
    }
    if (!steps.isEmpty()) {
        QVERIFY(plan.data.contains("drop " + key(7).blob().toBase64()));
    }
}

void TestOffboarding::lockedStaysLocked()
{
    AccountText text = actualUser();
    text.managed = "origin created\nlocked";
    text.keys = key(5).text() + " own\n";
    const QByteArray closed = "password user1 locked 1\n";
    QVERIFY(planOne({}, {text}, closed, formerMemberWith(1)).login.isEmpty());
    // Opened by hand since: to be done again.
    const QStringList again{"lock-account"};
    QCOMPARE(stepsOf(planOne({}, {text}, {}, formerMemberWith(1))), again);
}

/// Their own account, let go before, with a file that Podium does not read.
void TestOffboarding::keysThatAreNotSeenAreNotGone()
{
    for (const char *mode : {"a1ff", "8180"}) { // a link, one that is too large
        AccountText text;
        text.keyMode = mode;
        const AccountPlan plan = planOne({}, {text}, {}, formerMemberWith(7));
        QVERIFY2(notesOf(plan).contains("who has left"), qPrintable(notesOf(plan)));
        QVERIFY(plan.steps.empty() && plan.data.isEmpty());
        QVERIFY(planOne({}, {text}).login.isEmpty()); // a stranger's, of whom nobody has left
    }
    // Nor in an account of somebody else's, nor in the second file, which is a link.
    AccountText shared;
    shared.login = "shared";
    shared.keyMode = "a1ff";
    QVERIFY(notesOf(planOne({}, {shared}, {}, formerMemberWith(7))).contains("who has left"));
    QVERIFY(planOne({}, {shared}).login.isEmpty());
    const QByteArray second = "path a1ff 1001 1001 9 /home/user1/.ssh/authorized_keys2\n";
    for (const AccountText &account : {AccountText(), actualUser()}) {
        const AccountPlan plan = planOne({}, {account}, second, formerMemberWith(7));
        QVERIFY2(notesOf(plan).contains("authorized_keys2"), qPrintable(notesOf(plan)));
    }
    AccountText folder;
    folder.folderMode = "a1ff";
    QVERIFY(notesOf(planOne({}, {folder}, {}, formerMemberWith(7))).contains("who has left"));
    QVERIFY(planOne({}, {AccountText()}, {}, formerMemberWith(7)).login.isEmpty());
}

void TestOffboarding::formerMembersKeysElsewhere()
{
    AccountText shared;
    shared.login = "shared";
    shared.keys = key(7).text() + " by hand\n";
    const AccountPlan plan = planOne({}, {shared}, {}, formerMemberWith(7));
    QCOMPARE(plan.state, AccountState::Blocked);
    QVERIFY(plan.data.isEmpty());
    QVERIFY(notesOf(plan).contains("user1"));
    // The account of that name which Google made: the key goes, the account stays.
    AccountText google;
    google.keys = "# Added by Google\n" + key(7).text() + " user1\n";
    const AccountPlan googles = planOne({}, {google}, "google user1\n", formerMemberWith(7));
    QCOMPARE(stepsOf(googles), QStringList{"remove-key"});
    QVERIFY(googles.data.contains("account keep\n"));
    QVERIFY(notesOf(googles).contains("metadata"));
    // In an account that stays, too.
    const AccountPlan stays =
        planOne(desiredUser(), {actualUser(key(7).text() + " by hand\n")}, {}, formerMemberWith(7));
    QCOMPARE(stepsOf(stays), QStringList{"remove-key"});
}

void TestOffboarding::whateverIsTakenAwayIsProven()
{
    using Revoked = std::vector<RevokedKeys>;
    AccountText other = actualUser(key(7).text() + " by hand\n" + key(8).text() + " by hand\n");
    other.keys += "# Added by Google\n" + key(9).text() + " user1\n";
    const auto before = parseFound(tests::workerText({other}));
    QVERIFY(before);
    DesiredAccount account = desiredUser();
    QVERIFY(keysToRefuse({}, {account}, &*before) == Revoked());
    // Of somebody who has left, found in the account of another.
    FormerMember gone = formerMemberWith(7).formerMembers.front();
    gone.login = *UserName::parse("gone");
    gone.logins = {gone.login};
    QVERIFY(
        keysToRefuse({gone}, {account}, &*before) ==
        (Revoked{{"gone", {key(7)}}, {"user1", {key(7)}}}));
    // An account that has no other keys: but what comes from Google's metadata is only warned
    // about.
    account.exclusive = true;
    QVERIFY(keysToRefuse({}, {account}, &*before) == (Revoked{{"user1", {key(7), key(8)}}}));
    account.keys.push_back({key(8), key(8).text() + " own", std::nullopt, account.login});
    QVERIFY(keysToRefuse({}, {account}, &*before) == (Revoked{{"user1", {key(7)}}}));
    QVERIFY(keysToRefuse({}, {}, &*before) == (Revoked{{"user1", {key(1)}}}));
}

void TestOffboarding::neverTheLastKeyOfOurs()
{
    const auto plan = [](const QByteArray &keys, const QList<PublicKey> &own) {
        AccountText text = actualUser();
        text.keys = keys;
        QByteArray said = tests::workerText({text});
        said.replace("self 1 6:podium", "self 1 5:user1");
        const auto found = parseFound(said);
        const DesiredAccounts list{desiredUser()};
        PlanContext context;
        context.ownKeys = own;
        return planPeople({{worker(), &list, &*found, nullptr}}, context).at(0).accounts.at(0);
    };
    const QByteArray both = blockOf({key(1).text() + " key", key(2).text() + " old"});
    QCOMPARE(plan(both, {key(2)}).state, AccountState::Blocked);
    QCOMPARE(plan(both, {}).state, AccountState::Blocked);
    QCOMPARE(plan(both, {key(1)}).state, AccountState::Differs);
    QCOMPARE(plan(both + key(2).text() + " own\n", {key(2)}).state, AccountState::Differs);
    // Nor does it take away its own account.
    QByteArray said = tests::workerText({actualUser()});
    said.replace("self 1 6:podium", "self 1 5:user1");
    const auto found = parseFound(said);
    const auto plans = planPeople({{worker(), nullptr, &*found, nullptr}}, {});
    QCOMPARE(plans.at(0).accounts.at(0).state, AccountState::Blocked);
    QVERIFY(plans.at(0).data({}).isEmpty());
}

void TestOffboarding::textsOfAWorkerDeceiveNobody()
{
    const QByteArray hostile = "\xe2\x80\xae\x1b[2J";
    const AccountPlan stays = planOne(
        desiredUser(), {actualUser()},
        "sudoers /etc/sudoers user1 ALL=(ALL) ALL " + hostile + '\n');
    AccountText left = actualUser();
    left.managed += "\ngroups " + hostile;
    left.groups = hostile;
    const AccountPlan goes = planOne({}, {left});
    QCOMPARE(stepsOf(goes), (QStringList{"lock-account", "remove-key", "remove-group"}));
    const QString said = notesOf(stays) + goes.steps[2].text;
    QVERIFY2(said.contains("[2J"), qPrintable(said));
    QVERIFY(!said.contains(QChar(0x202e)) && !said.contains(QChar(0x1b)));
}

/// A key's comment may be any text.
void TestOffboarding::commentsStandAsTheyAre()
{
    const QByteArray line = key(7).text() + " at %1 %3\n";
    const auto fault = [](const QString &said, const char *part) {
        return said.contains(part) ? QString() : said;
    };
    AccountText shared;
    shared.login = "shared";
    shared.keys = line;
    QCOMPARE(
        fault(
            notesOf(planOne({}, {shared}, {}, formerMemberWith(7))),
            "(at %1 %3) of user1, who has left, opens this account (line 1)"),
        QString());
    QCOMPARE(
        fault(notesOf(planOne(desiredUser(), {actualUser(line)})), "(at %1 %3) in line "),
        QString());
    const AccountPlan goes = planOne({}, {actualUser(line)}, {}, formerMemberWith(7));
    QString steps;
    for (const PlanStep &step : goes.steps) {
        steps += step.text + '\n';
    }
    QCOMPARE(fault(steps, "(at %1 %3) from line "), QString());
}

QTEST_GUILESS_MAIN(TestOffboarding)
#include "tst_offboarding.moc"
