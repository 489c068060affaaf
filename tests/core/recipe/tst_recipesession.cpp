// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipesession.h"
#include "core/run/detached/detached.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QtTest>

using namespace podium;
using namespace podium::recipe;
using namespace podium::tests;

namespace {

/// A worker's whole answer to a recipe of one step.
FakeScript said(const QByteArray &state)
{
    return FakeScript()
        .login()
        .out(
            "podium-remote 2 1:1,4:1000,\nstep 3 3:One," + QByteArray::number(state.size()) + ':' +
            state + ",0:,\nend 0 \n")
        .exit(0);
}

Recipe oneByOne()
{
    Recipe recipe;
    recipe.name = "tools";
    recipe.oneByOne = true;
    recipe.steps = {{"One", "false\n", "true\n", 1}};
    return recipe;
}

} // namespace

/// Workers that are set up each after the other.
class TestRecipeSession final : public QObject
{
    Q_OBJECT

private slots:
    void theNextBeginsWhereTheOneBeforeIsGood();
    void afterAFailureNoOtherBegins();
    void afterNoAnswerNoOtherBegins_data();
    void afterNoAnswerNoOtherBegins();
    void stoppedNoOtherBegins();
    void togetherAFailureHoldsUpNobody();
    void eachBeginningIsARunOfItsOwn();

private:
    /// Of those that something was sent to, in that order.
    [[nodiscard]] static std::vector<int> begun(const FakeTransport &transport)
    {
        std::vector<int> indices;
        for (const auto &command : transport.commands()) {
            indices.push_back(command.request.endpoint.worker.index);
        }
        return indices;
    }
    SystemClock m_clock;
};

void TestRecipeSession::theNextBeginsWhereTheOneBeforeIsGood()
{
    FakeTransport transport([](const ssh::CommandRequest &) { return said("changed"); });
    RecipeSession session({transport, reachable, m_clock}, oneByOne(), {}, specFor(3).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    std::vector<int> ended;
    bool wasBusy = true;
    connect(&session, &RecipeSession::workerEnded, this, [&ended](const WorkerVerdicts &worker) {
        ended.push_back(worker.worker.index);
    });
    connect(&session, &RecipeSession::changed, this, [&] {
        wasBusy = wasBusy && (session.isBusy() || session.notGoodCount() == 0);
    });
    session.start();
    QVERIFY(session.workers()[0].isUnderWay);
    QVERIFY(session.workers()[1].isNotBegun() && !session.workers()[1].isGood());
    QCOMPARE(verdictSummary(session.workers()), QString("1 under way · 2 not begun"));
    QVERIFY(finished.wait(Patience));
    QCOMPARE(begun(transport), (std::vector<int>{0, 1, 2}));
    QCOMPARE(ended, (std::vector<int>{0, 1, 2}));
    QCOMPARE(transport.mostActive(), 1);
    QVERIFY(wasBusy); // between two of them, too
    QVERIFY(!session.isBusy());
    QCOMPARE(finished.count(), 1);
    QCOMPARE(session.notGoodCount(), 0);
}

void TestRecipeSession::afterAFailureNoOtherBegins()
{
    bool isMended = false;
    FakeTransport transport([&isMended](const ssh::CommandRequest &request) {
        return said(request.endpoint.worker.index != 1 || isMended ? "changed" : "failed");
    });
    RecipeSession session({transport, reachable, m_clock}, oneByOne(), {}, specFor(3).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    session.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(begun(transport), (std::vector<int>{0, 1}));
    QVERIFY(session.workers()[2].isNotBegun());
    QCOMPARE(session.notGoodCount(), 2);
    QCOMPARE(verdictSummary(session.workers()), QString("1 failed · 1 changed · 1 not begun"));
    isMended = true;
    session.startAgain();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(begun(transport), (std::vector<int>{0, 1, 1, 2}));
    QCOMPARE(session.notGoodCount(), 0);
}

void TestRecipeSession::afterNoAnswerNoOtherBegins_data()
{
    QTest::addColumn<bool>("isReached");
    QTest::newRow("not reached") << false;
    QTest::newRow("it says nothing, and that all went well") << true;
}

void TestRecipeSession::afterNoAnswerNoOtherBegins()
{
    QFETCH(bool, isReached);
    FakeTransport transport([isReached](const ssh::CommandRequest &) {
        return isReached
                   ? FakeScript().login().exit(0)
                   : FakeScript().end(ssh::Unreachable{{ErrorKind::Network, "Gone.", {}, {}, {}}});
    });
    RecipeSession session({transport, reachable, m_clock}, oneByOne(), {}, specFor(2).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    session.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(begun(transport), (std::vector<int>{0}));
    QVERIFY(session.workers()[0].error);
    QVERIFY(session.workers()[1].isNotBegun());
}

void TestRecipeSession::stoppedNoOtherBegins()
{
    FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().login(); });
    RecipeSession session({transport, reachable, m_clock}, oneByOne(), {}, specFor(2).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    session.start();
    session.stop();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(begun(transport), (std::vector<int>{0}));
    QVERIFY(session.workers()[0].error && session.workers()[0].error->isCancelled());
    QVERIFY(session.workers()[1].isNotBegun());
}

void TestRecipeSession::togetherAFailureHoldsUpNobody()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return said(request.endpoint.worker.index == 0 ? "failed" : "ok");
    });
    Recipe recipe = oneByOne();
    recipe.oneByOne = false;
    RecipeSession session({transport, reachable, m_clock}, recipe, {}, specFor(3).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    session.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(int(begun(transport).size()), 3);
    QCOMPARE(session.notGoodCount(), 1);
}

void TestRecipeSession::eachBeginningIsARunOfItsOwn()
{
    FakeTransport transport([](const ssh::CommandRequest &) { return said("failed"); });
    RecipeSession session({transport, reachable, m_clock}, oneByOne(), {}, specFor(1).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    QStringList ids;
    connect(&session, &RecipeSession::begun, this, [&] {
        QVERIFY(session.isBusy() && int(transport.commands().size()) == ids.size());
        ids << session.runId();
    });
    QVERIFY(session.runId().isEmpty());
    session.start();
    session.start(); // it is under way
    QVERIFY(finished.wait(Patience));
    session.startAgain();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(ids.size(), 2);
    QVERIFY(run::isDetachedId(ids[0]) && run::isDetachedId(ids[1]));
    QVERIFY(ids[0] != ids[1]);
    QCOMPARE(session.runId(), ids[1]);
}

QTEST_GUILESS_MAIN(TestRecipeSession)
#include "tst_recipesession.moc"
