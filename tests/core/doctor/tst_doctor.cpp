// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/cloudcheck.h"
#include "core/doctor/machinecheck.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace podium;
using namespace podium::doctor;
using State = Finding::State;

Q_DECLARE_METATYPE(podium::doctor::Finding::State)

class TestDoctor final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void bareMachine();
    void wholeMachine();
    void modesOfSsh_data();
    void modesOfSsh();
    void agentThatIsGone();
    void clock_data();
    void clock();
    void cloudByProject();
    void cloudWithoutCredentials();

private:
    [[nodiscard]] Finding find(const QString &subject) const
    {
        for (const Finding &finding : checkMachine(m_paths, m_environment)) {
            if (finding.subject == subject) {
                return finding;
            }
        }
        return {"none", State::Unknown, {}, {}};
    }
    void addProgram(const QString &name)
    {
        QFile file(m_folder->filePath("bin/" + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Paths m_paths;
    QProcessEnvironment m_environment;
};

void TestDoctor::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_paths = {
        m_folder->path(), m_folder->filePath("config"), m_folder->filePath("data"),
        m_folder->filePath("state")};
    QVERIFY(QDir(m_folder->path()).mkdir("bin"));
    m_environment = {};
    m_environment.insert("PATH", m_folder->filePath("bin"));
}

void TestDoctor::bareMachine()
{
    for (const char *subject : {"gcloud", "ssh", "ssh-keygen"}) {
        const Finding finding = find(subject);
        QCOMPARE(finding.state, State::Bad);
        QVERIFY2(finding.hint.contains("nstall"), subject);
    }
    QCOMPARE(find("agent").state, State::Unknown);       // not needed by all
    QCOMPARE(find("~/.ssh").state, State::Good);         // Podium makes it
    QVERIFY(!QFile::exists(m_folder->filePath(".ssh"))); // but not now
}

void TestDoctor::wholeMachine()
{
    m_environment.insert("GOOGLE_APPLICATION_CREDENTIALS", "/a/key.json");
    QCOMPARE(find("gcloud").state, State::Good);
    QVERIFY(find("gcloud").text.contains("GOOGLE_APPLICATION_CREDENTIALS"));
    addProgram("gcloud");
    addProgram("ssh");
    QVERIFY(find("gcloud").text.contains(m_folder->filePath("bin/gcloud")));
    QCOMPARE(find("ssh").state, State::Good);
    QCOMPARE(find("room for history").subject, QString("room for history"));
}

void TestDoctor::modesOfSsh_data()
{
    QTest::addColumn<int>("folder");
    QTest::addColumn<int>("file");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("hint");
    QTest::newRow("folder") << 0700 << 0600 << "~/.ssh" << State::Good << "";
    QTest::newRow("read by others") << 0755 << 0600 << "~/.ssh" << State::Bad << "chmod 700 ~/.ssh";
    QTest::newRow("file") << 0700 << 0644 << "~/.ssh/config" << State::Good << "";
    QTest::newRow("written by others")
        << 0700 << 0666 << "~/.ssh/config" << State::Bad << "chmod 600 ~/.ssh/config";
}

void TestDoctor::modesOfSsh()
{
    QFETCH(int, folder);
    QFETCH(int, file);
    QFETCH(QString, subject);
    QVERIFY(QDir().mkpath(m_paths.sshDir()));
    QFile config(m_paths.sshConfigFile());
    QVERIFY(config.open(QIODevice::WriteOnly));
    QCOMPARE(::chmod(QFile::encodeName(m_paths.sshConfigFile()).constData(), mode_t(file)), 0);
    QCOMPARE(::chmod(QFile::encodeName(m_paths.sshDir()).constData(), mode_t(folder)), 0);
    const Finding finding = find(subject);
    QTEST(finding.state, "state");
    QTEST(finding.hint, "hint");
}

void TestDoctor::agentThatIsGone()
{
    m_environment.insert("SSH_AUTH_SOCK", m_folder->filePath("agent"));
    QCOMPARE(find("agent").state, State::Bad);
    m_environment.insert("SSH_AUTH_SOCK", QString(300, 'a')); // longer than a socket's name may be
    QCOMPARE(find("agent").state, State::Bad);
}

void TestDoctor::clock_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("says");
    QTest::newRow("agrees") << QByteArray("Mon, 23 Nov 2026 12:00:30 GMT") << State::Good
                            << "agrees";
    QTest::newRow("behind") << QByteArray("Mon, 23 Nov 2026 12:10:00 GMT") << State::Bad
                            << "600 seconds behind";
    QTest::newRow("ahead") << QByteArray("Mon, 23 Nov 2026 11:50:00 GMT") << State::Bad
                           << "600 seconds ahead";
    QTest::newRow("none") << QByteArray() << State::Unknown << "not to be had";
    QTest::newRow("no date") << QByteArray("soon") << State::Unknown << "not to be had";
}

void TestDoctor::clock()
{
    QFETCH(QByteArray, header);
    QFETCH(QString, says);
    const QDateTime here(QDate(2026, 11, 23), QTime(12, 0), Qt::UTC);
    const Finding finding = checkClock(here, header);
    QTEST(finding.state, "state");
    QVERIFY2(finding.text.contains(says), qPrintable(finding.text));
}

void TestDoctor::cloudByProject()
{
    inventory::Snapshot snapshot;
    snapshot.projects = {{*ProjectId::parse("good"), {}, {}}, {*ProjectId::parse("off"), {}, {}}};
    snapshot.problems = {
        {*ProjectId::parse("off"),
         {},
         {ErrorKind::Refused, "The TPU API is off.", {}, "Switch it on.", {}},
         {}}};
    const Findings findings = checkCloud(snapshot);
    QCOMPARE(int(findings.size()), 3);
    QCOMPARE(findings[1], (Finding{"good", State::Good, "Its nodes are listed.", {}}));
    QCOMPARE(findings[2], (Finding{"off", State::Bad, "The TPU API is off.", "Switch it on."}));

    snapshot.projectsError = Error{ErrorKind::Refused, "No list.", "Why.", {}, {}};
    QCOMPARE(checkCloud(snapshot)[0], (Finding{"projects", State::Bad, "No list. Why.", {}}));
}

void TestDoctor::cloudWithoutCredentials()
{
    inventory::Snapshot snapshot;
    snapshot.projects = {{*ProjectId::parse("old"), {}, {}}};
    snapshot.error = Error{ErrorKind::Refused, "You are not signed in.", {}, "Sign in.", {}};
    const Findings findings = checkCloud(snapshot);
    QCOMPARE(int(findings.size()), 1); // of no project is anything known
    QCOMPARE(findings[0].hint, QString("Sign in."));
}

QTEST_GUILESS_MAIN(TestDoctor)
#include "tst_doctor.moc"
