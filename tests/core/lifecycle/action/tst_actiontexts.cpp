// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/actiontexts.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using cloud::NodeState;
using Phase = NodeActionState::Phase;

/// What is said of an action before, while and after it is done.
class TestActionTexts final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aSummaryCountsAndAddsUp();
    void anUnknownPriceIsAWord();
    void nodesOfOneMeaningShareAParagraph();
    void whatIsTyped();
    void progressEndsInWhatIsSo();
    void onlyNewFailuresAreTold();

private:
    [[nodiscard]] NodeActionPlan plan(NodeAction action, const QStringList &names) const
    {
        std::vector<NodeRef> nodes;
        for (const auto &entry : m_standing.nodes) {
            if (names.contains(entry.node.ref.name.text())) {
                nodes.push_back(entry.node.ref);
            }
        }
        return planNodeAction(action, nodes, m_standing);
    }
    inventory::Snapshot m_standing;
};

void TestActionTexts::init()
{
    const char *zone = "us-central2-b";
    m_standing = snapshotOf(
        {{.zone = zone, .name = "a", .type = "v4-8"},
         {.zone = zone, .name = "b", .type = "v4-8", .number = 2},
         {.zone = zone, .name = "odd", .type = "v99-8", .number = 3},
         {.zone = zone, .name = "pod", .type = "v4-32", .workers = 4, .number = 4},
         {.zone = zone,
          .name = "over",
          .type = "v4-8",
          .state = NodeState::Preempted,
          .spot = true,
          .number = 5}});
}

void TestActionTexts::aSummaryCountsAndAddsUp()
{
    // 4 chips at 3.22 an hour
    QCOMPARE(
        planSummary(plan(NodeAction::Stop, {"a", "b", "pod"})),
        QString("2 nodes would be stopped. 1 stays as it is. List price of what ends: $618.24 a "
                "day, unless a grant covers it."));
    QCOMPARE(
        planSummary(plan(NodeAction::Delete, {"over"})),
        QString("1 node would be deleted. Nothing is charged for now."));
    QCOMPARE(
        planSummary(plan(NodeAction::Start, {"a"})),
        QString("Nothing can be done; the reasons are below."));
}

void TestActionTexts::anUnknownPriceIsAWord()
{
    const auto both = plan(NodeAction::Delete, {"a", "odd", "over"});
    QVERIFY(planSummary(both).contains("$309.12 a day (1 node: unknown), unless"));
    QCOMPARE(dayPriceText(both, both.steps[0]), QString("$309.12"));
    QCOMPARE(dayPriceText(both, both.steps[1]), QString("unknown"));
    QCOMPARE(dayPriceText(both, both.steps[2]), QString("nothing"));
    QVERIFY(planSummary(plan(NodeAction::Delete, {"odd"})).contains("what ends: unknown, unless"));
}

void TestActionTexts::nodesOfOneMeaningShareAParagraph()
{
    const QStringList paragraphs =
        planText(plan(NodeAction::Stop, {"a", "b", "pod"})).split("\n\n");
    QCOMPARE(paragraphs.size(), 2);
    QVERIFY(paragraphs[0].startsWith("a, b:\nWhat runs there is ended."));
    QCOMPARE(
        paragraphs[1],
        QString("pod:\nA slice of several workers cannot be stopped, only deleted."));
    QVERIFY(planText(plan(NodeAction::Delete, {"over"})).contains("It holds quota until then."));
}

void TestActionTexts::whatIsTyped()
{
    QCOMPARE(wordToType(plan(NodeAction::Delete, {"a"})), QString("a"));
    QCOMPARE(wordToType(plan(NodeAction::Delete, {"a", "b", "pod"})), QString("3"));
    QCOMPARE(wordToType(plan(NodeAction::Stop, {"a"})), QString());
    m_standing.nodes[0].node.labels[lockLabel()] = QString();
    QCOMPARE(wordToType(plan(NodeAction::Delete, {"a"})), QString());
    QCOMPARE(wordToType(plan(NodeAction::Delete, {"a", "b"})), QString("b"));
}

void TestActionTexts::progressEndsInWhatIsSo()
{
    QCOMPARE(progressText(NodeAction::Delete, {Phase::Done, {}}, true), QString("is gone"));
    QCOMPARE(progressText(NodeAction::Stop, {Phase::Done, {}}, true), QString("is stopped"));
    QCOMPARE(
        progressText(NodeAction::Stop, {Phase::Working, {}}, true), QString("Google has begun"));
    QCOMPARE(
        progressText(NodeAction::Stop, {Phase::Working, {}}, false), QString("goes on at Google"));
    QCOMPARE(progressText(NodeAction::Stop, {Phase::Looking, {}}, false), QString("was not begun"));
    const Error error{ErrorKind::PermissionDenied, "You may not.", "HTTP 403", {}, {}};
    QCOMPARE(
        progressText(NodeAction::Stop, {Phase::Failed, error}, true),
        QString("failed: You may not."));
}

void TestActionTexts::onlyNewFailuresAreTold()
{
    const auto planned = plan(NodeAction::Stop, {"a", "pod"});
    const Error error{ErrorKind::PermissionDenied, "You may not.", "HTTP 403", "Ask.", {}};
    const std::vector<NodeActionState> states{
        {Phase::Failed, error}, {Phase::Failed, planned.steps[1].error}};
    QCOMPARE(failuresText(planned, states), QString("a:\n") + error.text());
}

QTEST_GUILESS_MAIN(TestActionTexts)
#include "tst_actiontexts.moc"
