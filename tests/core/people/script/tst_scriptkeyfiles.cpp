// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopledata.h"
#include "core/people/script/peoplescript.h"
#include "tests/core/people/labmodes.h"
#include "tests/core/people/planstate.h"

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// What other tools that write authorized_keys are tested with, tried on ours: a file that has
/// seen other hands.
class TestScriptKeyFiles final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { LabModes::addRows(); }
    void init();
    void orderAndCommentsStay();
    void optionsWithQuotesAndCommas_data();
    void optionsWithQuotesAndCommas();
    void sameKeyWithAnotherComment();
    void sameKeyWithOtherOptions();
    void keysInAnotherOrder();
    void exclusive();
    void exclusiveKeepsPodiumIn();
    void unreadable_data();
    void unreadable();
    void rootsRightsDoNotWaitForKeys();
    void takingAwayDoesNotWaitForAShell();
    void anEndIsWhatSshdTakesItFor();

private:
    [[nodiscard]] QByteArray file() const
    {
        return m_lab->root("cat /home/user1/.ssh/authorized_keys");
    }
    void put(const QByteArray &bytes)
    {
        QCOMPARE(
            m_lab->root(
                "printf %s '" + bytes.toBase64() +
                "' | base64 -d >/tmp/keys && cat /tmp/keys >/home/user1/.ssh/authorized_keys"),
            QByteArray());
    }
    LabModes m_modes;
    WorkerLab *m_lab = nullptr;
};

void TestScriptKeyFiles::init()
{
    m_lab = m_modes.take(24);
    if (!m_lab) {
        QSKIP(qPrintable(m_modes.why()));
    }
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
}

void TestScriptKeyFiles::orderAndCommentsStay()
{
    const QByteArray byHand = "# first\n" + m_lab->key("c").text() + " c\n\n# between\n" +
                              m_lab->key("a").text() + " a\n   # last\n" + m_lab->key("b").text() +
                              " b b\n";
    put(byHand);
    DesiredAccount account = m_lab->desired("user1");
    const PublicKey second = m_lab->key("second");
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(file().endsWith(byHand));
    account.keys.push_back({second, second.text() + " second", std::nullopt, account.login});
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(file().endsWith(byHand));
    account.keys.erase(account.keys.begin());
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(file().endsWith(byHand));
    for (const char *name : {"a", "b", "c", "second"}) {
        QVERIFY2(m_lab->canLogIn("user1", name), name);
    }
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
}

void TestScriptKeyFiles::optionsWithQuotesAndCommas_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("printed");
    QTest::newRow("a list in quotes")
        << QByteArray(R"(from="127.0.0.0/8,!10.*,*.example.org",no-pty)") << QByteArray("user1\n");
    QTest::newRow("a command with commas and quotes")
        << QByteArray(R"(no-agent-forwarding,command="printf '%s,%s' \"a, b\" 'c \"d\"'",no-pty)")
        << QByteArray(R"(a, b,c "d")");
    QTest::newRow("a blank and a hash in quotes")
        << QByteArray(R"(command="echo '# not a comment' ssh-ed25519 AAAA")")
        << QByteArray("# not a comment ssh-ed25519 AAAA\n");
}

void TestScriptKeyFiles::optionsWithQuotesAndCommas()
{
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, printed);
    DesiredAccount account = m_lab->desired("user1");
    account.keys[0].line = options + ' ' + account.keys[0].line;
    QCOMPARE(tellingLines(m_lab->bringTo({account}).out), QByteArrayList{"step user1 keys"});
    QVERIFY2(file().contains('\n' + account.keys[0].line + '\n'), file());
    QCOMPARE(m_lab->person("user1", "user1", "id -un").out, printed);
    QCOMPARE(m_lab->plan({account}).stepCount(), 0);
    // The same line, put there by somebody: read as it is, and kept.
    const QByteArray hands = options + ' ' + m_lab->key("second").text() + " by hand\n";
    put(hands);
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(file().endsWith(hands));
    QCOMPARE(m_lab->person("user1", "second", "id -un").out, printed);
}

void TestScriptKeyFiles::sameKeyWithAnotherComment()
{
    const DesiredAccount account = m_lab->desired("user1");
    const QByteArray copy = account.keys[0].key.text() + " my old laptop, by hand\n";
    put(copy);
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(file().endsWith(copy)); // theirs, and it lets in nobody else
    QCOMPARE(m_lab->plan({account}).stepCount(), 0);
    // Another label of ours is written anew, not a second time.
    DesiredAccount renamed = account;
    renamed.keys[0].line = account.keys[0].key.text() + " new laptop";
    QCOMPARE(m_lab->bringTo({renamed}).status, 0);
    QCOMPARE(file().count(account.keys[0].key.text()), 2);
    // Who leaves has no copy left to come back with.
    PlanContext context;
    FormerMember formerMember;
    formerMember.login = account.login;
    formerMember.logins = {account.login};
    formerMember.keys = {account.keys[0].key};
    formerMember.offboarding = {AccountChoice::Keep, HomeChoice::Keep, false};
    context.formerMembers = {formerMember};
    QCOMPARE(m_lab->bringTo({}, context).status, 0);
    QCOMPARE(file(), QByteArray());
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
}

