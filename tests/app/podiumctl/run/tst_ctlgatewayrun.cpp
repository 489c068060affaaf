// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run --via-gateway to real sshd workers, by their ClusterShell: what arrives, how it
// ends, and a sentence where it cannot be as a direct run is.
#include "tests/app/podiumctl/run/gatewayruntest.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <signal.h>

using namespace podium::tests;

class TestCtlGatewayRun final : public GatewayRunTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(); }
    void cleanup();
    void whatIsSentArrives();
    void logsAndSummaryAreKept();
    void whatHasNoEndIsSeenAtOnce();
    void withoutPerlAllArrives();
    void longLinesAndManyArrive();
    void aStopReachesAll();
    void aTimeLimitEndsIt();
    void aTimeLimitIsOfEachTurn();
    void oneFailureEndsTheRest();
    void onlyOneConnectionGoesOut();
    void noKeyIsLeft();
    void whoCannotBeReachedIsNamed();
    void aDeadGatewayIsNoVerdict();
    void whatItCannotDoIsRefused();
    void anotherHostKeyIsNotTrusted(); // last: the worker keeps that key

private:
    void treat(int worker, const char *how)
    {
        const auto reply = m_lab.cloud().post(
            QStringLiteral("/sim/workers/lab/us-central2-b/pod/%1:%2").arg(worker).arg(how));
        QCOMPARE(reply.status, 200);
    }
    /// Returns when it runs on all workers, and Podium knows that.
    void beginSleeping(QProcess &process, QByteArray &output)
    {
        process.setProcessEnvironment(m_lab.environment());
        process.start(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
            viaGateway({"--json", "--", "echo begun; exec sleep 4321"}));
        QTRY_VERIFY(
            process.state() == QProcess::NotRunning ||
            onAll("pgrep -xc sleep") == everywhere("1\n"));
        const auto hasBegun = [&process, &output](int worker) -> bool {
            output += process.readAllStandardOutput();
            return printed({0, output, {}}, worker) == "begun\n";
        };
        for (int worker = 0; worker < Workers; ++worker) {
            QTRY_VERIFY2(
                process.state() == QProcess::NotRunning || hasBegun(worker), output.constData());
        }
        QVERIFY2(process.state() == QProcess::Running, output.constData());
    }
    /// TCP connections to any worker's sshd that a program and its children have.
    [[nodiscard]] int connectionsOf(qint64 program) const
    {
        const QString look =
            R"(for p in %1 $(pgrep -P %1); do ls -l /proc/$p/fd; done 2>/dev/null |
               sed -n 's/.*socket:\[\([0-9]*\)\]/\1/p' | sort -u >%2;
               awk -v port=%3 'NR == FNR { ours[$1] = 1; next }
                   $3 ~ (":" port "$") && $10 in ours { count++ } END { print count + 0 }' \
                   %2 /proc/net/tcp)";
        const QString port = QStringLiteral("%1").arg(m_lab.cloud().sshPort(), 4, 16, QChar('0'));
        return m_lab.run("sh", {"-c", look.arg(program).arg(m_lab.file("sockets"), port.toUpper())})
            .out.trimmed()
            .toInt();
    }
};

void TestCtlGatewayRun::cleanup()
{
    QTRY_COMPARE(there("ls -d .podium-* 2>/dev/null; true"), QByteArray());
}

