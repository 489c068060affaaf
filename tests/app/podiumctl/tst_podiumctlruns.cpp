// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run as a person and a script use it, on real workers.
#include "tests/app/podiumctl/interminal.h"
#include "tests/app/podiumctl/outcome.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <signal.h>
#include <sys/stat.h>

using podium::tests::ChildProcess;
using podium::tests::execute;
using podium::tests::InTerminal;
using podium::tests::Outcome;
using podium::tests::SimCloud;

class TestPodiumctlRuns final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_home = std::make_unique<QTemporaryDir>(); }
    void runShowsHowTheOddOneDiffers();
    void runGivesInputToEach();
    void whatWasRunIsListed();
    void runShowsProgressToATerminal();
    void detachedRunsAreReadOnce();
    void detachedRunsAreForgottenOnRequest();
    void aLineWithoutAnEndIsPrintedInPieces();
    void attachLetsGoAndEndEnds();
    void afterASuspendItGoesOn();
    void aLimitThatHasPassedIsNamed_data();
    void aLimitThatHasPassedIsNamed();
    void runGoesThroughSshWhereTheConfigNeedsIt();

private:
    [[nodiscard]] QProcessEnvironment environment() const;
    [[nodiscard]] Outcome ctl(const QStringList &arguments) const
    {
        return execute(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments, environment());
    }
    [[nodiscard]] QString file(const QString &name) const { return m_home->filePath(name); }

    std::unique_ptr<SimCloud> m_cloud;
    std::unique_ptr<QTemporaryDir> m_home;
};

void TestPodiumctlRuns::initTestCase()
{
    m_cloud = std::make_unique<SimCloud>();
    QVERIFY2(m_cloud->start(), qPrintable(m_cloud->error()));
}

QProcessEnvironment TestPodiumctlRuns::environment() const
{
    QProcessEnvironment env = m_cloud->environment();
    env.insert("HOME", m_home->path());
    for (const char *name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK"}) {
        env.remove(QLatin1String(name));
    }
    return env;
}

void TestPodiumctlRuns::runShowsHowTheOddOneDiffers()
{
    const Outcome outcome = ctl(
        {"run", "pod-v4", "--diff", "--",
         "seq 100; case $(hostname) in *-w-5) echo odd;; *) echo usual;; esac; seq 100 120"});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.out.count("\n50\n"), 1); // the text that most have, once
    QVERIFY2(outcome.out.contains("\n-usual\n+odd\n 100\n"), outcome.out.constData());
    QVERIFY2(outcome.out.contains("==> pod-v4:5 (1) exit 0, compared"), outcome.out.constData());
    QVERIFY(outcome.out.contains("\n...\n"));
}

void TestPodiumctlRuns::runGivesInputToEach()
{
    QFile input(file("input"));
    QVERIFY(input.open(QIODevice::WriteOnly));
    input.write("some words\n");
    input.close();
    const Outcome outcome = ctl({"run", "pod-v4:0-1", "--input", input.fileName(), "--", "wc -w"});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.out.count(": 2"), 2);
}

