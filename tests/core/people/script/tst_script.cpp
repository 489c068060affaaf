// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopledata.h"
#include "core/people/script/peoplescript.h"
#include "tests/core/people/labmodes.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The worker's script on real workers: what it makes is proven by real logins.
class TestScript final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { LabModes::addRows(); }
    void init();
    void tellsWhatIs();
    void tellsThatThereIsMore();
    void aPersonLogsIn();
    void againChangesNothing();
    void restStaysByteForByte_data();
    void restStaysByteForByte();
    void keysAreChangedAndTakenAway();
    void aGrantEnds();
    void guestAgentAndPodiumShareTheFile();
    void aHalfMadeAccountIsFinished();
    void anAccountMadeMeanwhileIsNotOurs();
    void anAccountMadeAnewIsNotOurs();
    void aPasswordDoesNotMakeItAnothers();
    void groupsAndShell();

private:
    /// Of all that applying may touch: owner, mode, i-node, time of change, content.
    [[nodiscard]] QByteArray stateOfFiles() const
    {
        return m_lab->root(
            "for f in /etc/passwd /etc/shadow /etc/group /etc/sudoers.d/* /home/*/.ssh "
            "/home/*/.ssh/* /var/lib/podium/people/*; do [ -e \"$f\" ] || continue; "
            "stat -c '%n %u %g %a %i %Z' \"$f\"; [ -d \"$f\" ] || cksum <\"$f\"; done");
    }
    LabModes m_modes;
    WorkerLab *m_lab = nullptr;
};

void TestScript::init()
{
    m_lab = m_modes.take(17);
    if (!m_lab) {
        QSKIP(qPrintable(m_modes.why()));
    }
}

void TestScript::tellsWhatIs()
{
    const ActualWorker found = m_lab->inspect();
    QVERIFY(found.host.startsWith("t1v-n-"));
    QCOMPARE(found.self, m_lab->cloud().user());
    QVERIFY2(found.missingTools.isEmpty(), qPrintable(found.missingTools.join(' ')));
    QVERIFY(qAbs(found.time.secsTo(QDateTime::currentDateTimeUtc())) < 120);
    const ActualAccount *own = found.find(found.self);
    QVERIFY(own);
    QCOMPARE(own->keyFile, KeyFileState::Read);
    QVERIFY(own->origin == AccountOrigin::None);
    QCOMPARE(int(own->keys.size()), 1);
    QCOMPARE(own->keys[0].line->key, m_lab->ownKey());
    QVERIFY(!own->sudoSources.isEmpty());
    QVERIFY(!found.usesOsLogin());
}

void TestScript::tellsThatThereIsMore()
{
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
    const auto more = [this](int lines) {
        return m_lab->root(
            "cd /home/user1/.ssh && awk -v n=$(wc -l <authorized_keys) 'BEGIN { while (n++ < " +
            QByteArray::number(lines) +
            ") print \"# more\" }' >/tmp/more && "
            "cat /tmp/more >>authorized_keys");
    };
    QCOMPARE(more(1000), QByteArray());
    QCOMPARE(m_lab->inspect().find("user1")->keyFile, KeyFileState::Read);
    QCOMPARE(more(1001), QByteArray());
    QCOMPARE(m_lab->inspect().find("user1")->keyFile, KeyFileState::NotRead);
    const auto groups = [this](int count) {
        (void)m_lab->root(
            "awk -v n=$(wc -l </etc/group) 'BEGIN { while (n < " + QByteArray::number(count) +
            ") print \"more\" n \":x:\" 20000 + n++ \":\" }' >/tmp/more; cat /tmp/more "
            ">>/etc/group");
        return parseFound(m_lab->admin(peopleCommand(), inspectInput()).out);
    };
    QVERIFY(groups(5000).has_value());
    const auto cut = groups(5001);
    QVERIFY(!cut);
    QVERIFY2(cut.error().text().contains("5,000 groups"), qPrintable(cut.error().text()));
}