void TestCtlGatewayRun::whatIsSentArrives()
{
    QFile input(m_lab.file("input"));
    QVERIFY(input.open(QIODevice::WriteOnly));
    const QByteArray bytes = QByteArray("a\0b\xff\nlast", 10).repeated(30'000);
    input.write(bytes);
    input.close();
    const QByteArray sum =
        QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(64);
    QFile variables(m_lab.file("env"));
    QVERIFY(variables.open(QIODevice::WriteOnly));
    variables.write("SECRET=it's $(a) \"value\"\n");
    variables.close();
    const Outcome outcome = run(
        {"--json", "--input", input.fileName(), "--env-file", variables.fileName(), "--",
         "sha256sum | cut -c1-64; printf '%s' \"$SECRET\"; ps -ef | grep -c 'it.s [$]'; true"});
    VERIFY_EXIT(outcome, 0);
    for (int worker = 0; worker < Workers; ++worker) {
        QCOMPARE(printed(outcome, worker), sum + "\nit's $(a) \"value\"0\n");
    }
}

void TestCtlGatewayRun::logsAndSummaryAreKept()
{
    const QString folder = m_lab.file("logs");
    VERIFY_EXIT(run({"--log-dir", folder, "--", "echo $((40 + 2))"}), 0);
    QFile log(QDir(folder).entryInfoList({"*.out*"}, QDir::Files).value(0).filePath());
    QVERIFY2(log.open(QIODevice::ReadOnly), qPrintable(QDir(folder).entryList().join(' ')));
    QCOMPARE(log.readAll(), QByteArray("42\n"));
    QVERIFY(m_lab.ctl({"runs", "--past"}).out.contains("echo $((40 + 2))"));
}

/// As a progress bar or a question.
void TestCtlGatewayRun::whatHasNoEndIsSeenAtOnce()
{
    ChildProcess process;
    process.setProcessEnvironment(m_lab.environment());
    process.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        viaGateway({"--json", "--", "printf '\\r50%%'; exec sleep 4321"}));
    QByteArray output;
    const auto isSeen = [&process, &output](int worker) -> bool {
        output += process.readAllStandardOutput();
        return printed({0, output, {}}, worker) == "\r50%";
    };
    for (int worker = 0; worker < Workers; ++worker) {
        QTRY_VERIFY(isSeen(worker));
    }
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
}

void TestCtlGatewayRun::withoutPerlAllArrives()
{
    prepare(withoutProgram("perl"), 2);
    const Outcome outcome =
        run({"--json", "--", "perl -e 1 2>/dev/null && echo perl; seq 3; printf end; exit 4"});
    prepare(usualProgram("perl"), 2);
    VERIFY_EXIT(outcome, 1);
    QCOMPARE(printed(outcome, 1), QByteArray("perl\n1\n2\n3\nend"));
    QCOMPARE(printed(outcome, 2), QByteArray("1\n2\n3\nend"));
    QCOMPARE(endingOf(outcome, 2), QStringLiteral("exit 4"));
}

void TestCtlGatewayRun::longLinesAndManyArrive()
{
    const Outcome outcome =
        run({"--json", "--", "seq 20000; head -c 300000 /dev/zero | tr '\\0' x; echo; seq 5 >&2"});
    VERIFY_EXIT(outcome, 0);
    QByteArray expected;
    for (int i = 1; i <= 20000; ++i) {
        expected += QByteArray::number(i) + '\n';
    }
    expected += QByteArray(300'000, 'x') + '\n';
    for (int worker = 0; worker < Workers; ++worker) {
        QVERIFY(printed(outcome, worker) == expected);
        QCOMPARE(printed(outcome, worker, "stderr"), QByteArray("1\n2\n3\n4\n5\n"));
    }
}

void TestCtlGatewayRun::aStopReachesAll()
{
    ChildProcess process;
    QByteArray output;
    beginSleeping(process, output);
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), 130);
    const Outcome outcome{130, output + process.readAllStandardOutput(), {}};
    for (int worker = 0; worker < Workers; ++worker) {
        QVERIFY2(endingOf(outcome, worker).startsWith("stopped"), outcome.out.constData());
        QCOMPARE(endOf(outcome, worker)["gone"].toBool(), true);
    }
    QTRY_COMPARE(onAll("pgrep -xc sleep"), everywhere("0\n")); // not even a zombie
}

void TestCtlGatewayRun::aTimeLimitEndsIt()
{
    Outcome outcome;
    // The logins count in it: more time for a machine that is slow at them.
    for (int seconds = 3; seconds <= 192 && outcome.exitCode != 1; seconds *= 4) {
        outcome = run({"--json", "--timeout", QString::number(seconds), "--", "sleep 4322 & wait"});
    }
    VERIFY_EXIT(outcome, 1);
    for (int worker = 0; worker < Workers; ++worker) {
        QVERIFY2(endingOf(outcome, worker).startsWith("timeout"), outcome.out.constData());
    }
    QTRY_COMPARE(onAll("pgrep -xc sleep"), everywhere("0\n"));
}

/// Who waits for the others is not out of time, nor begun when that was told.
void TestCtlGatewayRun::aTimeLimitIsOfEachTurn()
{
    const Outcome outcome =
        run({"--json", "--jobs", "2", "--timeout", "3", "--", "sleep 4324 & wait"});
    VERIFY_EXIT(outcome, 1);
    for (int worker = 0; worker < Workers; ++worker) {
        const QJsonObject end = endOf(outcome, worker);
        QCOMPARE(end["kind"].toString(), QString("timeout"));
        QVERIFY2(end["phase"].toString() == "running", outcome.out.constData());
    }
    QTRY_COMPARE(onAll("pgrep -xc sleep"), everywhere("0\n"));
}

