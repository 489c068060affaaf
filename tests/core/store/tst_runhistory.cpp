// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/retention.h"
#include "core/store/runhistory.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::store;
using namespace podium::tests;

namespace {

run::RunSpec fullSpec()
{
    run::RunSpec spec;
    spec.workers = {{refOf({.name = "pod"}), 0}, {refOf({.name = "pod"}), 1}};
    spec.command = "python train.py --name '\xc3\xa4'\n# done\n";
    spec.fanOut = 3;
    spec.loginsAtOnce = 2;
    spec.connectLimit = std::chrono::seconds(9);
    spec.totalLimit = std::chrono::hours(2);
    spec.phaseLimits = {
        std::chrono::seconds(4), std::chrono::seconds(4), std::chrono::seconds(4),
        std::chrono::seconds(4)};
    spec.firstOutputLimit = std::chrono::seconds(5);
    spec.idleLimit = std::chrono::seconds(6);
    spec.retryLimit = std::chrono::seconds(90);
    spec.lossLimit = std::chrono::seconds(60);
    spec.freshLogin = true;
    spec.failFast = true;
    spec.allOrNone = true;
    spec.viaGateway = true;
    spec.gateway = spec.workers.back();
    spec.keepsInputOpen = true;
    spec.saveFolder = "/home/user1/runs";
    spec.runId = "00112233aabbccdd";
    return spec;
}

} // namespace

