// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/interminal.h"

using namespace podium::tests;

/// `podiumctl people` against podium-sim; what it says is proven by real logins.
class TestCtlPeople final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void rosterIsKept();
    void unsafeKeysAreRefused();
    void exportAndImport();
    void planThenApply();
    void revokeReachesAllInTheEnd();
    void aCopyOfTheKeyIsFound();
    void projectKeys();
    void nodesOutOfReachAreSaidOnce();

private:
    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlPeople::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"one", "pod:2"}), qPrintable(m_lab->cloud().error()));
}

void TestCtlPeople::rosterIsKept()
{
    const QString key = m_lab->publicKey("ada");
    VERIFY_EXIT(
        m_lab->people(
            {"add", "ada", "--key", key, "--name", "Ada L.", "--email", "ada@lab.org", "--on",
             "pod*", "--on", "one", "--until", "30d"}),
        0);
    VERIFY_EXIT(m_lab->people({"add", "ada", "--key", key}), 2);
    VERIFY_EXIT(m_lab->people({"add", "root", "--key", key}), 2);
    VERIFY_EXIT(m_lab->people({"grant", "ada", "@all", "--sudo"}), 0);
    VERIFY_EXIT(m_lab->people({"grant", "ada", "pod:0"}), 2); // single workers cannot be granted
    VERIFY_EXIT(m_lab->people({"ungrant", "ada", "one"}), 0);
    VERIFY_EXIT(m_lab->people({"ungrant", "ada", "one"}), 2);
    VERIFY_EXIT(m_lab->people({"key", "add", "ada", m_lab->publicKey("second")}), 0);
    VERIFY_EXIT(m_lab->people({"key", "add", "ada", m_lab->publicKey("second")}), 2);
    auto listed = m_lab->people({"list", "--json"});
    VERIFY_EXIT(listed, 0);
    QJsonObject person = listed.json()["people"].toArray().at(0).toObject();
    QCOMPARE(person["login"].toString(), QString("ada"));
    QCOMPARE(person["keys"].toArray().size(), 2);
    QCOMPARE(person["grants"].toArray().size(), 2);
    // Naming one thing of a grant leaves the others, here its end, as they were.
    const Outcome granted = m_lab->people({"grant", "ada", "pod*", "--sudo"});
    VERIFY_EXIT(granted, 0);
    QVERIFY2(granted.err.contains("pod*: sudo: no -> yes\n"), granted.err);
    listed = m_lab->people({"list", "--json"});
    const QJsonObject changed =
        listed.json()["people"].toArray().at(0).toObject()["grants"].toArray().last().toObject();
    QCOMPARE(changed["on"].toString(), QString("pod*"));
    QVERIFY(changed["sudo"].toBool());
    QVERIFY(!changed["until"].toString().isEmpty());
    VERIFY_EXIT(m_lab->people({"key", "remove", "ada", "second@laptop"}), 0);
    VERIFY_EXIT(m_lab->people({"remove", "ada"}), 4);
    VERIFY_EXIT(m_lab->people({"grant", "ada", "@all", "--from", "2036-12-01T08:30:01Z"}), 0);
    listed = m_lab->people({"list"});
    QVERIFY2(listed.out.contains("ada    Ada L.  1"), listed.out);
    QVERIFY2(listed.out.contains("@all sudo from 2036-12-01T08:30:01Z"), listed.out);
    VERIFY_EXIT(m_lab->people({"remove", "ada", "--yes"}), 0);
    QVERIFY(m_lab->people({"list"}).out.contains("left "));
    VERIFY_EXIT(m_lab->people({"forget", "ada"}), 0);
    QCOMPARE(m_lab->people({"list", "--json"}).json()["people"].toArray().size(), 0);
}

