// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the commands on the workers when podiumctl run gets a signal.
#include "core/base/files.h"
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <QDir>

#include <signal.h>

using namespace podium::tests;

class TestCtlSignals final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(m_lab.start({"pod-v4:2"}), qPrintable(m_lab.cloud().error()));
        if (m_lab.cloud().workers() == "none") {
            QSKIP("This machine lets nobody make ssh workers");
        }
    }
    void firstCtrlCAsksAndTheSecondKills();
    void aSignalStopsTheCommandsToo_data();
    void aSignalStopsTheCommandsToo();
    void aWriteThatHasBegunIsFinished();
    void anIgnoredSignalStaysIgnored_data();
    void anIgnoredSignalStaysIgnored();

private:
    [[nodiscard]] QProcessEnvironment environment() const { return m_lab.environment(); }
    [[nodiscard]] Outcome ctl(const QStringList &arguments) const { return m_lab.ctl(arguments); }

    CtlLab m_lab;
};

/// A command that takes no notice of TERM and INT goes on after the first Ctrl-C, and is gone from
/// the worker after the second.
void TestCtlSignals::firstCtrlCAsksAndTheSecondKills()
{
    const QString alive = "pgrep -cf '[d]eaf-to-all' || true";
    ChildProcess run;
    run.setProcessEnvironment(environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"run", "pod-v4:0-1", "--",
         "trap '' TERM INT HUP; echo up; sh -c 'trap \"\" TERM INT HUP; while :; do sleep 0.2; "
         "done' deaf-to-all"});
    QByteArray out;
    QByteArray err;
    const auto read = [&] {
        run.waitForReadyRead(20);
        out += run.readAllStandardOutput();
        err += run.readAllStandardError();
    };
    QTRY_VERIFY((read(), out.count("up\n") == 2));
    ::kill(pid_t(run.processId()), SIGINT);
    QTRY_VERIFY((read(), err.contains("; stopping (again: kill)")));
    QVERIFY2(err.contains("running: "), err.constData());
    // It may not have its name yet.
    QTRY_COMPARE(ctl({"run", "pod-v4:0-1", "--", alive}).out.count(": 1"), 2);
    QCOMPARE(int(run.state()), int(QProcess::Running));
    ::kill(pid_t(run.processId()), SIGINT);
    QTRY_VERIFY((read(), run.state() == QProcess::NotRunning));
    QVERIFY2(err.contains("; killing"), err.constData());
    QCOMPARE(run.exitCode(), 130);
    QCOMPARE(ctl({"run", "pod-v4:0-1", "--", alive}).out.count(": 0"), 2);
}

void TestCtlSignals::aSignalStopsTheCommandsToo_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("HUP") << SIGHUP;
    QTest::newRow("TERM") << SIGTERM;
}

/// A closed terminal window is no reason to leave the commands running, or to say nothing of them.
void TestCtlSignals::aSignalStopsTheCommandsToo()
{
    QFETCH(const int, signal);
    const QString name = QStringLiteral("hung-up-%1").arg(signal);
    ChildProcess run;
    run.setProcessEnvironment(environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"run", "pod-v4:0-1", "--json", "--",
         "echo up; exec sh -c 'while :; do sleep 0.2; done' " + name});
    QByteArray out;
    QTRY_VERIFY(
        (run.waitForReadyRead(20), out += run.readAllStandardOutput(), out.count("up\\n") == 2));
    ::kill(pid_t(run.processId()), signal);
    QVERIFY(run.waitForFinished(-1));
    out += run.readAllStandardOutput();
    QCOMPARE(int(run.exitStatus()), int(QProcess::NormalExit));
    QCOMPARE(run.exitCode(), 130);
    QCOMPARE(out.count("\"kind\":\"stopped\""), 2);
    const QString alive = "pgrep -cf '[" + name.left(1) + "]" + name.mid(1) + "' || true";
    QCOMPARE(ctl({"run", "pod-v4:0-1", "--", alive}).out.count(": 0"), 2);
}

/// It cannot be taken back by then; so it is reported.
void TestCtlSignals::aWriteThatHasBegunIsFinished()
{
    QVERIFY(QDir().mkpath(m_lab.file(".ssh/podium")));
    ChildProcess write;
    write.setProcessEnvironment(environment());
    QByteArray said;
    {
        const auto lock = podium::FileLock::acquire(
            m_lab.file(".ssh/podium/.lock"), std::chrono::milliseconds(podium::Patience));
        QVERIFY(lock);
        write.start(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"ssh-config", "write"});
        const auto hasSaid = [&](const char *text) {
            write.waitForReadyRead(20);
            said += write.readAllStandardError();
            return said.contains(text);
        };
        QTRY_VERIFY(hasSaid("HOME is")); // of the plan, right before it begins
        ::kill(pid_t(write.processId()), SIGINT);
        QTRY_VERIFY(hasSaid("is finished first"));
        QVERIFY(!QFile::exists(m_lab.file(".ssh/podium/config")));
    }
    QVERIFY(write.waitForFinished(-1));
    QCOMPARE(write.exitCode(), 130);
    const QByteArray out = write.readAllStandardOutput();
    QVERIFY2(out.contains(".ssh/podium/config"), out.constData());
    QVERIFY(QFile::exists(m_lab.file(".ssh/podium/config")));
}

void TestCtlSignals::anIgnoredSignalStaysIgnored_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("name");
    QTest::newRow("HUP") << SIGHUP << "HUP";
    QTest::newRow("INT") << SIGINT << "INT";
}

/// `nohup podiumctl run …` is meant to outlive its terminal, and `podiumctl run … &` of a script
/// the Ctrl-C that is for what runs before it.
void TestCtlSignals::anIgnoredSignalStaysIgnored()
{
    QFETCH(const int, signal);
    QFETCH(const QString, name);
    const QString sign = "/tmp/heard-" + name;
    ChildProcess run;
    run.setProcessEnvironment(environment());
    run.start(
        "/bin/sh", {"-c", "trap '' " + name + "; exec \"$0\" run pod-v4:0 -- \"$1\"",
                    QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
                    "echo up; until [ -e " + sign + " ]; do sleep 0.1; done; exit 5"});
    QByteArray out;
    QTRY_VERIFY((run.waitForReadyRead(20), out += run.readAllStandardOutput(), out == "up\n"));
    ::kill(pid_t(run.processId()), signal);
    VERIFY_EXIT(ctl({"run", "pod-v4:0", "--", "touch " + sign}), 0);
    QVERIFY(run.waitForFinished(-1));
    QCOMPARE(run.exitCode(), 1);
}

QTEST_GUILESS_MAIN(TestCtlSignals)
#include "tst_ctlsignals.moc"
