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
};

void TestCtlGatewayCut::aKilledPodiumLeavesNothing()
{
    prepare(SlowClush);
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    ::kill(pid_t(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished(-1));
    QTRY_COMPARE(onAll(Traces), everywhere({}));
    prepare(UsualClush);
    QCOMPARE(there("ls -A data/t", 0), QByteArray("f\n"));
    QCOMPARE(there("ls -A data", 1), QByteArray());
    VERIFY_EXIT(copy({m_here + "/t", "pod:data"}), 0);
    QCOMPARE(there("sha256sum data/t/f", 1), there("sha256sum data/t/f", 0));
}

void TestCtlGatewayCut::aStoppedCopyLeavesNothing()
{
    prepare(SlowClush);
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    prepare(UsualClush);
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
    prepare(SlowClush);
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
    prepare("pkill -x sleep; " + QString(UsualClush));
    QTRY_COMPARE(copy({m_here + "/t", "pod:data"}).exitCode, 0);
}

/// The connection to it, while it passes the copy on; a moment later it is there again.
void TestCtlGatewayCut::aLostGatewayIsGoneOnWith()
{
    prepare(SlowClush);
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    prepare(UsualClush); // for the next one: what has begun goes on
    for (const char *what : {"drop", "restore"}) {
        QCOMPARE(
            m_lab.cloud().post(QString("/sim/workers/lab/us-central2-b/pod/0:") + what).status,
            200);
    }
    QVERIFY(process.waitForFinished(-1));
    prepare("pkill -xf 'sleep 1000'");
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

QTEST_GUILESS_MAIN(TestCtlGatewayCut)
#include "tst_ctlgatewaycut.moc"
