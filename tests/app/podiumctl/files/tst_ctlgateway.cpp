// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl copy --via-gateway to real sshd workers: hostile names, a key that is narrow, a gateway
// without ClusterShell.
#include "tests/app/podiumctl/files/gatewaycopytest.h"
#include "tests/app/podiumctl/files/listing.h"
#include "tests/fakes/childprocess.h"

using namespace podium::tests;

namespace {

/// No clush, and what stands for apt-get, which would go to the Internet; it does this to install.
QString noClushBut(const QString &install)
{
    const QString text = "#!/bin/sh\ncase \"$*\" in *install*)\n%1\n;; esac";
    return withoutProgram("clush") + programInstead("apt-get", text.arg(install));
}

} // namespace

class TestCtlGateway final : public GatewayCopyTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(Workers); }
    void init() { makeFolders(); }
    void cleanup() { seeThatNothingIsLeft(); }
    void hostileNamesArrive();
    void extrasGo();
    void theKeyIsNarrowWhileItIsThere();
    void aMissingEngineIsInstalled();
    void anEngineThatCannotBeHadIsSaid_data();
    void anEngineThatCannotBeHadIsSaid();
    void noGatewayIsASentence();
};

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
    prepare(slowClush());
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
    prepare(usualProgram("clush"));
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
    prepare(noClushBut("umount -l /usr/bin/clush"));
    const Outcome plan = copy({m_here + "/t", "pod:data", "--dry-run"});
    QCOMPARE(plan.json()["gateway"].toObject()["installs"].toBool(), true);
    const Outcome outcome = copy({m_here + "/t", "pod:data"});
    prepare(usualProgram("apt-get") + usualProgram("clush"));
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(stateOf(outcome, 2), QStringLiteral("verified"));
}

void TestCtlGateway::anEngineThatCannotBeHadIsSaid_data()
{
    QTest::addColumn<QString>("install");
    QTest::newRow("none") << "echo E: Unable to locate package clustershell; exit 100";
    QTest::newRow("an old one") << oldClush().replace("END", "OLD"); // a text within a text
}

void TestCtlGateway::anEngineThatCannotBeHadIsSaid()
{
    QFETCH(QString, install);
    prepare(noClushBut(install));
    const Outcome outcome = copy({m_here + "/t", "pod:data"});
    prepare(usualProgram("apt-get") + usualProgram("clush"));
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
