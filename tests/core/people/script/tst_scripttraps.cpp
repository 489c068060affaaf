// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopledata.h"
#include "core/people/script/peoplescript.h"
#include "core/remote/record.h"
#include "tests/core/people/labmodes.h"
#include "tests/core/people/planstate.h"
#include "tests/fakes/patience.h"

#include <memory>
#include <vector>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;
using remote::dataLine;

/// What is hostile, broken or missing on a worker: a clear ending, and nothing half done.
class TestScriptTraps final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { LabModes::addRows(); }
    void init();
    void textsAreOnlyTexts();
    void badDataIsRefused_data();
    void badDataIsRefused();
    void halfOfItDoesNothing();
    void links();
    void changedWhileLookedAt_data();
    void changedWhileLookedAt();
    void hardCases_data();
    void hardCases();
    void withoutSudo();
    void twoPodiumsAtOnce();
    void anotherWriterAtOnce();
    void neverTheLastKeyOfOurs();
    void oldKeysComeBackWithoutASecondLogin();
    void oldKeysComeBackAfterAnotherAdminsApply();

private:
    [[nodiscard]] QByteArray accounts() const
    {
        return m_lab->root("cat /etc/passwd /etc/shadow /etc/group; ls -lR --time-style=+ /home "
                           "/etc/sudoers.d | grep -v ^total; ls /var/lib/podium/people "
                           "2>/dev/null; true");
    }
    LabModes m_modes;
    WorkerLab *m_lab = nullptr;
    QByteArray m_function; ///< whose row had it last
};

void TestScriptTraps::init()
{
    // What is refused changes nothing, as each of its rows shows: they share a worker.
    const QByteArray function = QTest::currentTestFunction();
    m_lab = m_modes.take(21, function != "badDataIsRefused" || function != m_function);
    m_function = function;
    if (!m_lab) {
        QSKIP(qPrintable(m_modes.why()));
    }
}

void TestScriptTraps::textsAreOnlyTexts()
{
    const QByteArray trap = "'\"; touch /tmp/pwned; $(touch /tmp/pwned) `touch /tmp/pwned` %s \\";
    DesiredAccount account = m_lab->desired("user1");
    account.fullName = QString::fromLatin1("'\"; touch /tmp/pwned; $(touch /tmp/pwned) %s");
    account.keys[0].line += ' ' + trap;
    const Ended applied = m_lab->bringTo({account});
    QVERIFY2(applied.status == 0, tellingLines(applied.out).join('\n'));
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    QCOMPARE(m_lab->inspect().find("user1")->fullName, account.fullName);
    QVERIFY(m_lab->root("cat /home/user1/.ssh/authorized_keys").contains(trap));
    // What the worker's people write is told as it is, and cannot pass for a fact.
    (void)m_lab->root("printf 'end 0 \\naccount 1 22:root2:x:0:0::/:/bin/sh,\\n"
                      "podium-remote 2 1:1,1:0,\\nfail 2 1:-,4:data,\\n\\033]0;title\\007\\n' "
                      ">>/home/user1/.ssh/authorized_keys; "
                      "usermod -c 'a;b$(touch /tmp/pwned)' user1; "
                      "mkdir -p '/home/$(touch ${HOME}pwned)'");
    const ActualWorker found = m_lab->inspect();
    QVERIFY(found.find("user1"));
    QVERIFY(!found.find("root2"));
    QCOMPARE(int(found.find("user1")->keys.size()), 6);
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QCOMPARE(m_lab->root("ls -d /tmp/pwned* /pwned* 2>/dev/null; true"), QByteArray());
}