void TestScript::aPersonLogsIn()
{
    const DesiredAccounts desired{m_lab->desired("user1", true), m_lab->desired("user2")};
    const Ended applied = m_lab->bringTo(desired);
    QVERIFY2(applied.status == 0, QByteArray(applied.err + applied.out.left(2000)));
    QCOMPARE(
        tellingLines(applied.out), (QByteArrayList{
                                       "step user1 created", "step user1 keys", "step user1 sudo",
                                       "step user2 created", "step user2 keys"}));
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    QVERIFY(m_lab->canLogIn("user2", "user2"));
    QVERIFY(!m_lab->canLogIn("user1", "user2"));
    QCOMPARE(m_lab->person("user1", "user1", "sudo -n id -u").out, QByteArray("0\n"));
    QVERIFY(m_lab->person("user2", "user2", "sudo -n true").status != 0);
    QCOMPARE(
        m_lab->root("cd /home/user1; stat -c '%U %a %F' . .ssh .ssh/authorized_keys "
                    "/etc/sudoers.d/podium-user1; getent shadow user1 | cut -d: -f2 | cut -c1; "
                    "getent passwd user1 | cut -d: -f7; visudo -cq && ls -A .ssh"),
        m_lab->root("stat -c 'user1 %a directory' /home/user1") +
            "user1 700 directory\nuser1 600 regular file\nroot 440 regular file\n*\n/bin/bash\n"
            "authorized_keys\n");
    QVERIFY(m_lab->plan(desired).accounts.empty());
}

void TestScript::againChangesNothing()
{
    const DesiredAccounts desired{m_lab->desired("user1", true), m_lab->desired("user2")};
    const QByteArray data = m_lab->plan(desired).data({m_lab->ownKey()});
    QCOMPARE(m_lab->apply(data).status, 0);
    const QByteArray before = stateOfFiles();
    QVERIFY(before.contains("podium-user1"));
    const Ended again = m_lab->apply(data);
    QCOMPARE(again.status, 0);
    QCOMPARE(toldLines(again.out), (QByteArrayList{"ok user1", "ok user2"}));
    QCOMPARE(stateOfFiles(), before);
    QCOMPARE(m_lab->plan(desired).stepCount(), 0);
}

void TestScript::restStaysByteForByte_data()
{
    QTest::addColumn<QByteArray>("rest");
    const QByteArray own = "ssh-ed25519 "
                           "AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
    QTest::newRow("a key and a comment") << "# mine\n" + own + " laptop\n";
    QTest::newRow("no line end, odd blanks, CRLF, no key at all")
        << "\n\n\t " + own + "  a  b\r\n#\r\ncommand=\"echo '$(id)' `id`\" " + own +
               "\nnot a key \\n %s $HOME\n  \n" + own;
    QTest::newRow("Google's lines") << "# Added by Google\n" + own + " google\n# Added by Google\n";
}

void TestScript::restStaysByteForByte()
{
    QFETCH(QByteArray, rest);
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
    const auto put = [this](const QByteArray &bytes) {
        (void)m_lab->root(
            "printf %s '" + bytes.toBase64() +
            "' | base64 -d >/tmp/rest && cp /tmp/rest /home/user1/.ssh/authorized_keys");
    };
    put(rest);
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
    const QByteArray with = m_lab->root("cat /home/user1/.ssh/authorized_keys");
    QVERIFY2(with.endsWith(rest), with);
    QVERIFY(with.startsWith("# BEGIN Podium"));
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    DesiredAccount none = m_lab->desired("user1");
    none.keys.clear();
    QCOMPARE(m_lab->bringTo({none}).status, 0);
    QCOMPARE(m_lab->root("cat /home/user1/.ssh/authorized_keys"), rest);
}