void TestCtlPeople::unsafeKeysAreRefused()
{
    (void)m_lab->publicKey("ada");
    // Somebody sends the wrong half: it is named, and not a byte of it goes anywhere.
    const auto secret = m_lab->people({"add", "ada", "--key", m_lab->file("ada")});
    VERIFY_EXIT(secret, 4);
    QVERIFY2(secret.err.contains("PRIVATE key"), secret.err);
    QFile file(m_lab->file("ada"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const QByteArray &line : file.readAll().split('\n').mid(1, 3)) {
        QVERIFY(!secret.all().contains(line));
    }
    makeKey(m_lab->file("."), "short", {"-t", "rsa", "-b", "1024"});
    VERIFY_EXIT(m_lab->people({"add", "ada", "--key", m_lab->file("short.pub")}), 4);
    VERIFY_EXIT(m_lab->people({"add", "ada", "--key", m_lab->file("none.pub")}), 2);
    QCOMPARE(m_lab->people({"list", "--json"}).json()["people"].toArray().size(), 0);
}

void TestCtlPeople::exportAndImport()
{
    for (const char *login : {"ada", "ben"}) {
        VERIFY_EXIT(
            m_lab->people({"add", login, "--key", m_lab->publicKey(login), "--name", "Somebody"}),
            0);
    }
    VERIFY_EXIT(m_lab->people({"export", m_lab->file("roster.json")}), 0);
    const QByteArray before = m_lab->people({"export"}).out;
    VERIFY_EXIT(m_lab->people({"import", m_lab->file("roster.json")}), 0);
    QCOMPARE(m_lab->people({"export"}).out, before);
    VERIFY_EXIT(m_lab->people({"remove", "ben", "--yes"}), 0);
    VERIFY_EXIT(m_lab->people({"forget", "ben"}), 0);
    QFile file(m_lab->file("roster.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray changed = file.readAll();
    changed.replace(changed.indexOf("Somebody"), 8, "Another"); // ada's: sorted
    QFile other(m_lab->file("other.json"));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write(changed) > 0);
    other.close();
    auto merged = m_lab->people({"import", m_lab->file("other.json"), "--dry-run", "--json"});
    VERIFY_EXIT(merged, 1);
    QCOMPARE(merged.json()["added"].toInt(), 1);
    QCOMPARE(merged.json()["conflicts"].toArray().size(), 1);
    QCOMPARE(m_lab->people({"list", "--json"}).json()["people"].toArray().size(), 1);
    VERIFY_EXIT(m_lab->people({"import", m_lab->file("other.json"), "--theirs"}), 1);
    QVERIFY(m_lab->people({"export"}).out.contains("Another"));
    QVERIFY(m_lab->people({"list"}).out.contains("ben"));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write("{\"people\": 7}") > 0);
    other.close();
    VERIFY_EXIT(m_lab->people({"import", m_lab->file("other.json")}), 2);
}

void TestCtlPeople::planThenApply()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    VERIFY_EXIT(
        m_lab->people({"add", "ada", "--key", m_lab->publicKey("ada"), "--on", "@all", "--sudo"}),
        0);
    VERIFY_EXIT(m_lab->people({"add", "ben", "--key", m_lab->publicKey("ben"), "--on", "pod"}), 0);
    const auto plan = m_lab->people({"plan", "--json"});
    VERIFY_EXIT(plan, 1);
    QCOMPARE(plan.json()["workers"].toArray().size(), 3);
    const auto unasked = m_lab->people({"apply"});
    VERIFY_EXIT(unasked, 4);
    QVERIFY(m_lab->ssh("ada", "one", "true").exitCode != 0);
    InTerminal terminal(PODIUM_BIN_DIR "/podiumctl", {"people", "apply"}, m_lab->environment());
    QTRY_VERIFY(terminal.hasEnded() || terminal.screen().contains("[y/N]"));
    terminal.type("n\n");
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.exitCode(), 4);
    QVERIFY2(terminal.screen().contains("Nothing was done."), terminal.screen());
    const QStringList asJson{"people", "apply", "--json"};
    InTerminal unconfirmed(PODIUM_BIN_DIR "/podiumctl", asJson, m_lab->environment());
    QTRY_VERIFY(unconfirmed.hasEnded() || unconfirmed.screen().contains("[y/N]"));
    QVERIFY2(unconfirmed.hasEnded(), unconfirmed.screen());
    QCOMPARE(unconfirmed.exitCode(), 4);
    QVERIFY2(!unconfirmed.screen().contains("\"steps\""), unconfirmed.screen());
    QVERIFY(m_lab->ssh("ada", "one", "true").exitCode != 0);
    const auto applied = m_lab->people({"apply", "--yes"});
    VERIFY_EXIT(applied, 0);
    QVERIFY2(applied.out.contains("ada: the account was made."), applied.all());
    QVERIFY(!applied.out.contains("podium-remote"));
    for (int worker = 0; worker < 2; ++worker) {
        QCOMPARE(m_lab->ssh("ada", "pod", "sudo -n id -un", worker).out, QByteArray("root\n"));
        QCOMPARE(m_lab->ssh("ben", "pod", "id -un", worker).out, QByteArray("ben\n"));
        QVERIFY(m_lab->ssh("ben", "pod", "sudo -n true", worker).exitCode != 0);
    }
    QCOMPARE(m_lab->ssh("ada", "one", "id -un").out, QByteArray("ada\n"));
    QVERIFY(m_lab->ssh("ben", "one", "true").exitCode != 0);
    VERIFY_EXIT(m_lab->people({"plan"}), 0);
    const auto again = m_lab->people({"apply", "--json"});
    VERIFY_EXIT(again, 0);
    QCOMPARE(again.json()["changedWorkers"].toInt(), 0);
    const auto audit = m_lab->people({"audit", "--json", "pod:1"});
    VERIFY_EXIT(audit, 0);
    QCOMPARE(audit.json()["workers"].toArray().size(), 1);
    QVERIFY(audit.out.contains("\"podium\": \"created\""));
    QVERIFY(m_lab->people({"audit"}).out.contains("SHA256:"));
}

