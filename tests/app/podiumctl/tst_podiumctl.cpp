// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The whole road: podiumctl against podium-sim, its real sshd workers, and where it is installed
// the real gcloud.
#include "tests/app/podiumctl/outcome.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using podium::tests::execute;
using podium::tests::Outcome;
using podium::tests::SimCloud;

class TestPodiumctl final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void nodesAgreeWithGcloud();
    void nodesOfAnUnreachableZone();
    void addressesAreThoseOfTheNodes();
    void projectsAreListed();
    void withoutCredentials();
    void noTokenInAnyOutput();
    void runGivesEachWorkersOwnExitCode();
    void runTellsOneBadWorkerFromTheOthers();
    void runFoldsSameOutput();
    void runSavesLogs();
    void badTargetsAreUsageErrors();
    void sshConfigDiffWriteRestore();
    void watchRewritesTheConfigAfterAnIpChange();

private:
    [[nodiscard]] QProcessEnvironment environment() const;
    [[nodiscard]] Outcome ctl(const QStringList &arguments) const;
    [[nodiscard]] QString file(const QString &name) const { return m_home->filePath(name); }

    std::unique_ptr<SimCloud> m_cloud;
    std::unique_ptr<QTemporaryDir> m_home;
};

void TestPodiumctl::initTestCase()
{
    m_cloud = std::make_unique<SimCloud>();
    QVERIFY2(m_cloud->start(), qPrintable(m_cloud->error()));
}

void TestPodiumctl::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(m_home->isValid());
}

QProcessEnvironment TestPodiumctl::environment() const
{
    QProcessEnvironment env = m_cloud->environment();
    env.insert("HOME", m_home->path());
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
        env.remove(QLatin1String(name));
    }
    env.remove("SSH_AUTH_SOCK");
    return env;
}

Outcome TestPodiumctl::ctl(const QStringList &arguments) const
{
    return execute(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments, environment());
}

/// "zone/name" -> state, type, IPs: what both tools must say.
static QMap<QString, QStringList> nodesOf(const QJsonArray &nodes, bool fromGcloud)
{
    QMap<QString, QStringList> map;
    for (const QJsonValue &value : nodes) {
        const QJsonObject node = value.toObject();
        const QStringList path = node["name"].toString().split('/');
        const QString key = fromGcloud ? path.value(3) + "/" + path.value(5)
                                       : node["zone"].toString() + "/" + node["name"].toString();
        QStringList said{
            node["state"].toString(), node["acceleratorType"].toString(),
            node["runtimeVersion"].toString(), node["id"].toString()};
        for (const QJsonValue &worker :
             fromGcloud ? node["networkEndpoints"].toArray() : node["workers"].toArray()) {
            const QJsonObject w = worker.toObject();
            said << (fromGcloud ? w["ipAddress"] : w["internalIp"]).toString()
                 << (fromGcloud ? w["accessConfig"].toObject()["externalIp"] : w["externalIp"])
                        .toString();
        }
        map.insert(key, said);
    }
    return map;
}

void TestPodiumctl::nodesAgreeWithGcloud()
{
    const QString gcloud = QStandardPaths::findExecutable("gcloud");
    if (gcloud.isEmpty()) {
        QSKIP("gcloud is not installed here: nothing to compare with");
    }
    const QString project = environment().value("CLOUDSDK_CORE_PROJECT");
    QVERIFY(!project.isEmpty());
    const Outcome theirs = execute(
        gcloud,
        {"compute", "tpus", "tpu-vm", "list", "--zone=-", "--format=json", "--project=" + project},
        environment());
    VERIFY_EXIT(theirs, 0);
    const Outcome ours = ctl({"nodes", "--project", project, "--json"});
    VERIFY_EXIT(ours, 0);
    const auto expected = nodesOf(QJsonDocument::fromJson(theirs.out).array(), true);
    QVERIFY(expected.size() >= 2);
    QCOMPARE(nodesOf(ours.json()["nodes"].toArray(), false), expected);
}

