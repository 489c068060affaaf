// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which worker is the gateway of podiumctl run --via-gateway, and what is said of one that cannot
// be it.
#include "tests/app/podiumctl/ctllab.h"

#include <QStandardPaths>

using namespace podium::tests;

class TestCtlGatewayChoice final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aGatewayThatCannotIsSaid_data();
    void aGatewayThatCannotIsSaid();
    void anotherWorkerCanBeIt_data();
    void anotherWorkerCanBeIt();
    void whatIsNoneOfThemIsRefused_data();
    void whatIsNoneOfThemIsRefused();

private:
    static constexpr int Workers = 4;

    [[nodiscard]] Outcome run(const QStringList &arguments) const
    {
        return m_lab.ctl(QStringList{"run", "pod", "--via-gateway"} + arguments);
    }
    QByteArray there(const QString &command, int worker = 0) const
    {
        return m_lab.admin("pod", command, worker).out;
    }
    /// As root, in the worker.
    void prepare(const QString &script, int worker = 0)
    {
        const auto reply = m_lab.cloud().post(
            QStringLiteral("/sim/workers/lab/us-central2-b/pod/%1:run").arg(worker),
            {{"script", script}});
        QCOMPARE(reply.status, 200);
    }
    [[nodiscard]] static bool isOf(const QJsonObject &line, int worker)
    {
        return line["worker"].toString() == QStringLiteral("lab/us-central2-b/pod:%1").arg(worker);
    }
    /// What told how it ended there.
    [[nodiscard]] static QJsonObject endOf(const Outcome &outcome, int worker)
    {
        for (const QJsonObject &line : outcome.jsonLines()) {
            const QString event = line["event"].toString();
            if (isOf(line, worker) && (event == "exit" || event == "error")) {
                return line;
            }
        }
        return {};
    }
    /// Everything that a worker printed on a stream.
    [[nodiscard]] static QByteArray
    printed(const Outcome &outcome, int worker, const QString &stream = QStringLiteral("stdout"))
    {
        QByteArray all;
        for (const QJsonObject &line : outcome.jsonLines()) {
            if (isOf(line, worker) && line["stream"].toString() == stream) {
                all += line.contains("base64")
                           ? QByteArray::fromBase64(line["base64"].toString().toLatin1())
                           : line["data"].toString().toUtf8();
            }
        }
        return all;
    }

    CtlLab m_lab;
};

void TestCtlGatewayChoice::initTestCase()
{
    if (QStandardPaths::findExecutable("clush").isEmpty()) {
        QSKIP("This machine has no ClusterShell");
    }
    QVERIFY2(m_lab.start({QStringLiteral("pod:%1").arg(Workers)}), "");
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP("This machine lets nobody make ssh workers");
    }
}

void TestCtlGatewayChoice::aGatewayThatCannotIsSaid_data()
{
    QTest::addColumn<QString>("spoil");
    QTest::addColumn<QString>("mend");
    QTest::addColumn<QString>("says");
    QTest::newRow("no ClusterShell") << "mv /usr/bin/clush /usr/bin/clush.real"
                                     << "mv /usr/bin/clush.real /usr/bin/clush"
                                     << "recipe clustershell";
    QTest::newRow("an old one")
        << "mv /usr/bin/clush /usr/bin/clush.real; printf '#!/bin/sh\\necho clush 1.6\\n' "
           ">/usr/bin/clush; chmod 755 /usr/bin/clush"
        << "mv -f /usr/bin/clush.real /usr/bin/clush"
        << "1.8 or newer";
}

void TestCtlGatewayChoice::aGatewayThatCannotIsSaid()
{
    QFETCH(QString, spoil);
    QFETCH(QString, mend);
    QFETCH(QString, says);
    prepare(spoil);
    const Outcome outcome = run({"--json", "--", "touch ran-anyway"});
    prepare(mend);
    VERIFY_EXIT(outcome, 3);
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
    prepare("mv /usr/bin/clush /usr/bin/clush.real"); // so the first cannot
    const Outcome outcome =
        m_lab.ctl({"run", "pod", "--via-gateway=" + word, "--json", "--", "echo $((6 * 7))"});
    prepare("mv /usr/bin/clush.real /usr/bin/clush");
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
