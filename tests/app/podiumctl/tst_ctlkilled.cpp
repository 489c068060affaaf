// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl after another podiumctl was killed during its run, on real workers.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using podium::tests::ChildProcess;
using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlKilled final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(m_lab.start({"pod:3"}), qPrintable(m_lab.cloud().error())); }
    void itSaysWhatMayRun();
    void whatMayRunIsForgottenWhenTold();
    void whatIsNotKnownIsForgottenWhenTold();
    void itsWorkersEndIt();
    void whoCannotEndItIsNamed();

private:
    [[nodiscard]] Outcome runUntilTold(const QStringList &options);

    CtlLab m_lab;
    int m_turn = 0;
};

void TestCtlKilled::itSaysWhatMayRun()
{
    ChildProcess run;
    run.setProcessEnvironment(m_lab.environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"run", "pod:0-2", "--",
         "case $(hostname) in *-w-1) exit 3;; *) echo up; sleep 3000;; esac"});
    QByteArray out;
    QTRY_VERIFY(
        (run.waitForReadyRead(20), out += run.readAllStandardOutput(), out.count("up\n") == 2));
    QByteArray err; // what has ended is said once it is written down
    QTRY_VERIFY(
        (run.waitForReadyRead(20), err += run.readAllStandardError(), err.contains("pod:1: ")));
    run.kill();
    QVERIFY(run.waitForFinished(-1));
    const Outcome told = m_lab.ctl({"runs"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.err.contains("may still run on pod:0,2: case"), told.err.constData());
    const auto killed = [this] {
        const QJsonObject all = QJsonDocument::fromJson(m_lab.ctl({"runs", "--json"}).out).object();
        for (const auto &entry : all["runs"].toArray()) {
            if (entry.toObject()["state"] == "may still run") {
                return entry.toObject();
            }
        }
        return QJsonObject();
    };
    const QJsonObject object = killed();
    QCOMPARE(object["workers"].toArray().size(), 2);
    const QString id = object["id"].toString();
    QVERIFY(!m_lab.ctl({"runs", "pod:1"}).out.contains(id.toLatin1()));
    VERIFY_EXIT(m_lab.ctl({"end", id, "pod:1"}), 2);
    // Its output is lost; what of it runs is not.
    const Outcome look = m_lab.ctl({"attach", id});
    VERIFY_EXIT(look, 1);
    QVERIFY2(look.err.contains("cannot be read on"), look.err.constData());
    QVERIFY2(look.out.contains("pod:0: It still runs: "), look.out.constData());
    QVERIFY2(look.out.contains("pod:2: It still runs: "), look.out.constData());
    const Outcome events = m_lab.ctl({"attach", id, "pod:2", "--json"});
    VERIFY_EXIT(events, 1);
    for (const QByteArray &line : events.out.trimmed().split('\n')) {
        QVERIFY2(QJsonDocument::fromJson(line).isObject(), line.constData());
    }
    QVERIFY2(events.out.contains("It still runs: "), events.out.constData());
    QCOMPARE(killed()["workers"].toArray().size(), 2);
    // Of a part of its workers it is not forgotten.
    const Outcome part = m_lab.ctl({"end", id, "pod:0-1"});
    VERIFY_EXIT(part, 0);
    QVERIFY2(part.out.endsWith("pod:0: It is gone.\n"), part.out.constData());
    QCOMPARE(killed()["id"].toString(), id);
    QCOMPARE(killed()["workers"].toArray().size(), 1);
    const Outcome rest = m_lab.ctl({"end", id});
    VERIFY_EXIT(rest, 0);
    QVERIFY2(rest.out.contains("pod:2: It is gone.\n"), rest.out.constData());
    QVERIFY(killed().isEmpty());
    QVERIFY(!m_lab.ctl({"runs"}).err.contains("may still run"));
}

void TestCtlKilled::whatMayRunIsForgottenWhenTold()
{
    ChildProcess run;
    run.setProcessEnvironment(m_lab.environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"run", "pod:0", "--", "echo up; sleep 3000"});
    QByteArray out;
    QTRY_VERIFY((run.waitForReadyRead(20), out += run.readAllStandardOutput(), out == "up\n"));
    run.kill();
    QVERIFY(run.waitForFinished(-1));
    const QByteArray told = m_lab.ctl({"runs"}).out;
    const int at = told.indexOf("  may still run");
    QVERIFY2(at >= 16, told.constData());
    const QString id = told.mid(at - 16, 16);
    const Outcome asked = m_lab.ctl({"forget", id});
    VERIFY_EXIT(asked, 4);
    QVERIFY2(asked.err.contains("pod:0; --yes"), asked.err.constData());
    QVERIFY(m_lab.ctl({"runs"}).out.contains("may still run"));
    VERIFY_EXIT(m_lab.ctl({"forget", id, "--yes"}), 0);
    QVERIFY(!m_lab.ctl({"runs"}).out.contains("may still run"));
}

