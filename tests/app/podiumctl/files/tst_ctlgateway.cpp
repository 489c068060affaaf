// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl copy --via-gateway to real sshd workers: hostile names, a gateway without ClusterShell
// or that dies, and what is left when Podium is killed.
#include "tests/app/podiumctl/files/listing.h"
#include "tests/app/podiumctl/gatewaytest.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <signal.h>

using namespace podium::tests;

namespace {

/// Stands for clush where a copy is to be seen while it goes on. None from before is left.
constexpr const char *SlowClush =
    "pkill -xf 'sleep 1000'; "
    "mv /usr/bin/clush /usr/bin/clush.real; printf '#!/bin/sh\\n[ \"$1\" = --version ] && exec "
    "echo clush 1.9.1\\nsleep 1000\\n' >/usr/bin/clush; chmod 755 /usr/bin/clush";
/// What a copy has on a worker for a time.
constexpr const char *Traces = "grep podium-gateway .ssh/authorized_keys; ls -d .podium-* "
                               "data/.podium-* 2>/dev/null; true";
constexpr const char *UsualClush = "mv -f /usr/bin/clush.real /usr/bin/clush";
/// Stands for apt-get, which would go to the Internet; $1: what `install` does.
constexpr const char *AptGet =
    "printf '#!/bin/sh\\ncase \"$*\" in *install*) %1 ;; esac\\n' >/usr/local/sbin/apt-get; "
    "chmod 755 /usr/local/sbin/apt-get; cp /usr/local/sbin/apt-get /usr/bin/apt-get; "
    "[ -e /usr/bin/clush.real ] || mv /usr/bin/clush /usr/bin/clush.real; rm -f /usr/bin/clush";

} // namespace

class TestCtlGateway final : public GatewayTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(Workers); }
    void init();
    void cleanup();
    void hostileNamesArrive();
    void extrasGo();
    void theKeyIsNarrowWhileItIsThere();
    void aMissingEngineIsInstalled();
    void anEngineThatCannotBeHadIsSaid_data();
    void anEngineThatCannotBeHadIsSaid();
    void aKilledPodiumLeavesNothing();
    void aStoppedCopyLeavesNothing();
    void aDeadGatewayIsNoVerdict();
    void aLostGatewayIsGoneOnWith();
    void whatAKilledWorkerLeftGoesWithTheNext();
    void noGatewayIsASentence();

private:
    static constexpr int Workers = 3;

    QByteArray sh(const QString &command) const
    {
        const Outcome outcome =
            m_lab.run("sh", {"-c", QStringLiteral("cd '%1' && %2").arg(m_here, command)});
        [&] { VERIFY_EXIT(outcome, 0); }();
        return outcome.out;
    }
    [[nodiscard]] Outcome copy(const QStringList &arguments) const
    {
        return m_lab.ctl(QStringList{"copy", "--yes", "--json", "--via-gateway"} + arguments);
    }
    [[nodiscard]] static QJsonObject workerOf(const Outcome &outcome, int index)
    {
        return outcome.json()["workers"].toArray().at(index).toObject();
    }
    [[nodiscard]] static QString stateOf(const Outcome &outcome, int index)
    {
        return workerOf(outcome, index)["state"].toString();
    }
    void begin(QProcess &process) const
    {
        process.setProcessEnvironment(m_lab.environment());
        process.start(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
            {"copy", "--yes", "--json", "--via-gateway", m_here + "/t", "pod:data"});
    }
    void waitUntilAllAreIn()
    {
        const auto areIn = [this] {
            const QVector<QByteArray> traces = onAll(Traces);
            return std::all_of(traces.begin() + 1, traces.end(), [](const QByteArray &text) {
                return text.contains("restrict");
            });
        };
        QTRY_VERIFY(areIn());
        // Podium knows that, too, once it has the gateway's clush begin.
        QTRY_COMPARE(there("pgrep -cxf 'sleep 1000'; true"), QByteArray("1\n"));
    }

    QString m_here;
    int m_turn = 0;
};