void TestPodiumctl::nodesOfAnUnreachableZone()
{
    const Outcome before = ctl({"nodes", "--json"});
    VERIFY_EXIT(before, 0);
    const QJsonArray all = before.json()["nodes"].toArray();
    const QString zone = all[0].toObject()["zone"].toString();
    QCOMPARE(m_cloud->post("/sim/zones/" + zone + ":unreachable").status, 200);
    const Outcome during = ctl({"nodes", "--json"});
    QCOMPARE(m_cloud->post("/sim/zones/" + zone + ":restore").status, 200);
    VERIFY_EXIT(during, 3);
    QVERIFY(!during.json()["unreachable"].toArray().isEmpty());
    const QJsonArray seen = during.json()["nodes"].toArray();
    QCOMPARE(seen.size(), all.size()); // the last look is remembered
    for (const QJsonValue &node : seen) {
        QCOMPARE(node.toObject()["stale"].toBool(), node.toObject()["zone"].toString() == zone);
    }
}

void TestPodiumctl::addressesAreThoseOfTheNodes()
{
    const Outcome nodes = ctl({"nodes", "--json"});
    VERIFY_EXIT(nodes, 0);
    QByteArray external;
    QByteArray internal;
    QString name;
    int missing = 0;
    for (const QJsonValue &value : nodes.json()["nodes"].toArray()) {
        const QJsonObject node = value.toObject();
        const QJsonArray workers = node["workers"].toArray();
        missing += workers.isEmpty() ? 1 : 0;
        for (const QJsonValue &worker : workers) {
            const QByteArray address = worker["externalIp"].toString().toUtf8();
            external += address.isEmpty() ? QByteArray() : QByteArray(address + '\n');
            missing += address.isEmpty() ? 1 : 0;
            internal += worker["internalIp"].toString().toUtf8() + '\n';
        }
        if (workers.size() > 1) {
            name = node["project"].toString() + '/' + node["zone"].toString() + '/' +
                   node["name"].toString();
        }
    }
    const Outcome all = ctl({"ip", "@all"});
    VERIFY_EXIT(all, missing > 0 ? 1 : 0);
    QCOMPARE(all.out, external);
    QCOMPARE(all.err.count("has no external address"), missing);
    const Outcome within = ctl({"ip", "@all", "--internal"});
    QCOMPARE(within.out, internal);
    QVERIFY(!name.isEmpty());
    const Outcome one = ctl({"ip", name + ":1", "--internal", "--json"});
    VERIFY_EXIT(one, 0);
    const QJsonArray workers = one.json()["workers"].toArray();
    QCOMPARE(workers.size(), 1);
    QCOMPARE(workers[0]["worker"].toString(), name + ":1");
    QVERIFY(internal.contains(workers[0]["address"].toString().toUtf8() + '\n'));
    QCOMPARE(workers[0]["stale"].toBool(true), false);
    VERIFY_EXIT(ctl({"ip", "no-such-node"}), 2);
}

void TestPodiumctl::projectsAreListed()
{
    const Outcome outcome = ctl({"projects", "--json"});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.json()["projects"].toArray().size(), 3);
}

void TestPodiumctl::withoutCredentials()
{
    QProcessEnvironment env = environment();
    for (const char *name :
         {"CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", "CLOUDSDK_AUTH_ACCESS_TOKEN",
          "GOOGLE_APPLICATION_CREDENTIALS"}) {
        env.remove(QLatin1String(name));
    }
    env.insert("CLOUDSDK_CONFIG", file("no-gcloud-config"));
    env.insert("PATH", file("no-programs"));
    const Outcome outcome =
        execute(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"nodes", "--json"}, env);
    VERIFY_EXIT(outcome, 5);
    QCOMPARE(
        outcome.json()["errors"].toArray().at(0).toObject()["kind"].toString(),
        QString("credentials"));
    QVERIFY2(outcome.err.contains("gcloud auth login"), outcome.err.constData());
}

