// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/people/labmodes.h"
#include "tests/core/people/planstate.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// How people leave real workers.
class TestScriptOffboarding final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { LabModes::addRows(); }
    void init();
    void locked();
    void lockedByADayThatIsNoEnd();
    void deleted_data();
    void deleted();
    void aHomeWithAnothersInItStays();
    void whatCannotBeLockedLosesItsRights();
    void runningSessions();
    void aNumberThatIsAnothersByThen();
    void keptHomeIsTheirsAgain();
    void strangersAccountLosesOnlyTheKey();

private:
    [[nodiscard]] PlanContext goodbye(const Offboarding &offboarding) const
    {
        PlanContext context;
        FormerMember formerMember;
        formerMember.login = *UserName::parse("user1");
        formerMember.logins = {formerMember.login};
        formerMember.keys = {m_lab->key("user1")};
        formerMember.offboarding = offboarding;
        context.formerMembers = {formerMember};
        return context;
    }
    LabModes m_modes;
    WorkerLab *m_lab = nullptr;
};

void TestScriptOffboarding::init()
{
    m_lab = m_modes.take(12);
    if (!m_lab) {
        QSKIP(qPrintable(m_modes.why()));
    }
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1", true), m_lab->desired("user2")}).status, 0);
    QVERIFY(m_lab->canLogIn("user1", "user1"));
}

void TestScriptOffboarding::locked()
{
    const DesiredAccounts rest{m_lab->desired("user2")};
    const Ended applied = m_lab->bringTo(rest, goodbye({}));
    QCOMPARE(applied.status, 0);
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    QVERIFY(m_lab->canLogIn("user2", "user2"));
    QCOMPARE(
        m_lab->root("ls -d /home/user1; ls /etc/sudoers.d/podium-user1 2>/dev/null; "
                    "cat /home/user1/.ssh/authorized_keys"),
        QByteArray("/home/user1\n"));
    QCOMPARE(m_lab->plan(rest, goodbye({})).stepCount(), 0);
    // A key of their own making does not open a closed account.
    (void)m_lab->root(
        "echo '" + m_lab->key("user1").text() + "' >/home/user1/.ssh/authorized_keys");
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    // Who comes back finds what they left.
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1", true), m_lab->desired("user2")}).status, 0);
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    QCOMPARE(m_lab->person("user1", "user1", "sudo -n true").status, 0);
}

/// As where passwords are to be kept for a day, of an account that never had one.
void TestScriptOffboarding::lockedByADayThatIsNoEnd()
{
    QCOMPARE(
        m_lab->root("printf 'origin adopted\n' >/var/lib/podium/people/user1; "
                    "sed -i 's/^user1:[^:]*:\\([^:]*\\):[^:]*:/user1:!:\\1:1:/' /etc/shadow; "
                    "getent shadow user1 | cut -d: -f2,4,8"),
        QByteArray("!:1:\n"));
    const DesiredAccounts rest{m_lab->desired("user2")};
    const Ended applied = m_lab->bringTo(rest, goodbye({}));
    QCOMPARE(applied.status, 0);
    QVERIFY(tellingLines(applied.out).contains("step user1 locked"));
    QCOMPARE(m_lab->root("getent shadow user1 | cut -d: -f8"), QByteArray("1\n"));
    QCOMPARE(m_lab->plan(rest, goodbye({})).stepCount(), 0);
}

void TestScriptOffboarding::deleted_data()
{
    QTest::addColumn<int>("home");
    QTest::newRow("home kept") << int(HomeChoice::Keep);
    QTest::newRow("home packed") << int(HomeChoice::Archive);
    QTest::newRow("home deleted") << int(HomeChoice::Delete);
}