void TestScriptKeyFiles::sameKeyWithOtherOptions()
{
    DesiredAccount account = m_lab->desired("user1");
    const QByteArray plain = account.keys[0].line;
    account.keys[0].line = "command=\"echo one\" " + plain;
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QCOMPARE(m_lab->person("user1", "user1", "id").out, QByteArray("one\n"));
    account.keys[0].line = "command=\"echo two\",no-pty " + plain;
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QCOMPARE(m_lab->person("user1", "user1", "id").out, QByteArray("two\n"));
    QCOMPARE(file().count(account.keys[0].key.text()), 1);
    account.keys[0].line = plain;
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(m_lab->canLogIn("user1", "user1"));
}

void TestScriptKeyFiles::keysInAnotherOrder()
{
    DesiredAccount account = m_lab->desired("user1");
    const PublicKey second = m_lab->key("second");
    account.keys.push_back({second, second.text() + " second", std::nullopt, account.login});
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    // Somebody sorted our lines: still ours, put right by one step, and by none after it.
    QByteArrayList lines = file().split('\n');
    std::swap(lines[1], lines[2]);
    put(lines.join('\n'));
    QVERIFY(m_lab->canLogIn("user1", "second"));
    QCOMPARE(m_lab->plan({account}).stepCount(), 1);
    QCOMPARE(tellingLines(m_lab->bringTo({account}).out), QByteArrayList{"step user1 keys"});
    QCOMPARE(m_lab->plan({account}).stepCount(), 0);
    QVERIFY(m_lab->canLogIn("user1", "user1") && m_lab->canLogIn("user1", "second"));
}

void TestScriptKeyFiles::exclusive()
{
    DesiredAccount account = m_lab->desired("user1");
    const QByteArray google = "# Added by Google\n" + m_lab->key("google").text() + " google\n";
    put("# mine\n" + m_lab->key("a").text() + " a\nno-pty " + m_lab->key("b").text() + " b\n" +
        account.keys[0].key.text() + " a copy\n" + google);
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(m_lab->canLogIn("user1", "a") && m_lab->canLogIn("user1", "b"));
    account.exclusive = true;
    QCOMPARE(m_lab->plan({account}).stepCount(), 2);
    QCOMPARE(tellingLines(m_lab->bringTo({account}).out), QByteArrayList{"step user1 keys"});
    QVERIFY(!m_lab->canLogIn("user1", "a") && !m_lab->canLogIn("user1", "b"));
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    // What stands in the metadata would come back: it is said, and left.
    QVERIFY2(
        file().endsWith("# mine\n" + account.keys[0].key.text() + " a copy\n" + google), file());
    const WorkerPlan after = m_lab->plan({account});
    QCOMPARE(after.stepCount(), 0);
    QCOMPARE(int(after.accounts.size()), 1);
    QVERIFY(after.accounts[0].notes.at(0).text.contains("metadata"));
}

void TestScriptKeyFiles::exclusiveKeepsPodiumIn()
{
    // Podium's own login, wished with one other key and no more.
    DesiredAccount own = m_lab->desired("user1");
    own.login = *UserName::parse(m_lab->cloud().user());
    own.adopt = true;
    own.exclusive = true;
    QCOMPARE(stateOf(m_lab->plan({own}), own.login.text()), AccountState::Blocked);
    QCOMPARE(m_lab->admin("id -un").out.trimmed(), m_lab->cloud().user().toLatin1());
    own.keys.push_back({m_lab->ownKey(), m_lab->ownKey().text() + " podium", {}, own.login});
    QCOMPARE(m_lab->bringTo({own}).status, 0);
    QCOMPARE(m_lab->admin("id -un").out.trimmed(), m_lab->cloud().user().toLatin1());
}

void TestScriptKeyFiles::unreadable_data()
{
    QTest::addColumn<QByteArray>("trouble");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char *name, const char *trouble, const char *told) {
        QTest::newRow(name) << QByteArray(trouble) << QByteArray(told);
    };
    row("file without rights", "chmod 0 authorized_keys", "unreadable");
    row("root's file", "chown root authorized_keys; chmod 600 authorized_keys", "unreadable");
    row("root's file that all may read", "chown root authorized_keys; chmod 644 authorized_keys",
        "owner-file");
    row("folder without rights", "chmod 0 .", "unreadable");
    row("root's folder", "chown root .", "owner-folder");
    row("a folder instead of the file", "rm authorized_keys; mkdir authorized_keys", "no-file");
    row("a pipe instead of the file", "rm authorized_keys; mkfifo authorized_keys", "no-file");
    row("a file instead of the folder", "cd ..; rm -r .ssh; : >.ssh; chown user1 .ssh",
        "no-folder");
}