void TestCtlPeople::revokeReachesAllInTheEnd()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    VERIFY_EXIT(m_lab->people({"add", "ada", "--key", m_lab->publicKey("ada"), "--on", "@all"}), 0);
    VERIFY_EXIT(m_lab->people({"apply", "--yes"}), 0);
    m_lab->cloud().post("/sim/workers/lab/us-central2-b/pod/1:refuse");
    VERIFY_EXIT(m_lab->people({"remove", "ada", "--yes"}), 0);
    const auto partly = m_lab->people({"apply", "--yes"});
    VERIFY_EXIT(partly, 3);
    QVERIFY2(partly.err.contains("Nothing was done on pod:1."), partly.err);
    QVERIFY(m_lab->ssh("ada", "one", "true").exitCode != 0);
    QVERIFY(m_lab->ssh("ada", "pod", "true", 0).exitCode != 0);
    m_lab->cloud().post("/sim/workers/lab/us-central2-b/pod/1:restore");
    QCOMPARE(m_lab->ssh("ada", "pod", "id -un", 1).out, QByteArray("ada\n"));
    const auto rest = m_lab->people({"apply", "--yes", "--json"});
    VERIFY_EXIT(rest, 0);
    QVERIFY(m_lab->ssh("ada", "pod", "true", 1).exitCode != 0);
    const QJsonObject worker = rest.json()["workers"].toArray().at(2).toObject();
    QCOMPARE(worker["worker"].toString(), QString("lab/us-central2-b/pod:1"));
    QCOMPARE(worker["proof"].toObject()["proven"].toBool(), true);
    QCOMPARE(worker["proof"].toObject()["refusedKeys"].toInt(), 1);
}

void TestCtlPeople::aCopyOfTheKeyIsFound()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    VERIFY_EXIT(m_lab->people({"add", "ada", "--key", m_lab->publicKey("ada"), "--on", "one"}), 0);
    VERIFY_EXIT(m_lab->people({"apply", "--yes"}), 0);
    // sshd reads this file, too, and Podium does not write it: only sshd's answer tells.
    QCOMPARE(
        m_lab->ssh("ada", "one", "cp ~/.ssh/authorized_keys ~/.ssh/authorized_keys2").exitCode, 0);
    VERIFY_EXIT(m_lab->people({"remove", "ada", "--yes"}), 0);
    const auto applied = m_lab->people({"apply", "--yes"});
    VERIFY_EXIT(applied, 1);
    QVERIFY2(applied.err.contains("still takes the key SHA256:"), applied.err);
    QCOMPARE(m_lab->admin("one", "sudo rm ~ada/.ssh/authorized_keys2").exitCode, 0);
    VERIFY_EXIT(m_lab->people({"plan"}), 0);
}