void TestPodiumctl::noTokenInAnyOutput()
{
    QFile tokenFile(environment().value("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE"));
    QVERIFY(tokenFile.open(QIODevice::ReadOnly));
    const QByteArray token = tokenFile.readAll().trimmed();
    QVERIFY(token.size() > 8);
    const Outcome outcome = ctl({"--verbose", "nodes", "--json"});
    VERIFY_EXIT(outcome, 0);
    QVERIFY(!outcome.err.isEmpty()); // verbose says something
    QVERIFY(!outcome.out.contains(token));
    QVERIFY(!outcome.err.contains(token));
    QFile log(file(".local/state/podium/podium.log"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(!log.readAll().contains(token));
}

void TestPodiumctl::runGivesEachWorkersOwnExitCode()
{
    const Outcome outcome =
        ctl({"run", "pod-v4", "--json", "--", "c=$((RANDOM%3)); echo \"$(hostname) $c\"; exit $c"});
    QMap<QString, QString> output;
    QMap<QString, int> status;
    for (const QJsonObject &line : outcome.jsonLines()) {
        const QString worker = line["worker"].toString();
        if (line["event"].toString() == "output") {
            output[worker] += line["data"].toString();
        } else if (line["event"].toString() == "exit") {
            QVERIFY(!status.contains(worker));
            status[worker] = line["status"].toInt(-1);
        }
    }
    QCOMPARE(status.size(), 8);
    QSet<QString> hosts;
    bool anyFailed = false;
    for (auto it = status.cbegin(); it != status.cend(); ++it) {
        const QStringList said = output[it.key()].trimmed().split(' ');
        QCOMPARE(said.size(), 2);
        QCOMPARE(said[1].toInt(), it.value());
        hosts.insert(said[0]);
        anyFailed = anyFailed || it.value() != 0;
    }
    QCOMPARE(hosts.size(), 8);
    VERIFY_EXIT(outcome, anyFailed ? 1 : 0);
}

void TestPodiumctl::runTellsOneBadWorkerFromTheOthers()
{
    const QJsonObject nodes = ctl({"nodes", "--json"}).json();
    QString path;
    for (const QJsonValue &value : nodes["nodes"].toArray()) {
        const QJsonObject node = value.toObject();
        if (node["name"].toString() == "pod-v4") {
            path = node["project"].toString() + "/" + node["zone"].toString() + "/pod-v4/3";
        }
    }
    QVERIFY(!path.isEmpty());
    QCOMPARE(m_cloud->post("/sim/workers/" + path + ":hang").status, 200);
    Outcome outcome;
    int exits = 0;
    // More time for a machine that is slow at the other logins.
    for (int seconds = 2; seconds <= 128 && exits < 7; seconds *= 4) {
        outcome = ctl(
            {"run", "pod-v4", "--connect-timeout", QString::number(seconds), "--json", "--",
             "hostname"});
        exits = 0;
        for (const QJsonObject &line : outcome.jsonLines()) {
            exits += line["event"].toString() == "exit" ? 1 : 0;
        }
    }
    QCOMPARE(m_cloud->post("/sim/workers/" + path + ":restore").status, 200);
    VERIFY_EXIT(outcome, 3);
    int errors = 0;
    for (const QJsonObject &line : outcome.jsonLines()) {
        if (line["event"].toString() == "error") {
            ++errors;
            QVERIFY(line["worker"].toString().endsWith("pod-v4:3"));
            QVERIFY(!line["summary"].toString().isEmpty());
        }
    }
    QCOMPARE(exits, 7);
    QCOMPARE(errors, 1);
}

void TestPodiumctl::runFoldsSameOutput()
{
    const Outcome outcome = ctl(
        {"run", "pod-v4", "--fold", "--",
         "case $(hostname) in *-w-5) echo odd;; *) echo same;; esac"});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.out.count("same"), 1);
    QCOMPARE(outcome.out.count("odd"), 1);
    QVERIFY2(outcome.out.indexOf("odd") < outcome.out.indexOf("same"), outcome.out.constData());
    QVERIFY2(outcome.out.contains("pod-v4:0-4,6-7"), outcome.out.constData());
}

void TestPodiumctl::runSavesLogs()
{
    const QString logs = file("logs");
    const Outcome outcome =
        ctl({"run", "pod-v4:0-1", "--log-dir", logs, "--", "hostname; test $(hostname) = x"});
    VERIFY_EXIT(outcome, 1);
    QVERIFY(QFile::exists(logs + "/summary.json"));
    QFile failed(logs + "/failed");
    QVERIFY(failed.open(QIODevice::ReadOnly));
    QCOMPARE(failed.readAll().count('\n'), 2);
}

void TestPodiumctl::badTargetsAreUsageErrors()
{
    const Outcome outcome = ctl({"run", "no-such-node", "--", "true"});
    VERIFY_EXIT(outcome, 2);
    QVERIFY(outcome.err.contains("no-such-node"));
    QVERIFY(outcome.out.isEmpty());
    const Outcome wrong = ctl({"nodes", "--json=true", "--x\x1b[2J"});
    VERIFY_EXIT(wrong, 2);
    QVERIFY2(
        wrong.err.contains("\\u001b[2J") && !wrong.err.contains('\x1b'), wrong.err.constData());
    QCOMPARE(wrong.json()["error"].toObject()["kind"].toString(), QString("invalid-argument"));
}

void TestPodiumctl::sshConfigDiffWriteRestore()
{
    QVERIFY(QDir().mkpath(file(".ssh")));
    QFile own(file(".ssh/config"));
    QVERIFY(own.open(QIODevice::WriteOnly));
    const QByteArray before = "Host mine\n    HostName 192.0.2.1\n";
    own.write(before);
    own.close();
    VERIFY_EXIT(ctl({"ssh-config", "diff"}), 1);
    VERIFY_EXIT(ctl({"ssh-config", "write"}), 0);
    VERIFY_EXIT(ctl({"ssh-config", "diff"}), 0);
    QVERIFY(own.open(QIODevice::ReadOnly));
    const QByteArray after = own.readAll();
    own.close();
    QVERIFY(after.endsWith(before));
    QVERIFY(after.contains("Include"));
    const Outcome history = ctl({"ssh-config", "history", "--json"});
    VERIFY_EXIT(history, 0);
    QVERIFY(!history.json()["versions"].toArray().isEmpty());
    const Outcome restored = ctl({"ssh-config", "restore"});
    VERIFY_EXIT(restored, 0);
    QVERIFY2(restored.out.contains(".ssh/config"), restored.out.constData());
    QVERIFY(own.open(QIODevice::ReadOnly));
    QCOMPARE(own.readAll(), before);
}

void TestPodiumctl::watchRewritesTheConfigAfterAnIpChange()
{
    VERIFY_EXIT(ctl({"watch", "--once", "--write"}), 0);
    const auto addressOf = [this](const QString &alias) {
        const Outcome g = execute("ssh", {"-G", "-F", file(".ssh/config"), alias}, environment());
        const auto match =
            QRegularExpression("(?m)^hostname (.*)$").match(QString::fromUtf8(g.out));
        return match.captured(1);
    };
    const QString before = addressOf("pod-v4-3");
    QVERIFY2(before.startsWith("127."), qPrintable(before));
    const QJsonArray nodes = ctl({"nodes", "--json"}).json()["nodes"].toArray();
    QString path;
    for (const QJsonValue &value : nodes) {
        if (value.toObject()["name"].toString() == "pod-v4") {
            path = value.toObject()["project"].toString() + "/" +
                   value.toObject()["zone"].toString() + "/pod-v4";
        }
    }
    QCOMPARE(m_cloud->post("/sim/nodes/" + path + ":moveIps").status, 200);
    const Outcome watch = ctl({"watch", "--once", "--write", "--json"});
    VERIFY_EXIT(watch, 0);
    QVERIFY2(watch.out.contains("ip-changed"), watch.out.constData());
    const QString after = addressOf("pod-v4-3");
    QVERIFY(after.startsWith("127."));
    QVERIFY(after != before);
    const Outcome ssh = execute(
        "ssh",
        {"-F", file(".ssh/config"), "-o", "BatchMode=yes", "-o", "LogLevel=ERROR", "pod-v4-3",
         "hostname"},
        environment());
    VERIFY_EXIT(ssh, 0);
    QVERIFY2(ssh.out.trimmed().endsWith("-w-3"), ssh.out.constData());
}

QTEST_GUILESS_MAIN(TestPodiumctl)
#include "tst_podiumctl.moc"
