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

} // namespace

/// An answer, or a reason, of each worker.
class TestRemoteRun final : public QObject
{
    Q_OBJECT

private slots:
    void eachWorkerAnswersForItself();
    void eachGetsItsOwnData();
    void stopIsCancelled();
    void togetherItEndsWithTheFirstFailure();
    void togetherItStartsOnAllOrNone();
    void anEndingIsASentence();

private:
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
    own.start();
    QTRY_VERIFY(own.isFinished());
    const auto &commands = transport.commands();
    for (const auto &command : commands) {
        const QByteArray end = "#end of script\na " +
                               QByteArray::number(command.request.endpoint.worker.index) +
                               "\n#end of data";
        QVERIFY2(command.request.input.endsWith(end), command.request.input.right(80));
    }
    RemoteRun same(service, script, specFor(2).workers, {std::vector<Record>{Record{"b", {}}}});
    same.start();
    QTRY_VERIFY(same.isFinished());
    QVERIFY(commands.at(2).request.input.endsWith("\nb\n#end of data"));
    QCOMPARE(commands.at(2).request.input, commands.at(3).request.input);
}

void TestRemoteRun::stopIsCancelled()
{
    m_transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    RemoteRun run(m_service, {"", Rights::Login, "look"}, specFor(2).workers);
    int cancelled = 0;
    connect(&run, &RemoteRun::reported, this, [&](const Report &report) {
        cancelled += !report.answer && report.answer.error().isCancelled() ? 1 : 0;
    });
    run.start();
    run.stop();
    QTRY_VERIFY(run.isFinished());
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
    run.start();
    QTRY_VERIFY(run.isFinished());
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
    run.start();
    QTRY_VERIFY(run.isFinished());
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
}

QTEST_GUILESS_MAIN(TestRemoteRun)
#include "tst_remoterun.moc"