void TestCtlPeople::projectKeys()
{
    const QString key = m_lab->publicKey("ada");
    const QStringList addAda{"project-keys", "add", "lab", "ada", key, "--until", "30d"};
    const Outcome unasked = m_lab->people(addAda);
    VERIFY_EXIT(unasked, 4);
    QVERIFY2(unasked.out.contains("Add a key to the metadata of lab\n  + ada: "), unasked.all());
    QVERIFY2(unasked.out.contains("root there"), unasked.all());
    QVERIFY2(unasked.err.contains("Nothing was changed."), unasked.all());
    VERIFY_EXIT(m_lab->people(addAda + QStringList{"--json"}), 4);
    QVERIFY(!m_lab->people({"project-keys", "list", "lab"}).out.contains("ada"));
    const QStringList intoOneLog{
        "-c", "exec \"$0\" people \"$@\" 2>&1", PODIUM_BIN_DIR "/podiumctl"};
    const Outcome oneLog = m_lab->run("bash", intoOneLog + addAda);
    VERIFY_EXIT(oneLog, 4);
    const int shown = oneLog.out.indexOf("Add a key");
    QVERIFY2(shown >= 0 && shown < oneLog.out.indexOf("Nothing was changed."), oneLog.out);
    VERIFY_EXIT(m_lab->people(addAda + QStringList{"--yes"}), 0);
    VERIFY_EXIT(
        m_lab->people({"project-keys", "add", "lab", "ben", m_lab->publicKey("ben"), "--yes"}), 0);
    auto listed = m_lab->people({"project-keys", "list", "lab", "--json"});
    VERIFY_EXIT(listed, 0);
    const QJsonArray keys = listed.json()["keys"].toArray();
    QCOMPARE(keys.size(), 2);
    QCOMPARE(keys[0].toObject()["user"].toString(), QString("ada"));
    QVERIFY(!keys[0].toObject()["until"].toString().isEmpty());
    const QString print = keys[0].toObject()["fingerprint"].toString();
    // The name of someone on the roster is warned of: Google's agent makes it root.
    VERIFY_EXIT(m_lab->people({"add", "ada", "--key", key, "--on", "one"}), 0);
    if (m_lab->cloud().workers() != "none") {
        const auto plan = m_lab->people({"plan", "one"});
        QVERIFY2(plan.out.contains("metadata's ssh-keys"), plan.all());
    }
    VERIFY_EXIT(m_lab->people({"project-keys", "remove", "lab", "ada", "SHA256:none"}), 2);
    const Outcome kept = m_lab->people({"project-keys", "remove", "lab", "ada", print});
    VERIFY_EXIT(kept, 4);
    QVERIFY2(kept.out.contains("  - ada: ") && kept.out.contains(print.toUtf8()), kept.all());
    QVERIFY(m_lab->people({"project-keys", "list", "lab"}).out.contains(print.toUtf8()));
    VERIFY_EXIT(m_lab->people({"project-keys", "remove", "lab", "ada", print, "--yes"}), 0);
    listed = m_lab->people({"project-keys", "list", "lab"});
    QVERIFY(!listed.out.contains("ada ") && listed.out.contains("ben"));
    VERIFY_EXIT(m_lab->people({"project-keys", "list", "no-such-project"}), 5);
}

void TestCtlPeople::nodesOutOfReachAreSaidOnce()
{
    if (m_lab->cloud().workers() == "none") {
        QSKIP(qPrintable(m_lab->cloud().error()));
    }
    const auto node = [](const QString &name, int workers, bool isOutside) {
        return QJsonObject{
            {"zone", "us-central2-b"},
            {"name", name},
            {"workers", workers},
            {"externalIps", isOutside}};
    };
    CtlLab lab;
    const QJsonObject project{
        {"id", "lab"}, {"nodes", QJsonArray{node("open", 1, true), node("inside", 4, false)}}};
    QVERIFY2(
        lab.cloud().startWith({{"projects", QJsonArray{project}}}),
        qPrintable(lab.cloud().error()));
    const QString key = lab.publicKey("ada");
    VERIFY_EXIT(lab.people({"add", "ada", "--key", key, "--on", "open"}), 0);
    const Outcome untouched = lab.people({"plan"});
    VERIFY_EXIT(untouched, 1);
    QCOMPARE(untouched.err.count("inside"), 1); // nobody asked for it
    QVERIFY2(!untouched.err.contains("external IP"), untouched.err.constData());
    VERIFY_EXIT(lab.people({"grant", "ada", "inside"}), 0);
    const Outcome wanted = lab.people({"apply", "--yes"});
    VERIFY_EXIT(wanted, 3);
    QCOMPARE(wanted.err.count("has no external IP address"), 1);
    QCOMPARE(wanted.err.count("Nothing was done on inside."), 1);
}

QTEST_GUILESS_MAIN(TestCtlPeople)
#include "tst_ctlpeople.moc"
