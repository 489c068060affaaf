// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/retryingtransport.h"
#include "tests/core/ssh/recorder.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

Q_DECLARE_METATYPE(podium::ssh::Ending)

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using podium::tests::FakeScript;
using podium::tests::FakeTransport;

namespace {

const QStringList OldKeys{QStringLiteral("ssh-ed25519 old")};
const QStringList NewKeys{QStringLiteral("ssh-ed25519 new")};

Ending refusal(ErrorKind kind)
{
    return Refused{{kind, QStringLiteral("No."), QStringLiteral("Known: old."), {}, {}}};
}

/// The worker shows the new key.
FakeScript byKey(const CommandRequest &request)
{
    FakeScript script;
    script.phase(Phase::Connecting).phase(Phase::KeyExchange);
    return request.endpoint.pinnedHostKeys == NewKeys
               ? script.phase(Phase::Login).phase(Phase::Running).exit(0)
               : script.end(refusal(ErrorKind::HostKey));
}

Ending noAnswer()
{
    return Unreachable{{ErrorKind::Network, QStringLiteral("No answer."), {}, {}, {}}};
}

/// So many times nobody answers.
FakeTransport::ScriptOf answersAfter(int times)
{
    return [left = times](const CommandRequest &) mutable {
        FakeScript script;
        return left-- > 0 ? script.phase(Phase::Connecting).end(noAnswer())
                          : script.login().exit(0);
    };
}

CommandRequest requestOf()
{
    CommandRequest request;
    request.endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0"));
    request.endpoint.pinnedHostKeys = OldKeys;
    request.command = "true";
    request.input = "given ";
    request.keepsInputOpen = true;
    return request;
}

} // namespace

/// Where a worker shows another host key, the cloud is asked again.
class TestRetryingTransport final : public QObject
{
    Q_OBJECT

private:
    struct Rig
    {
        std::chrono::milliseconds pause{1};
        FakeTransport fake{byKey};
        std::vector<Callback<Result<QStringList>>> asked{};
        RetryingTransport transport{
            fake, [this](const Endpoint &, const auto &callback) { asked.push_back(callback); },
            pause};
        Recorder recorder{transport};
    };

private slots:
    void takesUpWhatGoogleVouchesFor()
    {
        Rig rig;
        const CommandHandle command = rig.transport.start(requestOf());
        QVERIFY(command.write("early "));
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        QVERIFY(!rig.recorder.hasEnded(command.id()));
        QVERIFY(command.write("meanwhile"));
        command.endInput();
        QVERIFY(!command.write("too late"));
        rig.asked[0](NewKeys);
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QCOMPARE(rig.recorder.ending<Exited>(command.id()), Exited{0});
        QCOMPARE(rig.fake.commands().size(), std::size_t(2));
        QCOMPARE(rig.fake.commands()[1].request.input, QByteArray("given early meanwhile"));
        QVERIFY(rig.fake.commands()[1].inputEnded);
        const std::vector<Phase> once{
            Phase::Connecting, Phase::KeyExchange, Phase::Login, Phase::Running};
        QCOMPARE(rig.recorder[command.id()].phases, once);
    }

