// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What leaves this machine in a report of a fault, and what never does.
#include "core/doctor/bugreport.h"
#include "tests/fakes/filesizelimit.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>

using namespace podium;
using namespace podium::doctor;

class TestBugReport final : public QObject
{
    Q_OBJECT

private slots:
    void secretsGo_data();
    void secretsGo();
    void usefulWordsStay_data();
    void usefulWordsStay();
    void restOfACutKeyGoes();
    void secretVariablesGo();
    void hasAllParts();
    void keepsTheEndOfTheLog();
    void savesIntoANewFileAlone();
    void fullDiskLeavesNothing();

private:
    [[nodiscard]] static QString scrubbed(const QString &text)
    {
        return Scrubber(QProcessEnvironment(), "/home/matt").scrub(text);
    }
};

void TestBugReport::secretsGo_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("secret");
    const auto row = [](const char *name, const QString &before, const QString &secret) {
        QTest::newRow(name) << before.arg(secret) << secret;
    };
    row("bearer", "Authorization: Bearer %1", "abc.def");
    row("access token", "POST with %1 refused", "ya29.a0AfH6SMBx");
    row("wandb", "env WANDB_API_KEY=%1 python", "0123456789abcdef0123456789abcdef01234567");
    row("wandb, bare", "wandb: logged in with %1", "0123456789abcdef0123456789abcdef01234567");
    row("github", "git clone https://%1@github.com/x", "ghp_16C7e42F292c6912E7710c838347Ae178B4a");
    row("api key", "key %1", "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY");
    row("passphrase", "passphrase: %1", "correct horse battery staple");
    row("passphrase, quoted", "the passphrase \"%1\" was wrong", "two words");
    row("passphrase is", "Passphrase is %1", "hunter2 hunter3");
    row("password", "sshpass password=%1 ssh", "hunter2");
    row("my-key", "deploy_key: %1", "abc");
    row("json", "{\"client_secret\": \"%1\"}", "short");
    row("private key", "%1",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAA\nAAAB\n"
        "-----END OPENSSH PRIVATE KEY-----");
    row("base64", "sent %1", "q83vEjRWeJq83vEjRWeJ/q83vEjRWeJq+83=");
    row("uuid", "id %1", "5f2b8c1e-7a34-4c1d-9e0b-0a1b2c3d4e5f");
    row("public key", "ssh-ed25519 %1", "AAAAC3NzaC1lZDI1NTE5AAAAIEHGe0HAr5Yg5mMdDh");
    row("email", "account %1 is active", "matt.x+lab@example.org");
    row("address", "connect to %1 port 22", "34.69.74.175");
    row("address 6", "connect to %1 port 22", "2001:db8:0:1:2:3:4:5");
    row("short address 6", "connect to %1 port 22", "2001:db8::17");
    row("home", "cannot read %1/.ssh/id", "/home/matt");
}

void TestBugReport::secretsGo()
{
    QFETCH(QString, line);
    QFETCH(QString, secret);
    const QString clean = scrubbed(line);
    for (const QString &part : secret.split('\n')) {
        QVERIFY2(!clean.contains(part), qPrintable(clean));
    }
}

void TestBugReport::usefulWordsStay_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("log line") << "2026-11-24T12:00:00.123Z warn  inventory: lab-speech: no answer";
    QTest::newRow("node") << "lab-speech/us-central2-b/pod-v4:3 is READY";
    QTest::newRow("long project") << "gen-lang-client-0123456789/us-east5-a/n: gone";
    QTest::newRow("instance") << "t1v-n-0a1b2c3d-w-2";
    QTest::newRow("path") << "/usr/lib/x86_64-linux-gnu/libssh.so.4 is missing";
    QTest::newRow("link") << "GET https://tpu.googleapis.com/v2/projects/lab/locations/-/nodes";
    QTest::newRow("loopback") << "connect to 127.0.0.1 port 2222";
    QTest::newRow("version") << "libssh: 0.10.6/openssl/zlib";
    QTest::newRow("permission") << "You lack tpu.nodes.list.";
}