void TestPodiumctlRuns::whatWasRunIsListed()
{
    QVERIFY(ctl({"runs", "--past", "--json"}).json()["runs"].toArray().isEmpty());
    QFile secrets(file("env"));
    QVERIFY(secrets.open(QIODevice::WriteOnly));
    secrets.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    secrets.write("TOKEN=not-to-be-kept\n");
    secrets.close();
    VERIFY_EXIT(
        ctl({"run", "pod-v4:0-1", "--env-file", secrets.fileName(), "--", "echo hello; exit 3"}),
        1);
    VERIFY_EXIT(ctl({"run", "pod-v4:0-1", "--jobs", "1", "--", "hostname"}), 0);
    const Outcome listed = ctl({"runs", "--past", "--json"});
    VERIFY_EXIT(listed, 0);
    QVERIFY(!listed.out.contains("not-to-be-kept"));
    const QJsonArray runs = listed.json()["runs"].toArray();
    QCOMPARE(runs.size(), 2);
    const QJsonObject newest = runs.first().toObject();
    QCOMPARE(newest["command"].toString(), QString("hostname"));
    QCOMPARE(newest["program"].toString(), QString("podiumctl"));
    QCOMPARE(newest["end"].toString(), QString("finished"));
    QCOMPARE(newest["workers"].toInt(), 2);
    QCOMPARE(newest["ok"].toInt(), 2);
    QVERIFY(newest["canRunAgain"].toBool());
    QVERIFY(newest["targets"].toArray().first().toString().endsWith("/pod-v4:0-1"));
    const QJsonObject oldest = runs.last().toObject();
    QCOMPARE(oldest["failed"].toInt(), 2);
    QVERIFY(!oldest["canRunAgain"].toBool()); // it had an environment
    const QByteArray table = ctl({"runs", "--past"}).out;
    QVERIFY2(table.contains("2 failed"), table.constData());
    QVERIFY2(table.contains("echo hello; exit 3"), table.constData());
}

void TestPodiumctlRuns::runShowsProgressToATerminal()
{
    const QString line =
        QStringLiteral("exec " PODIUM_BIN_DIR "/podiumctl run pod-v4:0-1 -- 'echo in; "
                       "until [ -e /tmp/progress-seen ]; do sleep 0.1; done; echo out' "
                       ">/dev/null");
    InTerminal terminal("/bin/sh", {"-c", line}, environment());
    const QRegularExpression status("\\r2 running; [0-9]+ s\\x1b\\[K");
    QTRY_VERIFY2(
        status.match(terminal.screen()).hasMatch() || terminal.hasEnded(),
        terminal.screen().constData());
    QVERIFY2(status.match(terminal.screen()).hasMatch(), terminal.screen().constData());
    VERIFY_EXIT(ctl({"run", "pod-v4:0-1", "--", "touch /tmp/progress-seen"}), 0);
    QTRY_VERIFY(terminal.hasEnded());
    const QByteArray screen = terminal.screen();
    QVERIFY2(terminal.exitCode() == 0, screen.constData());
    QVERIFY2(screen.endsWith("\r\033[Kpodiumctl: 2 ok\r\n"), screen.constData());
    const Outcome plain = ctl({"run", "pod-v4:0-1", "--", "sleep 1"});
    QVERIFY(!plain.err.contains('\r')); // not into a file
}

void TestPodiumctlRuns::detachedRunsAreReadOnce()
{
    const Outcome launched =
        ctl({"run", "pod-v4:0-1", "--detach", "--", "echo from $(hostname); exit 3"});
    VERIFY_EXIT(launched, 0);
    const QString id = launched.out.trimmed();
    QCOMPARE(id.size(), 16);
    const auto past = [this] {
        return ctl({"runs", "--past", "--json"}).json()["runs"].toArray().first().toObject();
    };
    QCOMPARE(past()["end"].toString(), QString("left"));
    const Outcome read = ctl({"attach", id});
    VERIFY_EXIT(read, 1);
    QCOMPARE(read.out.count("from t1v-"), 2);
    // What was seen of its end is told of it from now on.
    QCOMPARE(past()["id"].toString(), id);
    QCOMPARE(past()["end"].toString(), QString("finished"));
    QCOMPARE(past()["failed"].toInt(), 2);
    const Outcome told = ctl({"activity", "--kind", "run", "--json"});
    QVERIFY2(!told.out.contains("left running") && told.out.contains("2 failed"), told.out);
    const Outcome again = ctl({"attach", id});
    VERIFY_EXIT(again, 1);
    QCOMPARE(again.out, QByteArray());

    m_home = std::make_unique<QTemporaryDir>(); // another machine
    VERIFY_EXIT(ctl({"attach", id}), 2);
    const Outcome elsewhere = ctl({"attach", id, "pod-v4:0"});
    VERIFY_EXIT(elsewhere, 1);
    QCOMPARE(elsewhere.out, QByteArray());
    QCOMPARE(ctl({"attach", id, "pod-v4:0", "--from-start"}).out.count("from t1v-"), 1);
    const Outcome listed = ctl({"runs", "pod-v4:0-2", "--json"});
    VERIFY_EXIT(listed, 0);
    const QJsonArray runs = listed.json()["runs"].toArray();
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs[0].toObject()["id"].toString(), id);
    QCOMPARE(runs[0].toObject()["state"].toString(), QString("exit 3"));
    QCOMPARE(runs[0].toObject()["workers"].toArray().size(), 2);
}

