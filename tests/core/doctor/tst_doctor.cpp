// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/agentcheck.h"
#include "core/doctor/cloudcheck.h"
#include "core/doctor/machinecheck.h"
#include "core/doctor/sshfoldercheck.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/immutable.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

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
    void credentialsWithoutGcloud();
    void modesOfSsh_data();
    void modesOfSsh();
    void placesThatCannotBeWritten();
    void sshFolderThatIsLocked();
    void roomOnTheDisk_data();
    void roomOnTheDisk();
    void keysThatSshTakes();
    void agentThatIsGone();
    void countsReadWellForOne();
    void agentOfOpenSsh();
    void clock_data();
    void clock();
    void cloudByProject();
    void whatProjectsLet();
    void cloudWithoutCredentials();

private:
    [[nodiscard]] Finding find(const QString &subject) const
    {
        for (const Finding &finding : checkMachine({m_paths, m_environment, m_keys})) {
            if (finding.subject == subject) {
                return finding;
            }
        }
        return {"none", State::Unknown, {}};
    }
    /// Of a person's login.
    [[nodiscard]] QString addKeyFile(const QString &name) const
    {
        QFile file(m_folder->filePath(name));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(R"({"type": "authorized_user", "client_id": "c", "refresh_token": "r"})");
        }
        return file.fileName();
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
    QStringList m_keys;
};

void TestDoctor::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_paths = {
        m_folder->path(), m_folder->filePath("config"), m_folder->filePath("data"),
        m_folder->filePath("state")};
    QVERIFY(QDir(m_folder->path()).mkdir("bin"));
    m_environment = {};
    m_keys.clear();
    m_environment.insert("PATH", m_folder->filePath("bin"));
    m_environment.insert("HOME", m_folder->path());
}

void TestDoctor::bareMachine()
{
    for (const char *subject : {"gcloud", "ssh", "ssh-keygen"}) {
        const Finding finding = find(subject);
        QCOMPARE(finding.state, State::Bad);
        QVERIFY2(finding.hint.contains("nstall"), subject);
    }
    QCOMPARE(find("agent").state, State::Optional); // not needed by all
    QCOMPARE(find("keyring").state, State::Optional);
    QCOMPARE(find("key").state, State::Bad);
    QCOMPARE(find("~/.ssh").state, State::Good);         // Podium makes it
    QVERIFY(!QFile::exists(m_folder->filePath(".ssh"))); // but not now
}

void TestDoctor::wholeMachine()
{
    addProgram("gcloud");
    addProgram("ssh");
    QCOMPARE(find("gcloud").state, State::Good);
    QVERIFY(find("gcloud").text.contains(m_folder->filePath("bin/gcloud")));
    QCOMPARE(find("ssh").state, State::Good);
    QCOMPARE(find("room for history").subject, QString("room for history"));
}

/// Without gcloud and any variable, too: what `gcloud auth application-default login` has left.
void TestDoctor::credentialsWithoutGcloud()
{
    QVERIFY(QDir(m_folder->path()).mkpath(".config/gcloud"));
    const QString usual = addKeyFile(".config/gcloud/application_default_credentials.json");
    QCOMPARE(find("gcloud").state, State::Good);
    QVERIFY2(find("gcloud").text.contains(usual), qPrintable(find("gcloud").text));
    const QString named = addKeyFile("key.json");
    m_environment.insert("GOOGLE_APPLICATION_CREDENTIALS", named);
    QVERIFY2(find("gcloud").text.contains(named), qPrintable(find("gcloud").text));
    addProgram("gcloud");
    QCOMPARE(find("gcloud").state, State::Good);
    QVERIFY2(find("gcloud").text.contains(named), qPrintable(find("gcloud").text));
    QVERIFY(QFile::remove(named)); // no call works then, whatever else there is
    QCOMPARE(find("gcloud").state, State::Bad);
    QVERIFY2(find("gcloud").text.contains(named), qPrintable(find("gcloud").text));
}

void TestDoctor::modesOfSsh_data()
{
    QTest::addColumn<int>("folder");
    QTest::addColumn<int>("file");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("command");
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
    QTEST(finding.command, "command");
}