void TestCtlGateway::init()
{
    m_here = m_lab.file(QStringLiteral("here-%1").arg(++m_turn));
    QVERIFY(QDir().mkpath(m_here));
    QCOMPARE(
        onAll("chmod -R u+rwx data 2>/dev/null; rm -rf data; echo gone"), everywhere("gone\n"));
    sh("mkdir t && head -c 300000 /dev/urandom >t/f");
}

void TestCtlGateway::cleanup()
{
    sh("chmod -R u+rwx . && find . -mindepth 1 -delete");
    QTRY_COMPARE(onAll(Traces), everywhere({}));
}

void TestCtlGateway::hostileNamesArrive()
{
    sh("mkdir -p t/sub/empty 't/a b' && printf hello >t/plain && : >t/nothing && "
       "printf x >'t/a b/-dash' && printf q >\"t/quote'\\\"\\$(id)\" && "
       "printf n >'t/line\nbreak' && printf b >\"t/$(printf 'latin\\351')\" && "
       "ln -s plain t/link && ln -s . t/sub/loop && ln -s /no/such t/dangling && "
       "printf m >'t/m[1]*?{a,b}' && printf p >'t/%h w1: x' && "
       "chmod 640 t/plain && chmod 755 t/nothing && chmod 555 t/sub/empty && "
       "truncate -s 20M t/sparse && printf end >>t/sparse && "
       "find t -exec touch -h -d '2001-02-03 04:05:06' {} +");
    const QByteArray here = sh(QString(Listing).arg("t"));
    const Outcome outcome = copy({m_here + "/t", "pod:da ta/it's $(id)"});
    VERIFY_EXIT(outcome, 0);
    for (int worker = 0; worker < Workers; ++worker) {
        QCOMPARE(stateOf(outcome, worker), QStringLiteral("verified"));
    }
    QCOMPARE(onAll(QString(Listing).arg("'da ta/it'\\''s $(id)/t'")), everywhere(here));
    QCOMPARE(onAll("ls -A 'da ta'"), everywhere("it's $(id)\n"));
    for (const QByteArray &used : onAll("du -sk 'da ta'/*/t/sparse")) {
        QVERIFY(used.split('\t').value(0).toInt() < 1000);
    }
    onAll("chmod -R u+rwx 'da ta'; rm -rf 'da ta'");
}

void TestCtlGateway::extrasGo()
{
    VERIFY_EXIT(copy({m_here + "/t", "pod:data"}), 0);
    there("touch data/t/old", 2);
    VERIFY_EXIT(copy({m_here + "/t", "pod:data", "--delete"}), 0);
    QCOMPARE(there("ls -A data/t", 2), QByteArray("f\n"));
}

void TestCtlGateway::theKeyIsNarrowWhileItIsThere()
{
    there("printf '# mine, without a line end' >>.ssh/authorized_keys", 1);
    const QByteArray before = there("cat .ssh/authorized_keys; stat -c %a .ssh/authorized_keys", 1);
    prepare(SlowClush);
    ChildProcess process;
    begin(process);
    waitUntilAllAreIn();
    const QByteArray line = there("grep podium-gateway .ssh/authorized_keys", 1);
    const QByteArray from = m_lab.internalAddress("pod").toLatin1();
    QVERIFY2(line.startsWith("restrict,from=\"" + from + "\",expiry-time=\"20"), line.constData());
    QCOMPARE(line.count('\n'), 1);
    // The private half is on the gateway alone, and goes with the run.
    QCOMPARE(there("stat -c %a .podium-gateway-*/key .podium-gateway-*"), QByteArray("600\n700\n"));
    QCOMPARE(there("ls .podium-gateway-*/key 2>/dev/null", 1), QByteArray());
    prepare("pkill -x sleep");
    QVERIFY(process.waitForFinished(-1));
    prepare(UsualClush);
    QCOMPARE(there("cat .ssh/authorized_keys; stat -c %a .ssh/authorized_keys", 1), before);
    // clush ended and had copied nothing: nobody claims anything.
    const QJsonObject result = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    for (int worker = 1; worker < Workers; ++worker) {
        const QJsonObject one = result["workers"].toArray().at(worker).toObject();
        QCOMPARE(one["state"].toString(), QStringLiteral("failed"));
        QCOMPARE(there("ls data", worker), QByteArray());
    }
}

