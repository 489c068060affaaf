// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/ordinaryuser.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <signal.h>

using namespace podium::tests;

/// That nothing stays when the program goes, however it goes.
class TestSimLifetime final : public QObject
{
    Q_OBJECT

private slots:
    void takenPortIsOneSentence();
    void endsWith_data();
    void endsWith();
    void nothingStaysBehind_data();
    void nothingStaysBehind();
    void worksAsAnOrdinaryUser();
};

/// State and parent of a process; empty where there is none.
static QStringList processFacts(const QString &pid)
{
    QFile status(QStringLiteral("/proc/%1/stat").arg(pid));
    if (pid.toLongLong() <= 0 || !status.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(status.readAll());
    return text.section(QLatin1String(") "), -1).split(QLatin1Char(' ')).mid(0, 2);
}

/// The processes below one, as /proc has them.
static QStringList descendants(qint64 parent)
{
    QStringList found;
    for (const QString &pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        if (processFacts(pid).value(1).toLongLong() == parent)
            found += QStringList{pid} + descendants(pid.toLongLong());
    }
    return found;
}

/// A zombie is over: where the first process of a container does not ask for it, it stays listed.
static bool isRunning(const QString &pid)
{
    const QStringList facts = processFacts(pid);
    return !facts.isEmpty() && facts.first() != QLatin1String("Z");
}

/// What is left of a cloud: of the processes it had, of its folder, of its mounts.
static QStringList leftovers(const QStringList &processes, const QString &folder)
{
    QStringList found;
    for (const QString &pid : processes) {
        if (isRunning(pid))
            found.append(pid);
    }
    QFile mounts(QStringLiteral("/proc/self/mounts"));
    if (!mounts.open(QIODevice::ReadOnly) || mounts.readAll().contains("podium-sim"))
        found.append(QStringLiteral("mounts"));
    if (QFileInfo::exists(folder))
        found.append(folder);
    return found;
}

void TestSimLifetime::takenPortIsOneSentence()
{
    SimCloud first;
    QVERIFY2(first.startWith(labScenario({})), qPrintable(first.error()));
    SimCloud second;
    const QString port = first.url().section(QLatin1Char(':'), -1);
    QVERIFY(!second.startWith(labScenario({}), {QStringLiteral("--port"), port}));
    QCOMPARE(
        second.error(),
        QString(QStringLiteral("podium-sim: port ") + port + QStringLiteral(" cannot be taken\n")));
}

void TestSimLifetime::endsWith_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("end of stdin") << 0;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
}

void TestSimLifetime::endsWith()
{
    QFETCH(int, signal);
    QProcess process;
    process.start(QStringLiteral(PODIUM_BIN_DIR "/podium-sim"), {QStringLiteral("serve")});
    QVERIFY(process.waitForReadyRead(podium::Patience));
    if (signal == 0)
        process.closeWriteChannel();
    else
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
}

void TestSimLifetime::nothingStaysBehind_data()
{
    QTest::addColumn<bool>("kill");
    QTest::addColumn<bool>("onDisk");
    QTest::newRow("ended") << false << false;
    QTest::newRow("SIGKILL") << true << false;
    QTest::newRow("disks on disk, ended") << false << true;
    QTest::newRow("disks on disk, SIGKILL") << true << true;
}

void TestSimLifetime::nothingStaysBehind()
{
    QFETCH(bool, kill);
    QFETCH(bool, onDisk);
    SimCloud cloud;
    const QStringList arguments = onDisk ? QStringList{QStringLiteral("--on-disk")} : QStringList();
    QVERIFY2(
        cloud.startWith(labScenario({QStringLiteral("one")}), arguments),
        qPrintable(cloud.error()));
    if (cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(cloud.error()));
    const QString folder = QFileInfo(cloud.identity()).path();
    const QString address = workerAddress(cloud, nodePath("lab", "us-central2-b", "one"), 0);
    QProcess session;
    session.start(
        QStringLiteral("ssh"),
        sshOptions(cloud) + QStringList{
                                cloud.user() + QLatin1Char('@') + address,
                                QStringLiteral("nohup sleep 600 >/dev/null 2>&1 & echo in; wait")});
    QVERIFY(session.waitForReadyRead(podium::Patience));
    // What is in memory is seen by the workers alone.
    QCOMPARE(QFileInfo::exists(folder + QStringLiteral("/run/disk0/upper")), onDisk);
    const QStringList processes = descendants(cloud.processId());
    // unshare, the worker host, the worker, its two sshd, the shell and what it started.
    QVERIFY2(processes.size() >= 7, qPrintable(processes.join(QLatin1Char(' '))));
    if (kill)
        QCOMPARE(::kill(static_cast<pid_t>(cloud.processId()), SIGKILL), 0);
    else
        cloud.stop();
    QTRY_COMPARE(leftovers(processes, folder), QStringList());
    QTRY_COMPARE(session.state(), QProcess::NotRunning);
}

void TestSimLifetime::worksAsAnOrdinaryUser()
{
    QTemporaryDir accounts;
    QString why;
    const QStringList wrapper = ordinaryUserWrapper(accounts.path(), why);
    if (wrapper.isEmpty())
        QSKIP(qPrintable(why));
    SimCloud cloud;
    cloud.setWrapper(wrapper);
    QVERIFY2(cloud.start(), qPrintable(cloud.error()));
    if (cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(cloud.error()));
    QCOMPARE(cloud.workers(), QStringLiteral("user"));
    const QString address =
        workerAddress(cloud, nodePath("atlas-vision", "us-central2-b", "pod-v4"), 3);
    const ProgramResult result = runOnWorker(
        cloud, address, QStringLiteral("sudo useradd -m ada && sudo -u ada id -un; hostname"));
    QVERIFY2(
        QRegularExpression(QStringLiteral("^ada\nt1v-n-[0-9a-f]{8}-w-3\n$"))
            .match(result.out)
            .hasMatch(),
        qPrintable(result.out + result.err));
}

QTEST_GUILESS_MAIN(TestSimLifetime)
#include "tst_sim_lifetime.moc"
