// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remoterun.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QtTest>

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

namespace {

const QByteArray First = "podium-remote 2 1:1,1:0,\n";
const QByteArray Secret = "hunter2 of wandb";

} // namespace

/// An answer, or a reason, of each worker.
class TestRemoteRun final : public QObject
{
    Q_OBJECT

private slots:
    void eachWorkerAnswersForItself();
    void eachGetsItsOwnData();
    void onlyWhatIsRepeatedKeepsAShell();
    void stopIsCancelled();
    void togetherItEndsWithTheFirstFailure();
    void togetherItStartsOnAllOrNone();
    void anEndingIsASentence();
    void whatIsPrintedIsSeenBeforeTheVerdict();
    void nothingThatWasSentIsSeen_data();
    void nothingThatWasSentIsSeen();
    void whoGivesNoWholeAnswerIsLost();
    void eachAfterTheOther();

private:
    /// A script whose output is watched, on so many workers.
    [[nodiscard]] std::unique_ptr<RemoteRun>
    watched(int workers, const QByteArrayList &hidden = {}, bool oneByOne = false) const
    {
        Script script{"", Rights::Login, "set up"};
        script.changesWorker = true;
        script.oneByOne = oneByOne;
        return std::make_unique<RemoteRun>(
            m_service, script, specFor(workers).workers,
            std::vector<Record>{{"value", {"key", Secret}}}, Watched{hidden, {}});
    }
    FakeTransport m_transport;
    SystemClock m_clock;
    run::RunService m_service{m_transport, reachable, m_clock};
};

