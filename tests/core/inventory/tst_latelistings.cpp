// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventory.h"
#include "tests/core/inventory/nodes.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;

namespace {

/// Answers when told to.
class ToldSource final : public NodeSource
{
public:
    void list(const Question &question, Callback<Listing> done) override
    {
        last = question;
        answer = std::move(done);
    }
    Question last;
    Callback<Listing> answer;
};

/// What the project lab says of its only node.
Listing labSays(const QString &state)
{
    const ProjectId lab = *ProjectId::parse("lab");
    Listing listing;
    listing.projects = {{lab, {}, {}}};
    listing.otherProjects = Coverage::Projects::All;
    listing.about = {lab};
    listing.nodes = {node("lab/us-a1-a/n")};
    setState(listing.nodes[0], state);
    return listing;
}

} // namespace

/// What comes of a question after its answer: of slow projects, and of host keys.
class TestLateListings final : public QObject
{
    Q_OBJECT

private slots:
    void whatWasFoundSinceStays();
    void whatNobodyFoundSinceCounts();

private:
    /// The question, answered.
    static Question look(ToldSource &source, Inventory &inventory, const Listing &answer)
    {
        QSignalSpy refreshed(&inventory, &Inventory::refreshed);
        inventory.refresh();
        source.answer(answer);
        return refreshed.wait(Patience) ? source.last : Question();
    }
    static QString stateAfter(Inventory &inventory, const Question &question, const Listing &late)
    {
        bool isCompared = false;
        question.progress(late);
        inventory.addHostKeys(
            late.nodes[0], {&inventory, [&isCompared](bool) { isCompared = true; }});
        return QTest::qWaitFor([&isCompared] { return isCompared; }, Patience)
                   ? inventory.snapshot().find(ref("lab/us-a1-a/n"))->node.stateText
                   : QString();
    }
    SystemClock m_clock;
};

/// Host keys come one by one, each time with the nodes as they were when they were listed.
void TestLateListings::whatWasFoundSinceStays()
{
    ToldSource source;
    Inventory inventory(source, nullptr, m_clock);
    const Question first = look(source, inventory, labSays("READY"));
    (void)look(source, inventory, labSays("PREEMPTED"));
    QSignalSpy changed(&inventory, &Inventory::changed);
    QCOMPARE(stateAfter(inventory, first, labSays("READY")), QString("PREEMPTED"));
    for (const auto &arguments : changed) {
        QVERIFY(arguments[0].value<std::vector<Event>>().empty());
    }
    QVERIFY(!inventory.snapshot().nodes[0].stale);
}

/// A project that is still being asked is not asked again: its late answer is the newest.
void TestLateListings::whatNobodyFoundSinceCounts()
{
    ToldSource source;
    Inventory inventory(source, nullptr, m_clock);
    const Question first = look(source, inventory, labSays("READY"));
    Listing silent = labSays("READY");
    silent.nodes.clear();
    silent.problems = {{*ProjectId::parse("lab"), std::nullopt, Error{}, {}}};
    (void)look(source, inventory, silent);
    QVERIFY(inventory.snapshot().nodes[0].stale);
    QCOMPARE(stateAfter(inventory, first, labSays("PREEMPTED")), QString("PREEMPTED"));
    QVERIFY(!inventory.snapshot().nodes[0].stale);
}

QTEST_GUILESS_MAIN(TestLateListings)
#include "tst_latelistings.moc"