void TestScriptTraps::badDataIsRefused_data()
{
    QTest::addColumn<QByteArray>("data");
    const QByteArray begun = dataLine({"account", {"user1"}}) + dataLine({"sudo", {"no"}});
    const QByteArray end = dataLine({"end", {}});
    const auto row = [&](const char *name, const remote::Record &record) {
        QTest::newRow(name) << QByteArray(begun + dataLine(record) + end);
    };
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("an account without an end") << begun;
    QTest::newRow("login") << QByteArray(dataLine({"account", {"$(id)"}}) + end);
    QTest::newRow("login with dots") << QByteArray(dataLine({"account", {"../x"}}) + end);
    QTest::newRow("key of ours") << dataLine({"ours", {"a b;c"}});
    row("unknown word", {"chmod", {"777"}});
    row("shell", {"shell", {"/bin/sh;id"}});
    row("group", {"group", {"a,b"}});
    row("gecos", {"gecos", {"a:0:0"}});
    row("gecos of two lines", {"gecos", {"a\nb"}});
    row("end of a key", {"key", {"$(id)", "ssh-ed25519 AAAA x"}});
    row("drop", {"drop", {"*"}});
    row("choice", {"account", {"delete-all"}});
}

void TestScriptTraps::badDataIsRefused()
{
    QFETCH(QByteArray, data);
    const QByteArray before = accounts();
    const Ended applied = m_lab->apply(data);
    QCOMPARE(applied.status, 1);
    const QByteArrayList told = tellingLines(applied.out);
    QCOMPARE(told.size(), 1);
    QVERIFY2(told[0].startsWith("fail - data "), told[0]);
    QCOMPARE(accounts(), before);
}

/// A connection can break anywhere on the way there.
void TestScriptTraps::halfOfItDoesNothing()
{
    const QByteArray before = accounts();
    const QByteArray whole =
        applyInput(workerData({m_lab->ownKey()}, {accountData(m_lab->desired("user1"), {})}));
    for (const int left : {whole.size() / 2, whole.size() - 60, whole.size() - 1}) {
        const Ended ended = m_lab->admin(peopleCommand(), whole.left(left));
        QCOMPARE(ended.status, 75);
        QCOMPARE(ended.out, QByteArray());
    }
    QCOMPARE(accounts(), before);
}

void TestScriptTraps::links()
{
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
    // A person who would have root write elsewhere.
    (void)m_lab->root("echo '# roots' >/root/keys; mkdir -p /srv/other; chown user1 /srv/other; "
                      "cd /home/user1; rm -rf .ssh; ln -s /srv/other .ssh");
    DesiredAccount two = m_lab->desired("user1");
    two.keys.push_back(m_lab->desired("user2").keys[0]);
    QCOMPARE(stateOf(m_lab->plan({two}), "user1"), AccountState::Blocked);
    const QByteArray data = workerData({m_lab->ownKey()}, {accountData(two, {})});
    Ended applied = m_lab->apply(data);
    QCOMPARE(applied.status, 1);
    QVERIFY(tellingLines(applied.out).contains("fail user1 keys link-folder"));
    (void)m_lab->root("cd /home/user1; rm .ssh; mkdir .ssh; chown user1 .ssh; "
                      "ln -s /root/keys .ssh/authorized_keys");
    QCOMPARE(stateOf(m_lab->plan({two}), "user1"), AccountState::Blocked);
    applied = m_lab->apply(data);
    QCOMPARE(applied.status, 1);
    QVERIFY(tellingLines(applied.out).contains("fail user1 keys link-file"));
    QCOMPARE(m_lab->root("cat /root/keys; ls -A /srv/other"), QByteArray("# roots\n"));
    // A home that is a link is where it leads, as sshd sees it; its files stay the person's.
    (void)m_lab->root("rm -rf /home/user1; mkdir /srv/home; chown user1 /srv/home; "
                      "ln -s /srv/home /home/user1");
    QCOMPARE(m_lab->apply(data).status, 0);
    QCOMPARE(m_lab->root("stat -c '%U %a' /srv/home/.ssh"), QByteArray("user1 700\n"));
}

