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
        .exit(state == "failed" ? 1 : 0);
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

/// Workers that are set up, each after the other, and what they print.
class TestRecipeSession final : public QObject
{
    Q_OBJECT

private slots:
    void theNextBeginsWhereTheOneBeforeIsGood();
    void afterAFailureNoOtherBegins();
    void afterNoAnswerNoOtherBegins_data();
    void afterNoAnswerNoOtherBegins();
    void aRecipeThatTakesTooLongNamesItsStep_data();
    void aRecipeThatTakesTooLongNamesItsStep();
    void oneWithoutAnAddressIsTheReason_data();
    void oneWithoutAnAddressIsTheReason();
    void stoppedNoOtherBegins();
    void togetherAFailureHoldsUpNobody();
    void aCheckDoesNothingAndWaitsForNobody();
    void whatACheckCouldNotSeeIsUnknown();
    void eachBeginningIsARunOfItsOwn();
    void whatItPrintsIsKept();
    void secretsAreNeverInIt_data();
    void secretsAreNeverInIt();

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

void TestRecipeSession::aRecipeThatTakesTooLongNamesItsStep_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<bool>("isGone");
    QTest::addColumn<QString>("summary");
    QTest::addColumn<QString>("hint");
    const QString over = "The recipe has a limit of 20 s, which was over during the step \"Two\".";
    QTest::newRow("ended") << int(ssh::Phase::Running) << true << over << "It was ended there.";
    QTest::newRow("perhaps not ended")
        << int(ssh::Phase::Running) << false << over << "It may still be at work there";
    QTest::newRow("not logged in")
        << int(ssh::Phase::Login) << false << QString("The worker did not answer in time.")
        << "It may be busy or hanging";
}

void TestRecipeSession::aRecipeThatTakesTooLongNamesItsStep()
{
    QFETCH(int, phase);
    QFETCH(bool, isGone);
    QFETCH(QString, summary);
    QFETCH(QString, hint);
    const ssh::TimedOut ending{ssh::Phase(phase), ssh::Silence::None, isGone};
    FakeTransport transport([&ending](const ssh::CommandRequest &) {
        return ending.phase == ssh::Phase::Running
                   ? FakeScript()
                         .login()
                         .out("podium-remote 2 1:1,4:1000,\nstep 3 3:One,2:ok,0:,\n")
                         .end(ending)
                   : FakeScript().end(ending);
    });
    Recipe recipe = oneByOne();
    recipe.limit = std::chrono::seconds(20);
    recipe.steps.push_back({"Two", "false\n", "sleep 100\n", 3});
    RecipeSession session({transport, reachable, m_clock}, recipe, {}, specFor(1).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    session.start();
    QVERIFY(finished.wait(Patience));
    const WorkerVerdicts &worker = session.workers()[0];
    QVERIFY(worker.error);
    QCOMPARE(worker.error->summary, summary);
    QVERIFY2(worker.error->hint.startsWith(hint), qPrintable(worker.error->hint));
    QCOMPARE(worker.error->kind, ErrorKind::Timeout);
    QCOMPARE(worker.steps.size(), ending.phase == ssh::Phase::Running ? 1U : 0U);
}

void TestRecipeSession::oneWithoutAnAddressIsTheReason_data()
{
    QTest::addColumn<int>("without");
    QTest::newRow("the first") << 0;
    QTest::newRow("another") << 1;
}

void TestRecipeSession::oneWithoutAnAddressIsTheReason()
{
    QFETCH(int, without);
    FakeTransport transport([](const ssh::CommandRequest &) { return said("changed"); });
    const auto endpointOf = [without](const WorkerRef &worker) {
        ssh::Endpoint endpoint = reachable(worker);
        if (worker.index == without) {
            endpoint.address.clear();
        }
        return endpoint;
    };
    RecipeSession session({transport, endpointOf, m_clock}, oneByOne(), {}, specFor(3).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    std::vector<int> ended;
    connect(&session, &RecipeSession::workerEnded, this, [&ended](const WorkerVerdicts &worker) {
        ended.push_back(worker.worker.index);
    });
    session.start();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(int(begun(transport).size()), without);
    QCOMPARE(ended.back(), without);
    const WorkerVerdicts &worker = session.workers()[std::size_t(without)];
    QVERIFY(worker.error && !worker.error->isCancelled() && !worker.isNotBegun());
    QVERIFY(session.workers()[2].isNotBegun());
    const Result<> verdict = verdictOf(session);
    QVERIFY(!verdict);
    QCOMPARE(verdict.error().summary, worker.error->summary);
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
    // What was never begun is not done.
    const RecipeSession never({transport, reachable, m_clock}, oneByOne(), {}, specFor(1).workers);
    QVERIFY(!verdictOf(never));
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

void TestRecipeSession::aCheckDoesNothingAndWaitsForNobody()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        const bool isCheck = request.input.contains("\nonly-check");
        return said(!isCheck ? "changed" : request.endpoint.worker.index == 2 ? "ok" : "needed");
    });
    RecipeSession session({transport, reachable, m_clock}, oneByOne(), {}, specFor(3).workers);
    QSignalSpy finished(&session, &RecipeSession::finished);
    session.check();
    QVERIFY(session.isCheck() && session.workers()[2].isUnderWay);
    QCOMPARE(session.run()->spec().title, QString("Check of recipe tools"));
    QVERIFY(finished.wait(Patience));
    QCOMPARE(begun(transport).size(), std::size_t(3));
    QCOMPARE(verdictSummary(session.workers()), QString("2 not so yet · 1 were so already"));
    QCOMPARE(session.notGoodCount(), 2);
    session.start();
    QVERIFY(!session.isCheck());
    QVERIFY(finished.wait(Patience));
    QCOMPARE(verdictSummary(session.workers()), QString("3 changed"));
}

