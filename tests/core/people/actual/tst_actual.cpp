// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/accountpool.h"
#include "core/people/actual/actualstate.h"
#include "tests/core/people/sketch.h"
#include "tests/core/people/workertext.h"

#include <QtTest>

using namespace podium;
using namespace podium::people;
using tests::AccountText;
using tests::answerText;
using tests::blockOf;
using tests::key;
using tests::workerText;

namespace {

ActualAccount only(const AccountText &account, const QByteArray &more = {})
{
    const auto worker = parseFound(workerText({account}, more));
    const ActualAccount *found =
        worker ? worker->find(QString::fromLatin1(account.login)) : nullptr;
    return found ? *found : ActualAccount();
}

} // namespace

class TestFound final : public QObject
{
    Q_OBJECT

private slots:
    void host();
    void account();
    void anAccountMadeAnewHasNoRecord();
    void keyOrigins();
    void blocks_data();
    void blocks();
    void expiries_data();
    void expiries();
    void keyFileStates();
    void sudoSources_data();
    void sudoSources();
    void pathProblems();
    void keyFileBarriers();
    void sshdLists();
    void traces();
    void equalAccountsAreOne();
    void notWhole_data();
    void notWhole();
    void hostileTextsStayTexts();
};

void TestFound::host()
{
    const auto worker = parseFound("Welcome!\nhost forged\n" + workerText({}));
    QVERIFY(worker);
    QCOMPARE(worker->host, QString("w-0"));
    QCOMPARE(worker->self, QString("podium"));
    QCOMPARE(worker->time, tests::at(0));
    QVERIFY(!worker->usesOsLogin());
    QVERIFY(
        parseFound(workerText({}, "sshd authorizedkeyscommand /usr/bin/google_authorized_keys\n"))
            ->usesOsLogin());
}

void TestFound::account()
{
    AccountText text;
    text.login = "user1";
    text.groups = "video";
    text.managed = "origin created\ngroups video render\nlocked";
    const ActualAccount found = only(text, "password user1 locked 1\ngoogle user1\n");
    QCOMPARE(found.uid, 1001LL);
    QCOMPARE(found.fullName, QString("A name"));
    QCOMPARE(found.shell, QString("/bin/bash"));
    QCOMPARE(found.groups, (QStringList{"user1", "video"}));
    QCOMPARE(found.origin, AccountOrigin::Created);
    QCOMPARE(found.managedGroups, (QStringList{"render", "video"}));
    QVERIFY(found.isLockedByPodium);
    QVERIFY(found.isClosed());
    QVERIFY(found.isGoogles);
    QVERIFY(!found.isSystem());
}

void TestFound::anAccountMadeAnewHasNoRecord()
{
    const auto withMark = [](const QByteArray &mark) {
        AccountText text;
        text.login = "user1";
        text.managed = "origin created\ngroups video\nlocked\n" + mark;
        return only(text);
    };
    // A password that was set takes the place of the mark, too: the number stays.
    const ActualAccount ours = withMark("mark replaced 1001");
    QCOMPARE(ours.uid, 1001LL);
    QCOMPARE(ours.origin, AccountOrigin::Created);
    for (const char *mark : {"mark gone 1001", "mark replaced 1002"}) {
        const ActualAccount found = withMark(mark);
        QCOMPARE(found.origin, AccountOrigin::None);
        QVERIFY(found.managedGroups.isEmpty() && !found.isLockedByPodium);
    }
}

void TestFound::keyOrigins()
{
    AccountText text;
    text.keys = blockOf({key(1).text() + " a"}) + key(2).text() + " b\n# Added by Google\n" +
                key(3).text() + " c\nnot a key\n\n# comment\n";
    const ActualAccount found = only(text);
    QCOMPARE(found.keyFile, KeyFileState::Read);
    QVERIFY(found.isBlockFirst);
    QCOMPARE(int(found.keys.size()), 4);
    QCOMPARE(found.keys[0].origin, KeyOrigin::Podium);
    QCOMPARE(found.keys[0].line->key, key(1));
    QCOMPARE(found.keys[1].origin, KeyOrigin::Other);
    QCOMPARE(found.keys[1].lineNumber, 4);
    QCOMPARE(found.keys[2].origin, KeyOrigin::Google);
    QVERIFY(!found.keys[3].line);
    AccountText second = text;
    second.secondFile = key(4).text() + " d\n";
    const ActualAccount both = only(second);
    QCOMPARE(int(both.keys.size()), 5);
    QVERIFY(both.keys[4].inSecondFile);
}

