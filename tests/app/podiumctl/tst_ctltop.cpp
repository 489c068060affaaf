// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl top: how busy real workers are.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/interminal.h"
#include "tests/fakes/patience.h"

#include <QStandardPaths>

using podium::tests::CtlLab;
using podium::tests::InTerminal;
using podium::tests::Outcome;

class TestCtlTop final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void eachLookIsALine();
    void aTableForPeople();
    void whatWasBeforeIsShownWhereThereIsRoom();
    void whatTheNodesCostIsSaid();
    void cloudMonitoringIsAskedOnRequest();
    void whoMayNotAskItIsTold();
    void whoDoesNotAnswerIsNamed();
    void noLookWaitsForCloudMonitoring();
    void itEndsWithItsReader_data();
    void itEndsWithItsReader();

private:
    [[nodiscard]] static std::vector<QJsonObject> lines(const Outcome &outcome)
    {
        std::vector<QJsonObject> documents;
        const QStringList all = QString::fromUtf8(outcome.out).split('\n', Qt::SkipEmptyParts);
        for (const QString &line : all) {
            documents.push_back(QJsonDocument::fromJson(line.toUtf8()).object());
        }
        return documents;
    }
    /// Of the node "one".
    void setIdle(int seconds)
    {
        m_lab.cloud().post("/sim/nodes/lab/us-central2-b/one:setIdle", {{"seconds", seconds}});
    }
    CtlLab m_lab;
};

void TestCtlTop::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2", "one"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
}

void TestCtlTop::eachLookIsALine()
{
    const Outcome outcome = m_lab.ctl({"top", "pod", "--looks", "2", "--interval", "1", "--json"});
    VERIFY_EXIT(outcome, 0);
    const auto documents = lines(outcome);
    QVERIFY(documents.size() >= 4);
    int withCpu = 0;
    for (const QJsonObject &each : documents) {
        QVERIFY(each["worker"].toString().startsWith("lab/us-central2-b/pod:"));
        QVERIFY(each["error"].isNull());
        QVERIFY(each["memory"].toObject()["totalBytes"].toDouble() > 0);
        QVERIFY(each["processors"].toInt() > 0);
        QCOMPARE(each["tpu"].toObject()["state"].toString(), QString("no-workload"));
        QVERIFY(each["tpu"].toObject()["dutyCycle"].isNull());
        withCpu += each["cpu"].isDouble() ? 1 : 0;
    }
    QVERIFY(withCpu >= 2); // a difference needs two looks
}

void TestCtlTop::aTableForPeople()
{
    const bool hasServer = !QStandardPaths::findExecutable("python3").isEmpty();
    QVERIFY(m_lab.runAsRoot(
        "pod", "echo duty=42 memory=50 >/etc/podium-sim/metrics-answer\n"
               "setsid sh /etc/podium-sim/tpu-holder >/dev/null 2>&1 &\n"
               "setsid sh /etc/podium-sim/host-load cpu=50 memory=97 >/dev/null 2>&1 &\n"));
    const auto table = [this] { return m_lab.ctl({"top", "pod", "--looks", "1"}).out; };
    QTRY_VERIFY(table().contains("Memory is 97 % full."));
    if (hasServer) {
        QTRY_VERIFY(table().contains("42 %"));
    }
    QVERIFY(table().startsWith("WORKER"));
    QVERIFY(table().contains("no workload"));
    QVERIFY(!table().contains("HISTORY")); // of one look there is none
}

/// After the test before, in which a worker has a duty cycle of 42 %.
void TestCtlTop::whatWasBeforeIsShownWhereThereIsRoom()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    const QString program = QStringLiteral(PODIUM_BIN_DIR "/podiumctl");
    const QStringList words{"top", "pod", "--interval", "1"};
    InTerminal wide(program, words, m_lab.environment(), {40, 200, 0, 0});
    QTRY_VERIFY2(wide.screen().contains("HISTORY"), wide.screen().constData());
    QTRY_VERIFY2(wide.screen().contains("\u2584"), wide.screen().constData());
    InTerminal narrow(program, words, m_lab.environment(), {40, 60, 0, 0});
    QTRY_VERIFY2(narrow.screen().contains("42 %"), narrow.screen().constData());
    QVERIFY(!narrow.screen().contains("HISTORY"));
    const Outcome piped = m_lab.ctl({"top", "pod", "--looks", "2", "--interval", "1"});
    VERIFY_EXIT(piped, 0);
    QVERIFY2(piped.out.contains("HISTORY"), piped.out);
}

void TestCtlTop::whatTheNodesCostIsSaid()
{
    const Outcome table = m_lab.ctl({"top", "pod", "one", "--looks", "1"});
    VERIFY_EXIT(table, 0);
    QVERIFY2(table.out.contains("lab/us-central2-b/one: $309.12 a day by list price\n"), table.out);
    QVERIFY2(table.out.contains("lab/us-central2-b/pod: $618.24 a day by list price\n"), table.out);
    for (const QJsonObject &each : lines(m_lab.ctl({"top", "one", "--looks", "1", "--json"}))) {
        const QJsonObject node = each["node"].toObject();
        QCOMPARE(node["cost"].toString(), QString("not-covered"));
        QCOMPARE(node["usdPerDay"].toDouble(), 309.12);
        QVERIFY(node["monitoring"].isNull());
    }
    QVERIFY(!m_lab.cloud().get("/sim/log").body.contains("timeSeries"));
}