void TestDoctor::placesThatCannotBeWritten()
{
    if (::geteuid() == 0) {
        // The mode holds nobody back then; what a link leads to does.
        qInfo("modes are not tried as root");
    } else {
        QVERIFY(QDir().mkpath(m_paths.sshDir()));
        QCOMPARE(::chmod(QFile::encodeName(m_paths.sshDir()).constData(), 0500), 0);
        QCOMPARE(find("~/.ssh").command, QString("chmod u+w ~/.ssh"));
        QCOMPARE(::chmod(QFile::encodeName(m_paths.sshDir()).constData(), 0700), 0);
    }
    QVERIFY(QDir().mkpath(m_paths.sshDir()));
    QVERIFY(QFile::link("/nowhere/config", m_paths.sshConfigFile()));
    const Finding finding = find("~/.ssh/config");
    QCOMPARE(finding.state, State::Bad);
    QVERIFY2(finding.text.contains("/nowhere/config"), qPrintable(finding.text));
    QVERIFY(QDir().mkpath(m_paths.podiumSshDir()));
    QCOMPARE(::chmod(QFile::encodeName(m_paths.podiumSshDir()).constData(), 0755), 0);
    QCOMPARE(find("~/.ssh/podium").command, QString("chmod 700 ~/.ssh/podium"));
}

void TestDoctor::sshFolderThatIsLocked()
{
    QVERIFY(QDir().mkpath(m_paths.sshDir()));
    QCOMPARE(::chmod(QFile::encodeName(m_paths.sshDir()).constData(), 0700), 0);
    if (!tests::setImmutable(m_paths.sshDir(), true)) {
        QSKIP("The file system or the rights here do not allow chattr +i.");
    }
    const Finding locked = find("~/.ssh");
    QVERIFY(tests::setImmutable(m_paths.sshDir(), false));
    QCOMPARE(locked.state, State::Bad);
    QVERIFY2(locked.text.contains("immutable"), qPrintable(locked.text));
    QCOMPARE(locked.command, QString("podiumctl ssh-config print > podium-ssh-config"));
    QCOMPARE(find("~/.ssh").state, State::Good);
}

void TestDoctor::roomOnTheDisk_data()
{
    QTest::addColumn<qint64>("free"); // less than 0: not known
    QTest::addColumn<bool>("isReadOnly");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("text");
    constexpr qint64 mib = 1024 * 1024;
    QTest::newRow("enough") << 200 * mib << false << State::Good << "200 MiB are free there.";
    QTest::newRow("low") << 200 * mib - 1 << false << State::Bad << "Only 199 MiB are free there.";
    QTest::newRow("none") << qint64(0) << false << State::Bad << "Only 0 MiB are free there.";
    QTest::newRow("read-only") << 500 * mib << true << State::Bad
                               << "/data is on a disk that is read-only.";
    QTest::newRow("unknown") << qint64(-1) << false << State::Unknown
                             << "The room there is not known.";
}

void TestDoctor::roomOnTheDisk()
{
    QFETCH(qint64, free);
    QFETCH(bool, isReadOnly);
    QFETCH(State, state);
    const auto bytes = free < 0 ? std::nullopt : std::optional<qint64>(free);
    const Finding finding = checkRoom("room", {"/data", bytes, isReadOnly});
    QCOMPARE(finding.state, state);
    QTEST(finding.text, "text");
    QCOMPARE(finding.hint.isEmpty(), state != State::Bad);
}

