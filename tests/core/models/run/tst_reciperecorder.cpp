// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/pastrecipe.h"
#include "core/models/run/reciperecorder.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using remote::StepState;
using store::PastRun;

namespace {

constexpr const char *Secret = "hunter2-of-wandb";

QByteArray netstring(const QByteArray &text)
{
    return QByteArray::number(text.size()) + ':' + text + ',';
}

/// A worker's whole answer: the state of each step, and what was printed at it.
FakeScript answered(const QByteArrayList &states)
{
    QByteArray answer = "podium-remote 2 1:1,4:1000,\n";
    for (const QByteArray &state : states) {
        answer += QByteArrayLiteral("step 3 ") + netstring("any") + netstring(state) +
                  netstring("printed by a worker") + '\n';
    }
    return FakeScript().login().out(answer + "end 0 \n").exit(0);
}

recipe::Recipe tools()
{
    recipe::Recipe recipe;
    recipe.name = "tools";
    recipe.parameters = {{"key", {}, {}, {}, true}};
    recipe.steps = {{"One", "false\n", "true\n", 1}, {"Two", "false\n", "true\n", 4}};
    return recipe;
}

QStringList statesOf(const recipe::WorkerVerdicts &worker)
{
    QStringList states;
    for (const remote::Step &step : worker.steps) {
        states << step.name + ' ' + remote::stepStateName(step.state);
    }
    return states;
}

} // namespace

/// Recipes among the runs that there were, and in the activity.
class TestRecipeRecorder final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatRanIsFoundAgain();
    void nothingOfAWorkerIsKept();
    void eachTryIsOne();
    void oneForAnAccountNamesIt();
    void whatWasNotToldIsNeverGood();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("podium.db"); }
    /// Runs it to its end on so many workers, and again on those that are not good.
    void run(int workers, int tries = 1, const QString &person = {});
    [[nodiscard]] std::vector<PastRun> kept() const
    {
        store::DatabaseQueue queue(path());
        Answer<Result<std::vector<PastRun>>> answer;
        store::RunHistory(queue).runs(100, answer.callback());
        return answer.wait(Patience).value_or(failure({})).value_or(std::vector<PastRun>{});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    FakeTransport m_transport;
    ManualClock m_clock;
    std::vector<ActivityEntry> m_told;
    std::vector<PastRun> m_changed;
};

void TestRecipeRecorder::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_told.clear();
    m_changed.clear();
    m_transport.setScript([](const ssh::CommandRequest &request) {
        switch (request.endpoint.worker.index) {
        case 1:
            return answered({"ok", "failed"});
        case 2:
            return FakeScript().end(
                ssh::Unreachable{{ErrorKind::Network, "It is gone.", Secret, {}, {}}});
        default:
            return answered({"ok", "changed"});
        }
    });
}

void TestRecipeRecorder::run(int workers, int tries, const QString &person)
{
    store::DatabaseQueue queue(path());
    RecipeRecorder recorder(
        store::RunHistory(queue), "podium", m_clock,
        [this](const ActivityEntry &entry) { m_told.push_back(entry); });
    connect(&recorder, &RecipeRecorder::changed, this, [this](const PastRun &run) {
        m_changed.push_back(run);
    });
    recipe::RecipeSession session(
        {m_transport, reachable, m_clock}, tools(), {{"key", Secret}}, specFor(workers).workers);
    session.setPerson(person);
    recorder.follow(&session);
    QSignalSpy finished(&session, &recipe::RecipeSession::finished);
    for (int i = 0; i < tries; ++i) {
        i == 0 ? session.start() : session.startAgain();
        m_clock.advance(9);
        QTRY_COMPARE(finished.count(), i + 1);
    }
}

void TestRecipeRecorder::whatRanIsFoundAgain()
{
    run(4);
    const auto found = kept();
    QCOMPARE(int(found.size()), 1);
    const PastRun &past = found.front();
    QCOMPARE(past.recipe, QString("tools"));
    QCOMPARE(past.title, QString("Recipe tools"));
    QCOMPARE(past.program, QString("podium"));
    QCOMPARE(past.targets, QStringList("lab/us-a/pod:0-3"));
    QCOMPARE(past.workers, 4);
    QVERIFY(past.end == PastRun::End::Finished);
    QCOMPARE(past.startedAt.secsTo(past.endedAt), 9);
    QVERIFY((past.summary == run::RunSummary{.ok = 2, .failed = 1, .unreachable = 1}));
    QCOMPARE(int(past.verdicts.size()), 3); // two stand in the same way
    const auto workers = verdictsOf(past);
    QCOMPARE(int(workers.size()), 4);
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(workers[std::size_t(i)].worker, worker(i));
    }
    QCOMPARE(statesOf(workers[0]), (QStringList{"One ok", "Two changed"}));
    QCOMPARE(statesOf(workers[1]), (QStringList{"One ok", "Two failed"}));
    QVERIFY(workers[2].error && workers[2].error->summary == "It is gone.");
    QVERIFY(workers[3].isGood() && !workers[1].isGood() && !workers[2].isGood());
    QCOMPARE(pastRunNumbers(past), QString("1 failed · 1 unknown · 2 changed"));
    // It was there from its beginning on, and the activity leads to it.
    QCOMPARE(int(m_changed.size()), 2);
    QVERIFY(m_changed.front().id == past.id && m_changed.front().end == PastRun::End::Open);
    QCOMPARE(int(m_told.size()), 1);
    QCOMPARE(m_told.front().run, past.id);
    QCOMPARE(int(m_told.front().parts.size()), 4);
}

void TestRecipeRecorder::nothingOfAWorkerIsKept()
{
    run(4);
    for (const QFileInfo &info : QDir(m_folder->path()).entryInfoList(QDir::Files)) {
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(!bytes.contains(Secret) && !bytes.contains("printed by a worker"));
    }
    QVERIFY(m_transport.commands().back().request.input.contains(Secret)); // it had one
}

void TestRecipeRecorder::eachTryIsOne()
{
    run(3, 2);
    const auto found = kept();
    QCOMPARE(int(found.size()), 2);
    QVERIFY(found.front().id != found.back().id);
    QVERIFY(found.front().verdicts == found.back().verdicts); // of those left alone, too
    QCOMPARE(int(m_told.size()), 2);
    QVERIFY(m_told.front().action != m_told.back().action);
}

void TestRecipeRecorder::oneForAnAccountNamesIt()
{
    run(1, 1, "ada");
    QCOMPARE(kept().front().title, QString("Recipe tools for ada"));
    QCOMPARE(kept().front().person, QString("ada"));
    QCOMPARE(m_told.front().text, QString("Recipe tools for ada: changed."));
    QVERIFY(m_told.front().isAbout(QString("ada")));
}

/// As of a program that was killed, and of a database that somebody has changed.
void TestRecipeRecorder::whatWasNotToldIsNeverGood()
{
    PastRun past;
    past.recipe = "tools";
    past.steps = QStringList{"One"};
    QVERIFY(verdictsOf(past).empty());
    past.verdicts = {
        {{worker(1)}, {"no-word-of-ours"}, {}}, {{worker(0)}, {}, {}}, {{worker(2)}, {"ok"}, "?"}};
    const auto workers = verdictsOf(past);
    QCOMPARE(int(workers.size()), 3);
    QVERIFY(workers[0].isNotBegun());
    QCOMPARE(statesOf(workers[1]), QStringList("One unknown"));
    for (const recipe::WorkerVerdicts &each : workers) {
        QVERIFY(!each.isGood());
    }
}

QTEST_GUILESS_MAIN(TestRecipeRecorder)
#include "tst_reciperecorder.moc"