void TestCtlGatewayRun::oneFailureEndsTheRest()
{
    there("touch odd", 2);
    const Outcome outcome =
        run({"--json", "--end-together", "--", "[ -e odd ] && exit 9; exec sleep 4323"});
    there("rm odd", 2);
    VERIFY_EXIT(outcome, 1);
    for (int worker = 0; worker < Workers; ++worker) {
        QVERIFY2(
            endingOf(outcome, worker)
                .startsWith(worker == 2 ? QStringLiteral("exit 9") : QStringLiteral("stopped")),
            outcome.out.constData());
    }
}

void TestCtlGatewayRun::onlyOneConnectionGoesOut()
{
    ChildProcess process;
    QByteArray output;
    beginSleeping(process, output);
    QCOMPARE(connectionsOf(process.processId()), 1);
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
}

void TestCtlGatewayRun::noKeyIsLeft()
{
    const QString look = "cat .ssh/authorized_keys; ls -A .ssh; echo ${SSH_AUTH_SOCK:-none}";
    const QByteArray before = there(look, 1);
    const Outcome outcome = run({"--json", "--", look});
    VERIFY_EXIT(outcome, 0);
    // Nor does a command have the agent.
    QCOMPARE(printed(outcome, 1), before);
    QCOMPARE(there(look, 1), before);
    QVERIFY(before.endsWith("none\n"));
}

void TestCtlGatewayRun::whoCannotBeReachedIsNamed()
{
    treat(3, "refuse");
    const Outcome outcome = run({"--json", "--", "echo $((6 * 7))"});
    treat(3, "restore");
    VERIFY_EXIT(outcome, 3);
    QCOMPARE(endingOf(outcome, 1), QStringLiteral("exit 0"));
    QCOMPARE(endingOf(outcome, 3), QStringLiteral("unreachable"));
    const QString summary = endOf(outcome, 3)["summary"].toString();
    QVERIFY2(summary.contains("refused", Qt::CaseInsensitive), qPrintable(summary));
    QVERIFY2(summary.contains("without the gateway"), qPrintable(summary));
}

void TestCtlGatewayRun::aDeadGatewayIsNoVerdict()
{
    ChildProcess process;
    QByteArray output;
    beginSleeping(process, output);
    treat(0, "drop");
    QVERIFY(process.waitForFinished(-1));
    treat(0, "restore");
    QCOMPARE(process.exitCode(), 3);
    const Outcome outcome{3, output + process.readAllStandardOutput(), {}};
    for (int worker = 0; worker < Workers; ++worker) {
        QVERIFY2(endingOf(outcome, worker).startsWith("lost"), outcome.out.constData());
    }
    onAll("pkill -x sleep; true");
    prepare("pkill -x clush; true");
    VERIFY_EXIT(run({"--", "true"}), 0);
}

void TestCtlGatewayRun::whatItCannotDoIsRefused()
{
    const QList<QStringList> all{
        {"--idle-timeout", "5"},
        {"--first-output-timeout", "5"},
        {"--step-timeout", "5"},
        {"--end-when-lost", "30"},
        {"--retry-login", "30"},
        {"--logins", "4"},
        {"--fail-fast"},
        {"--all-or-none"},
        {"--detach"},
        {"--tty"}};
    for (const QStringList &options : all) {
        const Outcome outcome = run(options + QStringList{"--", "touch refused"});
        VERIFY_EXIT(outcome, 2);
        QVERIFY2(outcome.err.contains("--via-gateway"), qPrintable(options.join(' ')));
    }
    QCOMPARE(there("ls refused"), QByteArray());
}

void TestCtlGatewayRun::anotherHostKeyIsNotTrusted()
{
    // What the cloud says of it stays as it is.
    treat(2, "newHostKey");
    const Outcome outcome = run({"--json", "--", "touch ran"});
    treat(2, "restore");
    QCOMPARE(there("ls ran", 1), QByteArray("ran\n"));
    VERIFY_EXIT(outcome, 3);
    QCOMPARE(endingOf(outcome, 2), QStringLiteral("refused"));
    QCOMPARE(endOf(outcome, 2)["cause"].toString(), QStringLiteral("host-key"));
    QCOMPARE(there("ls ran", 2), QByteArray());
}

QTEST_GUILESS_MAIN(TestCtlGatewayRun)
#include "tst_ctlgatewayrun.moc"