void TestScriptOffboarding::deleted()
{
    QFETCH(int, home);
    QCOMPARE(m_lab->person("user1", "user1", "echo precious >~/work").status, 0);
    // Of a run that was killed while it packed.
    const QByteArray half = "/var/backups/podium/user1-20260101T000000Z.tar.gz.new";
    QCOMPARE(m_lab->root("mkdir -p /var/backups/podium; echo half >" + half), QByteArray());
    Offboarding offboarding;
    offboarding.account = AccountChoice::Delete;
    offboarding.home = HomeChoice(home);
    offboarding.endSessions = true;
    const DesiredAccounts rest{m_lab->desired("user2")};
    const Ended applied = m_lab->bringTo(rest, goodbye(offboarding));
    QVERIFY2(applied.status == 0, tellingLines(applied.out).join('\n'));
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    QVERIFY(m_lab->canLogIn("user2", "user2"));
    QVERIFY(!m_lab->inspect().find("user1"));
    const QByteArray left = m_lab->root(
        "cat /home/user1/work 2>/dev/null; for f in /var/backups/podium/user1-*.tar.gz; do "
        "[ -f $f ] && stat -c '%U %a' $f && tar -xzOf $f user1/work; done; "
        "ls /etc/sudoers.d /var/lib/podium/people | grep -c user1; true");
    switch (HomeChoice(home)) {
    case HomeChoice::Keep:
        QVERIFY2(left.startsWith("precious\n") && left.contains('0'), left);
        break;
    case HomeChoice::Archive:
        QCOMPARE(m_lab->root("ls " + half + " 2>/dev/null; true"), QByteArray());
        QVERIFY2(left.startsWith("root 600\nprecious\n"), left);
        break;
    case HomeChoice::Delete:
        QVERIFY2(!left.contains("precious"), left);
        break;
    }
    QVERIFY(m_lab->plan(rest, goodbye(offboarding)).accounts.empty());
}

void TestScriptOffboarding::aHomeWithAnothersInItStays()
{
    QCOMPARE(
        m_lab->root("useradd -m -d /home/user1/of-another another && "
                    "echo precious >/home/user1/of-another/work"),
        QByteArray());
    Offboarding offboarding;
    offboarding.account = AccountChoice::Delete;
    offboarding.home = HomeChoice::Delete;
    offboarding.endSessions = true;
    const Ended applied = m_lab->bringTo({m_lab->desired("user2")}, goodbye(offboarding));
    QCOMPARE(applied.status, 1);
    const QByteArrayList told = tellingLines(applied.out);
    QVERIFY2(told.contains("fail user1 home-shared /home/user1"), told.join('\n'));
    QCOMPARE(m_lab->root("cat /home/user1/of-another/work"), QByteArray("precious\n"));
}

/// As on a disk that is full: neither root's rights nor the key stay because of it, nor is anything
/// deleted.
void TestScriptOffboarding::whatCannotBeLockedLosesItsRights()
{
    QCOMPARE(
        m_lab->root("mount -t tmpfs -o mode=755 none /usr/local/sbin && cd /usr/local/sbin && "
                    "printf '#!/bin/sh\nexit 1\n' >usermod && chmod 755 usermod"),
        QByteArray());
    Offboarding offboarding;
    offboarding.account = AccountChoice::Delete;
    offboarding.home = HomeChoice::Delete;
    offboarding.endSessions = true;
    const DesiredAccounts rest{m_lab->desired("user2")};
    const Ended applied = m_lab->bringTo(rest, goodbye(offboarding));
    QCOMPARE(applied.status, 1);
    const QByteArrayList told = toldLines(applied.out);
    QVERIFY2(told.contains("fail user1 usermod"), told.join('\n'));
    QVERIFY2(told.contains("step user1 no-sudo"), told.join('\n'));
    QVERIFY2(!told.contains("ok user1"), told.join('\n'));
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    QCOMPARE(
        m_lab->root("ls -d /home/user1; ls /etc/sudoers.d/podium-user1 2>/dev/null; true"),
        QByteArray("/home/user1\n"));
    // Once it can be, all of it is done.
    QCOMPARE(m_lab->root("umount /usr/local/sbin"), QByteArray());
    QCOMPARE(m_lab->bringTo(rest, goodbye(offboarding)).status, 0);
    QVERIFY(!m_lab->inspect().find("user1"));
}

