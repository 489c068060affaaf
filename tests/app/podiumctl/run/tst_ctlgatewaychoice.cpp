// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which worker is the gateway of podiumctl run --via-gateway, and what is said of one that cannot
// be it.
#include "tests/app/podiumctl/run/gatewayruntest.h"

using namespace podium::tests;

class TestCtlGatewayChoice final : public GatewayRunTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(); }
    void aGatewayThatCannotIsSaid_data();
    void aGatewayThatCannotIsSaid();
    void anotherWorkerCanBeIt_data();
    void anotherWorkerCanBeIt();
    void whatIsNoneOfThemIsRefused_data();
    void whatIsNoneOfThemIsRefused();
};

void TestCtlGatewayChoice::aGatewayThatCannotIsSaid_data()
{
    QTest::addColumn<QString>("spoil");
    QTest::addColumn<QString>("says");
    QTest::newRow("no ClusterShell") << withoutProgram("clush") << "recipe clustershell";
    QTest::newRow("an old one") << oldClush() << "1.8 or newer";
}

void TestCtlGatewayChoice::aGatewayThatCannotIsSaid()
{
    QFETCH(QString, spoil);
    QFETCH(QString, says);
    prepare(spoil);
    const Outcome outcome = run({"--json", "--", "touch ran-anyway"});
    prepare(usualProgram("clush"));
    VERIFY_EXIT(outcome, 3);
    QVERIFY2(
        outcome.err.contains("podiumctl recipe run clustershell lab/us-central2-b/pod:0"),
        outcome.err.constData());
    for (int worker = 0; worker < Workers; ++worker) {
        const QString summary = endOf(outcome, worker)["summary"].toString();
        QVERIFY2(summary.contains(says), qPrintable(summary));
        QCOMPARE(there("ls ran-anyway", worker), QByteArray());
    }
}

void TestCtlGatewayChoice::anotherWorkerCanBeIt_data()
{
    QTest::addColumn<QString>("word");
    QTest::newRow("a number") << "2";
    QTest::newRow("a worker") << "pod:2";
}

void TestCtlGatewayChoice::anotherWorkerCanBeIt()
{
    QFETCH(QString, word);
    prepare(withoutProgram("clush")); // so the first cannot
    const Outcome outcome =
        m_lab.ctl({"run", "pod", "--via-gateway=" + word, "--json", "--", "echo $((6 * 7))"});
    prepare(usualProgram("clush"));
    VERIFY_EXIT(outcome, 0);
    for (int worker = 0; worker < Workers; ++worker) {
        QCOMPARE(printed(outcome, worker), QByteArray("42\n"));
    }
}

void TestCtlGatewayChoice::whatIsNoneOfThemIsRefused_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("says");
    QTest::newRow("a number") << "9"
                              << "none of these workers";
    QTest::newRow("a worker left out") << "pod:3"
                                       << "none of these workers";
    QTest::newRow("several") << "pod"
                             << "one is needed";
    QTest::newRow("no such node") << "elsewhere:0"
                                  << "elsewhere";
}

void TestCtlGatewayChoice::whatIsNoneOfThemIsRefused()
{
    QFETCH(QString, word);
    QFETCH(QString, says);
    const Outcome outcome =
        m_lab.ctl({"run", "pod:0-2", "--via-gateway=" + word, "--", "touch refused"});
    VERIFY_EXIT(outcome, 2);
    QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err.constData());
    QCOMPARE(there("ls refused"), QByteArray());
}

QTEST_GUILESS_MAIN(TestCtlGatewayChoice)
#include "tst_ctlgatewaychoice.moc"
