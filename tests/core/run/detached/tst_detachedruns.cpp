// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedruns.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;
using State = DetachedRunOnWorker::State;

namespace {

const QString Id = QStringLiteral("0123456789abcdef");

bool isList(const ssh::CommandRequest &request)
{
    return request.input.contains("podium-run");
}

bool isForget(const ssh::CommandRequest &request)
{
    return request.input.contains("It still runs.");
}

bool isEnd(const ssh::CommandRequest &request)
{
    return request.input.contains("podium gone");
}

QByteArray line(const QString &id, const char *state, qint64 startedAt = 1'700'000'000)
{
    return "podium-run " + id.toLatin1() + ' ' + state + " 0 " + QByteArray::number(startedAt) +
           " setsid 0 0 bHM= -\n";
}

} // namespace

/// Runs that were left running, as workers that answer late, wrongly or never tell of them.
class TestDetachedRuns final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatRunsIsCountedOnce();
    void whatOneWorkerTellsIsBounded();
    void manyRunsOfManyWorkers();
    void whoIsNamedWhileOthersAreAskedIsAskedToo();
    void whatHasEndedDuringALookIsSeen();
    void whereItNeverBeganNothingIsToBeEnded();
    void runsOfNodesThatAreGoneCanBeForgotten();
    void whatDoesNotAnswerIsNotForgotten();
    void whatNoWorkerKnowsIsSaidAndForgotten();
    void whoMayNotTellAllIsNotTakenForIgnorant();
    void whatIsBeingLaunchedIsNotForgotten();
    void whereItIsForgottenNobodyIsAskedAgain();
    void whatIsToBeForgottenDuringALookIsForgottenAfterIt();

private:
    void remember(const DetachedRecord &record);
    [[nodiscard]] int forgetCommands() const
    {
        const auto &commands = m_transport->commands();
        return int(std::count_if(commands.begin(), commands.end(), [](const auto &command) {
            return isForget(command.request);
        }));
    }

    ManualClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<DetachedRuns> m_left;
    QStringList m_failures;
};

void TestDetachedRuns::init()
{
    m_left.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_transport = std::make_unique<FakeTransport>();
    m_left = std::make_unique<DetachedRuns>(*m_transport, reachable, m_clock, m_folder->path());
    m_failures.clear();
    connect(m_left.get(), &DetachedRuns::failed, this, [this](const Error &error) {
        m_failures << error.text();
    });
}

void TestDetachedRuns::remember(const DetachedRecord &record)
{
    QVERIFY(saveDetachedRecord(m_folder->path(), record).has_value());
}

/// Not what has ended, and not each state that it is in.
void TestDetachedRuns::whatRunsIsCountedOnce()
{
    const auto of = [](const char *id, std::optional<DetachedRunOnWorker::State> state,
                       bool isAbsent = false) {
        DetachedRun run;
        run.id = QString::fromLatin1(id);
        run.state = state;
        run.isAbsent = isAbsent;
        return run;
    };
    QCOMPARE(runningCount({}), 0);
    QCOMPARE(
        runningCount(
            {of("a", State::Running), of("a", State::Exited), of("b", State::Stopped),
             of("c", State::Died), of("d", std::nullopt), of("a", std::nullopt),
             of("e", std::nullopt, true)}),
        2);
}