void TestScriptOffboarding::runningSessions()
{
    (void)m_lab->person("user1", "user1", "setsid sleep 300 >/dev/null 2>&1 </dev/null &");
    Offboarding offboarding;
    offboarding.account = AccountChoice::Delete;
    offboarding.home = HomeChoice::Delete;
    const DesiredAccounts rest{m_lab->desired("user2")};
    const WorkerPlan blocked = m_lab->plan(rest, goodbye(offboarding));
    QCOMPARE(stateOf(blocked, "user1"), AccountState::Blocked);
    offboarding.endSessions = true;
    const Ended applied = m_lab->bringTo(rest, goodbye(offboarding));
    QVERIFY2(applied.status == 0, tellingLines(applied.out).join('\n'));
    QVERIFY(tellingLines(applied.out).contains("step user1 sessions"));
    // What has ended is there until it is collected.
    QTRY_COMPARE(
        m_lab->root("pgrep -c sleep; ls -d /home/user1 2>/dev/null; true"), QByteArray("0\n"));
}

/// Between the list of processes and the signal one has ended, and another has its number.
void TestScriptOffboarding::aNumberThatIsAnothersByThen()
{
    QCOMPARE(
        m_lab->root("sleep 301 >/dev/null 2>&1 </dev/null & echo $! >/tmp/another; "
                    "mount -t tmpfs -o mode=755 none /usr/local/sbin && cd /usr/local/sbin && "
                    "printf '%s\\n' '#!/bin/sh' 'case $* in' '*\"state !=\"*)' "
                    "'found=$(/usr/bin/awk \"$@\")' "
                    "'[ -z \"$found\" ] || printf \"%s\\n\" \"$found\"; "
                    "[ -z \"$found\" ] || cat /tmp/another;;' "
                    "'*) exec /usr/bin/awk \"$@\";; esac' >awk && chmod 755 awk"),
        QByteArray());
    (void)m_lab->person("user1", "user1", "setsid sleep 300 >/dev/null 2>&1 </dev/null &");
    Offboarding offboarding;
    offboarding.endSessions = true;
    const Ended applied = m_lab->bringTo({m_lab->desired("user2")}, goodbye(offboarding));
    QVERIFY2(applied.status == 0, tellingLines(applied.out).join('\n'));
    QVERIFY(tellingLines(applied.out).contains("step user1 sessions"));
    QCOMPARE(
        m_lab->root("umount /usr/local/sbin; kill $(cat /tmp/another) && echo lived"),
        QByteArray("lived\n"));
}

void TestScriptOffboarding::keptHomeIsTheirsAgain()
{
    QCOMPARE(m_lab->person("user1", "user1", "echo precious >~/work").status, 0);
    // The login may still be ending, and who is logged in is not deleted.
    QTRY_COMPARE(m_lab->root("pgrep -u user1 -c; true"), QByteArray("0\n"));
    Offboarding offboarding;
    offboarding.account = AccountChoice::Delete;
    QCOMPARE(m_lab->bringTo({m_lab->desired("user2")}, goodbye(offboarding)).status, 0);
    // Somebody else's new account must not get the number, and with it the home.
    QCOMPARE(m_lab->bringTo({m_lab->desired("user2"), m_lab->desired("user3")}).status, 0);
    QCOMPARE(m_lab->root("stat -c %U /home/user1/work"), QByteArray("UNKNOWN\n"));
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1"), m_lab->desired("user2")}).status, 0);
    QCOMPARE(
        m_lab->person("user1", "user1", "stat -c %U ~/work; cat ~/work").out,
        QByteArray("user1\nprecious\n"));
}

void TestScriptOffboarding::strangersAccountLosesOnlyTheKey()
{
    // An account of the formerMember's name that Podium did not make: their key goes, nothing else.
    const QByteArray other = m_lab->key("other").text();
    (void)m_lab->root(
        "rm /var/lib/podium/people/user1; echo '" + other +
        " stays' >>/home/user1/.ssh/authorized_keys; "
        "sed -i '/Podium/d' /home/user1/.ssh/authorized_keys");
    const Ended applied = m_lab->bringTo({m_lab->desired("user2")}, goodbye({}));
    QVERIFY2(applied.status == 0, tellingLines(applied.out).join('\n'));
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    QVERIFY(m_lab->canLogIn("user1", "other"));
    QCOMPARE(m_lab->root("cat /home/user1/.ssh/authorized_keys"), other + " stays\n");
}

QTEST_GUILESS_MAIN(TestScriptOffboarding)
#include "tst_scriptoffboarding.moc"