void TestPodiumctlRuns::detachedRunsAreForgottenOnRequest()
{
    const QString id = ctl({"run", "pod-v4:0-1", "--detach", "--", "exit 0"}).out.trimmed();
    QVERIFY(ctl({"attach", id}).exitCode == 0);
    const Outcome unsure = ctl({"forget", id});
    VERIFY_EXIT(unsure, 4);
    QVERIFY2(unsure.err.contains("on pod-v4:0-1"), unsure.err.constData());
    auto elsewhere = std::make_unique<QTemporaryDir>();
    std::swap(m_home, elsewhere);
    VERIFY_EXIT(ctl({"forget", id, "pod-v4:0-1", "--yes"}), 0);
    std::swap(m_home, elsewhere);
    const Outcome told = ctl({"runs"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.out.contains(id.toLatin1() + "  not there"), told.out.constData());
    VERIFY_EXIT(ctl({"forget", id, "--yes"}), 0);
    QVERIFY(!ctl({"runs"}).out.contains(id.toLatin1()));
    VERIFY_EXIT(ctl({"forget", id, "--yes"}), 2); // unknown here by now

    const QString busy = ctl({"run", "pod-v4:0", "--detach", "--", "sleep 3000"}).out.trimmed();
    const Outcome refused = ctl({"forget", busy, "--yes"});
    VERIFY_EXIT(refused, 1);
    QVERIFY2(refused.err.contains("It still runs."), refused.err.constData());
    VERIFY_EXIT(ctl({"end", busy}), 0);
    VERIFY_EXIT(ctl({"forget", busy, "--yes"}), 0);
}

/// It is not kept until memory is full.
void TestPodiumctlRuns::aLineWithoutAnEndIsPrintedInPieces()
{
    const QString command = "head -c 3000000 /dev/zero | tr '\\0' x";
    const Outcome outcome = ctl({"run", "pod-v4:0-1", "--", command});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.out.count('x'), 6000000);
    QVERIFY(outcome.out.count('\n') >= 6);
    for (const QByteArray &line : outcome.out.trimmed().split('\n')) {
        QVERIFY(line.startsWith("pod-v4:0: x") || line.startsWith("pod-v4:1: x"));
    }
    const Outcome alone = ctl({"run", "pod-v4:0", "--", command});
    VERIFY_EXIT(alone, 0);
    QVERIFY(alone.out == QByteArray(3000000, 'x'));
}

void TestPodiumctlRuns::attachLetsGoAndEndEnds()
{
    const QString id =
        ctl({"run", "pod-v4:0", "--detach", "--", "echo up; sleep 3000"}).out.trimmed();
    ChildProcess attach;
    attach.setProcessEnvironment(environment());
    attach.start(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"attach", id});
    QByteArray out;
    QTRY_VERIFY(
        (attach.waitForReadyRead(20), out += attach.readAllStandardOutput(), out == "up\n"));
    ::kill(pid_t(attach.processId()), SIGINT);
    QVERIFY(attach.waitForFinished(-1));
    QCOMPARE(attach.exitCode(), 130);
    QVERIFY(ctl({"runs"}).out.contains(id.toLatin1() + "  running"));
    const Outcome elsewhere = ctl({"end", id, "pod-v4:1"});
    VERIFY_EXIT(elsewhere, 1);
    QVERIFY2(elsewhere.out.contains("pod-v4:1: does not know this run"), elsewhere.out);
    VERIFY_EXIT(ctl({"end", id}), 0);
    QVERIFY(ctl({"runs"}).out.contains(id.toLatin1() + "  stopped"));
    // Read later, it was stopped too.
    const Outcome later = ctl({"attach", id, "--json", "--from-start"});
    VERIFY_EXIT(later, 130);
    QVERIFY2(later.out.contains("\"stopped\":1"), later.out.constData());
}

