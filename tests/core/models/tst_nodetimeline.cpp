// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodetimeline.h"

#include <QTest>

using namespace podium;
using namespace podium::models;
using podium::store::Fact;
using podium::store::FactKind;

namespace {

QDateTime hour(int n)
{
    return QDateTime({2026, 3, 4}, {10, 0}, Qt::UTC).addSecs(3600 * n);
}

Fact closed(FactKind kind, const QString &value, int first, int last, int worker = -1)
{
    return {kind, worker, value, hour(first), hour(last), false};
}

Fact open(FactKind kind, const QString &value, int first, int worker = -1)
{
    return {kind, worker, value, hour(first), hour(0), true};
}

store::NodeHistory historyOf(std::vector<Fact> facts, int asOf = 0)
{
    store::NodeHistory history;
    std::stable_sort(
        facts.begin(), facts.end(), [](const Fact &a, const Fact &b) { return a.first < b.first; });
    history.facts = std::move(facts);
    history.asOf = hour(asOf);
    history.looks = {{hour(-1000), hour(asOf)}};
    return history;
}

/// "READY -10..-5"
QStringList barsOf(const Timeline &timeline)
{
    QStringList lines;
    for (const TimelineBar &bar : timeline.bars) {
        lines << QString("%1 %2..%3")
                     .arg(bar.word)
                     .arg(hour(0).secsTo(bar.from) / 3600)
                     .arg(hour(0).secsTo(bar.to) / 3600);
    }
    return lines;
}

} // namespace

class TestNodeTimeline final : public QObject
{
    Q_OBJECT

private slots:
    void statesFollowEachOther();
    void statesThatTouch();
    void healthCutsAState();
    void goneNodeEnds();
    void oldPartsAreCutOff();
    void movedAndRecreatedAreToldApart();
    void manyWorkersAreOneTick();
    void unseenTimesAreSaid();
    void nothingIsNothing();
};

void TestNodeTimeline::statesFollowEachOther()
{
    const auto timeline = timelineOf(
        historyOf(
            {closed(FactKind::State, "CREATING", -10, -9), closed(FactKind::State, "READY", -8, -4),
             closed(FactKind::State, "PREEMPTED", -3, -2), open(FactKind::State, "READY", -1)}),
        hour(0), 7);
    // A state counts until the next one is seen.
    QCOMPARE(
        barsOf(timeline),
        (QStringList{"CREATING -10..-8", "READY -8..-3", "PREEMPTED -3..-1", "READY -1..0"}));
    QVERIFY(timeline.bars[0].mark == Mark::Busy);
    QVERIFY(timeline.bars[1].mark == Mark::Good);
    QVERIFY(timeline.bars[2].mark == Mark::Bad);
    QCOMPARE(timeline.from, hour(-10));
    QCOMPARE(timeline.to, hour(0));
    for (const TimelineBar &bar : timeline.bars) {
        QVERIFY(timeline.summary.contains(bar.text));
    }
    QVERIFY2(
        timeline.summary.startsWith("4 states and 0 changes since "), qPrintable(timeline.summary));
    auto history = historyOf({open(FactKind::State, "READY", -1)});
    history.looks = {{hour(-1), hour(-1)}};
    const QString one = timelineOf(history, hour(0), 7).summary;
    QVERIFY2(one.startsWith("1 state and 0 changes since "), qPrintable(one));
    QVERIFY2(one.endsWith("Not watched for 1 stretch of this time."), qPrintable(one));
}

/// Two looks at the same moment: the last time of one state is the first of the next.
void TestNodeTimeline::statesThatTouch()
{
    const auto timeline = timelineOf(
        historyOf(
            {closed(FactKind::State, "CREATING", -10, -8), closed(FactKind::State, "READY", -8, -3),
             open(FactKind::State, "STOPPED", -3)}),
        hour(0), 7);
    QCOMPARE(barsOf(timeline), (QStringList{"CREATING -10..-8", "READY -8..-3", "STOPPED -3..0"}));
}