void TestRemoteRun::eachWorkerAnswersForItself()
{
    m_transport.setScript([](const ssh::CommandRequest &request) {
        switch (request.endpoint.worker.index) {
        case 0:
            return FakeScript().login().out(First + "fact 1 1:x,\nend 0 \n").exit(0);
        case 1:
            return FakeScript().login().out(First + "fact 1 1:x,\n").err("sh: oh\n").exit(2);
        case 2:
            return FakeScript().login().err("a\nsudo: no\n").exit(1);
        default:
            return FakeScript().end(ssh::Unreachable{{ErrorKind::Network, "No way.", {}, {}, {}}});
        }
    });
    RemoteRun run(m_service, {"", Rights::Root, "look"}, specFor(4).workers);
    std::map<int, Result<Answer>> answers;
    connect(&run, &RemoteRun::reported, this, [&](const Report &report) {
        answers.emplace(report.worker.index, report.answer);
    });
    QSignalSpy finished(&run, &RemoteRun::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(int(answers.size()), 4);
    QVERIFY(answers.at(0) && answers.at(0)->wasRoot);
    QCOMPARE(answers.at(0)->records, (std::vector<Record>{{"fact", {"x"}}}));
    // Half an answer is none: what is missing could be all that matters.
    QCOMPARE(answers.at(1).error().kind, ErrorKind::Protocol);
    QVERIFY(answers.at(1).error().detail.contains("oh"));
    QCOMPARE(answers.at(2).error().detail, QString("sudo: no"));
    QCOMPARE(answers.at(2).error().subject, worker(2).text());
    QCOMPARE(answers.at(3).error().kind, ErrorKind::Network);
}

void TestRemoteRun::eachGetsItsOwnData()
{
    FakeTransport transport([](const ssh::CommandRequest &) {
        return FakeScript().login().out(First + "end 0 \n").exit(0);
    });
    const run::RunService service(transport, reachable, m_clock);
    const Script script{"", Rights::Login, "look"};
    const std::vector<std::vector<Record>> data{
        std::vector<Record>{Record{"a", {"0"}}}, std::vector<Record>{Record{"a", {"1"}}}};
    RemoteRun own(service, script, specFor(2).workers, data);
    QSignalSpy ownFinished(&own, &RemoteRun::finished);
    own.start();
    QTRY_COMPARE(ownFinished.count(), 1);
    const auto &commands = transport.commands();
    for (const auto &command : commands) {
        const QByteArray end = "#end of script\na " +
                               QByteArray::number(command.request.endpoint.worker.index) +
                               "\n#end of data";
        QVERIFY2(command.request.input.endsWith(end), command.request.input.right(80));
    }
    RemoteRun same(service, script, specFor(2).workers, {std::vector<Record>{Record{"b", {}}}});
    QSignalSpy sameFinished(&same, &RemoteRun::finished);
    same.start();
    QTRY_COMPARE(sameFinished.count(), 1);
    QVERIFY(commands.at(2).request.input.endsWith("\nb\n#end of data"));
    QCOMPARE(commands.at(2).request.input, commands.at(3).request.input);
}

/// And can be run without one all the same.
void TestRemoteRun::onlyWhatIsRepeatedKeepsAShell()
{
    std::vector<ssh::CommandRequest> requests;
    m_transport.setScript([&](const ssh::CommandRequest &request) {
        requests.push_back(request);
        return FakeScript().login().out(First + "end 0 \n").exit(0);
    });
    for (const bool isRepeated : {false, true}) {
        Script script{"say fact\n", Rights::Root, "look"};
        script.isRepeated = isRepeated;
        RemoteRun run(m_service, script, specFor(1).workers);
        QSignalSpy finished(&run, &RemoteRun::finished);
        run.start();
        QVERIFY(finished.wait(Patience));
    }
    QCOMPARE(int(requests.size()), 2);
    QVERIFY(!requests[0].keptShell);
    QVERIFY(requests[1].keptShell && requests[1].keptShell->text.contains("say fact\n"));
    QCOMPARE(requests[1].command, scriptCommand(Rights::Root));
}

void TestRemoteRun::stopIsCancelled()
{
    m_transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    RemoteRun run(m_service, {"", Rights::Login, "look"}, specFor(2).workers);
    int cancelled = 0;
    connect(&run, &RemoteRun::reported, this, [&](const Report &report) {
        cancelled += !report.answer && report.answer.error().isCancelled() ? 1 : 0;
    });
    QSignalSpy finished(&run, &RemoteRun::finished);
    run.start();
    run.stop();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(cancelled, 2);
}

/// One whose answer is whole, but which has set podium_status.
void TestRemoteRun::togetherItEndsWithTheFirstFailure()
{
    m_transport.setScript([](const ssh::CommandRequest &request) {
        if (request.command == "true") {
            return FakeScript().login().exit(0);
        }
        return request.endpoint.worker.index == 1
                   ? FakeScript().login().out(First + "fact 1 1:x,\nend 0 \n").exit(1)
                   : FakeScript().login().hang();
    });
    Script script{"", Rights::Login, "look"};
    script.together = true;
    RemoteRun run(m_service, script, specFor(3).workers);
    std::map<int, Result<Answer>> answers;
    connect(&run, &RemoteRun::reported, this, [&](const Report &report) {
        answers.emplace(report.worker.index, report.answer);
    });
    QSignalSpy finished(&run, &RemoteRun::finished); // all have been told of by then
    run.start();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(run.isFinished());
    QVERIFY(answers.at(1));
    QCOMPARE(answers.at(1)->records, (std::vector<Record>{{"fact", {"x"}}}));
    QVERIFY(answers.at(0).error().isCancelled() && answers.at(2).error().isCancelled());
}

void TestRemoteRun::togetherItStartsOnAllOrNone()
{
    FakeTransport transport([](const ssh::CommandRequest &request) {
        return request.endpoint.worker.index == 1
                   ? FakeScript().end(ssh::Unreachable{{ErrorKind::Network, "No.", {}, {}, {}}})
                   : FakeScript().login().exit(0);
    });
    const run::RunService service(transport, reachable, m_clock);
    Script script{"", Rights::Login, "look"};
    script.together = true;
    RemoteRun run(service, script, specFor(3).workers);
    std::map<int, ErrorKind> errors;
    connect(&run, &RemoteRun::reported, this, [&](const Report &report) {
        errors.emplace(report.worker.index, report.answer.error().kind);
    });
    QSignalSpy finished(&run, &RemoteRun::finished); // all have been told of by then
    run.start();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(run.isFinished());
    QCOMPARE(
        errors,
        (std::map<int, ErrorKind>{
            {0, ErrorKind::Cancelled}, {1, ErrorKind::Network}, {2, ErrorKind::Cancelled}}));
    for (const auto &command : transport.commands()) {
        QCOMPARE(command.request.command, QByteArray("true"));
    }
}

void TestRemoteRun::anEndingIsASentence()
{
    for (const run::WorkerEnding &ending : std::initializer_list<run::WorkerEnding>{
             ssh::Exited{1}, ssh::Signalled{"KILL"}, ssh::TimedOut{}, run::NeverStarted{}}) {
        const Error error = endingError(worker(0), ending, {});
        QVERIFY(error.summary.endsWith(QLatin1Char('.')));
        QCOMPARE(error.subject, worker(0).text());
    }
    const ssh::TimedOut ended{ssh::Phase::Running, ssh::Silence::None, true};
    QCOMPARE(endingError(worker(0), ended, {}).hint, QString("What was at work there was ended."));
    for (const ssh::Phase phase : {ssh::Phase::Login, ssh::Phase::Running}) {
        const Error error = endingError(worker(0), ssh::TimedOut{phase}, {});
        QCOMPARE(
            error.summary, phase == ssh::Phase::Login
                               ? QString("The worker did not answer in time.")
                               : QString("The worker was not done in time."));
        QVERIFY(error.hint.startsWith("It may be busy or hanging"));
    }
}

/// And nothing of what it says to us is among it.
void TestRemoteRun::whatIsPrintedIsSeenBeforeTheVerdict()
{
    m_transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript()
            .login()
            .out("hello from the start files\n" + First)
            .err("== One\nfirst ")
            .err("line\n== One: changed\n")
            .out("step 3 3:One,7:changed,0:,\n")
            .err("== Two\nsecond\n")
            .out("step 3 3:Two,2:ok,0:,\nend 0 \n")
            .exit(0);
    });
    const auto run = watched(1);
    QStringList seen; // at each verdict
    const auto look = [&seen, &run](const Answer &answer) {
        if (!stepsOf(answer).empty()) {
            seen << run->run()->output().text(0);
        }
    };
    connect(run.get(), &RemoteRun::progressed, this, [&look](const WorkerRef &, const Answer &now) {
        look(now);
    });
    bool isWhole = false;
    connect(run.get(), &RemoteRun::reported, this, [&](const Report &report) {
        isWhole = report.answer && stepsOf(*report.answer).size() == 2;
        look(*report.answer);
    });
    run->tellProgress();
    QSignalSpy finished(run.get(), &RemoteRun::finished);
    run->start();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(isWhole);
    const QString first = "== One\nfirst line\n== One: changed";
    QCOMPARE(seen.first(), first);
    QCOMPARE(seen.last(), QString(first + "\n== Two\nsecond"));
    QCOMPARE(run->run()->output().text(0), seen.last());
}

