// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl nodes --idle, against a cloud.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlIdle final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void onlyWhereItIsAskedFor();
    void saysHowLongItIsIdle();
    void whatIsMissingIsUnknown();
    void whoMayNotReadItIsTold_data();
    void whoMayNotReadItIsTold();

private:
    void setIdle(const char *node, const QJsonValue &seconds)
    {
        m_lab->cloud().post(
            QString("/sim/nodes/lab/us-central2-b/%1:setIdle").arg(node), {{"seconds", seconds}});
    }
    [[nodiscard]] static QJsonObject tpuOf(const Outcome &told, const QString &node)
    {
        for (const QJsonValue &each : told.json()["nodes"].toArray()) {
            if (each.toObject()["name"].toString() == node) {
                return each.toObject()["tpu"].toObject();
            }
        }
        return {};
    }
    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlIdle::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"one", "two"}), qPrintable(m_lab->cloud().error()));
}

void TestCtlIdle::onlyWhereItIsAskedFor()
{
    const Outcome told = m_lab->ctl({"nodes", "--json"});
    VERIFY_EXIT(told, 0);
    QVERIFY(tpuOf(told, "one").isEmpty());
    QVERIFY(!m_lab->cloud().get("/sim/log").body.contains("timeSeries"));
}

void TestCtlIdle::saysHowLongItIsIdle()
{
    setIdle("one", 42 * 60);
    setIdle("two", 5);
    const Outcome told = m_lab->ctl({"nodes", "--idle"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.out.contains("idle for 42 min"), told.out);
    QVERIFY2(told.out.contains("one: Idle for 42 min by Cloud Monitoring."), told.out);
    QVERIFY2(told.out.contains("busy"), told.out);
    const Outcome json = m_lab->ctl({"nodes", "--idle", "--json"});
    QCOMPARE(tpuOf(json, "one")["state"].toString(), QString("idle"));
    QCOMPARE(tpuOf(json, "one")["idleSeconds"].toInt(), 42 * 60);
    QVERIFY(!tpuOf(json, "one")["seenAt"].toString().isEmpty());
    QCOMPARE(tpuOf(json, "two")["state"].toString(), QString("busy"));
    QVERIFY(tpuOf(json, "two")["idleSeconds"].isNull());
}

void TestCtlIdle::whatIsMissingIsUnknown()
{
    setIdle("one", QJsonArray{-1});
    const Outcome told = m_lab->ctl({"nodes", "--idle"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(
        told.out.contains("one: Cloud Monitoring has no recent values of this node."), told.out);
    QVERIFY2(!told.out.contains("idle"), told.out);
    QVERIFY2(!told.out.contains("busy"), told.out);
}

void TestCtlIdle::whoMayNotReadItIsTold_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QJsonObject>("body");
    QTest::newRow("permission") << "/sim/projects/lab:setPermissions"
                                << QJsonObject{
                                       {"denied", QJsonArray{"monitoring.timeSeries.list"}}};
    QTest::newRow("API off") << "/sim/projects/lab:setMonitoring"
                             << QJsonObject{{"api", "disabled"}};
}

void TestCtlIdle::whoMayNotReadItIsTold()
{
    QFETCH(QString, call);
    QFETCH(QJsonObject, body);
    setIdle("one", 42 * 60);
    m_lab->cloud().post(call, body);
    const Outcome told = m_lab->ctl({"nodes", "--idle"});
    VERIFY_EXIT(told, 5);
    QVERIFY2(told.out.contains("unknown"), told.out);
    QVERIFY2(!told.out.contains("idle"), told.out);
    QVERIFY2(!told.out.contains("busy"), told.out);
    QVERIFY2(told.err.contains("Cloud Monitoring"), told.err);
    const Outcome json = m_lab->ctl({"nodes", "--idle", "--json"});
    VERIFY_EXIT(json, 5);
    QCOMPARE(tpuOf(json, "one")["state"].toString(), QString("unknown"));
    QVERIFY(!tpuOf(json, "one")["reason"].toString().isEmpty());
    QCOMPARE(json.json()["errors"].toArray().size(), 1);
}

QTEST_GUILESS_MAIN(TestCtlIdle)
#include "tst_ctlidle.moc"