    void whatGoogleDoesNotVouchForStaysRefused_data()
    {
        QTest::addColumn<QStringList>("keys");
        QTest::addColumn<QString>("said");
        QTest::newRow("as before") << OldKeys << "still reports the known keys";
        QTest::newRow("none") << QStringList() << "reports no keys";
    }
    void whatGoogleDoesNotVouchForStaysRefused()
    {
        QFETCH(QStringList, keys);
        QFETCH(QString, said);
        Rig rig;
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        rig.asked[0](keys);
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        const Error error = rig.recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::HostKey);
        QVERIFY2(error.detail.startsWith("Known: old."), qPrintable(error.detail));
        QVERIFY2(error.detail.contains(said), qPrintable(error.detail));
        QCOMPARE(rig.fake.commands().size(), std::size_t(1));
    }

    void whoCannotBeAskedIsNamed()
    {
        Rig rig;
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        rig.asked[0](failure({ErrorKind::Network, QStringLiteral("No network."), {}, {}, {}}));
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        const Error error = rig.recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::HostKey);
        QVERIFY2(error.detail.contains("No network."), qPrintable(error.detail));
    }

    void asksOnceOnly()
    {
        Rig rig;
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        rig.asked[0](QStringList{QStringLiteral("ssh-ed25519 third")});
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::HostKey);
        QCOMPARE(rig.asked.size(), std::size_t(1));
        QCOMPARE(rig.fake.commands().size(), std::size_t(2));
    }

    void otherRefusalsAreNoQuestion()
    {
        Rig rig;
        rig.fake.setScript([](const CommandRequest &) {
            return FakeScript().end(refusal(ErrorKind::Authentication));
        });
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::Authentication);
        QCOMPARE(rig.asked.size(), std::size_t(0));
    }

    void stoppedWhileItAsksItNeverStarts()
    {
        Rig rig;
        const CommandHandle command = rig.transport.start(requestOf());
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        command.stop(StopKind::Polite);
        QVERIFY(!rig.recorder.hasEnded(command.id())); // later, as any event
        rig.asked[0](NewKeys);
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QCOMPARE(rig.recorder.ending<Stopped>(command.id()), Stopped{true});
        QCOMPARE(rig.fake.commands().size(), std::size_t(1));
    }

    void aWorkerThatComesUpIsTriedAgain()
    {
        Rig rig{std::chrono::milliseconds(20)};
        rig.fake.setScript(answersAfter(2));
        CommandRequest request = requestOf();
        request.retryLimit = std::chrono::hours(1);
        request.totalLimit = std::chrono::hours(1);
        const CommandHandle command = rig.transport.start(request);
        QVERIFY(command.write("early"));
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QCOMPARE(rig.recorder.ending<Exited>(command.id()), Exited{0});
        QCOMPARE(rig.fake.commands().size(), std::size_t(3));
        QCOMPARE(rig.fake.commands()[2].request.input, QByteArray("given early"));
        QCOMPARE(rig.asked.size(), std::size_t(0));
        // Each step is told once, and all tries together have the one limit.
        const std::vector<Phase> once{
            Phase::Connecting, Phase::KeyExchange, Phase::Login, Phase::Running};
        QCOMPARE(rig.recorder[command.id()].phases, once);
        QVERIFY(rig.fake.commands()[2].request.totalLimit < request.totalLimit);
    }

    void isNotTriedAgain_data()
    {
        QTest::addColumn<int>("retrySeconds");
        QTest::addColumn<int>("totalSeconds");
        QTest::addColumn<int>("pauseSeconds");
        QTest::addColumn<Ending>("ending");
        QTest::newRow("not asked for") << 0 << 0 << 1 << noAnswer();
        QTest::newRow("too late then") << 1 << 0 << 2 << noAnswer();
        QTest::newRow("no time left") << 3600 << 1 << 2 << noAnswer();
        QTest::newRow("refused") << 3600 << 0 << 1 << refusal(ErrorKind::Authentication);
        QTest::newRow("may have run") << 3600 << 0 << 1 << Ending(Lost{});
        QTest::newRow("a silent agent")
            << 3600 << 0 << 1 << Ending(TimedOut{Phase::Login, Silence::None});
    }
    void isNotTriedAgain()
    {
        QFETCH(int, retrySeconds);
        QFETCH(int, totalSeconds);
        QFETCH(int, pauseSeconds);
        QFETCH(Ending, ending);
        Rig rig{std::chrono::seconds(pauseSeconds)};
        rig.fake.setScript([&](const CommandRequest &) { return FakeScript().end(ending); });
        CommandRequest request = requestOf();
        request.retryLimit = std::chrono::seconds(retrySeconds);
        request.totalLimit = std::chrono::seconds(totalSeconds);
        const CommandId id = rig.transport.start(request).id();
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        QCOMPARE(rig.fake.commands().size(), std::size_t(1));
    }

    void stoppedBetweenTriesItNeverStarts()
    {
        Rig rig{std::chrono::hours(1)};
        rig.fake.setScript(answersAfter(1));
        CommandRequest request = requestOf();
        request.retryLimit = std::chrono::hours(2);
        const CommandHandle command = rig.transport.start(request);
        QTRY_VERIFY(rig.fake.commands().front().hasEnded);
        QVERIFY(!rig.recorder.hasEnded(command.id()));
        command.stop(StopKind::Polite);
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QCOMPARE(rig.recorder.ending<Stopped>(command.id()), Stopped{true});
        QCOMPARE(rig.fake.commands().size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestRetryingTransport)
#include "tst_retryingtransport.moc"