/// The beginning of its file was lost with the machine's power.
void TestCtlKilled::whatIsNotKnownIsForgottenWhenTold()
{
    const QString folder = m_lab.file(".local/state/podium/ledger");
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + "/0123456789abcdef.run");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("junk");
    file.close();
    const Outcome told = m_lab.ctl({"runs"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.err.contains("nothing is known any more"), told.err.constData());
    QVERIFY2(told.out.contains("0123456789abcdef  unknown"), told.out.constData());
    VERIFY_EXIT(m_lab.ctl({"attach", "0123456789abcdef"}), 2);
    VERIFY_EXIT(m_lab.ctl({"end", "0123456789abcdef", "pod:0"}), 2);
    VERIFY_EXIT(m_lab.ctl({"forget", "0123456789abcdef"}), 4);
    VERIFY_EXIT(m_lab.ctl({"forget", "0123456789abcdef", "--yes"}), 0);
    const Outcome after = m_lab.ctl({"runs"});
    QVERIFY2(!after.err.contains("nothing is known any more"), after.err.constData());
}

/// Where that is wished: they hear that the connection is gone.
void TestCtlKilled::itsWorkersEndIt()
{
    ChildProcess run;
    run.setProcessEnvironment(m_lab.environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"run", "--end-when-lost", "70000", "pod:0-1", "--", "echo up; exec sleep 70001"});
    QByteArray out;
    QTRY_VERIFY(
        (run.waitForReadyRead(20), out += run.readAllStandardOutput(), out.count("up\n") == 2));
    const auto count = [this](const QString &command) {
        return m_lab.ctl({"run", "pod:0", "--", "pgrep -cx -f '" + command + "' || true"}).out;
    };
    QTRY_COMPARE(count("timeout --foreground 70000 head -c 1"), QByteArray("1\n"));
    QTRY_COMPARE(count("sleep 70001"), QByteArray("1\n"));
    run.kill();
    QVERIFY(run.waitForFinished(-1));
    QTRY_COMPARE(count("sleep 70001"), QByteArray("0\n"));
    QTRY_COMPARE(count("timeout --foreground 70000 head -c 1"), QByteArray("0\n"));
}

/// Commands that end once it was told that one of them cannot be ended.
Outcome TestCtlKilled::runUntilTold(const QStringList &options)
{
    const QString isTold = QStringLiteral("/tmp/told-%1").arg(++m_turn);
    ChildProcess run;
    run.setProcessEnvironment(m_lab.environment());
    run.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        QStringList{"run", "--end-when-lost", "70000", "pod:1-2"} + options +
            QStringList{"--", "until [ -e " + isTold + " ]; do sleep 0.1; done"});
    Outcome outcome;
    [&] {
        QTRY_VERIFY(
            (run.waitForReadyRead(20), outcome.err += run.readAllStandardError(),
             outcome.err.contains("Cannot end the run")));
        VERIFY_EXIT(m_lab.ctl({"run", "pod:1-2", "--", "touch " + isTold}), 0);
        QVERIFY(run.waitForFinished(-1));
        outcome.exitCode = run.exitCode();
    }();
    outcome.out = run.readAllStandardOutput();
    outcome.err += run.readAllStandardError();
    return outcome;
}

void TestCtlKilled::whoCannotEndItIsNamed()
{
    VERIFY_EXIT(
        m_lab.ctl({"run", "pod:2", "--", "sudo mount --bind /bin/false $(which timeout)"}), 0);
    const Outcome told = runUntilTold({});
    VERIFY_EXIT(told, 0);
    QCOMPARE(told.err.count("Cannot end the run if cut off"), 1);
    QVERIFY2(told.err.contains("pod:2: Cannot end the run"), told.err.constData());
    const Outcome events = runUntilTold({"--json"});
    VERIFY_EXIT(events, 0);
    QStringList named;
    for (const QByteArray &line : events.out.trimmed().split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["event"] == "unguarded") {
            named << event["worker"].toString();
        }
    }
    QCOMPARE(named.size(), 1);
    QVERIFY2(named.first().endsWith("/pod:2"), qPrintable(named.first()));
}

QTEST_GUILESS_MAIN(TestCtlKilled)
#include "tst_ctlkilled.moc"
