// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl copy to real sshd workers, ended before its end: killed, stopped, its connection lost.
#include "tests/app/podiumctl/files/copytest.h"
#include "tests/app/podiumctl/interminal.h"
#include "tests/fakes/childprocess.h"

#include <signal.h>

using namespace podium::tests;

class TestCtlCopyCut final : public CopyTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(); }
    void init()
    {
        setBytesPerSecond(0);
        makeFolders();
    }
    void cleanup() { removeFolder(); }
    void aKilledCopyLeavesOldOrNewFiles();
    void anInterruptedCopyIsCarriedOn();
    void theRestOfALargeFileIsSent();
    void aLostLinkIsNotTheEnd();
    void aTerminalShowsHowFarItIs();

private:
    static constexpr int Slow = 6'000'000; ///< bytes a second
};

void TestCtlCopyCut::aKilledCopyLeavesOldOrNewFiles()
{
    // The last takes the time in which all of them can be cut off.
    const QString make = "for i in 1 2 3 4 5; do head -c 1000000 /dev/urandom >t/$i; done && "
                         "head -c 60000000 /dev/urandom >t/6";
    sh("mkdir t && " + make);
    VERIFY_EXIT(copy({source("t"), "pod:0:data"}), 0);
    QByteArray now;
    setBytesPerSecond(Slow);
    for (const char *seen : {"tree", "tree/t/3", "tree/t/6"}) {
        // Until those over there have seen that nobody sends any more.
        VERIFY_EXIT(m_lab.admin("pod", "flock data true"), 0);
        const QByteArray old = there("cd data/t && sha256sum *");
        sh(make); // what was whole before a cut has been put there: each is new again
        now = sh("cd t && sha256sum *");
        ChildProcess process;
        process.setProcessEnvironment(m_lab.environment());
        process.start(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
            {"copy", "--yes", source("t"), "pod:0:data"});
        waitFor(seen);
        ::kill(pid_t(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished(-1));
        for (const QByteArray &line : there("cd data/t && sha256sum *").split('\n')) {
            QVERIFY2(old.contains(line) || now.contains(line), line.constData());
        }
    }
    setBytesPerSecond(0);
    // Once those over there have seen that nobody sends any more, it can be done again.
    QTRY_COMPARE(copy({source("t"), "pod:0:data"}).exitCode, 0);
    QCOMPARE(there("cd data/t && sha256sum *"), now);
    QCOMPARE(there("ls -A data"), QByteArray("t\n"));
}

void TestCtlCopyCut::anInterruptedCopyIsCarriedOn()
{
    sh("mkdir t && printf f >t/a && head -c 90000000 /dev/urandom >t/big && printf s >t/small");
    setBytesPerSecond(Slow);
    ChildProcess process;
    process.setProcessEnvironment(m_lab.environment());
    process.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"copy", "--yes", source("t"), "pod:data"});
    waitFor("tree/t/big");
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), 130);
    setBytesPerSecond(0);
    QCOMPARE(
        there("cd data && find . -type f ! -name '.podium-copy-part-*'"), QByteArray("./t/a\n"));
    QTRY_COMPARE(copy({source("t"), "pod:data"}).exitCode, 0);
    for (int worker = 0; worker < 3; ++worker) {
        QCOMPARE(listedThere("data/t", worker), sh(QString(Listing).arg("t")));
        QCOMPARE(there("ls -A data", worker), QByteArray("t\n"));
    }
}

void TestCtlCopyCut::theRestOfALargeFileIsSent()
{
    constexpr int Size = 90'000'000;
    constexpr int Arrived = 10'000'000;
    sh(QString("mkdir t && head -c %1 /dev/urandom >t/big").arg(Size));
    setBytesPerSecond(Slow / 2);
    ChildProcess process;
    process.setProcessEnvironment(m_lab.environment());
    process.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"copy", "--yes", source("t"), "pod:0:data"});
    waitFor("tree/t/big");
    QTRY_VERIFY(
        there("stat -c %s data/.podium-copy-*/sent/tree/t/big").trimmed().toInt() > Arrived);
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), 130);
    VERIFY_EXIT(m_lab.admin("pod", "flock data true"), 0); // nobody works there any more
    setBytesPerSecond(0);
    const int part = there("stat -c %s data/.podium-copy-part-*").trimmed().toInt();
    QVERIFY2(part > Arrived, qPrintable(QString::number(part)));
    const Outcome again = copy({source("t"), "pod:0:data"});
    VERIFY_EXIT(again, 0);
    const double sent = workerOf(again, 0)["sentBytes"].toDouble();
    QVERIFY2(sent < Size - part + 100'000, qPrintable(QString::number(sent)));
    QCOMPARE(listedThere("data/t", 0), sh(QString(Listing).arg("t")));
    QCOMPARE(there("ls -A data"), QByteArray("t\n"));
}

/// By itself, with what has not arrived.
void TestCtlCopyCut::aLostLinkIsNotTheEnd()
{
    sh("mkdir t && head -c 9000000 /dev/urandom >t/a && head -c 90000000 /dev/urandom >t/big");
    setBytesPerSecond(Slow);
    ChildProcess process;
    process.setProcessEnvironment(m_lab.environment());
    process.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"copy", "--yes", "--json", source("t"), "pod:0:data"});
    waitFor("tree/t/big");
    setBytesPerSecond(0); // what has not arrived comes at once
    dropConnections();
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), 0);
    const QJsonObject worker =
        QJsonDocument::fromJson(process.readAllStandardOutput())["workers"][0].toObject();
    QCOMPARE(worker["state"].toString(), QString("verified"));
    // a went over once, of big a part twice at the most.
    QVERIFY(worker["sentBytes"].toDouble() > 99'000'000);
    QVERIFY(worker["sentBytes"].toDouble() < 9'100'000 + 2 * 90'100'000);
    QCOMPARE(listedThere("data/t", 0), sh(QString(Listing).arg("t")));
    QCOMPARE(there("ls -A data", 0), QByteArray("t\n"));
}

/// Beside the document, which comes at the end.
void TestCtlCopyCut::aTerminalShowsHowFarItIs()
{
    sh("head -c 60000000 /dev/urandom >f");
    setBytesPerSecond(Slow);
    QCOMPARE(
        m_lab.cloud()
            .post("/sim/workers/lab/us-central2-b/pod/1:distance", {{"rate", Slow / 10}})
            .status,
        200);
    InTerminal terminal(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"copy", "--yes", "--json", source("f"), "pod:data"}, m_lab.environment());
    QTRY_VERIFY2(
        terminal.screen().contains(" s left, slowest pod:1 at "), terminal.screen().constData());
    QVERIFY(terminal.screen().contains("\r0 of 3 workers, "));
    QVERIFY(terminal.screen().contains(" of 180.0 MB, "));
    QVERIFY(!terminal.screen().contains("\"workers\""));
    terminal.send(SIGINT);
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.exitCode(), 130);
    // The line is taken away, and then comes the document.
    const QByteArray &screen = terminal.screen();
    const int end = screen.lastIndexOf("\r\033[K");
    QVERIFY2(screen.indexOf("\"workers\"") > end, screen.constData());
    QVERIFY2(screen.lastIndexOf(" of 3 workers, ") < end, screen.constData());
}

QTEST_GUILESS_MAIN(TestCtlCopyCut)
#include "tst_ctlcopycut.moc"