void TestScript::keysAreChangedAndTakenAway()
{
    DesiredAccount account = m_lab->desired("user1");
    const PublicKey second = m_lab->key("second");
    account.keys.push_back({second, second.text() + " desk", std::nullopt, account.login});
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(m_lab->canLogIn("user1", "user1") && m_lab->canLogIn("user1", "second"));
    account.keys.erase(account.keys.begin());
    QCOMPARE(tellingLines(m_lab->bringTo({account}).out), QByteArrayList{"step user1 keys"});
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    QVERIFY(m_lab->canLogIn("user1", "second"));
    account.keys[0].line = "command=\"echo only this\" " + second.text() + " desk";
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QCOMPARE(m_lab->person("user1", "second", "id -un").out, QByteArray("only this\n"));
}

void TestScript::aGrantEnds()
{
    // sshd itself shuts the door, in whatever zone the worker's clock stands.
    (void)m_lab->root("ln -sf /usr/share/zoneinfo/Asia/Tokyo /etc/localtime");
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    DesiredAccount account = m_lab->desired("user1");
    account.keys[0].until = now + 3600;
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    QCOMPARE(m_lab->inspect().find("user1")->keys.at(0).until, account.keys[0].until);
    QVERIFY(m_lab->plan({account}).accounts.empty());
    account.keys[0].until = now - 60;
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
}

void TestScript::guestAgentAndPodiumShareTheFile()
{
    const auto setKeys = [this](const QByteArray &keys) {
        const QString path = "/v2/projects/lab/locations/us-central2-b/nodes/" + m_lab->nodeName();
        const QJsonObject body{{"metadata", QJsonObject{{"ssh-keys", QString::fromUtf8(keys)}}}};
        m_lab->cloud().call(
            "PATCH", path + "?updateMask=metadata", QJsonDocument(body).toJson(), {});
        (void)m_lab->cloud().get(path); // the operation is done at the next call
    };
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
    setKeys("user1:" + m_lab->key("google").text() + " google");
    QTRY_VERIFY(m_lab->canLogIn("user1", "google"));
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    QCOMPARE(m_lab->plan({m_lab->desired("user1")}).stepCount(), 0);
    QVERIFY(m_lab->inspect().find("user1")->isGoogles);
    // Its last key goes, and with it the whole file: that is seen, and made good.
    setKeys({});
    QTRY_VERIFY(!m_lab->canLogIn("user1", "google"));
    QVERIFY(!m_lab->canLogIn("user1", "user1"));
    QVERIFY(m_lab->plan({m_lab->desired("user1")}).stepCount() > 0);
    QCOMPARE(m_lab->bringTo({m_lab->desired("user1")}).status, 0);
    QVERIFY(m_lab->canLogIn("user1", "user1"));
}

void TestScript::aHalfMadeAccountIsFinished()
{
    (void)m_lab->root("mkdir -p /var/lib/podium/people; useradd -M -p '*0-1' -s /bin/bash user1; "
                      "printf 'origin creating\\nmark 0-1\\n' >/var/lib/podium/people/user1");
    const Ended applied = m_lab->bringTo({m_lab->desired("user1")});
    QCOMPARE(applied.status, 0);
    QCOMPARE(tellingLines(applied.out), (QByteArrayList{"step user1 home", "step user1 keys"}));
    QVERIFY(m_lab->canLogIn("user1", "user1"));
    QCOMPARE(m_lab->person("user1", "user1", "stat -c %U ~; ls -A ~ | wc -l").status, 0);
    QVERIFY(m_lab->plan({m_lab->desired("user1")}).accounts.empty());
}

