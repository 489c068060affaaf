// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl copy --via-gateway that is cut off: what is left where Podium is killed or stopped,
// where the gateway is gone, and after a worker that was switched off.
#include "tests/app/podiumctl/files/gatewaycopytest.h"
#include "tests/fakes/childprocess.h"

#include <signal.h>

using namespace podium::tests;

class TestCtlGatewayCut final : public GatewayCopyTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(Workers); }
    void init() { makeFolders(); }
    void cleanup() { seeThatNothingIsLeft(); }
    void aKilledPodiumLeavesNothing();
    void aStoppedCopyLeavesNothing();
    void aDeadGatewayIsNoVerdict();
    void aLostGatewayIsGoneOnWith();
    void whatAKilledWorkerLeftGoesWithTheNext();
    void aDiskThatGetsFullInTheMiddle_data();
    void aDiskThatGetsFullInTheMiddle();

private:
    /// Of the folder `data`, which is a disk of its own from the first time on.
    void leaveRoom(int worker, int bytes)
    {
        const QString path = "/sim/workers/lab/us-central2-b/pod/%1:fillDisk";
        QCOMPARE(
            m_lab.cloud().post(path.arg(worker), {{"folder", data()}, {"freeBytes", bytes}}).status,
            200);
        const QString room = "df -B1 --output=avail " + data() + " | tail -n 1";
        QTRY_COMPARE(there(room, worker).trimmed().toInt(), bytes); // answered before it is so
    }
    [[nodiscard]] QString data() const { return "/home/" + m_lab.cloud().user() + "/data"; }
};

void TestCtlGatewayCut::aKilledPodiumLeavesNothing()
{
    prepare(slowClush());
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    ::kill(pid_t(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished(-1));
    QTRY_COMPARE(onAll(Traces), everywhere({}));
    prepare(usualProgram("clush"));
    QCOMPARE(there("ls -A data/t", 0), QByteArray("f\n"));
    QCOMPARE(there("ls -A data", 1), QByteArray());
    VERIFY_EXIT(copy({m_here + "/t", "pod:data"}), 0);
    QCOMPARE(there("sha256sum data/t/f", 1), there("sha256sum data/t/f", 0));
}

void TestCtlGatewayCut::aStoppedCopyLeavesNothing()
{
    prepare(slowClush());
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    prepare(usualProgram("clush"));
    QCOMPARE(process.exitCode(), 130);
    const QJsonObject result = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QCOMPARE(result["gateway"].toObject()["notWithdrawn"].toArray(), QJsonArray());
    QCOMPARE(onAll(Traces), everywhere({})); // at once, not only in the end
    for (int worker = 0; worker < Workers; ++worker) {
        QCOMPARE(
            result["workers"].toArray().at(worker).toObject()["state"].toString(),
            QString(worker == 0 ? "verified" : "stopped"));
    }
}

void TestCtlGatewayCut::aDeadGatewayIsNoVerdict()
{
    prepare(slowClush());
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/0:drop").status, 200);
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/0:restore").status, 200);
    QCOMPARE(process.exitCode(), 3);
    const QJsonObject result = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QCOMPARE(result["workers"].toArray().at(0).toObject()["state"].toString(), QString("verified"));
    for (int worker = 1; worker < Workers; ++worker) {
        const QJsonObject one = result["workers"].toArray().at(worker).toObject();
        QCOMPARE(one["state"].toString(), QString("failed"));
        QVERIFY(one["error"].toObject()["summary"].toString().contains("pod:0"));
        QCOMPARE(there("ls -A data", worker), QByteArray());
        QCOMPARE(there(Traces, worker), QByteArray());
    }
    // What was put on the gateway could not be seen to be gone.
    QVERIFY(result["gateway"].toObject()["notWithdrawn"].toArray().contains(
        QString("lab/us-central2-b/pod:0")));
    prepare("pkill -x sleep; " + usualProgram("clush"));
    QTRY_COMPARE(copy({m_here + "/t", "pod:data"}).exitCode, 0);
}

/// The connection to it, while it passes the copy on; a moment later it is there again.
void TestCtlGatewayCut::aLostGatewayIsGoneOnWith()
{
    prepare(slowClush());
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    prepare(usualProgram("clush")); // for the next one: what has begun goes on
    for (const char *what : {"drop", "restore"}) {
        QCOMPARE(
            m_lab.cloud().post(QString("/sim/workers/lab/us-central2-b/pod/0:") + what).status,
            200);
    }
    QVERIFY(process.waitForFinished(-1));
    prepare("pkill -xf 'sleep 1000' || :"); // unless the lost one took it along
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 0, out.constData());
    for (int worker = 0; worker < Workers; ++worker) {
        QCOMPARE(
            QJsonDocument::fromJson(out)
                .object()["workers"]
                .toArray()
                .at(worker)
                .toObject()["state"]
                .toString(),
            QString("verified"));
        QCOMPARE(there("sha256sum data/t/f", worker), there("sha256sum data/t/f", 0));
    }
}