void TestNodeTimeline::healthCutsAState()
{
    const auto timeline = timelineOf(
        historyOf(
            {open(FactKind::State, "READY", -10), closed(FactKind::Health, "HEALTHY", -10, -6),
             closed(FactKind::Health, "UNHEALTHY_MAINTENANCE", -5, -3),
             open(FactKind::Health, "HEALTHY", -2)}),
        hour(0), 7);
    QCOMPARE(int(timeline.bars.size()), 3);
    QCOMPARE(timeline.bars[1].from, hour(-5));
    QCOMPARE(timeline.bars[1].to, hour(-2));
    QVERIFY(timeline.bars[1].mark == Mark::Warning);
    QVERIFY(timeline.bars[1].word.contains("UNHEALTHY_MAINTENANCE"));
    QVERIFY(timeline.bars[2].mark == Mark::Good);
}

void TestNodeTimeline::goneNodeEnds()
{
    const auto timeline =
        timelineOf(historyOf({closed(FactKind::State, "READY", -10, -6)}), hour(0), 7);
    QCOMPARE(barsOf(timeline), QStringList{"READY -10..-6"});
}

void TestNodeTimeline::oldPartsAreCutOff()
{
    const auto history = historyOf(
        {closed(FactKind::State, "CREATING", -100, -90), open(FactKind::State, "READY", -80),
         closed(FactKind::ExternalIp, "34.0.0.1", -80, -50, 0),
         closed(FactKind::ExternalIp, "34.0.0.2", -49, -10, 0),
         open(FactKind::ExternalIp, "34.0.0.3", -9, 0)});
    const auto day = timelineOf(history, hour(0), 1);
    QCOMPARE(barsOf(day), QStringList{"READY -24..0"});
    QCOMPARE(int(day.ticks.size()), 1);
    QCOMPARE(int(timelineOf(history, hour(0), 7).ticks.size()), 2);
    QCOMPARE(int(timelineOf(history, hour(0), 7).bars.size()), 2);
}

void TestNodeTimeline::movedAndRecreatedAreToldApart()
{
    const auto timeline = timelineOf(
        historyOf(
            {closed(FactKind::Id, "1", -10, -4), open(FactKind::Id, "2", -3),
             closed(FactKind::ExternalIp, "34.0.0.1", -10, -8, 0),
             closed(FactKind::ExternalIp, "34.0.0.2", -7, -4, 0),
             open(FactKind::ExternalIp, "34.0.0.3", -3, 0),
             open(FactKind::Maintenance, "SCHEDULED PENDING", -1)}),
        hour(0), 7);
    QCOMPARE(int(timeline.ticks.size()), 3);
    QVERIFY(timeline.ticks[0].kind == TimelineTick::Kind::Moved);
    QCOMPARE(timeline.ticks[0].time, hour(-7));
    QVERIFY(timeline.ticks[0].text.contains("34.0.0.2, before 34.0.0.1"));
    QVERIFY(timeline.ticks[0].text.contains("same host key"));
    QVERIFY(timeline.ticks[1].kind == TimelineTick::Kind::Recreated);
    QVERIFY(timeline.ticks[1].text.contains("id 2"));
    QVERIFY(timeline.ticks[2].kind == TimelineTick::Kind::Maintenance);
}

void TestNodeTimeline::manyWorkersAreOneTick()
{
    std::vector<Fact> facts;
    for (int worker = 0; worker < 64; ++worker) {
        facts.push_back(
            closed(FactKind::ExternalIp, QString("34.0.0.%1").arg(worker), -9, -5, worker));
        facts.push_back(open(FactKind::ExternalIp, QString("34.0.1.%1").arg(worker), -4, worker));
    }
    const auto timeline = timelineOf(historyOf(facts), hour(0), 7);
    QCOMPARE(int(timeline.ticks.size()), 1);
    QVERIFY(timeline.ticks[0].text.contains("64 workers"));
}

void TestNodeTimeline::unseenTimesAreSaid()
{
    auto history = historyOf({open(FactKind::State, "READY", -10)});
    history.looks = {{hour(-10), hour(-8)}, {hour(-5), hour(-2)}};
    history.asOf = hour(-2);
    const auto timeline = timelineOf(history, hour(0), 7);
    QVERIFY((timeline.unseen == std::vector<store::Span>{{hour(-8), hour(-5)}}));
    QVERIFY(timeline.summary.contains("Not watched for"));
}

void TestNodeTimeline::nothingIsNothing()
{
    const auto timeline = timelineOf({}, hour(0), 7);
    QVERIFY(timeline.isEmpty());
    QVERIFY(timeline == Timeline());
}

QTEST_GUILESS_MAIN(TestNodeTimeline)
#include "tst_nodetimeline.moc"