/// The machine sleeps while the commands go on and one of the workers dies.
void TestPodiumctlRuns::afterASuspendItGoesOn()
{
    ChildProcess run;
    run.setProcessEnvironment(environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"run", "pod-v4:0-2", "--log-dir", file("logs"), "--",
         "echo up; until [ -e /tmp/asleep ]; do sleep 0.1; done; seq 20000; touch /tmp/printed; "
         "exit 4"});
    QByteArray out;
    QTRY_VERIFY(
        (run.waitForReadyRead(20), out += run.readAllStandardOutput(), out.count("up\n") == 3));
    ::kill(pid_t(run.processId()), SIGSTOP);
    QCOMPARE(m_cloud->post("/sim/workers/atlas-vision/us-central2-b/pod-v4/1:stop").status, 200);
    const Outcome meanwhile = ctl(
        {"run", "pod-v4:0,2", "--timeout", QString::number(podium::Patience / 1000), "--",
         "touch /tmp/asleep; until [ -e /tmp/printed ]; do sleep 0.1; done"});
    QCOMPARE(m_cloud->post("/sim/workers/atlas-vision/us-central2-b/pod-v4/1:restore").status, 200);
    ::kill(pid_t(run.processId()), SIGCONT);
    QTRY_VERIFY(
        (run.waitForReadyRead(20), out += run.readAllStandardOutput(),
         run.state() == QProcess::NotRunning));
    VERIFY_EXIT(meanwhile, 0);
    const QByteArray err = run.readAllStandardError();
    QVERIFY2(run.exitCode() == 3, err.constData());
    QByteArray whole = "up\n";
    whole.reserve(20000 * 8); // else each append copies all of it
    for (int n = 1; n <= 20000; ++n) {
        whole += QByteArray::number(n) + '\n';
    }
    const auto kept = [this](int worker) {
        QFile log(file(QStringLiteral("logs/pod-v4-%1.out").arg(worker)));
        return log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray("no such file");
    };
    QVERIFY(kept(0) == whole);
    QVERIFY(kept(2) == whole);
    QCOMPARE(kept(1), QByteArray("up\n"));
    QVERIFY2(err.contains("1 unreachable") && err.contains("2 failed"), err.constData());
}

void TestPodiumctlRuns::aLimitThatHasPassedIsNamed_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("waitedFor");
    QTest::newRow("all in all") << "--timeout" << QString();
    QTest::newRow("first output") << "--first-output-timeout"
                                  << "first-output";
    QTest::newRow("more output") << "--idle-timeout"
                                 << "more-output";
}