class TestRunHistory final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void theSameCanBeRunAgain();
    void nothingSecretIsKept();
    void anEndIsKept();
    void whatIsReadOnStaysAsItBegan();
    void whatIsNotMarkedIsNotKept();
    void comesNewestFirst();
    void aRecipeIsKeptWithItsVerdicts();
    void soManyAreKept();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("podium.db"); }
    [[nodiscard]] std::vector<PastRun> kept(int limit = 100)
    {
        DatabaseQueue queue(path());
        Answer<Result<std::vector<PastRun>>> answer;
        RunHistory(queue).runs(limit, answer.callback());
        return answer.wait(Patience).value_or(failure({})).value_or(std::vector<PastRun>{});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

/// Of a script that runs something each minute, for example.
void TestRunHistory::soManyAreKept()
{
    {
        const auto database = Database::open(path());
        QVERIFY(database);
        const auto insert = [&database](int row, const QString &id) {
            return (*database)->execute(
                "INSERT INTO runs (rowid, id, program, started, ended, end, facts, summary) VALUES "
                "(?, ?, '', ?, 0, 'open', '', '')",
                {row, id, sketchTime().toMSecsSinceEpoch()});
        };
        QVERIFY(insert(1, "first") && insert(2, "second") && insert(HistoryRows + 1, "last"));
        QVERIFY(prune(**database, sketchTime()));
    }
    QStringList ids;
    for (const PastRun &run : kept()) {
        ids << run.id;
    }
    QCOMPARE(ids, (QStringList{"last", "second"}));
}

void TestRunHistory::theSameCanBeRunAgain()
{
    const run::RunSpec spec = fullSpec();
    {
        DatabaseQueue queue(path());
        RunHistory(queue).begin(pastRunOf(spec, "podium", {"lab/z/pod:0-1"}, sketchTime()));
    }
    const auto found = kept();
    QCOMPARE(int(found.size()), 1);
    const PastRun &past = found.front();
    QCOMPARE(past.id, spec.runId);
    QCOMPARE(past.program, QString("podium"));
    QCOMPARE(past.targets, QStringList("lab/z/pod:0-1"));
    QCOMPARE(past.workers, 2);
    QVERIFY(past.startedAt == sketchTime() && !past.endedAt.isValid());
    QVERIFY(past.end == PastRun::End::Open && past.canRunAgain());
    const run::RunSpec again = specOf(past, spec.workers);
    QVERIFY(again.workers == spec.workers);
    QCOMPARE(again.command, spec.command);
    QCOMPARE(again.fanOut, 3);
    QCOMPARE(again.loginsAtOnce, 2);
    QVERIFY(again.connectLimit == spec.connectLimit && again.totalLimit == spec.totalLimit);
    QVERIFY(again.phaseLimits.login == spec.phaseLimits.login);
    QVERIFY(again.firstOutputLimit == spec.firstOutputLimit && again.idleLimit == spec.idleLimit);
    QVERIFY(again.lossLimit == spec.lossLimit && again.retryLimit == spec.retryLimit);
    QVERIFY(again.freshLogin && again.failFast && again.allOrNone);
    QVERIFY(again.viaGateway && again.gateway == spec.workers.back());
    QVERIFY(again.keepsInputOpen && !again.terminal);
    QCOMPARE(again.saveFolder, spec.saveFolder);
    QVERIFY(again.runId.isEmpty()); // it is another run
}

void TestRunHistory::nothingSecretIsKept()
{
    run::RunSpec spec = fullSpec();
    spec.input = "stdin-secret";
    spec.environment = {{"WANDB_API_KEY", "environment-secret"}};
    run::RunSpec own = fullSpec();
    own.runId = "ffffffffffffffff";
    own.inputs = {"worker-secret-0", "worker-secret-1"};
    own.command = "constant-script";
    {
        DatabaseQueue queue(path());
        for (const run::RunSpec &one : {spec, own}) {
            PastRun past = pastRunOf(one, "podium", {}, sketchTime());
            RunHistory(queue).begin(past);
            past.end = PastRun::End::Finished;
            past.endedAt = sketchTime();
            RunHistory(queue).end(past);
        }
    }
    for (const QFileInfo &info : QDir(m_folder->path()).entryInfoList(QDir::Files)) {
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        for (const QByteArray secret :
             {"stdin-secret", "environment-secret", "worker-secret", "WANDB", "constant-script"}) {
            QVERIFY2(!bytes.contains(secret), secret.constData());
            QVERIFY2(!bytes.contains(secret.toBase64().left(8)), secret.constData());
        }
    }
    const auto found = kept();
    QCOMPARE(int(found.size()), 2);
    for (const PastRun &past : found) {
        QVERIFY(!past.canRunAgain()); // it would not be the same
        QCOMPARE(past.isOwn, past.id == own.runId);
        QCOMPARE(past.hadInput && past.hadEnvironment, past.id == spec.runId);
    }
}

void TestRunHistory::anEndIsKept()
{
    PastRun past = pastRunOf(fullSpec(), "podium", {}, sketchTime());
    past.end = PastRun::End::Closed;
    past.endedAt = sketchTime().addSecs(90);
    past.summary = {
        .ok = 1, .failed = 2, .unreachable = 3, .stopped = 4, .running = 5, .waiting = 6};
    {
        DatabaseQueue queue(path());
        RunHistory(queue).begin(past);
        RunHistory(queue).end(past);
    }
    const auto found = kept();
    QCOMPARE(int(found.size()), 1);
    QVERIFY(found.front().end == PastRun::End::Closed);
    QVERIFY(found.front().endedAt == past.endedAt);
    QVERIFY(found.front().summary == past.summary);
}

void TestRunHistory::whatIsReadOnStaysAsItBegan()
{
    run::RunSpec spec = fullSpec();
    spec.runId.clear();
    spec.detachedId = "0123456789abcdef";
    {
        DatabaseQueue queue(path());
        RunHistory(queue).begin(pastRunOf(spec, "podium", {"a"}, sketchTime()));
        RunHistory(queue).begin(pastRunOf(spec, "podium", {"b"}, sketchTime().addDays(1)));
    }
    const auto found = kept();
    QCOMPARE(int(found.size()), 1);
    QVERIFY(found.front().startedAt == sketchTime() && found.front().isDetached);
    QCOMPARE(found.front().targets, QStringList("a"));
}

void TestRunHistory::whatIsNotMarkedIsNotKept()
{
    run::RunSpec spec = fullSpec();
    spec.runId.clear();
    {
        DatabaseQueue queue(path());
        RunHistory(queue).begin(pastRunOf(spec, "podium", {}, sketchTime()));
    }
    QVERIFY(kept().empty());
}

void TestRunHistory::comesNewestFirst()
{
    {
        DatabaseQueue queue(path());
        for (int i = 0; i < 5; ++i) {
            run::RunSpec spec = fullSpec();
            spec.runId = QString::number(i);
            RunHistory(queue).begin(pastRunOf(spec, "podium", {}, sketchTime().addSecs(i)));
        }
    }
    const auto found = kept(3);
    QCOMPARE(int(found.size()), 3);
    QCOMPARE(found.front().id, QString("4"));
    QCOMPARE(found.back().id, QString("2"));
}

void TestRunHistory::aRecipeIsKeptWithItsVerdicts()
{
    const NodeRef pod = refOf({.name = "pod"});
    PastRun past;
    past.id = "00112233aabbccdd";
    past.program = "podium";
    past.title = "Recipe tools";
    past.recipe = "tools";
    past.steps = QStringList{"One \xc3\xa4", "Two <b>\"'\n"};
    past.targets = QStringList{"lab/z/pod:0-2"};
    past.workers = 3;
    past.startedAt = sketchTime();
    {
        DatabaseQueue queue(path());
        RunHistory(queue).begin(past);
    }
    QVERIFY(kept().front().end == PastRun::End::Open && kept().front().verdicts.empty());
    past.end = PastRun::End::Finished;
    past.endedAt = sketchTime().addSecs(9);
    past.summary = {.ok = 2, .unreachable = 1};
    past.verdicts = {
        {{{pod, 0}, {pod, 2}}, {"ok", "changed"}, {}}, {{{pod, 1}}, {"ok"}, "It is gone."}};
    {
        DatabaseQueue queue(path());
        RunHistory(queue).end(past);
    }
    const auto found = kept();
    QCOMPARE(int(found.size()), 1);
    QCOMPARE(found.front().recipe, QString("tools"));
    QCOMPARE(found.front().steps, past.steps);
    QVERIFY(found.front().verdicts == past.verdicts);
    QVERIFY(found.front().summary == past.summary);
    QVERIFY(!found.front().canRunAgain()); // its values were not kept
}

QTEST_GUILESS_MAIN(TestRunHistory)
#include "tst_runhistory.moc"
