// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/actualstate.h"
#include "tests/core/people/planning.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// What a worker may say at the most, and what is made of a name that it says twice.
class TestFoundBounds final : public QObject
{
    Q_OBJECT

private slots:
    void oneFileOfKeysForManyAccounts();
    void whatIsBeyondIsNotThere_data();
    void whatIsBeyondIsNotThere();
    void moreKeysThanAreTold();
    void manyRulesOfSudo();
    void manyProcesses();
    void patternsOfSshd_data();
    void patternsOfSshd();
    void aNameThatIsThereTwice();
};

void TestFoundBounds::oneFileOfKeysForManyAccounts()
{
    constexpr int accounts = 300;
    constexpr int lines = 1000;
    QByteArray text;
    for (int i = 0; i < accounts; ++i) {
        const QByteArray number = QByteArray::number(1000 + i);
        text += "account a" + number + ":x:" + number + ":100::/home/shared:/bin/bash\n";
    }
    text += "path 8180 1000 100 9 /home/shared/.ssh/authorized_keys\n" +
            keyFileText(1, "/home/shared/.ssh/authorized_keys", QByteArray("x\n").repeated(lines));
    const auto worker = parseFound(workerText({}, text));
    QVERIFY(worker);
    int read = 0;
    int notRead = 0;
    for (const auto &account : worker->accounts) {
        read += account->keyFile == KeyFileState::Read ? int(account->keys.size()) : 0;
        notRead += account->keyFile == KeyFileState::NotRead ? 1 : 0;
    }
    QCOMPARE(read, 200000);
    QCOMPARE(notRead, 100); // and nothing is planned with what was not read
}

void TestFoundBounds::whatIsBeyondIsNotThere_data()
{
    QTest::addColumn<QByteArray>("cut");
    QTest::addColumn<QString>("said");
    QTest::newRow("accounts") << QByteArray("accounts") << "5,000 accounts:";
    QTest::newRow("groups") << QByteArray("groups") << "5,000 groups:";
    QTest::newRow("of a newer script") << QByteArray("others") << "5,000 lines of a kind:";
}

/// It is no worker of which all is known.
void TestFoundBounds::whatIsBeyondIsNotThere()
{
    QFETCH(QByteArray, cut);
    QFETCH(QString, said);
    const auto worker = parseFound(workerText({actualUser()}, "cut " + cut + '\n'));
    QVERIFY(!worker);
    QCOMPARE(worker.error().kind, ErrorKind::Refused);
    QVERIFY2(worker.error().text().contains(said), qPrintable(worker.error().text()));
}

void TestFoundBounds::moreKeysThanAreTold()
{
    AccountText user = actualUser();
    QCOMPARE(
        parseFound(workerText({user}, "keycut 2\n"))->find("user1")->keyFile, KeyFileState::Read);
    const QByteArray cut = "keycut 1\n";
    QCOMPARE(parseFound(workerText({user}, cut))->find("user1")->keyFile, KeyFileState::NotRead);
    QCOMPARE(planOne(desiredUser(), {user}, cut).state, AccountState::Blocked);
    // The second file, of which there is a part, or which is a link.
    user.secondFile = key(2).text() + " two\n";
    const QByteArray second = "path 8180 1001 1001 9 /home/user1/.ssh/authorized_keys2\n";
    QVERIFY(!parseFound(workerText({user}, second))->find("user1")->hidesSecondFile);
    const QByteArrayList hidden{second + "keycut 2\n", QByteArray(second).replace("8180", "a1ff")};
    for (const QByteArray &more : hidden) {
        user.secondFile = more.contains("keycut") ? user.secondFile : QByteArray();
        QVERIFY(parseFound(workerText({user}, more))->find("user1")->hidesSecondFile);
        const AccountPlan plan = planOne(desiredUser(), {user}, more);
        QVERIFY2(notesOf(plan).contains("authorized_keys2"), qPrintable(notesOf(plan)));
    }
}

void TestFoundBounds::manyRulesOfSudo()
{
    QByteArray rules;
    for (int i = 0; i < 5000; ++i) {
        rules += "sudoers /etc/sudoers ALL ALL=/bin/true " + QByteArray::number(i) + '\n';
    }
    const auto worker = parseFound(workerText(
        {actualUser()},
        rules + "sudoers /etc/sudoers.d/podium-user1 user1 ALL=(ALL:ALL) NOPASSWD:ALL\n"));
    QVERIFY(worker);
    const ActualAccount *user = worker->find("user1");
    QVERIFY(user->sudoSources.size() > 0);
    QVERIFY(user->sudoSources.size() <= 500);
    QVERIFY(user->hasPodiumSudo && user->isPodiumSudoRight);
}

void TestFoundBounds::manyProcesses()
{
    QByteArray text = "processes 1001 9000\n";
    for (int i = 0; i < 9000; ++i) {
        text += "process 1001 " + QByteArray::number(i) + " sh\n";
    }
    const auto worker = parseFound(workerText({actualUser()}, text));
    QVERIFY(worker);
    QCOMPARE(worker->processes.value("user1").count, 9000);
    QCOMPARE(worker->processes.value("user1").names.size(), 20);
}

void TestFoundBounds::patternsOfSshd_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("problems");
    QTest::newRow("all") << QByteArray("allowusers *") << 0;
    QTest::newRow("whole name") << QByteArray("allowusers user") << 1;
    QTest::newRow("a letter") << QByteArray("allowusers user?") << 0;
    QTest::newRow("a letter too many") << QByteArray("allowusers user1?") << 1;
    QTest::newRow("back and forth") << QByteArray("denyusers *s*r*1") << 1;
    QTest::newRow("not at the end") << QByteArray("denyusers *u*e") << 0;
    QTest::newRow("no regular expression") << QByteArray("denyusers user[0-9]") << 0;
    QTest::newRow("many stars") << QByteArray("denyusers " + QByteArray("*u").repeated(120)) << 0;
    QTest::newRow("groups") << QByteArray("allowgroups vid* user1") << 0;
    QTest::newRow("no group of these") << QByteArray("allowgroups vid*") << 1;
}

void TestFoundBounds::patternsOfSshd()
{
    QFETCH(QByteArray, line);
    QFETCH(int, problems);
    const auto worker = parseFound(workerText({actualUser()}, "sshd " + line + '\n'));
    QVERIFY(worker);
    QCOMPARE(int(worker->find("user1")->pathProblems.size()), problems);
}

void TestFoundBounds::aNameThatIsThereTwice()
{
    // From a directory service, too: the second would be taken for one that nobody wants.
    const QByteArray again = "account user1:x:70000:70000::/home/other:/bin/sh\n";
    const auto worker = parseFound(workerText({actualUser()}, again));
    QVERIFY(worker);
    QCOMPARE(int(worker->accounts.size()), 2);
    QCOMPARE(worker->find("user1")->uid, 1001);
    QVERIFY(planOne(desiredUser(), {actualUser()}, again).login.isEmpty());
}

QTEST_GUILESS_MAIN(TestFoundBounds)
#include "tst_actualbounds.moc"
