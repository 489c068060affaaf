// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// `podiumctl ssh-config` against podium-sim with its real sshd workers, the real ssh, and where it
// is installed the real gcloud, which keeps a part of its own in the same file.
#include "tests/app/podium-sim/simhelpers.h"
#include "tests/app/podiumctl/outcome.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium::tests;

namespace {

QJsonObject scenario()
{
    QJsonObject lab = labScenario({"one"})["projects"].toArray()[0].toObject();
    QJsonArray nodes = lab["nodes"].toArray();
    const QString zone = "us-central2-b";
    nodes << QJsonObject{{"zone", zone}, {"name", "pod"}, {"acceleratorType", "v4-16"}}
          << QJsonObject{{"zone", zone}, {"name", "halted"}, {"state", "STOPPED"}}
          << QJsonObject{{"zone", zone}, {"name", "inner"}, {"externalIps", false}};
    lab["nodes"] = nodes;
    lab["instances"] = QJsonArray{
        QJsonObject{{"zone", "us-central1-a"}, {"name", "build"}, {"externalIp", "203.0.113.9"}},
        QJsonObject{
            {"zone", "us-central1-a"},
            {"name", "former"},
            {"status", "TERMINATED"},
            {"externalIp", "203.0.113.10"}}};
    return {{"projects", QJsonArray{lab}}};
}

QJsonObject jsonOf(const ProgramResult &result)
{
    return QJsonDocument::fromJson(result.out.toUtf8()).object();
}

/// alias -> verdict of `check --json`.
QMap<QString, QString> verdicts(const ProgramResult &result)
{
    QMap<QString, QString> map;
    for (const QJsonValue &value : jsonOf(result)["aliases"].toArray()) {
        const QJsonObject alias = value.toObject();
        map.insert(
            alias["alias"].toString(),
            alias["loggedIn"].toBool() ? QString("logged-in") : alias["verdict"].toString());
    }
    return map;
}

} // namespace

class TestSshConfigCtl final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void checkTellsEachAlias();
    void checkOfWhatIsNotWholeIsNotAllGood();
    void checkWithLoginTellsWhoDoesNotLetUsIn();
    void checkRefusesWhatSshRejects();
    void errorsAreJsonToo();
    void exportedPartLogsInElsewhere();
    void exportOfNothingIsRefused();
    void removeAsksFirst();
    void restoreUndoesAndRedoes();
    void helpTeaches_data();
    void helpTeaches();
    void livesWithGcloud_data();
    void livesWithGcloud();

private:
    [[nodiscard]] ProgramResult run(const QString &program, const QStringList &arguments) const;
    [[nodiscard]] ProgramResult ctl(const QStringList &arguments) const
    {
        return run(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), QStringList{"ssh-config"} + arguments);
    }
    [[nodiscard]] QString file(const QString &name) const { return m_home->filePath(name); }
    [[nodiscard]] QByteArray read(const QString &name) const;
    void put(const QString &name, const QByteArray &bytes) const;

    SimCloud m_cloud;
    std::unique_ptr<QTemporaryDir> m_home;
};

void TestSshConfigCtl::initTestCase()
{
    QVERIFY2(m_cloud.startWith(scenario()), qPrintable(m_cloud.error()));
}

void TestSshConfigCtl::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(file(".ssh")));
    put(".ssh/config", "Host mine\n    HostName 192.0.2.1\n");
}

ProgramResult TestSshConfigCtl::run(const QString &program, const QStringList &arguments) const
{
    QProcessEnvironment environment = m_cloud.environment();
    environment.insert("HOME", m_home->path());
    for (const char *name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK"}) {
        environment.remove(QLatin1String(name));
    }
    return runProgram(program, arguments, environment);
}