void TestRemoteRun::nothingThatWasSentIsSeen_data()
{
    QTest::addColumn<int>("piece");
    QTest::newRow("byte by byte") << 1;
    QTest::newRow("in pieces") << 7;
    QTest::newRow("at once") << 100'000;
}

/// The worker sends back all that it got, on both streams.
void TestRemoteRun::nothingThatWasSentIsSeen()
{
    QFETCH(int, piece);
    m_transport.setScript([piece](const ssh::CommandRequest &request) {
        const QByteArray back = request.input.mid(request.input.indexOf("#end of script"));
        FakeScript script = FakeScript().login();
        for (int at = 0; at < back.size(); at += piece) {
            script.err(back.mid(at, piece)).out(back.mid(at, piece));
        }
        return script.err("it is " + Secret.left(10)).exit(3); // and is cut off
    });
    const auto run = watched(1, {Secret, "hunter2\\sof\\swandb"});
    std::optional<Error> error;
    connect(run.get(), &RemoteRun::reported, this, [&error](const Report &report) {
        error = report.answer.error();
    });
    QSignalSpy finished(run.get(), &RemoteRun::finished);
    run->start();
    QTRY_VERIFY(error);
    QTRY_COMPARE(finished.count(), 1);
    const run::OutputStore &output = run->run()->output();
    const QByteArray shown = output.bytes(0, ssh::OutputStream::Out);
    QVERIFY2(shown.contains("value key !(secret)\n#end of data"), shown);
    QVERIFY2(shown.endsWith("it is (secret)"), shown);
    QVERIFY2(!shown.contains("hunter2"), shown);
    QCOMPARE(output.bytes(0, ssh::OutputStream::Err), QByteArray());
    QVERIFY2(!error->detail.contains("hunter2"), qPrintable(error->detail));
    // Nor is it kept for as long as the output.
    QVERIFY(m_transport.commands().back().request.input.contains("hunter2"));
    QVERIFY(run->run()->spec().input.isEmpty() && run->run()->spec().inputs.empty());
}

/// Though it says that all went well.
void TestRemoteRun::whoGivesNoWholeAnswerIsLost()
{
    m_transport.setScript([](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login().err("oh\n").out(First);
        return request.endpoint.worker.index == 0 ? script.exit(0) : script.out("end 0 \n").exit(0);
    });
    const auto run = watched(2);
    std::map<int, Result<Answer>> answers;
    connect(run.get(), &RemoteRun::reported, this, [&](const Report &report) {
        answers.emplace(report.worker.index, report.answer);
    });
    run->start();
    QTRY_COMPARE(int(answers.size()), 2);
    QCOMPARE(answers.at(0).error().kind, ErrorKind::Protocol);
    QCOMPARE(answers.at(0).error().detail, QString("oh"));
    QVERIFY(answers.at(1) && answers.at(1)->isComplete);
    QVERIFY(endedAs<ssh::Lost>(*run->run(), 0));
    QVERIFY(endedAs<ssh::Exited>(*run->run(), 1));
}

void TestRemoteRun::eachAfterTheOther()
{
    m_transport.setScript([](const ssh::CommandRequest &request) {
        return FakeScript()
            .login()
            .out(First + "end 0 \n")
            .exit(request.endpoint.worker.index == 1 ? 1 : 0);
    });
    const auto run = watched(3, {}, true);
    QStringList told;
    connect(run.get(), &RemoteRun::workerStarting, this, [&told](const WorkerRef &worker) {
        told << QString("begins %1").arg(worker.index);
    });
    connect(run.get(), &RemoteRun::reported, this, [&told](const Report &report) {
        told << QString("%1 %2")
                    .arg(report.answer ? "answers" : "does not")
                    .arg(report.worker.index);
    });
    QSignalSpy finished(run.get(), &RemoteRun::finished);
    run->start();
    QTRY_COMPARE(finished.count(), 1);
    told.sort();
    QCOMPARE(told, (QStringList{"answers 0", "answers 1", "begins 0", "begins 1", "does not 2"}));
}

QTEST_GUILESS_MAIN(TestRemoteRun)
#include "tst_remoterun.moc"
