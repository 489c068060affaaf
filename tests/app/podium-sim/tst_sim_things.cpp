// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What can be had on a worker for tests: a TensorBoard, and a disk that is full.
#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/ownport.h"
#include "tests/fakes/patience.h"

#include <QtTest>

using namespace podium;
using namespace podium::tests;

class TestSimThings final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aTensorBoardServesItsRuns();
    void aFolderIsADiskThatIsFull();
    void whatIsNoFolderOrNumberIsRefused();

private:
    ProgramResult run(const QString &command) const
    {
        const QString node = nodePath("lab", "us-central2-b", "one");
        return runOnWorker(m_cloud, workerAddress(m_cloud, node, 0), command);
    }
    [[nodiscard]] int fillDisk(const QJsonObject &wanted) const
    {
        return m_cloud.post("/sim/workers/lab/us-central2-b/one/0:fillDisk", wanted).status;
    }
    /// Of the folder "data".
    [[nodiscard]] QString left(const char *what) const
    {
        return run(QString("df -B1 --output=%1 data | tail -n 1").arg(what)).out.trimmed();
    }

    SimCloud m_cloud;
};

void TestSimThings::initTestCase()
{
    QVERIFY2(m_cloud.startWith(labScenario({"one"})), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_cloud.error()));
    }
}

void TestSimThings::aTensorBoardServesItsRuns()
{
    if (run("command -v python3 && command -v curl").exitCode != 0) {
        QSKIP("python3 or curl is not installed here");
    }
    const QString port = QString::number(ownPort());
    const QString start =
        // No list with &&: its shell would stay behind with it and hold the login open.
        QString("mkdir -p runs/a runs/b/c; : >runs/a/events.out.tfevents.1; "
                ": >runs/b/c/events.out.tfevents.2; "
                "setsid python3 /etc/podium-sim/tensorboard --logdir runs --port %1 >said 2>&1 "
                "</dev/null & timeout %2 sh -c 'until grep -qs CTRL+C said; do sleep 0.05; done'")
            .arg(port)
            .arg(Patience / 1000);
    const ProgramResult started = run(start);
    QVERIFY2(started.exitCode == 0, qPrintable(run("cat said").out));
    // For curl localhost is always 127.0.0.1, which is not the worker.
    const QString curl =
        "curl -s --noproxy '*' http://$(getent hosts localhost | cut -d ' ' -f 1):";
    const auto get = [&](const QString &path) { return run(curl + port + "'" + path + "'").out; };
    QVERIFY(get("/").contains("<title>TensorBoard</title>"));
    QCOMPARE(get("/data/runs"), QString(R"(["a", "b/c"])"));
    QVERIFY(get("/data/plugin/scalars/scalars?run=a&tag=loss").startsWith("[[0.0, 0, 1.0], "));
    const ProgramResult parts =
        run("for i in 1 2 3 4 5 6 7 8; do " + curl + port + "/index.js | wc -c & done; wait");
    QCOMPARE(parts.out.count("3000015\n"), 8);
    QVERIFY(run("python3 /etc/podium-sim/tensorboard --logdir runs --port " + port)
                .err.contains("already in use"));
    run("pkill -f '[p]odium-sim/tensorboard'");
}

void TestSimThings::aFolderIsADiskThatIsFull()
{
    QCOMPARE(run("mkdir -m 750 data && printf old >data/a && stat -c '%a %U' data").exitCode, 0);
    const QString folder = "/home/" + m_cloud.user() + "/data";
    QCOMPARE(fillDisk({{"folder", folder}, {"freeBytes", 8192}}), 200);
    QTRY_COMPARE(left("avail"), QString("8192")); // it is answered before it is so
    const ProgramResult filled =
        run("cd data && stat -c '%a %U' . && cat a && head -c 8192 /dev/zero >b && : >c && "
            "! printf x >c && echo full");
    QCOMPARE(filled.out, QString("750 " + m_cloud.user() + "\noldfull\n"));
    QVERIFY2(filled.err.contains("error"), qPrintable(filled.err));
    QCOMPARE(fillDisk({{"folder", folder}, {"freeBytes", 1'000'000}, {"freeInodes", 1}}), 200);
    QTRY_COMPARE(left("iavail"), QString("1"));
    QCOMPARE(run("cd data && printf x >c && touch d && ! touch e").exitCode, 0);
    QCOMPARE(fillDisk({{"folder", folder}}), 200);
    QTRY_COMPARE(left("avail"), QString("0"));
    QCOMPARE(run("printf x >elsewhere").exitCode, 0); // no other folder is
}

void TestSimThings::whatIsNoFolderOrNumberIsRefused()
{
    for (const QJsonObject &wanted :
         {QJsonObject{{"folder", "data"}}, QJsonObject{{"folder", "/home/x; reboot"}},
          QJsonObject{{"folder", "/"}}, QJsonObject{{"folder", "/home/"}},
          QJsonObject{{"freeBytes", -1}}, QJsonObject{{"freeInodes", "many"}}}) {
        QCOMPARE(fillDisk(wanted), 400);
    }
}

QTEST_GUILESS_MAIN(TestSimThings)
#include "tst_sim_things.moc"