void TestScriptTraps::changedWhileLookedAt_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("a link to another's secrets") << QByteArray("ln -sf /etc/shadow $file") << true;
    QTest::newRow("a pipe") << QByteArray("rm $file; mkfifo $file") << false;
    QTest::newRow("a file without an end") << QByteArray("ln -sf /dev/zero $file") << false;
}

/// A person changes the file between root's check at it and its opening.
void TestScriptTraps::changedWhileLookedAt()
{
    QFETCH(QByteArray, change);
    QFETCH(bool, isWhole);
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
    const QByteArray limit = isWhole ? "300" : "2";
    QCOMPARE(
        m_lab->root(
            "mount -t tmpfs none /usr/local/sbin; cd /usr/local/sbin; "
            "printf '%s\\n' '#!/bin/sh' 'found=$(/usr/bin/stat \"$@\")' "
            "'file=/home/user1/.ssh/authorized_keys; " +
            change +
            "' 'echo \"$found\"' >stat; "
            // Five minutes are over at once, where they are to pass.
            "printf '%s\\n' '#!/bin/sh' 'shift 3; exec /usr/bin/timeout -k 1 " +
            limit +
            " \"$@\"' >timeout; "
            "chmod 755 stat timeout"),
        QByteArray());
    const Ended looked = m_lab->admin(peopleCommand(), inspectInput());
    QVERIFY(looked.status >= 0); // it ended
    QCOMPARE(parseFound(looked.out).has_value(), isWhole);
    QVERIFY2(!looked.out.contains(":1 1 root:"), looked.out); // as a key's line would have it
    QVERIFY2(!looked.out.contains("99999"), looked.out);      // as all of shadow's lines have it
}

void TestScriptTraps::hardCases_data()
{
    QTest::addColumn<QByteArray>("trouble");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char *name, const QByteArray &trouble, const QByteArray &told) {
        QTest::newRow(name) << trouble << told;
    };
    row("no useradd", "mount --bind /dev/null /usr/sbin/useradd", "fail - missing useradd");
    // The admin's own home stays, or nobody could check.
    const QByteArray homes = "mkdir /srv/h && mount -t tmpfs -o size=512k none /srv/h && "
                             "cp -a /home/. /srv/h/ && mount --move /srv/h /home && ";
    row("no space for homes", homes + "head -c 1M /dev/zero >/home/fill 2>/dev/null; true",
        "fail user1 disk-full /home");
    row("homes cannot be written", homes + "mount -o remount,ro /home",
        "fail user1 read-only /home");
    row("no space for Podium's record",
        "mkdir -p /var/lib/podium && mount -t tmpfs -o size=16k none /var/lib/podium && "
        "mkdir /var/lib/podium/people && head -c 1M /dev/zero >/var/lib/podium/fill 2>/dev/null; "
        "true",
        "fail user1 disk-full /var/lib/podium/people");
    row("the name is a group's", "groupadd user1", "fail user1 group-exists");
    row("the home is a link", "ln -s /etc /home/user1", "fail user1 home-link");
    row("the home is another's", "mkdir /home/user1", "fail user1 home-taken");
    row("somebody else's account", "useradd -m -s /bin/bash user1", "fail user1 not-ours");
}

void TestScriptTraps::hardCases()
{
    QFETCH(QByteArray, trouble);
    QFETCH(QByteArray, told);
    QCOMPARE(m_lab->root(trouble), QByteArray());
    const QByteArray before = accounts();
    const QByteArray data =
        workerData({m_lab->ownKey()}, {accountData(m_lab->desired("user1", true), {})});
    const Ended applied = m_lab->apply(data);
    QCOMPARE(applied.status, 1);
    QCOMPARE(tellingLines(applied.out), QByteArrayList{told});
    QCOMPARE(accounts(), before);
    QVERIFY(parseFound(applied.out).has_value());
}