void TestScript::anAccountMadeMeanwhileIsNotOurs()
{
    // An apply was killed before it had made the account, and then somebody else made one.
    const QByteArray note = "mkdir -p /var/lib/podium/people; "
                            "printf 'origin creating\\nmark 0-1\\n' >/var/lib/podium/people/user1;";
    (void)m_lab->root(note + "useradd -m -p '*' -s /bin/bash user1");
    QVERIFY(m_lab->inspect().find("user1")->origin == AccountOrigin::None);
    const DesiredAccount desired = m_lab->desired("user1");
    const Ended applied = m_lab->apply(workerData({m_lab->ownKey()}, {accountData(desired, {})}));
    QCOMPARE(toldLines(applied.out), QByteArrayList{"fail user1 not-ours"});
    (void)m_lab->root(note);
    const Offboarding whole{AccountChoice::Delete, HomeChoice::Delete, true};
    const Ended left =
        m_lab->apply(workerData({m_lab->ownKey()}, {leaveData(desired.login, whole, {})}));
    QCOMPARE(toldLines(left.out), QByteArrayList{"ok user1"});
    QCOMPARE(
        m_lab->root("stat -c %U /home/user1; ls -A /var/lib/podium/people"), QByteArray("user1\n"));
}

void TestScript::anAccountMadeAnewIsNotOurs()
{
    // Somebody has deleted what Podium made, and then made another of that name, as useradd and
    // Google's agent do.
    const DesiredAccount desired = m_lab->desired("user1");
    QCOMPARE(m_lab->bringTo({desired}).status, 0);
    QVERIFY(m_lab->inspect().find("user1")->origin == AccountOrigin::Created);
    const QByteArray note = "/var/lib/podium/people/user1";
    (void)m_lab->root("cp " + note + " /var/lib/podium/note");
    for (const QByteArray password : {"", "-p '*'", "-p '$6$x$y' -u 2345"}) {
        (void)m_lab->root(
            "userdel -r user1 2>/dev/null; useradd -m " + password +
            " -s /bin/bash user1; cp /var/lib/podium/note " + note);
        QVERIFY(m_lab->inspect().find("user1")->origin == AccountOrigin::None);
        const Ended applied =
            m_lab->apply(workerData({m_lab->ownKey()}, {accountData(desired, {})}));
        QCOMPARE(toldLines(applied.out), QByteArrayList{"fail user1 not-ours"});
        (void)m_lab->root("cp /var/lib/podium/note " + note);
        const Offboarding whole{AccountChoice::Delete, HomeChoice::Delete, true};
        const Ended left =
            m_lab->apply(workerData({m_lab->ownKey()}, {leaveData(desired.login, whole, {})}));
        QCOMPARE(toldLines(left.out), QByteArrayList{"ok user1"});
        QCOMPARE(
            m_lab->root("stat -c %U /home/user1; ls -A /var/lib/podium/people"),
            QByteArray("user1\n"));
    }
}

void TestScript::aPasswordDoesNotMakeItAnothers()
{
    const DesiredAccount desired = m_lab->desired("user1");
    QCOMPARE(m_lab->bringTo({desired}).status, 0);
    for (const QByteArray change :
         {"usermod -L", "usermod -U", "usermod -p '$6$x$y'", "usermod -L"}) {
        (void)m_lab->root(change + " user1");
        QVERIFY2(m_lab->inspect().find("user1")->origin == AccountOrigin::Created, change);
        const Ended applied =
            m_lab->apply(workerData({m_lab->ownKey()}, {accountData(desired, {})}));
        QVERIFY2(!applied.out.contains("not-ours"), applied.out);
    }
}

void TestScript::groupsAndShell()
{
    DesiredAccount account = m_lab->desired("user1");
    account.groups = QStringList{"video"};
    account.shell = "/bin/sh";
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    QCOMPARE(
        m_lab->person("user1", "user1", "echo $0; id -nG").out, QByteArray("sh\nuser1 video\n"));
    (void)m_lab->root("usermod -aG audio user1");
    account.groups.clear();
    account.shell = "/bin/bash";
    QCOMPARE(m_lab->bringTo({account}).status, 0);
    // What others gave stays.
    QCOMPARE(
        m_lab->person("user1", "user1", "echo $0; id -nG").out, QByteArray("bash\nuser1 audio\n"));
}

QTEST_GUILESS_MAIN(TestScript)
#include "tst_script.moc"