void TestFound::blocks_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<bool>("isFirst");
    QTest::addColumn<int>("ours");
    const QByteArray block = blockOf({key(1).text() + " a"});
    const QByteArray begin = block.left(block.indexOf('\n') + 1);
    const QByteArray other = key(2).text() + " b\n";
    QTest::newRow("none") << other << true << 0;
    QTest::newRow("first") << block + other << true << 1;
    QTest::newRow("CRLF") << QByteArray(block).replace("\n", "\r\n") << true << 1;
    QTest::newRow("not first") << other + block << false << 1;
    QTest::newRow("twice") << block + block << false << 2;
    QTest::newRow("never closed") << begin + other << false << 0;
    QTest::newRow("only closed") << "# END Podium\n" + other << false << 0;
    QTest::newRow("begun twice") << begin + other + block << false << 1;
}

void TestFound::blocks()
{
    QFETCH(QByteArray, keys);
    QFETCH(bool, isFirst);
    QFETCH(int, ours);
    AccountText text;
    text.keys = keys;
    const ActualAccount found = only(text);
    QCOMPARE(found.isBlockFirst, isFirst);
    const auto isOurs = [](const ActualKey &k) { return k.origin == KeyOrigin::Podium; };
    QCOMPARE(int(std::count_if(found.keys.begin(), found.keys.end(), isOurs)), ours);
}

void TestFound::expiries_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<qint64>("until"); // -1: none
    QTest::addColumn<bool>("isOwn");
    const qint64 year2030 = 1893456000;
    QTest::newRow("none") << QByteArray() << QByteArray() << qint64(-1) << true;
    QTest::newRow("told by the worker")
        << QByteArray("expiry-time=\"20300101020000\" ")
        << QByteArray("expiry 20300101020000 1893456000\n") << year2030 << true;
    QTest::newRow("with more options")
        << QByteArray("expiry-time=\"20300101020000\",no-pty ")
        << QByteArray("expiry 20300101020000 1893456000\n") << year2030 << false;
    QTest::newRow("by the offset") << QByteArray("expiry-time=\"20300101010000\" ")
                                   << QByteArray("time 1772323200 +0100\n") << year2030 << true;
    QTest::newRow("a day") << QByteArray("expiry-time=\"20300101\" ") << QByteArray() << year2030
                           << true;
    QTest::newRow("UTC") << QByteArray("expiry-time=\"20300101000000Z\" ")
                         << QByteArray("time 1772323200 +0100\n") << year2030 << true;
    // ctest sets the zone in which there is no such time.
    QTest::newRow("UTC, in an hour that is skipped here")
        << QByteArray("expiry-time=\"20270328023000Z\" ") << QByteArray() << qint64(1806201000)
        << true;
    QTest::newRow("the earlier one")
        << QByteArray("expiry-time=\"20310101\",expiry-time=\"20300101\" ") << QByteArray()
        << year2030 << false;
    QTest::newRow("no time") << QByteArray("expiry-time=\"soon\" ") << QByteArray() << qint64(0)
                             << true;
}

void TestFound::expiries()
{
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, facts);
    QFETCH(qint64, until);
    QFETCH(bool, isOwn);
    AccountText text;
    text.keys = blockOf({options + key(1).text() + " a"});
    const ActualAccount found = only(text, facts);
    QCOMPARE(int(found.keys.size()), 1);
    QCOMPARE(found.keys[0].until.value_or(-1), until);
    QCOMPARE(found.keys[0].base == key(1).text() + " a", isOwn);
}

void TestFound::keyFileStates()
{
    AccountText text;
    text.keyMode = "a1ff";
    QCOMPARE(only(text).keyFile, KeyFileState::Link);
    text.keyMode = "41c0";
    QCOMPARE(only(text).keyFile, KeyFileState::NotAFile);
    text.keyMode = "8180";
    QCOMPARE(only(text).keyFile, KeyFileState::NotRead);
    text.keyMode = "";
    QCOMPARE(only(text).keyFile, KeyFileState::Absent);
    text.folderMode = "a1ff";
    text.keys = key(1).text() + '\n';
    QCOMPARE(only(text).keyFile, KeyFileState::FolderLink);
    QVERIFY(only(text).keys.empty());
}