/// As after a worker that was switched off: nothing there could tidy up.
void TestCtlGatewayCut::whatAKilledWorkerLeftGoesWithTheNext()
{
    there(
        "mkdir -m 700 .podium-gateway-0123 data data/.podium-bundle-0123 && "
        "ln -s \"$PWD/data/.podium-bundle-0123\" .podium-gateway-0123/here && "
        "sed -i '1i restrict ssh-ed25519 AAAA podium-gateway-0123\\nrestrict ssh-ed25519 AAAA "
        "podium-gateway-4567' .ssh/authorized_keys",
        1);
    QVERIFY(there(Traces, 1).contains("bundle-0123"));
    const Outcome outcome = copy({m_here + "/t", "pod:data"});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(there(Traces, 1), QByteArray());
}

void TestCtlGatewayCut::aDiskThatGetsFullInTheMiddle_data()
{
    QTest::addColumn<QString>("held"); ///< on the gateway, while the disk fills
    QTest::addColumn<int>("full");
    QTest::newRow("of a worker") << "clush" << 2;
    QTest::newRow("of the gateway") << "ssh-keygen" << 0; // it has the files, and no bundle
}

void TestCtlGatewayCut::aDiskThatGetsFullInTheMiddle()
{
    QFETCH(QString, held);
    QFETCH(int, full);
    constexpr int Page = 4096;
    leaveRoom(full, 5000 * Page);
    onAll("mkdir -p data/t && printf old >data/t/f");
    // Under its own name, which is what it says of itself.
    prepare(
        QString("mkdir -p /var/lib/held && cp /usr/bin/%1 /var/lib/held/\n").arg(held) +
        programInstead(
            held, "#!/bin/sh\n[ \"$1\" = --version ] || sleep 1000\nexec /var/lib/held/" + held +
                      " \"$@\""));
    ChildProcess process;
    begin(process);
    QTRY_COMPARE(there("pgrep -cxf 'sleep 1000'; true"), QByteArray("1\n"));
    leaveRoom(full, 2 * Page);
    prepare("pkill -xf 'sleep 1000'");
    QVERIFY(process.waitForFinished(-1));
    prepare(usualProgram(held));
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() != 0, out.constData());
    const QJsonArray workers = QJsonDocument::fromJson(out).object()["workers"].toArray();
    const QByteArray sum = sh("sha256sum <t/f");
    for (int worker = 0; worker < Workers; ++worker) {
        const bool hasIt = full == 0 ? worker == 0 : worker != full;
        const QJsonObject one = workers.at(worker).toObject();
        QVERIFY2(one["state"].toString() == (hasIt ? "verified" : "failed"), out.constData());
        QCOMPARE(there("sha256sum <data/t/f", worker) == sum, hasIt);
        QCOMPARE(there("cat data/t/f", worker) == "old", !hasIt);
        const QByteArray why = QJsonDocument(one["error"].toObject()).toJson();
        // The latter where it was planned once more by then.
        const bool isSaid = why.contains("disk is full") || why.contains("disk has no room");
        QVERIFY2(hasIt || isSaid, why.constData());
    }
    QTRY_COMPARE(onAll(Traces), everywhere({}));
    leaveRoom(full, 5000 * Page);
    VERIFY_EXIT(copy({m_here + "/t", "pod:data"}), 0);
    QCOMPARE(onAll("sha256sum <data/t/f"), everywhere(sum));
    prepare("umount -l " + data(), full);
}

QTEST_GUILESS_MAIN(TestCtlGatewayCut)
#include "tst_ctlgatewaycut.moc"