void TestRecipeSession::whatACheckCouldNotSeeIsUnknown()
{
    WorkerVerdicts worker{specFor(1).workers.front()};
    worker.steps = {{"one", remote::StepState::Needed, {}}, {"two", remote::StepState::Ok, {}}};
    QCOMPARE(verdictSummary({worker}), QString("1 not so yet"));
    worker.steps.back().state = remote::StepState::Unknown;
    QCOMPARE(verdictSummary({worker}), QString("1 unknown"));
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

/// As much as is asked for, of each run, for who keeps it.
void TestRecipeSession::whatItPrintsIsKept()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login().err(
            "== One\nworker " + QByteArray::number(request.endpoint.worker.index) + '\n');
        const FakeScript answer = said("failed");
        for (const auto &step : answer.steps()) {
            if (const auto *output = std::get_if<ssh::OutputArrived>(&step)) {
                script.out(output->bytes);
            }
        }
        return script.exit(1);
    });
    Recipe recipe = oneByOne();
    recipe.oneByOne = false;
    auto session = std::make_unique<RecipeSession>(
        run::RunService(transport, reachable, m_clock), recipe, Values(), specFor(2).workers);
    QVERIFY(!session->run());
    std::vector<std::shared_ptr<run::Run>> runs;
    connect(session.get(), &RecipeSession::begun, this, [&] {
        QVERIFY(!session->run()->startedAt().isValid());
        QCOMPARE(session->run()->spec().runId, session->runId());
        runs.push_back(session->run());
    });
    session->start();
    QTRY_VERIFY(!session->isBusy());
    session->setOutputLimits({});
    session->resume(specFor(2).workers[1]);
    QTRY_VERIFY(!session->isBusy());
    session.reset();
    QCOMPARE(int(runs.size()), 2);
    QCOMPARE(runs[0]->output().text(0), QString()); // nobody had asked for it
    QCOMPARE(runs[0]->spec().workers.size(), std::size_t(2));
    QCOMPARE(runs[1]->output().text(0), QString("== One\nworker 1"));
    QVERIFY(endedAs<ssh::Exited>(*runs[1], 0));
}

void TestRecipeSession::secretsAreNeverInIt_data()
{
    QTest::addColumn<QString>("secret");
    QTest::newRow("a token") << "hf_hunter2hunter2";
    QTest::newRow("short") << "pw1";
    QTest::newRow("a sentence") << "correct horse battery staple";
    QTest::newRow("of several lines") << "-----BEGIN KEY-----\nhunter2 hunter3\n-----END KEY-----";
    QTest::newRow("no ASCII") << QString::fromUtf8("pässwört");
    QTest::newRow("a mark") << "#end of data";
}

/// Also where a worker sends back all that it was sent, and each of its lines by itself.
void TestRecipeSession::secretsAreNeverInIt()
{
    QFETCH(QString, secret);
    const QByteArray bytes = secret.toUtf8();
    FakeTransport transport([&bytes](const ssh::CommandRequest &request) {
        const int data = int(request.input.lastIndexOf("#end of script"));
        const QByteArray back = request.input.mid(data) + "\nit is [" + bytes + "]\n" +
                                bytes.split('\n').join("]\n[") + '\n';
        FakeScript script = FakeScript().login();
        for (int at = 0; at < back.size(); at += 3) {
            script.err(back.mid(at, 3));
        }
        return script.exit(1);
    });
    Recipe recipe = oneByOne();
    recipe.parameters.resize(2);
    recipe.parameters[0].name = "key";
    recipe.parameters[0].isSecret = true;
    recipe.parameters[1].name = "open";
    RecipeSession session(
        {transport, reachable, m_clock}, recipe, {{"key", secret}, {"open", "said"}},
        specFor(1).workers);
    session.setOutputLimits({});
    session.start();
    QTRY_VERIFY(!session.isBusy());
    const QByteArray sent = remote::dataLine({"value", {"key", bytes}});
    QVERIFY(transport.commands()[0].request.input.contains(sent));
    const QByteArray shown = session.run()->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY2(shown.contains("value open said\n") && shown.contains("it is [(secret)]\n"), shown);
    for (const QByteArray &line : bytes.split('\n')) {
        QVERIFY2(!shown.contains(line), shown);
    }
    QVERIFY2(!shown.contains(sent.mid(11).trimmed()), shown); // as it is written there
    QVERIFY(!session.run()->spec().input.contains(bytes));
    QVERIFY(!session.workers()[0].error->detail.contains(secret));
}

QTEST_GUILESS_MAIN(TestRecipeSession)
#include "tst_recipesession.moc"