void TestCtlGateway::aMissingEngineIsInstalled()
{
    prepare(QString(AptGet).arg("cp /usr/bin/clush.real /usr/bin/clush"));
    const Outcome plan = copy({m_here + "/t", "pod:data", "--dry-run"});
    QCOMPARE(plan.json()["gateway"].toObject()["installs"].toBool(), true);
    const Outcome outcome = copy({m_here + "/t", "pod:data"});
    prepare("rm -f /usr/bin/apt-get /usr/local/sbin/apt-get; " + QString(UsualClush));
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(stateOf(outcome, 2), QStringLiteral("verified"));
}

void TestCtlGateway::anEngineThatCannotBeHadIsSaid_data()
{
    QTest::addColumn<QString>("install");
    QTest::newRow("none") << "echo E: Unable to locate package clustershell; exit 100";
    QTest::newRow("an old one")
        << "printf \"#!/bin/sh\\\\necho clush 1.6\\\\n\" >/usr/bin/clush; chmod 755 /usr/bin/clush";
}

void TestCtlGateway::anEngineThatCannotBeHadIsSaid()
{
    QFETCH(QString, install);
    prepare(QString(AptGet).arg(install));
    const Outcome outcome = copy({m_here + "/t", "pod:data"});
    prepare("rm -f /usr/bin/apt-get /usr/local/sbin/apt-get; " + QString(UsualClush));
    VERIFY_EXIT(outcome, 1);
    QCOMPARE(stateOf(outcome, 0), QStringLiteral("verified"));
    for (int worker = 1; worker < Workers; ++worker) {
        QCOMPARE(stateOf(outcome, worker), QStringLiteral("failed"));
        const QJsonObject error = workerOf(outcome, worker)["error"].toObject();
        QVERIFY2(error["detail"].toString().contains("ClusterShell"), outcome.out.constData());
        QVERIFY2(error["hint"].toString().contains("directly"), outcome.out.constData());
    }
    QVERIFY2(
        outcome.err.contains("podiumctl recipe run clustershell lab/us-central2-b/pod:0"),
        outcome.err.constData());
    // The other way does it.
    VERIFY_EXIT(m_lab.ctl({"copy", "--yes", "--json", m_here + "/t", "pod:data"}), 0);
}

void TestCtlGateway::aKilledPodiumLeavesNothing()
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

void TestCtlGateway::aStoppedCopyLeavesNothing()
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

void TestCtlGateway::aDeadGatewayIsNoVerdict()
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
void TestCtlGateway::aLostGatewayIsGoneOnWith()
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
void TestCtlGateway::whatAKilledWorkerLeftGoesWithTheNext()
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

void TestCtlGateway::noGatewayIsASentence()
{
    for (const QString &gateway :
         {QString("9"), QString("other:0"), QString("pod"), QString("x")}) {
        const Outcome outcome =
            m_lab.ctl({"copy", "--yes", "--via-gateway=" + gateway, m_here + "/t", "pod:data"});
        VERIFY_EXIT(outcome, 2);
        QVERIFY(!outcome.err.isEmpty());
    }
    const Outcome other = m_lab.ctl(
        {"copy", "--yes", "--json", "--via-gateway=pod:2", m_here + "/t", "pod:1-2:data"});
    VERIFY_EXIT(other, 0);
    QCOMPARE(
        other.json()["gateway"].toObject()["worker"].toString(),
        QString("lab/us-central2-b/pod:2"));
    QCOMPARE(there("ls data 2>/dev/null", 0), QByteArray());
}

QTEST_GUILESS_MAIN(TestCtlGateway)
#include "tst_ctlgateway.moc"