QByteArray TestSshConfigCtl::read(const QString &name) const
{
    QFile in(file(name));
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

void TestSshConfigCtl::put(const QString &name, const QByteArray &bytes) const
{
    QFile out(file(name));
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(bytes);
    out.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

void TestSshConfigCtl::checkTellsEachAlias()
{
    const ProgramResult before = ctl({"check", "--json"});
    VERIFY_EXIT(before, 1);
    QCOMPARE(verdicts(before).value("pod-1"), QString("not-written"));
    QCOMPARE(verdicts(before).value("halted"), QString("inactive"));
    const ProgramResult first = ctl({"write"});
    VERIFY_EXIT(first, 0);
    QCOMPARE(first.err.count("by the password database"), 1);
    const ProgramResult after = ctl({"check", "--json"});
    VERIFY_EXIT(after, 0);
    QVERIFY(jsonOf(after)["allGood"].toBool());
    QCOMPARE(
        verdicts(after), (QMap<QString, QString>{
                             {"one", "good"},
                             {"one-0", "good"},
                             {"pod", "good"},
                             {"pod-0", "good"},
                             {"pod-1", "good"},
                             {"halted", "inactive"},
                             {"halted-0", "inactive"},
                             {"inner", "inactive"},
                             {"inner-0", "inactive"}}));
    // A line above ours that says something else.
    put(".ssh/config", "Port 2022\n" + read(".ssh/config"));
    const ProgramResult differs = ctl({"check"});
    VERIFY_EXIT(differs, m_cloud.sshPort() == 2022 ? 0 : 1);
    QVERIFY2(differs.out.contains("differs"), qPrintable(differs.out));
    QVERIFY2(differs.out.contains("\"2022\" for its port"), qPrintable(differs.out));
}

void TestSshConfigCtl::checkOfWhatIsNotWholeIsNotAllGood()
{
    VERIFY_EXIT(ctl({"write"}), 0);
    QCOMPARE(m_cloud.post("/sim/zones/us-central2-b:unreachable").status, 200);
    const ProgramResult silent = ctl({"check", "--json"});
    QCOMPARE(m_cloud.post("/sim/zones/us-central2-b:restore").status, 200);
    VERIFY_EXIT(silent, 3);
    QCOMPARE(jsonOf(silent)["allGood"].toBool(true), false);
}

void TestSshConfigCtl::checkWithLoginTellsWhoDoesNotLetUsIn()
{
    if (m_cloud.workers() == "none") {
        QSKIP("There are no workers here to log in to.");
    }
    VERIFY_EXIT(ctl({"write"}), 0);
    const ProgramResult all = ctl({"check", "--login", "--json"});
    VERIFY_EXIT(all, 0);
    QCOMPARE(verdicts(all).value("pod-1"), QString("logged-in"));
    QCOMPARE(verdicts(all).value("one"), QString("logged-in"));
    QCOMPARE(verdicts(all).values().count("logged-in"), 5);

    QCOMPARE(m_cloud.post("/sim/workers/lab/us-central2-b/pod/1:refuse").status, 200);
    const ProgramResult refused = ctl({"check", "--login", "--json"});
    QCOMPARE(m_cloud.post("/sim/workers/lab/us-central2-b/pod/1:restore").status, 200);
    VERIFY_EXIT(refused, 3);
    QCOMPARE(verdicts(refused).value("pod-1"), QString("no-login"));
    QCOMPARE(verdicts(refused).value("pod-0"), QString("logged-in"));
    QVERIFY2(refused.out.contains("refused"), qPrintable(refused.out));

    // Another key than the pinned one: no login, and no question.
    QCOMPARE(m_cloud.post("/sim/workers/lab/us-central2-b/one/0:newHostKey").status, 200);
    const ProgramResult changed = ctl({"check", "--login"});
    QCOMPARE(m_cloud.post("/sim/workers/lab/us-central2-b/one/0:restore").status, 200);
    VERIFY_EXIT(changed, 3);
    QVERIFY2(changed.out.contains("shows another host key"), qPrintable(changed.out));
}

void TestSshConfigCtl::checkRefusesWhatSshRejects()
{
    put(".ssh/config", "Host a\n    UseKeychain yes\n");
    const ProgramResult check = ctl({"check", "--json"});
    VERIFY_EXIT(check, 4);
    QVERIFY2(check.err.contains("line 2"), qPrintable(check.err));
}

void TestSshConfigCtl::errorsAreJsonToo()
{
    put(".ssh/config", "Host a\n    UseKeychain yes\n");
    for (const char *action : {"print", "diff", "write", "check"}) {
        const ProgramResult result = ctl({action, "--json"});
        VERIFY_EXIT(result, 4);
        QCOMPARE(jsonOf(result)["error"].toObject()["kind"].toString(), QString("refused"));
    }
    const ProgramResult none = ctl({"restore", "--json"});
    VERIFY_EXIT(none, 4);
    QCOMPARE(jsonOf(none)["error"].toObject()["kind"].toString(), QString("not-found"));
    QCOMPARE(jsonOf(ctl({"history", "--json"}))["versions"].toArray().size(), 0);
}

void TestSshConfigCtl::exportedPartLogsInElsewhere()
{
    const ProgramResult exported = ctl(
        {"export", "--json", "--user", m_cloud.user(), "--identity", m_cloud.identity(), "pod",
         "halted"});
    VERIFY_EXIT(exported, 0);
    const QJsonObject part = jsonOf(exported);
    QCOMPARE(part["aliases"].toArray(), (QJsonArray{"pod", "pod-1"}));
    QCOMPARE(part["leftOut"].toArray().size(), 1);
    QVERIFY2(exported.err.contains("halted:0 is left out"), qPrintable(exported.err));
    QVERIFY(!part["config"].toString().contains(m_home->path()));
    if (m_cloud.workers() == "none") {
        QSKIP("There are no workers here to log in to.");
    }
    // ssh expands ~ by the password database, so the other home is named in full here.
    QDir().mkpath(file("theirs"));
    const QString known = file("theirs/podium_known_hosts");
    put("theirs/podium_known_hosts", part["knownHosts"].toString().toUtf8());
    put("theirs/config",
        part["config"].toString().replace("~/.ssh/podium_known_hosts", known).toUtf8());
    const ProgramResult login =
        run("ssh", {"-F", file("theirs/config"), "-o", "BatchMode=yes", "pod-1", "hostname"});
    VERIFY_EXIT(login, 0);
    QVERIFY2(login.out.trimmed().endsWith("-w-1"), qPrintable(login.out));

    const ProgramResult text = ctl({"export", "--user", "grace", "pod:1"});
    VERIFY_EXIT(text, 0);
    QVERIFY(text.out.contains("Remote-SSH"));
    QVERIFY(text.out.contains("    User grace\n"));
    const ProgramResult config = ctl({"export", "--user", "grace", "--part", "config", "pod:1"});
    QVERIFY(text.out.contains(config.out));
    QVERIFY(config.out.startsWith("# "));
}

void TestSshConfigCtl::exportOfNothingIsRefused()
{
    const ProgramResult stopped = ctl({"export", "halted"});
    VERIFY_EXIT(stopped, 4);
    QVERIFY2(stopped.err.contains("It is STOPPED."), qPrintable(stopped.err));
    VERIFY_EXIT(ctl({"export", "no-such-node"}), 2);
    VERIFY_EXIT(ctl({"export", "--user", "a b", "pod"}), 2);
    VERIFY_EXIT(ctl({"export", "--part", "x"}), 2);
}

void TestSshConfigCtl::removeAsksFirst()
{
    const QByteArray before = read(".ssh/config");
    VERIFY_EXIT(ctl({"write"}), 0);
    const QByteArray written = read(".ssh/config");
    const ProgramResult asked = ctl({"remove"});
    VERIFY_EXIT(asked, 4);
    QVERIFY2(asked.err.contains("--yes"), qPrintable(asked.err));
    QCOMPARE(read(".ssh/config"), written);
    VERIFY_EXIT(ctl({"remove", "--yes"}), 0);
    QCOMPARE(read(".ssh/config"), before);
    QVERIFY(!QFile::exists(file(".ssh/podium/config")));
    VERIFY_EXIT(ctl({"restore"}), 0);
    QCOMPARE(read(".ssh/config"), written);
    QVERIFY(QFile::exists(file(".ssh/podium/config")));
}

void TestSshConfigCtl::restoreUndoesAndRedoes()
{
    const QByteArray before = read(".ssh/config");
    VERIFY_EXIT(ctl({"write"}), 0);
    const QByteArray written = read(".ssh/config");
    for (const QByteArray &wanted : {before, written, before}) {
        const ProgramResult restored = ctl({"restore", "--json"});
        VERIFY_EXIT(restored, 0);
        QVERIFY(jsonOf(restored)["filesWritten"].toArray().contains(file(".ssh/config")));
        QCOMPARE(read(".ssh/config"), wanted);
    }
    const ProgramResult second = ctl({"restore", "2"});
    VERIFY_EXIT(second, 0);
    QCOMPARE(read(".ssh/config"), written);
    QVERIFY2(second.out.startsWith("Back to version 2.\n"), qPrintable(second.out));
    const QString changed = QString("Changed %1: ").arg(file(".ssh/config"));
    QVERIFY2(second.out.contains(changed), qPrintable(second.out));
    QVERIFY2(second.out.contains(" removed\n"), qPrintable(second.out));
    QVERIFY2(
        second.out.contains("What was there before is kept as version "), qPrintable(second.out));
    VERIFY_EXIT(ctl({"restore", "77"}), 2); // as whatever is named and does not exist
}

void TestSshConfigCtl::helpTeaches_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("says");
    QTest::newRow("itself") << QString() << "podiumctl ssh-config check --login";
    QTest::newRow("print") << "print"
                           << "ssh -F";
    QTest::newRow("diff") << "diff"
                          << "Exit status 0";
    QTest::newRow("write") << "write"
                           << "Exit status 4";
    QTest::newRow("check") << "check"
                           << "no-login";
    QTest::newRow("history") << "history"
                             << "Twenty versions";
    QTest::newRow("restore") << "restore"
                             << "redoes";
    QTest::newRow("remove") << "remove"
                            << "--yes";
    QTest::newRow("export") << "export"
                            << "VS Code";
}

void TestSshConfigCtl::helpTeaches()
{
    QFETCH(QString, action);
    QFETCH(QString, says);
    QStringList words{action, "--help"};
    words.removeAll(QString());
    const ProgramResult help = ctl(words);
    VERIFY_EXIT(help, 0);
    QVERIFY2(help.out.contains(says), qPrintable(help.out));
    QVERIFY(action.isEmpty() || help.out.contains("--json"));
}

void TestSshConfigCtl::livesWithGcloud_data()
{
    QTest::addColumn<bool>("gcloudFirst");
    QTest::newRow("gcloud first") << true;
    QTest::newRow("Podium first") << false;
}

void TestSshConfigCtl::livesWithGcloud()
{
    QFETCH(bool, gcloudFirst);
    if (QStandardPaths::findExecutable("gcloud").isEmpty()) {
        QSKIP("gcloud is not installed here: its config-ssh was not tried");
    }
    const auto gcloud = [this] {
        const ProgramResult done = run("gcloud", {"compute", "config-ssh", "--quiet"});
        VERIFY_EXIT(done, 0);
    };
    const auto podium = [this] { VERIFY_EXIT(ctl({"write"}), 0); };
    int size = 0;
    for (int round = 0; round < 3; ++round) {
        gcloudFirst ? gcloud() : podium();
        gcloudFirst ? podium() : gcloud();
        const QByteArray config = read(".ssh/config");
        QCOMPARE(config.count("# Google Compute Engine Section\n"), 1);
        QCOMPARE(config.count("# End of Google Compute Engine Section\n"), 1);
        QCOMPARE(config.count("Host build.us-central1-a.lab\n"), 1);
        QCOMPARE(config.count("# BEGIN Podium"), 1);
        QCOMPARE(config.count("Include ~/.ssh/podium/config"), 1);
        QCOMPARE(config.count("Host mine\n    HostName 192.0.2.1\n"), 1);
        QVERIFY2(round == 0 || config.size() == size, config.constData()); // nothing piles up
        size = config.size();
        const auto addressOf = [this](const QString &name) {
            const ProgramResult answer = run("ssh", {"-G", "-F", file(".ssh/config"), name});
            return answer.out.section("hostname ", 1, 1).section('\n', 0, 0);
        };
        QCOMPARE(addressOf("build.us-central1-a.lab"), QString("203.0.113.9"));
        QCOMPARE(addressOf("mine"), QString("192.0.2.1"));
        QVERIFY(addressOf("pod-1").startsWith("127.77."));
    }
    VERIFY_EXIT(ctl({"check"}), 0);
    VERIFY_EXIT(ctl({"remove", "--yes"}), 0);
    QVERIFY(read(".ssh/config").contains("# Google Compute Engine Section\n"));
    VERIFY_EXIT(run("gcloud", {"compute", "config-ssh", "--remove", "--quiet"}), 0);
    QVERIFY(read(".ssh/config").contains("Host mine\n    HostName 192.0.2.1\n"));
    QVERIFY(!read(".ssh/config").contains("Google"));
}

QTEST_GUILESS_MAIN(TestSshConfigCtl)
#include "tst_sshconfigctl.moc"