/// In words of its own, for scripts: among the events, and in what is saved.
void TestPodiumctlRuns::aLimitThatHasPassedIsNamed()
{
    QFETCH(QString, option);
    QFETCH(QString, waitedFor);
    const QByteArray command = waitedFor == "more-output" ? "echo up; sleep 3000" : "sleep 3000";
    QJsonObject error;
    // The login counts in "all in all": more time for a machine that is slow at it.
    for (int seconds = 1; seconds <= 64 && error["phase"] != "running"; seconds *= 4) {
        QDir(file("saved")).removeRecursively();
        const Outcome outcome = ctl(
            {"run", "pod-v4:0", "--json", "--log-dir", file("saved"), option,
             QString::number(seconds), "--", command});
        for (const QJsonObject &event : outcome.jsonLines()) {
            if (event["event"] == "error") {
                error = event;
                QCOMPARE(outcome.exitCode, error["phase"] == "running" ? 1 : 3);
            }
        }
    }
    QCOMPARE(error["kind"].toString(), QString("timeout"));
    QCOMPARE(error["phase"].toString(), QString("running"));
    QCOMPARE(error["waitedFor"].toString(), waitedFor);
    QVERIFY(error["gone"].toBool()); // it was ended there, too
    QFile summary(file("saved/summary.json"));
    QVERIFY(summary.open(QIODevice::ReadOnly));
    const QJsonObject saved =
        QJsonDocument::fromJson(summary.readAll()).object()["workers"].toArray().at(0).toObject();
    QCOMPARE(saved["phase"].toString(), QString("running"));
    QCOMPARE(saved["waitedFor"].toString(), waitedFor);
}

/// Worker 1 over worker 0, by the person's own ssh config; the others as usual.
void TestPodiumctlRuns::runGoesThroughSshWhereTheConfigNeedsIt()
{
    const QByteArray address =
        m_cloud->get("/v2/projects/atlas-vision/locations/us-central2-b/nodes/pod-v4")
            .json()["networkEndpoints"]
            .toArray()
            .at(0)
            .toObject()["accessConfig"]
            .toObject()["externalIp"]
            .toString()
            .toLatin1();
    const QByteArray config =
        "Host pod-v4-1\n  ProxyJump between\n  SendEnv SECRET_*\nHost between\n  HostName " +
        address + "\n  Port " + QByteArray::number(m_cloud->sshPort()) + "\n  User " +
        m_cloud->user().toLatin1() + "\n  IdentityFile " + m_cloud->identity().toLatin1() +
        "\n  StrictHostKeyChecking accept-new\n  UserKnownHostsFile " +
        file("between_known").toLatin1() +
        "\nHost pod-*\n  LocalForward 8080 localhost:80\n  User somebody\n  LogLevel QUIET\n";
    QVERIFY(QDir(m_home->path()).mkdir(".ssh"));
    QFile written(file(".ssh/config"));
    QVERIFY(written.open(QIODevice::ReadWrite));
    ::chmod(QFile::encodeName(written.fileName()).constData(), 0600);
    written.write(config);
    written.flush();

    const Outcome outcome = ctl({"run", "pod-v4:0-1", "--json", "--", "exit $((254 + 1))"});
    VERIFY_EXIT(outcome, 1);
    int routes = 0;
    for (const QByteArray &line : outcome.out.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["event"] == "exit") {
            QCOMPARE(event["status"].toInt(), 255);
        }
        if (event["event"] != "route") {
            continue;
        }
        ++routes;
        const bool isJumping = event["worker"].toString().endsWith(":1");
        QCOMPARE(event["transport"].toString(), QString(isJumping ? "ssh" : "libssh"));
        QCOMPARE(
            event["reasons"].toArray(), isJumping ? QJsonArray{"ProxyJump between"} : QJsonArray());
        QVERIFY2(line.contains("LocalForward 8080 [localhost]:80"), line.constData());
        QVERIFY2(line.contains("User somebody"), line.constData());
        QCOMPARE(line.contains("SendEnv SECRET_*"), isJumping);
        QVERIFY(!line.contains("LogLevel"));
    }
    QCOMPARE(routes, 2);
    QVERIFY2(outcome.err.contains("not used from your ssh config: "), outcome.err.constData());
    QVERIFY2(QFileInfo(file("between_known")).size() > 0, "the way must lead over worker 0");
    written.seek(0);
    QCOMPARE(written.readAll(), config);
    // The ssh in between hears of the end from the one that has jumped.
    QTRY_VERIFY(execute("pgrep", {"-f", m_home->path()}, environment()).out.isEmpty());
}

QTEST_GUILESS_MAIN(TestPodiumctlRuns)
#include "tst_podiumctlruns.moc"
