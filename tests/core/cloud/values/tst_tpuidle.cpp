// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/tpuidle.h"

#include <QtTest>

using namespace podium;
using namespace podium::cloud;
using State = NodeIdle::State;

namespace {

QDateTime at(int minutes)
{
    return QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC).addSecs(60LL * minutes);
}

/// One series, its points as JSON.
QByteArray series(const char *node, const char *worker, const QByteArray &points)
{
    return QByteArray(R"({"resource":{"type":"tpu_worker","labels":{"zone":"us-a","node_id":")") +
           node + R"(","worker_id":")" + worker + R"("}},"points":[)" + points + "]}";
}
QByteArray point(const char *end, const QByteArray &value)
{
    return QByteArray(R"({"interval":{"endTime":")") + end + R"("},"value":{)" + value + "}}";
}
QByteArray answer(const QByteArray &all)
{
    return R"({"timeSeries":[)" + all + R"(],"unit":"s"})";
}

Node nodeOf(int workers)
{
    Node node;
    node.ref = {
        *ProjectId::parse(QStringLiteral("lab")), *Zone::parse(QStringLiteral("us-a")),
        *NodeName::parse(QStringLiteral("pod"))};
    node.id = QStringLiteral("77");
    node.state = NodeState::Ready;
    node.workers.resize(std::size_t(workers));
    return node;
}

ChipIdle chip(int worker, int idleMinutes, int seenAt = 0, const char *node = "77")
{
    return {
        QStringLiteral("us-a"), QString::fromLatin1(node), worker,
        std::chrono::minutes(idleMinutes), at(seenAt)};
}

} // namespace

class TestTpuIdle final : public QObject
{
    Q_OBJECT

private slots:
    void theNewestPointCounts();
    void nonsenseIsLeftOut_data();
    void nonsenseIsLeftOut();
    void whatIsNoAnswerIsAnError_data();
    void whatIsNoAnswerIsAnError();
    void aNodeIsIdleWhereAllAre();
    void oneThatComputesIsEnough();
    void unknownHasItsReason();
};

void TestTpuIdle::theNewestPointCounts()
{
    const auto page = parseChipIdlePage(
        answer(
            series(
                "77", "1",
                point("2026-03-01T11:58:00Z", R"("int64Value":"60")") + "," +
                    point("2026-03-01T11:59:00Z", R"("doubleValue":120.5)")) +
            "," + series("pod", "0", point("2026-03-01T12:00:00Z", R"("int64Value":"0")"))),
        QStringLiteral("lab"));
    QVERIFY(page);
    QCOMPARE(page->chips.size(), std::size_t(2));
    QCOMPARE(page->chips[0].idle, std::chrono::seconds(120));
    QCOMPARE(page->chips[0].seenAt, at(-1));
    QCOMPARE(page->chips[0].worker, 1);
    QCOMPARE(page->chips[1].idle, std::chrono::seconds(0));
    QVERIFY(parseChipIdlePage("{}", QStringLiteral("lab"))->chips.empty());
}

void TestTpuIdle::nonsenseIsLeftOut_data()
{
    QTest::addColumn<QByteArray>("one");
    const char *end = "2026-03-01T12:00:00Z";
    const auto row = [](const char *name, const QByteArray &one) { QTest::newRow(name) << one; };
    row("no points", series("77", "0", {}));
    row("negative", series("77", "0", point(end, R"("int64Value":"-5")")));
    row("beyond a life", series("77", "0", point(end, R"("int64Value":"9223372036854775807")")));
    row("a word", series("77", "0", point(end, R"("int64Value":"NaN")")));
    row("a text", series("77", "0", point(end, R"("stringValue":"60")")));
    row("no time", series("77", "0", point("yesterday", R"("int64Value":"60")")));
    row("no worker", series("77", "w", point(end, R"("int64Value":"60")")));
    row("a worker below none", series("77", "-1", point(end, R"("int64Value":"60")")));
    row("no node", series("", "0", point(end, R"("int64Value":"60")")));
    row("a list", "[]");
    row("null", "null");
    row("points of another kind",
        R"({"resource":{"labels":{"node_id":"77","worker_id":"0"}},"points":7})");
}

void TestTpuIdle::nonsenseIsLeftOut()
{
    QFETCH(QByteArray, one);
    const auto page = parseChipIdlePage(answer(one), QStringLiteral("lab"));
    QVERIFY(page);
    QVERIFY(page->chips.empty());
}

void TestTpuIdle::whatIsNoAnswerIsAnError_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("HTML") << QByteArray("<html>Sign in</html>");
    QTest::newRow("another's") << QByteArray(R"({"status":"ok"})");
    QTest::newRow("cut off") << QByteArray(R"({"timeSeries":[{)");
    QTest::newRow("a list") << QByteArray("[]");
}

void TestTpuIdle::whatIsNoAnswerIsAnError()
{
    QFETCH(QByteArray, body);
    const auto page = parseChipIdlePage(body, QStringLiteral("lab"));
    QVERIFY(!page);
    QCOMPARE(page.error().kind, ErrorKind::Protocol);
}

void TestTpuIdle::aNodeIsIdleWhereAllAre()
{
    const std::vector<ChipIdle> chips{
        chip(0, 42), chip(0, 50), chip(1, 45, -2, "pod"), chip(0, 1, 0, "other")};
    const NodeIdle idle = nodeIdle(chips, nodeOf(2), at(1));
    QCOMPARE(idle.state, State::Idle);
    QCOMPARE(idle.idle, std::chrono::seconds(42 * 60)); // the one that computed last
    QCOMPARE(idle.seenAt, at(-2));
    QVERIFY(idle.reason.isEmpty());
}

void TestTpuIdle::oneThatComputesIsEnough()
{
    const NodeIdle busy = nodeIdle(std::vector{chip(0, 42), chip(1, 0)}, nodeOf(3), at(1));
    QCOMPARE(busy.state, State::Busy);
    QCOMPARE(nodeIdleName(busy.state), QString("busy"));
}

void TestTpuIdle::unknownHasItsReason()
{
    const auto isUnknown = [](const NodeIdle &idle, const char *reason) {
        return idle.state == State::Unknown && idle.reason.contains(QLatin1String(reason));
    };
    const std::vector<ChipIdle> all{chip(0, 42), chip(1, 42)};
    Error refused;
    refused.summary = QStringLiteral("No permission.");
    QVERIFY(isUnknown(nodeIdle(failure(refused), nodeOf(2), at(1)), "No permission."));
    QVERIFY(isUnknown(nodeIdle(std::vector<ChipIdle>(), nodeOf(2), at(1)), "no recent values"));
    QVERIFY(isUnknown(nodeIdle(std::vector{chip(0, 42)}, nodeOf(2), at(1)), "worker 1"));
    QVERIFY(isUnknown(nodeIdle(all, nodeOf(2), at(30)), "no recent values")); // long ago
    Node stopped = nodeOf(2);
    stopped.state = NodeState::Stopped;
    QVERIFY(isUnknown(nodeIdle(all, stopped, at(1)), "not running"));
    Node fresh = nodeOf(2);
    fresh.createTime = at(1); // what was told is of a node before it
    QVERIFY(isUnknown(nodeIdle(all, fresh, at(2)), "no recent values"));
    Node elsewhere = nodeOf(2);
    elsewhere.ref.zone = *Zone::parse(QStringLiteral("us-b"));
    QVERIFY(isUnknown(nodeIdle(all, elsewhere, at(1)), "no recent values"));
}

QTEST_GUILESS_MAIN(TestTpuIdle)
#include "tst_tpuidle.moc"