void TestScriptTraps::withoutSudo()
{
    // root's files go as long as we are root.
    (void)m_lab->root(
        "grep -ls '" + m_lab->cloud().user().toLatin1() +
        "\\|google' /etc/sudoers.d/* | xargs rm -f; gpasswd -d " +
        m_lab->cloud().user().toLatin1() + " google-sudoers >/dev/null 2>&1");
    const Ended ended = m_lab->admin(peopleCommand(), inspectInput());
    QVERIFY(ended.status != 0);
    const auto answer = remote::decodeAnswer(ended.out);
    QVERIFY(answer && !answer->wasRoot && !answer->isComplete && answer->records.empty());
    QVERIFY2(ended.err.contains("password is required"), ended.err);
}

void TestScriptTraps::twoPodiumsAtOnce()
{
    // Two admins, each with people of their own, again and again at the same moment.
    constexpr int each = 4;
    std::vector<std::unique_ptr<QProcess>> running;
    for (int i = 0; i < each * 2; ++i) {
        const QByteArray login = "user" + QByteArray::number(i);
        const QByteArray data =
            workerData({m_lab->ownKey()}, {accountData(m_lab->desired(login, i % 2 == 0), {})});
        running.push_back(std::make_unique<QProcess>());
        running.back()->start(
            "ssh",
            m_lab->sshArguments(m_lab->cloud().user(), m_lab->cloud().identity(), peopleCommand()));
        running.back()->write(applyInput(data));
        running.back()->closeWriteChannel();
    }
    for (const auto &process : running) {
        QVERIFY(process->waitForFinished(-1));
        QVERIFY2(process->exitCode() == 0, process->readAllStandardOutput());
    }
    for (int i = 0; i < each * 2; ++i) {
        const QString login = QStringLiteral("user%1").arg(i);
        QCOMPARE(
            QString::fromUtf8(m_lab->person(login, login, "id -un; sudo -n id -un").out),
            QString(login + (i % 2 == 0 ? "\nroot\n" : "\n")));
    }
}

void TestScriptTraps::anotherWriterAtOnce()
{
    // The person's own tool takes the lock that ours takes; neither loses the other's lines. It
    // has half of them left to write when ours comes for the second time.
    DesiredAccount account = m_lab->desired("user1");
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QProcess writer;
    writer.start(
        "ssh",
        m_lab->sshArguments(
            m_lab->cloud().user(), m_lab->cloud().identity(),
            "sudo -n -u user1 sh -c 'cd ~user1/.ssh; for i in $(seq 150); do "
            "[ $i != 75 ] || until [ -e /tmp/second ]; do sleep 0.05; done; flock . sh -c \"cp "
            "authorized_keys .t; echo \\# line-$i >>.t; mv .t authorized_keys\"; done; echo "
            "over'"));
    int rounds = 0;
    while (writer.state() != QProcess::NotRunning && rounds < 100) {
        DesiredAccount now = account;
        if (++rounds % 2 == 1) {
            now.keys.push_back(m_lab->desired("user2").keys[0]);
        }
        if (rounds == 2) {
            QCOMPARE(m_lab->root(": >/tmp/second"), QByteArray());
        }
        const QByteArray data = workerData({m_lab->ownKey()}, {accountData(now, {})});
        QCOMPARE(m_lab->apply(data).status, 0);
        writer.waitForFinished(1);
    }
    QVERIFY(writer.state() == QProcess::NotRunning || writer.waitForFinished(-1));
    QVERIFY2(writer.readAllStandardOutput().contains("over"), writer.readAllStandardError());
    QVERIFY(rounds > 1);
    QCOMPARE(
        m_lab->root("grep -c '^# line-' /home/user1/.ssh/authorized_keys"), QByteArray("150\n"));
    QVERIFY(m_lab->canLogIn("user1", "user1"));
}

