// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl fetch from real sshd workers, ended before its end: killed, stopped, its connection
// lost. What had come of a large file is not fetched again.
#include "tests/app/podiumctl/files/fetchtest.h"
#include "tests/fakes/childprocess.h"

#include <signal.h>

using namespace podium::tests;

class TestCtlFetchCut final : public FetchTest
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
    void aKilledFetchIsGoneOnWith();
    void aFileWithHolesIsGoneOnWith();
    void aStoppedFetchKeepsWhatIsWhole();
    void aLostLinkIsNotTheEnd();
    void severalWorkersGoOnSideBySide();
    void anotherVersionBeginsAnew_data();
    void anotherVersionBeginsAnew();
    void whatIsHereByThenIsNotOverwritten();
    void whatIsNotWantedAnyMoreGoes();

private:
    static constexpr int Slow = 1'500'000;  ///< bytes a second: a minute lies behind what is Enough
    static constexpr int Size = 90'000'000; ///< of data/big
    static constexpr int Enough = 5'000'000; ///< of it, to be cut behind that

    void makeBig(int worker = 0) const
    {
        there(
            QString("head -c %1 /dev/urandom >data/big && printf s >data/small").arg(Size), worker);
    }
    /// Bytes of large files that are not in their places.
    [[nodiscard]] qint64 partsOf(int worker) const
    {
        const QDir folder(m_here + QStringLiteral("/pod-%1/.podium-copy-parts").arg(worker));
        qint64 bytes = 0;
        for (const QFileInfo &each : folder.entryInfoList(QDir::Files)) {
            bytes += each.size();
        }
        return bytes;
    }
    void start(ChildProcess &process, const QString &place, int bytesPerSecond = Slow)
    {
        setBytesPerSecond(bytesPerSecond);
        process.setProcessEnvironment(m_lab.environment());
        process.start(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
            {"fetch", "--yes", "--json", place, m_here});
    }
    /// A fetch of data, ended so once more than so many bytes have come of each of its workers.
    void interruptedOnce(int signal, qint64 bytes = Enough, const QList<int> &workers = {0})
    {
        ChildProcess process;
        start(process, workers.size() == 1 ? "pod:0:data" : "pod:data");
        for (const int worker : workers) {
            QTRY_VERIFY(partsOf(worker) > bytes);
        }
        ::kill(pid_t(process.processId()), signal);
        QVERIFY(process.waitForFinished(-1));
        QVERIFY(process.exitStatus() == QProcess::CrashExit || process.exitCode() == 130);
        setBytesPerSecond(0);
    }
    [[nodiscard]] qint64 plannedToKeep() const
    {
        const Outcome plan = fetch({"pod:0:data", m_here, "--dry-run"});
        [&] { VERIFY_EXIT(plan, 0); }();
        return qint64(workerOf(plan, 0)["keptBytes"].toDouble());
    }
    void checkOnlyTheRestCame(const Outcome &outcome, int worker, qint64 kept) const
    {
        const QJsonObject told = workerOf(outcome, worker);
        QCOMPARE(told["state"].toString(), QString("verified"));
        QCOMPARE(qint64(told["keptBytes"].toDouble()), kept);
        const double sent = told["sentBytes"].toDouble();
        QVERIFY2(sent < double(Size - kept + 100'000), qPrintable(QString::number(sent)));
        checkAllIsHere(worker);
    }
    void checkAllIsHere(int worker = 0) const
    {
        const QString here = QStringLiteral("pod-%1").arg(worker);
        QCOMPARE(
            sh(QString(Listing).arg(here + "/data")), there(QString(Listing).arg("data"), worker));
        QCOMPARE(sh("ls -A " + here), QByteArray("data\n"));
    }
};

void TestCtlFetchCut::aKilledFetchIsGoneOnWith()
{
    makeBig();
    interruptedOnce(SIGKILL);
    QCOMPARE(sh("ls pod-0"), QByteArray()); // nothing that could pass for a file
    const qint64 kept = partsOf(0);
    QCOMPARE(plannedToKeep(), kept);
    const Outcome plan = m_lab.ctl({"fetch", "--dry-run", "pod:0:data", m_here});
    QVERIFY2(plan.out.contains("are here from a fetch that was cut"), plan.out.constData());
    const Outcome again = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(again, 0);
    checkOnlyTheRestCame(again, 0, kept);
}

void TestCtlFetchCut::aFileWithHolesIsGoneOnWith()
{
    constexpr int Hole = 20'000'000;
    there(QString("truncate -s %1 data/big && head -c %2 /dev/urandom >>data/big && "
                  "printf s >data/small")
              .arg(Hole)
              .arg(Size - Hole));
    interruptedOnce(SIGKILL, Hole + Enough);
    const qint64 kept = partsOf(0);
    QCOMPARE(plannedToKeep(), kept);
    const Outcome again = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(again, 0);
    checkOnlyTheRestCame(again, 0, kept);
}

void TestCtlFetchCut::aStoppedFetchKeepsWhatIsWhole()
{
    // They come by name; that a part is kept of the second, more than 4 MB of it have to be there.
    constexpr int First = 6'000'000;
    there(QString("mkdir data/d data/empty && printf f >data/d/0 && ln -s 0 data/d/link && "
                  "chmod 500 data/d && head -c %1 /dev/urandom >data/1 && "
                  "for i in 2 3; do head -c 60000000 /dev/urandom >data/$i; done")
              .arg(First));
    interruptedOnce(SIGINT, First + Enough);
    const QByteArray names = sh("cd pod-0 && find . -mindepth 1 -printf '%p %m\n' | LC_ALL=C sort");
    QVERIFY2(names.contains("./data/1 "), names.constData());
    for (const char *name : {"./data/2", "./data/3", "link", "empty"}) {
        QVERIFY2(!names.contains(name), names.constData());
    }
    QCOMPARE(names.count("podium"), 2); // the part of the second, in its folder
    QVERIFY2(names.contains("./.podium-copy-parts 700\n"), names.constData());
    const qint64 kept = partsOf(0);
    QVERIFY2(kept >= Enough, qPrintable(QString::number(kept)));
    QCOMPARE(there("sha256sum <data/1"), sh("sha256sum <pod-0/data/1"));
    const Outcome again = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(again, 0);
    QVERIFY(workerOf(again, 0)["bytes"].toInt() <= 120'000'001);
    QVERIFY(workerOf(again, 0)["sentBytes"].toDouble() < double(120'000'001 - kept + 100'000));
    checkAllIsHere();
}

/// By itself, with what has not arrived.
void TestCtlFetchCut::aLostLinkIsNotTheEnd()
{
    makeBig();
    ChildProcess process;
    start(process, "pod:0:data", 4 * Slow);
    constexpr int Before = 30'000'000;
    QTRY_VERIFY(partsOf(0) > Before);
    setBytesPerSecond(0); // what has not arrived comes at once
    dropConnections();
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), 0);
    const QJsonObject worker =
        QJsonDocument::fromJson(process.readAllStandardOutput())["workers"][0].toObject();
    QCOMPARE(worker["state"].toString(), QString("verified"));
    const double sent = worker["sentBytes"].toDouble();
    QVERIFY2(
        sent > Size && sent < Size + Before - 10'000'000, // else it came anew
        qPrintable(QString::number(sent)));
    checkAllIsHere();
}

void TestCtlFetchCut::severalWorkersGoOnSideBySide()
{
    makeBig(0);
    makeBig(1);
    interruptedOnce(SIGINT, Enough, {0, 1});
    const qint64 kept[]{partsOf(0), partsOf(1)};
    const Outcome again = fetch({"pod:data", m_here});
    VERIFY_EXIT(again, 0);
    checkOnlyTheRestCame(again, 0, kept[0]);
    checkOnlyTheRestCame(again, 1, kept[1]);
    QVERIFY(sh("sha256sum <pod-0/data/big") != sh("sha256sum <pod-1/data/big"));
}

void TestCtlFetchCut::anotherVersionBeginsAnew_data()
{
    QTest::addColumn<bool>("isOfTheSameTime");
    QTest::newRow("of another time") << false;
    QTest::newRow("of the same time") << true; // only its content tells
}

void TestCtlFetchCut::anotherVersionBeginsAnew()
{
    QFETCH(bool, isOfTheSameTime);
    makeBig();
    interruptedOnce(SIGINT);
    const qint64 kept = partsOf(0);
    QVERIFY(kept > 0);
    const QString another = QString("head -c %1 /dev/urandom >data/big").arg(Size);
    there(
        isOfTheSameTime
            ? QString("touch -r data/big stamp && " + another + " && touch -r stamp data/big")
            : another);
    QCOMPARE(plannedToKeep(), isOfTheSameTime ? kept : 0);
    QCOMPARE(partsOf(0), kept); // a plan changes nothing
    const Outcome again = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(again, 0);
    QCOMPARE(workerOf(again, 0)["keptBytes"].toInt(), 0);
    QVERIFY(workerOf(again, 0)["sentBytes"].toDouble() > Size);
    checkAllIsHere();
}

void TestCtlFetchCut::whatIsHereByThenIsNotOverwritten()
{
    makeBig();
    interruptedOnce(SIGINT);
    sh("mkdir -p pod-0/data && printf mine >pod-0/data/big");
    const Outcome again = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(again, 1);
    QCOMPARE(workerOf(again, 0)["state"].toString(), QString("incomplete"));
    QCOMPARE(sh("cat pod-0/data/big pod-0/data/small"), QByteArray("mines"));
    QCOMPARE(sh("ls -A pod-0"), QByteArray("data\n"));
}

void TestCtlFetchCut::whatIsNotWantedAnyMoreGoes()
{
    makeBig();
    VERIFY_EXIT(fetch({"pod:0:data/small", m_here}), 0);
    interruptedOnce(SIGINT);
    QVERIFY(partsOf(0) > 0);
    // Nothing is fetched by this one, but it has been there.
    const Outcome unasked = m_lab.ctl({"fetch", "pod:0:data/small", m_here});
    VERIFY_EXIT(unasked, 4);
    QVERIFY2(
        unasked.out.contains("leftovers of an earlier fetch are removed"), unasked.out.constData());
    QVERIFY(partsOf(0) > 0);
    VERIFY_EXIT(fetch({"pod:0:data/small", m_here}), 0);
    QCOMPARE(partsOf(0), 0);
    QCOMPARE(sh("cat pod-0/small"), QByteArray("s"));
}

QTEST_GUILESS_MAIN(TestCtlFetchCut)
#include "tst_ctlfetchcut.moc"