void TestFound::sudoSources_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<bool>("isNamed");
    QTest::newRow("login") << QByteArray("user1 ALL=(ALL) ALL") << true;
    QTest::newRow("list") << QByteArray("other, user1 ALL = NOPASSWD: ALL") << true;
    QTest::newRow("group") << QByteArray("%video ALL=(ALL:ALL) ALL") << true;
    QTest::newRow("uid") << QByteArray("#1001 ALL=ALL") << true;
    QTest::newRow("all") << QByteArray("ALL ALL=(ALL) NOPASSWD: /bin/ls") << true;
    QTest::newRow("another") << QByteArray("user11 ALL=(ALL) ALL") << false;
    QTest::newRow("another group") << QByteArray("%render ALL=(ALL) ALL") << false;
    QTest::newRow("only as a target") << QByteArray("other ALL=(user1) ALL") << false;
    QTest::newRow("defaults") << QByteArray("Defaults user1 x=y") << false;
    QTest::newRow("alias") << QByteArray("User_Alias X = user1") << false;
}

void TestFound::sudoSources()
{
    QFETCH(QByteArray, rule);
    QFETCH(bool, isNamed);
    AccountText text;
    text.groups = "video";
    const ActualAccount found = only(text, "sudoers /etc/sudoers.d/x " + rule + '\n');
    QCOMPARE(!found.sudoSources.isEmpty(), isNamed);
    QVERIFY(!found.hasPodiumSudo);
    const QByteArray own = "sudoers /etc/sudoers.d/podium-user1 ";
    const ActualAccount granted = only(text, own + "user1 ALL=(ALL:ALL) NOPASSWD:ALL\n");
    QVERIFY(granted.hasPodiumSudo && granted.isPodiumSudoRight);
    QVERIFY(granted.sudoSources.isEmpty());
    const ActualAccount changed =
        only(text, own + "user1 ALL=(ALL:ALL) NOPASSWD:ALL\n" + own + "x ALL=ALL\n");
    QVERIFY(changed.hasPodiumSudo && !changed.isPodiumSudoRight);
}

void TestFound::pathProblems()
{
    AccountText text;
    text.keys = key(1).text() + '\n';
    QVERIFY(only(text).pathProblems.isEmpty());
    text.homeMode = "41fd";
    QCOMPARE(only(text).pathProblems.size(), 1);
    QVERIFY(!only(text).hasLooseModes);
    text.homeMode = "41ed";
    text.keyMode = "81b4";
    QVERIFY(only(text).hasLooseModes);
    text.keyMode = "8180";
    text.folderOwner = 1002;
    QVERIFY(only(text).pathProblems.value(0).contains("someone else"));
    text.folderOwner = 0;
    QVERIFY(only(text).pathProblems.isEmpty());
    text.homeMode = "";
    QVERIFY(only(text).pathProblems.value(0).contains("no folder"));
}

void TestFound::keyFileBarriers()
{
    AccountText text;
    text.keys = key(1).text() + '\n';
    QCOMPARE(only(text).keyFileBarrier, QString());
    text.folderOwner = 0; // sshd takes its keys, and it cannot change them
    QVERIFY(only(text).keyFileBarrier.contains("/.ssh belongs to someone else"));
    text.folderOwner = -1;
    text.folderMode = "4100";
    QVERIFY(only(text).keyFileBarrier.contains("/.ssh does not let its owner in"));
    text.folderMode = "8180";
    QVERIFY(only(text).keyFileBarrier.contains("not a folder"));
    text.folderMode = "41c0";
    text.keyMode = "8000";
    QVERIFY(only(text).keyFileBarrier.contains("authorized_keys does not let its owner in"));
}