/// It may say what it likes, but not fill the list, the memory or the time of whoever asks.
void TestDetachedRuns::whatOneWorkerTellsIsBounded()
{
    QByteArray output = "podium-run " + QByteArray(1'000'000, ' ') + "\n";
    const int count = DetachedRunOnWorker::MostOfAWorker + 500;
    for (int i = 0; i < count; ++i) {
        const QString id = QStringLiteral("%1").arg(i, 16, 16, QLatin1Char('0'));
        // One by one: += of a sum would reserve exactly, and copy all each time.
        output += line(id, "running", 1'000 + i);
        output += line(id, "exited", 5);
    }
    const auto runs = parseDetachedRuns(output);
    QCOMPARE(int(runs.size()), int(DetachedRunOnWorker::MostOfAWorker));
    for (const DetachedRunOnWorker &onWorker : runs) {
        QVERIFY(onWorker.state == State::Running); // what it said first
    }
    QCOMPARE(
        runs.back().times.startedAt.toSecsSinceEpoch(), qint64(1'000 + count - 1)); // the newest
    const auto odd = parseDetachedRuns(
        line(Id, "running", std::numeric_limits<qint64>::max()) +
        line(QStringLiteral("ffffffffffffffff"), "died", std::numeric_limits<qint64>::min()) +
        "podium-run 00000000000000aa running 0 7 tmux 0 0 " + QByteArray(1'000'000, 'A') + " -\n");
    QCOMPARE(int(odd.size()), 2);
    for (const DetachedRunOnWorker &onWorker : odd) {
        QVERIFY(onWorker.times.startedAt.isValid());
        QVERIFY(
            onWorker.times.startedAt.date().year() >= 1970 &&
            onWorker.times.startedAt.date().year() <= 9999);
    }
}

void TestDetachedRuns::manyRunsOfManyWorkers()
{
    constexpr int Workers = 300;
    constexpr int Runs = 200;
    m_transport->setScript([](const ssh::CommandRequest &request) {
        QByteArray output;
        for (int i = 0; i < Runs; ++i) {
            // Each worker has its own, and one that all have.
            const quint64 number = i == 0 ? 0 : request.endpoint.worker.index * Runs + i;
            output +=
                line(QStringLiteral("%1").arg(number, 16, 16, QLatin1Char('0')), "running", 1'000);
        }
        return FakeScript().login().out(output).exit(0);
    });
    m_left->look(specFor(Workers).workers);
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(int(m_left->runs().size()), Workers * (Runs - 1) + 1);
    QCOMPARE(int(m_left->runs().front().workers.size()), Workers);
    QCOMPARE(int(m_left->runs().front().marks.size()), Workers);
}

void TestDetachedRuns::whoIsNamedWhileOthersAreAskedIsAskedToo()
{
    m_transport->setAutomatic(false);
    m_left->look({worker(0)});
    QTRY_COMPARE(int(m_transport->commands().size()), 1);
    m_left->look({worker(1)});
    m_transport->setAutomatic(true);
    QTRY_VERIFY(m_transport->commandOf(worker(1)));
    QTRY_VERIFY(!m_left->isBusy());
    QVERIFY(isList(m_transport->commandOf(worker(1))->request));
}

void TestDetachedRuns::whatHasEndedDuringALookIsSeen()
{
    bool hasEnded = false;
    m_transport->setScript([&hasEnded](const ssh::CommandRequest &request) {
        hasEnded = hasEnded || isEnd(request);
        return isList(request)
                   ? FakeScript().login().out(line(Id, hasEnded ? "exited" : "running")).exit(0)
                   : FakeScript().login().out("podium gone\n").exit(0);
    });
    m_left->look({worker(0)});
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(int(m_left->runs().size()), 1);
    const DetachedRun detached = m_left->runs().front();
    QVERIFY(detached.state == State::Running);
    m_transport->setAutomatic(false);
    m_left->look();
    QTRY_COMPARE(int(m_transport->commands().size()), 2);
    m_left->end(detached, false);
    QTRY_COMPARE(int(m_transport->commands().size()), 3);
    m_transport->setAutomatic(true);
    QTRY_VERIFY(m_left->runs().front().state == State::Exited);
    QVERIFY(m_failures.isEmpty());
}

/// As after a launch that one of its workers refused.
void TestDetachedRuns::whereItNeverBeganNothingIsToBeEnded()
{
    m_transport->setScript([](const ssh::CommandRequest &request) {
        const int asked = request.endpoint.worker.index;
        return !isEnd(request) || asked == 0 ? FakeScript().login().out("podium gone\n").exit(0)
                                             : FakeScript().login().exit(asked == 1 ? 66 : 1);
    });
    DetachedRun detached;
    detached.id = Id;
    detached.workers = specFor(2).workers;
    m_left->end(detached, false);
    QTRY_VERIFY(!m_left->isBusy());
    QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join(' ')));
    detached.workers = specFor(3).workers;
    m_left->end(detached, false);
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(m_failures.size(), 1);
    QVERIFY2(m_failures[0].contains("pod:2"), qPrintable(m_failures[0]));
}

/// Nobody will ever answer for them.
void TestDetachedRuns::runsOfNodesThatAreGoneCanBeForgotten()
{
    m_left = std::make_unique<DetachedRuns>(
        *m_transport,
        [](const WorkerRef &ref) {
            ssh::Endpoint endpoint;
            endpoint.worker = ref;
            endpoint.unreachable = "There is no node pod (any more).";
            return endpoint;
        },
        m_clock, m_folder->path());
    connect(m_left.get(), &DetachedRuns::failed, this, [this](const Error &error) {
        m_failures << error.text();
    });
    remember({Id, "train", m_clock.now(), specFor(2).workers});
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(int(m_left->runs().size()), 1);
    m_left->forget(m_left->runs().front());
    QTRY_VERIFY(!m_left->isBusy());
    QVERIFY2(m_failures.isEmpty(), qPrintable(m_failures.join(' ')));
    QVERIFY(m_left->runs().empty());
    QVERIFY(loadDetachedRecords(m_folder->path()).empty());
}

/// It may still run there.
void TestDetachedRuns::whatDoesNotAnswerIsNotForgotten()
{
    m_transport->setScript([](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Unreachable{{ErrorKind::Timeout, "No answer.", {}, {}, {}}});
    });
    remember({Id, "train", m_clock.now(), specFor(2).workers});
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(int(m_left->runs().size()), 1);
    m_left->forget(m_left->runs().front());
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(m_failures.size(), 1);
    QCOMPARE(int(m_left->runs().size()), 1);
    QCOMPARE(int(loadDetachedRecords(m_folder->path()).size()), 1);
}

void TestDetachedRuns::whatNoWorkerKnowsIsSaidAndForgotten()
{
    remember({Id, "train", m_clock.now(), specFor(2).workers});
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(int(m_left->runs().size()), 1);
    const DetachedRun detached = m_left->runs().front();
    QVERIFY(detached.isAbsent && !detached.state);
    QCOMPARE(int(detached.workers.size()), 2);
    m_left->forget(detached);
    QTRY_VERIFY(!m_left->isBusy());
    QVERIFY(m_left->runs().empty());
    QVERIFY(loadDetachedRecords(m_folder->path()).empty());
    QCOMPARE(forgetCommands(), 0);
    QVERIFY(m_failures.isEmpty());
}

/// An account that runs nothing, or one that has more runs than are taken.
void TestDetachedRuns::whoMayNotTellAllIsNotTakenForIgnorant()
{
    m_transport->setScript([](const ssh::CommandRequest &request) {
        if (request.endpoint.worker.index == 0) {
            return FakeScript().login().err("This account is currently not available.\n").exit(1);
        }
        QByteArray output;
        for (int i = 0; i < DetachedRunOnWorker::MostOfAWorker; ++i) {
            output += line(QStringLiteral("%1").arg(i, 16, 16, QLatin1Char('0')), "running");
        }
        return FakeScript().login().out(output).exit(0);
    });
    remember({Id, "train", m_clock.now(), specFor(2).workers});
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy());
    std::vector<WorkerRef> mayRun;
    for (const DetachedRun &detached : m_left->runs()) {
        QVERIFY(!detached.isAbsent);
        if (detached.id == Id) {
            QVERIFY(!detached.state);
            mayRun = detached.workers;
        }
    }
    QVERIFY(mayRun == specFor(2).workers);
}