void TestScriptTraps::neverTheLastKeyOfOurs()
{
    // Podium's own login is an account like any other to the data; its last key stays all the same.
    DesiredAccount own = m_lab->desired("user1");
    own.login = *UserName::parse(m_lab->cloud().user());
    own.adopt = true;
    const QByteArray drop = accountData(own, {m_lab->ownKey().blob().toBase64()});
    const Ended applied = m_lab->apply(workerData({m_lab->ownKey()}, {drop}));
    QCOMPARE(applied.status, 1);
    const QByteArrayList told = tellingLines(applied.out);
    QVERIFY2(told.last().endsWith(" keys last-key"), told.join('\n'));
    QCOMPARE(m_lab->admin("id -un").out.trimmed(), m_lab->cloud().user().toLatin1());
}

void TestScriptTraps::oldKeysComeBackWithoutASecondLogin()
{
    const QByteArray undo = "~/.ssh/.authorized_keys.podium.undo";
    DesiredAccount own = m_lab->desired("user1");
    own.login = *UserName::parse(m_lab->cloud().user());
    own.adopt = true;
    QCOMPARE(m_lab->apply(workerData({m_lab->ownKey()}, {accountData(own, {})})).status, 0);
    QVERIFY(!m_lab->admin("cat " + undo).out.isEmpty());
    QVERIFY(m_lab->canLogIn(m_lab->cloud().user(), "user1"));
    // The second login says that all is well.
    QVERIFY(m_lab->inspect().find(m_lab->cloud().user()));
    QCOMPARE(m_lab->admin("cat " + undo).out, QByteArray());
    // The key that lets Podium in stays, and is of no use all the same.
    own.keys.push_back(
        {m_lab->ownKey(), "command=\"exit 7\" " + m_lab->ownKey().text(), {}, own.login});
    QCOMPARE(m_lab->apply(workerData({m_lab->ownKey()}, {accountData(own, {})})).status, 0);
    QCOMPARE(m_lab->admin("true").status, 7);
    // A minute and a half are over at once, when they have begun.
    QVERIFY(QTest::qWaitFor(
        [this] {
            return m_lab->person(m_lab->cloud().user(), "user1", "pkill -x sleep").status == 0;
        },
        Patience));
    QTRY_COMPARE(m_lab->admin("true").status, 0);
}

/// Who could log in as somebody else has proven nothing about the login that was changed.
void TestScriptTraps::oldKeysComeBackAfterAnotherAdminsApply()
{
    const QString self = m_lab->cloud().user();
    DesiredAccount own = m_lab->desired("user1");
    own.login = *UserName::parse(self);
    own.adopt = true;
    own.keys.push_back(
        {m_lab->ownKey(), "command=\"exit 7\" " + m_lab->ownKey().text(), {}, own.login});
    QCOMPARE(m_lab->bringTo({m_lab->desired("user2", true)}).status, 0);
    QCOMPARE(m_lab->apply(workerData({m_lab->ownKey()}, {accountData(own, {})})).status, 0);
    QCOMPARE(m_lab->admin("true").status, 7);
    const auto applyAsOther = [&](const DesiredAccount &account) {
        const QByteArray data = workerData({m_lab->key("user2")}, {accountData(account, {})});
        return tellingLines(m_lab->person("user2", "user2", peopleCommand(), applyInput(data)).out);
    };
    QCOMPARE(applyAsOther(own), QByteArrayList());
    DesiredAccount other = own;
    other.keys.push_back(m_lab->desired("user2").keys[0]);
    QCOMPARE(applyAsOther(other), QByteArrayList{"fail " + self.toLatin1() + " keys armed"});
    QVERIFY(QTest::qWaitFor(
        [this, &self] { return m_lab->person(self, "user1", "pkill -x sleep").status == 0; },
        Patience));
    QTRY_COMPARE(m_lab->admin("true").status, 0);
    QCOMPARE(applyAsOther(other), QByteArrayList{"step " + self.toLatin1() + " keys"});
}

QTEST_GUILESS_MAIN(TestScriptTraps)
#include "tst_scripttraps.moc"