void TestBugReport::usefulWordsStay()
{
    QFETCH(QString, line);
    QCOMPARE(scrubbed(line), line);
}

void TestBugReport::restOfACutKeyGoes()
{
    // The log's last lines may begin in the middle of one.
    const QString clean =
        scrubbed("c2hvcnQ=\nAAAB\n-----END OPENSSH PRIVATE KEY-----\nafter that\n");
    QCOMPARE(clean, QString("[redacted]\nafter that\n"));
}

void TestBugReport::secretVariablesGo()
{
    QProcessEnvironment environment;
    environment.insert("LAB_TOKEN", "plain words");
    environment.insert("HF_TOKEN", "plain words and more");
    environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", "/run/token");
    environment.insert("MY_KEY", "abc"); // too short to be one: it would take out words
    const QString clean =
        Scrubber(environment, "/")
            .scrub("said plain words and more, then plain words; abc from /run/token");
    QCOMPARE(clean, QString("said [redacted], then [redacted]; abc from /run/token"));
}

void TestBugReport::hasAllParts()
{
    ReportFacts facts;
    facts.versions = systemVersions(QProcessEnvironment());
    facts.findings = {
        {"ssh", Finding::State::Bad, "ssh is not installed."},
        {"gcloud", Finding::State::Good, "gcloud is /home/matt/bin/gcloud."}};
    facts.settings = QStringList{"ssh.port: 22"};
    facts.log = "a line\npassword: hunter2\n";
    const QString report = bugReport(facts, Scrubber(QProcessEnvironment(), "/home/matt"));
    for (const char *part :
         {"Podium: " PODIUM_VERSION, "Qt: 5", "bad       ssh: ssh is not installed.",
          "good      gcloud: gcloud is ~/bin/gcloud.", "ssh.port: 22", "a line",
          "password: [redacted]"}) {
        QVERIFY2(report.contains(part), qPrintable(QString(part) + " is not in " + report));
    }
    QVERIFY(bugReport({}, Scrubber(QProcessEnvironment(), {})).contains("(nothing)"));
}

void TestBugReport::keepsTheEndOfTheLog()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("podium.log");
    QCOMPARE(logEnd(path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 1000; ++i) {
        file.write(QByteArray::number(i) + '\n');
    }
    file.close();
    const QStringList lines = logEnd(path).split('\n');
    QCOMPARE(lines.size(), 200);
    QCOMPARE(lines.last(), QString("999"));
}

void TestBugReport::savesIntoANewFileAlone()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("report.txt");
    QVERIFY(saveBugReport(path, "ä\n"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("ä\n"));
    struct stat info = {};
    QCOMPARE(::stat(QFile::encodeName(path).constData(), &info), 0);
    QCOMPARE(int(info.st_mode & 07777), 0600);
    const auto again = saveBugReport(path, "other");
    QVERIFY(!again);
    QCOMPARE(again.error().kind, ErrorKind::AlreadyExists);
    QVERIFY(!saveBugReport(folder.filePath("no/where"), "x"));
}

/// The same name is free for the next try.
void TestBugReport::fullDiskLeavesNothing()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("report.txt");
    const QString report(5000, 'x');
    {
        ::signal(SIGXFSZ, SIG_IGN);
        const tests::FileSizeLimit full(1000);
        const auto saved = saveBugReport(path, report);
        QVERIFY(!saved);
        QCOMPARE(saved.error().kind, ErrorKind::Io);
    }
    QCOMPARE(
        QDir(folder.path()).entryList(QDir::Files | QDir::Hidden | QDir::System), QStringList());
    QVERIFY(saveBugReport(path, report));
    QCOMPARE(QFileInfo(path).size(), qint64(report.size()));
}

QTEST_GUILESS_MAIN(TestBugReport)
#include "tst_bugreport.moc"