void TestFound::sshdLists()
{
    AccountText text;
    text.groups = "video";
    const auto problems = [&text](const QByteArray &facts) {
        return int(only(text, facts).pathProblems.size());
    };
    QCOMPARE(problems("sshd allowusers podium\nsshd allowusers user*\n"), 0);
    QCOMPARE(problems("sshd allowusers podium\n"), 1);
    QCOMPARE(problems("sshd denyusers user1@10.*\n"), 1);
    QCOMPARE(problems("sshd allowgroups video\nsshd denygroups render\n"), 0);
    QCOMPARE(problems("sshd allowgroups render\nsshd denygroups video\n"), 2);
}

void TestFound::traces()
{
    AccountText text;
    text.login = "user1";
    const auto worker = parseFound(workerText(
        {text},
        "lastlog user1 pts/0 10.0.0.1 Mon Mar 2 12:00:00 +0000 2026\nprocess 1001 77 tmux: server\n"
        "process 1002 78 python3\nprocesses 1001 3\ncrontab user1\nlinger user1\nunits user1\n"));
    QVERIFY(worker);
    const ActualAccount *user = worker->find("user1");
    QVERIFY(user && user->hasCrontab && user->lingers && user->hasUnits);
    const AccountProcesses processes = worker->processes.value("user1");
    QCOMPARE(processes.count, 3);
    QCOMPARE(processes.names, QStringList{"77 tmux: server"});
    QVERIFY(worker->lastLogins.value("user1").contains("2026"));
    QCOMPARE(int(worker->processes.size()), 1); // the account that Podium came by has none
}

void TestFound::equalAccountsAreOne()
{
    AccountPool pool;
    AccountText text;
    text.keys = key(1).text() + " a\n";
    AccountText other = text;
    other.keys = key(2).text() + " a\n";
    const auto read = [&pool](const AccountText &account, const QByteArray &more) {
        return *parseFound(workerText({account}, more), &pool);
    };
    ActualWorker a = read(text, {});
    const ActualWorker b = read(text, "lastlog user1 pts/0 Mon\nprocesses 1001 3\n");
    ActualWorker c = read(other, {});
    const ActualWorker d = read(text, "password user1 set -\n");
    QCOMPARE(b.find("user1"), a.find("user1"));
    QVERIFY(c.find("user1") != a.find("user1"));
    QVERIFY(d.find("user1") != a.find("user1"));
    QCOMPARE(d.find("podium"), a.find("podium"));
    // Nobody has it any more: it goes, and comes again.
    const std::weak_ptr<const ActualAccount> last = c.accounts[1];
    QCOMPARE(last.lock().get(), c.find("user1"));
    a = read(other, {});
    QCOMPARE(a.find("user1"), c.find("user1"));
    a = {};
    c = {};
    QVERIFY(last.expired());
    QCOMPARE(read(other, {}).find("user1")->keys[0].line->key, key(2));
}

void TestFound::notWhole_data()
{
    QTest::addColumn<QByteArray>("output");
    const QByteArray whole = workerText({AccountText{}});
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("another program") << QByteArray("hello\nworld\n");
    QTest::newRow("cut") << whole.left(whole.size() / 2);
    QTest::newRow("only the end") << QByteArray(answerText({}) + "end 0 \n");
    QTest::newRow("end cut") << whole.left(whole.size() - 4);
}

void TestFound::notWhole()
{
    QFETCH(QByteArray, output);
    const auto worker = parseFound(output);
    QVERIFY(!worker);
    QCOMPARE(worker.error().kind, ErrorKind::Protocol);
}

void TestFound::hostileTextsStayTexts()
{
    AccountText text;
    text.keys = "\x1b]0;x\x07 $(reboot)\nend 0 \naccount 1 22:root2:x:0:0::/:/bin/sh,\n" +
                QByteArray(9000, 'A') + "\n\xff\xfe\n";
    const auto worker = parseFound(workerText(
        {text}, "account bad\naccount a:b\nkey x y z\nkey 999999 1 z\npath zz\nprocess\npassword\n"
                "managed\ntime x\nkey 1 900 out of order\nsudoers\nexpiry\nother \x01\x02\n"));
    QVERIFY(worker);
    QVERIFY(!worker->find("root2"));
    QCOMPARE(int(worker->accounts.size()), 2);
    QCOMPARE(int(worker->find("user1")->keys.size()), 5);
    for (const ActualKey &found : worker->find("user1")->keys) {
        QVERIFY(!found.line);
    }
}

QTEST_GUILESS_MAIN(TestFound)
#include "tst_actual.moc"