void TestCtlTop::cloudMonitoringIsAskedOnRequest()
{
    setIdle(42 * 60);
    const Outcome table = m_lab.ctl({"top", "one", "pod", "--looks", "1", "--idle"});
    VERIFY_EXIT(table, 0);
    QVERIFY2(table.out.contains("; idle for 42 min by Cloud Monitoring\n"), table.out);
    QVERIFY2(
        table.out.contains("; unknown by Cloud Monitoring: Cloud Monitoring has no"), table.out);
    const auto told = lines(m_lab.ctl({"top", "one", "--looks", "1", "--json", "--idle"}));
    QCOMPARE(int(told.size()), 1);
    const QJsonObject monitoring = told[0]["node"].toObject()["monitoring"].toObject();
    QCOMPARE(monitoring["state"].toString(), QString("idle"));
    QCOMPARE(monitoring["idleSeconds"].toInt(), 42 * 60);
}

void TestCtlTop::whoMayNotAskItIsTold()
{
    const auto setApi = [this](const char *state) {
        m_lab.cloud().post("/sim/projects/lab:setMonitoring", {{"api", state}});
    };
    setApi("disabled");
    const Outcome told = m_lab.ctl({"top", "one", "--looks", "1", "--idle"});
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/one/0:refuse").status, 200);
    const Outcome neither = m_lab.ctl({"top", "one", "--looks", "1", "--idle"});
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/one/0:restore").status, 200);
    setApi("enabled");
    VERIFY_EXIT(told, 5);
    VERIFY_EXIT(neither, 5); // the higher of both
    QVERIFY2(neither.out.contains("no answer"), neither.out);
    QVERIFY2(told.out.contains("unknown by Cloud Monitoring: "), told.out);
    QVERIFY2(told.err.contains("Cloud Monitoring"), told.err);
    QVERIFY2(told.out.startsWith("WORKER"), told.out);
}

void TestCtlTop::whoDoesNotAnswerIsNamed()
{
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/1:refuse").status, 200);
    const Outcome outcome = m_lab.ctl({"top", "pod", "--looks", "1"});
    VERIFY_EXIT(outcome, 3);
    QVERIFY(outcome.out.contains("no answer"));
    QVERIFY(outcome.out.contains("\npod:1: "));
    const auto documents = lines(m_lab.ctl({"top", "pod:1", "--looks", "1", "--json"}));
    QCOMPARE(int(documents.size()), 1);
    QVERIFY(!documents[0]["error"].toObject()["summary"].toString().isEmpty());
    VERIFY_EXIT(m_lab.ctl({"top", "pod", "--interval", "0"}), 2);
    VERIFY_EXIT(m_lab.ctl({"top"}), 2);
}

/// It answers long after this test has ended.
void TestCtlTop::noLookWaitsForCloudMonitoring()
{
    m_lab.cloud().post("/sim/faults", {{"path", "timeSeries"}, {"delayMs", 3'600'000}});
    QProcess top;
    podium::tests::begin(
        top, QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"top", "one", "--interval", "1", "--json", "--idle"}, m_lab.environment());
    while (!top.canReadLine() && top.waitForReadyRead(podium::Patience)) {
    }
    const QJsonObject look = QJsonDocument::fromJson(top.readLine()).object();
    top.kill();
    QVERIFY(top.waitForFinished(podium::Patience));
    (void)m_lab.cloud().call("DELETE", "/sim/faults", {});
    QVERIFY(look["memory"].toObject()["totalBytes"].toDouble() > 0);
    const QJsonObject node = look["node"].toObject();
    QCOMPARE(node["cost"].toString(), QString("not-covered"));
    QCOMPARE(node["monitoring"].toObject()["state"].toString(), QString("unknown"));
    QCOMPARE(
        node["monitoring"].toObject()["reason"].toString(),
        QString("Cloud Monitoring has not answered yet."));
}

void TestCtlTop::itEndsWithItsReader_data()
{
    QTest::addColumn<QString>("style");
    QTest::newRow("lines") << "--json";
    QTest::newRow("tables") << "";
}

/// Of `top | head` nothing goes on.
void TestCtlTop::itEndsWithItsReader()
{
    QFETCH(QString, style);
    const Outcome piped = m_lab.run(
        "bash",
        {"-c", QStringLiteral("timeout %1 " PODIUM_BIN_DIR "/podiumctl top one --interval 1 %2 | "
                              "head -n 1 >/dev/null; echo ${PIPESTATUS[0]}")
                   .arg(QString::number(podium::Patience / 1000), style)});
    QCOMPARE(piped.out, QByteArray("4\n"));
    QCOMPARE(piped.err.count("Cannot write the output. Broken pipe."), 1);
}

QTEST_GUILESS_MAIN(TestCtlTop)
#include "tst_ctltop.moc"