void TestDoctor::keysThatSshTakes()
{
    const QString open = m_folder->filePath("open");
    const QString closed = m_folder->filePath("closed");
    for (const QString &path : {open, closed}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QCOMPARE(::chmod(QFile::encodeName(open).constData(), 0644), 0);
    QCOMPARE(::chmod(QFile::encodeName(closed).constData(), 0600), 0);
    const QString none = m_folder->filePath("none");
    QCOMPARE(checkKeys({none}, false).state, State::Bad);
    QCOMPARE(checkKeys({none}, true).state, State::Good); // the agent's
    QCOMPARE(checkKeys({none, open}, true).command, QString("chmod 600 '%1'").arg(open));
    const Finding good = checkKeys({none, open, closed}, false);
    QCOMPARE(good.state, State::Good);
    QVERIFY2(good.text.contains(closed), qPrintable(good.text));
}

void TestDoctor::agentThatIsGone()
{
    m_environment.insert("SSH_AUTH_SOCK", m_folder->filePath("agent"));
    QCOMPARE(find("agent").state, State::Bad);
    m_environment.insert("SSH_AUTH_SOCK", QString(300, 'a')); // longer than a socket's name may be
    QCOMPARE(find("agent").state, State::Bad);
}

void TestDoctor::countsReadWellForOne()
{
    QCOMPARE(checkAgent({true, true, 1}).text, QString("The ssh agent answers. Keys it holds: 1."));
    inventory::Snapshot snapshot;
    snapshot.projects = {{*ProjectId::parse("lab"), {}, {}}};
    QCOMPARE(
        checkCloud(snapshot, {}).front().text, QString("Projects that Google lists for them: 1."));
}

void TestDoctor::agentOfOpenSsh()
{
    if (QStandardPaths::findExecutable("ssh-agent").isEmpty()) {
        QSKIP("ssh-agent is not installed");
    }
    const QString socket = m_folder->filePath("s");
    tests::ChildProcess agent;
    agent.start("ssh-agent", {"-D", "-a", socket});
    m_environment.insert("SSH_AUTH_SOCK", socket);
    QTRY_COMPARE(find("agent").state, State::Optional); // it answers, and holds no key
    const QString key = m_folder->filePath("key");
    QCOMPARE(QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", key}), 0);
    QProcess add;
    add.setProcessEnvironment(m_environment);
    add.start(QStandardPaths::findExecutable("ssh-add"), {"-q", key});
    QVERIFY(add.waitForFinished(Patience));
    QCOMPARE(add.exitCode(), 0);
    QTRY_COMPARE(find("agent").state, State::Good); // it has a second for its answer
    QTRY_COMPARE(find("key").state, State::Good);
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

namespace {

lifecycle::ProjectAccess wholeAccess()
{
    lifecycle::ProjectAccess access;
    access.tpuApi = cloud::ServiceState::Enabled;
    access.computeApi = cloud::ServiceState::Enabled;
    access.permissions = lifecycle::neededPermissionNames();
    return access;
}

} // namespace

void TestDoctor::cloudByProject()
{
    inventory::Snapshot snapshot;
    const ProjectId good = *ProjectId::parse("good");
    const ProjectId off = *ProjectId::parse("off");
    snapshot.projects = {{good, {}, {}}, {off, {}, {}}};
    snapshot.problems = {
        {off, {}, {ErrorKind::Refused, "The TPU API is off.", {}, "Switch it on.", {}}, {}}};
    const ProjectAccesses accesses{{good, wholeAccess()}, {off, wholeAccess()}};
    const Findings findings = checkCloud(snapshot, accesses);
    QCOMPARE(int(findings.size()), 3);
    QCOMPARE(findings[1].subject, QString("good"));
    QCOMPARE(findings[1].state, State::Good);
    QCOMPARE(findings[2], (Finding{"off", State::Bad, "The TPU API is off.", "Switch it on."}));

    snapshot.projectsError = Error{ErrorKind::Refused, "No list.", "Why.", {}, {}};
    QCOMPARE(checkCloud(snapshot, {})[0], (Finding{"projects", State::Bad, "No list. Why.", {}}));
}

void TestDoctor::whatProjectsLet()
{
    inventory::Snapshot snapshot;
    const ProjectId lab = *ProjectId::parse("lab");
    snapshot.projects = {{lab, {}, {}}};
    const auto found = [&](const lifecycle::ProjectAccess &access) {
        const Findings findings = checkCloud(snapshot, {{lab, access}});
        return Findings(findings.begin() + 1, findings.end());
    };
    // Nobody asked: nothing good is said.
    QCOMPARE(checkCloud(snapshot, {}).back().state, State::Unknown);

    lifecycle::ProjectAccess access = wholeAccess();
    access.computeApi = cloud::ServiceState::Disabled;
    QCOMPARE(int(found(access).size()), 1);
    QCOMPARE(found(access)[0].state, State::Bad);
    QVERIFY(found(access)[0].command.contains("enable compute.googleapis.com --project=lab"));

    access = wholeAccess();
    access.permissions->removeAll("tpu.nodes.create");
    QCOMPARE(found(access)[0].state, State::Optional); // a collaborator needs none of it
    QVERIFY(found(access)[0].text.contains("create nodes"));
    access.permissions->removeAll("tpu.nodes.list");
    QCOMPARE(found(access)[0].state, State::Bad);

    access = lifecycle::ProjectAccess();
    access.permissionsError = Error{ErrorKind::Timeout, "No answer.", {}, {}, {}};
    QCOMPARE(int(found(access).size()), 3);
    QVERIFY(isGood(found(access)));
    for (const Finding &finding : found(access)) {
        QCOMPARE(finding.state, State::Unknown);
    }
    QVERIFY(found(access)[2].text.contains("No answer."));
}

void TestDoctor::cloudWithoutCredentials()
{
    inventory::Snapshot snapshot;
    snapshot.projects = {{*ProjectId::parse("old"), {}, {}}};
    snapshot.error = Error{ErrorKind::Refused, "You are not signed in.", {}, "Sign in.", {}};
    const Findings findings = checkCloud(snapshot, {});
    QCOMPARE(int(findings.size()), 1); // of no project is anything known
    QCOMPARE(findings[0].hint, QString("Sign in."));
}

QTEST_GUILESS_MAIN(TestDoctor)
#include "tst_doctor.moc"