void TestDetachedRuns::whatIsBeingLaunchedIsNotForgotten()
{
    const DetachedRecord record{Id, "train", m_clock.now(), specFor(2).workers};
    auto hold = holdLaunch(m_folder->path(), record);
    QVERIFY(hold.has_value());
    QVERIFY(!holdLaunch(m_folder->path(), record)); // once
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy());
    QVERIFY(m_left->runs().empty()); // they may learn of it yet
    DetachedRun detached;
    detached.id = Id;
    detached.workers = record.workers;
    m_left->forget(detached);
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(m_failures.size(), 1);
    QCOMPARE(forgetCommands(), 0);
    QCOMPARE(int(loadDetachedRecords(m_folder->path()).size()), 1);
    hold->reset();
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy() && m_left->runs().size() == 1);
    QVERIFY(m_left->runs().front().isAbsent);
}

void TestDetachedRuns::whereItIsForgottenNobodyIsAskedAgain()
{
    QSet<int> forgotten;
    m_transport->setScript([&forgotten](const ssh::CommandRequest &request) {
        const int index = request.endpoint.worker.index;
        if (isForget(request)) {
            forgotten.insert(index);
        }
        return isList(request) && !forgotten.contains(index)
                   ? FakeScript().login().out(line(Id, index == 0 ? "exited" : "running")).exit(0)
                   : FakeScript().login().exit(0);
    });
    remember({Id, "train", m_clock.now(), specFor(2).workers});
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy());
    QCOMPARE(int(m_left->runs().size()), 2);
    const auto ended =
        std::find_if(m_left->runs().begin(), m_left->runs().end(), [](const DetachedRun &detached) {
            return detached.state == State::Exited;
        });
    m_left->forget(*ended);
    QTRY_VERIFY(!m_left->isBusy() && m_left->runs().size() == 1);
    QVERIFY(m_left->runs().front().state == State::Running);
    const auto records = loadDetachedRecords(m_folder->path());
    QCOMPARE(int(records.size()), 1);
    QVERIFY(records.front().workers == std::vector<WorkerRef>{worker(1)});
    QCOMPARE(records.front().command, QByteArray("train"));
}

void TestDetachedRuns::whatIsToBeForgottenDuringALookIsForgottenAfterIt()
{
    remember({Id, "train", m_clock.now(), specFor(1).workers});
    m_left->look();
    QTRY_VERIFY(!m_left->isBusy());
    const DetachedRun detached = m_left->runs().front();
    m_transport->setAutomatic(false);
    m_left->look();
    m_left->forget(detached);
    m_transport->setAutomatic(true);
    QTRY_VERIFY(!m_left->isBusy() && m_left->runs().empty());
    QVERIFY(loadDetachedRecords(m_folder->path()).empty());
}

QTEST_GUILESS_MAIN(TestDetachedRuns)
#include "tst_detachedruns.moc"