void TestScriptKeyFiles::unreadable()
{
    QFETCH(QByteArray, trouble);
    QFETCH(QByteArray, told);
    DesiredAccount account = m_lab->desired("user1");
    const PublicKey second = m_lab->key("second");
    account.keys.push_back({second, second.text() + " second", std::nullopt, account.login});
    QCOMPARE(m_lab->root("cd /home/user1/.ssh && { " + trouble + "; }"), QByteArray());
    const auto state = [this] {
        return m_lab->root("cd /home/user1; ls -laR --time-style=+ .ssh | grep -v ^total; "
                           "[ ! -f .ssh/authorized_keys ] || cat .ssh/authorized_keys");
    };
    const QByteArray before = state();
    // Seen by the check, so that nothing is planned …
    const WorkerPlan plan = m_lab->plan({account});
    QCOMPARE(stateOf(plan, "user1"), AccountState::Blocked);
    QVERIFY(plan.data({m_lab->ownKey()}).isEmpty());
    // … and refused by the worker, should it have come in between.
    const Ended applied = m_lab->apply(workerData({m_lab->ownKey()}, {accountData(account, {})}));
    QCOMPARE(applied.status, 1);
    QCOMPARE(tellingLines(applied.out), QByteArrayList{"fail user1 keys " + told});
    QCOMPARE(state(), before);
}

/// Nor do they come before the keys.
void TestScriptKeyFiles::rootsRightsDoNotWaitForKeys()
{
    const QByteArray broken = "fail user1 keys owner-folder";
    const auto applied = [this](bool sudo) {
        const QByteArray data = accountData(m_lab->desired("user1", sudo), {});
        return tellingLines(m_lab->apply(workerData({m_lab->ownKey()}, {data})).out);
    };
    QCOMPARE(applied(true), QByteArrayList{"step user1 sudo"});
    QCOMPARE(m_lab->root("chown root /home/user1/.ssh"), QByteArray());
    QCOMPARE(applied(false), (QByteArrayList{"step user1 no-sudo", broken}));
    QCOMPARE(applied(true), QByteArrayList{broken});
    QCOMPARE(m_lab->root("ls /etc/sudoers.d | grep user1; true"), QByteArray());
}

void TestScriptKeyFiles::takingAwayDoesNotWaitForAShell()
{
    const QByteArray missing = "fail user1 no-shell /bin/nosuch";
    DesiredAccount account = m_lab->desired("user1", true);
    account.groups = QStringList{"video"};
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    const auto applied = [&] {
        const QByteArray data = accountData(account, {});
        return tellingLines(m_lab->apply(workerData({m_lab->ownKey()}, {data})).out);
    };
    account.shell = "/bin/nosuch";
    account.sudo = false;
    account.groups.clear();
    account.keys = m_lab->desired("user2").keys;
    QCOMPARE(
        applied(),
        (QByteArrayList{
            "step user1 no-sudo", "step user1 no-group video", "step user1 keys", missing}));
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    // Root's rights wait for it.
    account.sudo = true;
    QCOMPARE(applied(), QByteArrayList{missing});
    QCOMPARE(m_lab->root("getent passwd user1 | cut -d: -f7"), QByteArray("/bin/bash\n"));
}

/// Also in a summer, and in the hour that a zone has twice. ssh-keygen reads a time as sshd does.
void TestScriptKeyFiles::anEndIsWhatSshdTakesItFor()
{
    const QByteArray ask =
        "until=$(sed -n 's/^expiry-time=\"\\([0-9]*\\)\".*/\\1/p' "
        "/home/user1/.ssh/authorized_keys)\n"
        "cd \"$(mktemp -d)\" && ssh-keygen -q -t ed25519 -N '' -f key && "
        "ssh-keygen -q -s key -I x -n x -V \"20200101000000:$until\" key.pub && "
        "TZ=UTC ssh-keygen -L -f key-cert.pub | sed -n 's/.* to \\([0-9T:-]*\\)$/\\1Z/p'";
    const std::vector<std::pair<QByteArray, QByteArray>> rows{
        {"Europe/Berlin", "2026-08-01T10:00:00Z"},    {"Europe/Berlin", "2026-10-25T00:00:00Z"},
        {"Europe/Berlin", "2026-10-25T01:00:00Z"},    {"America/New_York", "2026-11-01T05:00:00Z"},
        {"America/New_York", "2026-11-01T06:00:00Z"}, {"Australia/Sydney", "2027-01-15T00:00:00Z"},
        {"Asia/Kolkata", "2026-08-01T10:00:00Z"}};
    DesiredAccount account = m_lab->desired("user1");
    for (const auto &[zone, end] : rows) {
        const QByteArray row = zone + ' ' + end;
        (void)m_lab->root("ln -sf /usr/share/zoneinfo/" + zone + " /etc/localtime");
        account.keys[0].until =
            QDateTime::fromString(QString::fromLatin1(end), Qt::ISODate).toSecsSinceEpoch();
        QVERIFY2(m_lab->bringTo({account}).status == 0, row);
        const QByteArray taken = m_lab->root(ask).trimmed();
        QVERIFY2(taken == end, QByteArray(row + " is " + taken));
        QVERIFY2(m_lab->plan({account}).stepCount() == 0, row);
    }
}

QTEST_GUILESS_MAIN(TestScriptKeyFiles)
#include "tst_scriptkeyfiles.moc"
